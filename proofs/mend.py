"""What would make a false claim true: one edit of the formula, or else one natural hypothesis, each verified."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from derive.core import Problem
from derive.errors import DeriveError
from derive.evidence import Point
from proofs.hypotheses import natural_hypotheses
from proofs.options import How
from proofs.paper import Settings
from proofs.roads import door
from proofs.schema import Json
from proofs.understand import Link, Reading

if TYPE_CHECKING:
    from proofs.judge import Finding

VERIFIED = {"quick": 3, "normal": 8, "deep": 40}
"""How many proposals are judged at most; each has passed the screen already."""
HYPOTHESES = {"quick": 8, "normal": 24, "deep": 200}


@dataclass(frozen=True, slots=True)
class Mended:
    """A verified repair, or the hypothesis under which the claim holds as it is written."""

    repair: Json | None = None
    hypothesis: str | None = None
    message: str = ""


def mend(link: Link, reading: Reading, settings: Settings, finding: Finding, how: How) -> Mended | None:
    """Look for the smallest edit that makes a link hold, then for a hypothesis that does.

    Only a link that is refuted or ill-typed is mended: a claim that holds, or that may, is never changed.
    """
    if finding.decision.verdict not in ("refuted", "ill-typed"):
        return None
    repair = _repair(link, reading, settings, how)
    if repair is not None:
        return Mended(repair=repair)
    if link.typed is None or finding.counterexample is None:
        return None
    hypothesis = _hypothesis(link.typed.problem, finding.counterexample, settings, how)
    if hypothesis is None:
        return None
    return Mended(hypothesis=hypothesis, message=f"false as written; it holds if ${hypothesis}$")


def _repair(link: Link, reading: Reading, settings: Settings, how: How) -> Json | None:
    from derive.language.elaborate import elaborate

    from derive.language.latex import to_latex

    for proposal, _ in zip(_proposals(link, reading), range(VERIFIED[how.effort]), strict=False):
        try:
            links = elaborate(proposal.statement, reading.scope, reading.options, conditions=link.conditions)
        except DeriveError:
            continue
        strengths = [_holds(one.problem, settings, how) for one in links if len(one.readings) <= 1]
        if links and len(strengths) == len(links) and all(strengths):
            strength = "exact" if "exact" in strengths else "proved"
            text = to_latex(proposal.statement)
            return {"statement": text, "edit": str(proposal.edit), "verdict": "holds", "strength": strength}
    return None


def _proposals(link: Link, reading: Reading) -> Iterator[Any]:
    try:
        proposals = door("derive.repair", "proposals")
        syntax = link.typed.statement if link.typed is not None else link.syntax
        yield from proposals(syntax, reading.scope, reading.options, conditions=link.conditions)
    except (DeriveError, RecursionError):
        return


def _hypothesis(problem: Problem, counterexample: Mapping[str, Any], settings: Settings, how: How) -> str | None:
    """Return the LaTeX of the first natural hypothesis under which the problem is shown to hold.

    A hypothesis that the counterexample satisfies rescues nothing and is not judged.
    """
    point = _point(problem, counterexample)
    left = HYPOTHESES[how.effort]
    for hypothesis, narrowed in natural_hypotheses(problem):
        if point is not None and _still_fails(narrowed, point):
            continue
        if not left:
            return None
        left -= 1
        if _holds(narrowed, settings, how) is not None:
            return hypothesis
    return None


def _still_fails(problem: Problem, point: Point) -> bool:
    try:
        return door("derive.exact.certify", "certify")(problem, point) is not None
    except DeriveError:
        return False


def _point(problem: Problem, counterexample: Mapping[str, Any]) -> Point | None:
    indices = {name for name, _, _ in problem.indices}
    inputs = counterexample["inputs"]
    try:
        matrices = {
            name: tuple(tuple(Fraction(x) for x in row) for row in matrix)
            for name, matrix in inputs.items()
            if not isinstance(matrix, int)
        }
    except (TypeError, ValueError):
        return None
    values = {name: value for name, value in inputs.items() if isinstance(value, int) and name in indices}
    return Point(dict(counterexample["sizes"]), matrices, values)


def _holds(problem: Problem, settings: Settings, how: How) -> str | None:
    """Return the strength if the problem is shown by the roads that prove, else None."""
    from proofs.judge import judge_problem

    decision = judge_problem(problem, settings, None, replace(how, effort="quick", lean=True, full=False)).decision
    return decision.strength if decision.verdict == "holds" else None
