"""The independent checker of counterexample certificates: one file, standard library only.

A certificate (``docs/certificates.md``) carries a claim in a small prefix language and an exact input. This program
evaluates the claim there by its own arithmetic and accepts only if every hypothesis holds exactly and the goal fails
for certain. It trusts nothing in the file: recorded values are compared with the computed ones.

Numbers are ``Fraction``, `Surd` (exact sums of products of rational powers of primes, e, pi and logarithms), `Ball`
(outward rounded intervals) and `Jet` (a value with first derivatives; nested jets give higher derivatives).

    python recheck.py CERTIFICATE...        exit code 0 if all are accepted, else 3
"""

from __future__ import annotations

import hashlib
import itertools
import json
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from pathlib import Path
from typing import Any

SCHEMA = 1
PRECISIONS = (64, 128, 256, 512, 1024, 2048)
MAX_BYTES, MAX_DEPTH, MAX_BITS, MAX_ENTRIES, MAX_WORK, MAX_TERMS = 4_000_000, 150, 30_000, 250_000, 20_000_000, 24
INFINITY = "infinity"
Num = Any  # Fraction | Surd | Ball | Jet
Mat = list[list[Num]]


class Rejected(Exception):
    """The certificate proves nothing; the message says why."""


class Undecided(Exception):
    """The present precision does not decide; a higher one may."""


@dataclass(frozen=True)
class Report:
    """What `recheck` found: ``accepted`` and the reason."""

    accepted: bool
    reason: str


# ---------------------------------------------------------------- numbers


def rank_of(x: Num) -> int:
    if isinstance(x, Fraction):
        return 0
    if isinstance(x, Number):
        return x.rank
    raise Rejected("arithmetic with infinity")


class Number:
    """Operators for all kinds: the operand of the higher rank carries out the operation."""

    rank = 0

    def __add__(self, other: Num) -> Num:
        return self.plus(other) if rank_of(other) <= self.rank else other.plus(self)

    def __mul__(self, other: Num) -> Num:
        return self.times(other) if rank_of(other) <= self.rank else other.times(self)

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> Num:
        return self * Fraction(-1)

    def __sub__(self, other: Num) -> Num:
        return self + other * Fraction(-1)

    def __rsub__(self, other: Num) -> Num:
        return -self + other

    plus: Callable[[Num], Num]
    times: Callable[[Num], Num]


Term = tuple[tuple[Any, Fraction], ...]  # ((base, exponent), ...): base a prime, 'e', 'pi' or ('log', prime)


class Surd(Number):
    """An exact sum of rational multiples of `Term`; prime exponents lie in (0, 1), so zero is the empty sum."""

    rank = 1

    def __init__(self, terms: dict[Term, Fraction], prec: int) -> None:
        self.terms, self.prec = terms, prec

    @staticmethod
    def make(pairs: Iterator[tuple[Term, Fraction]] | list[tuple[Term, Fraction]], prec: int) -> Num:
        total: dict[Term, Fraction] = {}
        for term, c in pairs:
            powers = []
            for base, q in term:
                if isinstance(base, int) and q // 1:
                    c *= Fraction(base) ** (q // 1)
                q = q % 1 if isinstance(base, int) else q
                powers += [(base, q)] if q else []
            key = tuple(sorted(powers, key=str))
            total[key] = total.get(key, Fraction(0)) + c
        total = {k: c for k, c in total.items() if c}
        if not total.keys() - {()}:
            return total.get((), Fraction(0))
        result = Surd(total, prec)
        return result if len(total) <= MAX_TERMS else ball(result, prec)

    def plus(self, other: Num) -> Num:
        return Surd.make([*self.terms.items(), *terms_of(other).items()], self.prec)

    def times(self, other: Num) -> Num:
        pairs = itertools.product(self.terms.items(), terms_of(other).items())
        return Surd.make([(join(a, b), c * d) for (a, c), (b, d) in pairs], self.prec)


def terms_of(x: Num) -> dict[Term, Fraction]:
    return x.terms if isinstance(x, Surd) else {(): x} if x else {}


def join(a: Term, b: Term) -> Term:
    powers = dict(a)
    for base, q in b:
        powers[base] = powers.get(base, Fraction(0)) + q
    return tuple(powers.items())


class Ball(Number):
    """The reals between ``lo`` and ``hi``, integers in units of 2**-prec; None is an infinite end."""

    rank = 2

    def __init__(self, lo: int | None, hi: int | None, prec: int) -> None:
        if (lo or 0).bit_length() > MAX_BITS or (hi or 0).bit_length() > MAX_BITS:
            raise Rejected("a number is too large")
        self.lo, self.hi, self.prec = lo, hi, prec

    def plus(self, other: Num) -> Num:
        o = ball(other, self.prec)
        return Ball(_sum(self.lo, o.lo), _sum(self.hi, o.hi), self.prec)

    def times(self, other: Num) -> Num:
        if isinstance(other, Fraction) and other == 0:
            return other
        if None in (self.lo, self.hi):
            if not isinstance(other, Fraction):
                raise Rejected("arithmetic with a one-sided bound")
            ends = [None if v is None else v * other for v in (self.lo, self.hi)]
            lo, hi = ends if other > 0 else reversed(ends)
            return Ball(None if lo is None else lo.__floor__(), None if hi is None else hi.__ceil__(), self.prec)
        o = ball(other, self.prec)
        if None in (o.lo, o.hi):
            raise Rejected("arithmetic with a one-sided bound")
        corners = [a * b for a in (self.lo, self.hi) for b in (o.lo, o.hi)]
        low = min(corners) if o is not self or self.lo > 0 or self.hi < 0 else 0  # a square is never negative
        return Ball(low >> self.prec, -(-max(corners) >> self.prec), self.prec)


def _sum(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


class Jet(Number):
    """value + sum of slopes[k] * epsilon_k with epsilon^2 = 0; a later derivative has a larger tag and rank."""

    def __init__(self, tag: int, value: Num, slopes: dict[int, Num]) -> None:
        self.rank, self.value, self.slopes = 3 + tag, value, slopes

    def parts(self, other: Num) -> tuple[Num, dict[int, Num]]:
        same = isinstance(other, Jet) and other.rank == self.rank
        return (other.value, other.slopes) if same else (other, {})

    def plus(self, other: Num) -> Num:
        value, slopes = self.parts(other)
        both = {k: add(self.slopes.get(k), slopes.get(k)) for k in self.slopes.keys() | slopes.keys()}
        return Jet(self.rank - 3, self.value + value, both)

    def times(self, other: Num) -> Num:
        value, slopes = self.parts(other)
        left = {k: d * value for k, d in self.slopes.items()}
        right = {k: d * self.value for k, d in slopes.items()}
        both = {k: add(left.get(k), right.get(k)) for k in left.keys() | right.keys()}
        return Jet(self.rank - 3, self.value * value, both)

    def chain(self, f: Num, slope: Num) -> Jet:
        """f(self) by the chain rule, from f and f' at the value."""
        return Jet(self.rank - 3, f, {k: slope * d for k, d in self.slopes.items()})


def add(a: Num | None, b: Num | None) -> Num:
    return b if a is None else a if b is None else a + b


def ball(x: Num, prec: int) -> Ball:
    """Enclose a number."""
    if isinstance(x, Ball):
        return x
    if isinstance(x, Fraction):
        scaled = x.numerator << prec
        return Ball(scaled // x.denominator, -(-scaled // x.denominator), prec)
    if isinstance(x, Surd):
        total = Ball(0, 0, prec)
        for term, c in x.terms.items():
            product = ball(c, prec)
            for base, q in term:
                product = product * _power_ball(base, q, prec)
            total = total + product
        return total
    raise Rejected("this quantity is not supported under a derivative" if isinstance(x, Jet) else "infinity met")


def _power_ball(base: Any, q: Fraction, prec: int) -> Ball:
    if base == "e":
        return ball_exp(ball(q, prec))
    if isinstance(base, int) and q == Fraction(1, 2):
        return ball_sqrt(ball(Fraction(base), prec))
    b = ball_pi(prec) if base == "pi" else ball_log(ball(Fraction(base if isinstance(base, int) else base[1]), prec))
    if q.denominator == 1 and q > 0:
        return ball_power(b, q.numerator)
    return ball_exp(ball_log(b) * q)


def ball_power(b: Ball, k: int) -> Ball:
    result = b
    for _ in range(k - 1):
        result = result * b
    return result


def ball_inverse(b: Ball) -> Ball:
    if None in (b.lo, b.hi) or b.lo <= 0 <= b.hi:
        raise Undecided("a division by a number that may be zero")
    one = 1 << 2 * b.prec
    return Ball(one // b.hi, -(-one // b.lo), b.prec)


def ball_sqrt(b: Ball) -> Ball:
    if b.lo is None or b.lo < 0:
        if b.hi is not None and b.hi < 0:
            raise Rejected("not defined here: the square root of a negative number")
        raise Undecided("the square root of a number that may be negative")
    hi = None if b.hi is None else isqrt((b.hi << b.prec) - 1) + 1 if b.hi else 0
    return Ball(isqrt(b.lo << b.prec), hi, b.prec)


def _exp_point(x: int, prec: int) -> tuple[int, int]:
    """Enclose exp(x 2^-prec), x >= 0: Taylor at x 2^-k < 1/2, then k squarings of the enclosure."""
    k = max(0, x.bit_length() - prec + 8)
    if k > 24:
        raise Rejected("a number is too large")
    wp = prec + 2 * k + 16 + (x >> prec)
    r, extra = x << (wp - prec) >> k, 1 if k else 0
    ends = []
    for point in (r, r + extra):
        total, term, n = 0, 1 << wp, 0
        while term:
            total, n = total + term, n + 1
            term = (term * point >> wp) // n
        ends.append((total, total + 2 * n + 4))  # each floored term is off by less than 2, the tail by less than 4
    lo, hi = ends[0][0], ends[1][1]
    for _ in range(k):
        lo, hi = lo * lo >> wp, -(-hi * hi >> wp)
    return lo >> (wp - prec), -(-hi >> (wp - prec))


def ball_exp(b: Ball) -> Ball:
    def end(x: int | None, side: int) -> int:
        if x is None:
            raise Rejected("arithmetic with a one-sided bound")
        if x >= 0:
            return _exp_point(x, b.prec)[side]
        if -x >> b.prec > b.prec + 2:
            return side  # exp(x) < 2^-prec
        other = _exp_point(-x, b.prec)[1 - side]
        return (1 << 2 * b.prec) // other if side == 0 else -(-(1 << 2 * b.prec) // other)

    return Ball(end(b.lo, 0), end(b.hi, 1), b.prec)


def _atanh(z: int, prec: int) -> tuple[int, int]:
    """Enclose atanh(z 2^-prec), 0 <= z <= 1/3: floored powers are each off by less than 3, the tail by less than 8."""
    square, power, total, n = z * z >> prec, z, 0, 0
    while power:
        total, n = total + power // (2 * n + 1), n + 1
        power = power * square >> prec
    return total, total + 4 * n + 8


def ball_log(b: Ball) -> Ball:
    if b.hi is None or b.lo is None or b.lo <= 0:
        if b.hi is not None and b.hi <= 0:
            raise Rejected("not defined here: the logarithm of a number that is not positive")
        raise Undecided("the logarithm of a number that may not be positive")
    wp = b.prec + 32
    third = (1 << wp) // 3
    log2 = 2 * _atanh(third, wp)[0], 2 * _atanh(third + 1, wp)[1]

    def end(x: int, side: int) -> int:
        k = x.bit_length() - 1 - b.prec  # x = m 2^k with 1 <= m < 2, log m = 2 atanh((m - 1)/(m + 1))
        unit = 1 << (b.prec + k)
        z = ((x - unit) << wp) // (x + unit) + side
        total = 2 * _atanh(z, wp)[side] + k * log2[side if k >= 0 else 1 - side]
        return total >> 32 if side == 0 else -(-total >> 32)

    return Ball(end(b.lo, 0), end(b.hi, 1), b.prec)


def ball_pi(prec: int) -> Ball:
    """Machin: pi = 16 atan(1/5) - 4 atan(1/239); every floored term is off by at most 1."""
    wp, total, terms = prec + 16, 0, 0
    for factor, q in ((16, 5), (-4, 239)):
        power, n = (1 << wp) // q, 0
        while power:
            total += factor * (-1) ** n * (power // (2 * n + 1))
            power, n = power // (q * q), n + 1
        terms += 2 * (n + 2)
    error = 16 * terms
    return Ball((total - error) >> 16, -(-(total + error) >> 16), prec)


def ball_erf(b: Ball) -> Ball:
    """Odd and increasing: erf x = 2/sqrt(pi) e^(-x^2) sum of 2^n x^(2n+1) / (2n+1)!!, all terms positive."""

    def end(x: int, side: int) -> int:
        if x < 0:
            return -end(-x, 1 - side)
        if (x * x >> 2 * b.prec) > b.prec:  # 1 - erf x < e^(-x^2) < 2^-prec
            return (1 << b.prec) - 1 + side
        wp = b.prec + 2 * (x * x >> 2 * b.prec) + 32
        y = Ball(x << (wp - b.prec), x << (wp - b.prec), wp)
        term, total, n = y, y, 0
        while term.hi > 1 or (2 * n + 3) << 2 * wp < 4 * y.hi * y.hi:
            n += 1
            term = term * (y * y) * Fraction(2, 2 * n + 1)
            total = total + term
        total = Ball(total.lo, total.hi + 2 * term.hi + 2, wp)  # the terms now at least halve
        value = total * ball_exp(-(y * y)) * ball_inverse(ball_sqrt(ball_pi(wp))) * Fraction(2)
        return value.lo >> (wp - b.prec) if side == 0 else -(-value.hi >> (wp - b.prec))

    if None in (b.lo, b.hi):
        raise Rejected("arithmetic with a one-sided bound")
    return Ball(end(b.lo, 0), end(b.hi, 1), b.prec)


def ball_sin(b: Ball, shift: int) -> Ball:
    """sin (shift 0) or cos (shift 1): Taylor at the middle; the radius enters with slope at most 1."""
    if None in (b.lo, b.hi) or max(abs(b.lo), abs(b.hi)) >> b.prec > 64:
        raise Rejected("an argument of sin or cos is too large")
    wp = b.prec + 128
    x = Ball((b.lo + b.hi) << 127, (b.lo + b.hi) << 127, wp)
    term = ball(Fraction(1), wp) if shift else x
    total, n = term, 1 - shift
    while max(abs(term.lo), abs(term.hi)) > 1 or n < 130:
        term = term * (x * x) * Fraction(-1, (n + 1) * (n + 2))
        total, n = total + term, n + 2
    radius = b.hi - b.lo + 2
    return Ball((total.lo >> 128) - radius, (total.hi >> 128) + radius, b.prec)


def sign(x: Num, prec: int) -> int:
    """-1, 0 or 1, for certain. A jet has the sign of its value."""
    while isinstance(x, Jet):
        x = x.value
    if isinstance(x, Fraction):
        return (x > 0) - (x < 0)
    b = ball(x, prec)
    if b.lo is not None and b.lo > 0:
        return 1
    if b.hi is not None and b.hi < 0:
        return -1
    raise Undecided("a comparison of numbers that may be equal")


def is_zero(x: Num) -> bool:
    return isinstance(x, Fraction) and x == 0


def inverse(x: Num, prec: int) -> Num:
    if isinstance(x, Jet):
        value = inverse(x.value, prec)
        return x.chain(value, -(value * value))
    if is_zero(x):
        raise Rejected("not defined here: division by zero")
    if isinstance(x, Fraction):
        return 1 / x
    if isinstance(x, Surd) and len(x.terms) == 1:
        ((term, c),) = x.terms.items()
        return Surd.make([(tuple((b, -q) for b, q in term), 1 / c)], prec)
    return ball_inverse(ball(x, prec))


def _factors(n: int) -> dict[int, int] | None:
    found: dict[int, int] = {}
    for p in itertools.chain((2,), range(3, 2000, 2)):
        while n % p == 0:
            n, found[p] = n // p, found.get(p, 0) + 1
    if n > 1 and n >= 2000 * 2000:
        root = isqrt(n)
        return {**found, **{p: 2 * k for p, k in (_factors(root) or {}).items()}} if root * root == n else None
    return {**found, n: found.get(n, 0) + 1} if n > 1 else found


def prime_powers(x: Fraction) -> dict[int, int] | None:
    up, down = _factors(x.numerator), _factors(x.denominator)
    return None if up is None or down is None else {**up, **{p: -k for p, k in down.items()}}


def power(x: Num, q: Fraction, prec: int) -> Num:
    """x**q for a rational q; integer powers for every x, others for x > 0 (and 0 with q > 0)."""
    if q.denominator == 1:
        if abs(q) > 200:
            raise Rejected("an exponent is too large")
        result: Num = Fraction(1)
        for _ in range(abs(q.numerator)):
            result = result * x
        return inverse(result, prec) if q < 0 else result
    if isinstance(x, Jet):
        return x.chain(power(x.value, q, prec), power(x.value, q - 1, prec) * q)
    if is_zero(x) and q > 0:
        return x
    if is_zero(x) or (isinstance(x, Fraction) and x < 0):
        raise Rejected("not defined here: a power of a number that is not positive")
    if isinstance(x, Surd | Fraction) and len(terms_of(x)) == 1:
        ((term, c),) = terms_of(x).items()
        primes = prime_powers(c) if c > 0 else None
        if primes is not None:
            pairs = [(p, k * q) for p, k in primes.items()] + [(b, e * q) for b, e in term]
            total = Surd.make([((), Fraction(1))], prec)
            for base, e in pairs:
                total = total * Surd.make([(((base, e),), Fraction(1))], prec)
            return total
    b = ball(x, prec)
    if q.denominator == 2 and q > 0:
        return ball_power(ball_sqrt(b), q.numerator)
    return ball_exp(ball_log(b) * q)


def exp(x: Num, prec: int) -> Num:
    if isinstance(x, Jet):
        value = exp(x.value, prec)
        return x.chain(value, value)
    if not isinstance(x, Ball):
        total: Num = Fraction(1)
        for term, c in terms_of(x).items():
            if term == ():
                factor = (("e", c),)
            elif len(term) == 1 and isinstance(term[0][0], tuple) and term[0][1] == 1 and abs(c) <= 200:
                factor = ((term[0][0][1], c),)  # exp(c log p) = p^c
            else:
                return ball_exp(ball(x, prec))
            total = total * Surd.make([(factor, Fraction(1))], prec)
        return total
    return ball_exp(x)


def log(x: Num, prec: int) -> Num:
    if isinstance(x, Jet):
        return x.chain(log(x.value, prec), inverse(x.value, prec))
    if isinstance(x, Surd | Fraction) and len(terms_of(x)) == 1:
        ((term, c),) = terms_of(x).items()
        primes = prime_powers(c) if c > 0 else None
        if primes is not None and all(isinstance(b, int) or b == "e" for b, _ in term):
            powers = [(p, Fraction(k)) for p, k in primes.items()] + list(term)
            return Surd.make([(() if b == "e" else ((("log", b), Fraction(1)),), q) for b, q in powers], prec)
    return ball_log(ball(x, prec))


def smooth(x: Num, f: Callable[[Num], Num], slope: Callable[[Num], Num]) -> Num:
    return x.chain(smooth(x.value, f, slope), slope(x.value)) if isinstance(x, Jet) else f(x)
