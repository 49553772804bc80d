"""Largest and smallest values of functions of one number over a closed interval, as equalities.

Those of affine functions are those at the ends; those of polynomials with rational coefficients there or where the derivative
vanishes, if that is at rational numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt, lcm

from derive import build
from derive.bounds.facts.facts import Facts
from derive.bounds.forms.bound import Bound, number
from derive.bounds.forms.normal import mentions, strip
from derive.bounds.forms.polynomial import Poly, to_expr
from derive.bounds.quantities import arithmetic
from derive.core import Expr, Formula, Rel, conjuncts
from derive.fraction import Fraction

ENDS = ("affine", "a + b t is largest and smallest at the ends of an interval")
STATIONARY = (
    "stationary points",
    "a polynomial is largest and smallest at the ends of an interval or where its derivative vanishes",
)
MAX_DEGREE, MAX_COEFFICIENT = 8, 10_000


def over_interval(facts: Facts, expr: Expr) -> Bound | None:
    """Return the supremum or infimum of an affine function of a number that ``low <= t <= high`` or ``|t| <= r`` bound."""
    ((name, shape),), conditions = expr.data
    t = build.var(build.fresh("t"), shape)
    told = [build.substitute_formula(c, {name: t}) for c in conditions]
    ends = _ends(facts, told, t)
    body = facts.value(build.substitute(expr.args[0], {name: t})).value
    moving = [(m, c) for m, c in body.terms if any(mentions(a, t.data[0]) for a, _ in m)]
    coefficients = _coefficients(body, t)
    if ends is not None and coefficients is not None and len(coefficients) > 2:
        numbers = [end.is_number() for end in ends]
        value = _extreme_value(coefficients, numbers, expr.op == "sup")
        return None if value is None else number(value).by(*STATIONARY)
    if ends is None or any((t, Fraction(1)) not in m or _elsewhere(m, t) for m, _ in moving):
        return None
    still = Poly(tuple((m, c) for m, c in body.terms if (m, c) not in moving))
    slope = Poly.collect((m - {(t, Fraction(1))}, c) for m, c in moving)
    low, high = ends
    if low.same(-high):
        reach = facts.value(build.map_("abs", to_expr(slope))).value * high
        return Bound(still + (reach if expr.op == "sup" else -reach), (ENDS,))
    both = [to_expr(still + slope * end) for end in ends]
    return facts.value(build.extreme("max" if expr.op == "sup" else "min", *both)).by(*ENDS)


def _coefficients(body: Poly, t: Expr) -> list[Fraction] | None:
    """The coefficients of a polynomial in t alone with rational numbers, the constant first; None for anything else."""
    found: dict[int, Fraction] = {}
    for monomial, coefficient in body.terms:
        exponent = dict(monomial).get(t, Fraction(0))
        if (
            len(monomial) > 1
            or (monomial and not exponent)
            or exponent.denominator != 1
            or not 0 <= exponent <= MAX_DEGREE
        ):
            return None
        found[int(exponent)] = coefficient
    return [found.get(k, Fraction(0)) for k in range(max(found, default=0) + 1)]


def _extreme_value(coefficients: list[Fraction], ends: Sequence[Fraction | None], largest: bool) -> Fraction | None:
    """The largest or smallest value over an interval, if the zeros of the derivative are rational or not real."""
    low, high = ends
    if low is None or high is None or low > high:
        return None
    slope = [k * c for k, c in enumerate(coefficients)][1:]
    places = {low, high}
    while len(slope) > 3:
        root = next(filter(lambda r: not _value(slope, r), _candidates(slope)), None)
        if root is None:
            return None
        places.add(root)
        slope = _divided(slope, root)
    places.update(_zeros(slope) or ())
    if _zeros(slope) is None:
        return None
    return (max if largest else min)(_value(coefficients, place) for place in places if low <= place <= high)


def _value(coefficients: Sequence[Fraction], place: Fraction) -> Fraction:
    return sum((c * place**k for k, c in enumerate(coefficients)), Fraction(0))


def _zeros(slope: Sequence[Fraction]) -> tuple[Fraction, ...] | None:
    """The real zeros of a polynomial of degree one or two with leading coefficient not zero; None if they are irrational."""
    if len(slope) < 2:
        return ()
    if len(slope) == 2:
        return (-slope[0] / slope[1],)
    c, b, a = slope
    square = b * b - 4 * a * c
    if square < 0:
        return ()
    root = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    return tuple((-b + sign * root) / (2 * a) for sign in (1, -1)) if root * root == square else None


def _candidates(slope: Sequence[Fraction]) -> Iterator[Fraction]:
    """The rational numbers among which the rational zeros are: divisors of the constant over divisors of the leading one."""
    scale = lcm(*(c.denominator for c in slope))
    first, last = (abs(int(c * scale)) for c in (slope[0], slope[-1]))
    if not first:
        yield Fraction(0)
        return
    if max(first, last) <= MAX_COEFFICIENT:
        for p in (p for p in range(1, first + 1) if first % p == 0):
            for q in (q for q in range(1, last + 1) if last % q == 0):
                yield Fraction(p, q)
                yield Fraction(-p, q)


def _divided(slope: Sequence[Fraction], root: Fraction) -> list[Fraction]:
    """The polynomial divided by ``t - root``, by Horner's scheme."""
    found = [slope[-1]]
    for c in slope[-2:0:-1]:
        found.append(c + root * found[-1])
    return found[::-1]


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
        value = facts.value(end).value
        if moved == t and turned and low is None:
            low = value
        elif moved == t and not turned and high is None:
            high = value
        elif moved == build.map_("abs", t) and not turned and low is high is None:
            low, high = -value, value
        else:
            return None
    if low is None or high is None or not arithmetic.poly_sign(facts, high - low):
        return None
    return low, high


__all__ = ["over_interval"]
