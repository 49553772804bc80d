r"""Names of two letters: ``\Delta X``, ``\delta x`` and ``dX`` are one name each if they are declared, and products if they are not.

The name is kept apart from ``\Delta_X`` by a mark that no script can hold.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from derive.language.names import JOIN, Key, bare, base_key, joined_key, splits, whole_key
from derive.language.parser import Statements
from derive.language.syntax import Syn


def joined_names(keys: Iterable[Key]) -> frozenset[Key]:
    """Return the names of two letters among declared names."""
    return frozenset(key for key in keys if JOIN in key.plain)


def declared_joined(trees: Iterable[Syn]) -> frozenset[Key]:
    """Return the names of two letters that statements of a given block declare or define."""
    found: set[Key] = set()
    for tree in trees:
        if tree.kind == "relation" and tree.value.split()[0] in ("in", "assign"):
            left = tree.children[0]
            for name in left.children if left.kind == "list" else (left,):
                key = whole_key(name)
                if key is not None and JOIN in key.plain:
                    found.add(key)
    return frozenset(found)


def with_joined_all(trees: Statements, names: Collection[Key]) -> Statements:
    """Return the statements of a block with one name for two letters where they are declared together."""
    return Statements((with_joined(tree, names) for tree in trees), trees.lines, trees.apart) if names else trees


def with_joined(tree: Syn, names: Collection[Key]) -> Syn:
    """Return a statement with one name for two letters where they are declared together.

    What stands in a derivative ``\\frac{dL}{dX}`` keeps its differentials.
    """
    if not names:
        return tree
    if tree.kind == "frac" and all(_begins_with_mark(child) for child in tree.children):
        return tree
    children = [with_joined(child, names) for child in tree.children]
    if tree.kind == "juxt":
        children = _folded(children, names)
        if len(children) == 1:
            return children[0]
    return replace(tree, children=tuple(children)) if tuple(children) != tree.children else tree


def _begins_with_mark(side: Syn) -> bool:
    side = bare(side)
    first = side.children[0] if side.kind == "juxt" else side
    while first.kind == "script":
        first = first.children[0]
    return first.kind == "partial" or (first.kind == "name" and first.value in (":d", "rm:d"))


def _folded(row: list[Syn], names: Collection[Key]) -> list[Syn]:
    found: list[Syn] = []
    at = 0
    while at < len(row):
        first = base_key(row[at]) if row[at].kind in ("name", "group") else None
        behind = row[at + 1] if at + 1 < len(row) else None
        if first is not None and behind is not None and _is_one(first, behind, names):
            found.append(_with_base(behind, first.plain, row[at].span[0]))
            at += 2
        else:
            found.append(row[at])
            at += 1
    return found


def _is_one(first: Key, behind: Syn, names: Collection[Key]) -> bool:
    return any(joined_key(first, split.key) in names for split in splits(behind))


def _with_base(node: Syn, first: str, start: int) -> Syn:
    """The same symbol with a letter in front of its name."""
    node = bare(node)
    span = (start, node.span[1])
    if node.kind == "name":
        style, colon, base = node.value.rpartition(":")
        return replace(node, value=f"{style}{colon}{first}{JOIN}{base}", span=span)
    return replace(node, children=(_with_base(node.children[0], first, start), *node.children[1:]), span=span)


__all__ = ["declared_joined", "joined_names", "with_joined_all"]
