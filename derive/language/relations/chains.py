r"""Chains with dots: ``x_1 \ge x_2 \ge \dots \ge x_n`` says ``x_i \ge x_{i+1}`` for all i from 1 to n - 1."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence

from derive.language.relations.loewner import LOEWNER
from derive.language.tree.names import bare, base_key
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, listed

ORDERS = ("<", "<=", ">", ">=", "=")
LETTERS = "ijklpqrs"


def _part(tree: Syn, first: int, last: int) -> Syn:
    """The relations between the sides `first` and `last` of a chain."""
    words = tree.value.split()
    return Syn("relation", " ".join(words[first:last]), tree.children[first : last + 1], tree.span)


@about("chain", untouched=listed)
def of_chains(placed: Sequence[tuple[Syn, int]], taken: Collection[str]) -> list[tuple[Syn, int]]:
    """Return the statements with their lines, chains of several relations as what they say (`of_orders`, `of_neighbors`)."""
    orders = ((order, line) for tree, line in placed for order in of_orders(tree))
    return [(part, line) for order, line in orders for part in of_neighbors(order, taken)]


def of_orders(tree: Syn) -> list[Syn]:
    r"""Return the parts of ``A = A^\top \succ 0``, what is equal and the order of matrices, and of ``0 \ne x \in \mathbb{R}^n``."""
    words = tree.value.split() if tree.kind == "relation" else []
    if len(words) > 1 and words[-1] == "in" and "in" not in words[:-1]:
        return [*_membership(tree), *of_orders(_part(tree, 0, len(words) - 1))]
    if not any(w in LOEWNER for w in words) or any(w != "=" and w not in LOEWNER for w in words):
        return [tree]
    ends = [k for k in range(1, len(words)) if (words[k] == "=") != (words[k - 1] == "=")]
    return [_part(tree, first, last) for first, last in itertools.pairwise((0, *ends, len(words)))]


def _membership(tree: Syn) -> list[Syn]:
    r"""Return what the end of ``0 \ne x \in \mathbb{R}^n`` or ``A = A^\top \in \mathbb{R}^{n \times n}`` declares: the name, not its transpose."""
    name, target = bare(tree.children[-2]), tree.children[-1]
    if name.kind == "script" and (name.children[1].kind, bare(name.children[2]).kind) == ("empty", "top"):
        sup = bare(target.children[2]) if target.kind == "script" else target
        square = sup.kind == "infix" and sup.value == "times" and sup.children[0].same(sup.children[1])
        name = name.children[0] if square else name
    return [Syn("relation", "in", (name, target), tree.span)]


@about("colon", untouched=listed)
def shared_types(placed: Sequence[tuple[Syn, int]]) -> list[tuple[Syn, int]]:
    r"""Return the statements with their lines, where names in front of ``f : A \to B`` have its type: ``e, f : A \to B``.

    What stands behind the type as ``x \mapsto e`` is ``f(x) := e``.
    """
    found: list[tuple[Syn, int]] = []
    trees = [_of_several(tree) for tree, _ in placed]
    for k, (tree, (_, line)) in enumerate(zip(trees, placed, strict=True)):
        found.append((_mapped(trees[k - 1], tree) if k else tree, line))
        left = tree.children[0] if tree.kind == "relation" and tree.value == "to" else None
        if left is None or left.kind != "juxt" or len(left.children) < 3 or left.children[1].kind != "colon":
            continue
        before = len(found) - 1
        while before > 0 and found[before - 1][0].kind in ("name", "script"):
            before -= 1
            name, place = found[before]
            typed = Syn("juxt", left.value, (name, *left.children[1:]), left.span)
            found[before] = (Syn("relation", "to", (typed, *tree.children[1:]), tree.span), place)
    return found


def _of_several(tree: Syn) -> Syn:
    r"""The type ``f : (A \times B) \to C`` for ``(f : A) \times B \to C``, as the product binds less than the colon."""
    left = tree.children[0] if (tree.kind, tree.value) == ("relation", "to") else None
    sets: list[Syn] = []
    while left is not None and (left.kind, left.value) == ("infix", "times") and len(left.children) == 2:
        sets.insert(0, left.children[1])
        left = left.children[0]
    if left is None or not sets or left.kind != "juxt" or len(left.children) < 3 or left.children[1].kind != "colon":
        return tree
    first = left.children[2] if len(left.children) == 3 else Syn("juxt", left.value, left.children[2:], left.span)
    product = Syn("infix", "times", (first, *sets), left.span)
    typed = Syn("juxt", left.value, (*left.children[:2], product), left.span)
    return Syn("relation", "to", (typed, *tree.children[1:]), tree.span)


def _mapped(before: Syn, tree: Syn) -> Syn:
    """The statement with the function that the one before it types, if it says what that does with its argument."""
    typed = before.children[0] if (before.kind, before.value) == ("relation", "to") else None
    if (tree.kind, tree.value) != ("relation", "mapsto") or typed is None or typed.kind != "juxt":
        return tree
    left, right = tree.children
    if len(typed.children) < 3 or typed.children[1].kind != "colon" or any(n.kind == "colon" for _, n in left.walk()):
        return tree
    bracketed = left if (left.kind, left.value) == ("group", "(") else Syn("group", "(", (left,), left.span)
    applied = Syn("juxt", "", (typed.children[0], bracketed), left.span)
    return Syn("relation", "assign", (applied, right), tree.span)


def of_neighbors(tree: Syn, taken: Collection[str] = ()) -> list[Syn]:
    """Return the relation of neighbors with its quantifier; the statement alone if it is no such chain.

    Args:
        tree: A statement.
        taken: Letters that the index must not be.
    """
    words = tree.value.split() if tree.kind == "relation" else []
    sides = tree.children
    dots = next((k for k, side in enumerate(sides) if side.kind == "dots"), 0)
    if 0 < dots < len(sides) - 2:
        # What stands behind the last entry is said of it alone: x_n \\ge 0.
        chain, end = (_part(tree, 0, dots + 1), _part(tree, dots + 1, len(sides) - 1))
        found = of_neighbors(chain, taken)
        return [tree] if found == [chain] else [end, *found]
    if len(sides) < 3 or len(set(words)) != 1 or words[0] not in ORDERS or sides[-2].kind != "dots":
        return [tree]
    entries = [*sides[:-2], sides[-1]]
    if any(e.kind != "script" or not e.children[0].same(entries[0].children[0]) for e in entries):
        return [tree]
    if any(not e.children[2].same(entries[0].children[2]) for e in entries):
        return [tree]
    *first, last = (bare(e.children[1]) for e in entries)
    if any(p.kind != "num" or not p.value.isdigit() for p in first) or last.kind in ("list", "juxt", "empty"):
        return [tree]
    low = int(first[0].value)
    if [int(p.value) for p in first] != list(range(low, low + len(first))):
        return [tree]
    used = {key.plain for _, node in tree.walk() if (key := base_key(node)) is not None} | set(taken)
    letter = next((c for c in LETTERS if c not in used), None)
    if letter is None:
        return [tree]
    span = tree.span
    index, one = Syn("name", f":{letter}", (), span), Syn("num", "1", (), span)

    def entry(place: Syn) -> Syn:
        base, _, sup = entries[0].children
        return Syn("script", entries[0].value, (base, place, sup), span)

    neighbors = Syn("relation", words[0], (entry(index), entry(Syn("add", "++", (index, one), span))), span)
    run = Syn("list", ",", (first[0], Syn("dots", "ldots", (), span), Syn("add", "+-", (last, one), span)), span)
    bound = Syn("juxt", "", (Syn("quantifier", "forall", (), span), index), span)
    return [neighbors, Syn("relation", "in", (bound, Syn("group", "set", (run,), span)), span)]
