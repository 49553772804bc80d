r"""Space between symbols: how much of it was written, from nothing to what separates formulas.

LaTeX ignores blanks and line breaks of the source in formulas, but an author may mean them; commands such as ``\;`` and
``\quad`` are meant in any case.  The levels are ordered.
"""

from __future__ import annotations

import re

NONE, BLANK, BREAK, THIN, WORD, WIDE = range(6)
"""No space, blanks, a line break of the source, up to ``\\:``, as between words (``\\;``, ``~``), half an em or more."""

WIDTHS: dict[str, float] = {
    ",": 3, "thinspace": 3, ":": 4, ">": 4, "medspace": 4, ";": 5, "thickspace": 5, " ": 6, "\t": 6, "\n": 6, "space": 6, "~": 6,
    "nobreakspace": 6, "enspace": 9, "enskip": 9, "quad": 18, "qquad": 36, "hfill": 36, "hfil": 36, "newline": 36, "linebreak": 36,
    "par": 36,
}  # fmt: skip
"""Widths of the commands in mu, eighteen of which are one em."""
UNITS: dict[str, float] = {
    "mu": 1, "em": 18, "ex": 8, "pt": 1.8, "bp": 1.8, "dd": 1.9, "pc": 21.6, "cc": 23, "mm": 5.1, "cm": 51, "in": 130, "sp": 0,
}  # fmt: skip
"""Lengths in mu, for a font of ten points."""
LENGTHS = frozenset(["hspace", "vspace", "mspace"])
"""Commands with a length in braces."""
PRIMITIVES = frozenset(["hskip", "mskip", "kern", "mkern", "vskip"])
"""Commands with a length behind them without braces."""
APART = frozenset(["label", "tag", "phantom", "hphantom"])
"""Commands with an argument that is dropped; what stands behind it stands apart."""

_LENGTH = re.compile(r"\s*([+-]?)\s*([0-9]*\.?[0-9]+)\s*(" + "|".join(UNITS) + r")")
_STRETCH = re.compile(r"\s*(?:plus|minus)\s*[0-9]*\.?[0-9]+\s*(?:" + "|".join(UNITS) + r"|fill?l?)")


def level(width: float) -> int:
    """Return the level of a width in mu."""
    return WIDE if width >= 9 else WORD if width >= 5 else THIN if width > 0 else NONE


def length(text: str) -> float:
    r"""Return the width of a length such as ``1cm``; one that is not known (``\textwidth``) is wide."""
    found = _LENGTH.match(text)
    if found is None:
        return WIDTHS["quad"]
    return UNITS[found[3]] * float(found[2]) * (-1 if found[1] == "-" else 1)


def bare_length(text: str, position: int) -> tuple[float, int] | None:
    r"""Return the width of the length at a position, and where it ends; None if none stands there."""
    found = _LENGTH.match(text, position)
    if found is None:
        return None
    end = found.end()
    while (more := _STRETCH.match(text, end)) is not None:
        end = more.end()
    return length(found[0]), end


__all__ = [
    "APART", "BLANK", "BREAK", "LENGTHS", "NONE", "PRIMITIVES", "THIN", "WIDE", "WIDTHS", "WORD", "bare_length", "length", "level",
]  # fmt: skip
