"""How strongly a claim holds: `proved` and `cited` are said only of a proof object that the independent verifier accepted."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from derive.core import Problem
from derive.evidence import Evidence
from proofs.doors import door
from proofs.results.verdicts import SHOWN, Decision, verified

VERIFIER = "verifier"
"""The road of evidence that is a proof object."""


@dataclass(slots=True)
class Object:
    """The proof object of one problem, built when it is asked for.

    Attributes:
        problem: What it shows.
        work: What the search for it may take, None for what is usual.
        seconds: What building it took.
        found: What was found, None before it was asked for.

    """

    problem: Problem
    work: int | None = None
    seconds: float = 0.0
    found: Any = None

    @property
    def accepted(self) -> bool:
        """Whether there is an object that the independent verifier accepts."""
        if self.found is None:
            start = time.perf_counter()
            told = {} if self.work is None else {"work": self.work}
            self.found = door("proofs.proving.objects", "proof_of")(self.problem, **told)
            self.seconds = time.perf_counter() - start
        return self.found.data is not None

    @property
    def is_total(self) -> bool:
        """Whether it shows that the claim has a value, and holds, wherever its hypotheses do."""
        return self.accepted and (self.found.total or not self.found.data["domain"])

    @property
    def evidence(self) -> Evidence:
        """The verifier's word on it."""
        detail = {"said": self.found.reason, "theorems": dict(self.found.axioms), "used": list(self.found.facts)}
        return Evidence(VERIFIER, "agree", "all sizes", detail, self.seconds, proof=True)


def graded(shown: Object, decision: Decision) -> tuple[Decision, tuple[Evidence, ...]]:
    """Return a decision with the strength that a proof object gives it, and the verifier's word on that.

    An object that shows a claim where it has a value says nothing of a claim that is said to have one everywhere.
    """
    if decision.verdict != "holds" or decision.strength in SHOWN or not shown.accepted:
        return decision, ()
    if not shown.is_total and not decision.domain:
        return decision, ()
    return verified(decision, "cited" if shown.found.cited else "proved"), (shown.evidence,)


__all__ = ["VERIFIER", "Object", "graded"]
