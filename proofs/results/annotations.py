"""Results as commands to a GitHub workflow, which shows them at the lines of a change."""

from __future__ import annotations

from proofs.results.findings import findings
from proofs.results.schema import Audit


def annotations(audit: Audit) -> list[str]:
    """Return one line per finding.

    Example:
        >>> annotations(Audit("v", 0, ("a.md:3: no such key",), ()))
        ['::error file=a.md,line=3,title=bad input::no such key']

    """
    return [
        f"::error file={_property(one.file)},line={one.line},title={_property(one.title)}::{_text(chr(10).join(one.text))}"
        for one in findings(audit)
    ]


def _text(words: str) -> str:
    return words.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(words: str) -> str:
    return _text(words).replace(":", "%3A").replace(",", "%2C")


__all__ = ["annotations"]
