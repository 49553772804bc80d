"""Positive variables written as exponentials, so that logarithms, roots and signs see that they are positive.

``a > 0`` is ``a = exp(b)`` for a real b: the claim about all b is the claim itself. A variable is positive by a hypothesis,
or because the claim takes its logarithm: elsewhere it is not defined.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive.build import fresh, map_, substitute, substitute_formula, var
from derive.core import Expr, Formula, Rel, walk
from derive.errors import DeriveError
from derive.index.places import against_zero, all_entries, places

SEES_SIGNS = ("log", "sqrt", "abs", "sign", "step", "relu")


def parametrized(goal: Rel, hypotheses: Sequence[Formula]) -> tuple[Rel, tuple[Formula, ...]] | None:
    """Return the goal and the hypotheses with exponentials for positive variables, None if that changes nothing."""
    if not any(_sees_signs(node) for side in (goal.lhs, goal.rhs) for node in walk(side)):
        return None
    try:
        positive = [m for op, m in against_zero(hypotheses) if op == ">"] + list(_under_logarithms(goal))
        values = {m.data[0]: map_("exp", var(fresh(m.data[0]), m.shape)) for m in positive if m.op == "var"}
        if not values:
            return None
        sides = (substitute(goal.lhs, values), substitute(goal.rhs, values))
        return Rel("=", *sides), tuple(substitute_formula(h, values) for h in hypotheses)
    except DeriveError:
        return None


def _sees_signs(node: Expr) -> bool:
    if node.op == "hpow":
        return node.args[1].op != "const" or node.args[1].data[0].denominator != 1
    return node.op == "map" and node.data[0] in SEES_SIGNS


def _under_logarithms(goal: Rel) -> Iterator[Expr]:
    """Matrices all of whose entries stand under a logarithm wherever the claim is defined."""
    for place in (p for side in (goal.lhs, goal.rhs) for p in places(side, leave=("where",))):
        if place.free and place.node.op == "map" and place.node.data[0] == "log":
            yield all_entries(place.node.args[0], place.ranges)


__all__ = ["parametrized"]
