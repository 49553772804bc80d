"""What a document claims and where: a paper file, or a LaTeX source through its import. Nothing is written."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from proofs.reading.paper import BadPaper, Claim, Flaw

SOURCES = (".tex", ".ltx")
_LINE = re.compile(r"line (\d+)(?:,|$)")
_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_LABEL = re.compile(r"\\label\s*\{[^{}]*\}")


@dataclass(frozen=True, slots=True)
class Place:
    """Where the formula of a claim stands, as offsets in the text of the document.

    Attributes:
        start: Where it begins.
        end: Where it ends.
        whole: It is one formula of one claim, so that another one can stand in its place.
        kept: What stands before the new one: labels of a display.
        heading: Where a given block of the claim can be put in, -1 where it cannot.

    """

    start: int
    end: int
    whole: bool
    kept: str = ""
    heading: int = -1


@dataclass(frozen=True, slots=True)
class Document:
    """A document that was read.

    Attributes:
        claims: Its claims, each with its place.
        flaws: What cannot be read in the document itself.

    """

    claims: tuple[tuple[Claim, Place], ...] = ()
    flaws: tuple[Flaw, ...] = ()


def is_document(path: Path, text: str) -> bool:
    """Whether a file is one in which claims stand: a LaTeX source, or a Markdown file with a ``math`` block below a heading ``## id: title``."""
    if path.suffix.lower() in SOURCES:
        return True
    return path.suffix.lower() == ".md" and (path.name.endswith(".paper.md") or re.search(r"^#{2,6} [\w.-]+: .*(?:\n(?!#).*)*?\n```math\b", text, re.MULTILINE) is not None)


def read_document(path: Path, text: str) -> Document:
    """Return the claims of a document as it stands in the editor, saved or not."""
    try:
        return _of_source(path, text) if path.suffix.lower() in SOURCES else _of_paper(path, text)
    except BadPaper as bad:
        return Document((), bad.flaws)
    except ValueError as bad:  # a source without formulas, or one that is too long
        return Document((), (Flaw(str(path), 1, 0, str(bad)),))


def _of_paper(path: Path, text: str) -> Document:
    from proofs.reading.reader import read_text

    paper = read_text(text, path)
    lines = Lines(text)
    found = []
    for claim in paper.claims:
        blocks = [*claim.math, *(claim.corrected[1] if claim.corrected else ())]
        if not blocks:
            continue
        first, last = min(blocks, key=lambda b: b.line), max(blocks, key=lambda b: b.line)
        end = last.line - 1 + last.text.count("\n")
        whole = Place(lines.starts[first.line - 1], lines.starts[end] + len(lines.line(end)), len(blocks) == 1, heading=lines.starts[first.line - 2])
        found.append((claim, whole))
    return Document(tuple(found))


def _of_source(path: Path, text: str) -> Document:
    from proofs.importing.importer import import_source
    from proofs.importing.merging import merged
    from proofs.importing.segments import segments
    from proofs.importing.source_tree import SourceTree
    from proofs.reading.reader import read_text

    made = import_source(SourceTree(text, path.name, path.parent), infer=True).text
    beside = path.with_suffix(".paper.md")
    paper = read_text(made, beside)
    where: dict[str, list[str]] = {}
    for claim in paper.claims:
        where.setdefault(claim.statement.strip(), []).append(claim.where)
    if beside.is_file():  # what the author declared there counts; formulas that the source has no more do not
        paper = read_text(merged(made, beside.read_text(encoding="utf-8"), None).text, beside)
    claims = [(claim, where[claim.statement.strip()].pop(0)) for claim in paper.claims if where.get(claim.statement.strip())]
    lines = Lines(text)
    bare = _COMMENT.sub(lambda m: " " * len(m[0]), text)
    displays = {bare.count("\n", 0, one.start) + 1: one for one in segments(bare).formulas if one.kind == "display"}
    told = [_LINE.match(place) for _, place in claims]  # one of another file has its name in front
    shared = Counter(int(line[1]) for line in told if line)
    found = []
    for (claim, _), line in zip(claims, told, strict=True):
        number = int(line[1]) if line else 0
        if not 0 < number <= len(lines.starts):
            continue
        one = displays.get(number)
        if one is None:
            start = lines.starts[number - 1]
            found.append((claim, Place(start, start + len(lines.line(number - 1)), False)))
        else:
            closing = one.inside + len(one.text)
            kept = "".join(_LABEL.findall(text[one.inside : closing]))
            found.append((claim, Place(one.inside, closing, shared[number] == 1 and "%" not in text[one.inside : closing], kept)))
    return Document(tuple(found))


ENCODINGS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


class Lines:
    """The lines of a text: offsets and places (line, column), both counted from zero, the column in units of an encoding."""

    def __init__(self, text: str, encoding: str = "utf-16") -> None:
        self.text = text
        self.starts = [0, *(k + 1 for k, char in enumerate(text) if char == "\n")]
        self.codec, self.width = ENCODINGS.get(encoding, ENCODINGS["utf-16"])

    def line(self, number: int) -> str:
        """Return a line, without its end."""
        end = self.starts[number + 1] - 1 if number + 1 < len(self.starts) else len(self.text)
        return self.text[self.starts[number] : end].removesuffix("\r")

    def place(self, offset: int) -> tuple[int, int]:
        """Return where an offset is."""
        line = bisect_right(self.starts, offset) - 1
        return line, len(self.text[self.starts[line] : offset].encode(self.codec, "surrogatepass")) // self.width

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a place; of one behind the end of a line, the end."""
        if line >= len(self.starts):
            return len(self.text)
        data = self.line(line).encode(self.codec, "surrogatepass")[: self.width * column]
        return self.starts[line] + len(data.decode(self.codec, "ignore"))


__all__ = ["Document", "Lines", "Place", "is_document", "read_document"]
