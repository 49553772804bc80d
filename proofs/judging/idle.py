"""Hypotheses that cannot rescue an equation, by its form alone: no proof is tried under them."""

from __future__ import annotations

from derive.core import Problem, Rel, walk
from derive.meromorphic import is_meromorphic
from proofs.judging.hypotheses import Natural

USES_RANK = {"inv", "det", "kappa", "sigma", "eig", "rank", "sup", "inf"}


def is_idle(natural: Natural, problem: Problem) -> bool:
    """Return whether an equation that is false somewhere is so under a hypothesis, too, or is not proved by it.

    The sign of a variable restricts it to a set with inner points at all sizes, and an identity of meromorphic functions
    that holds there holds everywhere. Ranks tell a proof something of inverses and of what is spectral, and else nothing.
    """
    goal = problem.goal
    if not isinstance(goal, Rel) or goal.op != "=" or problem.hypotheses:
        return False
    if natural.kind == "rank":
        return not any(node.op in USES_RANK for side in (goal.lhs, goal.rhs) for node in walk(side))
    if natural.kind not in ("sign", "nonzero") or not all(_speaks_of_variable(f) for f in natural.formulas[-1:]):
        return False
    return is_meromorphic(goal.lhs) and is_meromorphic(goal.rhs)


def _speaks_of_variable(formula: object) -> bool:
    return isinstance(formula, Rel) and formula.lhs.op == "var"


__all__ = ["is_idle"]
