r"""Upper and lower limits by what their bodies never exceed: ``\limsup_{t \to 0} f(t) \le c`` where ``f(t) \le c`` for every t."""

from __future__ import annotations

from dataclasses import replace

from derive.core import Problem, Rel


def pointwise(problem: Problem) -> Problem:
    """Return a sufficient problem: an upper limit is at most what its body never exceeds (and likewise below)."""
    goal = problem.goal
    if not isinstance(goal, Rel) or goal.op not in ("<=", ">="):
        return problem
    small, large = (goal.lhs, goal.rhs) if goal.op == "<=" else (goal.rhs, goal.lhs)
    variables = dict(problem.variables)
    for side, op in ((small, "limsup"), (large, "liminf")):
        if side.op == op and side.data[1] != "infinity":
            variables[side.data[0]] = side.shape
    small = small.args[0] if small.op == "limsup" else small
    large = large.args[0] if large.op == "liminf" else large
    return replace(problem, variables=tuple(sorted(variables.items())), goal=Rel("<=", small, large))


__all__ = ["pointwise"]
