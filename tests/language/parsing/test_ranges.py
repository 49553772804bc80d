r"""What indices run over, written behind a claim: all the ways say the same as ``\forall i \in \{1, \dots, n\}``."""

import pytest

from derive.errors import DeriveError
from derive.language.parsing.parser import statements
from derive.language.problems.elaborate import elaborate_block
from derive.language.scope.scope import Scope
from tests.judged import judged

GIVEN = r"A \in \mathbb{R}^{n \times n}, \quad x, y \in \mathbb{R}^n"

ONE = [
    r", \qquad i = 1, \dots, n",
    r"\quad \text{for } i = 1, \ldots, n",
    r", \quad \text{for all } i = 1, 2, \dots, n",
    r"\quad \text{for all } i",
    r", \quad \text{for every } i \in [n]",
    r"\quad (1 \le i \le n)",
    r"\quad (i = 1, \dots, n)",
    r", \quad i \in [n]",
    r", \quad \text{where } i \in \{1, \dots, n\}",
    r"\quad \forall i",
    r"\quad \forall i \in [n]",
]
TWO = [
    r", \quad i, j = 1, \dots, n",
    r", \quad i,j \in [n]",
    r", \quad i, j \in \{1, \dots, n\}",
    r"\quad \text{for all } i, j",
    r"\quad (1 \le i, j \le n)",
    r"\quad (i, j = 1, \dots, n)",
    r"\quad \forall i, j \in [n]",
]


def verdict_of(claim: str, given: str, folder) -> str:
    return judged(claim, given, folder).verdict


@pytest.mark.parametrize("behind", ONE)
def test_one_index(behind: str, tmp_path):
    assert verdict_of(rf"x_i + y_i = y_i + x_i {behind}", GIVEN, tmp_path) == "holds"
    assert verdict_of(rf"x_i + y_i = y_i + x_1 {behind}", GIVEN, tmp_path) == "refuted"


@pytest.mark.parametrize("behind", TWO)
def test_two_indices(behind: str, tmp_path):
    assert verdict_of(rf"A_{{ij}} A_{{ji}} = A_{{ji}} A_{{ij}} {behind}", GIVEN, tmp_path) == "holds"
    assert verdict_of(rf"A_{{ij}} = A_{{ji}} {behind}", GIVEN, tmp_path) == "refuted"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (GIVEN + r", \quad A_{ij} = A_{ji}, \quad i, j = 1, \dots, n", r"A^\top = A", "holds"),
        (GIVEN + r", \quad x_i \ge 0 \quad \text{for all } i", r"x \ge 0", "holds"),
        (GIVEN + r", \quad k = 1, \dots, n", r"\sum_i A_{ik} = (A^\top \mathbf{1})_k", "holds"),
        (GIVEN + r", \quad k \in [n]", r"\sum_i A_{ik} = (A \mathbf{1})_k", "refuted"),
        (GIVEN, r"x_i = x_1, \quad i = 2, \dots, n", "refuted"),
        (GIVEN, r"A_{ij} = \mathbf{1}(i = j)", "refuted"),
        (GIVEN, r"A_{ij} \mathbf{1}(i = j) = A_{ij} \delta_{ij}", "holds"),
        (GIVEN, r"A_{ij} + A_{ji} = A_{ji} + A_{ij} \quad (i \ne j)", "holds"),
        (GIVEN, r"A_{ij} \delta_{ij} = 0 \quad (i \le j)", "refuted"),
        (GIVEN + r", \quad \forall c > 0 : \quad c x_i \ge -1", r"x = x", "holds"),
        (GIVEN, r"i \in [n], \quad x_i + y_i = y_i + x_i", "holds"),
    ],
)
def test_given_blocks_and_other_places(given: str, claim: str, verdict: str, tmp_path):
    assert verdict_of(claim, given, tmp_path) == verdict


@pytest.mark.parametrize("claim", [r"i \in [n]", r"x_i = y_i, \quad i = 1, \dots, C", r"x_i = y_i \quad (x, \dots, n)"])
def test_what_is_no_claim(claim: str):
    scope = Scope.root().given(GIVEN)
    with pytest.raises(DeriveError):
        elaborate_block(statements(claim), scope)
