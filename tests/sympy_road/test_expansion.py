"""What SymPy multiplies out is counted first: no determinant, difference or hypothesis takes minutes."""

import time
from pathlib import Path

import pytest
import sympy

from derive.errors import NotSupported
from derive.sympy_road.expansion import determinant_terms, expanded, polynomial, terms
from derive.sympy_road.zero import proves_zero
from tests.judged import judged

A, B, C, D = sympy.symbols("a b c d", real=True)
LOGISTIC = (
    r"X \in \mathbb{R}^{n \times d}, b \in \mathbb{R}^d, y \in \mathbb{R}^n, p := \operatorname{sigmoid}(Xb), "
    r"R := \operatorname{diag}(p \odot (1 - p)), z := Xb + R^{-1}(y - p)"
)


@pytest.mark.parametrize("e", [(A + B) ** 3 * (A - C), (A + B + C + D) ** 5, sympy.exp(A * (B + C)) + 1 / (A + B) ** 2])
def test_terms_are_never_fewer_than_those_made(e: sympy.Expr) -> None:
    assert terms(e) >= len(sympy.Add.make_args(sympy.expand(e)))


def test_a_sum_of_many_terms_is_not_made() -> None:
    with pytest.raises(NotSupported, match="too many terms"):
        expanded((A + B + C + D) ** 60)
    assert not proves_zero((A + B + C + D) ** 60 - (A + B + C) ** 60, 20)
    assert proves_zero((A + B) * (A - B) - A**2 + B**2, 12)


def test_determinants_are_made_of_polynomials() -> None:
    u = 1 / (1 + sympy.exp(-A))
    matrix = sympy.Matrix(2, 2, [u, B, C, 1 - u])
    plain, values = polynomial(matrix)
    assert all(e.is_polynomial() for e in plain) and plain.xreplace(values) == matrix
    assert determinant_terms(plain) == 3
    assert determinant_terms(sympy.ones(6, 6)) == 720


@pytest.mark.parametrize(
    ("claim", "verdicts"),
    [
        (r"b + (X^\top R X)^{-1} X^\top (y - p) = (X^\top R X)^{-1} X^\top R z", ("undecided", "holds")),
        (r"b - (X^\top R X)^{-1} X^\top (y - p) = (X^\top R X)^{-1} X^\top R z", ("undecided", "refuted")),
        (r"\det(X^\top R X) = \det(X^\top X)", ("undecided", "refuted")),
    ],
)
def test_inverses_of_long_entries_end(claim: str, verdicts: tuple[str, ...], tmp_path: Path) -> None:
    start = time.process_time()
    assert judged(claim, LOGISTIC, tmp_path).verdict in verdicts
    assert time.process_time() - start < 60
