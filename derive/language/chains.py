r"""Chains with dots: ``x_1 \ge x_2 \ge \dots \ge x_n`` says ``x_i \ge x_{i+1}`` for all i from 1 to n - 1."""

from __future__ import annotations

from collections.abc import Collection

from derive.language.names import bare, base_key
from derive.language.syntax import Syn

ORDERS = ("<", "<=", ">", ">=", "=")
LETTERS = "ijklpqrs"


def of_neighbors(tree: Syn, taken: Collection[str] = ()) -> list[Syn]:
    """Return the relation of neighbors with its quantifier; the statement alone if it is no such chain.

    Args:
        tree: A statement.
        taken: Letters that the index must not be.
    """
    words = tree.value.split() if tree.kind == "relation" else []
    sides = tree.children
    if len(sides) < 4 or len(set(words)) != 1 or words[0] not in ORDERS or sides[-2].kind != "dots":
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
