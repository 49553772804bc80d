"""What is not as expected, with its file and line: what annotations and SARIF are made of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePath

from proofs.reading.paper import BadPaper
from proofs.reading.reader import read_paper
from proofs.results.schema import Audit, ClaimResult, PaperResult
from proofs.results.table import clean, details, verdict_word

_PLACE = re.compile(r"^(?P<file>.+?):(?P<line>\d+)(?::(?P<column>\d+))?: (?P<text>.*)$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that needs attention.

    Attributes:
        rule: A verdict, or ``input`` for what cannot be read.
        file: As it was named, with `/`.
        line: From one.
        title: What it is about, on one line.
        text: Why, a line each.
        claim: The claim; None for bad input.

    """

    rule: str
    file: str
    line: int
    title: str
    text: tuple[str, ...]
    claim: ClaimResult | None = None


def findings(audit: Audit) -> Iterator[Finding]:
    """Yield what is not as expected: bad input, claims without a verdict, and claims with another verdict."""
    for error in audit.errors:
        match = _PLACE.match(error)
        file, line = (match["file"], int(match["line"])) if match else ("", 1)
        yield Finding("input", _file(file), max(1, line), "bad input", (clean(match["text"] if match else error),))
    for paper in audit.papers:
        lines = _lines(paper)
        for claim in paper.claims:
            if not claim.as_expected:
                title = f"{claim.id}: {clean(verdict_word(claim))}"
                said = tuple(map(clean, details(claim))) or (clean(claim.statement),)
                yield Finding(claim.verdict, _file(paper.paper), lines.get(claim.id, 1), title, said, claim)
        for one in paper.missing:
            yield Finding("error", _file(paper.paper), 1, f"{clean(one)}: not judged", ("the audit is not complete",))


def _file(name: str) -> str:
    """A file as programs that read results want it: relative where it lies below the working directory."""
    path = Path(name)
    if path.is_absolute():
        try:
            path = path.relative_to(Path.cwd())
        except ValueError:
            return path.as_posix()
    return PurePath(path).as_posix() if name else ""


def _lines(paper: PaperResult) -> dict[str, int]:
    try:
        return {claim.id: claim.line for claim in read_paper(Path(paper.paper)).claims}
    except (BadPaper, OSError, ValueError):
        return {}


__all__ = ["Finding", "findings"]
