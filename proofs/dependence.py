"""What rests on what: the claims that a claim uses, and how many would stand if one claim were repaired."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

Key = tuple[str, str]
"""Name of a paper and id of a claim."""


def key_of(use: str, paper: str) -> Key:
    """Return what ``uses: id`` or ``uses: paper:id`` means in a paper."""
    name, mark, claim = use.partition(":")
    return (name, claim) if mark else (paper, use)


def foundations(uses: Mapping[Key, Sequence[Key]], claim: Key) -> set[Key]:
    """Return every claim that a claim uses, directly or through others (not itself, unless it rests on itself)."""
    found: set[Key] = set()
    stack = list(uses.get(claim, ()))
    while stack:
        one = stack.pop()
        if one not in found:
            found.add(one)
            stack.extend(uses.get(one, ()))
    return found


def rescues(uses: Mapping[Key, Sequence[Key]], failing: Collection[Key]) -> Counter[Key]:
    """Return for every failing claim how many claims that do not fail themselves rest on it and on no other failing one.

    Examples:
        >>> uses = {("p", "b"): [("p", "a")], ("p", "c"): [("p", "b")], ("p", "d"): [("p", "a"), ("p", "x")]}
        >>> rescues(uses, {("p", "a"), ("p", "x")})
        Counter({('p', 'a'): 2})

    """
    found: Counter[Key] = Counter()
    for claim in uses:
        shaky = foundations(uses, claim) & set(failing)
        if claim not in failing and len(shaky) == 1:
            found[shaky.pop()] += 1
    return found


__all__ = ["Key", "foundations", "key_of", "rescues"]
