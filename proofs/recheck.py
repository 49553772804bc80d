"""The independent checker of counterexample certificates: one file, standard library only.

A certificate (``docs/certificates.md``) carries a claim in the prefix core language and an exact input. This program
evaluates the claim there by its own arithmetic and accepts only if every hypothesis holds exactly and the goal fails
for certain. It trusts nothing in the file: recorded values are compared with the computed ones.

Numbers are ``Fraction``, `Surd` (exact sums of products of powers of primes, e, pi and logarithms), `Ball` (outward
rounded decimal intervals) and `Jet` (a value and its first derivatives; nested jets give the higher ones).

    python recheck.py CERTIFICATE...        exit code 0 if all are accepted, else 3
"""

from __future__ import annotations

import decimal
import hashlib
import itertools
import json
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import isqrt
from pathlib import Path
from typing import Any

SCHEMA, DIGITS = 1, (25, 60, 150, 400, 1000)
MAX_BYTES, MAX_DEPTH, MAX_BITS, MAX_WORK, MAX_TERMS = 4_000_000, 150, 20_000, 8_000_000, 24
Num = Any  # Fraction | Surd | Ball | Jet
Mat = list[list[Num]]
ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)


class Rejected(Exception):
    """The certificate proves nothing; the message says why."""


class Undecided(Exception):
    """The present precision does not decide; a higher one may."""


@dataclass(frozen=True)
class Report:
    """What `recheck` found: ``accepted`` and the reason."""

    accepted: bool
    reason: str


# ---------------------------------------------------------------- numbers: the operand of higher rank operates


def rank_of(x: Num) -> int:
    return x.rank if isinstance(x, Number) else 0


class Number:
    rank = 0
    plus: Callable[[Num], Num]
    times: Callable[[Num], Num]

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


Term = tuple[tuple[Any, Fraction], ...]  # ((base, exponent), ...): base a prime, 'e', 'pi' or ('log', prime)


class Surd(Number):
    """An exact sum of rational multiples of terms; exponents of primes lie in (0, 1), so the empty sum is zero."""

    rank = 1

    def __init__(self, terms: dict[Term, Fraction]) -> None:
        self.terms = terms

    @staticmethod
    def make(pairs: Iterable[tuple[Iterable[tuple[Any, Fraction]], Fraction]]) -> Num:
        total: dict[Term, Fraction] = {}
        for term, c in pairs:
            powers: dict[Any, Fraction] = {}
            for base, q in term:
                powers[base] = powers.get(base, ZERO) + q
            for base, q in powers.items():
                if isinstance(base, int):
                    c, powers[base] = c * Fraction(base) ** (q // 1), q % 1
            key = tuple(sorted(((b, q) for b, q in powers.items() if q), key=str))
            total[key] = total.get(key, ZERO) + c
        total = {k: c for k, c in total.items() if c}
        if not total.keys() - {()}:
            return total.get((), ZERO)
        return Surd(total) if len(total) <= MAX_TERMS else ball(Surd(total))

    def plus(self, other: Num) -> Num:
        return Surd.make([*self.terms.items(), *terms_of(other).items()])

    def times(self, other: Num) -> Num:
        pairs = itertools.product(self.terms.items(), terms_of(other).items())
        return Surd.make(((*a, *b), c * d) for (a, c), (b, d) in pairs)


def terms_of(x: Num) -> dict[Term, Fraction]:
    return x.terms if isinstance(x, Surd) else {(): x} if x else {}


class Ball(Number):
    """The reals between two decimals, an end may be infinite; the class holds the two directed roundings."""

    rank = 2
    down, up = (decimal.Context(25, rounding=r, Emin=-999999, Emax=999999)
                for r in (decimal.ROUND_FLOOR, decimal.ROUND_CEILING))  # fmt: skip

    def __init__(self, lo: Decimal, hi: Decimal) -> None:
        self.lo, self.hi = lo, hi

    def plus(self, other: Num) -> Num:
        o = ball(other)
        return Ball(Ball.down.add(self.lo, o.lo), Ball.up.add(self.hi, o.hi))

    def times(self, other: Num) -> Num:
        o = ball(other)
        if o.lo == o.hi == 0:
            return ZERO
        corners = [(a, b) for a in (self.lo, self.hi) for b in (o.lo, o.hi)]
        low = min(Ball.down.multiply(*c) for c in corners)
        square = o is self and self.lo < 0 < self.hi  # a square is never negative
        return Ball(Decimal(0) if square else low, max(Ball.up.multiply(*c) for c in corners))

    def monotone(self, f: Callable[[Decimal], Decimal]) -> Ball:
        """An increasing function that is correctly rounded to nearest: step outward by one unit."""
        return Ball(Ball.down.next_minus(f(self.lo)), Ball.up.next_plus(f(self.hi)))


class Jet(Number):
    """value + sum of slopes[k] epsilon_k with epsilon^2 = 0; a derivative inside another has the higher rank."""

    def __init__(self, rank: int, value: Num, slopes: dict[int, Num]) -> None:
        self.rank, self.value, self.slopes = rank, value, slopes

    def parts(self, other: Num) -> tuple[Num, dict[int, Num]]:
        return (other.value, other.slopes) if rank_of(other) == self.rank else (other, {})

    def plus(self, other: Num) -> Num:
        value, slopes = self.parts(other)
        return Jet(self.rank, self.value + value, merge(self.slopes, slopes))

    def times(self, other: Num) -> Num:
        value, slopes = self.parts(other)
        left = {k: d * value for k, d in self.slopes.items()}
        return Jet(self.rank, self.value * value, merge(left, {k: d * self.value for k, d in slopes.items()}))

    def chain(self, f: Num, slope: Num) -> Jet:
        """f(self) from f and f' at the value."""
        return Jet(self.rank, f, {k: slope * d for k, d in self.slopes.items()})


def merge(a: dict[int, Num], b: dict[int, Num]) -> dict[int, Num]:
    return {k: a[k] + b[k] if k in a and k in b else a[k] if k in a else b[k] for k in {**a, **b}}


def ball(x: Num) -> Ball:
    """Enclose a number."""
    if isinstance(x, Ball):
        return x
    if isinstance(x, Jet):
        raise Rejected("a quantity that is not supported under a derivative")
    if not isinstance(x, Surd):
        if max(x.numerator.bit_length(), x.denominator.bit_length()) > 4 * MAX_BITS:
            raise Rejected("a number is too large")
        return Ball(*(c.divide(Decimal(x.numerator), Decimal(x.denominator)) for c in (Ball.down, Ball.up)))
    total: Num = Ball(Decimal(0), Decimal(0))
    for term, c in x.terms.items():
        for base, q in term:
            if base == "e":
                c = c * ball_exp(ball(q))
            else:
                b = ball_pi() if base == "pi" else ball(Fraction(base)) if isinstance(base, int) else \
                    ball_log(ball(Fraction(base[1])))  # fmt: skip
                c = c * (ball_sqrt(b) if q == HALF else ball_exp(ball_log(b) * q))
        total = total + c
    return total


def ball_exp(b: Ball) -> Ball:
    return b.monotone(Ball.down.exp)


def ball_log(b: Ball) -> Ball:
    require_positive(b)
    return b.monotone(Ball.down.ln)


def ball_sqrt(b: Ball) -> Ball:
    if b.lo < 0:
        require_positive(b)
    root = b.monotone(Ball.down.sqrt)
    return Ball(max(root.lo, Decimal(0)), root.hi)


def require_positive(b: Ball) -> None:
    if b.hi <= 0:
        raise Rejected("not defined here: a root or a logarithm of a number that is not positive")
    if b.lo <= 0:
        raise Undecided("a root or a logarithm of a number that may not be positive")


def ball_pi() -> Ball:
    """Machin: pi = 16 atan(1/5) - 4 atan(1/239), alternating series of rationals; the first term left out bounds it."""
    total, tail = ZERO, Fraction(1, 10 ** (Ball.down.prec + 5))
    for factor, q in ((16, 5), (-4, 239)):
        for n in itertools.count():
            term = Fraction(factor * (-1) ** n, (2 * n + 1) * q ** (2 * n + 1))
            if abs(term) < tail:
                break
            total += Fraction(int(term / tail * 2**20), 2**20) * tail  # off by less than tail 2^-20
    return Ball(ball(total - 3 * tail).lo, ball(total + 3 * tail).hi)


def erf(x: Num) -> Num:
    """Odd and increasing; erf x = 2/sqrt(pi) e^(-x^2) sum of 2^n x^(2n+1) / (2n+1)!!, all terms positive."""
    if isinstance(x, Jet):
        return x.chain(erf(x.value), two_by_root_pi() * exp(-(x.value * x.value)))
    if is_zero(x):
        return ZERO

    def end(y: Decimal) -> Ball:
        if y < 0:
            return Ball(*(-v for v in (end(-y).hi, end(-y).lo)))
        if y * y > 3 * Ball.down.prec:  # 1 - erf y < e^(-y^2) < 10^-digits
            return Ball(Ball.down.next_minus(Decimal(1)), Decimal(1))
        point = Ball(y, y)
        term, total, square = point, point, point * point
        for n in itertools.count(1):
            term = ball(term * square * Fraction(2, 2 * n + 1))
            total = ball(total + term)
            if term.hi <= total.lo.scaleb(-Ball.down.prec - 2) and 2 * n > 8 * y * y:
                break
        total = Ball(total.lo, Ball.up.add(total.hi, term.hi))  # from here on the terms at least halve
        return ball(total * exp(-square) * two_by_root_pi()) if y else Ball(y, y)

    b = ball(x)
    return Ball(end(b.lo).lo, end(b.hi).hi)


def two_by_root_pi() -> Num:
    return Surd({(("pi", -HALF),): Fraction(2)})


def sine(x: Num, shift: int) -> Num:
    """sin (shift 0) or cos (shift 1): Taylor at the lower end, the width of the argument enters with slope at most 1."""
    if isinstance(x, Jet):
        return x.chain(sine(x.value, shift), sine(x.value, 1) if shift == 0 else -sine(x.value, 0))
    if is_zero(x):
        return Fraction(shift)
    b = ball(x)
    if max(abs(b.lo), abs(b.hi)) > 40:
        raise Rejected("the argument of a sine or cosine is too large")
    point = Ball(b.lo, b.lo)
    term: Num = ONE if shift else point
    total, small = term, Decimal(1).scaleb(-Ball.down.prec - 2)
    for n in itertools.count(1 + (not shift), 2):
        term = term * (point * point) * Fraction(-1, n * (n + 1))
        total = total + term
        if n > 80 and max(-ball(term).lo, ball(term).hi) < small:  # alternating and decreasing by now
            width = Ball.up.add(Ball.up.subtract(b.hi, b.lo), small)
            return ball(total) + Ball(-width, width)


def sign(x: Num) -> int:
    """-1, 0 or 1, for certain. A jet has the sign of its value."""
    while isinstance(x, Jet):
        x = x.value
    if not isinstance(x, Number):
        return (x > 0) - (x < 0)
    b = ball(x)
    if b.lo > 0 or b.hi < 0:
        return 1 if b.lo > 0 else -1
    raise Undecided("a comparison of numbers that may be equal")


def is_zero(x: Num) -> bool:
    return not isinstance(x, Number) and x == 0


def inverse(x: Num) -> Num:
    if isinstance(x, Jet):
        value = inverse(x.value)
        return x.chain(value, -(value * value))
    if is_zero(x):
        raise Rejected("not defined here: division by zero")
    if not isinstance(x, Number):
        return 1 / x
    if isinstance(x, Surd) and len(x.terms) == 1:
        ((term, c),) = x.terms.items()
        return Surd.make([([(b, -q) for b, q in term], 1 / c)])
    b = ball(x)
    if b.lo <= 0 <= b.hi:
        raise Undecided("a division by a number that may be zero")
    return Ball(Ball.down.divide(Decimal(1), b.hi), Ball.up.divide(Decimal(1), b.lo))


def prime_powers(x: Fraction) -> list[tuple[int, Fraction]] | None:
    """The factors of a positive rational; None if it is hard to factor."""
    found: list[tuple[int, Fraction]] = []
    for n, way in ((x.numerator, 1), (x.denominator, -1)):
        for p in itertools.chain((2,), range(3, 1000, 2)):
            while n % p == 0:
                n, found = n // p, [*found, (p, Fraction(way))]
        root = isqrt(n)
        if n >= 10**6 and not (root * root == n and root < 10**6):
            return None
        found += [(n, Fraction(way))] if 1 < n < 10**6 else [(root, Fraction(2 * way))] if n > 1 else []
    return found


def single(x: Num) -> tuple[list[tuple[Any, Fraction]], Fraction] | None:
    """An exact positive number with one term, as its powers."""
    terms = {} if isinstance(x, Ball | Jet) else terms_of(x)
    if len(terms) != 1 or min(terms.values()) <= 0:
        return None
    ((term, c),) = terms.items()
    primes = prime_powers(c)
    return None if primes is None else ([*primes, *term], ONE)


def power(x: Num, q: Fraction) -> Num:
    """x**q for a rational q: integer powers of every x, others of x > 0 (and of 0 if q > 0)."""
    if abs(q.numerator) > 200 or q.denominator > 200:
        raise Rejected("an exponent is too large")
    if q.denominator == 1:
        result: Num = ONE
        for _ in range(abs(q.numerator)):
            result = result * x
        return limited(inverse(result) if q < 0 else result)
    if isinstance(x, Jet):
        return x.chain(power(x.value, q), power(x.value, q - 1) * q)
    if is_zero(x) and q > 0:
        return x
    exact = single(x)
    if exact:
        return Surd.make([([(b, e * q) for b, e in exact[0]], ONE)])
    return ball_sqrt(ball(x)) if q == HALF else ball_exp(ball(ball_log(ball(x)) * q))


def exp(x: Num) -> Num:
    if isinstance(x, Jet):
        value = exp(x.value)
        return x.chain(value, value)
    powers = []
    for term, c in {} if isinstance(x, Ball) else terms_of(x).items():
        if term == ():
            powers.append(("e", c))
        elif len(term) == 1 and isinstance(term[0][0], tuple) and term[0][1] == 1 and abs(c) <= 200:
            powers.append((term[0][0][1], c))  # exp(c log p) = p^c
        else:
            return ball_exp(ball(x))
    return ball_exp(x) if isinstance(x, Ball) else Surd.make([(powers, ONE)])


def log(x: Num) -> Num:
    if isinstance(x, Jet):
        return x.chain(log(x.value), inverse(x.value))
    exact = single(x)
    if exact and all(b == "e" or isinstance(b, int) for b, _ in exact[0]):
        return Surd.make([([] if b == "e" else [(("log", b), ONE)], q) for b, q in exact[0]])
    return ball_log(ball(x))


def limited(x: Num) -> Num:
    """Refuse exact numbers that outgrow the limits: beyond them an enclosure must do."""
    size = max((max(abs(c.numerator), c.denominator).bit_length() for c in terms_of(x).values()), default=0) \
        if not isinstance(x, Ball | Jet) else 0  # fmt: skip
    return ball(x) if size > MAX_BITS else x
