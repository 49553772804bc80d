r"""What the words around a formula say of a name: "let $A$ be symmetric", "where $Q$ is orthogonal", "for a positive definite $\Sigma$".

What an assumption says ("let", "suppose", "throughout") holds to the end of its section, what a condition says ("if", "where", "for") in
its paragraph, and in front of it where it stands directly behind a display. The phrases are those that given blocks read.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from derive.language.declarations.properties import PHRASES
from proofs.importing.segments import Formula

SQUARE = frozenset(
    one
    for one in PHRASES
    if re.search(r"symmetric|definite|orthogonal|invertible|singular|triangular|idempotent|skew|^[sp]p?s?d$", one)
)
"""What is said of square matrices alone."""
_PHRASE = "|".join(re.escape(one).replace(r"\ ", r"[\s-]+") for one in sorted(PHRASES, key=len, reverse=True))
_FILLER = r"(?:(?:real|square|constant|fixed|given|known|an?|the|any|some|also|both|and|,)\s+)*"
_BEHIND = re.compile(
    rf"\s*(?:\([^()]*\)\s*)?,?\s*(?:which\s+|that\s+)?(?:is|are|be|being|to\s+be|denotes?)\s+(?:assumed\s+to\s+be\s+)?"
    rf"(?:an?\s+|the\s+)?(?:\$[^$]{{1,40}}\$\s+)?{_FILLER}(?P<phrases>(?:(?:{_PHRASE})(?:\s*,\s*|\s+and\s+|\s+)?(?:real\s+|square\s+)*)+)",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    rf"(?P<phrases>(?:(?:{_PHRASE})(?:\s*,\s*|\s+and\s+|\s+)(?:real\s+|square\s+)*)+)(?:(?:matrix|matrices|vectors?|scalars?)\s+)?$", re.IGNORECASE
)
_ONE = re.compile(rf"(?<![a-z])(?:{_PHRASE})(?![a-z])", re.IGNORECASE)
_NOT = re.compile(r"\b(?:not|no|non|nor|neither|need|whether|unless|instead|otherwise)\b", re.IGNORECASE)
_ASSUMES = re.compile(r"\b(?:let|suppose|assum\w*|consider|throughout|given|denote|take)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"[.!?;](?:\s|$)|\n[ \t]*\n|\\(?:begin|end|(?:sub)*section\*?|paragraph|item)\b|\\\]|\$\$")
_PARAGRAPH = re.compile(r"\n[ \t]*\n|\\(?:sub)*section\b|\\(?:begin|end)\s*\{(?:proof|theorem|lemma|thm|lem|cor|corollary|proposition|prop)\}")
_SECTION = re.compile(r"\\(?:sub)*section\b")
_CONDITION = re.compile(r"[\s.,;]*(?:where|with|for|if|when|whenever|provided(?: that)?)\b[^.]*", re.IGNORECASE)
_SEEN = 120
_LONGEST = 60  # characters of a formula that is a name


@dataclass(frozen=True, slots=True)
class Said:
    """What a text says of a name.

    Attributes:
        name: LaTeX of the name.
        phrases: What is said of it, such as ``symmetric``.
        position: Where.
        start: The first place where it is in force.
        end: The last one.

    """

    name: str
    phrases: tuple[str, ...]
    position: int
    start: int
    end: int

    def line(self) -> str:
        """The hypothesis, as given blocks read it."""
        return rf"{self.name} \text{{ is {' and '.join(self.phrases)}}}"


def said_of(text: str, formulas: Sequence[Formula], names: Callable[[str], Sequence[str]]) -> list[Said]:
    """Return what a text says of names.

    Args:
        text: The source with macros written out.
        formulas: All its formulas, in order.
        names: The LaTeX of the names that an inline formula is, or lists, or declares.

    """
    displays = [one for one in formulas if one.kind == "display"]
    found: list[Said] = []
    for formula in formulas:
        if formula.kind != "inline" or len(formula.text) > _LONGEST:
            continue
        behind = _BEHIND.match(text, formula.end, formula.end + _SEEN)
        before = _BEFORE.search(text[max(0, formula.start - _SEEN) : formula.start])
        phrases = [m[0].lower() for match in (behind, before) if match for m in _ONE.finditer(match["phrases"])]
        sentence = _SENTENCE.split(text[max(0, formula.start - 3 * _SEEN) : formula.start])[-1]
        tail = text[formula.end : behind.end("phrases")] if behind else ""
        if not phrases or _NOT.search(sentence) or _NOT.search(tail):
            continue
        start, end = _force(text, formula, sentence, displays)
        spelled = tuple(dict.fromkeys(" ".join(p.replace("-", " ").split()) for p in phrases))
        found += [Said(name, spelled, formula.start, start, end) for name in names(formula.text)]
    return found


def _force(text: str, formula: Formula, sentence: str, displays: Sequence[Formula]) -> tuple[int, int]:
    """From where to where a phrase is in force."""
    paragraph = _PARAGRAPH.search(text, formula.end)
    end = paragraph.start() if paragraph else len(text)
    if _ASSUMES.search(sentence):
        section = _SECTION.search(text, formula.end)
        end = section.start() if section else len(text)
    start = formula.start
    at = bisect_left(displays, formula.start, key=lambda one: one.start)
    if at and _CONDITION.fullmatch(text, displays[at - 1].end, formula.start):
        start = displays[at - 1].start
    return start, end


__all__ = ["SQUARE", "Said", "said_of"]
