r"""Derivatives that are read as linear maps: ``\nabla^2 f(U)[Z]`` of a matrix U, ``\operatorname{tr}(\nabla_x s(x))`` of a vector s.

The Hessian by a matrix is a matrix of ``m n x m n`` entries; applied to a direction of m x n entries it is the derivative of
the gradient in that direction, of m x n entries again. A nabla of a vector is its Jacobian to some and the transpose of that
to others: under a trace or a determinant both are the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr
from derive.language.derivatives.derivatives import bind
from derive.language.derivatives.targets import Target
from derive.language.terms.readings import NABLA_TRANSPOSED
from derive.language.terms.terms import Term
from derive.language.tree.names import bare
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


def directions(syn: Syn) -> tuple[Syn, ...] | None:
    """Return what stands between round or square brackets without scripts."""
    if syn.kind != "group" or syn.value not in ("(", "["):
        return None
    inner = syn.children[0]
    return inner.children if inner.kind == "list" and inner.value == "," else (inner,)


def hessian_map(
    r: Reader, function: Term, target: Target, point: Term | None, behind: Syn | None, node: Syn
) -> Term | None:
    r"""Read ``\nabla^2 f(U)[Z]`` with a matrix U and a direction Z of its shape; None if none stands behind."""
    found = directions(behind) if behind is not None and behind.kind == "group" and behind.value == "[" else None
    if found is None or len(found) != 1 or not (target.shape.rows and target.shape.cols):
        return None
    direction = r.a.placed(r.read(found[0]), target.shape)
    rows, cols = target.shape.rows, target.shape.cols
    if r.u.clash(direction.rows, rows) or r.u.clash(direction.cols, cols):
        return None
    r.a.agree("the direction does not fit", r.a.known(b.var(target.core, target.shape), node), direction)
    r.note("\\nabla^2 f(U)[Z] is the derivative of the gradient in the direction Z")

    def make(e: Expr, along: Expr, *place: Expr) -> Expr:
        body, bound, _ = bind(r, e, target, of=function.syn)
        moved = b.fresh(target.core)
        gradient = b.grad(body, bound, b.var(moved, target.shape))
        at = b.reshape(place[0], target.shape) if place else b.var(target.core, target.shape)
        return b.frechet(gradient, moved, at, along)

    return r.a.node(rows, cols, make, function, direction, *(() if point is None else (point,)), syn=node)


def is_bracketed_hessian(children: Sequence[Syn], at: int) -> bool:
    r"""Return whether directions stand behind a Hessian in brackets: ``[\nabla^2 f(U)](Z, Z)``, ``(\nabla^2 f(U))[Z]``."""
    behind = directions(children[at + 1]) if at + 1 < len(children) else None
    inside = directions(children[at])
    if behind is None or inside is None or len(inside) != 1 or inside[0].kind != "juxt":
        return False
    first = inside[0].children[0]
    base = bare(first.children[0]) if first.kind == "script" else first
    return (base.kind, base.value) == ("partial", "nabla") and (len(behind) == 2 or children[at + 1].value == "[")


def jacobian_of_column(
    r: Reader, children: Sequence[Syn], end: int, function: Term, target: Target, point: Term | None
) -> Term | None:
    r"""Read ``\nabla_x s(x)`` of a column s by a column x as its Jacobian, or as that transposed where it matters.

    It does not where a trace or a determinant is taken of it.
    """
    if r.a.is_scalar(function) or target.shape.cols or not r.u.is_one(function.cols):
        return None
    node = children[0]
    free = r.layout_free is not None and end == len(children) and node is r.layout_free.children[0]
    turned = not free and r.chooses(NABLA_TRANSPOSED)
    if not free and not turned:
        r.note("the nabla of a vector is read as its Jacobian; to some it is that, transposed")

    def make(e: Expr, *place: Expr) -> Expr:
        body, bound, own = bind(r, e, target, of=function.syn)
        return b.deriv(body, bound, b.reshape(place[0], target.shape) if place else own, r.options.derivative_mode)

    args = (function, *(() if point is None else (point,)))
    term = r.a.node(function.rows, target.shape.rows, make, *args, syn=node)
    return r.a.transpose(term, node) if turned else term


__all__ = ["directions", "hessian_map", "is_bracketed_hessian", "jacobian_of_column"]
