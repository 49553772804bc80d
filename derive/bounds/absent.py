"""Entries, rows, unit vectors, singular values and ranks that a matrix does not have: x_3 of x in R^2, x_0, A_{n+1,1} of n rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from derive import build
from derive.bounds.contradictions import certainly_less
from derive.core import Expr, Formula, Logic, Quantified, Rel, SizeRules
from derive.index.places import binds, is_switched_on
from derive.language.core_latex import core_to_latex
from derive.sizes import Size

Index = tuple[str, Size, Size]
Ranges = Mapping[str, tuple[Size, Size]]
ONE = Size.of(1)
MAX_BOUND = 4


def absent(rules: SizeRules, indices: Sequence[Index], formula: Formula, *, empty: bool = True) -> str | None:
    """Return why a formula has a value at no sizes, because of a place that lies outside of its matrix, or None.

    An index bound by a sum or a maximum takes both ends of its range; a free one must be outside wherever it stands.
    Branches of cases and factors beside an indicator do not count, nor do sums that are empty at all sizes.

    Args:
        rules: What is known of the sizes.
        indices: The free indices with their ranges.
        formula: What is looked at.
        empty: Also report what has a value only where a sum is empty: that says nothing of the matrix either.

    """
    if isinstance(formula, Logic):
        found = (absent(rules, indices, part, empty=empty) for part in formula.args)
        return next((reason for reason in found if reason is not None), None)
    if isinstance(formula, Quantified):
        bound = [name for name in formula.names if len(name) == 3]
        return absent(rules, (*indices, *bound), formula.body, empty=empty)
    return _of_relation(rules, indices, formula, empty)


def _of_relation(rules: SizeRules, indices: Sequence[Index], rel: Rel, empty: bool) -> str | None:
    counted, moved = _from_one(indices)
    within = SizeRules(rules.least, (*rules.relations, *counted))
    for side in (rel.lhs, rel.rhs):
        for node, ranges in _evaluated(side):
            for index, count in _selected(node):
                reached = _outside(within, moved, ranges, index, count)
                if reached is None:
                    continue
                sure = all(certainly_less(within, low, end) for low, end in _lengths(moved, ranges))
                if sure or empty:
                    where = "" if sure else " (wherever there is a term at all)"
                    return f"{_written(node)} with the index {reached}, but the indices run from 1 to {count}{where}"
    return None


def _written(node: Expr) -> str:
    """Return the LaTeX of a node; an entry of a column has one index."""
    if node.op == "entry" and node.args[0].shape.totals[1] == ONE:
        node = build.row(node.args[0], node.data[0])
    return core_to_latex(node).replace(",:}", "}") if node.op == "row" and node.shape.is_scalar else core_to_latex(node)


def _from_one(indices: Sequence[Index]) -> tuple[list[tuple[str, Size]], dict[str, Size]]:
    """Return what the ranges of free indices say once each is counted from one, and what stands for each index."""
    moved: dict[str, Size] = {}
    relations: list[tuple[str, Size]] = []
    for name, low, high in indices:
        start = low.substitute(moved)
        moved[name] = Size.of(name) + start - 1
        relations.append(("<=", moved[name] - high.substitute(moved)))
    return relations, moved


def _evaluated(top: Expr) -> Iterator[tuple[Expr, Ranges]]:
    """Yield the nodes that every point of a claim evaluates, with the ranges of the indices bound around them."""
    seen: set[tuple[Expr, frozenset[tuple[str, tuple[Size, Size]]]]] = set()
    stack: list[tuple[Expr, dict[str, tuple[Size, Size]]]] = [(top, {})]
    while stack:
        node, ranges = stack.pop()
        state = (node, frozenset(ranges.items()))
        if state in seen:
            continue
        seen.add(state)
        yield node, ranges
        inner = {**ranges, **binds(node)}
        for k, part in enumerate(node.args):
            if is_switched_on(node, k):
                stack.append((part, inner if k == 0 else ranges))


def _selected(node: Expr) -> Iterator[tuple[Size, Size]]:
    """Yield the indices by which a node selects something, each with how many there are."""
    if node.op == "basis":
        yield node.data[0], node.shape.totals[0]
    if node.op not in ("entry", "row", "col", "order", "sigma", "eig"):
        return
    rows, cols = node.args[0].shape.totals
    if node.op in ("sigma", "eig"):
        if isinstance(node.data[0], Size):
            yield from ((node.data[0], rows), (node.data[0], cols))
        return
    counts = {"entry": (rows, cols), "row": (rows,), "col": (cols,), "order": (rows * cols,)}[node.op]
    yield from zip(node.data, counts, strict=True)


def _outside(rules: SizeRules, moved: Mapping[str, Size], ranges: Ranges, index: Size, count: Size) -> Size | None:
    """Return the value of an index that is always outside of ``1..count``, at an end of the ranges of its bound letters."""
    letters = _letters(index, ranges)
    if len(letters) > MAX_BOUND:
        return None
    filled = [("<", low - end) for low, end in _lengths(moved, ranges)]
    known = SizeRules(rules.least, (*rules.relations, *filled))
    total = count.substitute(moved)
    for ends in product((0, 1), repeat=len(letters)):
        value = index
        for letter, end in zip(letters, ends, strict=True):
            value = value.substitute({letter: ranges[letter][end]})
        reached = value.substitute(moved)
        if certainly_less(known, total, reached) or certainly_less(known, reached, ONE):
            return value
    return None


def _lengths(moved: Mapping[str, Size], ranges: Ranges) -> list[tuple[Size, Size]]:
    """Return the first value of every bound letter, and one more than its last."""
    return [(low.substitute(moved), high.substitute(moved) + 1) for low, high in ranges.values()]


def _letters(index: Size, ranges: Ranges) -> list[str]:
    """Return the bound letters of an index, each before those that its range is made of."""
    found: list[str] = []
    waiting = sorted(index.names & ranges.keys())
    while waiting:
        letter = waiting.pop(0)
        found = [other for other in found if other != letter] + [letter]
        low, high = ranges[letter]
        waiting += sorted((low.names | high.names) & ranges.keys())
    return found


__all__ = ["absent"]
