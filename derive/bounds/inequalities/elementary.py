"""Squares and parts of sums, ranges of functions and absolute values that a claim writes down (Steele, The Cauchy-Schwarz Master Class, 1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf

from derive import build
from derive.bounds.facts.defined import evaluated
from derive.bounds.facts.facts import Facts, Theorem, elementwise, size_sign
from derive.bounds.forms.normal import (
    ONE,
    canonical,
    cols,
    is_scalar,
    mentions,
    rows,
    starts_at_one_or_above,
    strip,
)
from derive.bounds.inequalities.increasing import increasing
from derive.bounds.rules.differences import up_to_sign
from derive.core import Expr
from derive.fraction import Fraction
from derive.functions import RECORDS
from derive.sizes import Size

RANGES = {f.name: (f.low, f.high, not f.attained) for f in RECORDS if f.low > -inf and f.high < inf}
"""Between which numbers the values of a function lie, and whether they keep away from them."""
HALF = build.const(Fraction(1, 2))
MAX_NODES = 24  # sums, extremes and functions of a claim that are looked at


def elementary(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the theorems about the scalars that are evaluated at every point of a claim."""
    nodes = list(dict.fromkeys(n for side in sides for n in evaluated(facts, side)))
    sums = [n for n in nodes if n.op == "sum" and is_scalar(n)][:MAX_NODES]
    for total in sums:
        yield from _square_of_sum(facts, total, nodes)
        yield from _part_of_sum(facts, total)
    yield from increasing(facts, nodes[: 4 * MAX_NODES])
    for node in nodes[: 4 * MAX_NODES]:
        if node.op == "hpow" and is_scalar(node) and node.args[1] == HALF:
            yield from _tangent_of_root(node)
        elif node.op == "map" and is_scalar(node) and node.data[0] in RANGES:
            low, high, strict = RANGES[node.data[0]]
            text = f"{low} {'<' if strict else '<='} {node.data[0]}(x) {'<' if strict else '<='} {high}"
            yield Theorem(node, build.const(high), strict, "range", text)
            yield Theorem(build.const(low), node, strict, "range", text)
        elif node.op == "map" and is_scalar(node) and node.data[0] == "abs":
            yield from _reverse_triangle(node, nodes)


def _reverse_triangle(node: Expr, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """``|a| <= |a - b| + |b|`` where a claim speaks of all three."""
    whole = strip(node.args[0])
    sizes = [build.map_("abs", up_to_sign(term)) for term in whole.args] if whole.op == "add" else []
    if len(sizes) == 2 and all(size in nodes for size in sizes):
        for first, second in (sizes, sizes[::-1]):
            yield Theorem(first, build.add(node, second), False, "reverse triangle", "|a| <= |a - b| + |b|")


def _square_of_sum(facts: Facts, total: Expr, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """(sum f)^2 <= n sum f^2 over a range that is not empty, where the squares or the norm occur."""
    name, low, high = total.data
    if not size_sign(facts, high - low):
        return
    body, two = strip(total.args[0]), build.const(2)
    squares = build.sum_(name, low, high, build.hpow(body, two))
    inner = strip(body.args[0]) if body.op == "map" and body.data[0] == "abs" else body
    plain = build.sum_(name, low, high, build.hpow(inner, two))
    wanted = {canonical(squares), canonical(plain)}
    if any(n.op == "sum" and canonical(n) in wanted or (n.op == "norm" and n.data[0] in ("2", "F")) for n in nodes):
        bound = build.scale(build.size(high - low + 1), plain)
        yield Theorem(build.hpow(total, two), bound, False, "cauchy-schwarz", "(sum f)^2 <= n sum f^2")


def _part_of_sum(facts: Facts, total: Expr) -> Iterator[Theorem]:
    """A sum of f(x_i) >= 0 over some of the entries is at most the sum over all."""
    name, low, high = total.data
    entry, index = _entry_inside(total.args[0]), Size.of(name)
    if entry is None or not elementwise(facts, total.args[0]) or not starts_at_one_or_above(low):
        return
    if index not in entry.data or mentions(entry.args[0], name):
        return
    length = rows(entry.args[0]) if entry.data[0] == index else cols(entry.args[0])
    if (low, high) != (ONE, length) and size_sign(facts, length - high):
        whole = build.sum_(name, ONE, length, total.args[0])
        yield Theorem(total, whole, False, "part", "a sum of nonnegative terms over a part of the range")


def _entry_inside(body: Expr) -> Expr | None:
    """Return the entry of which a scalar is a power or a function that is defined everywhere."""
    body = strip(body)
    while body.op == "hpow" or (body.op == "map" and body.data[0] in ("abs", "relu", "exp")):
        exponent = strip(body.args[1]) if body.op == "hpow" else build.const(1)
        if exponent.op != "const" or exponent.data[0] < 0 or exponent.data[0].denominator != 1:
            return None
        body = strip(body.args[0])
    return body if body.op == "entry" else None


def _tangent_of_root(node: Expr) -> Iterator[Theorem]:
    """``sqrt(1 + x) <= 1 + x / 2`` where the root is defined, for a sum with the term 1: the square of the right side is larger by x^2 / 4."""
    total = strip(node.args[0])
    if total.op == "add" and any(strip(term) == build.const(1) for term in total.args):
        middle = build.scale(HALF, build.add(build.reshape(total, build.SCALAR), build.const(1)))
        yield Theorem(node, middle, False, "tangent", "sqrt(1 + x) <= 1 + x / 2")


__all__ = ["elementary"]
