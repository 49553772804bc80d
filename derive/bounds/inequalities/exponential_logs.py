"""Functions of one real variable: sums of ``c(x) e^p(x) (log q)^m`` with rational polynomials c and p and such sums q.

They are closed under sums, products and (up to a positive factor) derivatives. At a rational point such a function is a
sum of rational multiples of ``e^alpha`` and of logarithms; powers of e with different rational exponents are linearly
independent over the rationals (Lindemann and Weierstrass), so that what cancels does so visibly, and the sign of what does
not cancel is found in ball arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

from flint import arb, ctx, fmpq

from derive.fraction import Fraction

Polynomial = tuple[Fraction, ...]
"""Coefficients from the constant upwards, the last one not zero."""
Powers = tuple[tuple["Sum", int], ...]
"""Logarithms, each by its argument, with their exponents."""
Key = tuple[Polynomial, Powers]
BITS = 200
MAX_TERMS, MAX_DEGREE = 40, 40


class Unclear(Exception):
    """A sign could not be found out."""


@dataclass(frozen=True, order=True)
class Sum:
    """``sum c(x) e^p(x) prod (log q)^m``, each pair of p and logarithms once, no coefficient zero."""

    terms: tuple[tuple[Key, Polynomial], ...]

    @cached_property
    def logarithms(self) -> tuple[Sum, ...]:
        """The arguments of the logarithms, in a fixed order."""
        return tuple(sorted({q for (_, powers), _ in self.terms for q, _ in powers}))

    @property
    def constant(self) -> Fraction | None:
        """The number, if it is a rational one."""
        if not self.terms:
            return Fraction(0)
        ((exponent, powers), poly), *rest = self.terms
        return poly[0] if not rest and not exponent and not powers and len(poly) == 1 else None

    @property
    def polynomial(self) -> Polynomial | None:
        """The coefficients, if it is a polynomial."""
        if not self.terms:
            return ()
        ((exponent, powers), poly), *rest = self.terms
        return poly if not rest and not exponent and not powers else None

    def __add__(self, other: Sum) -> Sum:
        return collected([*self.terms, *other.terms])

    def __neg__(self) -> Sum:
        return Sum(tuple((key, tuple(-c for c in poly)) for key, poly in self.terms))

    def __sub__(self, other: Sum) -> Sum:
        return self + -other

    def __mul__(self, other: Sum) -> Sum:
        if len(self.terms) * len(other.terms) > MAX_TERMS**2:
            raise Unclear
        return collected(
            ((added(p, r), _joined(a, b)), times(c, d))
            for (p, a), c in self.terms
            for (r, b), d in other.terms
        )  # fmt: skip

    def to_power(self, exponent: int) -> Sum:
        """A power with an exponent that is not negative."""
        if exponent > MAX_DEGREE:
            raise Unclear
        found = number(1)
        for _ in range(exponent):
            found = found * self
        return found


def collected(terms: Iterable[tuple[Key, Polynomial]]) -> Sum:
    """The sum of some terms."""
    found: dict[Key, Polynomial] = {}
    for key, poly in terms:
        found[key] = added(found.get(key, ()), poly)
    kept = tuple(sorted((key, poly) for key, poly in found.items() if poly))
    if len(kept) > MAX_TERMS or any(len(poly) > MAX_DEGREE for _, poly in kept):
        raise Unclear
    return Sum(kept)


def number(value: int | Fraction) -> Sum:
    """A rational number."""
    return of_polynomial(trimmed([Fraction(value)]))


def of_polynomial(poly: Polynomial) -> Sum:
    """A polynomial as a sum."""
    return collected([(((), ()), poly)])


def exponential(exponent: Polynomial) -> Sum:
    """``e^p`` for a polynomial p."""
    return collected([((exponent, ()), (Fraction(1),))])


def logarithm(inner: Sum) -> Sum:
    """``log q`` of what is positive: ``log(c e^p) = log c + p``, and numbers by their prime factors."""
    if len(inner.terms) == 1:
        (((exponent, powers), poly),) = inner.terms
        if not powers:
            rest = _log_of_polynomial(poly)
            return of_polynomial(exponent) + rest
    return collected([(((), ((inner, 1),)), (Fraction(1),))])


def _log_of_polynomial(poly: Polynomial) -> Sum:
    if len(poly) == 1 and poly[0] > 0:
        found = number(0)
        for prime, exponent in prime_factors(poly[0]).items():
            log = collected([(((), ((number(prime), 1),)), (Fraction(exponent),))])
            found = found + log
        return found
    return collected([(((), ((of_polynomial(poly), 1),)), (Fraction(1),))])


def prime_factors(value: Fraction) -> dict[int, int]:
    """The exponents of the primes in a positive rational; a large factor is kept whole."""
    found: dict[int, int] = {}
    for rest, step in ((value.numerator, 1), (value.denominator, -1)):
        prime = 2
        while prime * prime <= rest and prime < 1000:
            while rest % prime == 0:
                found[prime] = found.get(prime, 0) + step
                rest //= prime
            prime += 1
        if rest > 1:
            found[rest] = found.get(rest, 0) + step
    return {prime: exponent for prime, exponent in found.items() if exponent}


# Polynomials


def trimmed(coefficients: Iterable[Fraction]) -> Polynomial:
    """A polynomial without zeros at its end."""
    found = list(coefficients)
    while found and not found[-1]:
        found.pop()
    return tuple(found)


def added(first: Polynomial, second: Polynomial) -> Polynomial:
    """The sum of two polynomials."""
    length = max(len(first), len(second))
    pad = [(*p, *(Fraction(0),) * (length - len(p))) for p in (first, second)]
    return trimmed(a + b for a, b in zip(*pad, strict=True))


def times(first: Polynomial, second: Polynomial) -> Polynomial:
    """The product of two polynomials."""
    found = [Fraction(0)] * max(len(first) + len(second) - 1, 0)
    for i, a in enumerate(first):
        for j, b in enumerate(second):
            found[i + j] += a * b
    return trimmed(found)


def slope(poly: Polynomial) -> Polynomial:
    """The derivative of a polynomial."""
    return trimmed(k * c for k, c in enumerate(poly) if k)


def _joined(first: Powers, second: Powers) -> Powers:
    found = dict(first)
    for q, power in second:
        found[q] = found.get(q, 0) + power
    return tuple(sorted(found.items()))


# Derivatives


def derivation(logarithms: Iterable[Sum]) -> Callable[[Sum], Sum]:
    """``f -> Q f'`` with Q the product of the arguments of the logarithms, which are positive: again such a sum."""
    inside = [q for q in logarithms if q.constant is None]
    if any(r.constant is None for q in inside for r in q.logarithms):
        raise Unclear  # logarithms of logarithms
    whole = _product(inside)
    # Q (log q)' = (Q / q) q'
    slopes = {q: _product(r for r in inside if r != q) * derived(q) for q in inside}
    return lambda f: derived(f) * whole + _product_rule(f, slopes)


def derived(f: Sum) -> Sum:
    """The derivative, logarithms held fixed: ``(c e^p)' = (c' + c p') e^p``."""
    return collected(
        ((exponent, powers), added(slope(poly), times(poly, slope(exponent))))
        for (exponent, powers), poly in f.terms
    )  # fmt: skip


def _product_rule(f: Sum, slopes: Mapping[Sum, Sum]) -> Sum:
    """What the logarithms add to the derivative, each with its slope."""
    found = number(0)
    for (exponent, powers), poly in f.terms:
        for q, power in powers:
            if q in slopes:
                rest = tuple((r, m - (r == q)) for r, m in powers if m > (r == q))
                found = found + collected([((exponent, rest), tuple(power * c for c in poly))]) * slopes[q]
    return found


def _product(parts: Iterable[Sum]) -> Sum:
    found = number(1)
    for part in parts:
        found = found * part
    return found


# Values


@contextmanager
def precisely() -> Iterator[None]:
    """Work with enough bits meanwhile."""
    before = ctx.prec
    ctx.prec = BITS
    try:
        yield
    finally:
        ctx.prec = before


def ball(f: Sum, x: arb) -> arb:
    """An enclosure of the values on a ball; not finite where an argument of a logarithm may be zero."""
    total = arb(0)
    for (exponent, powers), poly in f.terms:
        term = _horner(poly, x) * _horner(exponent, x).exp()
        for q, power in powers:
            term *= ball(q, x).log() ** power
        total += term
    return total


def _horner(poly: Polynomial, x: arb) -> arb:
    total = arb(0)
    for c in reversed(poly):
        total = total * x + exactly(c)
    return total


def exactly(value: Fraction) -> arb:
    """A rational number as a ball."""
    return arb(fmpq(value.numerator, value.denominator))


def ball_sign(value: arb) -> int | None:
    """The sign of all numbers in a ball, or None."""
    return 1 if value > 0 else -1 if value < 0 else None


def at(f: Sum, x: Fraction) -> Sum:
    """The value at a rational point as a sum of constants; Unclear where a logarithm has no value."""
    found = number(0)
    for (exponent, powers), poly in f.terms:
        term = collected([((trimmed([_value(exponent, x)]), ()), trimmed([_value(poly, x)]))])
        for q, power in powers:
            inner = at(q, x)
            if constant_sign(inner) != 1:
                raise Unclear
            term = term * logarithm(inner).to_power(power)
        found = found + term
    return found


def constant_sign(f: Sum) -> int:
    """The sign of a sum of constants: zero where all cancels, else by ball arithmetic."""
    if not f.terms:
        return 0
    with precisely():
        sign = ball_sign(ball(f, arb(0)))
    if sign is None:
        raise Unclear
    return sign


def sign_at(f: Sum, x: Fraction) -> int:
    """The sign of the value at a rational point."""
    return constant_sign(at(f, x))


def _value(poly: Polynomial, x: Fraction) -> Fraction:
    total = Fraction(0)
    for c in reversed(poly):
        total = total * x + c
    return total


__all__ = [
    "Polynomial", "Sum", "Unclear", "added", "at", "ball", "ball_sign", "collected", "constant_sign", "derivation",
    "exactly", "exponential", "logarithm", "number", "of_polynomial", "precisely", "sign_at", "slope", "trimmed",
]  # fmt: skip
