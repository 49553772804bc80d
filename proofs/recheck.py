"""The independent checker of counterexample certificates: one file, standard library only.

A certificate (``docs/certificates.md``) carries a claim in the prefix core language and an exact input. This program
evaluates the claim there by its own arithmetic and accepts only if every hypothesis holds exactly and the goal fails
for certain. It trusts nothing in the file: what is recorded is compared with what is computed.

    python recheck.py CERTIFICATE...        exit code 0 if all are accepted, else 3
"""

import decimal
import hashlib
import itertools
import json
import re
import sys
from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from math import isqrt, prod
from pathlib import Path
from typing import Any, NamedTuple

DIGITS, MAX_BYTES, MAX_BITS = (25, 60, 150), 4_000_000, 6000
MAX_WORK, MAX_DOUBT = 4_000_000, 300_000  # operations in all; operations that a mere doubt is worth
Num = Any  # Fraction | Ball | Jet
ZERO, ONE, HALF, INFINITE = Fraction(0), Fraction(1), Fraction(1, 2), Decimal("Infinity")


class Rejected(Exception):
    """The certificate proves nothing; the message says why."""


class Undecided(Exception):
    """The present precision does not decide; a higher one may."""


class Report(NamedTuple):
    """What `recheck` found: ``accepted`` and the reason."""

    accepted: bool
    reason: str


# Numbers.


class Number:
    """Of two operands the one of the higher rank carries out the operation; a ``Fraction`` has rank 0."""

    rank: int
    plus: Callable[[Num], Num]
    times: Callable[[Num], Num]

    def __add__(self, other: Num) -> Num:
        return self.plus(other) if rank_of(other) <= self.rank else other.plus(self)

    def __mul__(self, other: Num) -> Num:
        return self.times(other) if rank_of(other) <= self.rank else other.times(self)

    def __neg__(self) -> Num:
        return self * -ONE

    __radd__, __rmul__ = __add__, __mul__


def rank_of(x: Num) -> int:
    return x.rank if isinstance(x, Number) else 0


class Ball(Number):
    """The reals between two decimals. Which one it is may be known: by its exact ``square``, or as log of ``power``."""

    rank, work = 1, 0
    down, up = (decimal.Context(25, r, -999999, 999999) for r in (decimal.ROUND_FLOOR, decimal.ROUND_CEILING))

    def __init__(self, lo: Decimal, hi: Decimal, square: Fraction | None = None, power: Fraction | None = None) -> None:
        self.lo, self.hi, self.square, self.power = lo, hi, square, power
        spend(1 + Ball.down.prec // 50)

    def known(self, square: Fraction) -> Num:
        """Note the square, where the sign is certain: the number itself may be rational."""
        if square and self.lo < 0 < self.hi:
            return self
        self.square, root = square, Fraction(isqrt(square.numerator), isqrt(square.denominator))
        return self if root * root != square else root if self.hi > 0 else -root

    def plus(self, other: Num) -> Num:
        o = ball(other)
        power = self.power * o.power if self.power and o.power else None
        new = Ball(Ball.down.add(self.lo, o.lo), Ball.up.add(self.hi, o.hi), None, power)
        if self.square is None or o.square is None or isinstance(product := self.times(o), Ball):
            return new
        return new.known(self.square + 2 * product + o.square)

    def times(self, other: Num) -> Num:
        o = ball(other)
        corners = [(a, b) for a in (self.lo, self.hi) for b in (o.lo, o.hi)]
        low = min(Ball.down.multiply(*c) for c in corners)
        low = max(low, Decimal(0)) if o is self else low  # a square is never negative
        integer = int(other) if rank_of(other) == 0 and other in range(-9, 10) else 0
        power = self.power**integer if self.power and integer else None
        new = Ball(low, max(Ball.up.multiply(*c) for c in corners), None, power)
        return new if self.square is None or o.square is None else new.known(self.square * o.square)

    def increasing(self, f: Callable[[Decimal], Decimal]) -> "Ball":
        """Apply exp, ln or sqrt: the decimal module rounds these correctly to nearest, so step outward by one unit."""
        return Ball(Ball.down.next_minus(f(self.lo)), Ball.up.next_plus(f(self.hi)))

    def inverse(self) -> Num:
        if self.lo <= 0 <= self.hi:
            raise Undecided("a division by a number that may be zero")
        y = Ball(Ball.down.divide(Decimal(1), self.hi), Ball.up.divide(Decimal(1), self.lo))
        return y.known(1 / self.square) if self.square else y

    def root(self) -> Num:
        if self.lo < 0:
            raise (Rejected if self.hi < 0 else Undecided)("not defined here: a root of a negative number")
        y = self.increasing(Ball.down.sqrt)
        y.lo = max(y.lo, Decimal(0))
        return y

    def exp(self) -> Num:
        return self.power or self.increasing(Ball.down.exp)

    def log(self) -> Num:
        if self.lo <= 0:
            raise (Rejected if self.hi <= 0 else Undecided)("not defined here: a logarithm of no positive number")
        return self.increasing(Ball.down.ln)

    def erf(self) -> Num:
        """2/sqrt(pi) e^(-x^2) sum of 2^n x^(2n+1) / (2n+1)!!, terms of one sign that halve from n > 4 x^2 on."""
        x = term = series = Ball(self.lo, self.hi)
        size, n = max(-x.lo, x.hi), 0
        while n <= 4 * size * size or max(-term.lo, term.hi).scaleb(Ball.down.prec) > 1:
            n, term = n + 1, term * (x * x) * Fraction(2, 2 * n + 3)
            series = series + term
        return (series + term * Ball(Decimal(0), Decimal(1))) * ball(-(x * x)).exp() * two_by_root_pi()


class Jet(Number):
    """value + sum of slopes[k] epsilon_k with epsilon^2 = 0; a derivative inside another has the higher rank."""

    def __init__(self, rank: int, value: Num, slopes: dict[int, Num]) -> None:
        self.rank, self.value, self.slopes = rank, value, slopes

    def plus(self, other: Num) -> Num:
        y, dy = (other.value, other.slopes) if rank_of(other) == self.rank else (other, {})
        slopes = {k: self.slopes.get(k, ZERO) + dy.get(k, ZERO) for k in {**self.slopes, **dy}}
        return Jet(self.rank, self.value + y, slopes)

    def times(self, other: Num) -> Num:
        y, dy = (other.value, other.slopes) if rank_of(other) == self.rank else (other, {})
        slopes = {k: self.slopes.get(k, ZERO) * y + self.value * dy.get(k, ZERO) for k in {**self.slopes, **dy}}
        return Jet(self.rank, self.value * y, slopes)


def spend(amount: int) -> None:
    Ball.work += amount
    if Ball.work > MAX_WORK:
        raise Rejected("too much work")


def ball(x: Num) -> Ball:
    """Enclose a number; one with too many digits is forgotten, only its enclosure stays."""
    if isinstance(x, Jet):
        raise Rejected("a quantity that is not supported under a derivative")
    if isinstance(x, Ball):
        return x
    top, bottom = x.as_integer_ratio()
    ends = (context.divide(Decimal(top), Decimal(bottom)) for context in (Ball.down, Ball.up))
    small = max(top.bit_length(), bottom.bit_length()) <= MAX_BITS
    return Ball(*ends, x * x, None if x else ONE) if small else Ball(*ends)


SLOPES: dict[str, Callable[[Num, Num], Num]] = {  # derivatives, from the argument and the value
    "inverse": lambda x, y: -(y * y),
    "root": lambda x, y: apply("inverse", y) * HALF,
    "exp": lambda x, y: y,
    "log": lambda x, y: apply("inverse", x),
    "erf": lambda x, y: apply("exp", -(x * x)) * two_by_root_pi(),
}


def apply(name: str, x: Num) -> Num:
    """A function of Ball, for all numbers."""
    if isinstance(x, Jet):
        y = apply(name, x.value)
        slope = SLOPES[name](x.value, y)
        return Jet(x.rank, y, {k: slope * d for k, d in x.slopes.items()})
    if name == "inverse" and rank_of(x) == 0:
        if x == 0:
            raise Rejected("not defined here: division by zero")
        return 1 / x
    y = getattr(ball(x), name)()
    if rank_of(x) == 0 and name == "log":
        y.power = x
    return y.known(x) if rank_of(x) == 0 and name == "root" else y


def two_by_root_pi() -> Num:
    return REALS["pi"]().root().inverse() * 2


def order(x: Num, y: Num = ZERO) -> int:
    """The sign of x - y, for certain; where a derivative is taken the two must differ."""
    if x is y:
        return 0
    low, jet = x + -y, False
    while isinstance(low, Jet):
        low, jet = low.value, True
    high = low
    if isinstance(low, Ball):  # log p has the sign of p - 1
        low, high = (low.power - 1, low.power - 1) if low.power else (low.lo, low.hi)
    if low <= 0 <= high and low != high:
        raise Undecided("numbers that cannot be told apart")
    if jet and low == 0:
        raise Rejected("not differentiable here: a kink, a jump or a tie")
    return (low > 0) - (low < 0)


def larger(x: Num, y: Num) -> Num:
    """The maximum, also where it is not known which one is larger."""
    if max(rank_of(x), rank_of(y)) == Ball.rank:
        return Ball(max(ball(x).lo, ball(y).lo), max(ball(x).hi, ball(y).hi))
    return x if order(x, y) >= 0 else y


def largest(items: Iterable[Num]) -> Num:
    return reduce(larger, items)


def smallest(items: Iterable[Num]) -> Num:
    return -reduce(larger, (-x for x in items))


def power(x: Num, q: Fraction) -> Num:
    """x**q: integer powers of every x, other rational ones of x > 0 (and of 0 if q > 0)."""
    if max(abs(q.numerator), q.denominator) > 200:
        raise Rejected("an exponent is too large")
    if q.denominator == 1:
        return reduce(lambda a, b: a * b, [apply("inverse", x) if q < 0 else x] * abs(q.numerator), ONE)
    if rank_of(x) == 0 and x == 0 and q > 0:
        return ZERO
    return power(apply("root", x), 2 * q) if q.denominator == 2 else apply("exp", apply("log", x) * q)


PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534211706"
             "7982148086513282306647093844609550582231725359408128481117450284102701938521")  # fmt: skip
REALS: dict[str, Callable[[], Num]] = {
    "pi": lambda: Ball(PI, PI.next_plus(decimal.Context(len(PI.as_tuple().digits)))),
    "e": lambda: apply("exp", ONE),
    "infinity": lambda: INFINITY,
}
INFINITY = Ball(INFINITE, INFINITE)
FUNCTIONS: dict[str, Callable[[Num], Num]] = {
    "exp": lambda x: apply("exp", x), "log": lambda x: apply("log", x), "erf": lambda x: apply("erf", x),
    "sqrt": lambda x: power(x, HALF), "relu": lambda x: larger(x, ZERO), "sign": lambda x: Fraction(order(x)),
    "abs": lambda x: larger(x, -x) if isinstance(x, Ball) else x * Fraction(order(x) or 1),
    "step": lambda x: (apply("inverse", Fraction(order(x))) + 1) * HALF,  # not defined at 0
    "sigmoid": lambda x: apply("inverse", apply("exp", -x) + ONE), "silu": lambda x: x * FUNCTIONS["sigmoid"](x),
    "tanh": lambda x: FUNCTIONS["sigmoid"](x * 2) * 2 + -ONE, "softplus": lambda x: apply("log", apply("exp", x) + ONE),
    "Phi": lambda x: (apply("erf", x * power(HALF, HALF)) + ONE) * HALF, "gelu": lambda x: x * FUNCTIONS["Phi"](x),
    "phi": lambda x: apply("exp", x * x * -HALF) * power(REALS["pi"]() * 2, -HALF),
}  # fmt: skip


class Matrix:
    """A matrix of numbers."""

    def __init__(self, rows: list[list[Num]]) -> None:
        if not rows or not rows[0] or len(set(map(len, rows))) > 1:
            raise Rejected("malformed: no matrix")
        self.rows, self.shape = rows, (len(rows), len(rows[0]))

    @staticmethod
    def table(m: int, n: int, f: Callable[[int, int], Num]) -> "Matrix":
        spend(m * n)
        return Matrix([[f(i, j) for j in range(n)] for i in range(m)])

    @staticmethod
    def eye(n: int) -> "Matrix":
        return Matrix.table(n, n, lambda i, j: Fraction(i == j))

    @property
    def flat(self) -> list[Num]:
        return [x for row in self.rows for x in row]

    @property
    def T(self) -> "Matrix":  # noqa: N802
        return Matrix([list(column) for column in zip(*self.rows, strict=True)])

    @property
    def scalar(self) -> Num:
        return self.shaped(1, 1).rows[0][0]

    @property
    def diagonal(self) -> list[Num]:
        if self.shape[0] != self.shape[1]:
            raise Rejected("sizes: a square matrix is needed")
        return [row[i] for i, row in enumerate(self.rows)]

    def shaped(self, m: int, n: int) -> "Matrix":
        if m * n != len(self.flat):
            raise Rejected(f"sizes: {self.shape[0]} x {self.shape[1]} entries cannot be {m} x {n}")
        return Matrix([self.flat[i * n : i * n + n] for i in range(m)])

    def each(self, f: Callable[..., Num], *others: "Matrix") -> "Matrix":
        if any(other.shape != self.shape for other in others):
            raise Rejected("sizes: an entrywise operation on different shapes")
        return Matrix.table(*self.shape, lambda i, j: f(self.rows[i][j], *(other.rows[i][j] for other in others)))

    def __matmul__(self, other: "Matrix") -> "Matrix":
        if self.shape[1] != other.shape[0]:
            raise Rejected("sizes: a product of shapes that do not match")
        spend(self.shape[0] * self.shape[1] * other.shape[1])
        columns = other.T.rows
        return Matrix([[sum((x * y for x, y in zip(row, column, strict=True) if x != 0 and y != 0), ZERO)
                        for column in columns] for row in self.rows])  # fmt: skip

    def characteristic(self) -> tuple[list[Num], "Matrix"]:
        """Faddeev and LeVerrier: the coefficients c of det(tI - A) from t^n down, and M with A M = -c[n] I."""
        c, eye = [ONE], Matrix.eye(len(self.diagonal))
        m = product = eye
        for k in range(1, len(self.rows) + 1):
            m = product.each(lambda x, y: x + y * c[-1], eye) if k > 1 else eye
            product = self @ m
            c.append(sum(product.diagonal, ZERO) * Fraction(-1, k))
        return c, m

    def inverse(self) -> "Matrix":
        c, m = self.characteristic()
        scale = -apply("inverse", c[-1])
        return m.each(lambda x: x * scale)

    def gram(self) -> "Matrix":
        """The smaller one of A A^T and A^T A."""
        return self @ self.T if self.shape[0] <= self.shape[1] else self.T @ self

    def rank(self) -> Num:
        """The degree of the last coefficient that is not zero, for a Gram matrix, which has no negative eigenvalues."""
        c = self.gram().characteristic()[0]
        return Fraction(next(k for k in reversed(range(len(c))) if order(c[k])))

    def eigenvalue(self, k: int) -> Num:
        """The k-th largest eigenvalue of a symmetric matrix, by bisection; exact if it is a simple enough rational.

        All roots of the characteristic polynomial p are real: the coefficients of p(x + t) change sign once for each
        root above t (Descartes).
        """
        if not all(b.lo <= 0 <= b.hi for b in map(ball, self.each(lambda x, y: x + -y, self.T).flat)):
            raise Rejected("not defined here: an eigenvalue of a matrix that is not symmetric")
        c, hi = self.characteristic()[0], ball(sum((larger(ball(x), -x) for x in self.flat), ONE)).hi
        balls, lo, over_lo, over_hi = list(map(ball, c)), hi.copy_negate(), len(self.rows), 0
        for _ in range(5 * Ball.down.prec):
            t = Ball.down.add(lo, (hi - lo) * Decimal("0.47"))
            try:
                signs = [s for s in map(order, shifted(balls, Ball(t, t))) if s]
            except Undecided:
                break
            over = sum(s != u for s, u in itertools.pairwise(signs))
            lo, hi, over_lo, over_hi = (t, hi, over, over_hi) if over >= k else (lo, t, over_lo, over)
        guess = ((Fraction(lo) + Fraction(hi)) / 2).limit_denominator(10**5)
        if lo < guess <= hi and not any(map(rank_of, c)):
            equal = itertools.takewhile(lambda x: x == 0, reversed(shifted(c, guess)))
            if len(list(equal)) == over_lo - over_hi:  # all eigenvalues between lo and hi are this one
                return guess
        return Ball(lo, hi)

    def sigma(self, k: int) -> Num:
        return apply("root", larger(self.gram().eigenvalue(k), ZERO))

    def kappa(self) -> Num:
        low = self.sigma(min(self.shape))
        return INFINITY if rank_of(low) == 0 and low == 0 else self.sigma(1) * apply("inverse", low)

    def norm(self, kind: str) -> Num:
        sizes = self.each(FUNCTIONS["abs"]) if kind in ("1", "inf", "max") else self
        if kind == "F" or (kind == "2" and 1 in self.shape):
            return power(sum((x * x for x in self.flat), ZERO), HALF)
        if kind == "nuc":
            return sum((self.sigma(k + 1) for k in range(min(self.shape))), ZERO)
        lines = {"1": sizes.T.rows, "inf": sizes.rows, "max": [[x] for x in sizes.flat], "2": [[]]}[kind]
        return self.sigma(1) if kind == "2" else reduce(larger, (sum(line, ZERO) for line in lines))

    def softmax(self) -> "Matrix":
        powers = self.each(FUNCTIONS["exp"])
        sums = [apply("inverse", sum(row, ZERO)) for row in powers.rows]
        return Matrix.table(*self.shape, lambda i, j: powers.rows[i][j] * sums[i])


def beside(mats: Iterable[Matrix]) -> Matrix:
    return Matrix([sum(rows, []) for rows in zip(*(a.rows for a in mats), strict=True)])


def stacked(mats: Iterable[Matrix]) -> Matrix:
    return Matrix([row for a in mats for row in a.rows])


def ordered(items: list[Num], k: int) -> Num:
    """The k-th largest (from zero): the maximum over sets of k + 1 of their minimum."""
    spend(2 ** min(len(items), 30))
    return reduce(larger, map(smallest, itertools.combinations(items, k + 1)))


def shifted(c: list[Num], t: Num) -> list[Num]:
    """The coefficients of p(x + t) from those of p, highest first."""
    c = list(c)
    for end in range(len(c), 1, -1):
        for i in range(1, end):
            c[i] = c[i] + c[i - 1] * t
    return c


# The prefix core language.


class Tree(list[Any]):
    """A parenthesized list, with the quoted names that occur in it. An abbreviation is the tree it stands for."""

    names: frozenset[str] = frozenset()


def read_tree(text: str) -> Tree:
    stack, short = [Tree()], {}
    for token in re.findall(r'"(?:[^"\\]|\\.)*"|[()]|[^\s()"]+|"', text):
        if token == "(":
            stack.append(Tree())
        elif token != ")":
            stack[-1].append(short.get(token, token))
        elif len(stack) == 1:
            raise Rejected("malformed: unbalanced parentheses")
        else:
            tree = stack.pop()
            tree.names = frozenset().union(*(t.names if isinstance(t, Tree) else [t] * (t[0] == '"') for t in tree))
            if len(tree) == 2 and isinstance(tree[0], str) and tree[0][0] == "%":
                short[tree[0]] = tree[1]
            stack[-1].append(tree)
    if len(stack) != 1 or len(stack[0]) != 1 or not isinstance(stack[0][0], Tree):
        raise Rejected("malformed: unbalanced parentheses")
    return stack[0][0]


def number(tree: Any) -> Num:
    """A number: "p/q", a decimal, ["log", x], ["sqrt", x], ["exp", x], ["+", x, ...] or ["*", x, ...]."""
    if isinstance(tree, str):
        if not re.fullmatch(r"-?\d{1,4000}(/\d{1,4000}|\.\d{1,4000})?", tree):
            raise Rejected(f"malformed: {tree[:40]!r} is not an exact number")
        return Fraction(tree)
    if tree[0] in ("log", "sqrt", "exp"):
        return FUNCTIONS[tree[0]](*map(number, tree[1:]))
    return reduce({"+": lambda x, y: x + y, "*": lambda x, y: x * y}[tree[0]], map(number, tree[1:]))


class Evaluator:
    """Evaluates trees; ``env`` maps quoted names to integers and matrices. Relations that fail go to ``failures``."""

    def __init__(self, env: dict[str, Any], parent: "Evaluator | None" = None, rank: int = Ball.rank) -> None:
        self.env, self.rank = env, rank
        self.memo: dict[Any, Any] = parent.memo if parent else {}
        self.failures: list[tuple[Any, ...]] = parent.failures if parent else []

    def under(self, name: str, value: Any, rank: int = 0) -> "Evaluator":
        spend(60)
        return Evaluator({**self.env, name: value}, self, rank or self.rank)

    def each(self, name: str, low: int, high: int, body: Any) -> list[Matrix]:
        return [self.under(name, k).value(body) for k in range(low, high + 1)]

    def size(self, tree: Any) -> Fraction:
        """The value of a size or index expression."""
        if isinstance(tree, str):
            value = self.env.get(tree) if tree[0] == '"' else number(tree)
            if not isinstance(value, int | Fraction):
                raise Rejected(f"the size or index {tree[:40]} has no value")
            return Fraction(value)
        if tree[0] == "^":
            return power(self.size(tree[1]), number(tree[2]))
        return {"+": sum, "*": prod}[tree[0]](map(self.size, tree[1:]), start=Fraction(tree[0] == "*"))

    def integer(self, tree: Any) -> int:
        value = self.size(tree)
        if value.denominator != 1 or abs(value) > 10**6:
            raise Rejected(f"sizes: {value} is no size or index")
        return int(value)

    def index(self, tree: Any, n: int) -> int:
        k = {"max": 1, "min": n}[tree] if tree in ("max", "min") else self.integer(tree)
        if not 1 <= k <= n:
            raise Rejected(f"the index {k} is not between 1 and {n}")
        return k - 1

    def dim(self, tree: Any) -> int:
        sizes = [self.integer(part) for part in tree]
        if min(sizes, default=1) < 1 or prod(sizes) > 5000:
            raise Rejected(f"sizes: a dimension of {prod(sizes)}")
        return prod(sizes)

    def value(self, tree: Any) -> Matrix:
        """The matrix that a tree stands for, remembered with the values of its names (which thereby stay alive)."""
        if not isinstance(tree, Tree) or not isinstance(tree[0], str) or tree[0] not in OPERATORS:
            raise Rejected(f"unknown operator {str(tree[0] if tree else tree)[:40]!r}")
        values = [self.env.get(name) for name in tree.names]
        key = (id(tree), *map(id, values))
        if key not in self.memo:
            kinds, f = OPERATORS[tree[0]]
            read = {"i": self.integer, "d": self.dim, "q": number, "s": self.size}
            data = [read.get(kind, lambda t: t)(t) for kind, t in zip(kinds.rstrip("*"), tree[1:], strict=False)]
            a = f(self, *data, *map(self.value, tree[1 + len(data) :]))
            a = a if isinstance(a, Matrix) else Matrix([[a]])
            self.memo[key] = a.each(lambda x: x if isinstance(x, Number) else compact(x)), values
        return self.memo[key][0]

    def var(self, rows: int, cols: int, name: str) -> Matrix:
        a = self.env.get(name)
        if not isinstance(a, Matrix):
            raise Rejected(f"the variable {name[:40]} has no value")
        if a.shape != (rows, cols):
            raise Rejected(f"the input {name[:40]} is {a.shape[0]} x {a.shape[1]}, declared {rows} x {cols}")
        return a

    def slopes(self, name: str, body: Any, p: Matrix, start: Callable[[int, int], dict[int, Num]]) -> Matrix:
        """The slopes of the body at p + start epsilon."""
        at = Matrix.table(*p.shape, lambda i, j: Jet(self.rank + 1, p.rows[i][j], start(i, j)))
        out = self.under(name, at, self.rank + 1).value(body)
        return out.each(lambda x: x.slopes if rank_of(x) == self.rank + 1 else {})

    def deriv(self, name: str, mode: str, body: Any, point: Any) -> Matrix:
        m, n = (p := self.value(point)).shape
        out = self.slopes(name, body, p, lambda i, j: {(j * m + i if mode == "vec" else i * n + j): ONE})
        return Matrix([[x.get(k, ZERO) for k in range(m * n)] for x in (out.T if mode == "vec" else out).flat])

    def frechet(self, name: str, body: Any, point: Any, direction: Any) -> Matrix:
        d = self.value(direction)
        return self.slopes(name, body, self.value(point), lambda i, j: {0: d.rows[i][j]}).each(lambda x: x.get(0, ZERO))

    def extremum(self, binders: Any, conditions: Any, body: Any, up: bool) -> Num:
        """A supremum is at least the value at its witness (an input of the bound name), an infimum at most."""
        for name, rows, cols in binders:
            self.var(self.dim(rows), self.dim(cols), name)
        if not all(self.holds(f) for f in conditions):
            raise Rejected("a witness does not satisfy the conditions of its supremum or infimum")
        if self.alone(binders, conditions):
            return self.value(body)
        x = ball(self.value(body).scalar)
        return Ball(x.lo, INFINITE) if up else Ball(-INFINITE, x.hi)

    def alone(self, binders: Any, conditions: Any) -> bool:
        """Whether the witness is all that the conditions allow: one number, which an affine equation determines."""
        (name, rows, cols), *others = binders
        if others or (self.dim(rows), self.dim(cols)) != (1, 1):
            return False
        moved = self.under(name, self.env[name].each(lambda x: x + 1))
        equations = [f[1:] for f in conditions if f[0] == "=" and affine(f[1], name) and affine(f[2], name)]
        sides = [[x for side in sides for x in moved.value(side).flat] for sides in equations]
        return any(len(s) == 2 and not any(map(rank_of, s)) and s[0] != s[1] for s in sides)

    def holds(self, f: Any) -> bool:
        """Whether a formula is true, for certain."""
        op, rest = f[0], f[1:]
        if op in ("and", "or"):
            return settled(((lambda g=g: self.holds(g)) for g in rest), op == "and")
        if op == "implies":
            return settled((lambda g=g: self.holds(g) == (g is rest[-1]) for g in rest), False)
        if op in ("iff", "not"):
            return self.holds(rest[0]) == (op == "iff" and self.holds(rest[-1]))
        if op in ("forall", "exists") and rest[0]:
            ((sort, name, first, second), *others), every = rest[0], op == "forall"
            if sort == "index":
                ks = range(self.integer(first), self.integer(second) + 1)
                return settled(((lambda k=k: self.under(name, k).holds([op, others, rest[1]])) for k in ks), every)
            self.var(self.dim(first), self.dim(second), name)  # the witness is an input
            if self.holds([op, others, rest[1]]) == every:
                raise Undecided("the witness of a quantifier does not decide")
            return not every
        if op in ("forall", "exists"):
            return self.holds(rest[1])
        if op not in SIGNS or len(rest) != 2:
            raise Rejected(f"a relation that cannot be rechecked: {str(op)[:40]}")
        return self.relation(op, *map(self.value, rest))

    def relation(self, op: str, a: Matrix, b: Matrix) -> bool:
        if op == "shape":
            shapes = (f"{c.shape[0]} x {c.shape[1]}" for c in (a, b))
            self.failures += [] if a.shape == b.shape else [(op, None, *shapes)]
            return a.shape == b.shape
        m, n = max(a.shape[0], b.shape[0]), max(a.shape[1], b.shape[1])
        a, b = (Matrix([c.flat * n] * m) if c.shape == (1, 1) else c for c in (a, b))
        if a.shape != b.shape:
            raise Rejected("sizes: a relation between different shapes")
        places = sorted(itertools.product(range(m), range(n)), key=lambda place: place != self.env["entry"])
        tests = ((lambda i=i, j=j: self.compare(op, (i, j), a.rows[i][j], b.rows[i][j])) for i, j in places)
        return settled(tests, op != "!=")

    def compare(self, op: str, place: tuple[int, int], x: Num, y: Num) -> bool:
        truth = order(x, y) in SIGNS[op]
        self.failures += [] if truth else [(op, place, x, y)]
        return truth


def affine(tree: Tree, name: str) -> bool:
    """Whether an expression is seen to be affine in a name."""
    if name not in tree.names or tree[0] == "var":
        return True
    parts = [t for t in tree[1:] if isinstance(t, Tree)]
    products = 1 if tree[0] in ("matmul", "scale") else len(parts)
    linear = tree[0] in ("transpose", "trace", "add", "matmul", "scale", "reshape", "vec", "vecr")
    return linear and sum(name in t.names for t in parts) <= products and all(affine(t, name) for t in parts)


def compact(x: Num) -> Num:
    """An exact number that outgrows the limit becomes an enclosure."""
    return ball(x) if max(map(int.bit_length, x.as_integer_ratio())) > MAX_BITS else x


def settled(parts: Iterable[Callable[[], bool]], every: bool) -> bool:
    """All of them or any of them; an undecided part matters only if no other decides."""
    doubts = []
    for part in parts:
        try:
            if part() != every:
                return not every
        except Undecided as doubt:
            doubts.append(doubt)
    if doubts:
        raise doubts[0]
    return every


SIGNS = {"=": (0,), "!=": (-1, 1), "<": (-1,), "<=": (-1, 0), ">": (1,), ">=": (0, 1), "shape": ()}
# What follows each operator (i integer, d dimension, q rational, s size or index, t anything else), then the matrices.
OPERATORS: dict[str, tuple[str, Callable[..., Any]]] = {
    "var": ("ddt", Evaluator.var), "const": ("q", lambda e, q: q), "size": ("s", lambda e, s: s),
    "real": ("t", lambda e, name: REALS[name]()), "delta": ("ss", lambda e, i, j: Fraction(i == j)),
    "eye": ("d", lambda e, n: Matrix.eye(n)),
    "ones": ("dd", lambda e, m, n: Matrix.table(m, n, lambda i, j: ONE)),
    "zeros": ("dd", lambda e, m, n: Matrix.table(m, n, lambda i, j: ZERO)),
    # vec(A^T)[i n + k] = A[i, k] = vec(A)[k m + i] for A of m x n
    "commutation": ("dd", lambda e, m, n: Matrix.table(
        m * n, m * n, lambda r, c: Fraction((r // n, r % n) == (c % m, c // m)))),
    "basis": ("td", lambda e, i, n: Matrix([Matrix.eye(n).rows[e.index(i, n)]]).T),
    "add": ("", lambda e, a, *rest: a.each(lambda *xs: sum(xs, ZERO), *rest)),
    "scale": ("", lambda e, s, a: a.each(lambda x: x * s.scalar)),
    "matmul": ("", lambda e, a, b: a @ b),
    "kron": ("", lambda e, a, b: Matrix([[x * y for x in p for y in q] for p in a.rows for q in b.rows])),
    "hadamard": ("", lambda e, a, b: a.each(lambda x, y: x * y, b)),
    "transpose": ("", lambda e, a: a.T),
    "vec": ("", lambda e, a: a.T.shaped(len(a.flat), 1)), "vecr": ("", lambda e, a: a.shaped(len(a.flat), 1)),
    "unvecr": ("dd", lambda e, m, n, v: v.shaped(m, n)),
    "reshape": ("dd", lambda e, m, n, a: a.shaped(m, n if m == a.shape[0] else 0)),
    "diag": ("", lambda e, v: Matrix.table(
        len(v.flat), len(v.flat), lambda i, j: v.flat[i] if i == j else ZERO)),
    "diagpart": ("", lambda e, a: Matrix([a.diagonal]).T), "trace": ("", lambda e, a: sum(a.diagonal, ZERO)),
    "entry": ("tt", lambda e, i, j, a: a.rows[e.index(i, a.shape[0])][e.index(j, a.shape[1])]),
    "row": ("t", lambda e, i, a: Matrix([a.rows[e.index(i, a.shape[0])]])),
    "col": ("t", lambda e, j, a: Matrix([a.T.rows[e.index(j, a.shape[1])]]).T),
    "sum": ("ddtiit", lambda e, m, n, *each: Matrix.table(m, n, lambda i, j: ZERO).each(
        lambda *xs: sum(xs, ZERO), *e.each(*each))),
    "prod": ("tiit", lambda e, *each: reduce(lambda x, y: compact(x * y), (a.scalar for a in e.each(*each)), ONE)),
    "blocks": ("titit", lambda e, i, m, j, n, body: stacked(
        [beside(e.under(i, k).each(j, 1, n, body)) for k in range(1, m + 1)])),
    "hcat": ("", lambda e, *mats: beside(mats)), "vcat": ("", lambda e, *mats: stacked(mats)),
    "map": ("t", lambda e, name, a: a.each(FUNCTIONS[name])),
    "hpow": ("", lambda e, a, s: a.each(
        lambda x: apply("exp", apply("log", x) * s.scalar) if rank_of(s.scalar) else power(x, s.scalar))),
    "softmax": ("", lambda e, a: a.softmax()),
    "inv": ("", lambda e, a: a.inverse()), "rank": ("", lambda e, a: a.rank()), "kappa": ("", lambda e, a: a.kappa()),
    "det": ("", lambda e, a: a.characteristic()[0][-1] * (-1) ** a.shape[0]),
    "mpow": ("i", lambda e, k, a: reduce(Matrix.__matmul__, [a] * k, Matrix.eye(len(a.diagonal)))),
    "indicator": ("t", lambda e, op, a, b: a.each(lambda x, y: Fraction(order(x, y) in SIGNS[op]), b)),
    "where": ("", lambda e, c, a, b: a.each(
        lambda x, y, t: x if order(t) else y, b, c if c.shape == a.shape else a.each(lambda x: c.scalar))),
    "deriv": ("tttt", Evaluator.deriv), "frechet": ("tttt", Evaluator.frechet),
    "grad": ("ttt", lambda e, name, body, p: e.deriv(name, "vecr", body, p).shaped(*e.value(p).shape)),
    "norm": ("t", lambda e, kind, a: a.norm(kind)),
    "sigma": ("t", lambda e, k, a: a.sigma(e.index(k, min(a.shape)) + 1)),
    "eig": ("t", lambda e, k, a: a.eigenvalue(e.index(k, len(a.diagonal)) + 1)),
    "order": ("t", lambda e, k, a: ordered(a.flat, e.index(k, len(a.flat)))),
    "maxover": ("tiit", lambda e, *each: largest(a.scalar for a in e.each(*each))),
    "minover": ("tiit", lambda e, *each: smallest(a.scalar for a in e.each(*each))),
    "max": ("", lambda e, *mats: largest(a.scalar for a in mats)),
    "min": ("", lambda e, *mats: smallest(a.scalar for a in mats)),
    "maxentry": ("", lambda e, a: reduce(larger, a.flat)), "minentry": ("", lambda e, a: smallest(a.flat)),
    "sup": ("ttt", lambda e, *parts: e.extremum(*parts, True)),
    "inf": ("ttt", lambda e, *parts: e.extremum(*parts, False)),
}  # fmt: skip


# Certificates.

KINDS = {"=": "equality-fails", "!=": "inequation-fails", "shape": "shape-differs", "<=": "inequality-violated",
         ">=": "inequality-violated", "<": "strict-inequality-violated", ">": "strict-inequality-violated"}  # fmt: skip


def load(path: str | Path) -> dict[str, Any]:
    with Path(path).open("rb") as file:
        text = file.read(MAX_BYTES + 1)
    if len(text) > MAX_BYTES:
        raise Rejected("the file is too large")
    try:
        data = json.loads(text, parse_float=str, parse_constant=str)
    except (ValueError, RecursionError) as error:
        raise Rejected(f"truncated or not JSON: {str(error)[:100]}") from error
    fields = {"schema", "kind", "claim", "problem", "sizes", "indices", "inputs", "entry", "lhs", "rhs", "hash"}
    if not isinstance(data, dict) or fields - data.keys():
        raise Rejected("truncated: fields are missing")
    if data["schema"] != 1:
        raise Rejected(f"unknown schema {str(data['schema'])[:20]}")
    rest = json.dumps({k: v for k, v in data.items() if k != "hash"}, sort_keys=True, separators=(",", ":"))
    if data["hash"] != hashlib.sha256(rest.encode()).hexdigest():
        raise Rejected("hash does not match")
    return data


def kind_of(goal: Any) -> str:
    """What a certificate against a goal must be called."""
    while goal[0] in ("implies", "forall", "exists"):
        goal = goal[-1]
    return KINDS.get(goal[0], "claim-fails")


def recorded(side: Any) -> Num:
    """A recorded side: an exact number, {"low", "high"} or "infinity"."""
    if isinstance(side, dict):
        low, high = number(side["low"]), number(side["high"])
        if low > high:
            raise Rejected("a recorded enclosure is empty")
        return Ball(ball(low).lo, ball(high).hi)
    return INFINITY if side == "infinity" else number(side)


def matches(side: Any, computed: Any) -> bool:
    """Whether a recorded side can be the computed one; a whole matrix is not recorded."""
    if side is None or isinstance(computed, str) or side == "infinity" or computed is INFINITY:
        return side is None or (computed is INFINITY if side == "infinity" else side == computed)
    try:
        return order(recorded(side), computed) == 0
    except Undecided:
        return isinstance(side, dict) or isinstance(computed, Ball)


def declared(e: Evaluator, parts: dict[str, Any]) -> None:
    """Sizes obey their rules, indices their ranges; inputs that are missing are defined by a hypothesis."""
    for name, least in [*((name, "1") for name in parts["sizes"]), *parts["least"]]:
        if e.integer(name) < int(least):
            raise Rejected(f"sizes: {name} = {e.integer(name)} is less than {least}")
    for op, tree in parts["relations"]:
        if order(e.size(tree)) not in SIGNS[op]:
            raise Rejected(f"sizes: a relation {op} 0 fails with {e.size(tree)}")
    for _, name, low, high in parts["indices"]:
        if not e.integer(low) <= e.integer(name) <= e.integer(high):
            raise Rejected(f"the index {name} is out of range")
    for _ in parts["variables"]:
        for _, left, right in (h for h in parts["hypotheses"] if h[0] == "=" and h[1][0] == "var"):
            if left[3] not in e.env and all(n in e.env for n in right.names):
                e.env[left[3]] = e.value(right)
    for name, rows, cols in parts["variables"]:
        e.var(e.dim(rows), e.dim(cols), name)


def examine(data: dict[str, Any], parts: dict[str, Any]) -> str:
    """One round at the present precision: why the certificate is accepted."""
    env: dict[str, Any] = {json.dumps(n): v for n, v in {**data["sizes"], **data["indices"]}.items()}
    if any(type(v) is not int for v in env.values()):
        raise Rejected("malformed: a size or index that is no integer")
    env |= {json.dumps(n): Matrix([[number(x) for x in row] for row in a]) for n, a in data["inputs"].items()}
    env["entry"] = (data["entry"][0] - 1, data["entry"][1] - 1) if data["entry"] else (0, 0)
    e, (goal,) = Evaluator(env), parts["goal"]
    declared(e, parts)
    for k, hypothesis in enumerate(parts["hypotheses"], 1):
        if not e.holds(hypothesis):
            raise Rejected(f"hypothesis {k} fails")
    e.failures.clear()
    if e.holds(goal):
        raise Rejected("no violation: the goal holds at this input")
    fits = [(x, y) for _, place, x, y in e.failures if place == (env["entry"] if data["entry"] or place else None)]
    if not fits:
        raise Rejected("no violation at the recorded entry")
    if data["kind"] != kind_of(goal):
        raise Rejected(f"the kind of this violation is {kind_of(goal)}")
    for side, k in (("lhs", 0), ("rhs", 1)):
        fits = [sides for sides in fits if matches(data[side], sides[k])]
        if not fits:
            raise Rejected(f"the recorded {'left' if k == 0 else 'right'} side is not the computed one")
    if isinstance(data["lhs"], dict) or isinstance(data["rhs"], dict):
        x, y = (ball(recorded(data[side] or "infinity")) for side in ("lhs", "rhs"))
        if x.lo < y.hi and y.lo < x.hi:
            raise Rejected("the recorded sides are too wide to show a violation")
    return f"{data['kind']}: certain with {Ball.down.prec} digits"


def recheck(path: str | Path) -> Report:
    """Check one certificate file; a hostile file is rejected, never an error."""
    try:
        data = load(path)
        tree = read_tree(data["problem"])
        parts = {part[0]: part[1:] for part in (tree[2] if tree[0] == "let" else tree)[1:]}
        Ball.work, doubt = 0, ""
        for digits in DIGITS:
            Ball.down.prec = Ball.up.prec = digits
            try:
                return Report(True, examine(data, parts))
            except Undecided as error:
                doubt = f"not decided with {digits} digits: {error}"
            if Ball.work > MAX_DOUBT:
                break
        return Report(False, f"no violation: {doubt}")
    except Rejected as error:
        return Report(False, str(error))
    except OSError as error:
        return Report(False, f"unreadable: {error.strerror}")
    except (ArithmeticError, TypeError, ValueError, LookupError, AttributeError, RecursionError) as error:
        return Report(False, f"malformed: {type(error).__name__}: {str(error)[:100]}")


def main(argv: list[str] | None = None) -> int:
    """Check certificate files and print one line for each."""
    reports = [(path, recheck(path)) for path in (sys.argv[1:] if argv is None else argv)]
    for path, report in reports:
        print(f"{'accepted' if report.accepted else 'REJECTED'}  {path}  {report.reason}")
    return 0 if reports and all(report.accepted for _, report in reports) else 3


if __name__ == "__main__":
    sys.exit(main())
