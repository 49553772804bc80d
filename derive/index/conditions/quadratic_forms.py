"""Quadratic forms that are zero: ``X^T S X = 0`` for a positive semidefinite S says ``S X = 0``, for a definite one ``X = 0``.

With ``S = R^T R`` the columns of R X have the length 0 (Horn and Johnson, Matrix Analysis, 7.1.6).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive.build import is_zero, matmul, transpose, zeros
from derive.core import Expr, Formula, Logic, Rel


def vanishing_forms(hypotheses: Sequence[Formula]) -> list[Rel]:
    """Return the equations that follow from hypotheses about quadratic forms which are zero."""
    rels = list(_relations(hypotheses))
    symmetric = {side for h in rels if h.op == "=" for side, other in _both(h) if other == transpose(side)}
    least = {bound[0]: bound[1] for h in rels if (bound := _least(h)) is not None}
    found = []
    for h in rels:
        for side, other in _both(h) if h.op == "=" else ():
            parts = _form(side) if is_zero(other) else None
            if parts is None or parts[0] not in symmetric or parts[0] not in least:
                continue
            matrix, x = parts
            product = x if least[matrix] else matmul(matrix, x)
            found.append(Rel("=", product, zeros(product.shape.rows, product.shape.cols)))
    return found


def _relations(hypotheses: Sequence[Formula]) -> Iterator[Rel]:
    for h in hypotheses:
        if isinstance(h, Logic) and h.op == "and":
            yield from _relations(h.args)
        elif isinstance(h, Rel):
            yield h


def _both(h: Rel) -> tuple[tuple[Expr, Expr], tuple[Expr, Expr]]:
    return (h.lhs, h.rhs), (h.rhs, h.lhs)


def _least(h: Rel) -> tuple[Expr, bool] | None:
    """The matrix whose least eigenvalue a hypothesis bounds by 0 from below, and whether strictly."""
    if h.op not in ("<", "<=", ">", ">="):
        return None
    small, large = (h.rhs, h.lhs) if h.op in (">", ">=") else (h.lhs, h.rhs)
    is_least = is_zero(small) and large.op == "eig" and large.data[0] == "min"
    return (large.args[0], h.op in ("<", ">")) if is_least else None


def _form(e: Expr) -> tuple[Expr, Expr] | None:
    """(S, X) of ``X^T S X``."""
    while e.op == "reshape":
        (e,) = e.args
    if e.op != "matmul":
        return None
    first, last = e.args
    if last.op == "matmul" and first == transpose(last.args[1]):
        return last.args[0], last.args[1]
    if first.op == "matmul" and first.args[0] == transpose(last):
        return first.args[1], last
    return None


__all__ = ["vanishing_forms"]
