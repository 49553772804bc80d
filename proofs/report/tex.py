"""Text and formulas that are safe inside a LaTeX document, whatever the paper file holds."""

from __future__ import annotations

import re
import unicodedata

from proofs.report.formulas import LONGEST, Formulas
from proofs.report.html import visible

_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}",
    '"': r"\textquotedbl{}", "—": "---", "–": "--", "’": "'", "×": r"$\times$", "→": r"$\to$", "≤": r"$\le$", "≥": r"$\ge$",
}  # fmt: skip


def plain(text: object) -> str:
    r"""Return text that LaTeX prints as it stands; what plain LaTeX has no letter for is given by its code point.

    Example:
        >>> plain("50% of $x_1$")
        '50\\% of \\$x\\_1\\$'

    """
    return "".join(_letter(c) for c in visible(text).replace("\n", " "))


def _letter(char: str) -> str:
    if char in _SPECIAL:
        return _SPECIAL[char]
    if char.isascii():
        return char
    # Latin letters with accents are known to every engine; others are spelled out.
    return char if unicodedata.decomposition(char) and ord(char) < 0x180 else f"[U+{ord(char):04X}]"


def safe_math(latex: str, formulas: Formulas, *, beside: bool = False) -> str:
    """Return a displayed formula: printed anew from its parsed form, so that no command of the source is executed.

    Args:
        latex: One or several statements.
        formulas: Reads them.
        beside: Put statements on one line.

    """
    printed = printed_anew(latex, formulas)
    if printed is None:
        return f"\\begin{{quote}}\\ttfamily {plain(latex[:2000])}\\end{{quote}}"
    lines = [r", \quad ".join(printed)] if beside else printed
    return "\n".join(f"\\[ {line} \\]" for line in lines)


def printed_anew(latex: str, formulas: Formulas) -> list[str] | None:
    """Parse a formula and print it again; None if it cannot be read."""
    from derive.errors import DeriveError
    from derive.language.parsing.parser import statements
    from derive.language.printing.latex import to_latex

    if len(latex) > LONGEST:
        return None
    try:
        lines = [to_latex(tree) for tree in statements(latex, dict(formulas.macros), formulas.words)]
    except (DeriveError, RecursionError, LookupError, ValueError):
        return None
    safe = [re.sub(r"\n\s*\n", " ", line) for line in lines]
    return safe if safe and all(line.isascii() for line in safe) else None
