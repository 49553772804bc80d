"""Missing terms anywhere: in each sum, or where a sum of one term may stand, what would close the gap.

Where a side is affine in the place, ``f(a + c t) = f(a) + c (f(t) - f(0))`` tells the factor c of a term t; elsewhere
terms are added and taken away as they are, to be screened like other edits.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING

from derive.fraction import Fraction
from derive.language.printing.latex import to_latex
from derive.language.tree.syntax import Syn
from derive.repair import tree as t
from derive.repair.bench import Row, Value, difference, proportional, ratio
from derive.repair.fitting import rows_of, zero
from derive.repair.multipliers import Numbers, matches, numbers_of, quotient_of, times
from derive.repair.parts import Material, without_numbers
from derive.repair.scalars import Monomial, fit, scaled
from derive.repair.tree import Path

if TYPE_CHECKING:
    from derive.repair.search import Search

MAX_PLACES, MAX_PLAIN = 4, 8


def grown(search: Search) -> Iterator[tuple[Syn, str]]:
    """Yield the statement with one more term, made of its own parts, in one of its sums.

    What is claimed to be zero is let alone: anything is, if it is taken away again.
    """
    sides = search.statement.children
    if len(sides) != 2 or any(_is_zero(side, search) for side in sides):
        return
    rows = rows_of(search, search.statement)
    if rows is None:
        return
    material = Material.of(search)
    sides = {to_latex(t.naked(side)) for side in search.statement.children}
    numbers = cache(lambda: numbers_of(search, rows, material))
    for path in _places(search):
        shape = material.shape(search.statement.at(path))
        if shape is None:
            continue
        there = {*_bodies(search.statement.at(path), search), *sides}
        terms = [term for term in material.terms(shape) if to_latex(term) not in there]  # else a wrong factor
        zeros = _zeros(search, path, rows)
        if zeros is None:
            yield from _as_they_are(search, path, terms)
        else:
            yield from _fitted(search, path, terms, numbers, rows, zeros)


def _places(search: Search) -> list[Path]:
    """The right side, sums and brackets inside it, then those on the left."""
    found: list[Path] = [(1,)]
    for side in (1, 0):
        for path, node in t.operands(search.statement.children[side], search.scope, (side,)):
            if node.kind == "add" or (node.kind == "group" and node.value in ("(", "[") and len(node.children) == 1):
                found.append(path if node.kind == "add" else (*path, 0))
    return list(dict.fromkeys(p for p in found if search.statement.at(p).kind != "list"))[:MAX_PLACES]


def _is_zero(side: Syn, search: Search) -> bool:
    side = t.naked(side)
    return (side.kind, side.value) == ("num", "0") or t.built_in(side, search.scope) == "0"


def _bodies(node: Syn, search: Search) -> list[str]:
    """The terms of a sum without the numbers in front, as they are written."""
    node = t.naked(node)
    terms = node.children if node.kind == "add" else (node,)
    return [to_latex(without_numbers(term, search.scope)) for term in terms]


def _zeros(search: Search, path: Path, rows: list[Row]) -> list[Value] | None:
    """The side with nothing at a place, if it is affine in the place."""
    whole = _side(rows, path)
    if len(path) == 1:
        return [difference(value, value) for value in whole]
    changed = [rows_of(search, search.statement.replace(path, edit)) for edit in (zero, _doubled)]
    if any(found is None or len(found) != len(rows) for found in changed):
        return None
    zeros, twice = (_side(found or [], path) for found in changed)
    double = (1, Fraction(4))
    if all(ratio(two, one, none) == double for two, one, none in zip(twice, whole, zeros, strict=True)):
        return zeros
    return None


def _doubled(node: Syn) -> Syn:
    return t.juxt(t.num(2), Syn("group", "(", (node,)))


def _side(rows: list[Row], path: Path) -> list[Value]:
    return [row.right if path[0] == 1 else row.left for row in rows]


def _as_they_are(search: Search, path: Path, terms: list[Syn]) -> Iterator[tuple[Syn, str]]:
    for term, sign in itertools.product(terms[:MAX_PLAIN], "+-"):
        yield _added(search, path, sign, term)


def _fitted(
    search: Search,
    path: Path,
    terms: list[Syn],
    numbers: Callable[[], Numbers],
    rows: list[Row],
    zeros: list[Value],
) -> Iterator[tuple[Syn, str]]:
    targets = _side(rows, (1 - path[0],))
    gaps = [difference(target, whole) for target, whole in zip(targets, _side(rows, path), strict=True)]
    for term in terms:
        first = _values(search, path, term, zeros[:1])
        if first is None or not proportional(gaps[0], first[0]):
            continue
        values = _values(search, path, term, zeros)
        if values is None:
            continue
        if ratio(gaps[0], values[0], None):
            factor = _factor(rows, gaps, values)
            if factor is not None and factor.sign:
                yield _added(search, path, *scaled(term, factor, search.scope))
            continue
        lacks = [quotient_of(value, gap) for value, gap in zip(values, gaps, strict=True)]
        body = t.bracket(term) if term.kind in ("add", "infix") else term
        for powers, factor in (
            matches(rows, [one for one in lacks if one is not None], numbers()) if None not in lacks else ()
        ):
            made = body
            for number, exponent in powers:
                made = times(made, number, exponent, search.scope)
            yield _added(search, path, *scaled(made, factor, search.scope))


def _values(search: Search, path: Path, term: Syn, zeros: list[Value]) -> list[Value] | None:
    """What a term adds to the side per unit, at as many size tuples as there are zeros."""
    placed = Syn("group", "(", (term,)) if len(path) > 1 else term
    found = rows_of(search, search.statement.replace(path, lambda _: placed), len(zeros))
    if found is None or len(found) < len(zeros):
        return None
    pairs = list(zip(_side(found, path), zeros, strict=False))
    if any(a.ring is not b.ring or a.array.shape[1:] != b.array.shape[1:] for a, b in pairs):
        return None
    return [difference(a, b) for a, b in pairs]


def _factor(rows: list[Row], gaps: list[Value], values: list[Value]) -> Monomial | None:
    found = [ratio(gap, value, None) for gap, value in zip(gaps, values, strict=True)]
    if any(one is None for one in found):
        return None
    return fit([(dict(row.sizes), *one) for row, one in zip(rows, found, strict=True) if one is not None])


def _added(search: Search, path: Path, sign: str, term: Syn) -> tuple[Syn, str]:
    def grow(node: Syn) -> Syn:
        if node.kind == "add":
            return Syn("add", node.value + sign, (*node.children, term))
        return Syn("add", "+" + sign, (node, term))

    return search.statement.replace(path, grow), f"the term ${sign} {to_latex(term)}$ added"


__all__ = ["grown"]
