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


# ---------------------------------------------------------------- matrices


def dot(a: Iterable[Num], b: Iterable[Num]) -> Num:
    total: Num = ZERO
    for x, y in zip(a, b, strict=True):
        if not is_zero(x) and not is_zero(y):
            total = total + x * y
    return total


def matmul(a: Mat, b: Mat) -> Mat:
    if not a or not b or len(a[0]) != len(b):
        raise Rejected("the sizes of a product do not match")
    columns = transpose(b)
    return [[limited(dot(row, column)) for column in columns] for row in a]


def transpose(a: Mat) -> Mat:
    return [list(column) for column in zip(*a, strict=True)]


def entrywise(f: Callable[..., Num], *mats: Mat) -> Mat:
    if len({(len(m), len(m[0])) for m in mats}) > 1:
        raise Rejected("the sizes of an entrywise operation do not match")
    return [[limited(f(*items)) for items in zip(*rows, strict=True)] for rows in zip(*mats, strict=True)]


def identity(n: int) -> Mat:
    return [[Fraction(i == j) for j in range(n)] for i in range(n)]


def eliminate(a: Mat, columns: int) -> tuple[Mat, int]:
    """Gauss-Jordan on the first columns: the reduced matrix and the rank. Every pivot is nonzero for certain."""
    a, rank = [list(row) for row in a], 0
    for j in range(columns):
        candidates = [i for i in range(rank, len(a)) if not is_zero(a[i][j])]
        pivot = next((i for i in candidates if rank_of(a[i][j]) < Ball.rank), None)
        if pivot is None and candidates:
            pivot = max(candidates, key=lambda i: abs(ball(value_of(a[i][j])).lo))
            sign(a[pivot][j])
        if pivot is None:
            continue
        a[rank], a[pivot] = a[pivot], a[rank]
        scale = inverse(a[rank][j])
        a[rank] = [limited(x * scale) for x in a[rank]]
        for i in range(len(a)):
            factor = a[i][j]
            if i != rank and not is_zero(factor):
                a[i] = [limited(x - factor * y) if k != j else ZERO for k, (x, y) in enumerate(zip(a[i], a[rank]))]
        a[rank][j] = ONE
        rank += 1
    return a, rank


def value_of(x: Num) -> Num:
    while isinstance(x, Jet):
        x = x.value
    return x


def invert(a: Mat) -> Mat:
    n = len(square(a))
    reduced, rank = eliminate([row + unit for row, unit in zip(a, identity(n), strict=True)], n)
    if rank < n:
        raise Rejected("not defined here: the inverse of a singular matrix")
    return [row[n:] for row in reduced]


def square(a: Mat) -> Mat:
    if len(a) != len(a[0]):
        raise Rejected("a square matrix is needed")
    return a


def det(a: Mat) -> Num:
    """Faddeev and LeVerrier: no division but by integers, so jets and enclosures need no pivots."""
    n, m, c = len(square(a)), a, ONE
    for k in range(1, n + 1):
        c = dot([Fraction(-1, k)] * n, [m[i][i] for i in range(n)])
        m = matmul(a, [[x + c if i == j else x for j, x in enumerate(row)] for i, row in enumerate(m)]) if k < n else m
    return c * (-1) ** n


def below(a: Mat, t: Decimal) -> int | None:
    """How many eigenvalues of a symmetric matrix of balls lie below t: Sylvester's inertia of A - tI, if certain."""
    a = [[x - Ball(t, t) if i == j else x for j, x in enumerate(row)] for i, row in enumerate(a)]
    count, n = 0, len(a)
    for k in range(n):
        if a[k][k].lo <= 0 <= a[k][k].hi:
            return None
        count, scale = count + (a[k][k].hi < 0), inverse(a[k][k])
        for i in range(k + 1, n):
            factor = a[i][k] * scale
            for j in range(k + 1, i + 1):
                a[i][j] = a[i][j] - factor * a[j][k]
                a[j][i] = a[i][j]
    return count


def eigenvalue(a: Mat, k: int) -> Num:
    """The k-th largest eigenvalue of a symmetric matrix, by bisection; exact if it is a simple enough rational."""
    n = len(square(a))
    if any(not is_zero(d := a[i][j] - a[j][i]) and not (isinstance(d, Ball) and d.lo <= 0 <= d.hi)
           for i in range(n) for j in range(i)):  # fmt: skip
        raise Rejected("an eigenvalue of a matrix that is not symmetric")
    if not 1 <= k <= n:
        raise Rejected("no such eigenvalue")
    balls = [[ball(x) for x in row] for row in a]
    bound = max(sum((max(-x.lo, x.hi) for x in row), Decimal(1)) for row in balls) * 2
    lo, hi, under, upto = -bound, bound, 0, n
    for _ in range(4 * Ball.down.prec):
        for weight in (Decimal("0.5"), Decimal("0.44"), Decimal("0.57")):
            t = Ball.down.add(lo, Ball.down.multiply(Ball.down.subtract(hi, lo), weight))
            count = below(balls, t)
            if count is not None:
                break
        else:
            break
        lo, hi, under, upto = (lo, t, under, count) if count > n - k else (t, hi, count, upto)
    if all(rank_of(x) == 0 for row in a for x in row):
        guess = ((Fraction(lo) + Fraction(hi)) / 2).limit_denominator(10**5)
        shifted = [[x - guess * (i == j) for j, x in enumerate(row)] for i, row in enumerate(a)]
        if lo < guess < hi and n - eliminate(shifted, n)[1] == upto - under:
            return guess
    return Ball(lo, hi)


def singular(a: Mat, k: int) -> Num:
    gram = matmul(a, transpose(a)) if len(a) <= len(a[0]) else matmul(transpose(a), a)
    top = eigenvalue(gram, k)
    return power(Ball(max(top.lo, Decimal(0)), max(top.hi, Decimal(0))) if isinstance(top, Ball) else top, HALF)


def absolute(x: Num) -> Num:
    if isinstance(x, Ball):
        return x if x.lo >= 0 else -x if x.hi <= 0 else Ball(Decimal(0), max(-x.lo, x.hi))
    if isinstance(x, Jet) and sign(x) == 0:
        raise Rejected("not differentiable here: a kink")
    return x if sign(x) >= 0 else -x


def larger(x: Num, y: Num) -> Num:
    """The maximum, also where it is not known which one is larger."""
    if Ball.rank in (rank_of(x), rank_of(y)) and max(rank_of(x), rank_of(y)) == Ball.rank:
        x, y = ball(x), ball(y)
        return Ball(max(x.lo, y.lo), max(x.hi, y.hi))
    which = sign(x - y) if not is_zero(x - y) else 0
    if which == 0 and isinstance(x - y, Jet):
        raise Rejected("not differentiable here: a tie")
    return x if which >= 0 else y


def truth(op: str, x: Num, y: Num) -> bool:
    """Whether x op y, for certain."""
    which = 0 if is_zero(x - y) else sign(x - y)
    if which == 0 and isinstance(x - y, Jet):
        raise Rejected("not differentiable here: a tie in a comparison")
    return {"=": which == 0, "!=": which != 0, "<": which < 0, "<=": which <= 0, ">": which > 0, ">=": which >= 0}[op]


def step(x: Num) -> Num:
    if sign(x) == 0:
        raise Rejected("not defined here: a step at its jump")
    return Fraction(sign(x) > 0)


def sigmoid(x: Num) -> Num:
    return inverse(ONE + exp(-x))


def normal(x: Num) -> Num:
    return (ONE + erf(x * power(Fraction(2), -HALF))) * HALF


FUNCTIONS: dict[str, Callable[[Num], Num]] = {
    "exp": exp, "log": log, "erf": erf, "abs": absolute, "step": step, "sigmoid": sigmoid, "Phi": normal,
    "sqrt": lambda x: power(x, HALF), "relu": lambda x: larger(x, ZERO), "tanh": lambda x: sigmoid(x * 2) * 2 - ONE,
    "gelu": lambda x: x * normal(x), "softplus": lambda x: log(ONE + exp(x)), "silu": lambda x: x * sigmoid(x),
    "phi": lambda x: exp(x * x * -HALF) * two_by_root_pi() * power(Fraction(8), -HALF),
    "sin": lambda x: sine(x, 0), "cos": lambda x: sine(x, 1), "sign": lambda x: Fraction(sign(x)) if not
    isinstance(x, Jet) else step(x) * 2 - ONE,
}  # fmt: skip


# ---------------------------------------------------------------- the prefix core language


DATA = {  # what follows the operator: n name, s size, d dimension, w word, q rational, b binders, f formulas
    "var": "ddn", "const": "q", "real": "w", "size": "s", "eye": "d", "ones": "dd", "zeros": "dd", "commutation": "dd",
    "basis": "sd", "delta": "ss", "unvecr": "dd", "mpow": "w", "entry": "ss", "row": "s", "col": "s", "sum": "ddnss",
    "prod": "nss", "blocks": "nsns", "map": "w", "indicator": "w", "fun": "ddn", "deriv": "nw", "grad": "n",
    "frechet": "n", "integral": "n", "norm": "w", "sigma": "s", "eig": "s", "order": "s", "maxover": "nss",
    "minover": "nss", "limit": "nw", "reshape": "dd", "sup": "bf", "inf": "bf",
}  # fmt: skip
PLAIN = frozenset("add scale matmul kron hadamard transpose vec vecr diag diagpart trace hcat vcat hpow softmax inv det "
                  "where kappa rank max min maxentry minentry".split())  # fmt: skip
RELATIONS, LOGIC = ("=", "!=", "<=", "<", ">=", ">", "shape"), ("and", "or", "implies", "iff", "not")


@dataclass(frozen=True, eq=False)
class Node:
    """An operator with its data (trees) and arguments; ``names`` are all quoted names below it."""

    op: str
    data: tuple[Any, ...]
    args: tuple[Node, ...]
    names: frozenset[str]


def read_tree(text: str) -> Any:
    """Nested lists of tokens; names stay quoted."""
    stack: list[list[Any]] = [[]]
    for token in re.findall(r'"(?:[^"\\]|\\.)*"|[()]|[^\s()"]+|"', text):
        if token == "(":
            stack.append([])
            if len(stack) > MAX_DEPTH:
                raise Rejected("the expression is nested too deep")
        elif token != ")":
            stack[-1].append(token)
        elif len(stack) == 1:
            raise Rejected("malformed: unbalanced parentheses")
        else:
            done = stack.pop()
            stack[-1].append(done)
    if len(stack) != 1 or len(stack[0]) != 1:
        raise Rejected("malformed: unbalanced parentheses")
    return stack[0][0]


class Reader:
    """Trees to nodes; an abbreviation %k stands for its text."""

    def __init__(self) -> None:
        self.abbreviations: dict[str, tuple[Node, int]] = {}

    def unwrap(self, tree: Any) -> Any:
        if tree[0] != "let":
            return tree
        for name, body in tree[1]:
            self.abbreviations[name] = self.node(body)
        return tree[2]

    def node(self, tree: Any) -> tuple[Node, int]:
        if isinstance(tree, str):
            if tree not in self.abbreviations:
                raise Rejected(f"malformed: unknown abbreviation {tree[:40]}")
            return self.abbreviations[tree]
        op, kinds = tree[0], DATA.get(tree[0] if isinstance(tree[0], str) else "", "")
        if not isinstance(op, str) or not (kinds or op in PLAIN):
            raise Rejected(f"unknown operator {str(op)[:40]!r}")
        data = list(tree[1 : len(kinds) + 1])
        names = {t for item in data for t in flat(item) if t.startswith('"')}
        if "f" in kinds:
            data[1] = [self.formula(f) for f in data[1]]
            names |= {n for f in data[1] for n in f.names}
        children = [self.node(t) for t in tree[len(kinds) + 1 :]]
        depth = 1 + max((d for _, d in children), default=0)
        if depth > MAX_DEPTH:
            raise Rejected("the expression is nested too deep")
        args = tuple(n for n, _ in children)
        return Node(op, tuple(data), args, frozenset(names.union(*(a.names for a in args)))), depth

    def formula(self, tree: Any) -> Node:
        op = tree[0]
        if op in LOGIC:
            args = tuple(map(self.formula, tree[1:]))
            return Node(op, (), args, frozenset().union(*(a.names for a in args)))
        if op in ("forall", "exists"):
            body = self.formula(tree[2])
            return Node(op, tuple(tree[1]), (body,), body.names | {t for t in flat(tree[1]) if t.startswith('"')})
        if op not in RELATIONS or len(tree) != 3:
            raise Rejected(f"a relation that cannot be rechecked: {str(op)[:40]}")
        sides = tuple(self.node(t)[0] for t in tree[1:])
        return Node(op, (), sides, sides[0].names | sides[1].names)


def flat(tree: Any) -> list[str]:
    return [tree] if isinstance(tree, str) else [t for part in tree for t in flat(part)]


# ---------------------------------------------------------------- evaluation


class Evaluator:
    """Evaluates nodes at one input: ``env`` maps quoted names to (stamp, integer or matrix)."""

    def __init__(self, sizes: dict[str, int], inputs: dict[str, Mat]) -> None:
        self.stamps, self.rank, self.work = itertools.count(), Ball.rank, 0
        self.env: dict[str, tuple[int, Any]] = {n: (next(self.stamps), v) for n, v in [*sizes.items(), *inputs.items()]}
        self.inputs, self.memo, self.failures = inputs, {}, []

    def spend(self, amount: int) -> None:
        self.work += amount
        if self.work > MAX_WORK:
            raise Rejected("too much work")

    def under(self, name: str, value: Any, run: Callable[[], Any]) -> Any:
        old = self.env.get(name)
        self.env[name] = (next(self.stamps), value)
        try:
            return run()
        finally:
            if old is None:
                del self.env[name]
            else:
                self.env[name] = old

    def size(self, tree: Any) -> int:
        value = self.polynomial(tree)
        if value.denominator != 1 or abs(value) > 10**6:
            raise Rejected(f"sizes: {value} is not a size")
        return value.numerator

    def polynomial(self, tree: Any) -> Fraction:
        if isinstance(tree, str):
            if not tree.startswith('"'):
                return fraction(tree)
            value = self.env.get(tree, (0, None))[1]
            if not isinstance(value, int):
                raise Rejected(f"the size or index {tree[:40]} has no value")
            return Fraction(value)
        if tree[0] == "^":
            return power(self.polynomial(tree[1]), fraction(tree[2]))
        values = [self.polynomial(t) for t in tree[1:]]
        if tree[0] == "+":
            return sum(values, ZERO)
        if tree[0] != "*":
            raise Rejected("malformed: a size")
        total = ONE
        for value in values:
            total = total * value
        return total

    def dim(self, tree: Any) -> int:
        total = 1
        for part in tree:
            total *= self.size(part)
        if not 1 <= total <= 10_000:
            raise Rejected(f"sizes: a dimension of {total}")
        return total

    def table(self, rows: int, columns: int, f: Callable[[int, int], Num]) -> Mat:
        self.spend(rows * columns)
        return [[f(i, j) for j in range(columns)] for i in range(rows)]

    def indices(self, name: str, low: Any, high: Any, run: Callable[[], Any]) -> Iterable[Any]:
        for k in range(self.size(low), self.size(high) + 1):
            self.spend(1)
            yield self.under(name, k, run)

    def scalar(self, node: Node) -> Num:
        a = self.value(node)
        if len(a) != 1 or len(a[0]) != 1:
            raise Rejected("a scalar is needed")
        return a[0][0]

    def value(self, node: Node) -> Mat:
        key = (node, tuple(self.env.get(n, (None,))[0] for n in sorted(node.names)))
        if key not in self.memo:
            method = getattr(self, "op_" + node.op, None)
            if method is None:
                raise Rejected(f"the operator {node.op} cannot be rechecked")
            a = method(*node.data, *node.args)
            self.spend(len(a) * len(a[0]))
            self.memo[key] = a
        return self.memo[key]

    # leaves

    def op_var(self, rows: Any, cols: Any, name: str) -> Mat:
        a = self.env.get(name, (0, None))[1]
        if not isinstance(a, list):
            raise Rejected(f"the variable {name[:40]} has no value")
        if (len(a), len(a[0])) != (self.dim(rows), self.dim(cols)):
            raise Rejected(f"the input {name[:40]} does not have the stated shape")
        return a

    def op_const(self, q: str) -> Mat:
        return [[fraction(q)]]

    def op_real(self, which: str) -> Mat:
        if which == "infinity":
            return [[Ball(Decimal("Infinity"), Decimal("Infinity"))]]
        if which not in ("e", "pi"):
            raise Rejected("malformed: an unknown constant")
        return [[Surd({((which, ONE),): ONE})]]

    def op_size(self, s: Any) -> Mat:
        return [[self.polynomial(s)]]

    def op_eye(self, d: Any) -> Mat:
        return self.table(self.dim(d), self.dim(d), lambda i, j: Fraction(i == j))

    def op_ones(self, m: Any, n: Any) -> Mat:
        return self.table(self.dim(m), self.dim(n), lambda i, j: ONE)

    def op_zeros(self, m: Any, n: Any) -> Mat:
        return self.table(self.dim(m), self.dim(n), lambda i, j: ZERO)

    def op_commutation(self, m: Any, n: Any) -> Mat:
        a, b = self.dim(m), self.dim(n)  # row (i, k), column (k', i'): vec(A^T)[i n + k] = vec(A)[k m + i]
        return self.table(a * b, a * b, lambda r, c: Fraction(r // b == c % a and r % b == c // a))

    def op_basis(self, i: Any, d: Any) -> Mat:
        k, n = self.size(i), self.dim(d)
        return self.table(n, 1, lambda r, _: Fraction(r == self.within(k, n)))

    def op_delta(self, i: Any, j: Any) -> Mat:
        return [[Fraction(self.size(i) == self.size(j))]]

    def within(self, k: int, n: int) -> int:
        if not 1 <= k <= n:
            raise Rejected(f"the index {k} is not between 1 and {n}")
        return k - 1
