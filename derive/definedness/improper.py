r"""Integrals and limits of which nothing here says that they have a finite value: ``\int_0^1 \frac1t \, dt``, ``\lim_{t \to \infty} f(t)``.

That they converge is no formula of the core language. One alone may be whatever the other side is; of two on one side, ``I - I`` need not be zero.
"""

from __future__ import annotations

from derive import build, functions
from derive.core import Expr, Formula, formula_exprs, walk
from derive.functions import regular
from derive.index.rewriting.integrals import OPS, is_absolutely_continuous, is_tame

BOUNDED = {*OPS, *build.DERIVATIVES, "indicator", "where"}
JUMPING = regular(functions.JUMP)


def has_several(formula: Formula) -> bool:
    """Return whether more than one place of a side is an integral or a limit that may have no finite value."""
    for side in formula_exprs(formula):
        count: dict[Expr, int] = {}
        for node in walk(side):
            count[node] = sum(count[part] for part in node.args) + _is_improper(node)
        if count[side] > 1:
            return True
    return False


def _is_improper(node: Expr) -> bool:
    """Whether a node is an integral or a limit, and its body not bounded, or not continuous, by its operations."""
    if node.op == "integral":
        ends = (part for end in node.args[1:] for part in walk(end))
        return build.INFINITY in ends or not _is_bounded(node.args[0], node.data[0])
    if node.op in build.LIMITS:
        name, to = node.data
        return to != "zero" or not is_absolutely_continuous(node.args[0], name)
    return False


def _is_bounded(body: Expr, name: str) -> bool:
    nodes = list(walk(body))
    moving = {name, *(node.data[0] for node in nodes if node.op in build.DERIVATIVES)}
    return all(_is_tame(node, moving) for node in nodes if moving & build.free_names(node))


def _is_tame(node: Expr, moving: set[str]) -> bool:
    return node.op in BOUNDED or (node.op == "map" and node.data[0] in JUMPING) or all(is_tame(node, name) for name in moving)


__all__ = ["has_several"]
