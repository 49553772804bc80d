"""Powers with exponents that are sizes or indices: bounds by one, by the base and by other powers, and by tangents.

``a^k <= 1`` and ``a^k <= a`` for 0 <= a <= 1, ``a^k <= b^k`` for 0 <= a <= b; Bernoulli's inequality, ``a^k <= exp(k (a - 1))``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from derive import build
from derive.bounds.facts.facts import Facts, Theorem, elementwise, size_sign
from derive.bounds.quantities import values
from derive.bounds.quantities.loewner import is_nonnegative
from derive.core import Expr, walk
from derive.errors import NotSupported
from derive.index.sequences.members import whole_number
from derive.sizes import Size

RULE = "powers"
MAX_POWERS = 6
ZERO, ONE = build.const(0), build.const(1)


def natural_powers(facts: Facts, exprs: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield what is known of the powers in some expressions."""
    nodes = dict.fromkeys(n for e in exprs for n in walk(e) if n.op == "hpow" and n.shape.is_scalar)
    factors = frozenset().union(*map(_outside_of_exponents, exprs))
    exponentials = any(n.op == "map" and n.data[0] == "exp" for e in exprs for n in walk(e))
    powers = [(n, n.args[0], exponent) for n in nodes if (exponent := _exponent(facts, n)) is not None][:MAX_POWERS]
    for power, base, exponent in powers:
        if exponent.names & factors and (elementwise(facts, base) or _is_less(facts, ZERO, base)):
            yield from _tangents(power, base, exponent, exponentials)
        if not elementwise(facts, base):
            continue
        once = bool(size_sign(facts, exponent - 1))
        if _is_less(facts, base, ONE):
            yield Theorem(power, ONE, False, RULE, "a^k <= 1 for 0 <= a <= 1")
            if once:
                yield Theorem(power, base, False, RULE, "a^k <= a for 0 <= a <= 1 and k >= 1")
        elif _is_less(facts, ONE, base):
            yield Theorem(ONE, power, False, RULE, "a^k >= 1 for a >= 1")
            if once:
                yield Theorem(base, power, False, RULE, "a^k >= a for a >= 1 and k >= 1")
    for (small, first, one), (large, second, other) in permutations(powers, 2):
        if one == other and elementwise(facts, first) and _is_less(facts, first, second):
            yield Theorem(small, large, False, RULE, "a^k <= b^k for 0 <= a <= b")


def _outside_of_exponents(expr: Expr) -> frozenset[str]:
    """The sizes that stand in an expression as numbers, as the ``n`` of ``1 + n a`` does."""
    found: set[str] = set()
    stack = [expr]
    while stack:
        node = stack.pop()
        if node.op == "size":
            found |= node.data[0].names
        stack += node.args[:1] if node.op == "hpow" else node.args
    return frozenset(found)


def _tangents(power: Expr, base: Expr, exponent: Size, exponentials: bool) -> Iterator[Theorem]:
    """Bernoulli's inequality, for the powers of what is not negative are convex; and ``b <= e^(b - 1)``."""
    inner = build.scale(build.size(exponent), build.sub(build.reshape(base, build.SCALAR), ONE))
    yield Theorem(build.add(ONE, inner), power, False, RULE, "1 + k (b - 1) <= b^k for b >= 0")
    if exponentials:
        yield Theorem(power, build.map_("exp", inner), False, RULE, "b^k <= exp(k (b - 1)) for b >= 0")


def _exponent(facts: Facts, node: Expr) -> Size | None:
    """The exponent of a power, if it is made of sizes and never negative."""
    exponent = whole_number(node.args[1])
    if exponent is None or exponent.constant is not None or not size_sign(facts, exponent):
        return None
    return exponent


def _is_less(facts: Facts, small: Expr, large: Expr) -> bool:
    try:
        gap = values.value(facts, build.sub(large, small)).value
    except NotSupported:
        return False
    return is_nonnegative(facts, gap)


__all__ = ["natural_powers"]
