r"""Averages over a distribution: between the least and the largest value, and how far a square may differ from its average.

    min f <= sum p f <= max f        (sum p f)^2 <= sum p f^2 <= (max f + min f) sum p f - max f min f

The last is ``sum p (max f - f) (f - min f) >= 0`` (Bhatia and Davis, A better bound on the variance, 2000), from which Popoviciu's
``variance <= (max f - min f)^2 / 4`` follows. The variance is the form of ``diag(p) - p p^T``, whose norm is at most 1/2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from derive import build
from derive.bounds.facts.defined import evaluated
from derive.bounds.facts.facts import Facts, Theorem
from derive.bounds.forms.normal import (
    ONE,
    canonical,
    cols,
    entry_of,
    factors,
    is_scalar,
    normal,
    reindex,
    rows,
    strip,
)
from derive.bounds.forms.polynomial import Poly
from derive.bounds.inequalities.few_entries import is_euclidean, squared
from derive.bounds.inequalities.theorems import is_distribution
from derive.bounds.quantities import values
from derive.core import Expr
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.sizes import Size

MAX_NODES = 6
RULE = "average"
BETWEEN, SQUARE = "min f <= sum p f <= max f for a distribution p", "(sum p f)^2 <= sum p f^2"
SPREAD, HALF = "sum p (max f - f) (f - min f) >= 0", "||diag(p) - p p^T||_2 <= 1/2"


@dataclass(frozen=True, slots=True)
class Average:
    """The node ``sum_{i=1}^n p_i f_i``, n, and for one letter i the entry p_i and f_i as a polynomial."""

    node: Expr
    length: Size
    weight: Expr
    body: Poly


def averages(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield what the averages that a claim writes are compared with: extrema, norms, and averages of squares."""
    nodes = list(dict.fromkeys(n for side in sides for n in evaluated(facts, side) if is_scalar(n)))
    letter = build.fresh("i")
    sums = [n for n in nodes if n.op in ("sum", "matmul")][:MAX_NODES]
    found = [a for node in sums for a in _averages(facts, node, letter)]
    if not found:
        return
    values_of = [(n, over) for n in nodes for over in _runs_over(facts, n, letter)]
    for one in found:
        same = [n for n, over in values_of if _covers(over, one)]
        large, small = ([n for n in same if n.op[:3] == kind] for kind in ("max", "min"))
        yield from (Theorem(one.node, n, False, RULE, BETWEEN) for n in large)
        yield from (Theorem(n, one.node, False, RULE, BETWEEN) for n in small)
        square = one.body * one.body
        for other in [a for a in found if a.weight == one.weight and a.body.same(square)]:
            yield Theorem(squared(one.node), other.node, False, RULE, SQUARE)
            for top, bottom in ((a, b) for a in large[:1] for b in small[:1]):
                most = build.sub(build.scale(build.add(top, bottom), one.node), build.scale(top, bottom))
                yield Theorem(other.node, most, False, RULE, SPREAD)
            for norm in [n for n in same if n.op == "norm"]:
                half = build.scale(build.const(Fraction(1, 2)), squared(norm))
                yield Theorem(other.node, build.add(squared(one.node), half), False, RULE, HALF)


def _averages(facts: Facts, node: Expr, letter: str) -> Iterator[Average]:
    """The ways in which a sum or a product of a row and a column is an average over a distribution."""
    place = Size.of(letter)
    if node.op == "sum":
        name, low, high = node.data
        scalars, matrices = factors(normal(node.args[0]))
        parts = [strip(part) for part in (*scalars, *matrices)]
        if low != ONE or not all(map(is_scalar, parts)):
            return
        for k, part in enumerate(parts):
            if is_distribution(facts, part, name, high):
                rest = [*parts[:k], *parts[k + 1 :]]
                yield from _average(facts, node, high, *(_at(e, name, place) for e in (part, _product(rest))))
        return
    scalars, parts = factors(strip(normal(node)))
    if scalars or len(parts) != 2 or ONE not in (rows(parts[0]), cols(parts[1])):
        return
    columns = [strip(normal(build.transpose(parts[0]))), strip(parts[1])]
    entries = [entry_of(column, place, ONE) for column in columns]
    for weight, other in (entries, entries[::-1]):
        if is_distribution(facts, strip(weight), letter, rows(columns[0])):
            yield from _average(facts, node, rows(columns[0]), weight, other)


def _average(facts: Facts, node: Expr, length: Size, weight: Expr, body: Expr) -> Iterator[Average]:
    poly = _poly(facts, body)
    if poly is not None:
        yield Average(node, length, canonical(strip(normal(weight))), poly)


def _product(parts: Sequence[Expr]) -> Expr:
    total = build.const(1)
    for part in parts:
        total = build.scale(total, build.reshape(part, build.SCALAR))
    return total


def _at(expr: Expr, name: str, place: Size) -> Expr:
    return reindex(expr, {name: place})


def _runs_over(facts: Facts, node: Expr, letter: str) -> Iterator[tuple[Size, Poly | None]]:
    """How many numbers an extremum or a Euclidean norm is of, and which."""
    if node.op in ("maxentry", "minentry") or (node.op == "norm" and is_euclidean(node)):
        vector = strip(node.args[0])
        if cols(vector) == ONE:
            yield rows(vector), _poly(facts, entry_of(vector, Size.of(letter), ONE))
        elif rows(vector) == ONE:
            yield cols(vector), _poly(facts, entry_of(vector, ONE, Size.of(letter)))
    elif node.op in ("maxover", "minover") and node.data[1] == ONE:
        yield node.data[2], _poly(facts, _at(node.args[0], node.data[0], Size.of(letter)))


def _covers(over: tuple[Size, Poly | None], average: Average) -> bool:
    """Whether something runs over the very numbers that are averaged."""
    length, poly = over
    return length == average.length and poly is not None and average.body.same(poly)


def _poly(facts: Facts, body: Expr) -> Poly | None:
    try:
        return values.value(facts, body).value
    except NotSupported:
        return None


__all__ = ["averages"]
