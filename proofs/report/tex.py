"""Text and formulas that are safe inside a LaTeX document, whatever the paper file holds."""

from __future__ import annotations

import re
import unicodedata

from derive.language.tree.names import EMPTY
from derive.language.tree.script_marks import is_plus
from derive.language.tree.syntax import Syn
from proofs.report.formulas import Formulas
from proofs.report.html import visible

SHORT = 90
"""Characters of LaTeX up to which a formula is not broken."""
LONGEST_WORD = 30
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
    return " ".join(_word(word) for word in visible(text).replace("\n", " ").split(" "))


def _word(word: str) -> str:
    """A word; one that no line has room for can be broken."""
    shown = [_letter(c) for c in word]
    for k in range(12, len(shown) if len(shown) > LONGEST_WORD else 0, 12):
        shown[k] = r"\allowbreak{}" + shown[k]
    return "".join(shown)


def _letter(char: str) -> str:
    if char in _SPECIAL:
        return _SPECIAL[char]
    if char.isascii():
        return char
    # Latin letters with accents are known to every engine; others are spelled out.
    return char if unicodedata.decomposition(char) and ord(char) < 0x180 else f"[U+{ord(char):04X}]"


FIT = r"""\ifdefined\fit\else % what is wider than a line is shrunk; needs the package graphicx
\newsavebox{\fitbox}
\newcommand{\fit}[1]{\sbox{\fitbox}{$\displaystyle #1$}\ifdim\wd\fitbox>\linewidth
\resizebox{\linewidth}{!}{\usebox{\fitbox}}\else\usebox{\fitbox}\fi}
\fi
"""
"""The command in which formulas stand: no line is overfull."""


def code(text: str) -> str:
    """Return source as LaTeX prints it, broken wherever a line ends."""
    shown = [_letter(c) + (r"\allowbreak{}" if not c.isalnum() else "") for c in visible(text).replace("\n", " ")]
    for k in range(16, len(shown), 16):
        shown[k] += r"\allowbreak{}"
    return f"{{\\ttfamily {''.join(shown)}}}"


def prose(text: str, formulas: Formulas) -> str:
    """Return a message with its formulas, ``$...$``, set."""
    parts = []
    for k, piece in enumerate(re.split(r"\$([^$]+)\$", text)):
        printed = printed_anew(piece, formulas) if k % 2 else None
        parts.append(" ".join(rf"\fit{{{line}}}" for line in printed) if printed else code(piece) if k % 2 else plain(piece))
    return "".join(parts)


def safe_math(latex: str, formulas: Formulas, *, beside: bool = False) -> str:
    """Return a displayed formula: printed anew from its parsed form, so that no command of the source is executed.

    A long one is broken before relations and signs, where a line ends.

    Args:
        latex: One or several statements.
        formulas: Reads them.
        beside: Put statements on one line.

    """
    printed = _pieces(latex, formulas, SHORT)
    if printed is None:
        return f"\\begin{{quote}}\\raggedright {code(latex[:2000])}\\end{{quote}}"
    lines = ["\n".join(rf"\fit{{{piece}}}" for piece in statement) for statement in printed]
    return "\\begin{center}\n" + (", \\quad\n" if beside else "\\\\[0.3em]\n").join(lines) + "\n\\end{center}"


def printed_anew(latex: str, formulas: Formulas) -> list[str] | None:
    """Parse a formula and print it again, a text for each statement; None if it cannot be read."""
    found = _pieces(latex, formulas, 0)
    return None if found is None else ["".join(parts) for parts in found]


def _pieces(latex: str, formulas: Formulas, short: int) -> list[list[str]] | None:
    """The statements, each in parts between which a line may be broken; of less than `short` characters in one."""
    from derive.errors import DeriveError

    trees = formulas.trees(latex)
    try:
        found = [_parts(tree, short) for tree in trees or ()]
    except (DeriveError, RecursionError, LookupError, ValueError):
        return None
    safe = [[re.sub(r"\n\s*\n", " ", part) for part in parts] for parts in found]
    return safe if safe and all(part.isascii() for parts in safe for part in parts) else None


def _parts(tree: Syn, short: int) -> list[str]:
    from derive.language.printing.latex import to_latex

    whole = to_latex(tree)
    if not short or len(whole) <= short or tree.kind not in ("relation", "add"):
        return [whole]
    if tree.kind == "add":
        terms = zip(tree.value, tree.children, strict=True)
        first = is_plus(tree)
        return [
            ("{} " if k else "") + to_latex(Syn("add", sign, (term,)) if k or first or sign == "-" else term)
            for k, (sign, term) in enumerate(terms)
        ]
    found = _parts(tree.children[0], short)
    for word, side in zip(tree.value.split(), tree.children[1:], strict=True):
        first, *rest = _parts(side, short)
        if rest:
            led = side.value[0] == "-" or is_plus(side)
            side = Syn("add", side.value[0], side.children[:1]) if led else side.children[0]
        found += ["{} " + to_latex(Syn("relation", word, (EMPTY, side))), *rest]
    return found
