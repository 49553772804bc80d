"""How strongly a claim holds: `proved` and `cited` are said only of a proof object that the independent verifier accepted."""

from __future__ import annotations

import time
from dataclasses import replace

from derive.core import Problem
from derive.evidence import Evidence
from proofs.doors import door
from proofs.results.verdicts import SHOWN, Decision

VERIFIER = "verifier"
"""The road of evidence that is a proof object."""


def graded(problem: Problem, decision: Decision) -> tuple[Decision, tuple[Evidence, ...]]:
    """Return a decision with the strength that a proof object gives it, and the verifier's word on that.

    An object that shows a claim where it has a value says nothing of a claim that is said to have one everywhere.
    """
    if decision.verdict != "holds" or decision.strength in SHOWN:
        return decision, ()
    start = time.perf_counter()
    found = door("proofs.proving.objects", "proof_of")(problem)
    if found.data is None or (found.data["domain"] and not decision.domain):
        return decision, ()
    detail = {"said": found.reason, "theorems": dict(found.axioms), "used": list(found.facts)}
    evidence = Evidence(VERIFIER, "agree", "all sizes", detail, time.perf_counter() - start, proof=True)
    return replace(decision, strength="cited" if found.cited else "proved"), (evidence,)


__all__ = ["VERIFIER", "graded"]
