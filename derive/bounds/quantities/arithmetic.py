"""Signs, absolute values and powers of polynomials in atoms: ``(4 x^2)^(1/2) = 2 |x|``, and what stands in front of a matrix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derive import build
from derive.bounds.facts.facts import NONNEGATIVE, POSITIVE, UNKNOWN, Facts, elementwise, size_sign
from derive.bounds.forms.bound import Bound, atom, number
from derive.bounds.forms.normal import canonical, chain, factors, normal, strip
from derive.bounds.forms.polynomial import (
    UNIT,
    Monomial,
    Poly,
    as_size,
    number_power,
    order_key,
    times,
    times_number,
    to_expr,
)
from derive.core import Expr
from derive.errors import NotSupported
from derive.fraction import Fraction

UNITY = Fraction(1)
MAX_TERMS = 16  # of a number that is compared with zero


def monomial_sign(facts: Facts, monomial: Monomial) -> int:
    """Sign of a product of powers: unknown unless every factor is nonnegative or an even power."""
    sign = POSITIVE
    for factor, exponent in monomial:
        known = elementwise(facts, factor)
        if exponent < 0 and known:
            # It is defined, so the factor is not zero; but one over infinity is.
            known = NONNEGATIVE if facts.may_be_infinite(factor) else POSITIVE
        if known == UNKNOWN and exponent.denominator == 1 and exponent.numerator % 2 == 0:
            known = NONNEGATIVE
        if known == UNKNOWN and exponent.denominator % 2 == 0:
            known = NONNEGATIVE  # an even root is defined for nonnegative quantities alone
        sign = min(sign, known)
    return sign


def poly_sign(facts: Facts, poly: Poly) -> int:
    """Sign of a polynomial from the signs of its terms (a size polynomial is looked at as a whole)."""
    if not poly.terms:
        return NONNEGATIVE
    size = as_size(poly)
    if size is not None:
        return size_sign(facts, size)
    signs = [monomial_sign(facts, m) if c > 0 else UNKNOWN for m, c in poly.terms]
    return UNKNOWN if UNKNOWN in signs else max(signs)


def absolute(facts: Facts, bound: Bound) -> Bound:
    """Return |polynomial|."""
    poly = bound.value
    if poly_sign(facts, poly):
        return bound
    if poly_sign(facts, -poly):
        return Bound(-poly, bound.steps)
    single = poly.single()
    if single is None:
        told = facts.prover.told_sign(facts, poly)
        if told:
            return bound if told > 0 else Bound(-poly, bound.steps)
        content = _content(poly)
        expr = to_expr(Poly.collect((m, c / content) for m, c in poly.terms))
        return Bound(Poly.atom(build.map_("abs", expr)) * Poly.number(abs(content)), bound.steps)
    monomial, coefficient = single
    parts: Monomial = UNIT
    for factor, exponent in monomial:
        known = elementwise(facts, factor) or (exponent.denominator == 1 and exponent.numerator % 2 == 0)
        parts = times(parts, frozenset([(factor if known else build.map_("abs", factor), exponent)]))
    return Bound(Poly.collect([times_number(parts, abs(coefficient))]), bound.steps)


def _content(poly: Poly) -> Fraction:
    """The coefficient of the first monomial (in the fixed order): pulled out, so that |x - y| = |y - x|."""
    return min(poly.terms, key=lambda t: sorted((order_key(a), e) for a, e in t[0]))[1]


def _power_of_sum(poly: Poly, exponent: Fraction) -> Poly:
    """The number that all terms have in common, to the power, times the power of what is left."""
    content = abs(_content(poly))
    inner = to_expr(Poly.collect((m, c / content) for m, c in poly.terms))
    roots, rational = number_power(content, exponent)
    return Poly.collect([(roots, rational)]) * Poly.atom(inner, exponent)


def power(facts: Facts, base: Bound, exponent: Fraction) -> Bound:
    """Return base ** exponent for a rational exponent (roots of nonnegative quantities)."""
    poly = base.value
    whole = exponent.denominator == 1
    if exponent == 0:
        return number(1)
    if whole and exponent > 0:
        return Bound(poly.power(exponent.numerator), base.steps)
    single = poly.single()
    if single is None:
        constant = poly.is_number()
        if constant is not None:  # zero to a positive power (a negative one is undefined)
            return number(0) if exponent > 0 else atom(build.hpow(build.const(0), build.const(exponent)))
        key = ("power", poly.key, exponent)
        return Bound(facts.once(key, Poly.number(0), lambda: _power_of_sum(poly, exponent)), base.steps)
    monomial, coefficient = single
    if whole:
        inverse = frozenset((a, e * exponent) for a, e in monomial)
        return Bound(Poly.collect([times_number(inverse, coefficient**exponent.numerator)]), base.steps)
    if coefficient < 0:
        return Bound(Poly.atom(to_expr(poly), exponent), base.steps)
    parts: Monomial = UNIT
    opaque: Monomial = UNIT
    for factor, e in monomial:
        if elementwise(facts, factor):
            parts = times(parts, frozenset([(factor, e * exponent)]))
        elif e.denominator == 1 and e.numerator % 2 == 0:  # (x^2)^(1/2) = |x|
            parts = times(parts, frozenset([(build.map_("abs", factor), e * exponent)]))
        else:
            opaque = times(opaque, frozenset([(factor, e)]))
    if opaque:
        parts = times(parts, frozenset([(to_expr(Poly(((opaque, Fraction(1)),))), exponent)]))
    roots, rational = number_power(coefficient, exponent)
    return Bound(Poly.collect([times_number(times(parts, roots), rational)]), base.steps)


def weight(facts: Facts, scalars: Sequence[Expr]) -> Bound:
    """The product of the scalars in front of a matrix."""
    result = number(1)
    for scalar in scalars:
        result = result * facts.value(scalar)
    return result


def collected(facts: Facts, terms: Sequence[Expr]) -> list[tuple[Expr, Poly]]:
    """Return the matrices of a sum with what stands in front of them added up; those that cancel are left out."""
    weights: dict[Expr, Poly] = {}
    for term in terms:
        scalars, parts = factors(term)
        front = weight(facts, scalars)
        if not parts:  # a sum of numbers: nothing is shown by this
            return [(term, Poly.number(-1))]
        matrix = canonical(chain(parts))
        weights[matrix] = weights.get(matrix, Poly(())) + front.value
    return [(matrix, weight) for matrix, weight in weights.items() if weight.terms]


def same_sum(facts: Facts, first: Expr, second: Expr) -> bool:
    """Whether two sums have the same terms, in whatever order."""
    both = [strip(normal(m)) for m in (first, second)]
    found = [dict(collected(facts, m.args if m.op == "add" else [m])) for m in both]
    return set(found[0]) == set(found[1]) and all(weight.same(found[1][m]) for m, weight in found[0].items())


def is_nonnegative(facts: Facts, weight: Poly) -> bool:
    """Whether the number in front of a matrix is not negative, by what is known of numbers: ``1/4 - s (1 - s)``.

    Theorems are not asked: what they say of eigenvalues may lead back here.
    """
    if poly_sign(facts, weight):
        return True
    if weight.single() is not None or len(weight.terms) > MAX_TERMS or facts.limited:
        return False
    return facts.once(("weight", weight), False, lambda: _is_combination(facts, weight))


def _is_combination(facts: Facts, weight: Poly) -> bool:

    pending = {
        key: known for key, known in facts.cache.items() if isinstance(key, tuple) and key[0] == "weight"
    }  # no question is asked within itself
    apart = replace(facts, theorems=[], cache=pending, work=0)
    try:
        return apart.nonnegative(weight) is not None or apart.algebraic(weight, False) is not None
    except NotSupported:
        return False


__all__ = ["UNITY", "absolute", "collected", "is_nonnegative", "monomial_sign", "poly_sign", "power", "same_sum", "weight"]
