"""Products of nonnegative factors: means, exponentials, and what is left of sums (Hardy, Littlewood and Polya, Inequalities, 2.5 and 2.14)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from derive import build
from derive.bounds.facts.facts import NONNEGATIVE, POSITIVE, Facts, Theorem, size_sign
from derive.bounds.forms.normal import ONE, is_scalar, strip
from derive.bounds.inequalities.single_terms import nonnegative_anywhere
from derive.bounds.quantities.values import value
from derive.core import Expr, walk
from derive.size_names import bound_indices, is_free_of


def of_products(facts: Facts, expr: Expr) -> Iterator[Theorem]:
    """Yield the theorems about the products of an expression whose indices are not bound around them."""
    letters = bound_indices(expr)
    nodes = [n for n in walk(expr) if is_scalar(n) and is_free_of(n, letters)]
    for node in nodes:
        if node.op == "prod" and node.data[1] == ONE:
            yield from _bounds(facts, node)
        if node.op == "hpow" and (base := strip(node.args[0])).op == "prod" and base.data[1] == ONE:
            yield from _geometric_mean(facts, node, base)


def _bounds(facts: Facts, node: Expr) -> Iterator[Theorem]:
    """``1 - sum (1 - f) <= prod f <= 1`` for f in [0, 1], ``prod f >= 1 + sum (f - 1)`` for f >= 1, ``prod f <= e^(sum (f - 1))``."""
    name, low, high = node.data
    factor = strip(node.args[0])
    if not nonnegative_anywhere(facts, name, factor) or not _counts(facts, node):
        return
    one, excess = build.const(1), _less_one(factor)
    total = build.sum_(name, low, high, excess)
    yield Theorem(node, build.map_("exp", total), False, "product", "prod f <= exp(sum (f - 1)) for f >= 0")
    is_small = nonnegative_anywhere(facts, name, build.neg(excess))
    if is_small:
        yield Theorem(node, one, False, "product", "prod f <= 1 for f in [0, 1]")
    if is_small or nonnegative_anywhere(facts, name, excess):
        text = "prod f >= 1 + sum (f - 1) for f in [0, 1], and for f >= 1"
        yield Theorem(build.add(one, total), node, False, "product", text)
        if not is_small:
            yield Theorem(one, node, False, "product", "prod f >= 1 for f >= 1")


def _geometric_mean(facts: Facts, power: Expr, node: Expr) -> Iterator[Theorem]:
    """The geometric mean of nonnegative numbers is at most the arithmetic one."""
    name, low, high = node.data
    share = build.hpow(build.size(high), build.const(-1))
    if size_sign(facts, high) != POSITIVE or (value(facts, power.args[1]).value - value(facts, share).value).terms:
        return
    if nonnegative_anywhere(facts, name, node.args[0]):
        mean = build.scale(share, build.sum_(name, low, high, node.args[0]))
        yield Theorem(power, mean, False, "means", "(prod f)^(1/n) <= 1/n sum f for f >= 0")


def _counts(facts: Facts, node: Expr) -> bool:
    """Whether the range is not turned around: it has no places, or as many as it says."""
    return size_sign(facts, node.data[2]) >= NONNEGATIVE


def _less_one(factor: Expr) -> Expr:
    """A factor minus one, without the one that it has as a term."""
    parts = list(factor.args) if factor.op == "add" else [factor]
    one = build.const(1)
    if one not in parts or len(parts) == 1:
        return build.sub(factor, one)
    parts.remove(one)
    return reduce(build.add, parts)


__all__ = ["of_products"]
