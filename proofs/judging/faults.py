r"""Faults are local: a line of a given block that cannot be read costs the claims that need it, and no others.

What a flawed line declares or defines is not known to any claim; what it would have said of other names (``x > \foo``)
is missing from all that speaks of them, so that such claims are not judged either.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from derive.errors import DeriveError
from proofs.judging.understand import language_options
from proofs.reading.paper import Block, Claim, Flaw, Levels, Settings, in_reading

if TYPE_CHECKING:
    from derive.language.scope.scope import Scope

MOST_TOGETHER = 6  # flawed lines that are sought by reading the whole block again
_MARKS = re.compile(r"\\begin(?=\s*\{)|\\end(?=\s*\{)|\\\\(?:\[[^\]]*\])?|\\.|[{}]", re.DOTALL)
_DECLARES = re.compile(r"\\in(?![A-Za-z])|:=|\\coloneqq")
_WORDS = re.compile(
    r"\\(?:text|operatorname|mathrm|mathbb|begin|end)\*?\s*\{[^{}]*\}|\\(?:mathbf|mathcal|boldsymbol|bm|hat|tilde|bar|widehat|"
    r"widetilde|overline|left|right|frac|top|in|succ|succeq|prec|preceq|ge|le|geq|leq|ne|neq|to|quad|qquad|cdot|times|forall)(?![A-Za-z])"
)
_LETTER = re.compile(r"\\[A-Za-z]+|[A-Za-z]")


@dataclass(frozen=True, slots=True)
class Repaired:
    """A claim without the flawed lines that are given to it.

    Attributes:
        claim: The claim, its given blocks with the flawed lines left blank.
        needed: The flaws of lines that it needs: it cannot be judged.
        others: Those of lines that it does not need.

    """

    claim: Claim
    needed: tuple[Flaw, ...]
    others: tuple[Flaw, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    flaw: Flaw


def without_flawed_lines(claim: Claim) -> Repaired:
    """Return a claim without the lines given to it that cannot be read, and what of them it needs."""
    lines: list[_Line] = []
    readings: list[dict[Block, Block]] = []
    for reading in claim.readings():
        changed: dict[Block, Block] = {}
        levels = tuple(tuple(block for block in level if in_reading(block, reading)) for level in claim.given)
        for block, (text, flawed) in _repaired(levels, claim.settings, claim.file).items():
            if flawed:
                changed[block] = replace(block, text=text)
                lines += flawed
        readings.append(changed)
    if not lines:
        return Repaired(claim, (), ())
    blanked = {block: made for changed in readings for block, made in changed.items()}
    def cleared(levels: Levels) -> Levels:
        return tuple(tuple(blanked.get(block, block) for block in level) for level in levels)

    corrected = None if claim.corrected is None else (cleared(claim.corrected[0]), claim.corrected[1])
    repaired = replace(claim, given=cleared(claim.given), added=cleared(claim.added), corrected=corrected)
    lines = list(dict.fromkeys(lines))
    lost, about_sizes = _lost(lines, repaired)
    names = _letters(claim.statement)
    needed = [one for one in lines if about_sizes or names & lost]
    others = [one for one in lines if one not in needed]
    return Repaired(repaired, tuple(one.flaw for one in needed), tuple(one.flaw for one in others))


def _lost(lines: Iterable[_Line], claim: Claim) -> tuple[set[str], bool]:
    """The names about which something is not known, and whether sizes are among them: these stand in no claim's text."""
    lost: set[str] = set()
    for line in lines:
        declares = _DECLARES.search(line.text)
        lost |= _letters(line.text[: declares.start()] if declares else line.text)
    others = [row for level in claim.given for block in level for row, _ in _rows(block.text)]
    shapes = _letters(
        " ".join(part for row in others for part in re.findall(r"\\mathbb\s*\{?[RN]\}?\s*\^\s*(\{[^{}]*\}|\w)", row))
    )
    sayings = [_letters(row) for row in others if not re.search(r"\\in(?![A-Za-z])", row)]
    grows = True
    while grows:
        grows = False
        for letters in sayings:
            if letters & lost and not letters <= lost:
                lost |= letters
                grows = True
    return lost, bool(lost & shapes)


def _letters(text: str) -> set[str]:
    return set(_LETTER.findall(_WORDS.sub(" ", text)))


def _rows(text: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """The lines of a block, which end at a row break outside of environments and braces, and where they stand."""
    depth = start = 0
    for match in _MARKS.finditer(text):
        mark = match[0]
        depth += mark in ("{", r"\begin")
        depth -= mark in ("}", r"\end")
        if mark.startswith("\\\\") and depth <= 0:
            yield text[start : match.start()], (start, match.end())
            start, depth = match.end(), 0
    if text[start:].strip():
        yield text[start:], (start, len(text))


@lru_cache(maxsize=256)
def _repaired(
    levels: tuple[tuple[Block, ...], ...], settings: Settings, file: str
) -> dict[Block, tuple[str, tuple[_Line, ...]]]:
    """For each given block its text without flawed lines, and these."""
    from derive.language.problems.notated import root_for

    scope = root_for((block.text for level in levels for block in level), language_options(settings))
    found: dict[Block, tuple[str, tuple[_Line, ...]]] = {}
    for depth, level in enumerate(levels):
        if depth and level:
            scope = scope.child()
        for block in level:
            text, flawed = _block(scope, block, settings, file)
            found[block] = text, flawed
            try:
                scope = scope.given(text) if text.strip(" \n\\") else scope
            except DeriveError as problem:
                line = _Line(text, _flaw(block, problem, 0, file))
                found[block] = "", (*flawed, line)
    return found


def _block(scope: Scope, block: Block, settings: Settings, file: str) -> tuple[str, tuple[_Line, ...]]:
    from derive.language.parsing.parser import statements

    text = block.text
    flawed: list[_Line] = []

    def leave_out(row: str, span: tuple[int, int], problem: DeriveError, offset: int) -> None:
        nonlocal text
        flawed.append(_Line(row, _flaw(block, problem, offset, file)))
        text = text[: span[0]] + re.sub(r"[^\n]", " ", text[slice(*span)]) + text[span[1] :]

    if _reads(scope, text) is None:
        return text, ()
    for row, span in list(_rows(text)):
        try:
            statements(row, dict(settings.macros))
        except DeriveError as problem:
            leave_out(row, span, problem, span[0])
    for _ in range(MOST_TOGETHER):
        problem = _reads(scope, text)
        if problem is None:
            return text, tuple(flawed)
        at = problem.position
        found = next(((r, s) for r, s in _rows(text) if at is not None and s[0] <= at < s[1]), None)
        if found is None:
            break
        leave_out(*found, problem, 0)
    waiting = [(row, span) for row, span in _rows(text) if row.strip()]
    for last in (False, True):
        later: list[tuple[str, tuple[int, int]]] = []
        for row, span in waiting:
            try:
                scope = scope.given(row)
            except DeriveError as problem:
                if last:
                    leave_out(row, span, problem, span[0])
                else:
                    later.append((row, span))
        waiting = later
    return text, tuple(flawed)


def _reads(scope: Scope, text: str) -> DeriveError | None:
    if not text.strip(" \n\\"):
        return None
    try:
        scope.given(text)
    except DeriveError as problem:
        return problem
    return None


def _flaw(block: Block, problem: DeriveError, offset: int, file: str) -> Flaw:
    position = None if problem.position is None else problem.position + offset
    line, column = block.place(position)
    return Flaw(file, line, column, str(problem))


__all__ = ["Repaired", "without_flawed_lines"]
