"""Denominators as the products and powers that they are written as: ``((1 + x)^2)^-1`` as ``(1 + x)^-2``.

The index form multiplies powers of sums out, so that ``(1 + 2 x + x^2)^-1`` and ``(1 + x)^-1`` have nothing in common under a
sum.  With integer exponents both are the same number wherever the denominator is not 0.
"""

from __future__ import annotations

from derive.asked import about, nothing
from derive.build import BINDS_IN_FIRST, const, hadamard, hpow, rebuild, scale
from derive.core import Expr, Rel, walk
from derive.index.rewriting.abstract import made

MOST = 4
"""How deep products and powers are nested in a denominator."""


@about("hpow", untouched=nothing)
def with_factored_powers(goal: Rel) -> Rel | None:
    """Return an equation with integer powers taken of the factors of what they stand behind; None if none is a product."""
    left, right = (_factored(side) for side in (goal.lhs, goal.rhs))
    return None if (left, right) == (goal.lhs, goal.rhs) else Rel(goal.op, left, right, goal.data)


def _factored(e: Expr) -> Expr:
    done: dict[Expr, Expr] = {}
    for node in walk(e):
        args = [done[a] for a in node.args]
        own = node if all(a is b for a, b in zip(args, node.args, strict=True)) else None
        if own is None:
            own = rebuild(node, args) if node.op in BINDS_IN_FIRST else made(node, args)
        done[node] = _spread(own, MOST)
    return done[e]


def _spread(e: Expr, depth: int) -> Expr:
    if e.op != "hpow" or e.args[1].op != "const" or not depth:
        return e
    base, (k,) = e.args[0], e.args[1].data
    if k.denominator != 1 or k >= 0:
        return e
    if base.op == "hpow" and base.args[1].op == "const" and base.args[1].data[0].denominator == 1:
        return _spread(hpow(base.args[0], const(k * base.args[1].data[0])), depth - 1)
    if base.op in ("scale", "hadamard"):
        first, second = (_spread(hpow(a, const(k)), depth - 1) for a in base.args)
        return scale(first, second) if base.op == "scale" else hadamard(first, second)
    return e


__all__ = ["with_factored_powers"]
