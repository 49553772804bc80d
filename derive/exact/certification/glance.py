"""A glance in floats at many exact points: which of them are worth an examination in exact or ball arithmetic.

Nothing is decided here. A point where an inequality clearly holds, or a hypothesis clearly does not, is passed over. Of
points where the sides are too close for floats to tell them apart a few are examined: if an equality fails by so little,
it fails so almost everywhere. Doubt (a kink, a division by almost nothing, a small singular value) means examination;
where something is divided by exactly zero the goal has no value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from derive.core import Formula, Logic, Problem, Quantified, Rel, formula_exprs, walk
from derive.errors import NotSupported
from derive.evidence import Point
from derive.exact.certification.certify import eliminate
from derive.exact.certification.truth import to_array
from derive.exact.evaluation.evaluate import Env, Evaluator
from derive.exact.rings.floatring import CLEAR, FloatRing
from derive.exact.rings.rings import Array, Budget, Irrational, Uncertain, Undefined

OPERATIONS = 10_000_000  # per point, for all relations together
BATCH = 32  # points at once
YES, CLOSE, OPEN, NO = 2, 1, 0, -2  # what is not YES is NO, and OPEN stays OPEN
NOWHERE = 3  # of a goal alone: it has no value
MAY_DIVIDE = ("kappa", "where")  # by zero: the first is infinite then, the other may not choose what is undefined
WORDS = {YES: "satisfied", CLOSE: "close", OPEN: "look", NO: "look", NOWHERE: "undefined"}


def worth_a_look(problem: Problem, points: Sequence[Point], indices: Mapping[str, int]) -> list[str]:
    """Return per point ``look`` where it is to be examined, or ``close`` where a few are, with what is told from floats.

    Else it is not: ``satisfied``, ``hypotheses`` or ``undefined``. Arguments as in `glance`.
    """
    if len(points) == 1:  # an examination costs no more
        return ["look"]
    goals, unmet = glance(problem, points, indices)
    return ["hypotheses" if bad else WORDS[goal] for goal, bad in zip(goals, unmet, strict=True)]


def glance(problem: Problem, points: Sequence[Point], indices: Mapping[str, int]) -> tuple[list[int], list[bool]]:
    """Return per point what becomes of the goal, and whether the hypotheses clearly fail.

    The goal clearly holds (`YES`), may hold with equality (`CLOSE`), fails (`NO`), is `OPEN` or has no value (`NOWHERE`).

    All points have the same sizes and give the same variables. Where floats cannot say anything, all is open.
    """
    if len(points) > BATCH:
        parts = [glance(problem, points[k : k + BATCH], indices) for k in range(0, len(points), BATCH)]
        return sum((goals for goals, _ in parts), []), sum((unmet for _, unmet in parts), [])
    nothing = [OPEN] * len(points), [False] * len(points)
    if not points or problem.functions or not problem.variables:
        return nothing
    try:
        problem = eliminate(problem, set(points[0].inputs))
        variables = {name: _stack([p.inputs[name] for p in points]) for name in points[0].inputs}
        with np.errstate(all="ignore"):
            look = _Look(problem, len(points), Env(points[0].sizes, variables, indices))
            unmet = np.zeros(len(points), dtype=bool)
            for hypothesis in problem.hypotheses:
                unmet |= look.truth(hypothesis, given=True) == NO
            goals = look.goal(problem.goal)
    except (
        NotSupported,
        Undefined,
        Uncertain,
        Irrational,
        ArithmeticError,
        ValueError,
        KeyError,
        np.linalg.LinAlgError,
    ):
        return nothing
    return goals.tolist(), unmet.tolist()


def _stack(matrices: Sequence[Any]) -> Array:
    exact = (to_array(m)[0] for m in matrices)
    return np.array([[[int(x.p) / int(x.q) for x in row] for row in matrix] for matrix in exact], dtype=float)


class _Look:
    """Three-valued truth at a batch of points."""

    def __init__(self, problem: Problem, batch: int, env: Env) -> None:
        if any(name not in env.indices for name, _, _ in problem.indices):
            raise NotSupported("an index has no value")
        self.batch, self.env, self.budget = batch, env, Budget(OPERATIONS)
        self.nowhere = np.zeros(batch, dtype=bool)

    def goal(self, formula: Formula) -> Array:
        found = self.truth(formula, given=False)
        if not isinstance(formula, Rel) or any(n.op in MAY_DIVIDE for e in formula_exprs(formula) for n in walk(e)):
            return found
        return np.where(self.nowhere, NOWHERE, found)

    def truth(self, formula: Formula, *, given: bool) -> Array:
        if isinstance(formula, Rel):
            return self._relation(formula, given=given)
        if isinstance(formula, Quantified):
            return np.zeros(self.batch, dtype=int)
        return self._logic(formula, given=given)

    def _logic(self, formula: Logic, *, given: bool) -> Array:
        if formula.op in ("not", "implies", "iff"):  # what fails here may make the whole true: it must fail clearly
            *premises, last = formula.args
            if formula.op == "iff":
                return np.zeros(self.batch, dtype=int)
            if formula.op == "not":
                return -self.truth(last, given=True)
            return np.max([*(-self.truth(p, given=True) for p in premises), self.truth(last, given=given)], axis=0)
        parts = [self.truth(part, given=given) for part in formula.args]
        if formula.op == "and":
            return np.min(parts, axis=0)
        if formula.op == "or":
            return np.max(parts, axis=0)
        return np.zeros(self.batch, dtype=int)

    def _relation(self, rel: Rel, *, given: bool) -> Array:
        # Sides that are equal or close may miss a claim by less than floats can tell: only a clear difference counts.
        if rel.op not in ("=", "!=", "<=", "<", ">=", ">") or (given and rel.op == "!="):
            return np.zeros(self.batch, dtype=int)
        ring = FloatRing(self.batch)
        evaluator = Evaluator(ring, self.env, self.budget)
        a, b = np.broadcast_arrays(evaluator.value(rel.lhs), evaluator.value(rel.rhs))
        if rel.op in (">=", ">"):
            a, b = b, a
        over, gap = a - b, CLEAR * (1 + np.maximum(np.abs(a), np.abs(b)))
        apart = _any(np.abs(over) > gap)
        if rel.op == "=":
            yes, no = np.zeros_like(apart), apart
        elif rel.op == "!=":
            yes, no = apart, np.zeros_like(apart)
        else:
            yes, no = ~_any(over >= -gap), _any(over > gap)
        open_ = ring.doubt | _any(~np.isfinite(over))
        close = CLOSE if rel.op in ("=", "<=", ">=") and not given else OPEN
        if not given:
            self.nowhere |= ring.nowhere
        found = np.where(open_, OPEN, np.where(no, NO, np.where(yes, YES, close)))
        return np.broadcast_to(found, (self.batch,))


def _any(entries: Array) -> Array:
    """Per point, whether it is so of any entry."""
    return np.asarray(entries.reshape(len(entries), -1).any(axis=1))


__all__ = ["CLOSE", "NO", "NOWHERE", "OPEN", "YES", "glance", "worth_a_look"]
