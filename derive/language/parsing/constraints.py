r"""Constraints of optimization problems: ``\max_x f(x) \text{ subject to } \|x\| \le 1`` is ``\max_{x, \|x\| \le 1} f(x)``.

What stands behind the words in the same line and speaks of the variable is a constraint, too. Below an operator a name in front of a condition
that speaks of it is what is varied: ``\max_{x, \|x\| \le 1}`` and ``\max_{x : \|x\| \le 1}`` say nothing of x alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from derive.language.tree.names import bare
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, listed
from derive.language.tree.words import opening_word

EXTREMA = ("max", "min", "sup", "inf", "argmax", "argmin")
WORDS = ("subject to", "s.t.", "s. t.", "s.t")
Placed = tuple[Syn, int]


@about("bigop", untouched=listed)
def with_constraints(found: Sequence[Placed]) -> list[Placed]:
    """Return statements with the constraints that stand behind an extremum below it."""
    kept: list[Placed] = []
    varied: Syn | None = None
    for tree, line in ((_varied_first(tree), line) for tree, line in found):
        opens = opening_word(tree) in WORDS
        if not (opens or varied is not None) or not kept or (kept[-1][1] != line and not opens):
            kept, varied = [*kept, (tree, line)], None
            continue
        before, place = kept[-1]
        paths = list(_extrema(before, ()))
        condition = _without_words(tree) if opens else tree
        if len(paths) != 1 or condition is None or condition.kind != "relation":
            kept, varied = [*kept, (tree, line)], None
            continue
        below = bare(before.at(paths[0]).children[0])
        varied = _name(below)
        if varied is None or not _speaks_of(condition, varied):
            kept, varied = [*kept, (tree, line)], None
            continue
        parts = below.children if (below.kind, below.value) == ("list", ",") else (below,)
        wide = Syn("list", ",", (*parts, condition), below.span)
        kept[-1] = before.replace(paths[0], lambda n, w=wide: replace(n, children=(w, *n.children[1:]))), place
    return kept


def _extrema(tree: Syn, path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The places of the extrema of the last side of a statement that are no part of another one."""
    if tree.kind == "bigop" and tree.value in EXTREMA:
        inner = any(n.kind == "bigop" and n.value in EXTREMA for n in tree.children[2].nodes())
        yield from (path, path) if inner else (path,)
        return
    first = len(tree.children) - 1 if tree.kind == "relation" else 0
    for k in range(first, len(tree.children)):
        yield from _extrema(tree.children[k], (*path, k))


def _name(below: Syn) -> Syn | None:
    """The only name that an extremum varies."""
    first = bare(below.children[0]) if below.kind == "list" else below
    first = bare(first.children[0]) if first.kind == "relation" and first.value == "in" else first
    return first if first.kind in ("name", "script") else None


def _varied_first(tree: Syn) -> Syn:
    children = tuple(map(_varied_first, tree.children))
    if any(new is not old for new, old in zip(children, tree.children, strict=True)):
        tree = replace(tree, children=children)
    if tree.kind != "bigop" or tree.value not in EXTREMA:
        return tree
    below = bare(tree.children[0])
    parts = below.children if (below.kind, below.value) == ("list", ",") else (below,)
    first, *more = parts
    apart = _apart(first)
    if apart is None:
        return tree
    return replace(tree, children=(Syn("list", ",", (*apart, *more), below.span), *tree.children[1:]))


def _apart(part: Syn) -> tuple[Syn, Syn] | None:
    r"""The name and the condition of ``x, \|x\| \le 1`` and ``x : \|x\| \le 1``; None for anything else."""
    left = part.children[0] if part.kind == "relation" and part.value != "in" else None
    if left is None:
        return None
    if left.kind == "list" and len(left.children) == 2:
        name, side = left.children
    elif left.kind == "juxt" and len(left.children) > 2 and left.children[1].kind == "colon":
        name, _, *rest = left.children
        side = rest[0] if len(rest) == 1 else Syn("juxt", "", tuple(rest), left.span)
    else:
        return None
    told = Syn("relation", part.value, (side, *part.children[1:]), part.span)
    return (name, told) if _is_name(name) and not _is_name(side) and _speaks_of(told, bare(name)) else None


def _is_name(syn: Syn) -> bool:
    syn = bare(syn)
    return syn.kind == "name" or (syn.kind == "script" and _is_name(syn.children[0]))


def _speaks_of(tree: Syn, name: Syn) -> bool:
    return any(node.same(name) for node in tree.nodes())


def _without_words(tree: Syn) -> Syn | None:
    """A statement without the words that it begins with."""
    if tree.kind == "text":
        return None
    if tree.kind == "juxt" and tree.children[0].kind == "text":
        rest = tree.children[1:]
        return rest[0] if len(rest) == 1 else replace(tree, children=rest)
    first = _without_words(tree.children[0]) if tree.children else None
    return None if first is None else replace(tree, children=(first, *tree.children[1:]))


__all__ = ["with_constraints"]
