"""LaTeX as MathML, by the project's own parser and printer; what they cannot read is shown as escaped source."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from derive.errors import DeriveError
from proofs.report.html import Html, element, join, visible

LONGEST = 12_000
"""Characters up to which a formula is set; a longer one is shown as source, cut."""
LONGEST_SOURCE = 20_000
Annotation = Callable[[object], "str | None"]


@dataclass(frozen=True, slots=True)
class Formulas:
    """Sets formulas in the language of one paper.

    Attributes:
        macros: The macros of the paper file.
        words: Declared names of several letters.

    """

    macros: Mapping[str, str] = field(default_factory=dict)
    words: frozenset[str] = frozenset()

    def display(self, latex: str, annotation: Annotation | None = None) -> Html:
        """Return the statements of a formula, one line each."""
        lines = self.lines(latex, annotation)
        if lines is None:
            return element("div", element("code", cut(latex)), cls="unset")
        return element("div", *(element("div", line, cls="line") for line in lines), cls="formula", tabindex="0")

    def inline(self, latex: str) -> Html:
        """Return a formula inside a line of text."""
        lines = self.lines(latex)
        if lines is None:
            return element("code", cut(latex, 400))
        return Html(join(*lines, separator=" ").replace(' display="block"', ""))

    def lines(self, latex: str, annotation: Annotation | None = None) -> list[Html] | None:
        """Return one ``<math>`` per statement, or None if the text is not understood."""
        from derive.language.mathml import to_mathml
        from derive.language.parser import statements

        if not latex.strip() or len(latex) > LONGEST:
            return None
        try:
            trees = statements(latex, dict(self.macros), self.words)
            return [Html(visible(to_mathml(tree, annotation))) for tree in trees] or None
        except (DeriveError, RecursionError, LookupError, ValueError):
            return None  # the source is shown instead


def cut(text: str, limit: int = LONGEST_SOURCE) -> str:
    """Return a text, cut if it is huge, with a word on how much is missing."""
    return text if len(text) <= limit else f"{text[:limit]} … ({len(text) - limit} more characters)"
