"""Values of an increasing function are ordered as its arguments are: ``exp(-t) <= 1`` for ``t >= 0``."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.comparison.orders import known_orders
from derive.bounds.facts.facts import NONNEGATIVE, POSITIVE, UNKNOWN, Facts, Theorem, elementwise
from derive.bounds.forms.normal import is_scalar
from derive.bounds.forms.polynomial import Poly
from derive.bounds.quantities import arithmetic
from derive.core import Expr
from derive.errors import NotSupported
from derive.functions import RECORDS

STRICTLY = [f.name for f in RECORDS if f.increasing == "strictly"]
AT_ZERO = {f.name: f.at_zero for f in RECORDS if f.increasing and f.at_zero}
"""The value at zero of functions whose sign does not tell on which side of it they are."""
MAX_NODES = 6  # of one function


def increasing(facts: Facts, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield how the values of increasing functions at scalars of a claim compare, where the arguments are known to."""
    for function in STRICTLY:
        found = [n for n in nodes if n.op == "map" and n.data[0] == function and is_scalar(n)][:MAX_NODES]
        zero = [build.const(0)] if function in AT_ZERO else []
        for first, second in itertools.permutations([*(n.args[0] for n in found), *zero], 2):
            sign = _sign_of_difference(facts, first, second)
            if sign != UNKNOWN:
                text = f"{function} grows"
                yield Theorem(_value(function, first), _value(function, second), sign == POSITIVE, "increasing", text)


def inverted(facts: Facts, small: Expr, large: Expr) -> Iterator[tuple[Expr, Expr]]:
    """Yield comparisons that say the same of two scalars, without an exponential or a logarithm that one of them is."""
    if small.op == "map" and small.data[0] == "exp" and elementwise(facts, large) == POSITIVE:
        yield small.args[0], build.map_("log", large)
    if large.op == "map" and large.data[0] == "exp" and elementwise(facts, small) == POSITIVE:
        yield build.map_("log", small), large.args[0]
    if small.op == "map" and small.data[0] == "log":
        yield small.args[0], build.map_("exp", large)
    if large.op == "map" and large.data[0] == "log":
        yield build.map_("exp", small), large.args[0]


def _value(function: str, inner: Expr) -> Expr:
    known = AT_ZERO.get(function) if build.is_zero(inner) else None
    return build.map_(function, inner) if known is None else build.const(known)


def _sign_of_difference(facts: Facts, small: Expr, large: Expr) -> int:
    try:
        gap: Poly = facts.value(large).value - facts.value(small).value
    except NotSupported:
        return UNKNOWN
    return (arithmetic.poly_sign(facts, gap) or _told(facts, gap)) if gap.terms else UNKNOWN


def _told(facts: Facts, gap: Poly) -> int:
    """The sign that a hypothesis says of just this difference."""
    told = [order.strict for order in known_orders(facts) if gap.same(order.gap)]
    return UNKNOWN if not told else POSITIVE if any(told) else NONNEGATIVE


__all__ = ["STRICTLY", "increasing", "inverted"]
