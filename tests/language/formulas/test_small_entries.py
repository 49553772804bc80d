"""Entries of a matrix by its small letter: ``a_{ij}`` of A, where no a is declared."""

import pytest

from derive.errors import NameProblem
from derive.language.parsing.parser import parse
from derive.language.problems.elaborate import elaborate
from derive.language.scope.scope import Options, Scope
from tests.judged import judged

GIVEN = r"A \in \mathbb{R}^{n \times n}, \quad B \in \mathbb{R}^{m \times n}, \quad c \in \mathbb{R}^n"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (GIVEN, r"\operatorname{tr}(A) = \sum_i a_{ii}", "holds"),
        (GIVEN, r"\operatorname{tr}(A) = \sum_i a_{1i}", "refuted"),
        (GIVEN, r"\|B\|_F^2 = \sum_{i,j} b_{ij}^2", "holds"),
        (GIVEN, r"\|B\|_F^2 = \sum_{i,j} b_{i,j}", "refuted"),
        (rf"{GIVEN}, \quad A \succ 0", r"\det(A) \le \prod_{i=1}^n a_{ii}", "holds"),
        (rf"{GIVEN}, \quad A \succ 0", r"\det(A) \ge \prod_{i=1}^n a_{ii}", "refuted"),
        (GIVEN, r"b_{12}^{-1} B_{12} = 1", "holds"),  # of the number, and no inverse
        (rf"{GIVEN}, \quad a \in \mathbb{{R}}^{{n \times n}}, \quad a = 0", r"a_{12} = 0", "holds"),
        (rf"{GIVEN}, \quad a \in \mathbb{{R}}^{{n \times n}}, \quad A = 0", r"a_{12} = 0", "refuted"),
    ],
)
def test_entries(given, claim, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize("claim", ["a_i = 0", "c_{12} = 0", "d_{12} = 0"])
def test_no_entries(claim):
    with pytest.raises(NameProblem):
        elaborate(parse(claim), Scope.root().given(GIVEN.replace("c", "C")), Options())
