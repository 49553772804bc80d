"""Derivation reports: one self-contained HTML, Markdown or LaTeX file per paper, rendered from the result of an audit."""

from proofs.report.writer import FORMATS, write_report

__all__ = ["FORMATS", "write_report"]
