r"""Statements with ``\pm`` and ``\mp``: two statements, one with the upper and one with the lower signs.

``(a \pm b)^2 = a^2 \pm 2ab + b^2`` says both; ``a = b \pm c`` with signs on one side says one or the other, and is no such
statement, nor is a definition. Signs that are scripts (``\lambda_\pm``) or members of a set (``\{\pm 1\}``) are no such signs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from derive.language.lexing.tokens import Token
from derive.language.tree.syntax import Syn

UPPER = {"pm": "+", "mp": "-"}
_LOWER = {"pm": "-", "mp": "+"}
"""What the commands say in the two statements."""


def both_signs(tokens: Sequence[Token]) -> tuple[list[Token], list[Token]] | None:
    """Return the tokens with the upper and with the lower signs; None if there are none, or other uses of them."""
    places = [k for k, token in enumerate(tokens) if token.kind == "command" and token.text in UPPER]
    if not places or any(_is_mark(tokens, k) for k in places):
        return None
    upper, lower = (
        [replace(t, kind="char", text=signs[t.text]) if k in places else t for k, t in enumerate(tokens)]
        for signs in (UPPER, _LOWER)
    )
    return upper, lower


def _is_mark(tokens: Sequence[Token], at: int) -> bool:
    before, behind = tokens[at - 1] if at else None, tokens[at + 1]
    if before is not None and (before.is_char("_") or before.is_char("^")):
        return True
    if behind.kind in ("close", "row", "finish") or behind.is_char(","):
        return True
    depth = sum(t.is_command("{") - t.is_command("}") for t in tokens[:at])
    return depth > 0


def merged(upper: Sequence[tuple[Syn, int]], lower: Sequence[tuple[Syn, int]]) -> list[tuple[Syn, int]] | None:
    """Return the statements of both readings, those without such signs once; None if a statement does not say both."""
    if len(upper) != len(lower):
        return None
    found: list[tuple[Syn, int]] = []
    for (first, line), (second, _) in zip(upper, lower, strict=True):
        found.append((first, line))
        if not first.same(second):
            pairs = list(_relations(first, second))
            if not pairs or not all(_says_both(*pair) for pair in pairs):
                return None
            found.append((second, line))
    return found


def _says_both(upper: Syn, lower: Syn) -> bool:
    words = upper.value.split()
    differs = [not a.same(b) for a, b in zip(upper.children, lower.children, strict=True)]
    if "assign" in words and any(differs):
        return False
    return all(word not in ("=", "in") or x == y for word, x, y in zip(words, differs, differs[1:], strict=False))


def _relations(upper: Syn, lower: Syn) -> Iterator[tuple[Syn, Syn]]:
    if upper.kind != lower.kind or len(upper.children) != len(lower.children):
        return
    if upper.kind == "relation":
        yield upper, lower
    for first, second in zip(upper.children, lower.children, strict=True):
        yield from _relations(first, second)


__all__ = ["UPPER", "both_signs", "merged"]
