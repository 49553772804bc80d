r"""Entries that are written as the values of a function of their places: ``\pi_\theta(a)``, ``\pi(a \mid s)``, ``Q(s, a)``.

A name that is defined so, ``\pi(a) := \frac{e^{\theta_a}}{\sum_b e^{\theta_b}}``, is called so everywhere. Behind a declared matrix two
letters in a bracket that name no variables are the places of an entry: no row of two numbers could be meant. The pass is made
on the tree, before anything is read, so that the letters stand below a name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derive.language.scope.scope import Scope, Symbol
from derive.language.tree.names import EMPTY, Key, bare, base_key, bracket, is_empty, whole_key
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, second


@about("group (", untouched=second)
def with_entries(scope: Scope, tree: Syn) -> Syn:
    """Return a tree with places below the names that brackets behind them choose entries of."""
    children = tuple(with_entries(scope, child) for child in tree.children)
    if tree.kind == "juxt":
        row = _row(scope, children)
        if len(row) == 1:
            return row[0]
        children = tuple(row)
    same = len(children) == len(tree.children) and all(x is y for x, y in zip(children, tree.children, strict=True))
    return tree if same else replace(tree, children=children)


def places_of(scope: Scope, arguments: Sequence[Syn], right: Syn) -> list[str] | None:
    r"""Return the letters that are arguments of a function of indices, ``\pi(a) := ...`` and ``\pi(a \mid s) := ...``; else None.

    The right side speaks of each of them below names alone, so that it can be nothing but an index.
    """
    listed = [part for argument in arguments for part in _listed(argument)]
    keys = [whole_key(part) if part.kind == "name" else None for part in listed]
    letters = [key.plain for key in keys if key is not None and not key.style and len(key.plain) == 1]
    if len(letters) != len(listed) or len(set(letters)) != len(letters) or len(letters) > 2:
        return None
    symbols = [scope.find(Key("", letter)) for letter in letters]
    if any(s is not None and s.kind != "index" for s in symbols):
        return None
    return letters if all(_only_below(Key("", letter), right) for letter in letters) else None


def _only_below(key: Key, tree: Syn) -> bool:
    """Whether a letter occurs in a formula, and below names alone."""
    stack, found = [(tree, False)], False
    while stack:
        node, below = stack.pop()
        if whole_key(node) == key:
            if not below:
                return False
            found = True
        named = node.kind == "script" and bare(node.children[0]).kind in ("name", "prime", "script", "group")
        stack += [(child, below or (named and k == 1)) for k, child in enumerate(node.children)]
    return found


def _row(scope: Scope, row: tuple[Syn, ...]) -> list[Syn]:
    found: list[Syn] = []
    for node in row:
        inner = bracket(node) if found else None
        symbol = _entries(scope, found[-1]) if inner is not None else None
        if symbol is None or inner is None or not _are_places(scope, symbol, inner[0]):
            found.append(node)
            continue
        name = found.pop()
        listed = tuple(part for argument in inner[0] for part in _listed(argument))
        places = listed[0] if len(listed) == 1 else Syn("list", ",", listed, node.span)
        base = name if name.kind == "name" else Syn("group", "{", (name,), name.span)
        entry = Syn("script", "", (base, places, EMPTY), (name.span[0], node.span[1]))
        alone = is_empty(inner[1]) and is_empty(inner[2])
        found.append(
            entry if alone else Syn("script", "", (Syn("group", "(", (entry,), entry.span), *inner[1:]), entry.span)
        )
    return found


def _entries(scope: Scope, name: Syn) -> Symbol | None:
    """The vector or matrix that a name is, if brackets behind it may choose entries."""
    key = whole_key(name)
    symbol = scope.find(key) if key is not None else None
    if symbol is None or symbol.params or symbol.kind not in ("var", "def"):
        return None
    return symbol if symbol.called or (symbol.shape.rows and symbol.shape.cols) else None


def _are_places(scope: Scope, symbol: Symbol, arguments: Sequence[Syn]) -> bool:
    listed = [part for argument in arguments for part in _listed(argument)]
    if symbol.called:
        return len(listed) == (2 if symbol.shape.cols else 1)
    names = [node for part in listed for _, node in part.walk() if node.kind != "num"]
    letters = [base_key(node) for node in names]
    if len(listed) != 2 or any(part.kind not in ("name", "num") for part in listed) or not letters:
        return False
    return all(key is not None and _is_place(scope, key) for key in letters)


def _is_place(scope: Scope, key: Key) -> bool:
    symbol = scope.find(key)
    return len(key.plain) == 1 and key.plain.islower() and not key.style and (symbol is None or symbol.kind == "index")


def _listed(content: Syn) -> list[Syn]:
    """The indices in a bracket, with or without bars between them."""
    if (content.kind, content.value) in (("infix", "mid"), ("list", ",")):
        return [part for child in content.children for part in _listed(child)]
    return [bare(content)]


__all__ = ["places_of", "with_entries"]
