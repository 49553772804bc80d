"""Figures as static SVG: the distribution of left/right over a search, tightness against size, bounds compared."""

from __future__ import annotations

from collections.abc import Sequence

from proofs.report.context import PaperContext
from proofs.report.html import Html
from proofs.schema import ClaimResult


def claim_figure(claim: ClaimResult) -> Html | None:
    """Return the figure of a claim, or None if there is nothing to draw."""
    return None


def comparison_figure(paper: PaperContext, papers: Sequence[PaperContext]) -> Html | None:
    """Return one plot of all bounds of the same quantity, or None if no quantity is bounded twice."""
    return None
