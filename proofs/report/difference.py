"""Two statements compared as trees: which parts of the one are not in the other, marked in formulas and in LaTeX."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Sequence

from derive.language.tree.syntax import Syn
from proofs.report.html import Html, element

Part = tuple[Syn, int]
"""A node and 0, or a node and the number of its child in front of which a sign stands: that sign."""
Mark = Callable[[Syn, int], "str | None"]


def fresh(tree: Syn) -> Syn:
    """Return a tree of which no node stands in two places."""
    return Syn(tree.kind, tree.value, tuple(map(fresh, tree.children)), tree.span)


def differences(old: Sequence[Syn], new: Sequence[Syn]) -> tuple[list[Part], list[Part]]:
    """Return the smallest parts that only one of two lists of statements has.

    Args:
        old: Statements, made by `fresh`.
        new: Statements, made by `fresh`.

    """
    gone: list[Part] = []
    added: list[Part] = []
    _compare_lists(old, new, gone, added)
    return gone, added


def _compare_lists(old: Sequence[Syn], new: Sequence[Syn], gone: list[Part], added: list[Part]) -> None:
    """Align by equal parts; of what is left, parts at the same place are compared in turn."""
    from derive.language.printing.latex import to_latex

    before, after = [to_latex(one) for one in old], [to_latex(one) for one in new]
    for tag, a, b, c, d in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "replace" and b - a == d - c:
            for one, other in zip(old[a:b], new[c:d], strict=True):
                _compare(one, other, gone, added)
        elif tag != "equal":
            gone += [(one, 0) for one in old[a:b]]
            added += [(one, 0) for one in new[c:d]]


def _compare(old: Syn, new: Syn, gone: list[Part], added: list[Part]) -> None:
    if old.same(new):
        return
    old, new = _inner(old), _inner(new)
    if old.kind == new.kind and old.value == new.value and len(old.children) == len(new.children) and old.children:
        for one, other in zip(old.children, new.children, strict=True):
            _compare(one, other, gone, added)
    elif old.kind == new.kind and old.kind in ("relation", "infix", "add") and len(old.children) == len(new.children):
        signs = [one.value.split() if one.kind == "relation" else list(one.value[1:]) if one.kind == "add" else [one.value] for one in (old, new)]
        for k, (one, other) in enumerate(zip(*signs, strict=True), 1):
            if one != other:
                gone.append((old, k))
                added.append((new, k))
        if old.kind == "add" and old.value[0] != new.value[0]:
            gone.append((old.children[0], 0))
            added.append((new.children[0], 0))
        for one, other in zip(old.children, new.children, strict=True):
            _compare(one, other, gone, added)
    elif old.kind == new.kind and old.kind in ("juxt", "add", "list"):
        _compare_lists(_terms(old), _terms(new), gone, added)
    elif new.kind == "script" and _inner(new.children[0]).same(old):
        added += [(part, 0) for part in new.children[1:] if part.kind != "empty"]
    elif old.kind == "script" and _inner(old.children[0]).same(new):
        gone += [(part, 0) for part in old.children[1:] if part.kind != "empty"]
    elif "juxt" in (old.kind, new.kind) and any(a.same(b) for a in _factors(old) for b in _factors(new)):
        _compare_lists(_factors(old), _factors(new), gone, added)
    else:
        gone.append((old, 0))
        added.append((new, 0))


def _inner(tree: Syn) -> Syn:
    """What invisible braces hold."""
    while tree.kind == "group" and tree.value == "{":
        tree = tree.children[0]
    return tree


def _factors(tree: Syn) -> tuple[Syn, ...]:
    return tree.children if tree.kind == "juxt" else (tree,)


def _terms(tree: Syn) -> Sequence[Syn]:
    return tree.children


def marking(parts: Iterable[Part], name: str) -> Mark:
    """Return what gives these very nodes a class, and no other that looks like them."""
    chosen = {(id(node), number) for node, number in parts}
    return lambda node, number: name if (id(node), number) in chosen else None


def marked_source(text: str, parts: Sequence[Part], name: str) -> Html:
    """Return LaTeX, from which the parts were parsed, with these parts marked."""
    shown: list[object] = []
    end = 0
    for start, stop in sorted(_span(text, node, number) for node, number in parts):
        if start >= 0 and start >= end and stop > start:
            shown += [text[end:start], element(name, text[start:stop])]
            end = stop
    return element("pre", element("code", *shown, text[end:]), cls="source diff", tabindex="0")


def _span(text: str, node: Syn, number: int) -> tuple[int, int]:
    if not number:
        return node.span
    start, stop = node.children[number - 1].span[1], node.children[number].span[0]
    between = text[start:stop]
    return start + len(between) - len(between.lstrip()), stop - len(between) + len(between.rstrip())
