r"""Equations between products that begin or end with the same matrix: ``C h_t = \sum_j C F^{t-j} B u_j`` follows from the one without C."""

from __future__ import annotations

from functools import reduce

from derive import build
from derive.core import Expr, Rel
from derive.errors import DeriveError
from derive.index.rewriting.matrix_powers import chained
from derive.size_names import size_names


def without_common_factor(goal: Rel) -> Rel | None:
    """Return an equation from which a goal follows by a product from the left or from the right; None if there is none."""
    for at in (0, -1):
        factors = chained(goal.lhs), chained(goal.rhs)
        common = next((f[at] for f in factors if len(f) > 1), None)
        if common is None or common.op in ("mprod", "reshape"):
            continue
        left, right = _without(common, goal.lhs, at), _without(common, goal.rhs, at)
        if left is None or right is None or left.shape.totals != right.shape.totals:
            continue
        try:
            return Rel("=", left, build.reshape(right, left.shape))
        except DeriveError:
            continue
    return None


def _without(factor: Expr, expr: Expr, at: int) -> Expr | None:
    """The other factor of an expression that is a product with a matrix; None if that is not certain."""
    if expr.op in ("add", "zeros"):
        parts = [_without(factor, part, at) for part in expr.args]
        known = [part for part in parts if part is not None]
        return build.add(*known) if known and len(known) == len(parts) else None
    if expr.op == "scale":
        rest = _without(factor, expr.args[1], at)
        return None if rest is None else build.scale(expr.args[0], rest)
    if expr.op == "sum":
        index, low, high = expr.data
        body = None if index in size_names(factor) else _without(factor, expr.args[0], at)
        return None if body is None else build.sum_(index, low, high, body)
    factors = chained(expr)
    if len(factors) > 1 and factors[at] == factor:
        return reduce(build.matmul, factors[1:] if at == 0 else factors[:-1])
    if len(factors) > 1 and factors[at].op in ("add", "scale", "sum"):
        inner = _without(factor, factors[at], at)
        if inner is not None:
            return reduce(build.matmul, (inner, *factors[1:]) if at == 0 else (*factors[:-1], inner))
    return None


__all__ = ["without_common_factor"]
