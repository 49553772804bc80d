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
from functools import reduce
from math import isqrt, prod
from pathlib import Path
from typing import Any

SCHEMA, DIGITS = 1, (25, 60, 150, 400, 1000)
MAX_BYTES, MAX_DEPTH, MAX_BITS, MAX_WORK, MAX_TERMS = 4_000_000, 150, 20_000, 6_000_000, 24
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


# Numbers: the operand of the higher rank carries out an operation.


class Number:
    rank = 0
    plus: Callable[[Num], Num]
    times: Callable[[Num], Num]

    def __add__(self, other: Num) -> Num:
        return self.plus(other) if rank_of(other) <= self.rank else other.plus(self)

    def __mul__(self, other: Num) -> Num:
        return self.times(other) if rank_of(other) <= self.rank else other.times(self)

    def __sub__(self, other: Num) -> Num:
        return self + other * Fraction(-1)

    def __rsub__(self, other: Num) -> Num:
        return self * Fraction(-1) + other

    __radd__, __rmul__ = __add__, __mul__


def rank_of(x: Num) -> int:
    return x.rank if isinstance(x, Number) else 0


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
    """The reals between two decimals (an end may be infinite); the class holds the two directed roundings."""

    rank = 2
    down, up = (decimal.Context(25, r, -999999, 999999) for r in (decimal.ROUND_FLOOR, decimal.ROUND_CEILING))

    def __init__(self, lo: Decimal, hi: Decimal) -> None:
        self.lo, self.hi = lo, hi

    def plus(self, other: Num) -> Num:
        o = ball(other)
        return Ball(Ball.down.add(self.lo, o.lo), Ball.up.add(self.hi, o.hi))

    def times(self, other: Num) -> Num:
        o = ball(other)
        corners = [(a, b) for a in (self.lo, self.hi) for b in (o.lo, o.hi)]
        square = o is self and self.lo < 0 < self.hi  # a square is never negative
        low = Decimal(0) if square else min(Ball.down.multiply(*c) for c in corners)
        return Ball(low, max(Ball.up.multiply(*c) for c in corners))

    def increasing(self, f: Callable[[Decimal], Decimal]) -> Ball:
        """Apply exp, ln or sqrt: the decimal module rounds these correctly to nearest, so step outward by one unit."""
        return Ball(Ball.down.next_minus(f(self.lo)), Ball.up.next_plus(f(self.hi)))


class Jet(Number):
    """value + sum of slopes[k] epsilon_k with epsilon^2 = 0; a derivative inside another has the higher rank."""

    def __init__(self, rank: int, value: Num, slopes: dict[int, Num]) -> None:
        self.rank, self.value, self.slopes = rank, value, slopes

    def parts(self, other: Num) -> tuple[Num, dict[int, Num]]:
        return (other.value, other.slopes) if rank_of(other) == self.rank else (other, {})

    def plus(self, other: Num) -> Num:
        value, slopes = self.parts(other)
        both = {k: self.slopes.get(k, ZERO) + slopes.get(k, ZERO) for k in {**self.slopes, **slopes}}
        return Jet(self.rank, self.value + value, both)

    def times(self, other: Num) -> Num:
        value, slopes = self.parts(other)
        right = Jet(self.rank, ZERO, {k: d * self.value for k, d in slopes.items()})
        return Jet(self.rank, self.value * value, {k: d * value for k, d in self.slopes.items()}).plus(right)

    def chain(self, f: Callable[[Num], Num], slope: Callable[[Num, Num], Num]) -> Jet:
        """f(self), from f and from its derivative as a function of the value and of f there."""
        y = f(self.value)
        return Jet(self.rank, y, {k: slope(self.value, y) * d for k, d in self.slopes.items()})


def ball(x: Num) -> Ball:
    """Enclose a number."""
    if isinstance(x, Jet):
        raise Rejected("a quantity that is not supported under a derivative")
    if isinstance(x, Surd):
        total: Num = ZERO
        for term, c in x.terms.items():
            total = total + reduce(lambda p, factor: p * ball_power(*factor), term, c)
        return ball(total)
    return x if isinstance(x, Ball) else Ball(*(c.divide(*map(Decimal, x.as_integer_ratio())) for c in (Ball.down, Ball.up)))


def ball_power(base: Any, q: Fraction) -> Ball:
    """base**q for a base of a term, or for a positive ball."""
    if base == "e":
        return ball(q).increasing(Ball.down.exp)
    b = ball_pi() if base == "pi" else base if isinstance(base, Ball) else ball(Fraction(base)) \
        if isinstance(base, int) else log(ball(Fraction(base[1])))  # fmt: skip
    if b.hi < 0 or (b.hi == 0 and q < 0):
        raise Rejected("not defined here: a power of a negative number")
    if b.lo < 0 or (b.lo == 0 and q != HALF):
        raise Undecided("a power of a number that may be negative")
    root = b.increasing(Ball.down.sqrt) if q == HALF else ball(ball(log(b) * q).increasing(Ball.down.exp))
    return Ball(max(root.lo, Decimal(0)), root.hi)


def ball_pi() -> Ball:
    """Bailey, Borwein and Plouffe: all terms are positive, those from N on sum to less than 16^-N."""
    n = unit = Ball.down.prec + 10
    floors = [(Fraction(4, 8 * k + 1) - Fraction(2, 8 * k + 4) - Fraction(1, 8 * k + 5) - Fraction(1, 8 * k + 6))
              * 10**unit // 16**k for k in range(n)]  # fmt: skip
    return Ball(ball(Fraction(sum(floors), 10**unit)).lo, ball(Fraction(sum(floors) + n + 1, 10**unit)).hi)


def sign(x: Num) -> int:
    """-1, 0 or 1, for certain. A jet has the sign of its value."""
    if isinstance(x, Jet):
        return sign(x.value)
    if not isinstance(x, Number):
        return (x > 0) - (x < 0)
    b = ball(x)
    if b.lo > 0 or b.hi < 0:
        return 1 if b.lo > 0 else -1
    raise Undecided("numbers that cannot be told apart")


def is_zero(x: Num) -> bool:
    return not isinstance(x, Number) and x == 0


def inverse(x: Num) -> Num:
    if isinstance(x, Jet):
        return x.chain(inverse, lambda v, y: y * y * Fraction(-1))
    if is_zero(x):
        raise Rejected("not defined here: division by zero")
    if isinstance(x, Surd) and len(x.terms) == 1:
        return Surd.make(([(b, -q) for b, q in term], 1 / c) for term, c in x.terms.items())
    if not isinstance(x, Number):
        return 1 / x
    b = ball(x)
    if b.lo <= 0 <= b.hi:
        raise Undecided("a division by a number that may be zero")
    return Ball(Ball.down.divide(Decimal(1), b.hi), Ball.up.divide(Decimal(1), b.lo))


def factors(x: Num) -> list[tuple[Any, Fraction]] | None:
    """An exact positive number of one term as its powers; None if it is not one, or hard to factor."""
    terms = {} if isinstance(x, Ball) else terms_of(x)
    if len(terms) != 1 or min(terms.values()) < 0:
        return None
    found = [*next(iter(terms))]
    for n, way in zip(next(iter(terms.values())).as_integer_ratio(), (ONE, -ONE), strict=True):
        for p in (2, *range(3, 1000, 2)):
            while n % p == 0:
                n, found = n // p, [*found, (p, way)]
        root = isqrt(n)
        if n >= 10**6 and (root * root != n or root >= 10**6):
            return None
        found += [(root, way * 2)] if root * root == n else [(n, way)]
    return [(b, q) for b, q in found if b != 1]


def power(x: Num, q: Fraction) -> Num:
    """x**q: integer powers of every x, other rational ones of x > 0 (and of 0 if q > 0)."""
    if max(abs(q.numerator), q.denominator) > 200:
        raise Rejected("an exponent is too large")
    if q.denominator == 1:
        return reduce(lambda a, b: limited(a * b), [inverse(x) if q < 0 else x] * abs(q.numerator), ONE)
    if isinstance(x, Jet):
        return x.chain(lambda v: power(v, q), lambda v, y: power(v, q - 1) * q)
    if is_zero(x) and q > 0:
        return x
    exact = factors(x)
    return Surd.make([([(b, e * q) for b, e in exact], ONE)]) if exact is not None else ball_power(ball(x), q)


def exp(x: Num) -> Num:
    if isinstance(x, Jet):
        return x.chain(exp, lambda v, y: y)
    powers = []
    for term, c in {((("ball", ONE),)): ONE}.items() if isinstance(x, Ball) else terms_of(x).items():
        if term and (len(term) > 1 or term[0][0][0] != "log" or term[0][1] != 1 or abs(c) > 200):
            return ball(x).increasing(Ball.down.exp)
        powers.append((term[0][0][1] if term else "e", c))  # exp(c log p) = p^c
    return Surd.make([(powers, ONE)])


def log(x: Num) -> Num:
    if isinstance(x, Jet):
        return x.chain(log, lambda v, y: inverse(v))
    exact = factors(x)
    if exact is not None and all(b == "e" or isinstance(b, int) for b, _ in exact):
        return Surd.make([([] if b == "e" else [(("log", b), ONE)], q) for b, q in exact])
    b = ball(x)
    if b.lo <= 0:
        raise (Rejected if b.hi <= 0 else Undecided)("not defined here: the logarithm of a number that is not positive")
    return b.increasing(Ball.down.ln)


def erf(x: Num) -> Num:
    """Odd and increasing; erf x = 2/sqrt(pi) e^(-x^2) sum of 2^n x^(2n+1) / (2n+1)!!, all terms positive."""
    if isinstance(x, Jet):
        return x.chain(erf, lambda v, y: TWO_BY_ROOT_PI * exp(v * v * Fraction(-1)))

    def end(y: Decimal) -> Ball:
        if y * y > 3 * Ball.down.prec:  # 1 - erf y < e^(-y^2) < 10^-digits
            return Ball(Ball.down.next_minus(Decimal(1)), Decimal(1))
        term = total = Ball(y, y)
        for n in itertools.count(1):
            term = term * Ball(y, y) * Ball(y, y) * Fraction(2, 2 * n + 1)
            total = total + term
            if n > 4 * y * y and term.hi <= total.lo.scaleb(-Ball.down.prec):  # by now the terms at least halve
                return (total + Ball(Decimal(0), term.hi)) * exp(Ball(y, y) * Ball(-y, -y)) * TWO_BY_ROOT_PI
        raise AssertionError

    if is_zero(x):
        return ZERO
    b = ball(x)
    low, high = (end(abs(y)) * Fraction(1 if y > 0 else -1) for y in (b.lo, b.hi))
    return Ball(low.lo, high.hi)


def limited(x: Num) -> Num:
    """An exact number that outgrows the limits becomes an enclosure."""
    if isinstance(x, Ball | Jet):
        return x
    return ball(x) if any(v.bit_length() > MAX_BITS for c in terms_of(x).values() for v in c.as_integer_ratio()) else x


def absolute(x: Num) -> Num:
    if isinstance(x, Ball) and x.lo < 0 < x.hi:
        return Ball(Decimal(0), max(-x.lo, x.hi))
    return x * Fraction(1 if isinstance(x, Ball) and x.lo >= 0 else -1 if isinstance(x, Ball) else order(x, ZERO) or 1)


def order(x: Num, y: Num) -> int:
    """The sign of x - y; where a derivative is taken the two must differ."""
    difference = x - y
    which = sign(difference)
    if which == 0 and (isinstance(x, Jet) or isinstance(y, Jet)):
        raise Rejected("not differentiable here: a kink or a tie")
    return which


def larger(x: Num, y: Num) -> Num:
    """The maximum, also where it is not known which one is larger."""
    if max(rank_of(x), rank_of(y)) == Ball.rank:
        x, y = ball(x), ball(y)
        return Ball(max(x.lo, y.lo), max(x.hi, y.hi))
    return x if order(x, y) >= 0 else y


def step(x: Num) -> Num:
    if sign(x) == 0:
        raise Rejected("not defined here: a step at its jump")
    return Fraction(sign(x) > 0)


def negative(x: Num) -> Num:
    return x * Fraction(-1)


TWO_BY_ROOT_PI = Surd({(("pi", -HALF),): Fraction(2)})
FUNCTIONS: dict[str, Callable[[Num], Num]] = {
    "exp": exp, "log": log, "erf": erf, "abs": absolute, "step": step, "sqrt": lambda x: power(x, HALF),
    "relu": lambda x: larger(x, ZERO), "sigmoid": lambda x: inverse(exp(negative(x)) + ONE),
    "tanh": lambda x: FUNCTIONS["sigmoid"](x * 2) * 2 - ONE, "silu": lambda x: x * FUNCTIONS["sigmoid"](x),
    "softplus": lambda x: log(exp(x) + ONE), "Phi": lambda x: (erf(x * power(Fraction(2), -HALF)) + ONE) * HALF,
    "phi": lambda x: exp(x * x * -HALF) * TWO_BY_ROOT_PI * power(Fraction(8), -HALF),
    "gelu": lambda x: x * FUNCTIONS["Phi"](x), "sign": lambda x: Fraction(order(x, ZERO)),
}  # fmt: skip


# Matrices.


def entrywise(f: Callable[..., Num], *mats: Mat) -> Mat:
    if len({(len(m), len(m[0])) for m in mats}) > 1:
        raise Rejected("sizes: an entrywise operation on different shapes")
    return [[limited(f(*items)) for items in zip(*rows, strict=True)] for rows in zip(*mats, strict=True)]


def transpose(a: Mat) -> Mat:
    return [list(column) for column in zip(*a, strict=True)]


def total(items: Iterable[Num]) -> Num:
    return limited(reduce(lambda x, y: x + y, items, ZERO))


def matmul(a: Mat, b: Mat) -> Mat:
    if len(a[0]) != len(b):
        raise Rejected("sizes: a product of shapes that do not match")
    return [[total(x * y for x, y in zip(row, column, strict=True) if not (is_zero(x) or is_zero(y)))
             for column in zip(*b, strict=True)] for row in a]  # fmt: skip


def eliminate(a: Mat, columns: int) -> tuple[Mat, int]:
    """Gauss-Jordan on the first columns: the reduced matrix and the rank; every pivot is nonzero for certain."""
    a, rank = [list(row) for row in a], 0
    for j in range(columns):
        rows = [i for i in range(rank, len(a)) if not is_zero(a[i][j])]
        doubts, pivot = [], None
        for i in rows:
            try:
                if sign(a[i][j]):
                    pivot = i
                    break
            except Undecided as doubt:
                doubts.append(doubt)
        if pivot is None and rows:
            raise doubts[0] if doubts else Rejected("not defined here: a pivot of value zero under a derivative")
        if pivot is not None:
            a[rank], a[pivot] = a[pivot], a[rank]
            scale = inverse(a[rank][j])
            a[rank] = [limited(x * scale) for x in a[rank]]
            for i in (i for i in range(len(a)) if i != rank and not is_zero(a[i][j])):
                a[i] = [limited(x - a[i][j] * y) for x, y in zip(a[i], a[rank], strict=True)]
                a[i][j] = ZERO  # exactly, by construction
            rank += 1
    return a, rank


def invert(a: Mat) -> Mat:
    n = len(a)
    reduced, rank = eliminate([[*row, *(Fraction(i == j) for j in range(n))] for i, row in enumerate(a)], n)
    if rank < n:
        raise Rejected("not defined here: the inverse of a singular matrix")
    return [row[n:] for row in reduced]


def det(a: Mat) -> Num:
    """Faddeev and LeVerrier: no division but by integers, so jets and enclosures need no pivots."""
    n, m, c = len(a), a, ONE
    for k in range(1, n + 1):
        c = total(m[i][i] for i in range(n)) * Fraction(-1, k)
        m = matmul(a, [[x + c if i == j else x for j, x in enumerate(row)] for i, row in enumerate(m)]) if k < n else m
    return c * Fraction((-1) ** n)


def below(a: Mat, t: Decimal) -> int | None:
    """How many eigenvalues of a symmetric matrix of balls lie below t: the inertia of A - tI, if certain."""
    a, count = [[x - Ball(t, t) if i == j else x for j, x in enumerate(row)] for i, row in enumerate(a)], 0
    for k in range(len(a)):
        if a[k][k].lo <= 0 <= a[k][k].hi:
            return None
        count, scale = count + (a[k][k].hi < 0), inverse(a[k][k])
        for i, j in itertools.combinations_with_replacement(range(k + 1, len(a)), 2):
            a[i][j] = a[j][i] = a[i][j] - a[i][k] * scale * a[j][k]
    return count


def eigenvalue(a: Mat, k: int) -> Num:
    """The k-th largest eigenvalue of a symmetric matrix, by bisection; exact if it is a simple enough rational."""
    n, balls = len(a), [[ball(x) for x in row] for row in a]
    for i, j in itertools.combinations(range(n), 2):
        if not is_zero(a[i][j] - a[j][i]) and not ball(a[i][j] - a[j][i]).lo <= 0 <= ball(a[i][j] - a[j][i]).hi:
            raise Rejected("not defined here: an eigenvalue of a matrix that is not symmetric")
    hi = 2 * max(sum((max(-x.lo, x.hi) for x in row), Decimal(1)) for row in balls)
    lo, under, upto = -hi, 0, n
    for _ in range(4 * Ball.down.prec):
        points = [Ball.down.add(lo, (hi - lo) * weight / 100) for weight in (50, 44, 57)]
        counts = ((t, below(balls, t)) for t in points if lo < t < hi)
        t, count = next(((t, c) for t, c in counts if c is not None), (lo, None))
        if count is None:
            break
        lo, hi, under, upto = (lo, t, under, count) if count > n - k else (t, hi, count, upto)
    guess = ((Fraction(lo) + Fraction(hi)) / 2).limit_denominator(10**5)
    if lo < guess < hi and all(rank_of(x) == 0 for row in a for x in row):
        shifted = [[x - guess * (i == j) for j, x in enumerate(row)] for i, row in enumerate(a)]
        if n - eliminate(shifted, n)[1] == upto - under:  # all eigenvalues of [lo, hi) are this one
            return guess
    return Ball(lo, hi)


def singular(a: Mat, k: int) -> Num:
    gram = matmul(a, transpose(a)) if len(a) <= len(a[0]) else matmul(transpose(a), a)
    top = eigenvalue(gram, k)
    return power(Ball(max(top.lo, Decimal(0)), max(top.hi, Decimal(0))) if isinstance(top, Ball) else top, HALF)
