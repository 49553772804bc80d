"""The report as a LaTeX document (article and amsmath)."""

from __future__ import annotations

from proofs.report.context import PaperContext
from proofs.report.formulas import Formulas


def latex(paper: PaperContext, formulas: Formulas) -> str:
    """Return the report of a paper as a LaTeX document."""
    return ""
