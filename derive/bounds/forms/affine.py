"""Jacobians of expressions that are affine in their variable, as Kronecker products.

In ``A X B + C``, where neither A, B nor C depends on X, the derivative by X is the constant matrix ``A (x) B^T``: in the
row-wise order vec_r(A X B) = (A (x) B^T) vec_r(X). The column-wise order permutes its rows and columns, and so does
``X^T`` in place of X; no norm here sees a permutation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from derive import build
from derive.bounds.forms.normal import chain, cols, factors, normal, rows, strip
from derive.core import Expr
from derive.sizes import dim

MOVED = ("vec", "vecr", "unvecr")
"""Entries are put in another order; a transpose is told apart, since it may be taken into a product."""


@dataclass(frozen=True, slots=True)
class Term:
    """``c left X right``, or ``c left X^T right`` where turned; moved: its entries are then put in another order."""

    scalars: tuple[Expr, ...]
    left: Expr
    right: Expr
    turned: bool
    moved: bool


def affine_jacobian(expr: Expr) -> Expr | None:
    """Return a Kronecker product that is a derivative up to permutations of rows and columns.

    Args:
        expr: A ``deriv`` node.

    Returns:
        The product, or None where the body is not seen to be affine in the variable.

    """
    name = expr.data[0]
    found: list[Term] = []
    for part in _parts(_unmoved(expr.args[0])):
        if name in build.free_names(part):
            term = _term(part, name)
            if term is None:
                return None
            found.append(term)
    return _together(found)


def _unmoved(expr: Expr) -> Expr:
    expr = strip(expr)
    while expr.op in MOVED:
        expr = strip(expr.args[0])
    return expr


def _parts(expr: Expr) -> Iterator[Expr]:
    expr = strip(expr)
    if expr.op != "add":
        yield expr
        return
    for part in expr.args:
        yield from _parts(part)


def _term(part: Expr, name: str) -> Term | None:
    plain = _unmoved(part)
    scalars, matrices = factors(plain)
    moving = [k for k, matrix in enumerate(matrices) if name in build.free_names(matrix)]
    if len(moving) != 1 or any(name in build.free_names(s) for s in scalars):
        return None
    place = strip(matrices[moving[0]])
    variable = strip(place.args[0]) if place.op == "transpose" else place
    if variable.op != "var" or variable.data[0] != name:
        return None
    before, after = matrices[: moving[0]], matrices[moving[0] + 1 :]
    left = chain(before) if before else build.eye(dim(rows(place)))
    right = chain(after) if after else build.eye(dim(cols(place)))
    return Term(tuple(scalars), left, right, place.op == "transpose", plain is not part)


def _together(found: list[Term]) -> Expr | None:
    """One product for all terms: A X B + C X B = (A + C) X B, and likewise where the left sides agree."""
    if not found or (len(found) > 1 and (any(t.moved for t in found) or len({t.turned for t in found}) > 1)):
        return None
    if len({t.right for t in found}) == 1:
        left, right = build.add(*(_scaled(t.scalars, t.left) for t in found)), found[0].right
    elif len({t.left for t in found}) == 1:
        left, right = found[0].left, build.add(*(_scaled(t.scalars, t.right) for t in found))
    else:
        return None
    return build.kron(left, normal(build.transpose(right)))


def _scaled(scalars: tuple[Expr, ...], matrix: Expr) -> Expr:
    for scalar in scalars:
        matrix = build.scale(scalar, matrix)
    return matrix


__all__ = ["affine_jacobian"]
