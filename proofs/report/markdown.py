"""The report as Markdown with math fences, for code-hosting sites."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proofs.report.context import PaperContext
from proofs.report.formulas import Formulas


def markdown(paper: PaperContext, formulas: Formulas, *, against: Mapping[str, Any] | None = None) -> str:
    """Return the report of a paper as Markdown."""
    return ""
