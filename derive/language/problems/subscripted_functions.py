r"""Partial derivatives by subscripts: ``u_t = u_{xx}`` of a function ``u(x, t)`` of numbers, where nothing of that name is declared."""

from __future__ import annotations

from derive.language.scope.scope import Scope
from derive.language.tree.names import EMPTY, Key, bare, bracket, is_empty, splits, whole_key
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, first


@about(known="has_functions", untouched=first)
def with_partials(tree: Syn, scope: Scope) -> Syn:
    r"""Return a statement with ``{\frac{\partial^2 u}{\partial x \partial x}}``, a factor of its own, for ``u_{xx}``, its arguments included."""
    if tree.kind == "juxt":
        return _row(tree, scope)
    found = _partial(tree, (), scope)
    if found is not None:
        return found
    children = tuple(with_partials(c, scope) for c in tree.children)
    same = all(x is y for x, y in zip(children, tree.children, strict=True))
    return tree if same else Syn(tree.kind, tree.value, children, tree.span)


def _row(tree: Syn, scope: Scope) -> Syn:
    row: list[Syn] = []
    at = 0
    while at < len(tree.children):
        child = tree.children[at]
        behind = tree.children[at + 1] if at + 1 < len(tree.children) else EMPTY
        inner = bracket(behind)
        called = inner is not None and is_empty(inner[1]) and is_empty(inner[2])
        found = _partial(child, (behind,) if called else (), scope)
        row.append(with_partials(child, scope) if found is None else found)
        at += 2 if found is not None and called else 1
    same = len(row) == len(tree.children) and all(x is y for x, y in zip(row, tree.children, strict=True))
    return tree if same else Syn("juxt", tree.value, tuple(row), tree.span)


def _partial(node: Syn, arguments: tuple[Syn, ...], scope: Scope) -> Syn | None:
    """The partial derivative that a name with a subscript is, None if it is a name or no such function."""
    if node.kind != "script" or is_empty(node.children[1]):
        return None
    base, sub, sup = node.children
    symbol = scope.find(key) if (key := whole_key(base)) is not None else None
    if symbol is None or symbol.kind != "def" or not all(s.is_scalar for s in (symbol.shape, *symbol.arguments)):
        return None
    known = scope.by_core()
    params = {known[core].key for core in symbol.params if core in known}
    below = bare(sub)
    letters = below.children if below.kind in ("juxt", "list") else (below,)
    keys: list[Key | None] = [whole_key(letter) for letter in letters]
    if (
        not keys
        or not all(key in params for key in keys)
        or any(scope.find(s.key) not in (None, symbol) for s in splits(node))
    ):
        return None
    mark = Syn("partial", "partial", (), node.span)
    order = Syn("num", str(len(letters)), (), node.span)
    top = mark if len(letters) == 1 else Syn("script", "", (mark, EMPTY, order), node.span)
    above = Syn("juxt", "", (top, base), node.span)
    by = Syn("juxt", "", tuple(part for letter in letters for part in (mark, letter)), node.span)
    fraction = Syn("frac", "", (above, by), node.span)
    group = Syn(
        "group", "{", (Syn("juxt", "", (fraction, *arguments), node.span) if arguments else fraction,), node.span
    )
    return group if is_empty(sup) else Syn("script", "", (group, EMPTY, sup), node.span)


__all__ = ["with_partials"]
