"""LaTeX as MathML, by the project's own parser and printer; what they cannot read is shown as escaped source."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from derive.errors import DeriveError
from derive.language.tree.syntax import Syn
from proofs.report.html import Html, element, join, visible

LONGEST = 12_000
"""Characters up to which a formula is set; a longer one is shown as source, cut."""
LONGEST_SOURCE = 20_000
MOST_WORDS = 41
"""Words, spaces between them included, of which a formula in a message may consist."""
RELATIONS = {"<": "<", ">": ">", "=": "=", r"\le": "≤", r"\ge": "≥", r"\leq": "≤", r"\geq": "≥", r"\ne": "≠"}
"""Relations that stand alone in a message."""
_WIDE = ((80, "widest"), (42, "wide"))
_TAG = re.compile(r"<[^>]*>")
_SIZE = r"((?:[A-Za-z](?:_[A-Za-z0-9]+)?|[0-9]+)(?:\*(?:[A-Za-z](?:_[A-Za-z0-9]+)?|[0-9]+))*)"
_SHAPE = re.compile(rf"(?<![\w\\{{.*]){_SIZE} x {_SIZE}(?![\w}}*])")
_CERTAIN = re.compile(r"[\\\\^{}]|(?<![A-Za-z0-9])([A-Za-z]|vec)_[A-Za-z0-9]|(?<![A-Za-z])vec\(|^d[A-Za-z]/d[A-Za-z][,;.]?$")
_POSSIBLE = re.compile(r"\(?([b-zB-HJ-Z]'*|[a-zA-Z]\([a-zA-Z, ]{1,4}\))\)?[,;.]?|[0-9.]+\)*[,;.]?|[-+=<>/|]|<=|>=")
Annotation = Callable[[Syn], "str | None"]
Mark = Callable[[Syn, int], "str | None"]


@dataclass(frozen=True, slots=True)
class Formulas:
    """Sets formulas in the language of one paper.

    Attributes:
        macros: The macros of the paper file.
        words: Declared names of several letters.

    """

    macros: Mapping[str, str] = field(default_factory=dict)
    words: frozenset[str] = frozenset()
    known: dict[str, Html] = field(default_factory=dict, compare=False, repr=False)
    """Messages that were set before: claims of a paper share many."""

    def display(
        self, latex: str, annotation: Annotation | None = None, dress: Callable[[Syn], Syn] = lambda tree: tree
    ) -> Html:
        """Return the statements of a formula, one line each.

        Args:
            latex: The statements.
            annotation: What is written under a symbol.
            dress: Applied to every tree first: gives symbols the style in which the paper writes them.

        """
        trees = self.trees(latex)
        shown = trees and self.shown([dress(tree) for tree in trees], annotation)
        return shown or element("div", element("code", cut(latex)), cls="unset")

    def shown(
        self, trees: Sequence[Syn], annotation: Annotation | None = None, marks: Mark | None = None
    ) -> Html | None:
        """Return trees as a display, one line each; None if one cannot be printed."""
        lines = _printed(trees, annotation, marks)
        if lines is None:
            return None
        return element("div", *(element("div", line, cls="line") for line in lines), cls="formula", tabindex="0")

    def inline(self, latex: str) -> Html:
        """Return a formula inside a line of text."""
        lines = self.lines(latex)
        if lines is None:
            return element("code", cut(latex, 400))
        return _inline(lines)

    def trees(self, latex: str) -> list[Syn] | None:
        """Return the statements of a text as trees, or None if it is not understood."""
        from derive.language.parsing.parser import statements

        if not latex.strip() or len(latex) > LONGEST:
            return None
        try:
            return statements(latex, dict(self.macros), self.words) or None
        except (DeriveError, RecursionError, LookupError, ValueError):
            return None  # the source is shown instead

    def prose(self, text: str) -> Html:
        """Return a message with its formulas set: ``$...$``, and runs of LaTeX between words.

        Example:
            >>> Formulas().prose("no formula")
            'no formula'

        """
        if text in self.known:
            return self.known[text]
        parts: list[object] = []
        for k, piece in enumerate(re.split(r"\$([^$]+)\$", _with_shapes(text))):
            if k % 2:
                parts.append(RELATIONS.get(piece.strip()) or self.inline(piece))
            else:
                parts += self._worded(piece)
        return self.known.setdefault(text, join(*parts))

    def _worded(self, piece: str) -> list[object]:
        """Words with the formulas among them set: runs of words of which one at least is notation for certain."""
        words = re.split(r"( +)", piece)
        parts: list[object] = []
        k = 0
        while k < len(words):
            end = k
            while end < len(words) and (_CERTAIN.search(words[end]) or _POSSIBLE.fullmatch(words[end])):
                end += 2  # over the space
            run = words[k : end - 1] if end > k else []
            found = self._longest(run) if any(map(_CERTAIN.search, run)) else None
            if found is None:
                parts.append(words[k])
                k += 1
            else:
                formula, length = found
                parts.append(formula)
                k += length
        return parts

    def _longest(self, run: list[str]) -> tuple[Html, int] | None:
        """The longest beginning of a run that is a formula, with what stands behind it, and how many words it is."""
        if not _CERTAIN.search(run[0]) and len(run) > 1 and not any(map(_CERTAIN.search, run[2:3])):
            return None
        for length in range(min(len(run), MOST_WORDS), 0, -2):
            text = "".join(run[:length])
            bare = text.rstrip(",;:.")
            if length > 1 and not _CERTAIN.search(run[length - 1]) and re.fullmatch(r"[-+=<>/]", run[length - 1]):
                continue
            bare = bare.replace(r"\|.\|", r"\|\cdot\|")
            lines = self.lines(re.sub(r"(?<![A-Za-z\\{])vec(?=[_(])", r"\\mathrm{vec}", bare))
            if lines and len(lines) == 1 and any(map(_CERTAIN.search, run[:length])):
                return join(_inline(lines), text[len(text.rstrip(",;:.")) :]), length
        return None

    def lines(self, latex: str) -> list[Html] | None:
        """Return every statement as ``<math>``, in pieces if it is long, or None if the text is not understood."""
        trees = self.trees(latex)
        return _printed(trees) if trees else None


def _inline(lines: Sequence[Html]) -> Html:
    return Html(join(*lines, separator=", ").replace(' display="block"', ' displaystyle="true"'))


def _printed(
    trees: Sequence[Syn], annotation: Annotation | None = None, marks: Mark | None = None
) -> list[Html] | None:
    from derive.language.printing.mathml import to_mathml_pieces

    try:
        found = [to_mathml_pieces(tree, annotation, marks) for tree in trees]
    except (DeriveError, RecursionError, LookupError, ValueError):
        return None
    # A line may be broken between pieces: the browser does it where the window is narrow.
    return [
        Html(visible("<wbr>".join(map(_sized, pieces)).replace("<math>", '<math displaystyle="true">'))) for pieces in found
    ]


def _with_shapes(text: str) -> str:
    """A message in which shapes (``L*d_V x n``) stand between dollars."""
    if " x " not in text:
        return text
    pieces = re.split(r"(\$[^$]+\$)", text)
    return "".join(piece if k % 2 else _SHAPE.sub(_shape, piece) for k, piece in enumerate(pieces))


def _shape(match: re.Match[str]) -> str:
    sizes = (re.sub(r"_([A-Za-z0-9]+)", r"_{\1}", side.replace("*", " ")) for side in match.groups())
    return "$" + r" \times ".join(sizes) + "$"


def _sized(piece: str) -> str:
    """A part that cannot be broken and is wide for its place is set smaller."""
    width = len(_TAG.sub("", piece))
    name = next((name for least, name in _WIDE if width > least), None)
    return f'<span class="{name}">{piece}</span>' if name else piece


def cut(text: str, limit: int = LONGEST_SOURCE) -> str:
    """Return a text, cut if it is huge, with a word on how much is missing."""
    return text if len(text) <= limit else f"{text[:limit]} … ({len(text) - limit} more characters)"
