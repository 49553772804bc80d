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
                return (total + Ball(Decimal(0), term.hi)) * exp(negative(Ball(y, y) * Ball(y, y))) * TWO_BY_ROOT_PI
        raise AssertionError

    if is_zero(x):
        return ZERO
    b = ball(x)
    low, high = (end(y.copy_abs()) * Fraction(1 if y > 0 else -1) for y in (b.lo, b.hi))
    return Ball(low.lo, high.hi)


def limited(x: Num) -> Num:
    """An exact number that outgrows the limits becomes an enclosure."""
    if isinstance(x, Ball | Jet):
        return x
    return ball(x) if any(v.bit_length() > MAX_BITS for c in terms_of(x).values() for v in c.as_integer_ratio()) else x


def absolute(x: Num) -> Num:
    if isinstance(x, Ball) and x.lo < 0 < x.hi:
        return Ball(Decimal(0), max(x.lo.copy_negate(), x.hi))  # copy_negate does not round, unary minus does
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


# The prefix core language.


def read_tree(text: str) -> Any:
    """Nested lists of tokens; names stay quoted, so that no name is mistaken for a word."""
    stack: list[list[Any]] = [[]]
    for token in re.findall(r'"(?:[^"\\]|\\.)*"|[()]|[^\s()"]+|"', text):
        if token == "(":
            stack.append([])
        elif token != ")":
            stack[-1].append(token)
        elif len(stack) > 1:
            stack[-2].append(stack.pop())
        else:
            raise Rejected("malformed: unbalanced parentheses")
        if len(stack) > MAX_DEPTH:
            raise Rejected("the expression is nested too deep")
    if len(stack) != 1 or len(stack[0]) != 1:
        raise Rejected("malformed: unbalanced parentheses")
    return stack[0][0]


def number(tree: Any) -> Num:
    """A number of a certificate: "p/q", a decimal, ["log", x], ["sqrt", x], ["exp", x], ["+", x, ...], ["*", x, ...]."""
    if isinstance(tree, str):
        if not re.fullmatch(r"-?\d{1,4000}(/\d{1,4000}|\.\d{1,4000})?", tree):
            raise Rejected(f"malformed: {tree[:40]!r} is not an exact number")
        return Fraction(tree)
    values = [number(x) for x in tree[1:]]
    if tree[0] in ("log", "sqrt", "exp") and len(values) == 1:
        return FUNCTIONS[tree[0]](values[0])
    if tree[0] not in ("+", "*") or not values:
        raise Rejected("malformed: an exact number")
    return reduce((lambda x, y: x + y) if tree[0] == "+" else (lambda x, y: x * y), values)


class Evaluator:
    """Evaluates trees at one input; ``env`` maps quoted names to (stamp, integer or matrix)."""

    def __init__(self, env: dict[str, Any], bound: dict[str, Any]) -> None:
        self.bound, self.stamps, self.work, self.depth, self.jet = bound, itertools.count(), 0, 0, Ball.rank
        self.env = {name: (next(self.stamps), value) for name, value in env.items()}
        self.memo: dict[Any, Mat] = {}
        self.used: dict[int, tuple[str, ...]] = {}
        self.failures: list[tuple[Any, ...]] = []

    def spend(self, amount: int) -> None:
        self.work += amount
        if self.work > MAX_WORK:
            raise Rejected("too much work")

    def names(self, tree: Any) -> tuple[str, ...]:
        """All quoted names in a tree, abbreviations included."""
        tree = self.bound.get(tree, tree) if isinstance(tree, str) else tree
        if isinstance(tree, str):
            return (tree,) if tree[0] == '"' else ()
        if id(tree) not in self.used:
            self.used[id(tree)] = tuple({n for part in tree for n in self.names(part)})
        return self.used[id(tree)]

    def under(self, name: str, value: Any, tree: Any, run: Callable[[Any], Any]) -> Any:
        """Run on a tree with a name bound."""
        old = self.env.get(name)
        self.env[name] = (next(self.stamps), value)
        try:
            return run(tree)
        finally:
            self.env.pop(name)
            self.env.update({name: old} if old else {})

    def polynomial(self, tree: Any) -> Fraction:
        """The value of a size or index expression."""
        if isinstance(tree, str):
            value = self.env.get(tree, (0, None))[1] if tree[0] == '"' else number(tree)
            if not isinstance(value, int | Fraction):
                raise Rejected(f"the size or index {tree[:40]} has no value")
            return Fraction(value)
        if tree[0] == "^":
            return power(self.polynomial(tree[1]), number(tree[2]))
        values = map(self.polynomial, tree[1:])
        return sum(values, ZERO) if tree[0] == "+" else prod(values, start=ONE)

    def size(self, tree: Any) -> int:
        value = self.polynomial(tree)
        if value.denominator != 1 or abs(value) > 10**6:
            raise Rejected(f"sizes: {value} is no size or index")
        return value.numerator

    def index(self, tree: Any, n: int) -> int:
        k = self.size(tree)
        if not 1 <= k <= n:
            raise Rejected(f"the index {k} is not between 1 and {n}")
        return k - 1

    def dim(self, tree: Any) -> int:
        factors_of = [self.size(part) for part in tree]
        if min(factors_of, default=1) < 1 or prod(factors_of) > 5000:
            raise Rejected(f"sizes: a dimension of {prod(factors_of)}")
        return prod(factors_of)

    def value(self, tree: Any) -> Mat:
        """The matrix that a tree stands for (remembered for the present values of its names)."""
        tree = self.bound.get(tree) if isinstance(tree, str) else tree
        if not isinstance(tree, list) or not isinstance(tree[0], str) or tree[0] not in OPERATORS:
            raise Rejected(f"unknown operator {str(tree[0] if tree else tree)[:40]!r}")
        key = (id(tree), tuple(self.env.get(n, (None,))[0] for n in self.names(tree)))
        if key not in self.memo:
            self.depth += 1
            if self.depth > MAX_DEPTH:
                raise Rejected("the expression is nested too deep")
            kinds, f = OPERATORS[tree[0]]
            read = {"s": self.size, "d": self.dim, "q": number, "w": str, "n": str, "t": lambda t: t, "p": self.polynomial}
            data = [read[kind](t) for kind, t in zip(kinds.rstrip("*"), tree[1:], strict=False)]
            rest = tree[1 + len(data) :]
            a = f(self, *data, *(map(self.value, rest) if kinds.endswith("*") else rest))
            self.spend(60 + len(a) * len(a[0]))
            self.memo[key], self.depth = a, self.depth - 1
        return self.memo[key]

    def fail(self, reason: str) -> Mat:
        raise Rejected(reason)

    def table(self, m: int, n: int, f: Callable[[int, int], Num]) -> Mat:
        self.spend(m * n)
        return [[f(i, j) for j in range(n)] for i in range(m)]

    def var(self, rows: int, cols: int, name: str) -> Mat:
        a = self.env.get(name, (0, None))[1]
        if not isinstance(a, list):
            raise Rejected(f"the variable {name[:40]} has no value")
        if (len(a), len(a[0])) != (rows, cols):
            raise Rejected(f"the input {name[:40]} is {len(a)} x {len(a[0])}, declared {rows} x {cols}")
        return a

    def each(self, name: str, low: int, high: int, body: Any) -> list[Mat]:
        self.spend(60 * max(0, high - low))
        return [self.under(name, k, body, self.value) for k in range(low, high + 1)]

    def blocks(self, i: str, m: int, j: str, n: int, body: Any) -> Mat:
        grid = [self.under(i, k, body, lambda t: self.each(j, 1, n, t)) for k in range(1, m + 1)]
        return [[x for part in row for x in part[r]] for row in grid for r in range(len(row[0]))]

    def derivative(self, name: str, body: Any, point: Any, slopes: Callable[[int, int], dict[int, Num]]) -> Callable[..., Num]:
        """The body at point + slopes; returns (entry, k) -> its k-th slope."""
        self.jet += 1
        at = [[Jet(self.jet, x, slopes(i, j)) for j, x in enumerate(row)] for i, row in enumerate(self.value(point))]
        out, rank = self.under(name, at, body, self.value), self.jet
        self.jet -= 1
        return out, lambda x, k: x.slopes.get(k, ZERO) if rank_of(x) == rank else ZERO

    def deriv(self, name: str, mode: str, body: Any, point: Any) -> Mat:
        m, n = len(p := self.value(point)), len(p[0])
        by_column = mode == "vec"
        out, slope = self.derivative(name, body, point, lambda i, j: {(j * m + i if by_column else i * n + j): ONE})
        entries = [x for row in (transpose(out) if by_column else out) for x in row]
        return [[slope(x, k) for k in range(m * n)] for x in entries]

    def grad(self, name: str, body: Any, point: Any) -> Mat:
        m, n = len(p := self.value(point)), len(p[0])
        out, slope = self.derivative(name, body, point, lambda i, j: {i * n + j: ONE})
        return self.table(m, n, lambda i, j: slope(scalar(out), i * n + j))

    def frechet(self, name: str, body: Any, point: Any, direction: Any) -> Mat:
        d = self.value(direction)
        out, slope = self.derivative(name, body, point, lambda i, j: {0: d[i][j]})
        return entrywise(lambda x: slope(x, 0), out)

    def extremum(self, binders: Any, conditions: Any, body: Any, up: bool) -> Mat:
        """A supremum is at least the value at its witness (an input of the bound name), an infimum at most."""
        for name, rows, cols in binders:
            self.var(self.dim(rows), self.dim(cols), name)
        if not all(self.holds(f) for f in conditions):
            raise Rejected("a witness does not satisfy the conditions of its supremum or infimum")
        if self.alone(binders, conditions):
            return self.value(body)
        x = ball(scalar(self.value(body)))
        return [[Ball(x.lo, Decimal("Infinity")) if up else Ball(Decimal("-Infinity"), x.hi)]]

    def alone(self, binders: Any, conditions: Any) -> bool:
        """Whether the witness is all that the conditions allow: one number, which an affine equation determines."""
        (name, *dims), *others = binders
        if others or [self.dim(d) for d in dims] != [1, 1]:
            return False
        shifted = [[scalar(self.var(1, 1, name)) + 1]]
        for f in conditions:
            if f[0] == "=" and all(self.affine(side, name) for side in f[1:]):
                a, b = (self.under(name, shifted, side, self.value) for side in f[1:])
                if len(a) == len(b) == len(a[0]) == len(b[0]) == 1 and rank_of(a[0][0]) == rank_of(b[0][0]) == 0:
                    if all(isinstance(x[0][0], Fraction) for x in (a, b)) and a[0][0] != b[0][0]:
                        return True
        return False

    def affine(self, tree: Any, name: str) -> bool:
        """Whether an expression is seen to be affine in a name."""
        tree = self.bound.get(tree) if isinstance(tree, str) else tree
        if name not in self.names(tree) or tree[0] == "var":
            return True
        parts = [t for t in tree[1:] if isinstance(t, list) or t in self.bound]
        if tree[0] not in ("transpose", "trace", "add", "matmul", "scale", "reshape", "vec", "vecr"):
            return False
        together = tree[0] in ("matmul", "scale") and sum(name in self.names(t) for t in parts) != 1
        return not together and all(self.affine(t, name) for t in parts)

    def holds(self, f: Any) -> bool:
        """Whether a formula is true, for certain; entries of relations that fail are noted in ``failures``."""
        op, rest = f[0], f[1:]
        if op in ("forall", "exists"):
            return self.quantified(op, rest[0], rest[1])
        if op == "not":
            return not self.holds(rest[0])
        if op == "iff":
            return self.holds(rest[0]) == self.holds(rest[1])
        if op in ("and", "or", "implies"):
            parts = [["not", g] for g in rest[:-1]] + rest[-1:] if op == "implies" else rest
            return self.settle([(lambda g=g: self.holds(g)) for g in parts], op == "and")
        if op not in RELATIONS or len(rest) != 2:
            raise Rejected(f"a relation that cannot be rechecked: {str(op)[:40]}")
        return self.relation(op, *map(self.value, rest))

    def settle(self, parts: list[Callable[[], bool]], every: bool) -> bool:
        """All of them or any of them; an undecided part matters only if no other decides."""
        doubt = None
        for part in parts:
            try:
                if part() != every:
                    return not every
            except Undecided as error:
                doubt = error
        if doubt:
            raise doubt
        return every

    def quantified(self, kind: str, binders: Any, body: Any) -> bool:
        if not binders:
            return self.holds(body)
        (sort, name, first, second), rest = binders[0], binders[1:]
        inner = lambda b: self.quantified(kind, rest, b)  # noqa: E731
        if sort == "index":
            ks = range(self.size(first), self.size(second) + 1)
            self.spend(len(ks))
            return self.settle([(lambda k=k: self.under(name, k, body, inner)) for k in ks], kind == "forall")
        self.var(self.dim(first), self.dim(second), name)
        if inner(body) == (kind == "forall"):
            raise Undecided("the witness of a quantifier does not decide")
        return kind == "exists"

    def relation(self, op: str, a: Mat, b: Mat) -> bool:
        shapes = [f"{len(m)} x {len(m[0])}" for m in (a, b)]
        if op == "shape":
            self.failures += [(op, None, *shapes)] if shapes[0] != shapes[1] else []
            return shapes[0] == shapes[1]
        m, n = max(len(a), len(b)), max(len(a[0]), len(b[0]))
        a, b = ([x * n for _ in range(m) for x in mat] if (len(mat), len(mat[0])) == (1, 1) else mat for mat in (a, b))
        if (len(a), len(a[0])) != (len(b), len(b[0])):
            raise Rejected("sizes: a relation between different shapes")
        if op == "!=":
            truth = not self.relation("=", a, b)
            self.failures = self.failures if truth else [*self.failures, (op, None, a[0][0], b[0][0])]
            return truth
        tests = []
        for i, j in itertools.product(range(m), range(n)):
            tests.append(lambda i=i, j=j: self.compare(op, (i + 1, j + 1), a[i][j], b[i][j]))
        doubts, wrong = 0, 0
        for test in tests:
            try:
                wrong += not test()
            except Undecided:
                doubts += 1
        if doubts and not wrong:
            raise Undecided("numbers that cannot be told apart")
        return not wrong

    def compare(self, op: str, entry: tuple[int, int], x: Num, y: Num) -> bool:
        which = 0 if x is y is INFINITY else sign(x - y)
        truth = {"=": which == 0, "<": which < 0, "<=": which <= 0, ">": which > 0, ">=": which >= 0}[op]
        self.failures += [] if truth else [(op, entry, x, y)]
        return truth


def scalar(a: Mat) -> Num:
    if len(a) != 1 or len(a[0]) != 1:
        raise Rejected("sizes: a scalar is needed")
    return a[0][0]


def norm(e: Evaluator, kind: str, a: Mat) -> Num:
    if kind == "F" or (kind == "2" and 1 in (len(a), len(a[0]))):
        return power(total(x * x for row in a for x in row), HALF)
    if kind in ("1", "inf"):
        return reduce(larger, (total(map(absolute, row)) for row in (transpose(a) if kind == "1" else a)))
    if kind == "max":
        return reduce(larger, (absolute(x) for row in a for x in row))
    return singular(a, 1) if kind == "2" else total(singular(a, k + 1) for k in range(min(len(a), len(a[0]))))


def kappa(a: Mat) -> Num:
    low = singular(a, min(len(a), len(a[0])))
    return INFINITY if is_zero(low) else singular(a, 1) * inverse(low)


def hpow(a: Mat, exponent: Num) -> Mat:
    if rank_of(exponent) == 0:
        return entrywise(lambda x: power(x, exponent), a)
    return entrywise(lambda x: exp(log(x) * exponent), a)


def softmax(a: Mat) -> Mat:
    rows = [[exp(x) for x in row] for row in a]
    return [[limited(x * scale) for x in row] for row in rows for scale in [inverse(total(row))]]


def choose(c: Mat, a: Mat, b: Mat) -> Mat:
    c = [[c[0][0]] * len(a[0]) for _ in a] if len(c) == len(c[0]) == 1 else c
    return entrywise(lambda t, x, y: x if sign(t) else y, c, a, b)


def square(a: Mat) -> Mat:
    if len(a) != len(a[0]):
        raise Rejected("sizes: a square matrix is needed")
    return a


def which(e: Evaluator, tree: Any, n: int) -> int:
    return 1 if tree == "max" else n if tree == "min" else e.index(tree, n) + 1


def ranked(e: Evaluator, k: Any, a: Mat) -> Num:
    entries = [x for row in a for x in row]
    chosen = itertools.combinations(entries, e.index(k, len(entries)) + 1)  # the k-th largest: max over k-sets of min
    e.spend(2 ** min(len(entries), 30))
    return reduce(larger, (smallest(c) for c in chosen))


def smallest(items: Iterable[Num]) -> Num:
    return negative(reduce(larger, map(negative, items)))


def flat(*mats: Mat) -> list[Num]:
    return [x for a in mats for row in a for x in row]


def column(items: Iterable[Num]) -> Mat:
    return [[x] for x in items]


def indicator(e: Evaluator, op: str, a: Mat, b: Mat) -> Mat:
    tests = {"=": (0,), "!=": (-1, 1), "<": (-1,), "<=": (-1, 0), ">": (1,), ">=": (0, 1)}
    return entrywise(lambda x, y: Fraction(order(x, y) in tests[op]), a, b)


def kron(a: Mat, b: Mat) -> Mat:
    return [[limited(x * y) for x in p for y in q] for p in a for q in b]


def summed(e: Evaluator, m: int, n: int, *binder: Any) -> Mat:
    zero = e.table(m, n, lambda i, j: ZERO)
    return entrywise(lambda *xs: total(xs), zero, *e.each(*binder))


RELATIONS, INFINITY = ("=", "!=", "<=", "<", ">=", ">", "shape"), Ball(Decimal("Infinity"), Decimal("Infinity"))
REALS: dict[str, Num] = {"infinity": INFINITY, **{c: Surd({((c, ONE),): ONE}) for c in ("e", "pi")}}
# What follows each operator (s index, d dimension, n name, w word, q rational, p size as a number, t tree) and whether
# evaluated matrices come after it (*).
OPERATORS: dict[str, tuple[str, Callable[..., Mat]]] = {
    "var": ("ddn*", Evaluator.var),
    "const": ("q*", lambda e, q: [[q]]),
    "real": ("w*", lambda e, w: [[REALS[w]]]),
    "size": ("p*", lambda e, s: [[s]]),
    "eye": ("d*", lambda e, n: e.table(n, n, lambda i, j: Fraction(i == j))),
    "ones": ("dd*", lambda e, m, n: e.table(m, n, lambda i, j: ONE)),
    "zeros": ("dd*", lambda e, m, n: e.table(m, n, lambda i, j: ZERO)),
    # vec(A^T)[i n + k] = A[i, k] = vec(A)[k m + i] for A of m x n
    "commutation": ("dd*", lambda e, m, n: e.table(m * n, m * n, lambda r, c: Fraction(r // n == c % m and r % n == c // m))),
    "basis": ("td*", lambda e, i, n: e.table(n, 1, lambda r, _: Fraction(r == e.index(i, n)))),
    "delta": ("ss*", lambda e, i, j: [[Fraction(i == j)]]),
    "add": ("*", lambda e, *mats: entrywise(lambda *xs: total(xs), *mats)),
    "scale": ("*", lambda e, s, a: entrywise(lambda x: x * scalar(s), a)),
    "matmul": ("*", lambda e, a, b: e.spend(len(a) * len(b) * len(b[0])) or matmul(a, b)),
    "kron": ("*", lambda e, a, b: e.spend(len(flat(a)) * len(flat(b))) or kron(a, b)),
    "hadamard": ("*", lambda e, a, b: entrywise(lambda x, y: x * y, a, b)),
    "transpose": ("*", lambda e, a: transpose(a)),
    "vec": ("*", lambda e, a: column(flat(transpose(a)))),
    "vecr": ("*", lambda e, a: column(flat(a))),
    "reshape": ("dd*", lambda e, m, n, a: [list(flat(a)[i * n : i * n + n]) for i in range(m)] if (m, n) == (len(a), len(a[0]))
                else e.fail("sizes: a reshape that changes the shape")),
    "unvecr": ("dd*", lambda e, m, n, v: [flat(v)[i * n : i * n + n] for i in range(m)] if len(flat(v)) == m * n
               else e.fail("sizes: unvecr")),
    "diag": ("*", lambda e, v: [[x if i == j else ZERO for j in range(len(flat(v)))] for i, x in enumerate(flat(v))]),
    "diagpart": ("*", lambda e, a: column(square(a)[i][i] for i in range(len(a)))),
    "trace": ("*", lambda e, a: [[total(square(a)[i][i] for i in range(len(a)))]]),
    "entry": ("tt*", lambda e, i, j, a: [[a[e.index(i, len(a))][e.index(j, len(a[0]))]]]),
    "row": ("t*", lambda e, i, a: [a[e.index(i, len(a))]]),
    "col": ("t*", lambda e, j, a: column(row[e.index(j, len(a[0]))] for row in a)),
    "sum": ("ddnss", summed),
    "prod": ("nss", lambda e, *binder: [[reduce(lambda x, y: limited(x * y), map(scalar, e.each(*binder)), ONE)]]),
    "blocks": ("nsns", Evaluator.blocks),
    "hcat": ("*", lambda e, *mats: [sum(rows, []) for rows in zip(*mats, strict=True)]),
    "vcat": ("*", lambda e, *mats: transpose([sum(rows, []) for rows in zip(*map(transpose, mats), strict=True)])),
    "map": ("w*", lambda e, name, a: entrywise(FUNCTIONS[name], a)),
    "hpow": ("*", lambda e, a, s: hpow(a, scalar(s))),
    "softmax": ("*", lambda e, a: softmax(a)),
    "inv": ("*", lambda e, a: e.spend(len(a) ** 3) or invert(square(a))),
    "det": ("*", lambda e, a: e.spend(len(a) ** 4) or [[det(square(a))]]),
    "mpow": ("s*", lambda e, k, a: e.spend(k * len(a) ** 3) or reduce(matmul, [square(a)] * k,
                                                                      e.table(len(a), len(a), lambda i, j: Fraction(i == j)))),
    "indicator": ("w*", indicator),
    "where": ("*", lambda e, c, a, b: choose(c, a, b)),
    "deriv": ("nw", Evaluator.deriv),
    "grad": ("n", Evaluator.grad),
    "frechet": ("n", Evaluator.frechet),
    "norm": ("w*", lambda e, kind, a: e.spend(len(flat(a)) ** 2) or [[norm(e, kind, a)]]),
    "sigma": ("t*", lambda e, k, a: e.spend(len(flat(a)) ** 2) or [[singular(a, which(e, k, min(len(a), len(a[0]))))]]),
    "eig": ("t*", lambda e, k, a: e.spend(len(flat(a)) ** 2) or [[eigenvalue(square(a), which(e, k, len(a)))]]),
    "kappa": ("*", lambda e, a: [[kappa(a)]]),
    "rank": ("*", lambda e, a: [[Fraction(eliminate(a, len(a[0]))[1])]]),
    "order": ("t*", lambda e, k, a: [[ranked(e, k, a)]]),
    "maxover": ("nss", lambda e, *binder: [[reduce(larger, map(scalar, e.each(*binder)))]]),
    "minover": ("nss", lambda e, *binder: [[smallest(map(scalar, e.each(*binder)))]]),
    "max": ("*", lambda e, *mats: [[reduce(larger, map(scalar, mats))]]),
    "min": ("*", lambda e, *mats: [[smallest(map(scalar, mats))]]),
    "maxentry": ("*", lambda e, a: [[reduce(larger, flat(a))]]),
    "minentry": ("*", lambda e, a: [[smallest(flat(a))]]),
    "sup": ("tt", lambda e, binders, conditions, body: e.extremum(binders, conditions, body, True)),
    "inf": ("tt", lambda e, binders, conditions, body: e.extremum(binders, conditions, body, False)),
}  # fmt: skip


# Certificates.


def digest(data: dict[str, Any]) -> str:
    """SHA-256 of the canonical JSON (sorted keys, no spaces, ASCII) of everything but the hash itself."""
    rest = {key: value for key, value in data.items() if key != "hash"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def load(path: str | Path) -> dict[str, Any]:
    with Path(path).open("rb") as file:
        text = file.read(MAX_BYTES + 1)
    if len(text) > MAX_BYTES:
        raise Rejected("the file is too large")

    def refuse(token: str) -> Any:
        raise Rejected(f"malformed: the inexact number {token[:40]}")

    try:
        data = json.loads(text, parse_float=refuse, parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        raise Rejected(f"truncated or not JSON: {str(error)[:100]}") from error
    needed = {"schema", "kind", "claim", "problem", "sizes", "indices", "inputs", "entry", "lhs", "rhs", "hash"}
    if not isinstance(data, dict) or needed - data.keys():
        raise Rejected("truncated: fields are missing")
    if data["schema"] != SCHEMA:
        raise Rejected(f"unknown schema {str(data['schema'])[:20]}")
    if data["hash"] != digest(data):
        raise Rejected("hash does not match")
    return data


def sides(recorded: Any) -> Ball | Num | str:
    """A recorded side: an exact number, {"low", "high"}, "infinity", or the text of a shape."""
    if isinstance(recorded, dict):
        low, high = number(recorded["low"]), number(recorded["high"])
        if low > high:
            raise Rejected("a recorded enclosure is empty")
        return Ball(ball(low).lo, ball(high).hi)
    return INFINITY if recorded == "infinity" else number(recorded)


def agrees(recorded: Any, computed: Any) -> bool:
    if isinstance(computed, str):
        return recorded == computed
    if recorded is None:  # the value was not recorded, or the side is a whole matrix
        return True
    stated = sides(recorded)
    if stated is INFINITY or computed is INFINITY:
        return stated is computed
    try:
        return sign(stated - computed) == 0
    except Undecided:
        return isinstance(stated, Ball) or isinstance(computed, Ball)


def recheck_data(data: dict[str, Any], parts: dict[str, Any], bound: dict[str, Any]) -> str:
    """One round at the present precision: the relation that fails for certain."""
    sizes = {json.dumps(n): v for n, v in {**data["sizes"], **data["indices"]}.items()}
    if any(not isinstance(v, int) or isinstance(v, bool) for v in sizes.values()):
        raise Rejected("malformed: a size or index that is no integer")
    inputs = {json.dumps(n): [[number(x) for x in row] for row in a] for n, a in data["inputs"].items()}
    if any(not a or not a[0] or len({len(row) for row in a}) > 1 for a in inputs.values()):
        raise Rejected("malformed: an input that is no matrix")
    e = Evaluator({**sizes, **inputs}, bound)
    check_declarations(e, parts, data)
    for k, hypothesis in enumerate(parts["hypotheses"], 1):
        if not e.holds(hypothesis):
            raise Rejected(f"hypothesis {k} fails")
    e.failures = []
    if e.holds(parts["goal"][0]):
        raise Rejected("no violation: the goal holds at this input")
    entry = tuple(data["entry"]) if data["entry"] else None
    fits = [f for f in e.failures if f[1] == entry or (entry is None and f[1] == (1, 1))]
    if not fits:
        raise Rejected("no violation at the recorded entry")
    if not any(agrees(data["lhs"], f[2]) for f in fits):
        raise Rejected("the recorded left side is not the computed one")
    if not any(agrees(data["lhs"], f[2]) and agrees(data["rhs"], f[3]) for f in fits):
        raise Rejected("the recorded right side is not the computed one")
    return f"{data['kind']}: certain with {Ball.down.prec} digits"


def check_declarations(e: Evaluator, parts: dict[str, Any], data: dict[str, Any]) -> None:
    """Sizes obey their rules, indices their ranges; inputs that are missing are defined by a hypothesis."""
    for name in parts["sizes"]:
        if e.size(name) < 1:
            raise Rejected(f"sizes: {name} = {e.size(name)}")
    for name, least in parts["least"]:
        if e.size(name) < int(least):
            raise Rejected(f"sizes: {name} = {e.size(name)} is less than {least}")
    for op, tree in parts["relations"]:
        value = e.polynomial(tree)
        if not {"=": value == 0, "<=": value <= 0, "<": value < 0, "!=": value != 0}[op]:
            raise Rejected(f"sizes: a relation {op} 0 fails with {value}")
    for _, name, low, high in parts["indices"]:
        if not e.size(low) <= e.size(name) <= e.size(high):
            raise Rejected(f"the index {name} is out of range")
    for _ in parts["variables"]:
        for op, left, right in (h for h in parts["hypotheses"] if h[0] == "=" and h[1][0] == "var"):
            if left[3] not in e.env and all(n in e.env for n in e.names(right)):
                e.env[left[3]] = (next(e.stamps), e.value(right))
    for name, rows, cols in parts["variables"]:
        e.var(e.dim(rows), e.dim(cols), name)


def recheck(path: str | Path) -> Report:
    """Check one certificate file; a hostile file is rejected, never an error."""
    try:
        data = load(path)
        tree, bound = read_tree(data["problem"]), {}
        if tree[0] == "let":
            for name, body in tree[1]:
                Evaluator({}, bound).names(body)  # an abbreviation may use earlier ones only
                bound[name] = body
            tree = tree[2]
        parts = {part[0]: part[1:] for part in tree[1:]}
        doubt = ""
        for digits in DIGITS:
            Ball.down.prec = Ball.up.prec = digits
            try:
                return Report(True, recheck_data(data, parts, bound))
            except Undecided as error:
                doubt = str(error)
        return Report(False, f"no violation: not decided with {DIGITS[-1]} digits: {doubt}")
    except Rejected as error:
        return Report(False, str(error))
    except (decimal.DecimalException, ZeroDivisionError, OverflowError):
        return Report(False, "arithmetic with infinity, or a number that is too large")
    except OSError as error:
        return Report(False, f"unreadable: {error.strerror}")
    except (TypeError, ValueError, LookupError, AttributeError, RecursionError) as error:
        return Report(False, f"malformed: {type(error).__name__}: {str(error)[:100]}")


def main(argv: list[str] | None = None) -> int:
    """Check certificate files and print one line for each."""
    reports = [(path, recheck(path)) for path in (sys.argv[1:] if argv is None else argv)]
    for path, report in reports:
        print(f"{'accepted' if report.accepted else 'REJECTED'}  {path}  {report.reason}")
    return 0 if reports and all(report.accepted for _, report in reports) else 3


if __name__ == "__main__":
    sys.exit(main())
