"""Signs of sums of fractions over their common denominator: ``u/(1+u) - u^2/(1+u)^2 = u/(1+u)^2``."""

from __future__ import annotations

from derive import build
from derive.bounds.facts.facts import POSITIVE, UNKNOWN, Facts, elementwise
from derive.bounds.forms.normal import ONE, entry_of
from derive.bounds.forms.polynomial import Poly
from derive.bounds.quantities import arithmetic
from derive.core import Expr
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.sizes import Size

MAX_POWER = 4
"""Of a sum that is multiplied out."""


def sign_of_entries(facts: Facts, column: Expr) -> int:
    """The sign of every entry of a column, by the entry at an index that stands for all."""
    known = elementwise(facts, column)
    try:
        return known or sign_of_scalar(facts, entry_of(column, Size.of(build.fresh("i")), ONE))
    except NotSupported:
        return UNKNOWN


def sign_of_scalar(facts: Facts, scalar: Expr) -> int:
    """The sign of a scalar, by that of its fractions; its indices stand for all."""
    try:
        return sign_of_fractions(facts, facts.value(scalar).value)
    except NotSupported:
        return UNKNOWN


def sign_of_fractions(facts: Facts, poly: Poly) -> int:
    """The sign of a polynomial in powers of positive quantities, over their common denominator."""
    known = arithmetic.poly_sign(facts, poly)
    whole = over_common_denominator(facts, poly) if not known else None
    return known if whole is None else arithmetic.poly_sign(facts, whole)


def over_common_denominator(facts: Facts, poly: Poly) -> Poly | None:
    """Return a positive multiple of a sum of fractions that divides by no positive quantity; None if it does not as it is."""
    if len(poly.terms) < 2:
        return None
    lowest: dict[Expr, Fraction] = {}
    for atom in {a for monomial, _ in poly.terms for a, _ in monomial}:
        least = min(dict(monomial).get(atom, Fraction(0)) for monomial, _ in poly.terms)
        if least and elementwise(facts, atom) == POSITIVE:
            lowest[atom] = least
    whole = Poly(())
    for monomial, coefficient in poly.terms:
        term = Poly.number(coefficient)
        powers = dict(monomial)
        for atom in powers.keys() | lowest.keys():
            term = term * _power(facts, atom, powers.get(atom, Fraction(0)) - lowest.get(atom, Fraction(0)))
        whole = whole + term
    return whole if lowest else None


def _power(facts: Facts, atom: Expr, power: Fraction) -> Poly:
    """A power of an atom; that of a sum is multiplied out."""
    if atom.op != "add" or power.denominator != 1 or not 0 < power <= MAX_POWER:
        return Poly.atom(atom, power)
    inner, result = Poly(()), Poly.number(1)
    for part in atom.args:
        inner = inner + facts.value(part).value
    for _ in range(int(power)):
        result = result * inner
    return result


__all__ = ["over_common_denominator", "sign_of_entries", "sign_of_scalar"]
