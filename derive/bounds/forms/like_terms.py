"""Terms that differ in fractions of sizes alone, over their common denominator: ``S/(k+1) - S/k = -S/(k(k+1))``."""

from __future__ import annotations

from derive.bounds.forms.polynomial import Monomial, Poly, as_size, times
from derive.core import Expr
from derive.fraction import Fraction

MAX_POWER = 4
"""Of a size that is multiplied out."""


def over_common_sizes(poly: Poly) -> Poly:
    """The same polynomial with fewer terms where terms can be added so, else the polynomial itself."""
    groups: dict[Monomial, list[tuple[Monomial, Fraction]]] = {}
    for monomial, coefficient in poly.terms:
        sizes = frozenset((a, e) for a, e in monomial if a.op == "size" and e.denominator == 1)
        groups.setdefault(monomial - sizes, []).append((sizes, coefficient))
    found: list[tuple[Monomial, Fraction]] = []
    for rest, terms in groups.items():
        found += [(times(rest, sizes), c) for sizes, c in _added(terms)]
    return Poly.collect(found) if len(found) < len(poly.terms) else poly


def _added(terms: list[tuple[Monomial, Fraction]]) -> list[tuple[Monomial, Fraction]]:
    """Multiples of products of powers of sizes as multiples of their common denominator, if these are fewer."""
    lowest: dict[Expr, Fraction] = {}
    for sizes, _ in terms:
        for atom, exponent in sizes:
            lowest[atom] = min(exponent, lowest.get(atom, Fraction(0)))
    if len(terms) < 2 or not any(e < 0 for e in lowest.values()) or any(abs(e) > MAX_POWER for e in lowest.values()):
        return terms
    above = Poly(())
    for sizes, coefficient in terms:
        powers, term = dict(sizes), Poly.number(coefficient)
        for atom, least in lowest.items():
            raised = powers.get(atom, Fraction(0)) - least
            if raised > MAX_POWER:
                return terms
            term = term * Poly.of_size(atom.data[0]).power(raised.numerator)
        above = above + term
    if as_size(above) is None or len(above.terms) >= len(terms):
        return terms
    below = frozenset((atom, least) for atom, least in lowest.items() if least)
    return [(times(monomial, below), c) for monomial, c in above.terms]


__all__ = ["over_common_sizes"]
