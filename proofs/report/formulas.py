"""LaTeX as MathML, by the project's own parser and printer; what they cannot read is shown as escaped source."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from derive.errors import DeriveError
from derive.language.tree.syntax import Syn
from proofs.report.html import Html, element, join, visible

LONGEST = 12_000
"""Characters up to which a formula is set; a longer one is shown as source, cut."""
LONGEST_SOURCE = 20_000
_BETWEEN = re.compile(r"(: | is | and | of a | where | in | by |; )")
Annotation = Callable[[Syn], "str | None"]


@dataclass(frozen=True, slots=True)
class Formulas:
    """Sets formulas in the language of one paper.

    Attributes:
        macros: The macros of the paper file.
        words: Declared names of several letters.

    """

    macros: Mapping[str, str] = field(default_factory=dict)
    words: frozenset[str] = frozenset()

    def display(
        self, latex: str, annotation: Annotation | None = None, dress: Callable[[Syn], Syn] = lambda tree: tree
    ) -> Html:
        """Return the statements of a formula, one line each.

        Args:
            latex: The statements.
            annotation: What is written under a symbol.
            dress: Applied to every tree first: gives symbols the style in which the paper writes them.

        """
        lines = self.lines(latex, annotation, dress)
        if lines is None:
            return element("div", element("code", cut(latex)), cls="unset")
        return element("div", *(element("div", line, cls="line") for line in lines), cls="formula", tabindex="0")

    def inline(self, latex: str) -> Html:
        """Return a formula inside a line of text."""
        lines = self.lines(latex)
        if lines is None:
            return element("code", cut(latex, 400))
        return Html(join(*lines, separator=" ").replace(' display="block"', ' displaystyle="true"'))

    def prose(self, text: str) -> Html:
        """Return a message with its formulas set: ``$...$``, and runs of LaTeX between words.

        Example:
            >>> Formulas().prose("no formula")
            'no formula'

        """
        parts: list[object] = []
        for k, piece in enumerate(re.split(r"\$([^$]+)\$", text)):
            if k % 2:
                parts.append(self.inline(piece))
            elif "\\" in piece:
                parts += [self._run(word) for word in _BETWEEN.split(piece)]
            else:
                parts.append(piece)
        return join(*parts)

    def _run(self, piece: str) -> object:
        """A piece of a message: a formula if it has commands and can be read as one, else text."""
        words = piece.strip()
        lines = self.lines(words) if "\\" in words and not _BETWEEN.fullmatch(piece) else None
        return join(" ", self.inline(words), " ") if lines and len(lines) == 1 else piece

    def lines(
        self, latex: str, annotation: Annotation | None = None, dress: Callable[[Syn], Syn] = lambda tree: tree
    ) -> list[Html] | None:
        """Return one ``<math>`` per statement, or None if the text is not understood."""
        from derive.language.parsing.parser import statements
        from derive.language.printing.mathml import to_mathml

        if not latex.strip() or len(latex) > LONGEST:
            return None
        try:
            trees = statements(latex, dict(self.macros), self.words)
            return [Html(visible(to_mathml(dress(tree), annotation))) for tree in trees] or None
        except (DeriveError, RecursionError, LookupError, ValueError):
            return None  # the source is shown instead


def cut(text: str, limit: int = LONGEST_SOURCE) -> str:
    """Return a text, cut if it is huge, with a word on how much is missing."""
    return text if len(text) <= limit else f"{text[:limit]} … ({len(text) - limit} more characters)"
