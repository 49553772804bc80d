r"""Branches that TeX skips for certain (``\iffalse``); of other conditionals both branches are read, and that is told."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass

_CONDITIONAL = re.compile(r"\\(newif\s*\\if[A-Za-z@]*|if[A-Za-z@]*|else|fi)(?![A-Za-z@])")
_NO_CONDITIONAL = ("iff", "ifthenelse", "ifdefempty", "ifstrequal", "ifbool", "iftoggle")
_MATTERS = re.compile(r"\\begin\b|\\\[|\$\$|\\def\b|\\[A-Za-z]*command\b|\\let\b")

LeftOut = tuple[int, str, str]
"""A place, what is left out, and why."""


def without_false_branches(text: str, told: list[tuple[str, str, int]]) -> str:
    """Return a text without the branches that TeX skips; its lines keep their numbers.

    Args:
        text: The text of a file.
        told: What is left out or not known is added: what, why, where.

    """
    out: list[str] = []
    opened: list[_Conditional] = []
    matters = [found.start() for found in _MATTERS.finditer(text)]
    start = skipped = 0

    def take(end: int) -> None:
        piece = text[start:end]
        out.append(piece if not skipped else "\n" * piece.count("\n"))

    for match in _CONDITIONAL.finditer(text):
        name = match[1]
        if name.startswith("newif") or name in _NO_CONDITIONAL or (name in ("else", "fi") and not opened):
            continue
        take(match.start())
        start = match.start()
        if name.startswith("if"):
            opened.append(_Conditional(name, match.start(), name != "iffalse"))
            skipped += name == "iffalse"
        known = opened[-1].known
        if known:
            start = match.end()  # the command itself says nothing more
        if name == "else" and known:
            skipped += 1 if opened[-1].reads else -1
            opened[-1].reads = not opened[-1].reads
        elif name == "fi":
            skipped -= not opened[-1].reads
            _tell(opened.pop(), matters, match.start(), told)
    take(len(text))
    for one in opened:
        _tell(one, matters, len(text), told)
    return "".join(out)


@dataclass(slots=True)
class _Conditional:
    name: str
    start: int
    reads: bool

    @property
    def known(self) -> bool:
        return self.name in ("iffalse", "iftrue")


def _tell(one: _Conditional, matters: list[int], end: int, told: list[tuple[str, str, int]]) -> None:
    if one.name == "iffalse":
        told.append((r"the text between \iffalse and \fi", "TeX does not read it", one.start))
    elif one.name != "iftrue" and bisect_left(matters, one.start) < bisect_left(matters, end):
        told.append((f"the conditional \\{one.name}", "which branch TeX reads is not known; both are read", one.start))


__all__ = ["LeftOut", "without_false_branches"]
