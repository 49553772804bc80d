"""The largest or smallest entry of a matrix as an arbitrary one: what is shown of that is shown of each of them."""

from __future__ import annotations

from derive import build
from derive.bounds.facts.facts import Facts
from derive.bounds.facts.instances import speaks_of_entries
from derive.bounds.forms.normal import ONE, cols, entry_of, is_scalar, rows, strip
from derive.core import Expr
from derive.sizes import Size


def largest_of(facts: Facts, expr: Expr) -> Expr | None:
    """Return an arbitrary entry, or its absolute value, where an expression is the largest or one of them."""
    matrix = strip(expr.args[0]) if expr.op in ("order", "maxentry", "norm") else None
    if matrix is None or is_scalar(matrix):
        return None
    if expr.op == "norm" and matrix.op == "diag" and expr.data[0] in ("1", "2", "inf"):
        matrix = strip(matrix.args[0])
    elif expr.op == "norm" and not (expr.data[0] == "max" or (expr.data[0] == "inf" and ONE == cols(matrix))):
        return None
    if not speaks_of_entries(facts, matrix):
        return None
    entry = _any_entry(matrix)
    return build.map_("abs", entry) if expr.op == "norm" else entry


def smallest_of(facts: Facts, expr: Expr) -> Expr | None:
    """Return an arbitrary entry where an expression is the smallest or one of them."""
    matrix = strip(expr.args[0]) if expr.op in ("order", "minentry") else None
    known = matrix is not None and not is_scalar(matrix) and speaks_of_entries(facts, matrix)
    return _any_entry(matrix) if matrix is not None and known else None


def _any_entry(matrix: Expr) -> Expr:
    """An entry at a place of its own, which no other comparison of entries names."""
    return entry_of(matrix, *(ONE if n == ONE else Size.of(build.fresh("any")) for n in (rows(matrix), cols(matrix))))


__all__ = ["largest_of", "smallest_of"]
