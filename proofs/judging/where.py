"""Where a claim has a value, as part of its verdict: `holds where D`, nowhere, or not wherever its premises hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from derive.core import Problem, Rel, operators
from derive.errors import DeriveError
from derive.evidence import Evidence, Point
from proofs.results.verdicts import CONTRADICTION, Decision

if TYPE_CHECKING:
    from derive.definedness.domain import Domain

LOCATED = ("holds", "undecided", "not-refuted")
NOWHERE = "no point that meets the hypotheses gives both sides a value"
UNSEEN = (
    "proved wherever both sides have a value, but no point was found that meets the hypotheses and where they have one"
)
KINKED = "whether a derivative has a value at a kink cannot be told"
NEARBY = "proved wherever both sides have a value, but floating point tells the sides apart at inputs that may lie where one has none"


def located(
    problem: Problem,
    decision: Decision,
    again: Callable[[str], Decision],
    holds: Callable[[Problem], bool],
    seed: int,
    evidence: Sequence[Evidence] = (),
    witnessed: Callable[[], bool] = lambda: False,
    total: Callable[[], bool] = lambda: False,
    resolved: Problem | None = None,
) -> Decision:
    """Return the decision about a problem with what its domain says.

    Args:
        problem: The claim.
        decision: What the roads alone say of the points where it has a value.
        again: The decision where the claim has a value nowhere, for a reason that is given.
        holds: Whether a problem is shown to hold.
        seed: Fixes random draws.
        evidence: What the roads said: where nothing is undefined, inputs in floating point are witnesses enough.
        witnessed: Whether a proof object has an exact point at which the hypotheses hold and both sides have a value.
        total: Whether a proof object shows, with such a point, that both sides have a value wherever the hypotheses hold.
        resolved: The claim with values for limits and extrema, where these are known.

    """
    torn = decision.verdict == "error" and decision.message.startswith(CONTRADICTION)
    if decision.verdict not in LOCATED and not torn:
        return decision
    try:
        from derive.definedness.domain import domain, latex_of
        from derive.definedness.improper import IMPROPER, miscalculated

        told = problem if resolved is None else resolved
        improper = decision.verdict == "holds" and not operators(told).isdisjoint(IMPROPER)
        lacking = miscalculated(told) if improper else None
        if lacking is not None:
            return Decision("undecided", "", lacking)
        if decision.verdict == "holds" and isinstance(problem.goal, Rel) and total():
            return decision
        found = domain(problem)
        if found.nowhere is not None:
            return again(f"{NOWHERE}: the hypotheses exclude ${latex_of([found.nowhere])}$")
        if found.doubtful is not None:
            return Decision("undecided", "", f"{KINKED}: the hypotheses exclude ${latex_of([found.doubtful])}$")
    except (DeriveError, RecursionError):
        return decision
    if decision.verdict == "undecided" and found.is_null and holds(_where(problem, found)):
        return _with_domain(problem, found, replace(decision, verdict="holds"), seed)
    if torn and found.conditions and {e.road for e in evidence if e.outcome == "disagree"} == {"autograd"}:
        return Decision("undecided", "", NEARBY)
    if decision.verdict != "holds":
        return decision
    one = isinstance(problem.goal, Rel)
    return _with_domain(
        problem, found, decision, seed, seen=lambda: _is_met(problem, found, evidence) or (one and witnessed())
    )


def _is_met(problem: Problem, found: Domain, evidence: Sequence[Evidence]) -> bool:
    """Whether no exact point has to be found: nothing can be undefined and inputs were seen, or sizes alone are asked for."""
    if not found.conditions:
        return any(map(_has_points, evidence))
    free = not problem.hypotheses and not found.under
    return free and all(isinstance(c, Rel) and {c.lhs.op, c.rhs.op} <= {"size", "const"} for c in found.conditions)


def _has_points(evidence: Evidence) -> bool:
    """Whether a road that computes values compared both sides at inputs that meet the hypotheses."""
    return evidence.road == "autograd" and evidence.outcome == "agree" and bool(evidence.detail.get("points"))


def _where(problem: Problem, found: Domain) -> Problem:
    """The problem at the points of its domain alone."""
    return replace(problem, hypotheses=(*problem.hypotheses, *found.conditions))


def _with_domain(
    problem: Problem, found: Domain, decision: Decision, seed: int, *, seen: Callable[[], bool] = lambda: False
) -> Decision:
    from derive.definedness.witness import gap, witness

    if found.conditions and (found.under or found.is_null):
        point = gap(problem, found, seed)
        if point is not None:
            side = "the conclusion" if found.under else "a side"
            premises = "the premises hold" if found.under else "the hypotheses hold"
            said = f"needs {found.latex}: {side} has no value at {_told(point)}, where {premises}"
            return Decision("needs-hypothesis", "", said, found.latex)
    asked = bool(found.conditions or problem.hypotheses or found.under)
    if asked and not seen() and witness(problem, found, seed) is None:
        return Decision("undecided", "", UNSEEN)
    return replace(decision, domain=found.latex, partial=found.is_partial(problem))


def _told(point: Point) -> str:
    sizes = [f"{name} = {value}" for name, value in {**point.sizes, **point.indices}.items()]
    inputs = [f"{name} = {_matrix(m)}" for name, m in point.inputs.items()]
    return ", ".join([*sizes, *inputs]) or "every input"


def _matrix(matrix: tuple[tuple[object, ...], ...]) -> str:
    if len(matrix) == 1 and len(matrix[0]) == 1:
        return str(matrix[0][0])
    return "[" + "; ".join(" ".join(map(str, row)) for row in matrix) + "]"


__all__ = ["located"]
