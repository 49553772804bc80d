r"""Importing again: what a user edited in a paper file stays, what changed in the source is taken over.

A claim is known by its formula, a section by its heading. What the user's file says of it stays where it differs from
what the last import wrote; what the user removed stays away; what the user added stands where it stood.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

_HEADING = re.compile(r"(#{1,6}) ")
_CLAIM_BLOCK = re.compile(r"^```math(?: reading=[^\s]+)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Part:
    """A heading with what stands below it, or what stands above the first one."""

    key: tuple[str, int]
    text: str


@dataclass(frozen=True, slots=True)
class Merged:
    """A merged paper file.

    Attributes:
        text: The file.
        kept: How many parts of it are the user's.
        gone: Titles of the user's parts whose formulas the source no longer has; they are kept.

    """

    text: str
    kept: int = 0
    gone: tuple[str, ...] = ()


def merged(new: str, old: str, base: str | None) -> Merged:
    """Return what an import makes of a source, with what the user edited.

    Args:
        new: What the import writes now.
        old: The user's file.
        base: What the last import wrote, if that is known: else all of the user's file counts as edited.

    Examples:
        >>> print(merged("# A\n## b: c\n```math\nx = y\n```\n", "# A\n## b: c\nexpect: holds\n```math\nx = y\n```\n", None).text)
        # A
        ## b: c
        expect: holds
        ```math
        x = y
        ```
        <BLANKLINE>

    """
    fresh, own = _parts(new), _parts(old)
    before = {part.key: part.text for part in _parts(base)} if base is not None else {}
    mine = {part.key: part.text for part in own}
    out: list[_Part] = []
    kept = 0
    for part in fresh:
        edited = mine.get(part.key)
        if edited is None and part.key in before:
            continue  # removed by the user
        if (
            edited is not None
            and _said(edited) != _said(before.get(part.key, ""))
            and _said(edited) != _said(part.text)
        ):
            out.append(_Part(part.key, edited))
            kept += 1
        else:
            out.append(part)
    gone: list[str] = []
    known = {part.key for part in fresh}
    for place, part in enumerate(own):
        if part.key in known or (base is not None and _said(before.get(part.key, "")) == _said(part.text)):
            continue
        earlier = {one.key for one in own[:place]}
        at = max((k + 1 for k, one in enumerate(out) if one.key in earlier), default=0)
        out.insert(at, part)
        kept += 1
        if part.key in before:
            gone.append(part.text.split("\n", 1)[0].lstrip("# "))
    return Merged(_numbered("".join(part.text for part in out)), kept, tuple(gone))


def _parts(text: str) -> list[_Part]:
    chunks: list[list[str]] = [[]]
    fenced = False
    for line in text.splitlines(keepends=True):
        if line.startswith("```"):
            fenced = not fenced
        if not fenced and _HEADING.match(line):
            chunks.append([])
        chunks[-1].append(line)
    seen: Counter[str] = Counter()
    parts: list[_Part] = []
    for chunk in chunks:
        joined = "".join(chunk)
        claims = _CLAIM_BLOCK.findall(joined)
        name = re.sub(r"\s+", "", "".join(claims)) or (chunk[0].strip() if chunk and _HEADING.match(chunk[0]) else "")
        seen[name] += 1
        parts.append(_Part((name, seen[name]), joined if joined.endswith("\n") or not joined else joined + "\n"))
    return parts


def _said(text: str) -> str:
    """What a part says, without its number and its line in the source, which move when the source changes."""
    text = re.sub(r"^## [^:\n]*:", "## :", text, count=1)
    return re.sub(r"\s+", " ", re.sub(r"^where: .*$", "", text, count=1, flags=re.MULTILINE)).strip()


def _numbered(text: str) -> str:
    """The file with ids that are used once: a claim that the user edited keeps its own, others step aside."""
    seen: set[str] = set()
    lines: list[str] = []
    for line in text.splitlines(keepends=True):
        match = re.match(r"(##+ )([A-Za-z0-9][\w.-]*)(:.*)", line, re.DOTALL)
        if match:
            name, number = match[2], 2
            while name in seen:
                name, number = f"{match[2]}-{number}", number + 1
            seen.add(name)
            line = f"{match[1]}{name}{match[3]}"
        lines.append(line)
    return "".join(lines)


__all__ = ["Merged", "merged"]
