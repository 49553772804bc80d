"""Entries, rows, unit vectors, singular values and ranks that a matrix does not have: x_3 of x in R^2, x_0, A_{n+1,1} of n rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from types import MappingProxyType

from derive import build
from derive.bounds.forms.restrictions import certainly_less
from derive.core import Expr, Formula, Logic, Quantified, Rel, SizeRules
from derive.index.rewriting.places import binds, is_switched_on
from derive.language.printing.bound_letters import MARK
from derive.language.printing.core_latex import core_to_latex
from derive.sizes import Size

Index = tuple[str, Size, Size]
Ranges = Mapping[str, tuple[Size, Size]]
ONE = Size.of(1)
MAX_BOUND = 4
NONE_MOVED: Mapping[str, Size] = MappingProxyType({})


def absent(rules: SizeRules, indices: Sequence[Index], formula: Formula, *, empty: bool = True) -> str | None:
    """Return why a formula has a value at no sizes, because of a place that lies outside of its matrix, or None.

    An index bound by a sum or a maximum takes both ends of its range, where the ranges inside have a value; a free one
    must be outside wherever it stands.
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
                reached = _outside(within, moved, ranges, index, count, filled=True)
                if reached is None:
                    continue
                sure = _outside(within, moved, ranges, index, count, filled=False)
                if sure is not None or empty:
                    where = "" if sure is not None else " (wherever there is a term at all)"
                    value = _unmarked(reached if sure is None else sure, ranges)
                    told = f"{_written(node)} with the index {value}, but the indices run from 1 to {count}{where}"
                    return told + (_members_from_0(node) if str(value) == "0" else "")
    return None


def _members_from_0(node: Expr) -> str:
    """What to write where a family that begins at 0 is meant, and a vector is declared."""
    whole = node.args[0] if node.op == "entry" else None
    if whole is None or whole.op != "var" or whole.shape.cols:
        return ""
    name = core_to_latex(whole)
    return rf" (for numbers that begin at 0 declare {name}_0, \dots, {name}_T \in \mathbb{{R}} in place of the vector {name})"


def _written(node: Expr) -> str:
    """Return the LaTeX of a node; an entry of a column has one index."""
    if node.op == "entry" and node.args[0].shape.totals[1] == ONE:
        node = build.row(node.args[0], node.data[0])
    return core_to_latex(node).replace(",:}", "}") if node.op == "row" and node.shape.is_scalar else core_to_latex(node)


def _from_one(
    indices: Sequence[Index], before: Mapping[str, Size] = NONE_MOVED
) -> tuple[list[tuple[str, Size]], dict[str, Size]]:
    """Return what the ranges of indices say once each is counted from one, and what stands for each index."""
    moved = dict(before)
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
        bound = binds(node)
        inner = {**{name: limits for name, limits in ranges.items() if name not in bound}, **bound}
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


def _outside(
    rules: SizeRules, moved: Mapping[str, Size], ranges: Ranges, index: Size, count: Size, *, filled: bool
) -> Size | None:
    """Return the value of an index that is always outside of ``1..count``, at a term that there is at all sizes.

    Bound letters are taken at the ends of their ranges. An end of an outer range may leave an inner one empty, as the
    last i does in ``sum_{i=1}^n sum_{j=i+1}^n``: every range must have a value once the outer letters have theirs.

    Args:
        rules: What is known of the sizes and the free indices.
        moved: What stands for each free index.
        ranges: The bound letters, outer ones first.
        index: The index.
        count: How many places there are.
        filled: Suppose that there is some term, of which the letters then have the values.

    """
    letters = _letters(index, ranges)
    if len(letters) > MAX_BOUND:
        return None
    known = rules
    if filled:
        counted, moved = _from_one([(name, *limits) for name, limits in ranges.items()], moved)
        known = SizeRules(rules.least, (*rules.relations, *counted))
    total = count.substitute(moved)
    for choice in product(("low", "high", "own") if filled else ("low", "high"), repeat=len(letters)):
        point = _point(ranges, dict(zip(letters, choice, strict=True)), filled)
        if point is None:
            continue
        values, lengths = point
        value = index.substitute(values)
        reached = value.substitute(moved)
        if not (certainly_less(known, total, reached) or certainly_less(known, reached, ONE)):
            continue
        if all(certainly_less(known, low.substitute(moved), end.substitute(moved)) for low, end in lengths):
            return value
    return None


def _point(
    ranges: Ranges, choice: Mapping[str, str], filled: bool
) -> tuple[dict[str, Size], list[tuple[Size, Size]]] | None:
    """Return the values of the bound letters at chosen ends, and what must be less than what for them to be reached.

    Where some term is supposed, its letters keep their own values, and their ranges are not empty, as long as no letter
    that the range is made of was moved to an end. None if a letter should keep its value where it cannot.
    """
    values: dict[str, Size] = {}
    lengths: list[tuple[Size, Size]] = []
    for letter, limits in ranges.items():
        low, high = (limit.substitute(values) for limit in limits)
        given = filled and not (limits[0].names | limits[1].names) & values.keys()
        chosen = choice.get(letter, "own" if given else "low")
        if not given:
            lengths.append((low, high + 1))
        if chosen == "own" and not given:
            return None
        if chosen != "own":
            values[letter] = low if chosen == "low" else high
    return values, lengths


def _unmarked(value: Size, ranges: Ranges) -> Size:
    """Return a value with its bound letters as they are written."""
    return value.substitute({name: Size.of(name.split(MARK)[0]) for name in ranges})


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
