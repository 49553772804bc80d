"""Signs of polynomials in sizes, where every size is at least some number.

A polynomial is not negative if it has no negative coefficient once each name is written as its least value plus the rest.
The powers of the rest are never all multiplied out: the coefficient of a monomial of the rest is negative only if some
negative term of the polynomial is divisible by that monomial, and there are few of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import comb, prod

from derive.fraction import Fraction
from derive.sizes import Size

Powers = Mapping[str, int]


def is_nonnegative_above(value: Size, least: Mapping[str, int]) -> bool:
    """Return whether a polynomial has no negative coefficient in what its names exceed their least values by.

    Args:
        value: A polynomial in sizes.
        least: The least value of each of its names.

    Examples:
        >>> n = Size.of("n")
        >>> is_nonnegative_above(n * n - n, {"n": 1}), is_nonnegative_above(n * n - n, {"n": 0})
        (True, False)

    """
    terms = [(dict(monomial), coefficient) for monomial, coefficient in value.terms]
    rests = _rests(terms, least)
    return all(_coefficient(terms, rest, least) >= 0 for rest in rests)


def value_at(value: Size, least: Mapping[str, int]) -> Fraction:
    """Return the value of a polynomial where each name has its least value."""
    return _coefficient([(dict(monomial), coefficient) for monomial, coefficient in value.terms], {}, least)


def _rests(terms: list[tuple[Powers, Fraction]], least: Mapping[str, int]) -> Iterator[Powers]:
    """Yield the monomials whose coefficients may be negative: divisors of negative terms, or of all where least values are negative."""
    risky = [powers for powers, coefficient in terms if coefficient < 0 or any(least[name] < 0 for name in powers)]
    seen: set[frozenset[tuple[str, int]]] = set()
    for powers in risky:
        for exponents in product(*(range(power + 1) for power in powers.values())):
            rest = {name: e for name, e in zip(powers, exponents, strict=True) if e}
            key = frozenset(rest.items())
            if key not in seen:
                seen.add(key)
                yield rest


def _coefficient(terms: list[tuple[Powers, Fraction]], rest: Powers, least: Mapping[str, int]) -> Fraction:
    """The coefficient of a monomial of the rest, by the binomial theorem: x^k = sum_j C(k, j) least^(k - j) rest^j."""
    total = Fraction(0)
    for powers, coefficient in terms:
        if all(powers.get(name, 0) >= power for name, power in rest.items()):
            places = ((power, rest.get(name, 0), least[name]) for name, power in powers.items())
            total += coefficient * prod(comb(power, j) * low ** (power - j) for power, j, low in places)
    return total


__all__ = ["is_nonnegative_above", "value_at"]
