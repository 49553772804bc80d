r"""Quotients: ``A / B \le C / D`` where ``A \le C`` and ``D \le B``, and hypotheses about quotients, multiplied by what they divide by.

Every number that is divided by is not zero, since the claim ranges over the points at which it is defined: one that is at least zero is
positive. For ``0 \le A`` the step is ``A / B \le A / D \le C / D``, for ``0 \le C`` it is ``A / B \le C / B \le C / D``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from derive import build
from derive.bounds.facts.facts import POSITIVE, Facts, Theorem, elementwise
from derive.bounds.forms.normal import is_scalar, scalar_factors, strip
from derive.core import Expr
from derive.errors import NotSupported

RULE = "quotient"
MAX_ORDERS = 8
DEPTHS = (1, 2)  # so many known inequalities are used, one after the other

Quotient = tuple[Expr, Expr]


def quotients(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield what hypotheses about quotients say without them, and a comparison of two quotients."""
    yield from _multiplied(facts)
    parts = [_quotient(side) for side in sides]
    if len(parts) != 2 or not any(_is_open(facts, bottom) for _, bottom in parts):
        return
    for small, large in ((0, 1), (1, 0)):
        (a, b), (c, d) = parts[small], parts[large]
        if not _is_at_most(facts, d, b) or not _is_at_most(facts, build.const(0), d):
            continue
        if (elementwise(facts, a) or elementwise(facts, c)) and _is_at_most(facts, a, c):
            text = "A / B <= C / D for A <= C and 0 < D <= B, one of A and C not negative"
            yield Theorem(sides[small], sides[large], False, RULE, text)


def _multiplied(facts: Facts) -> Iterator[Theorem]:
    """``A / B <= C / D`` says ``A D <= C B`` where B and D are positive."""
    told = [order for order in facts.orders if not order[3]][:MAX_ORDERS]
    for small, large, strict, _ in told:
        (a, b), (c, d) = _quotient(small), _quotient(large)
        if not any(_is_open(facts, bottom) for bottom in (b, d)):
            continue
        if all(_is_at_most(facts, build.const(0), bottom) for bottom in (b, d)):
            text = "a hypothesis, multiplied by what it divides by, which is positive"
            yield Theorem(build.scale(a, d), build.scale(c, b), strict, RULE, text)


def _quotient(expr: Expr) -> Quotient:
    """The product of the factors of a number, and of those that it is divided by."""
    above, below = [], []
    for factor in scalar_factors(expr):
        inverse = factor.op == "hpow" and strip(factor.args[1]) == build.const(-1)
        (below if inverse else above).append(build.reshape(factor.args[0] if inverse else factor, build.SCALAR))
    return _product(above), _product(below)


def _product(parts: Sequence[Expr]) -> Expr:
    return reduce(build.scale, parts) if parts else build.const(1)


def _is_open(facts: Facts, bottom: Expr) -> bool:
    """Whether a number that is divided by is a product of which not all factors are known to be positive, and finite."""
    parts = scalar_factors(bottom)
    return any(elementwise(facts, p) != POSITIVE for p in parts) and not any(facts.may_be_infinite(p) for p in parts)


def _is_at_most(facts: Facts, small: Expr, large: Expr) -> bool:
    if any(facts.may_be_infinite(side) or not is_scalar(side) for side in (small, large)):
        return False
    try:
        gap = facts.value(large).value - facts.value(small).value
        return any(facts.nonnegative(gap, depth=depth) is not None for depth in DEPTHS)
    except NotSupported:
        return False


__all__ = ["quotients"]
