"""The independent checker of counterexample certificates: one file, standard library only.

A certificate (``docs/certificates.md``) carries a claim in the prefix core language and an exact input. This program
evaluates the claim there by its own arithmetic and accepts only if every hypothesis holds exactly and the goal fails
for certain. It trusts nothing in the file: ``python recheck.py CERTIFICATE...`` exits with 0 if all are accepted.
"""

import decimal
import hashlib
import json
import re
import sys
from collections import namedtuple
from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from functools import cmp_to_key, reduce
from itertools import accumulate, pairwise, takewhile
from math import isqrt, prod
from operator import add, matmul, mul
from pathlib import Path
from typing import Any

DIGITS, MAX_BYTES, MAX_BITS, MAX_DEPTH = (25, 60, 150), 4_000_000, 6000, 250
NUMBER, MAX_DIM = re.compile(r"-?[0-9]{1,4000}(/[0-9]{1,4000}|\.[0-9]{1,4000})?"), 5000
MAX_WORK, MAX_DOUBT = 2_000_000, 300_000  # operations in all; operations that a mere doubt is worth
Report = namedtuple("Report", "accepted reason")


class Rejected(Exception):
    """The certificate proves nothing; the message says why."""


class Undecided(Exception):
    """The present precision does not decide; a higher one may."""


def demand(condition: Any, reason: str, error: type[Exception] = Rejected) -> None:
    if not condition:
        raise error(reason)


def spend(amount: int) -> None:
    Ball.work += amount
    demand(Ball.work <= MAX_WORK, "too much work")


class Ball:
    """A real between two decimals. Which one may be known: the rational ``exact``, a root of ``square``, log ``power``.

    Of two operands the one of the higher rank carries out the operation: reals have rank 0, jets higher ones.
    """

    work, rank, exact = 0, 0, None
    down, up = (decimal.Context(25, r, -999999, 999999) for r in (decimal.ROUND_FLOOR, decimal.ROUND_CEILING))

    def __init__(self, lo: Decimal, hi: Decimal, square: Fraction | None = None, power: Fraction | None = None) -> None:
        self.lo, self.hi, self.square, self.power = lo, hi, small(square), small(power)
        self.finite = lo.is_finite() and hi.is_finite()
        spend(1 + Ball.down.prec // 50)

    def __add__(self, other: Any) -> Any:
        if self is ZERO or other is ZERO:
            return other if self is ZERO else self
        return self.plus(other) if other.rank <= self.rank else other.plus(self)

    def __mul__(self, other: Any) -> Any:
        if (self.exact == 0 or other.exact == 0) and self.finite and other.finite:
            return ZERO
        return self.times(other) if other.rank <= self.rank else other.times(self)

    def __neg__(self) -> Any:
        return self * MINUS

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def known(self, square: Fraction) -> "Ball":
        """Note the square, where the sign is certain: the number itself may be rational."""
        if not square or self.lo >= 0 or self.hi <= 0:
            root = Fraction(isqrt(square.numerator), isqrt(square.denominator))
            if root * root == square:
                return rational(root if self.hi > 0 else -root)
            self.square = small(square)
        return self

    def plus(self, o: "Ball") -> "Ball":
        if self.exact is not None and o.exact is not None:
            return rational(self.exact + o.exact)
        power = self.power * o.power if self.power and o.power else None
        new = Ball(Ball.down.add(self.lo, o.lo), Ball.up.add(self.hi, o.hi), None, power)
        if self.square is None or o.square is None or (cross := (self * o).exact) is None:
            return new
        return new.known(self.square + 2 * cross + o.square)

    def times(self, o: "Ball") -> "Ball":
        if self.exact is not None:
            return o.times(self) if o.exact is None else rational(self.exact * o.exact)
        corners = [(a, b) for a in (self.lo, self.hi) for b in (o.lo, o.hi)]
        low = min(Ball.down.multiply(*c) for c in corners)
        low = max(low, Decimal(0)) if o is self else low  # a square is never negative
        power = self.power ** int(o.exact) if self.power and o.exact in range(-9, 10) else None
        new = Ball(low, max(Ball.up.multiply(*c) for c in corners), None, power)
        return new if self.square is None or o.square is None else new.known(self.square * o.square)

    def inverse(self) -> "Ball":
        nonzero = self.lo > 0 or self.hi < 0
        demand(nonzero, "not defined here: division by zero", Rejected if self.exact == 0 else Undecided)
        y = Ball(Ball.down.divide(Decimal(1), self.hi), Ball.up.divide(Decimal(1), self.lo))
        return y.known(1 / self.square) if self.square else y

    def increasing(self, f: Callable[[Decimal], Decimal]) -> "Ball":
        """Apply exp, ln or sqrt: the decimal module rounds these correctly to nearest, so step outward by one unit."""
        return Ball(Ball.down.next_minus(f(self.lo)), Ball.up.next_plus(f(self.hi)))

    def root(self) -> "Ball":
        demand(self.lo >= 0, "not defined here: root of a negative number", Rejected if self.hi < 0 else Undecided)
        y = self.increasing(Ball.down.sqrt)
        y.lo = max(y.lo, Decimal(0))
        return y if self.exact is None else y.known(self.exact)

    def exp(self) -> "Ball":
        return rational(self.power) if self.power else self.increasing(Ball.down.exp)

    def log(self) -> "Ball":
        demand(
            self.lo > 0, "not defined here: logarithm of no positive number", Rejected if self.hi <= 0 else Undecided
        )
        y = self.increasing(Ball.down.ln)
        y.power = self.exact
        return y

    def erf(self) -> "Ball":
        """2/sqrt(pi) e^(-x^2) sum of 2^n x^(2n+1) / (2n+1)!!, terms of one sign that halve from n > 4 x^2 on."""
        if self.lo > 40 or self.hi < -40:  # 1 - erf(40) < 10^-600
            y = Ball(Ball.down.subtract(ONE.lo, Decimal("1e-600")), ONE.hi)
            return y if self.lo > 0 else -y
        x = term = series = Ball(self.lo, self.hi)
        size, n = max(-x.lo, x.hi), 0
        while n <= 4 * size * size or max(-term.lo, term.hi).scaleb(Ball.down.prec) > 1:
            n, term = n + 1, term * (x * x) * rational(Fraction(2, 2 * n + 3))
            series = series + term
        return (series + term * Ball(Decimal(0), Decimal(1))) * SLOPES["erf"](x, x)


class Jet(Ball):
    """base + sum of slopes[k] epsilon_k with epsilon^2 = 0; a derivative inside another has the higher rank."""

    def __init__(self, rank: int, base: Any, slopes: dict[int, Any]) -> None:
        self.rank, self.base, self.slopes, self.finite = rank, base, slopes, base.finite

    def __getattr__(self, name: str) -> Any:
        raise Rejected("a quantity that is not supported under a derivative")

    def plus(self, o: Any) -> "Jet":
        y, dy = (o.base, o.slopes) if o.rank == self.rank else (o, {})
        return Jet(self.rank, self.base + y, Jet.merged(self.slopes, dy))

    def times(self, o: Any) -> "Jet":
        y, dy = (o.base, o.slopes) if o.rank == self.rank else (o, {})
        left, right = ({k: d * x for k, d in slopes.items()} for slopes, x in ((self.slopes, y), (dy, self.base)))
        return Jet(self.rank, self.base * y, Jet.merged(left, right))

    @staticmethod
    def merged(a: dict[int, Any], b: dict[int, Any]) -> dict[int, Any]:
        return {k: a.get(k, ZERO) + b.get(k, ZERO) for k in {**a, **b}}


def small(q: Fraction | None) -> Fraction | None:
    """A rational with too many digits is forgotten, only its enclosure stays."""
    bits = 0 if q is None else max(q.numerator.bit_length(), q.denominator.bit_length())
    spend(bits // 150)
    return q if bits <= MAX_BITS else None


def rational(q: Fraction | int) -> Ball:
    top, bottom = map(Decimal, q.as_integer_ratio())
    x = Ball(Ball.down.divide(top, bottom), Ball.up.divide(top, bottom), None, None if q else Fraction(1))
    x.exact = small(Fraction(q))
    x.square = x.exact if x.exact is None else x.exact**2
    return x


def apply(name: str, x: Any) -> Any:
    """A function of Ball, also for jets."""
    if not isinstance(x, Jet):
        return getattr(x, name)()
    y = apply(name, x.base)
    slope = SLOPES[name](x.base, y)
    return Jet(x.rank, y, {k: slope * d for k, d in x.slopes.items()})


PI_DIGITS = "3.1415926535897932384626433832795028841971693993751058209749445923078164062862089986280348253421170679821480865132823066470938446095505822317253594081284811174502841027019385"
MINUS, ZERO, ONE, TWO, HALF = map(rational, (-1, 0, 1, 2, Fraction(1, 2)))
PI, INFINITE = (
    Ball(Decimal(PI_DIGITS), Decimal(PI_DIGITS).next_plus(decimal.Context(len(PI_DIGITS) - 1))),
    Decimal("Infinity"),
)
INFINITY = Ball(INFINITE, INFINITE)
SLOPES: dict[str, Callable[[Any, Any], Any]] = {  # derivatives, from the argument and the value
    "inverse": lambda x, y: -(y * y),
    "root": lambda x, y: apply("inverse", y + y),
    "exp": lambda x, y: y,
    "log": lambda x, y: apply("inverse", x),
    "erf": lambda x, y: apply("exp", -(x * x)) * TWO * PI.root().inverse(),
}


def order(x: Any, y: Any) -> int:
    """The sign of x - y, for certain; where a derivative is taken the two must differ."""
    d = ZERO if x is y else x - y
    jet = isinstance(d, Jet)
    while isinstance(d, Jet):
        d = d.base
    value = d.power - 1 if d.power else d.exact  # log p has the sign of p - 1
    low, high = (d.lo, d.hi) if value is None else (value, value)
    demand(low > 0 or high < 0 or low == high, "numbers that cannot be told apart", Undecided)
    demand(low != 0 or not jet, "not differentiable here: a kink, a jump or a tie")
    return (low > 0) - (low < 0)


def ranked(items: Iterable[Any], k: int = 1) -> Any:
    """The k-th largest number, also where it is not known which one it is."""
    items, by_size = list(items), cmp_to_key(order)
    try:
        return max(items, key=by_size) if k == 1 else sorted(items, key=by_size)[-k]
    except Undecided:
        if any(isinstance(x, Jet) for x in items):
            raise
        return Ball(sorted(x.lo for x in items)[-k], sorted(x.hi for x in items)[-k])


def least(items: Iterable[Any]) -> Any:
    return -ranked(-x for x in items)


def truth(op: str, x: Any, y: Any) -> Ball:
    """Truth values are numbers: 1, 0, or the enclosure of both where the precision does not decide."""
    try:
        return ONE if order(x, y) in SIGNS[op] else ZERO
    except Undecided:
        if isinstance(x, Jet) or isinstance(y, Jet):
            raise
        return Ball(ZERO.lo, ONE.hi)


def power(x: Any, y: Any) -> Any:
    """x^y: rational powers of every x if y is an integer, other ones of x > 0 (and of 0 if y > 0)."""
    q = y.exact
    if q is None:
        return apply("exp", apply("log", x) * y)
    demand(max(abs(q.numerator), q.denominator) <= 200, "an exponent is too large")
    if q.denominator == 1:
        return reduce(mul, [apply("inverse", x) if q < 0 else x] * abs(q.numerator), ONE)
    if x.exact == 0 and q > 0:
        return ZERO
    return power(apply("root", x), y + y) if q.denominator == 2 else apply("exp", apply("log", x) * y)


FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    **{name: lambda x, name=name: apply(name, x) for name in ("exp", "log", "erf")},
    "sqrt": lambda x: power(x, HALF),
    "abs": lambda x: ranked((x, -x)),
    "relu": lambda x: ranked((x, ZERO)),
    "sign": lambda x: rational(order(x, ZERO)),
    "step": lambda x: (rational(order(x, ZERO)).inverse() + ONE) * HALF,  # not defined at 0
    "sigmoid": lambda x: apply("inverse", apply("exp", -x) + ONE),
    "silu": lambda x: x * FUNCTIONS["sigmoid"](x),
    "tanh": lambda x: FUNCTIONS["sigmoid"](x + x) * TWO + MINUS,
    "softplus": lambda x: apply("log", apply("exp", x) + ONE),
    "Phi": lambda x: (apply("erf", x * HALF.root()) + ONE) * HALF,
    "gelu": lambda x: x * FUNCTIONS["Phi"](x),
    "phi": lambda x: apply("exp", x * x * -HALF) * (PI + PI).root().inverse(),
}


class Matrix:
    """A matrix of numbers."""

    def __init__(self, rows: list[list[Any]]) -> None:
        demand(rows and rows[0] and len(set(map(len, rows))) == 1, "malformed: no matrix")
        self.rows, self.shape, self.flat = rows, (len(rows), len(rows[0])), [x for row in rows for x in row]
        self.size = f"{len(rows)} x {len(rows[0])}"
        spend(10 + len(self.flat))

    @staticmethod
    def table(m: int, n: int, f: Callable[[int, int], Any]) -> "Matrix":
        spend(m * n)
        return Matrix([[f(i, j) for j in range(n)] for i in range(m)])

    @staticmethod
    def diag(entries: list[Any]) -> "Matrix":
        return Matrix.table(len(entries), len(entries), lambda i, j: entries[i] if i == j else ZERO)

    @staticmethod
    def stack(mats: Iterable["Matrix"]) -> "Matrix":
        return reduce(lambda a, b: Matrix(a.rows + b.rows), mats)

    @staticmethod
    def beside(mats: Iterable["Matrix"]) -> "Matrix":
        return Matrix.stack(a.T for a in mats).T

    @property
    def T(self) -> "Matrix":  # noqa: N802
        return Matrix([list(column) for column in zip(*self.rows, strict=True)])

    @property
    def scalar(self) -> Any:
        return self.shaped(1, 1).flat[0]

    @property
    def diagonal(self) -> list[Any]:
        return self.shaped(len(self.rows), len(self.rows)).flat[:: len(self.rows) + 1]

    def shaped(self, m: int, n: int) -> "Matrix":
        demand(m * n == len(self.flat), f"sizes: {self.size} entries cannot be {m} x {n}")
        return self if (m, n) == self.shape else Matrix([self.flat[i * n : i * n + n] for i in range(m)])

    def each(self, f: Callable[..., Any], *others: "Matrix") -> "Matrix":
        """Apply a function entrywise; a scalar goes with every entry of the others."""
        mats = [self, *others]
        m, n = (max(a.shape[k] for a in mats) for k in (0, 1))
        mats = [Matrix.table(m, n, lambda i, j: a.flat[0]) if a.shape == (1, 1) else a for a in mats]
        demand(all(a.shape == (m, n) for a in mats), "sizes: an entrywise operation or relation of different shapes")
        return Matrix.table(m, n, lambda i, j: f(*(a.rows[i][j] for a in mats)))

    def __add__(self, other: "Matrix") -> "Matrix":
        return self.each(add, other)

    def __matmul__(self, other: "Matrix") -> "Matrix":
        demand(self.shape[1] == other.shape[0], "sizes: a product of shapes that do not match")
        spend(self.shape[0] * self.shape[1] * other.shape[1])
        return Matrix([[sum(map(mul, row, column), ZERO) for column in other.T.rows] for row in self.rows])

    def kron(self, other: "Matrix") -> "Matrix":
        (m, n), (p, q) = self.shape, other.shape
        return Matrix.table(m * p, n * q, lambda i, j: self.rows[i // p][j // q] * other.rows[i % p][j % q])

    def characteristic(self) -> tuple[list[Any], "Matrix"]:
        """Faddeev and LeVerrier: the coefficients c of det(tI - A) from t^n down, and M with A M = -c[n] I."""
        n, c, am = len(self.diagonal), [ONE], self.each(lambda x: ZERO)
        for k in range(1, n + 1):
            m = am + Matrix.diag([c[-1]] * n)
            am = self @ m
            c.append(sum(am.diagonal, ZERO) * rational(Fraction(-1, k)))
        return c, m

    def inverse(self) -> "Matrix":
        c, m = self.characteristic()
        return m.each(mul, Matrix([[-apply("inverse", c[-1])]]))

    def gram(self) -> "Matrix":
        """The smaller one of A A^T and A^T A."""
        return self @ self.T if self.shape[0] <= self.shape[1] else self.T @ self

    def rank(self) -> Ball:
        """The degree of the last coefficient that is not zero, for a Gram matrix, which has no negative eigenvalues."""
        return rational(max(k for k, x in enumerate(self.gram().characteristic()[0]) if order(x, ZERO)))

    def eigenvalue(self, k: int) -> Ball:
        """The k-th largest eigenvalue of a symmetric matrix, by bisection; exact if it is a simple enough rational.

        All roots of the characteristic polynomial p are real: the coefficients of p(x + t) change sign once for each
        root above t (Descartes).
        """
        symmetric = all(x.lo <= 0 <= x.hi for x in self.each(Ball.__sub__, self.T).flat)
        demand(symmetric, "not defined here: an eigenvalue of a matrix that is not symmetric")
        c, hi = self.characteristic()[0], sum(map(FUNCTIONS["abs"], self.flat), ONE).hi
        lo, over_lo, over_hi = hi.copy_negate(), len(self.rows), 0
        for _ in range(5 * Ball.down.prec):
            t = Ball.down.add(lo, (hi - lo) * Decimal("0.47"))
            try:
                signs = [s for s in (order(x, ZERO) for x in shifted(c, Ball(t, t))) if s]
            except Undecided:
                break
            over = sum(s != u for s, u in pairwise(signs))
            lo, hi, over_lo, over_hi = (t, hi, over, over_hi) if over >= k else (lo, t, over_lo, over)
        guess = ((Fraction(lo) + Fraction(hi)) / 2).limit_denominator(10**5)
        if lo < guess <= hi and all(x.exact is not None for x in c):
            equal = takewhile(lambda x: x.exact == 0, reversed(shifted(c, rational(guess))))
            if len(list(equal)) == over_lo - over_hi:  # all eigenvalues between lo and hi are this one
                return rational(guess)
        return Ball(lo, hi)

    def sigma(self, k: int) -> Ball:
        return ranked((self.gram().eigenvalue(k), ZERO)).root()

    def kappa(self) -> Ball:
        low = self.sigma(min(self.shape))
        return INFINITY if low.exact == 0 else self.sigma(1) * low.inverse()

    def norm(self, kind: str) -> Any:
        if kind == "F" or (kind == "2" and 1 in self.shape):
            return power(sum((x * x for x in self.flat), ZERO), HALF)
        if kind in ("2", "nuc"):
            return sum((self.sigma(k) for k in range(1, 1 + (min(self.shape) if kind == "nuc" else 1))), ZERO)
        sizes = self.each(FUNCTIONS["abs"])
        lines = {"1": sizes.T.rows, "inf": sizes.rows, "max": [[x] for x in sizes.flat]}[kind]
        return ranked(sum(line, ZERO) for line in lines)

    def softmax(self) -> "Matrix":
        powers = self.each(FUNCTIONS["exp"])
        return Matrix.diag([apply("inverse", sum(row, ZERO)) for row in powers.rows]) @ powers


def shifted(c: list[Any], t: Any) -> list[Any]:
    """The coefficients of p(x + t) from those of p, highest first."""
    for end in range(len(c), 1, -1):
        c = [*accumulate(c[:end], lambda s, x: x + s * t), *c[end:]]
    return c


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
        else:
            demand(1 < len(stack) <= MAX_DEPTH, "malformed: unbalanced parentheses, or nested too deep")
            tree = stack.pop()
            tree.names = frozenset().union(*(t.names if isinstance(t, Tree) else [t] * (t[0] == '"') for t in tree))
            spend(len(tree.names))
            if len(tree) == 2 and isinstance(tree[0], str) and tree[0][0] == "%":
                short[tree[0]] = tree[1]
            stack[-1].append(tree)
    demand(len(stack) == 1 and list(map(type, stack[0])) == [Tree], "malformed: unbalanced parentheses")
    return stack[0][0]


class Evaluator:
    """Evaluates trees; ``env`` maps quoted names to integers and matrices. Relations that fail go to ``failures``."""

    def __init__(self, env: dict[str, Any], parent: "Evaluator | None" = None, rank: int = 0) -> None:
        self.env, self.rank = env, rank
        self.memo: dict[Any, Any] = parent.memo if parent else {}
        self.failures: list[tuple[Any, ...]] = parent.failures if parent else []

    def under(self, name: str, value: Any, rank: int = 0) -> "Evaluator":
        spend(60 + len(self.env))
        return Evaluator({**self.env, name: value}, self, rank or self.rank)

    def each(self, name: str, low: int, high: int, body: Any) -> Iterable[Matrix]:
        return (self.under(name, k).value(body) for k in range(low, high + 1))

    def blocks(self, i: str, m: int, j: str, n: int, body: Any) -> Matrix:
        return Matrix.stack(Matrix.beside(self.under(i, k).each(j, 1, n, body)) for k in range(1, m + 1))

    def number(self, tree: Any) -> Any:
        return self.value(tree).scalar

    def integer(self, tree: Any, low: int = -(10**6), high: int = 10**6) -> int:
        """The value of a size or an index."""
        value = self.number(tree).exact
        fits = value is not None and value.denominator == 1 and low <= value <= high
        demand(fits, f"sizes: {str(value)[:40]} is no integer from {low} to {high}")
        return int(value)

    def index(self, tree: Any, n: int) -> int:
        """An index from one, or "max" for the first and "min" for the last."""
        return {"max": 1, "min": n}[tree] if tree in ("max", "min") else self.integer(tree, 1, n)

    def dim(self, tree: Any) -> int:
        sizes = [self.integer(part, 1, MAX_DIM) for part in tree[:10]]
        demand(len(tree) <= 10 and prod(sizes) <= MAX_DIM, f"sizes: a dimension larger than {MAX_DIM}")
        return prod(sizes)

    def value(self, tree: Any) -> Matrix:
        """The matrix that a tree stands for, remembered with the values of its names (which thereby stay alive)."""
        if isinstance(tree, str):
            named = tree[:1] == '"' and isinstance(self.env.get(tree), int)
            demand(named or tree[:1] != '"', f"the size or index {tree[:40]} has no value")
            demand(named or NUMBER.fullmatch(tree), f"malformed: {tree[:40]!r} is not an exact number")
            return Matrix([[rational(self.env[tree] if named else Fraction(tree))]])
        op = tree[0] if isinstance(tree, list) and tree and isinstance(tree[0], str) else type(tree).__name__
        demand(op in OPERATORS, f"unknown operator {op[:40]!r}: it cannot be rechecked")
        values = [self.env.get(name) for name in getattr(tree, "names", ())]
        spend(1 + len(values))
        key = (id(tree), *map(id, values))
        if key not in self.memo:
            kinds, f = OPERATORS[op]
            read = {"i": self.integer, "d": self.dim, "t": lambda t: t}
            kinds = "t" * (len(tree) - 1) if kinds == "*" else kinds
            data = [read[kind](t) for kind, t in zip(kinds, tree[1:], strict=False)]
            a = f(self, *data, *map(self.value, tree[1 + len(data) :]))
            self.memo[key] = a if isinstance(a, Matrix) else Matrix([[a]]), values, tree
        return self.memo[key][0]

    def var(self, rows: int, cols: int, name: str) -> Matrix:
        a = self.env.get(name)
        demand(isinstance(a, Matrix), f"the variable {name[:40]} has no value")
        demand(a.shape == (rows, cols), f"the input {name[:40]} is {a.size}, declared {rows} x {cols}")
        return a

    def deriv(self, name: str, mode: str, body: Any, point: Any, direction: Any = None) -> Matrix:
        """The derivative by all entries of a name at a point (rows or, for "vec", columns first), or in a direction."""
        p = self.value(point).T if mode == "vec" else self.value(point)
        steps = [{k: ONE} for k in range(len(p.flat))] if direction is None else [{0: x} for x in direction.flat]
        jets = Matrix([[Jet(self.rank + 1, x, step) for x, step in zip(p.flat, steps, strict=True)]]).shaped(*p.shape)
        out = self.under(name, jets.T if mode == "vec" else jets, self.rank + 1).value(body)
        slopes = [x.slopes if x.rank > self.rank else {} for x in (out.T if mode == "vec" else out).flat]
        if direction is not None:
            return Matrix([[slope.get(0, ZERO) for slope in slopes]]).shaped(*out.shape)
        return Matrix.table(len(slopes), len(steps), lambda i, k: slopes[i].get(k, ZERO))

    def extremum(self, up: bool, binders: Any, conditions: Any, body: Any) -> Any:
        """A supremum is at least the value at its witness (an input of the bound name), an infimum at most."""
        for name, rows, cols in binders:
            self.var(self.dim(rows), self.dim(cols), name)
        met = all(order(self.truth(f), ONE) == 0 for f in conditions)
        demand(met, "a witness does not satisfy the conditions of its supremum or infimum")
        x = self.number(body)
        if len(binders) == 1 and any(self.alone(binders[0][0], f) for f in conditions):
            return x
        return Ball(x.lo, INFINITE) if up else Ball(-INFINITE, x.hi)

    def alone(self, name: str, condition: Any) -> bool:
        """Whether an equation has no other solution: of one real number, with a slope that vanishes nowhere."""
        if condition[0] != "=" or self.env[name].shape != (1, 1):
            return False
        line = Matrix([[Jet(self.rank + 1, Ball(-INFINITE, INFINITE), {0: ONE})]])
        try:
            x, y = (self.under(name, line, self.rank + 1).value(side) for side in condition[1:])
            return any(order(d.slopes.get(0, ZERO), ZERO) for d in x.each(Ball.__sub__, y).flat if d.rank > self.rank)
        except (Undecided, Rejected, ArithmeticError):
            return False

    def truth(self, f: Any) -> Ball:
        demand(f[0] in FORMULAS, f"a relation that cannot be rechecked: {str(f[0])[:40]}")
        return self.value(f).scalar

    def either(self, formulas: Iterable[Any]) -> Ball:
        """The truth of a disjunction; what follows a true part is not evaluated."""
        found = [ZERO]
        for f in formulas:
            found.append(ONE if found[-1].exact == 1 else self.truth(f))
        return ranked(found)

    def quantified(self, every: bool, binders: Any, f: Any) -> Ball:
        """Over indices, all of them; over matrices, the witness, an input, bounds the truth from one side."""
        if not binders:
            return self.truth(f)
        (sort, name, first, second), *others = binders
        if sort == "index":
            ks = range(self.integer(first), self.integer(second) + 1)
            inner = [self.under(name, k).quantified(every, others, f) for k in ks]
            return (least if every else ranked)([*inner, ONE if every else ZERO])
        self.var(self.dim(first), self.dim(second), name)
        x = self.quantified(every, others, f)
        return Ball(ZERO.lo, x.hi) if every else Ball(x.lo, ONE.hi)

    def relation(self, op: str, a: Matrix, b: Matrix) -> Any:
        """The truth of a relation, of all entries (of some entry for !=); those that fail are noted."""
        if op == "shape":
            self.failures += [] if a.shape == b.shape else [(None, a.size, b.size)]
            return rational(a.shape == b.shape)
        true = a.each(lambda x, y: (truth(op, x, y), x, y), b)
        places = [((i, j), x, y) for i, row in enumerate(true.rows) for j, (t, x, y) in enumerate(row) if t is ZERO]
        self.failures += places
        return (ranked if op == "!=" else least)(t for t, _, _ in true.flat)


FORMULAS = {"shape", "=", "!=", "<", "<=", ">", ">=", "and", "or", "not", "implies", "iff", "forall", "exists"}
SIGNS = {"=": (0,), "!=": (-1, 1), "<": (-1,), "<=": (-1, 0), ">": (1,), ">=": (0, 1)}
# What follows each operator (i integer, d dimension, t a tree as it stands), then the matrices. f takes the evaluator.
OPERATORS: dict[str, tuple[str, Callable[..., Any]]] = {
    **{op: ("", lambda e, a, b, op=op: e.relation(op, a, b)) for op in ("shape", *SIGNS)},
    **{op: ("", lambda e, a, f=f: a.each(f)) for op, f in FUNCTIONS.items()},
    **dict.fromkeys(("const", "size"), ("", lambda e, x: x)),
    **dict.fromkeys(("add", "+"), ("", lambda e, *mats: reduce(add, mats))),
    **dict.fromkeys(("hadamard", "scale", "*"), ("", lambda e, *mats: reduce(lambda a, b: a.each(mul, b), mats))),
    **dict.fromkeys(("hpow", "^"), ("", lambda e, a, s: a.each(power, s))),
    "not": ("t", lambda e, f: ONE - e.truth(f)),
    "or": ("*", lambda e, *fs: e.either(fs)),
    "and": ("*", lambda e, *fs: ONE - e.either([["not", f] for f in fs])),
    "implies": ("*", lambda e, *fs: e.either([*(["not", f] for f in fs[:-1]), fs[-1]])),
    "iff": ("tt", lambda e, f, g: truth("=", e.truth(f), e.truth(g))),
    "forall": ("tt", lambda e, *parts: e.quantified(True, *parts)),
    "exists": ("tt", lambda e, *parts: e.quantified(False, *parts)),
    "var": ("ddt", Evaluator.var),
    "real": ("t", lambda e, name: {"pi": PI, "e": ONE.exp(), "infinity": INFINITY}[name]),
    "delta": ("", lambda e, i, j: i.each(lambda x, y: truth("=", x, y), j)),
    "eye": ("d", lambda e, n: Matrix.diag([ONE] * n)),
    "ones": ("dd", lambda e, m, n: Matrix.table(m, n, lambda i, j: ONE)),
    "zeros": ("dd", lambda e, m, n: Matrix.table(m, n, lambda i, j: ZERO)),
    # vec(A^T)[i n + k] = A[i, k] = vec(A)[k m + i] for A of m x n
    "commutation": (
        "dd",
        lambda e, m, n: Matrix.table(m * n, m * n, lambda r, c: (ZERO, ONE)[c == r % n * m + r // n]),
    ),
    "basis": ("td", lambda e, i, n: Matrix([[ZERO]] * ((k := e.index(i, n)) - 1) + [[ONE]] + [[ZERO]] * (n - k))),
    "matmul": ("", lambda e, a, b: a @ b),
    "kron": ("", lambda e, a, b: a.kron(b)),
    "transpose": ("", lambda e, a: a.T),
    "vec": ("", lambda e, a: a.T.shaped(len(a.flat), 1)),
    "vecr": ("", lambda e, a: a.shaped(len(a.flat), 1)),
    "unvecr": ("dd", lambda e, m, n, v: v.shaped(m, n)),
    "reshape": ("dd", lambda e, m, n, a: a.shaped(m, n if m == a.shape[0] else 0)),
    "diag": ("", lambda e, v: Matrix.diag(v.flat)),
    "diagpart": ("", lambda e, a: Matrix([a.diagonal]).T),
    "trace": ("", lambda e, a: sum(a.diagonal, ZERO)),
    "entry": ("tt", lambda e, i, j, a: a.rows[e.index(i, a.shape[0]) - 1][e.index(j, a.shape[1]) - 1]),
    "row": ("t", lambda e, i, a: Matrix([a.rows[e.index(i, a.shape[0]) - 1]])),
    "col": ("t", lambda e, j, a: Matrix([a.T.rows[e.index(j, a.shape[1]) - 1]]).T),
    "sum": ("ddtiit", lambda e, m, n, *each: reduce(add, e.each(*each), Matrix.table(m, n, lambda i, j: ZERO))),
    "prod": ("tiit", lambda e, *each: reduce(mul, (a.scalar for a in e.each(*each)), ONE)),
    "blocks": ("titit", Evaluator.blocks),
    "hcat": ("", lambda e, *mats: Matrix.beside(mats)),
    "vcat": ("", lambda e, *mats: Matrix.stack(mats)),
    "map": ("t", lambda e, name, a: a.each(FUNCTIONS.get(name) or demand(False, f"unknown function {name[:40]!r}"))),
    "softmax": ("", lambda e, a: a.softmax()),
    "inv": ("", lambda e, a: a.inverse()),
    "rank": ("", lambda e, a: a.rank()),
    "kappa": ("", lambda e, a: a.kappa()),
    "det": ("", lambda e, a: a.each(Ball.__neg__).characteristic()[0][-1]),
    "mpow": ("t", lambda e, k, a: reduce(matmul, [a] * e.integer(k, 0), Matrix.diag([ONE] * len(a.diagonal)))),
    "indicator": ("t", lambda e, op, a, b: a.each(lambda x, y: truth(op, x, y), b)),
    "where": ("", lambda e, c, a, b: a.each(lambda x, y, t: x if order(t, ZERO) else y, b, c)),
    "deriv": ("tttt", Evaluator.deriv),
    "frechet": ("ttt", lambda e, name, body, p, h: e.deriv(name, "vecr", body, p, h)),
    "grad": ("ttt", lambda e, name, body, p: e.deriv(name, "vecr", body, p).shaped(*e.value(p).shape)),
    "norm": ("t", lambda e, kind, a: a.norm(kind)),
    "sigma": ("t", lambda e, k, a: a.sigma(e.index(k, min(a.shape)))),
    "eig": ("t", lambda e, k, a: a.eigenvalue(e.index(k, len(a.diagonal)))),
    "order": ("t", lambda e, k, a: ranked(a.flat, e.index(k, len(a.flat)))),
    "maxover": ("tiit", lambda e, *each: ranked(a.scalar for a in e.each(*each))),
    "minover": ("tiit", lambda e, *each: least(a.scalar for a in e.each(*each))),
    "max": ("", lambda e, *mats: ranked(a.scalar for a in mats)),
    "min": ("", lambda e, *mats: least(a.scalar for a in mats)),
    "maxentry": ("", lambda e, a: ranked(a.flat)),
    "minentry": ("", lambda e, a: least(a.flat)),
    "sup": ("ttt", lambda e, *parts: e.extremum(True, *parts)),
    "inf": ("ttt", lambda e, *parts: e.extremum(False, *parts)),
}


# Certificates.

FIELDS = {"schema": int, "kind": str, "claim": str, "problem": str, "sizes": dict, "indices": dict, "inputs": dict}
FIELDS |= {"entry": list | None, "lhs": object, "rhs": object, "hash": str}
PARTS = ["sizes", "least", "relations", "variables", "functions", "indices", "hypotheses", "goal"]
KINDS = {"=": "equality-fails", "!=": "inequation-fails", "shape": "shape-differs"}
KINDS |= {op: f"{'strict-' * (len(op) == 1)}inequality-violated" for op in ("<", ">", "<=", ">=")}


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    demand(len(dict(pairs)) == len(pairs), "malformed: a field or name occurs twice")
    return dict(pairs)


def load(path: str | Path) -> dict[str, Any]:
    """Read a certificate; its fields are there and the hash is right."""
    with Path(path).open("rb") as file:
        text = file.read(MAX_BYTES + 1)
    demand(len(text) <= MAX_BYTES, "the file is too large")
    try:
        data = json.loads(text, parse_float=str, parse_constant=str, object_pairs_hook=once)
    except (ValueError, RecursionError) as error:
        raise Rejected(f"truncated or not JSON: {str(error)[:100]}") from error
    demand(isinstance(data, dict) and FIELDS.keys() <= data.keys(), "truncated: fields are missing")
    demand(data["schema"] == 1, f"unknown schema {str(data['schema'])[:20]}")
    rest = json.dumps({k: v for k, v in data.items() if k != "hash"}, sort_keys=True, separators=(",", ":"))
    demand(data["hash"] == hashlib.sha256(rest.encode()).hexdigest(), "hash does not match")
    for name, kind in FIELDS.items():
        demand(isinstance(data[name], kind), f"malformed: the field {name}")
    return data


def read_problem(text: str) -> dict[str, Any]:
    """The parts of a problem by name."""
    tree = read_tree(text)
    tree = tree[-1] if tree[0] == "let" else tree
    demand([tree[0], *(part[0] for part in tree[1:])] == ["problem", *PARTS], "malformed: the parts of the problem")
    return {part[0]: part[1:] for part in tree[1:]}


def recorded(e: Evaluator, side: Any) -> Any:
    """A recorded side: an exact number, {"low", "high"} or "infinity"."""
    if not isinstance(side, dict):
        return INFINITY if side == "infinity" else e.number(side)
    low, high = e.number(side["low"]), e.number(side["high"])
    demand(order(low, high) <= 0, "a recorded enclosure is empty")
    return Ball(low.lo, high.hi)


def matches(e: Evaluator, side: Any, computed: Any) -> bool:
    """Whether a recorded side can be the computed one; a whole matrix is not recorded."""
    if side is None or isinstance(computed, str) or side == "infinity" or computed is INFINITY:
        return side is None or (computed is INFINITY if side == "infinity" else side == computed)
    try:
        return order(recorded(e, side), computed) == 0
    except Undecided:
        return isinstance(side, dict) or computed.exact is None


def declare(e: Evaluator, parts: dict[str, Any]) -> None:
    """Sizes obey their rules, indices their ranges; inputs that are missing are defined by a hypothesis."""
    for name, least in [*((name, "1") for name in parts["sizes"]), *parts["least"]]:
        demand(e.integer(name) >= int(least), f"sizes: {name} = {e.integer(name)} is less than {least}")
    for op, tree in parts["relations"]:
        demand(order(e.number(tree), ZERO) in SIGNS[op], f"sizes: a relation {op} 0 fails")
    for _, name, low, high in parts["indices"]:
        demand(e.integer(low) <= e.integer(name) <= e.integer(high), f"the index {name} is out of range")
    definitions = [h[1:] for h in parts["hypotheses"] if h[0] == "=" and h[1][0] == "var"]
    for left, right in (definition for _ in definitions for definition in definitions):
        spend(1)
        if left[3] not in e.env and all(n in e.env for n in right.names):
            e.env[left[3]] = e.value(right)
    for name, rows, cols in parts["variables"]:
        e.var(e.dim(rows), e.dim(cols), name)


def examine(data: dict[str, Any], parts: dict[str, Any]) -> None:
    """One round at the present precision."""
    e, (goal,), entry = Evaluator({}), parts["goal"], data["entry"]
    e.env |= {json.dumps(n): v for n, v in {**data["sizes"], **data["indices"]}.items()}
    demand(all(type(v) is int for v in e.env.values()), "malformed: a size or index that is no integer")
    e.env |= {json.dumps(n): Matrix([[e.number(x) for x in row] for row in a]) for n, a in data["inputs"].items()}
    declare(e, parts)
    for k, hypothesis in enumerate(parts["hypotheses"], 1):
        demand(order(e.truth(hypothesis), ONE) == 0, f"hypothesis {k} fails")
    e.failures.clear()
    demand(order(e.truth(goal), ONE) < 0, "no violation: the goal holds at this input")
    places = [None, (0, 0)] if entry is None else [(entry[0] - 1, entry[1] - 1)]
    fits = [sides for place, *sides in e.failures if place in places]
    demand(fits, "no violation at the recorded entry")
    while goal[0] in ("implies", "forall", "exists"):
        goal = goal[-1]
    kind = KINDS.get(goal[0], "claim-fails")
    demand(data["kind"] == kind, f"the kind of this violation is {kind}")
    for k, (side, word) in enumerate((("lhs", "left"), ("rhs", "right"))):
        fits = [sides for sides in fits if matches(e, data[side], sides[k])]
        demand(fits, f"the recorded {word} side is not the computed one")
    if isinstance(data["lhs"], dict) or isinstance(data["rhs"], dict):
        x, y = (recorded(e, data[side] or "infinity") for side in ("lhs", "rhs"))
        demand(x.lo >= y.hi or y.lo >= x.hi, "the recorded sides are too wide to show a violation")


def recheck(path: str | Path) -> Report:
    """Check one certificate file; a hostile file is rejected, never an error."""
    Ball.work = 0
    try:
        data = load(path)
        parts = read_problem(data["problem"])
        for digits in DIGITS:
            Ball.down.prec = Ball.up.prec = digits
            try:
                examine(data, parts)
                return Report(True, f"{data['kind']}: certain with {digits} digits")
            except Undecided as error:
                doubt = f"no violation: not decided with {digits} digits: {error}"
            if Ball.work > MAX_DOUBT:
                break
        return Report(False, doubt)
    except Rejected as error:
        return Report(False, str(error))
    except OSError as error:
        return Report(False, f"unreadable: {error.strerror}")
    except RecursionError:
        return Report(False, "malformed: nested too deep")
    except ArithmeticError as error:
        return Report(False, f"not defined here, or out of range: {type(error).__name__}")
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        return Report(False, f"malformed: {type(error).__name__}: {str(error)[:100]}")


def main(argv: list[str] | None = None) -> int:
    """Check certificate files and print one line for each."""
    reports = [(path, recheck(path)) for path in (sys.argv[1:] if argv is None else argv)]
    for path, report in reports:
        print(f"{'accepted' if report.accepted else 'REJECTED'}  {path}  {report.reason}")
    return 0 if reports and all(report.accepted for _, report in reports) else 3


if __name__ == "__main__":
    sys.exit(main())
