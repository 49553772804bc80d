"""What would make a false claim true: one edit of the formula, or else one natural hypothesis, each verified."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from derive.core import Problem
from derive.errors import DeriveError
from proofs.hypotheses import natural_hypotheses
from proofs.options import How
from proofs.paper import Settings
from proofs.roads import door
from proofs.schema import Json
from proofs.understand import Link, Reading

if TYPE_CHECKING:
    from proofs.judge import Finding

_EDITS = {"quick": 40, "normal": 200, "deep": 1000}


@dataclass(frozen=True, slots=True)
class Mended:
    """A verified repair, or the hypothesis under which the claim holds as it is written."""

    repair: Json | None = None
    hypothesis: str | None = None
    message: str = ""


def mend(link: Link, reading: Reading, settings: Settings, finding: Finding, how: How) -> Mended | None:
    """Look for the smallest edit that makes a link hold, then for a hypothesis that does."""
    repair = _repair(link, reading, settings, how)
    if repair is not None:
        return Mended(repair=repair)
    if link.typed is None or finding.counterexample is None:
        return None
    for hypothesis, problem in natural_hypotheses(link.typed.problem):
        if _holds(problem, settings, how) is not None:
            return Mended(hypothesis=hypothesis, message=f"false as written; it holds if ${hypothesis}$")
    return None


def _repair(link: Link, reading: Reading, settings: Settings, how: How) -> Json | None:
    from derive.language.elaborate import elaborate

    from derive.language.latex import to_latex

    for proposal in itertools.islice(_proposals(link, reading), _EDITS[how.effort]):
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


def _proposals(link: Link, reading: Reading) -> Iterator:
    try:
        proposals = door("derive.repair", "proposals")
        syntax = link.typed.statement if link.typed is not None else link.syntax
        yield from proposals(syntax, reading.scope, reading.options)
    except DeriveError:
        return


def _holds(problem: Problem, settings: Settings, how: How) -> str | None:
    """Return the strength if the problem is shown by the roads that prove, else None."""
    from proofs.judge import judge_problem

    decision = judge_problem(problem, settings, None, replace(how, effort="quick", lean=True, full=False)).decision
    return decision.strength if decision.verdict == "holds" else None
