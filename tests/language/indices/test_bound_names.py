"""What a quantifier binds and what restricts it: a restriction is never lost, and no power or entry is a name of its own."""

import pytest

from derive.errors import DeriveError
from derive.language.parsing.parser import statements
from derive.language.problems.elaborate import elaborate_block
from derive.language.scope.scope import Scope
from tests.judged import judged

GIVEN = r"A \in \mathbb{R}^{n \times n}, \quad x \in \mathbb{R}^{n}, \quad s, r \in \mathbb{R}"


def verdict(claim: str, tmp_path, given: str = GIVEN) -> str:
    return judged(claim, given, tmp_path).verdict


@pytest.mark.parametrize(
    "claim",
    [
        r"\exists y \in \mathbb{R}^n, \|y\|_2 = 1 : A y = 0",
        r"\exists y \in \mathbb{R}^n, \|y\|_2 > 0 : A y = 0",
        r"\exists y \in \mathbb{R}^n, \mathbf{1}^\top y = 1 : A y = 0",
        r"\exists y \in \mathbb{R}^n, y \ne 0 : A y = 0",
        r"\exists B \in \mathbb{R}^{n \times n}, \det B \ne 0 : A B = 0",
        r"\exists B \in \mathbb{R}^{n \times n}, \operatorname{tr}(B) = 1 : B = A",
        r"\exists B \in \mathbb{R}^{n \times n}, \|B\|_F \le 1 : B = A",
        r"\exists y \in \mathbb{R}^n, \|y\|_2 \le 1 : x^\top y \ge \|x\|_2^2",
        r"\exists u, v \in \mathbb{R}^n, u^\top v = 1 : u = x",
        r"\exists t \in \mathbb{R}, |t| \le 1 : t = s",
        r"\exists t \in \mathbb{R}, \sin t \ge 2 : t > 3",
        r"\exists t \in \mathbb{R}, t^2 \le 4 : t > 3",
        r"\exists t \in \mathbb{R}, t > 1 : t^2 \le 1",
        r"\forall z \in \mathbb{R}^n, \exists y \in \mathbb{R}^n, \|y\|_2 = 1 : y = z",
        r"\exists u \in \mathbb{R} : \forall t \in \mathbb{R}, |t| \ge 1 : t \le u",
        r"\forall R \in \mathbb{R}, \|x\|_1 \le R + 1 : \|x\|_\infty \le R",
        r"\|x\|_\infty \ge 2 \quad \forall x_1 \ge 1",
        r"\forall s, r > 0: s r > 1",
    ],
)
def test_false_claims_with_restrictions(claim, tmp_path):
    assert verdict(claim, tmp_path) not in ("holds", "error")


@pytest.mark.parametrize(
    "claim",
    [
        r"\exists t \in \mathbb{R}, t^2 \le 4 : t > 1",
        r"\exists y \in \mathbb{R}^n, \|y\|_2 \le 1 : y = 0",
        r"\exists u \in \mathbb{R} : \forall t \in \mathbb{R}, |t| \le 1 : t \le u",
        r"\forall R \in \mathbb{R}, \|x\|_2 \le R : \|x\|_\infty \le R",
        r"\|x\|_\infty \ge 1 \quad \forall x_1 \ge 1",
        r"\|A\|_2 \le 1 \quad \forall A^\top A = I",
        r"\forall s, r > 0: s r > 0",
        r"\forall 0 < t < 1 : t^2 \le t",
    ],
)
def test_true_claims_with_restrictions(claim, tmp_path):
    assert verdict(claim, tmp_path) == "holds"


def test_a_restricted_hypothesis_is_said_of_what_it_binds(tmp_path):
    given = GIVEN + r" \\ \forall v \in \mathbb{R}^n, v \ge 0 : v^\top x \ge 0"
    assert verdict(r"x \ge 0", tmp_path, given) not in ("error", "refuted", "needs-hypothesis")
    assert verdict(r"x \ge 1", tmp_path, given) not in ("error", "holds")


@pytest.mark.parametrize(
    "claim",
    [
        r"\exists t^2 \le 4 : s \le 1",
        r"\exists x_1 \ge 1 : \|x\|_2 \ge 1",
        r"\exists s^2 \in [0, 4] : s \le 3",
        r"\forall x_1 \in [0, 1] : \|x\|_2 \le n",
        r"\exists t \in \mathbb{R} : \exists t > 1 : t^2 \le 2",
    ],
)
def test_only_names_are_bound(claim):
    with pytest.raises(DeriveError, match="names nothing|entry or a power|bound twice"):
        elaborate_block(statements(claim), Scope.root().given(GIVEN))
