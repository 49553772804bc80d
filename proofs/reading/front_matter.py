"""Where the header of a paper file stands; a block that was meant as one and is none is refused, never passed over."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from proofs.reading.header import HEADER_KEYS
from proofs.reading.headings import visible
from proofs.reading.option_lines import strays

_OPENS = re.compile(r"\s*(?:[-+*_=~\u2013\u2014][\s\-+*_=~\u2013\u2014]+|`{3,}\s*\{?\s*(?:ya?ml|toml|header|front-?matter)?\s*\}?|~{3,}\s*\w*)\s*$", re.IGNORECASE)  # fmt: skip
_PAIR = re.compile(r"\s*[\"']?([A-Za-z]+(?:[-_ ][A-Za-z]+)?)[\"']?\s*[:=]")
_LONGEST = 100  # lines in which the first key of a header is looked for


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The header: the index of its first line, and of the line that closes it; `refused` says what is wrong with it."""

    start: int = 0
    end: int = -1
    refused: str = ""

    @property
    def after(self) -> int:
        """Index of the first line below the header."""
        return self.end + 1


def find_front_matter(lines: Sequence[str]) -> FrontMatter:
    """Find the header of a file; `after` is 0 where there is none.

    Blank lines and comments may stand above it.  A rule of dashes above prose is no header.

    Examples:
        >>> find_front_matter(["---", "norm: frobenius", "---", "text"])
        FrontMatter(start=1, end=2, refused='')
        >>> find_front_matter(["", "---", "A rule above prose.", "---"]).after
        0

    """
    top = _first(lines)
    if top == len(lines):
        return FrontMatter()
    opening = visible(lines[top]).rstrip()
    if opening == "---" and (top == 0 or _names_keys(lines[top + 1 :])):
        ends = [i for i in range(top + 1, len(lines)) if lines[i].rstrip() in ("---", "...")]
        if ends:
            return FrontMatter(top + 1, ends[0])
        return FrontMatter(top, len(lines) - 1, "the header that opens here is never closed with `---`")
    if opening != "---" and _OPENS.match(opening) and _names_keys(lines[top + 1 :]):
        said = f"`{opening.strip()}` opens no header, and the `key: value` lines below it would not count"
        return FrontMatter(
            top, _end(lines, top), f"{said}; begin and end the header with a line `---`, at the start of the line"
        )
    return FrontMatter()


def _first(lines: Sequence[str]) -> int:
    """Index of the first line that is neither blank nor a comment."""
    index = 0
    while index < len(lines):
        line = visible(lines[index]).strip()
        if line.startswith("<!--"):
            index = next((k for k in range(index, len(lines)) if "-->" in lines[k]), len(lines) - 1)
        elif line:
            return index
        index += 1
    return index


def _end(lines: Sequence[str], top: int) -> int:
    """Index of the line that ends a block which was meant as a header."""
    mark = lines[top].strip()[:3]
    return next((k for k in range(top + 1, len(lines)) if lines[k].strip().startswith(mark)), top)


def _names_keys(below: Sequence[str]) -> bool:
    """True where the lines below an opening name a key of the header, before a blank line, a heading or a block."""
    for line in below[:_LONGEST]:
        text = visible(line)
        if not text.strip() or re.match(r"\s*(?:#|```|~~~|-{2,}\s*$|\+{3}\s*$)", text):
            return False
        match = _PAIR.match(text)
        key = re.sub(r"[ _]", "-", match[1].lower()) if match else ""
        if strays(text) or (key and difflib.get_close_matches(key, HEADER_KEYS, n=1, cutoff=0.8)):
            return True
    return False
