r"""The larger and the smaller of two numbers by a sign: ``a \vee b = \max\{a, b\}`` and ``a \wedge b = \min\{a, b\}``.

The signs also say "or" and "and". They do where a statement stands on each of their sides; where one side has no relation, they
stand between numbers, for no statement is a number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from derive.errors import SyntaxProblem
from derive.language.parsing.item import EMPTY, Item
from derive.language.tree.syntax import Syn

SIGNS = {"vee": "max", "wedge": "min"}
"""The signs that have both meanings, with the function that they are between numbers."""
_HINT = "write brackets, (a \\vee b) + c, or \\max\\{a, b\\}"


def settled(items: list[Item]) -> list[Item]:
    r"""Make operators of the signs between numbers: ``a \vee b \le c \wedge d`` holds one relation."""
    places = [k for k, item in enumerate(items) if item.lattice_sign]
    if not places:
        return items
    edges = [-1, *places, len(items)]
    stated = [_is_statement(items[low + 1 : high]) for low, high in pairwise(edges)]
    between = {k for k, pair in zip(places, pairwise(stated), strict=True) if not all(pair)}
    return [replace(item, kind="op", value=item.lattice_sign) if k in between else item for k, item in enumerate(items)]


def _is_statement(items: Sequence[Item]) -> bool:
    """Whether items say something: a relation, a statement in brackets, a quantifier, words."""
    for item in items:
        node = item.node
        if (item.kind == "rel" and not item.lattice_sign) or (item.kind, item.value) == ("op", "neg"):
            return True
        if node.kind in ("quantifier", "text", "quantified") or (len(items) == 1 and _holds_relation(node)):
            return True
    return not items


def _holds_relation(node: Syn) -> bool:
    return node.kind == "group" and any(c.kind in ("relation", "not", "quantified") for c in node.children)


def fold_lattice(items: list[Item], fold: Callable[[list[Item]], Syn]) -> Syn:
    r"""Fold a sum whose terms may hold these signs.

    They bind looser than products. Beside a plus or a minus they are read where they cannot reach over it,
    as in ``a \vee b + a \wedge b``, which would mix both signs.

    Raises:
        SyntaxProblem: It is not certain what a sign takes.
    """
    marks = [item for item in items if _operator(item)]
    if not marks:
        return fold(items)
    terms = _split(items, lambda item: item.kind == "sign")
    kinds = [{item.value for item in term if _operator(item)} for term in terms]
    mixed = len(set[str]().union(*kinds)) > 1
    if any(len(kind) > 1 for kind in kinds) or (len(terms) > 1 and not (mixed and all(kinds))):
        raise SyntaxProblem(f"It is not certain what \\{marks[0].value} takes here.", marks[0].start, _HINT)
    folded: list[Item] = []
    at = 0
    for term, kind in zip(terms, kinds, strict=True):
        folded.append(_folded(term, SIGNS[next(iter(kind))], fold))
        at += len(term)
        if at < len(items):
            folded.append(items[at])
            at += 1
    return fold(folded)


def _operator(item: Item) -> bool:
    return item.kind == "op" and item.value in SIGNS


def _folded(term: list[Item], function: str, fold: Callable[[list[Item]], Syn]) -> Item:
    parts = _split(term, _operator)
    mark = next(item for item in term if _operator(item))
    if not all(parts):
        raise SyntaxProblem("There is nothing on one side of this operator.", mark.start)
    if any(item.kind == "bigop" for part in parts[:-1] for item in part):
        raise SyntaxProblem(f"It is not certain what \\{mark.value} takes here.", mark.start, _HINT)
    trees = tuple(fold(part) for part in parts)
    span = (term[0].start, term[-1].end)
    listed = Syn("group", "set", (Syn("list", ",", trees, span),), span)
    return Item("operand", "", *span, Syn("bigop", function, (EMPTY, EMPTY, listed), span), term[0].spaced)


def _split(items: list[Item], test: Callable[[Item], bool]) -> list[list[Item]]:
    parts: list[list[Item]] = [[]]
    for item in items:
        if test(item):
            parts.append([])
        else:
            parts[-1].append(item)
    return parts
