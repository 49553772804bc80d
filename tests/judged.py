"""One claim, judged at the quickest effort."""

from __future__ import annotations

from pathlib import Path

from proofs.api import ad_hoc_claim
from proofs.judge import judge
from proofs.options import How
from proofs.paper import Settings
from proofs.schema import ClaimResult


def judged(claim: str, given: str, folder: Path) -> ClaimResult:
    """Return the result for a claim that stands in no file; its certificates go to the folder."""
    return judge(ad_hoc_claim(claim, given, Settings()), How(effort="quick", certificates=folder))
