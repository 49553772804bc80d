"""Hypotheses that cannot rescue a claim that fails somewhere, by its form alone: no proof is tried under them."""

from __future__ import annotations

from derive.build import DERIVATIVES
from derive.core import Expr, Problem, Rel, walk
from derive.functions import JUMPING, KINK, regular
from derive.meromorphic import ALGEBRAIC, is_meromorphic
from proofs.judging.hypotheses import Natural

USES_RANK = {"inv", "det", "kappa", "sigma", "eig", "rank", "sup", "inf"}
CONTINUOUS = {"norm", "sigma", "eig", "order", "max", "min", "maxover", "minover", "maxentry", "minentry", "hpow"}
ALLOWED = ALGEBRAIC | CONTINUOUS | {"map", "real"}
KINKS = {*regular(KINK), *CONTINUOUS} - {"hpow"}


def is_idle(natural: Natural, problem: Problem) -> bool:
    """Return whether a claim without hypotheses that is false somewhere is so under one, too, or is not proved by it.

    The sign of a variable restricts it to a set with inner points at all sizes, and an identity of meromorphic functions
    that holds there holds everywhere. Ranks tell a proof of an equation something of inverses and of what is spectral, and
    else nothing. Sides that differ at a point differ near it where they are continuous, and there the variables are not zero.
    """
    goal = problem.goal
    if not isinstance(goal, Rel) or goal.op not in ("=", "<=", "<", ">=", ">") or problem.hypotheses:
        return False
    sides = (goal.lhs, goal.rhs)
    if natural.kind == "rank":
        return goal.op == "=" and not any(node.op in USES_RANK for side in sides for node in walk(side))
    if natural.kind not in ("sign", "nonzero") or not all(_speaks_of_variable(f) for f in natural.formulas[-1:]):
        return False
    if goal.op == "=" and all(map(is_meromorphic, sides)):
        return True
    # Where a strict claim fails because its sides are equal they may differ nearby.
    return natural.kind == "nonzero" and goal.op in ("=", "<=", ">=") and all(map(_is_continuous, sides))


def _speaks_of_variable(formula: object) -> bool:
    return isinstance(formula, Rel) and formula.lhs.op == "var"


def _is_continuous(side: Expr) -> bool:
    """Whether an expression is continuous wherever it is defined; a derivative is where nothing under it has a kink."""
    nodes = list(walk(side))
    if any(node.op not in ALLOWED for node in nodes):
        return False
    functions = {node.data[0] if node.op == "map" or node.data == ("F",) else node.op for node in nodes}
    return not (functions & JUMPING or (functions & {*DERIVATIVES} and functions & KINKS))


__all__ = ["is_idle"]
