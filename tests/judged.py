"""One claim, judged at the quickest effort, or put to the norm rules or the index form alone."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

from derive.bounds import prove_bound
from derive.core import Problem
from derive.index import prove
from derive.limits import prove_order
from proofs.api import ad_hoc_claim
from proofs.judging.judge import judge
from proofs.judging.understand import understand
from proofs.proving.objects import proof_of
from proofs.reading.options import How
from proofs.reading.paper import Settings
from proofs.results.schema import ClaimResult


def judged(claim: str, given: str, folder: Path, layout: str = "numerator") -> ClaimResult:
    """Return the result for a claim that stands in no file; its certificates go to the folder.

    What would mend a false claim is not looked for, which takes a third of the time: that is for ``mended``.
    """
    with patch("proofs.judging.mend.mend", return_value=None):
        return mended(claim, given, folder, layout)


def mended(claim: str, given: str, folder: Path, layout: str = "numerator") -> ClaimResult:
    """Return the same with the repair or the hypothesis that would make the claim hold."""
    return judge(ad_hoc_claim(claim, given, Settings(layout=layout)), How(effort="quick", certificates=folder))


def proved(given: str, claim: str) -> bool:
    """Return whether the norm rules, or else the engines with a proof object, show every relation of a claim that can be read in one way."""
    return all(_is_shown(problem) for problem in problems_of(given, claim))


def _is_shown(problem: Problem) -> bool:
    return any(by(problem).outcome == "agree" for by in (prove_bound, prove_order)) or proof_of(problem).data is not None


def shown(given: str, claim: str) -> bool:
    """Return whether the index form alone shows every equation of a claim that can be read in one way."""
    return all(prove(problem).outcome == "agree" for problem in problems_of(given, claim))


def problems_of(given: str, claim: str) -> list[Problem]:
    (reading,) = understand(ad_hoc_claim(claim, given, Settings()))
    assert all(link.typed is not None for link in reading.links)
    return [link.typed.problem for link in reading.links if link.typed is not None]
