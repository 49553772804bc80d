r"""Inverses of updates of rank one, by the inverse of what is updated (Sherman and Morrison; Hager, Updating the inverse of a matrix, 1989).

    (H + c u v^T)^-1 = H^-1 - c H^-1 u v^T H^-1 / (1 + c v^T H^-1 u)

where the statement inverts H at every point: then ``1 + c v^T H^-1 u = det(H + c u v^T) / det H`` is not 0 where the inverse exists.
"""

from __future__ import annotations

from derive.build import add, const, hpow, inv, matmuls, neg, scale
from derive.core import Expr, Rel, formula_exprs, walk
from derive.index.rewriting.determinants import factored, inverted
from derive.index.rewriting.inverses import with_inverses

ONE = const(1)


def with_updated_inverses(goal: Rel) -> Rel | None:
    """Return the statement with its inverses of updated matrices written out; None if there are none."""
    nodes = [e for side in formula_exprs(goal) for e in walk(side)]
    if sum(e.op == "inv" and e.args[0].op == "add" for e in dict.fromkeys(nodes)) < 1:
        return None
    invertible = inverted(goal, nodes)
    found = with_inverses(goal, lambda matrix: _inverse(matrix, invertible))
    return None if found == goal else found


def _inverse(matrix: Expr, invertible: frozenset[Expr]) -> Expr | None:
    """The inverse of an update of one of some matrices; None if a matrix is none."""
    terms = terms_of(matrix)
    for base in sorted((h for h in invertible if h != matrix and h.shape == matrix.shape), key=str):
        own = terms_of(base)
        rest = [term for term in terms if term not in own]
        update = _rank_one(rest[0]) if len(rest) == 1 and len(terms) == len(own) + 1 else None
        if update is None:
            continue
        number, left, right = update
        corner = inv(base)
        below = add(ONE, scale(number, matmuls(right, corner, left)))
        return add(corner, neg(scale(scale(number, hpow(below, const(-1))), matmuls(corner, left, right, corner))))
    return None


def terms_of(matrix: Expr) -> list[Expr]:
    """The terms of a sum of sums."""
    return [part for term in matrix.args for part in terms_of(term)] if matrix.op == "add" else [matrix]


def _rank_one(term: Expr) -> tuple[Expr, Expr, Expr] | None:
    """The number, the column and the row of which a matrix is the product."""
    scalar, factors = factored(term)
    for at in range(1, len(factors)):
        left, right = matmuls(*factors[:at]), matmuls(*factors[at:])
        if left.shape.rows and not left.shape.cols and right.shape.cols and not right.shape.rows:
            return scalar or ONE, left, right
    return None


__all__ = ["terms_of", "with_updated_inverses"]
