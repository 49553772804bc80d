"""Hypotheses for every entry, put at the entries that a claim speaks of: ``x <= c`` says ``x_i <= c``, for whatever i."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.facts import Facts, Range, Theorem, runs_freely
from derive.bounds.forms.normal import (
    INDEX_BINDERS,
    ONE,
    canonical,
    cols,
    entry_of,
    is_scalar,
    mentions,
    normal,
    reindex,
    rows,
    strip,
)
from derive.core import Expr, Rel, walk
from derive.sizes import Size

PLACES = ("entry", "row", "col")
MAX_ENTRIES = 8
"""So many entries of one claim are looked at."""


def add_instances(facts: Facts, sides: Sequence[Expr]) -> None:
    """Add the hypotheses about every entry, at the entries of both sides of a claim."""
    found = [t for t in _instances(facts, sides) if t not in facts.theorems]
    if found:
        facts.theorems += found
        facts.cache.pop("orders", None)


def speaks_of_entries(facts: Facts, matrix: Expr) -> bool:
    """Whether a hypothesis is about every entry of a matrix."""
    matrix = canonical(normal(matrix))
    return any(
        e.op == "entry" and canonical(normal(e.args[0])) == matrix and runs_freely(e, names)
        for small, large, _, names in facts.orders
        if names
        for side in (small, large)
        for e in walk(side)
    )


def _instances(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    quantified = [order for order in facts.orders if order[3]]
    entries = list(dict.fromkeys(e for side in sides for e in _open_entries(side)))[:MAX_ENTRIES] if quantified else []
    for small, large, strict, names in quantified:
        yield from _largest(strip(small), large, strict, names)
        for pattern in dict.fromkeys(e for side in (small, large) for e in walk(side) if e.op in PLACES):
            if not runs_freely(pattern, names) or not _names_all(pattern, names):
                continue
            matrix = canonical(normal(pattern.args[0]))
            for entry in entries:
                if entry.op == pattern.op and canonical(normal(entry.args[0])) == matrix:
                    place = {str(name): at for name, at in zip(pattern.data, entry.data, strict=True) if name != ONE}
                    yield Theorem(
                        reindex(small, place), reindex(large, place), strict, "hypothesis", "it holds for every entry"
                    )


def _largest(entry: Expr, large: Expr, strict: bool, names: tuple[Range, ...]) -> Iterator[Theorem]:
    """The largest entry of a vector is at most what all are."""
    if entry.op != "entry" or not runs_freely(entry, names) or any(mentions(large, name) for name, _, _ in names):
        return
    vector = normal(entry.args[0])
    if len(names) == 1 and ONE in (rows(vector), cols(vector)):
        yield Theorem(
            canonical(build.order(vector, ONE)), large, strict, "hypothesis", "the largest entry is one of them"
        )


def _open_entries(expr: Expr) -> Iterator[Expr]:
    """The entries in an expression that no index bound in it tells; every place that they name exists."""
    stack = [expr]
    while stack:
        node = stack.pop()
        if node.op in INDEX_BINDERS:
            continue
        if node.op in PLACES:
            yield node
        stack.extend(node.args)


def _names_all(entry: Expr, names: tuple[Range, ...]) -> bool:
    return {name for name, _, _ in names} <= {str(index) for index in entry.data}


def of_every_entry(rel: Rel) -> tuple[Rel, tuple[Range, ...]] | None:
    """Return an inequality between matrices, or of a matrix and a number, as one for every entry."""
    sides = [strip(side) for side in (rel.lhs, rel.rhs)]
    wide = [side for side in sides if not is_scalar(side)]
    if not wide or len({side.shape.totals for side in wide}) != 1:
        return None
    lengths = (rows(wide[0]), cols(wide[0]))
    names = [ONE if length == ONE else Size.of(build.fresh("i")) for length in lengths]
    left, right = (
        build.reshape(side, build.SCALAR) if is_scalar(side) else entry_of(side, names[0], names[1]) for side in sides
    )
    ranges = tuple((str(n), ONE, length) for n, length in zip(names, lengths, strict=True) if length != ONE)
    return Rel(rel.op, left, right), ranges


__all__ = ["add_instances", "of_every_entry", "speaks_of_entries"]
