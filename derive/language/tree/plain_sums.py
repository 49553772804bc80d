r"""Sums without an index, ``\sum x_i y_i``: over the only letter below the names that they sum, where nothing else speaks of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from derive.language.tree.names import Key, bare, base_key, is_empty
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, first


@about("bigop sum", untouched=first)
def with_indices(tree: Syn, find: Callable[[Key], object]) -> Syn:
    """Return a statement with the index below each such sum; as it is where it is not certain which that is."""
    outside = set(_letters(tree, everywhere=True))
    return _put(tree, outside, find)


def _put(tree: Syn, outside: set[str], find: Callable[[Key], object]) -> Syn:
    children = tuple(_put(child, outside, find) for child in tree.children)
    if any(new is not old for new, old in zip(children, tree.children, strict=True)):
        tree = replace(tree, children=children)
    if not _is_plain(tree):
        return tree
    found = {letter for letter in _letters(tree.children[2], everywhere=False) if find(Key("", letter)) is None}
    if len(found) != 1 or found & outside:
        return tree
    return replace(tree, children=(Syn("name", f":{found.pop()}", (), tree.span), *tree.children[1:]))


def _is_plain(tree: Syn) -> bool:
    return (tree.kind, tree.value) == ("bigop", "sum") and all(map(is_empty, tree.children[:2])) and not is_empty(tree.children[2])


def _letters(tree: Syn, *, everywhere: bool, bound: frozenset[str] = frozenset()) -> Iterator[str]:
    """The small letters below the names of a tree; those of a statement without what such sums speak of."""
    if everywhere and _is_plain(tree):
        return
    if tree.kind == "bigop":
        bound |= {key.plain for node in tree.children[0].nodes() if (key := base_key(node)) is not None}
    below = bare(tree.children[1]) if tree.kind == "script" and bare(tree.children[0]).kind == "name" else None
    own = [tree] if everywhere and tree.kind == "name" else []
    for node in (*own, *(below.nodes() if below is not None else ())):
        key = base_key(node) if node.kind == "name" else None
        if key is not None and not key.style and len(key.plain) == 1 and key.plain.islower() and key.plain not in bound:
            yield key.plain
    for child in tree.children:
        yield from _letters(child, everywhere=everywhere, bound=bound)


__all__ = ["with_indices"]
