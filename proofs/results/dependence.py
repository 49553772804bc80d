"""What rests on what: the claims that a claim uses, and how many would stand if one claim were repaired."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

Key = tuple[str, str]
"""File of a paper and id of a claim: two papers may have one name."""


def keys_of(use: str, paper: str, names: Mapping[str, str]) -> list[Key]:
    """Return what ``uses: id`` or ``uses: name:id`` may mean in a paper; several only where papers share a name.

    Args:
        use: What stands in ``uses:``.
        paper: The file it stands in.
        names: File of a paper -> its name.

    Examples:
        >>> names = {"x/p.md": "p", "y/p.md": "p", "y/q.md": "q"}
        >>> keys_of("c", "y/p.md", names), keys_of("p:c", "y/q.md", names), keys_of("q:c", "x/p.md", names)
        ([('y/p.md', 'c')], [('y/p.md', 'c')], [('y/q.md', 'c')])

    """
    name, mark, claim = use.partition(":")
    return [(file, claim) for file in called(name, paper, names)] if mark else [(paper, use)]


def called(name: str, paper: str, names: Mapping[str, str]) -> list[str]:
    """Return the files that a name means in a paper: itself, else what lies beside it, else any that has the name."""
    same = [file for file in names if names[file] == name]
    if paper in same:
        return [paper]
    return [file for file in same if Path(file).parent == Path(paper).parent] or same


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


def resting(
    used: Mapping[Key, Mapping[str, Sequence[Key]]], own: Key, names: Mapping[str, str]
) -> dict[str, list[Key]]:
    """Return what a claim rests on, directly or through others, by the name that its own paper has for it, nearest first.

    Args:
        used: Claim -> what stands in its ``uses:`` -> what that may mean.
        own: The claim.
        names: File of a paper -> its name.

    Examples:
        >>> used = {("p.md", "c"): {"b": [("p.md", "b")]}, ("p.md", "b"): {"q:a": [("q.md", "a")]}}
        >>> list(resting(used, ("p.md", "c"), {"p.md": "p", "q.md": "q"}))
        ['b', 'q:a']

    """
    found: dict[str, list[Key]] = {}
    waiting, seen = [own], {own}
    while waiting:
        claim = waiting.pop(0)
        for use, keys in used.get(claim, {}).items():
            if claim == own:
                found[use] = list(keys)
            elif list(keys) not in found.values() and set(keys) != {own}:
                found[_name(use, claim[0], keys, own[0], names)] = list(keys)
            waiting += [key for key in keys if key not in seen]
            seen.update(keys)
    return found


def _name(use: str, where: str, keys: Sequence[Key], paper: str, names: Mapping[str, str]) -> str:
    """What one paper calls a claim that another one uses."""
    if keys and {file for file, _ in keys} == {paper}:
        return keys[0][1]
    return use if where == paper or ":" in use else f"{names[where]}:{use}"


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


__all__ = ["Key", "called", "foundations", "keys_of", "rescues", "resting"]
