r"""Increments: ``\Delta X`` is one name where it is declared."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TypeVar

from derive.language.tree.names import Key, base_key, behind, splits
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, nothing

T = TypeVar("T")
LETTERS = ("Delta", "delta")


@about(*(f"{kind} {letter}" for letter in LETTERS for kind in ("letter", "function")), untouched=nothing, place=(0, 1))
def increment(
    children: Sequence[Syn], at: int, local: Collection[Key], find: Callable[[Key], T | None]
) -> tuple[T | Key, Syn, Syn] | None:
    """Return the declared or locally bound increment that begins at a place, and its scripts; None if none does."""
    first = base_key(children[at])
    if first is None or first.plain not in LETTERS or at + 1 >= len(children):
        return None
    for key, sub, sup in splits(children[at + 1]):
        joined = behind(first, key)
        symbol = joined if joined in local else find(joined)
        if symbol is not None:
            return symbol, sub, sup
    return None


__all__ = ["increment"]
