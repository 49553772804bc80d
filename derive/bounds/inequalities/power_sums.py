r"""Products of power sums ``Z(s) = \sum_{i=1}^n b_i^s`` with ``b_i > 0``: log Z is convex, so a product with majorized exponents is smaller.

Where ``(s_1, \dots, s_m)`` is majorized by ``(t_1, \dots, t_m)`` Karamata's inequality gives ``Z(s_1) \cdots Z(s_m) \le Z(t_1) \cdots Z(t_m)`` (Hardy,
Littlewood and Polya, Inequalities, 3.17; that log Z is convex is Hoelder's inequality). Majorized: the sums are equal, and the sum of
any k of the s is at most the sum of some k of the t. Quotients of such products are multiplied out.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from derive import build
from derive.bounds.facts.facts import POSITIVE, Facts, Theorem, elementwise
from derive.bounds.forms.normal import canonical, mentions, opened, strip
from derive.bounds.forms.polynomial import Poly
from derive.core import Expr
from derive.errors import NotSupported
from derive.sizes import Size

RULE = "power sums"
TEXT = "sum b^s is log-convex in s: Z(s_1) ... Z(s_m) <= Z(t_1) ... Z(t_m) where t majorizes s"
MAX_FACTORS = 4


@dataclass(frozen=True, slots=True)
class PowerSum:
    """``sum b_i^s``: what tells the family (base and range), and the exponent."""

    family: tuple[Expr, Size, Size]
    exponent: Poly


def power_sums(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the comparison of the two sides of a claim where both are products and quotients of power sums of one family."""
    if len(sides) != 2 or not all(any(n.op == "sum" for n in _deeper(side)) for side in sides):
        return
    try:
        found = [_factors(facts, side) for side in sides]
    except NotSupported:
        return
    if found[0] is None or found[1] is None:
        return
    (above, below), (over, under) = found
    if len({p.family for p in (*above, *below, *over, *under)}) != 1:
        return
    first, second = [p.exponent for p in (*above, *under)], [p.exponent for p in (*over, *below)]
    if len(first) != len(second) or not 0 < len(first) <= MAX_FACTORS:
        return
    for small, large, order in ((first, second, sides), (second, first, sides[::-1])):
        if _is_majorized(facts, small, large):
            yield Theorem(order[0], order[1], False, RULE, TEXT)


def _deeper(side: Expr) -> Iterator[Expr]:
    """The factors of the factors of a product, and the bases of its powers."""
    stack = [side]
    while stack:
        node = strip(stack.pop())
        yield node
        if node.op in ("scale", "hadamard", "hpow"):
            stack += node.args


Products = tuple[list[PowerSum], list[PowerSum]]


def _factors(facts: Facts, side: Expr) -> Products | None:
    """The power sums that multiply in a number and those that divide, each as often as it does; None if there is anything else."""
    single = facts.value(side).value.single()
    if single is None or single[1] != 1:
        return None
    above: list[PowerSum] = []
    below: list[PowerSum] = []
    for atom, exponent in single[0]:
        found = _power_sum(facts, atom)
        if found is None or exponent.denominator != 1 or abs(exponent) > MAX_FACTORS:
            return None
        (above if exponent > 0 else below).extend([found] * abs(exponent.numerator))
    return above, below


def _power_sum(facts: Facts, atom: Expr) -> PowerSum | None:
    """The sum of powers with one exponent of positive numbers."""
    if atom.op != "sum":
        return None
    name, low, high, body = opened(atom)
    body = strip(body)
    base, exponent = (strip(body.args[0]), body.args[1]) if body.op == "hpow" else (body, build.const(1))
    if mentions(exponent, name) or not mentions(base, name) or elementwise(facts, base) != POSITIVE:
        return None
    return PowerSum((canonical(base), low, high), facts.value(exponent).value)


def _is_majorized(facts: Facts, small: list[Poly], large: list[Poly]) -> bool:
    """Whether the sums are equal, and every sum of k of the small ones is at most some sum of k of the large ones."""
    total = sum(large, Poly(())) - sum(small, Poly(()))
    if total.terms:
        return False
    for k in range(1, len(small)):
        for chosen in itertools.combinations(small, k):
            least = sum(chosen, Poly(()))
            if not any(_at_most(facts, least, sum(other, Poly(()))) for other in itertools.combinations(large, k)):
                return False
    return True


def _at_most(facts: Facts, small: Poly, large: Poly) -> bool:
    try:
        return small.same(large) or facts.nonnegative(large - small, depth=2) is not None
    except NotSupported:
        return False


__all__ = ["power_sums"]
