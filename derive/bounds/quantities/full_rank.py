"""Matrices with independent columns: B y = 0 for y = 0 alone, so that ``B^T S B`` is definite with S.

Source: Horn and Johnson, Matrix Analysis, 0.4.6 and 7.1.8.
"""

from __future__ import annotations

from derive import build
from derive.bounds.facts.apart import keeps_away
from derive.bounds.facts.facts import POSITIVE, Facts, elementwise
from derive.bounds.forms.normal import canonical, cols, factors, normal, rows, strip
from derive.bounds.forms.polynomial import Poly
from derive.bounds.quantities import norms
from derive.bounds.quantities.singular_values import is_at_most
from derive.core import Expr
from derive.errors import NotSupported


def has_independent_columns(facts: Facts, matrix: Expr) -> bool:
    """Whether the rank of a matrix is shown to be the number of its columns."""
    matrix = strip(normal(matrix))
    return facts.once(("independent columns", matrix), False, lambda: _independent(facts, matrix))


def _independent(facts: Facts, matrix: Expr) -> bool:
    if norms.is_orthonormal(facts, matrix) or _is_invertible(facts, matrix):
        return True
    if _told_rank(facts, matrix) or (
        is_at_most(facts, cols(matrix), rows(matrix)) and _least_is_positive(facts, matrix)
    ):
        return True
    scalars, parts = factors(matrix)
    if not scalars and len(parts) > 1:  # A B y = 0 gives B y = 0, and that y = 0
        return all(has_independent_columns(facts, part) for part in parts)
    return False


def _is_invertible(facts: Facts, matrix: Expr) -> bool:

    if rows(matrix) != cols(matrix):
        return False
    return facts.is_definite(matrix) or any(keeps_away(facts, build.det(m)) for m in _both_ways(matrix))


def _least_is_positive(facts: Facts, matrix: Expr) -> bool:
    """Whether ``sigma_min(A) = sigma_min(A^T)`` is positive."""
    return any(elementwise(facts, build.sigma(m, "min")) == POSITIVE for m in _both_ways(matrix))


def _both_ways(matrix: Expr) -> tuple[Expr, Expr]:
    return canonical(matrix), canonical(strip(normal(build.transpose(matrix))))


def _told_rank(facts: Facts, matrix: Expr) -> bool:
    """Whether a hypothesis says that the rank is at least the number of columns."""
    wanted = Poly.of_size(cols(matrix))
    same = _both_ways(matrix)
    for small, large, _, ranges in facts.orders:
        large = strip(large)
        if ranges or large.op != "rank" or canonical(strip(normal(large.args[0]))) not in same:
            continue
        try:
            if facts.value(small).value.same(wanted):
                return True
        except NotSupported:
            continue
    return False


__all__ = ["has_independent_columns"]
