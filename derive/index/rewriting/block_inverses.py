"""Inverses of matrices of two by two blocks, by a Schur complement, before a statement goes into index form.

    [[A, B], [C, D]]^-1 = [[A^-1 + A^-1 B S^-1 C A^-1, -A^-1 B S^-1], [-S^-1 C A^-1, S^-1]],  S = D - C A^-1 B
                        = [[T^-1, -T^-1 B D^-1], [-D^-1 C T^-1, D^-1 + D^-1 C T^-1 B D^-1]],  T = A - B D^-1 C

The first where the statement inverts A at every point, the second where it inverts D: then det M = det A det S = det D det T, so that the
Schur complement is invertible where the matrix is.  Where it inverts both, the one whose Schur complement the statement inverts is taken.

Source: Horn and Johnson, Matrix Analysis, 0.7.3.
"""

from __future__ import annotations

from derive.asked import about, itself
from derive.build import add, hcat, inv, matmuls, neg, vcat
from derive.core import Expr, Rel, formula_exprs, walk
from derive.index.rewriting.determinants import blocks_of, inverted
from derive.index.rewriting.inverses import with_inverses


@about("inv", untouched=itself)
def by_complements(goal: Rel) -> Rel:
    """Return the statement with its inverses of blocks written out; the same statement if there are none."""
    nodes = [e for side in formula_exprs(goal) for e in walk(side)]
    if not any(e.op == "inv" and blocks_of(e.args[0]) is not None for e in nodes):
        return goal
    invertible = inverted(goal, nodes)
    return with_inverses(goal, lambda matrix: _inverse(matrix, invertible))


def _inverse(a: Expr, invertible: frozenset[Expr]) -> Expr | None:
    blocks = blocks_of(a)
    if blocks is None:
        return None
    first, right, below, last = blocks
    by_first, by_last = first in invertible, last in invertible
    if by_first and by_last:
        by_first = not _is_complement(first, invertible, right, below)
    if by_first:
        corner = inv(first)
        s = inv(add(last, neg(matmuls(below, corner, right))))
        upper = add(corner, matmuls(corner, right, s, below, corner))
        return _blocks(upper, neg(matmuls(corner, right, s)), neg(matmuls(s, below, corner)), s)
    if by_last:
        corner = inv(last)
        t = inv(add(first, neg(matmuls(right, corner, below))))
        lower = add(corner, matmuls(corner, below, t, right, corner))
        return _blocks(t, neg(matmuls(t, right, corner)), neg(matmuls(corner, below, t)), lower)
    return None


def _is_complement(first: Expr, invertible: frozenset[Expr], right: Expr, below: Expr) -> bool:
    """Whether the statement inverts a sum of the first block and a product with the others."""
    sums = (e for e in invertible if e.op == "add" and first in e.args)
    return any({right, below} <= set(walk(e)) for e in sums)


def _blocks(first: Expr, right: Expr, below: Expr, last: Expr) -> Expr:
    return vcat(hcat(first, right), hcat(below, last))


__all__ = ["by_complements"]
