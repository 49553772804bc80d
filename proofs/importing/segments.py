r"""What stands where in the text of a LaTeX source: sections, theorem-like environments, displays, inline formulas.

One pass, linear in the length of the text; what opens and is not seen to end is told and passed over, so that it costs
nothing but itself.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from proofs.importing.conditionals import LeftOut
from proofs.importing.macros import argument_end, braced, optional_end

DISPLAYS = (
    "equation", "align", "gather", "multline", "eqnarray", "displaymath", "flalign", "alignat", "xalignat", "IEEEeqnarray",
    "dmath", "math",
)  # fmt: skip
_UNREAD = ("empheq", "dseries", "darray", "xxalignat", "numcases", "subnumcases", "IEEEeqnarraybox", "prooftree")
_SKIPPED = (
    "tikzpicture",
    "tikzcd",
    "tabular",
    "tabularx",
    "tabulary",
    "longtable",
    "algorithmic",
    "thebibliography",
    "picture",
    "pspicture",
)
_WITH_ARGUMENT = ("alignat", "xalignat", "IEEEeqnarray")
_THEOREMS = (
    "theorem", "lemma", "proposition", "corollary", "property", "claim", "fact", "remark", "definition", "assumption",
    "thm", "lem", "prop", "cor", "defn", "rem",
)  # fmt: skip
_NEW_THEOREM = re.compile(r"\\(?:new|declare)theorem\*?\s*(?:\[[^\]]*\]\s*)?\{([A-Za-z]+)\}")
_PROOFS = ("proof", "pf")
_MARK = re.compile(
    r"\\begin\s*\{([A-Za-z]+)(\*?)\}|\\end\s*\{([A-Za-z]+)(\*?)\}|\\((?:sub)*section|chapter|paragraph)\*?\s*(?=[\[{])|\\([\[\](])|(\$\$?)|\\(?:[A-Za-z]+|.)",
    re.DOTALL,
)
_LABEL = re.compile(r"\\label\s*\{([^{}]*)\}")
_BLANK = re.compile(r"\n[ \t]*\n")
LONGEST = 50_000  # characters of a display


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula as it is written, between its delimiters.

    Attributes:
        kind: ``display`` or ``inline``.
        text: What stands between the delimiters.
        start: Where the first delimiter stands.
        end: Where the last one ends.
        inside: Where what is between them begins.
        within: The theorem-like environment, or None.
        section: The title of the section.
        section_start: Where the section begins.

    """

    kind: str
    text: str
    start: int
    end: int
    inside: int
    within: Environment | None
    section: str
    section_start: int = 0


@dataclass(eq=False, slots=True)
class Environment:
    """A theorem-like environment, or a proof."""

    kind: str
    title: str
    start: int
    section: str
    label: str = ""
    end: int = 0


@dataclass(slots=True)
class Segments:
    """The formulas and the theorem-like environments of a text, in order."""

    formulas: list[Formula] = field(default_factory=list)
    environments: list[Environment] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)


def segments(text: str) -> Segments:
    """Return what stands where in a text."""
    return _Reader(text).read()


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.found = Segments()
        self.theorems = {*_THEOREMS, *_NEW_THEOREM.findall(text)}
        self.section = ""
        self.section_start = 0
        self.open: list[Environment] = []
        self.ends: dict[str, list[int]] = {}
        for match in re.finditer(r"\\end\s*\{([A-Za-z]+\*?)\}|(?<!\\)(\\\]|\\\))|(?<!\\)(\$\$?)", text):
            self.ends.setdefault(match[1] or match[2] or match[3], []).append(match.start())
        dollars = sorted([*self.ends.get("$", []), *self.ends.get("$$", [])])
        self.ends["$"] = dollars

    def read(self) -> Segments:
        position = 0
        while match := _MARK.search(self.text, position):
            position = match.end()
            if match[1]:
                position = self._begin(match)
            elif match[3]:
                self._end(match[3], match.end())
            elif match[5]:
                position = self._heading(match)
            elif match[6] in ("[", "("):
                position = self._formula(match, "\\]" if match[6] == "[" else "\\)", match.end())
            elif match[7]:
                position = self._formula(match, match[7], match.end())
        for one in self.open:
            one.end = len(self.text)
        return self.found

    def _begin(self, match: re.Match[str]) -> int:
        name, star = match[1], match[2]
        if name in DISPLAYS:
            inside = match.end()
            if name in _WITH_ARGUMENT:
                inside = argument_end(self.text, optional_end(self.text, inside) or inside)
            elif name == "dmath":
                inside = optional_end(self.text, inside) or inside
            return self._formula(match, name + star, inside, opening=match[0])
        if name in _UNREAD:
            self._tell(match.start(), f"the environment {name}", "displays of this kind are not read")
            return self._next(name + star, match.end()) or match.end()
        if name in _SKIPPED:
            return self._next(name + star, match.end()) or match.end()
        if name in self.theorems or name in _PROOFS:
            option = optional_end(self.text, match.end())
            title = self.text[match.end() : option].strip()[1:-1] if option else ""
            one = Environment(name, title, match.start(), self.section)
            self.open.append(one)
            self.found.environments.append(one)
            return option or match.end()
        return match.end()

    def _end(self, name: str, position: int) -> None:
        for k in range(len(self.open) - 1, max(-1, len(self.open) - 6), -1):
            if self.open[k].kind == name:
                for one in self.open[k:]:
                    one.end = position
                del self.open[k:]
                return

    def _heading(self, match: re.Match[str]) -> int:
        start = optional_end(self.text, match.end()) or match.end()
        if match[5] != "paragraph":
            self.section = braced(self.text, start)
            self.section_start = match.start()
        return argument_end(self.text, start)

    def _formula(self, match: re.Match[str], closing: str, inside: int, opening: str = "") -> int:
        end = self._next(closing, inside)
        kind = "inline" if closing in ("$", "\\)", "math") else "display"
        text = self.text[inside:end] if end is not None else ""
        if end is None or end - inside > LONGEST or (kind == "inline" and _BLANK.search(text)) or self._opens(text):
            self._tell(
                match.start(),
                f"a display that begins with {match[0]}" if kind == "display" else "a formula that begins with $",
                "its end is not found",
            )
            return match.end()
        after = end + len(f"\\end{{{closing}}}" if opening else closing)
        if opening:
            after = self.text.index("}", end) + 1
        within = self.open[-1] if self.open else None
        self.found.formulas.append(
            Formula(kind, text, match.start(), after, inside, within, self.section, self.section_start)
        )
        label = _LABEL.search(text) if kind == "display" else None
        if within is not None and not within.label:
            before = _LABEL.search(self.text, max(within.start, within.end), match.start())
            within.label = before[1] if before else label[1] if label else ""
            within.end = after  # up to there it is looked through
        return after

    @staticmethod
    def _opens(text: str) -> bool:
        """Whether another display opens inside: the end that was found belongs to that one."""
        return (
            any(found[1] in DISPLAYS for found in re.finditer(r"\\begin\s*\{([A-Za-z]+)\*?\}", text))
            or re.search(r"\\(?:sub)*section\b", text) is not None
        )

    def _next(self, closing: str, position: int) -> int | None:
        """Where the next closing mark of a kind stands."""
        places = self.ends.get(closing, [])
        k = bisect_right(places, position - 1)
        return places[k] if k < len(places) else None

    def _tell(self, position: int, what: str, why: str) -> None:
        self.found.left_out.append((position, what, why))


def labels(text: str) -> Iterator[str]:
    """The labels in a text."""
    return (match[1] for match in _LABEL.finditer(text))


__all__ = ["DISPLAYS", "Environment", "Formula", "Segments", "labels", "segments"]
