r"""Displays that the words in front of them introduce as definitions: "Let", "We define", "is defined as", with a plain ``=``."""

from __future__ import annotations

import re

from proofs.importing.display_rows import DEFINES, RELATION, rows, without_columns

_SEEN = 240  # characters in front of a display that are looked at
_ENDS = re.compile(r"[.!?]\s|\n\s*\n|\\(?:begin|end|(?:sub)*section\*?|paragraph)\s*\{[^{}]*\}|\\\]|\$\$")
_INTRODUCES = re.compile(
    r"(?<!\\)\b(?:define[sd]?|let|denote[sd]?|defined (?:as|by|to be|via)|we (?:set|write)|set)\b", re.IGNORECASE
)
_CLAIMS = re.compile(
    r"\b(?:then|such that|so that|satisf\w*|holds?|gives?|yields?|impl(?:y|ies)|shows?|follows?|obtain\w*|get|have|has|we find|is equal to)\b",
    re.IGNORECASE,
)
_STYLES = (
    "mathbf", "mathcal", "mathrm", "mathbb", "mathsf", "mathit", "mathfrak", "boldsymbol", "bm", "hat", "widehat", "tilde", "widetilde",
    "bar", "overline", "operatorname",
)  # fmt: skip
_NO_NAMES = (
    "nabla|partial|frac|tfrac|dfrac|sum|prod|int|left|right|max|min|sup|inf|det|tr|Tr|log|ln|exp|sqrt|lim|argmax|argmin|rank|dim|big|Big|"
    "lVert|Vert|langle|lvert|vert|quad|qquad|mathbb|E|Pr|Var|Cov|arg|sin|cos|tanh|text|mathrm"
)
_NAME = rf"(?:\\(?:{'|'.join(_STYLES)})\s*\{{\s*\\?[A-Za-z]+\s*\}}|\\(?!(?:{_NO_NAMES})(?![A-Za-z]))[A-Za-z]+(?!\s*\{{)|[A-Za-z])"
_SCRIPT = (
    r"\s*_\s*(?:\{[^{}]*\}|\\[A-Za-z]+|[A-Za-z0-9])|\s*\^\s*(?:\{\s*\([^{}()]*\)\s*\}|\{?\s*(?:\*|\\star|\\ast)\s*\}?)"
)
_LEFT = re.compile(rf"\s*(?P<name>{_NAME}(?:{_SCRIPT})*)\s*(?:\([^()=]*\))?\s*(?P<equals>=)(?!=)")


def introduced(source: str, start: int, formula: str, named: set[str]) -> str:
    r"""Return a formula with ``:=`` for the ``=`` of each row that a text introduces as the definition of a name.

    Args:
        source: The source.
        start: Where the display begins.
        formula: What it says.
        named: The names that displays define so far; those that this one defines are added. A second definition is a claim.

    Examples:
        >>> introduced(r"We define the residual as ", 26, r"r = X w - y", set())
        'r := X w - y'
        >>> introduced(r"We define r. It follows that ", 29, r"r = X w - y", set())
        'r = X w - y'

    """
    parts = rows(formula)
    if DEFINES.search(formula):
        lefts = (_LEFT.match(without_columns(DEFINES.sub("=", row, count=1))) for row in parts)
        named |= {_bare(found["name"]) for found in lefts if found}
        return formula
    if not _introduces(source[max(0, start - _SEEN) : start]):
        return formula
    return " \\\\\n".join(_defined(row, named) for row in parts)


def _introduces(words: str) -> bool:
    sentence = _ENDS.split(words)[-1]
    ends = [found.end() for found in _INTRODUCES.finditer(sentence)]
    return bool(ends) and not _CLAIMS.search(sentence, ends[-1])


def _defined(row: str, named: set[str]) -> str:
    plain = without_columns(row)
    found = _LEFT.match(plain)
    if found is None or _bare(found["name"]) in named or not plain[found.end() :].strip():
        return row
    if RELATION.match(plain[found.end() :].lstrip()) or _speaks_of(plain[found.end() :], found["name"]):
        return row
    named.add(_bare(found["name"]))
    return f"{plain[: found.start('equals')].rstrip()} := {plain[found.end() :].lstrip()}".strip()


def _speaks_of(right: str, name: str) -> bool:
    """Whether a right side speaks of the name: an equation for it, or a step of a recursion."""
    return re.search(rf"(?<![A-Za-z_\\]){re.escape(name)}(?![A-Za-z])", right) is not None


def _bare(name: str) -> str:
    return re.sub(r"\s", "", name)


__all__ = ["introduced"]
