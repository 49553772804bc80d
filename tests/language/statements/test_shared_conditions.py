r"""What a block claims and what governs it: behind several statements, beside what only the claim binds, behind ``such that``."""

import pytest

from derive.errors import DeriveError
from derive.language.parsing.parser import statements
from derive.language.problems.elaborate import elaborate_block
from derive.language.scope.scope import Scope
from tests.judged import judged

GIVEN = r"x, y \in \mathbb{R}^n, \quad A \in \mathbb{R}^{n \times n}, \quad u, v \in \mathbb{R}"
WRONG = ("holds", "error")


def verdict(claim: str, tmp_path, given: str = GIVEN) -> str:
    return judged(claim, given, tmp_path).verdict


@pytest.mark.parametrize(
    "claim",
    [
        r"t \ge 1 \text{ and } t^2 \ge 1 \text{ for all } t \in \mathbb{R}",
        r"\forall t \in \mathbb{R}: t \ge 1, t^2 \ge 1",
        r"t \ge 1 \text{ for all } t \in \mathbb{R} \text{ with } t^2 \ge 1",
        r"t \ge 0 \quad \forall t \in \mathbb{R}, e^t \ge \frac12",
        r"z \ge 0 \text{ and } \|z\|_1 \ge 0 \quad \forall z \in \mathbb{R}^n",
        r"B = C \quad \forall B, C \in \mathbb{R}^{n \times n} \text{ with } \|B\|_F = \|C\|_F",
        r"B = I \text{ and } \|B\|_2 \le 1 \text{ for all } B \in \mathbb{R}^{n \times n}",
        r"z \ne 0 \quad \forall z \in \mathbb{R}^n \text{ with } z^\top z \ge 0",
        r"a = b, \quad e^{a} = e^{b} \quad \forall a, b \in \mathbb{R}",
        r"\forall t \in (0, \infty): t \le 1 \text{ and } \log t \le 0",
        r"\eta \le 1 \text{ and } \|x\|_2 \eta \le \|x\|_2 \quad \forall \eta \in [0, 2]",
        r"\lambda \ge 1 \text{ and } \lambda\|x\|_2 \ge \|x\|_2 \text{ for all } \lambda > 0",
        r"t \ge 1 \\ t^2 \ge 1 \quad \forall t \in \mathbb{R}",
        r"t \ge 1, \quad t^2 \ge 1, \quad t \in \mathbb{R}",
        r"t \ge s, \quad t s \ge s^2 \quad \forall s, t > 0",
        r"\text{for all } t > 0, \quad t \ge 1, \quad t^2 \ge 1",
    ],
)
def test_claims_about_what_the_claim_binds(claim, tmp_path):
    assert verdict(claim, tmp_path) in ("refuted", "needs-hypothesis")


@pytest.mark.parametrize(
    "claim",
    [
        r"t \ge 0 \text{ and } t^2 \ge 0 \text{ for all } t \in \mathbb{R}_{>0}",
        r"\forall t \in \mathbb{R}_{>0}: t \ge 0, t^2 \ge 0",
        r"\alpha \ge 0 \quad \forall \alpha \in \mathbb{R}, \ \alpha^2 = \alpha",
        r"t^2 \ge t \; (t \ge 1) \quad \forall t \in \mathbb{R}",
        r"t^3 \le t, \quad t^2 \le t \quad \forall t \in [0,1]",
        r"\|x\|_1 \le \sqrt{n} \text{ and } \|x\|_\infty \le 1 \text{ if } \|x\|_2 \le 1",
        r"u^3 \le u \text{ and } u^2 \le u \text{ for } 0 \le u \le 1",
        r"\|x\|_2 \le 1 \text{ if } \|x\|_1 \le 1 \text{ and } n \ge 2",
        r"\|x\|_2 \le 1 \text{ for all } x \text{ such that } \|x\|_1 \le 1",
        r"\|x\|_2 \le 1 \text{ for any } x \in \mathbb{R}^n \text{ satisfying } \|x\|_1 \le 1",
        r"\|x\|_2 \le 1 \quad \forall x \in \mathbb{R}^n, \|x\|_1 \le 1",
        r"\forall x \in \mathbb{R}^n \text{ s.t. } \|x\|_1 \le 1, \ \|x\|_2 \le 1",
        r"\text{for all } x \text{ with } \|x\|_2 \le 1, \quad \|x\|_\infty \le 1",
        r"\forall x \in \mathbb{R}^n \text{ with } \|x\|_2 = 1: \|x\|_\infty \le 1",
        r"\forall x \text{ with } \|x\|_2 = 1: \|x\|_\infty \le 1",
        r"u^2 \le u, \quad u \in [0,1]",
        r"u^3 \le u, \quad u^2 \le u, \quad u \in [0,1]",
        r"\|x\|_2 \le 1, \quad x \in \Delta^{n-1}",
    ],
)
def test_true_claims_under_conditions(claim, tmp_path):
    assert verdict(claim, tmp_path) == "holds"


@pytest.mark.parametrize(
    "claim",
    [
        r"\|x\|_1 \le 1 \text{ and } \|x\|_\infty \le 1 \text{ if } \|x\|_2 \le 1",
        r"u^3 \le u \text{ and } u^2 \le u \text{ for } 0 \le u \le 2",
        r"\|x\|_2 \le 1 \text{ if } \|x\|_1 \le 2 \text{ and } n \ge 2",
        r"\|x\|_2 \le 1 \text{ for all } x \text{ such that } \|x\|_1 \le 2",
        r"\forall x \in \mathbb{R}^n \text{ with } \|x\|_2 = 1: \|x\|_1 \le 1",
        r"u^2 \le u, \quad u \in [0,2]",
        r"\|x\|_2 \le \|x\|_1 \quad \forall x, \quad \|y\|_2 \le \frac{\|y\|_1}{2}",
        r"\forall x, \quad \|x\|_1 \le 1, \quad \|x\|_\infty \le 1",
        r"\|x\|_2 \le 1 \\ \|x\|_1 \le n \text{ and } \|x\|_\infty \le 1 \text{ if } \|x\|_2 \le 1",
    ],
)
def test_false_claims_under_conditions(claim, tmp_path):
    assert verdict(claim, tmp_path) in ("refuted", "needs-hypothesis")


@pytest.mark.parametrize(
    "claim",
    [
        r"v^2 = O(v) \text{ and } v = O(v) \text{ as } v \to \infty",
        r"e^v = 1 + v + O(v^2) \text{ and } v = O(v^2) \text{ as } v \to \infty",
        r"v^3 = O(v), \quad 1 + v = O(v) \quad (v \to \infty)",
    ],
)
def test_a_limit_is_meant_for_all_orders(claim, tmp_path):
    assert verdict(claim, tmp_path, r"v \in \mathbb{R}_{>0}") not in WRONG
    true = r"v = O(v^2) \text{ and } 1 = O(v) \text{ as } v \to \infty"
    assert verdict(true, tmp_path, r"v \in \mathbb{R}_{>0}") == "holds"


def test_a_condition_behind_a_comma_has_two_readings(tmp_path):
    found = judged(r"\|x\|_1 \le \sqrt{n}, \quad \|x\|_\infty \le 1 \text{ if } \|x\|_2 \le 1", GIVEN, tmp_path)
    assert found.verdict == "ambiguous"
    found = judged(r"\|x\|_2 \le \|x\|_1, \quad \|x\|_\infty \le 1 \text{ if } \|x\|_2 \le 1", GIVEN, tmp_path)
    assert found.verdict == "holds"


@pytest.mark.parametrize(
    "claim",
    [
        r"v^2 = O(v) \\ v = O(v) \text{ as } v \to \infty",
        r"\forall k \le n : k \le 3, \quad x_k \le \|x\|_\infty",
        r"k \le 3, \quad x_k \le \|x\|_\infty \text{ for all } k \le n",
        r"k \le 3 \text{ and } x_k \le \|x\|_\infty \text{ for all } k \in \{1, \dots, n\}",
        r"\|x\|_2 \le \|x\|_1 \quad \forall x, \|y\|_2 \le 1",
    ],
)
def test_what_may_be_a_condition_or_a_claim_is_refused(claim):
    with pytest.raises(DeriveError, match="may be|not certain"):
        elaborate_block(statements(claim), Scope.root().given(GIVEN))
