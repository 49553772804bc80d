"""The corpus: true statements of textbooks with a false neighbor each, as they stand in `statements.txt`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).with_name("statements.txt")


@dataclass(frozen=True, slots=True)
class Statement:
    """One true statement and its false neighbor.

    Attributes:
        field: What it is about.
        source: The book that states it.
        given: Declarations and hypotheses of the statement.
        true: The statement.
        told: Declarations and hypotheses of its neighbor, where some of them may be others.
        false: Its neighbor.
    """

    field: str
    source: str
    given: str
    true: str
    told: str
    false: str


def statements() -> Iterator[Statement]:
    """Yield the statements in the order of the file.

    Raises:
        ValueError: A line is none of the file's kinds, or a statement has no neighbor.

    """
    here = {"field": "", "source": "", "given": ""}
    true, more, false, extra = "", "", "", ""

    def done() -> Iterator[Statement]:
        if bool(true) != bool(false):
            raise ValueError(f"a statement and its neighbor stand together: {true or false}")
        if true:
            given, told = (", ".join(filter(None, (here["given"], one))) for one in (more, extra or more))
            yield Statement(here["field"], here["source"], given, true, told, false)

    for line in FILE.read_text(encoding="utf-8").splitlines():
        mark, _, text = line.partition(" ")
        if mark in ("+", "##", "source:", "given:"):
            yield from done()
            true, more, false, extra = "", "", "", ""
        if mark == "+":
            true, _, more = (part.strip() for part in text.partition(" ;; "))
        elif mark == "-":
            false, _, extra = (part.strip() for part in text.partition(" ;; "))
        elif mark in ("##", "source:", "given:"):
            here["field" if mark == "##" else mark[:-1]] = text
        elif line and mark != "#":
            raise ValueError(f"not understood: {line}")
    yield from done()


__all__ = ["Statement", "statements"]
