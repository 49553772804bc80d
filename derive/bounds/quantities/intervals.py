"""Largest and smallest values of affine functions of one number over a closed interval, as equalities: they are those at the ends."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from derive import build
from derive.bounds.facts.facts import Facts
from derive.bounds.forms.bound import Bound
from derive.bounds.forms.normal import mentions, strip
from derive.bounds.forms.polynomial import Poly, to_expr
from derive.bounds.quantities import values
from derive.core import Expr, Formula, Rel, conjuncts

ENDS = ("affine", "a + b t is largest and smallest at the ends of an interval")


def over_interval(facts: Facts, expr: Expr) -> Bound | None:
    """Return the supremum or infimum of an affine function of a number that ``low <= t <= high`` or ``|t| <= r`` bound."""
    ((name, shape),), conditions = expr.data
    t = build.var(build.fresh("t"), shape)
    told = [build.substitute_formula(c, {name: t}) for c in conditions]
    ends = _ends(facts, told, t)
    body = values.value(facts, build.substitute(expr.args[0], {name: t})).value
    moving = [(m, c) for m, c in body.terms if any(mentions(a, t.data[0]) for a, _ in m)]
    if ends is None or any((t, Fraction(1)) not in m or _elsewhere(m, t) for m, _ in moving):
        return None
    still = Poly(tuple((m, c) for m, c in body.terms if (m, c) not in moving))
    slope = Poly.collect((m - {(t, Fraction(1))}, c) for m, c in moving)
    low, high = ends
    if low.same(-high):
        reach = values.value(facts, build.map_("abs", to_expr(slope))).value * high
        return Bound(still + (reach if expr.op == "sup" else -reach), (ENDS,))
    both = [to_expr(still + slope * end) for end in ends]
    return values.value(facts, build.extreme("max" if expr.op == "sup" else "min", *both)).by(*ENDS)


def _elsewhere(monomial: frozenset[tuple[Expr, Fraction]], t: Expr) -> bool:
    return any(mentions(a, t.data[0]) for a, _ in monomial if a != t)


def _ends(facts: Facts, conditions: Sequence[Formula], t: Expr) -> tuple[Poly, Poly] | None:
    """The ends of the interval, if it is closed and not empty."""
    low: Poly | None = None
    high: Poly | None = None
    for rel in conjuncts(conditions):
        if not isinstance(rel, Rel) or rel.op not in ("<=", ">="):
            return None
        small, large = (strip(s) for s in ((rel.lhs, rel.rhs) if rel.op == "<=" else (rel.rhs, rel.lhs)))
        turned = mentions(large, t.data[0])
        moved, end = (large, small) if turned else (small, large)
        if mentions(end, t.data[0]):
            return None
        value = values.value(facts, end).value
        if moved == t and turned and low is None:
            low = value
        elif moved == t and not turned and high is None:
            high = value
        elif moved == build.map_("abs", t) and not turned and low is high is None:
            low, high = -value, value
        else:
            return None
    if low is None or high is None or not values.poly_sign(facts, high - low):
        return None
    return low, high


__all__ = ["over_interval"]
