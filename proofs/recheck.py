"""The independent checker of counterexample certificates: one file, standard library only.

A certificate (``docs/certificates.md``) carries a claim in the kernel of the prefix core language and an exact input.
This program evaluates the claim there by its own arithmetic and accepts only if every hypothesis holds exactly and the
goal fails for certain. It trusts nothing in the file: ``python recheck.py FILE...`` exits with 0 if all are accepted.
"""

import hashlib
import json
import re
import sys
from collections import namedtuple
from collections.abc import Callable, Iterable
from contextlib import suppress
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from functools import cmp_to_key, partialmethod, reduce
from itertools import accumulate, pairwise
from math import isqrt
from operator import add, matmul, methodcaller, mul
from pathlib import Path
from typing import Any

DIGITS, MAX_WORK, MAX_BYTES, MAX_BITS, MAX_DEPTH, MAX_DIM = 60, 2_000_000, 4_000_000, 6000, 250, 5000
NUMBER = re.compile(r"-?[0-9]{1,4000}(/[0-9]{1,4000}|\.[0-9]{1,4000})?")
Report = namedtuple("Report", "accepted reason")


class Rejected(Exception):
    """The certificate proves nothing; the message says why."""


class Undecided(Exception):
    """The precision does not decide."""


def demand(condition: Any, reason: str, error: type[Exception] = Rejected) -> None:
    if not condition:
        raise error(reason)


def spend(amount: int) -> None:
    Ball.work += amount
    demand(Ball.work <= MAX_WORK, "too much work")


class Ball:
    """A real between two decimals. Which one may be known: the rational ``exact``, a root of ``square``, log ``power``."""

    work, rank = 0, 0
    down, up = (Context(DIGITS, rounding, -999999, 999999) for rounding in (ROUND_FLOOR, ROUND_CEILING))

    def __init__(self, lo: Any, hi: Any, exact: Any = None, power: Any = None, square: Any = None) -> None:
        if square is not None and (not square or lo >= 0 or hi <= 0):  # else the sign is not certain
            root = Fraction(isqrt(square.numerator), isqrt(square.denominator))
            if root * root == square:
                exact, square = root if hi > 0 else -root, None
        else:
            square = None
        if power == 1 or exact == 0 or not (exact or lo or hi):  # log 1, or nothing else in between
            exact, power = Fraction(0), Fraction(1)
        if exact is not None:
            lo, hi = (context.divide(*exact.as_integer_ratio()) for context in (Ball.down, Ball.up))
        spend(1)
        self.exact, self.power, self.root = (q and small(q) for q in (exact, power, square))
        self.lo, self.hi, self.finite = lo, hi, lo.is_finite() and hi.is_finite()

    square = property(lambda self: self.root if self.exact is None else self.exact**2)

    def __add__(self, o: Any) -> Any:
        if self is ZERO or o is ZERO:
            return o if self is ZERO else self
        if o.rank or (self.exact is not None and o.exact is not None):
            return o + self if o.rank else rational(self.exact + o.exact)
        power = self.power * o.power if self.power and o.power else None
        cross = None if self.square is None or o.square is None else (self * o).exact
        square = None if cross is None else self.square + 2 * cross + o.square
        return Ball(Ball.down.add(self.lo, o.lo), Ball.up.add(self.hi, o.hi), None, power, square)

    def __mul__(self, o: Any) -> Any:
        if (self.exact == 0 or o.exact == 0) and self.finite and o.finite:
            return ZERO
        if o.rank or (self.exact is not None and o.exact is None):
            return o * self
        if self.exact is not None:
            return rational(self.exact * o.exact)
        corners = [(a, b) for a in (self.lo, self.hi) for b in (o.lo, o.hi)]
        low, high = min(Ball.down.multiply(*c) for c in corners), max(Ball.up.multiply(*c) for c in corners)
        power = self.power ** int(o.exact) if self.power and o.exact in range(-9, 10) else None
        square = None if self.square is None or o.square is None else self.square * o.square
        return Ball(max(low, Decimal(0)) if o is self else low, high, None, power, square)  # a square is not negative

    def __neg__(self) -> Any:
        return self * MINUS

    def inverse(self) -> "Ball":
        demand(self.lo > 0 or self.hi < 0, "not defined here: division by zero")
        square = 1 / self.square if self.square else None
        return Ball(Ball.down.divide(1, self.hi), Ball.up.divide(1, self.lo), square=square)

    def increasing(self, f: Callable[[Decimal], Decimal], **facts: Any) -> "Ball":
        """Apply exp, ln or sqrt: the decimal module rounds these correctly to nearest, so step outward by one unit."""
        return Ball(Ball.down.next_minus(f(self.lo)), Ball.up.next_plus(f(self.hi)), **facts)

    def sqrt(self) -> "Ball":
        demand(self.lo >= 0, "not defined here: root of a negative number")
        y = self.increasing(Ball.down.sqrt, square=self.exact)
        y.lo = max(y.lo, Decimal(0))
        return y

    def exp(self) -> "Ball":
        return rational(self.power) if self.power else self.increasing(Ball.down.exp)

    def log(self) -> "Ball":
        demand(self.lo > 0, "not defined here: logarithm of no positive number")
        return self.increasing(Ball.down.ln, power=self.exact)

    def series(self, first: Callable[["Ball"], "Ball"], ratio: Callable[[int], Fraction]) -> "Ball":
        """Each term is x^2 ratio(n) times the last: at most half of it from n > 4 x^2 on, which bounds the rest."""
        x, n = Ball(self.lo, self.hi), 0
        demand((x * x).hi < 5000, "too much work")
        term = total = first(x)
        while n <= 4 * (x * x).hi or max(-term.lo, term.hi).scaleb(Ball.down.prec) > 1:
            n, term = n + 1, term * (x * x) * rational(ratio(n))
            total = total + term
        return total + term * Ball(MINUS.lo, ONE.hi)

    sin = partialmethod(series, lambda x: x, lambda n: Fraction(-1, (2 * n + 2) * (2 * n + 3)))
    cos = partialmethod(series, lambda x: ONE, lambda n: Fraction(-1, (2 * n + 1) * (2 * n + 2)))

    def erf(self) -> "Ball":
        if self.lo < 9 and self.hi > -9:
            return self.series(lambda x: x * SLOPES["erf"](x, x), lambda n: Fraction(2, 2 * n + 3))
        tail = Ball((ONE + -(-(self * self)).exp()).lo, ONE.hi)  # 1 - erf(x) < e^(-x^2)
        return tail if self.lo > 0 else -tail


class Jet:
    """base + sum of slopes[k] epsilon_k with epsilon^2 = 0; a derivative inside another has the higher rank."""

    exact, __neg__ = None, Ball.__neg__

    def __init__(self, rank: int, base: Any, slopes: dict[int, Any], more: dict[int, Any] | None = None) -> None:
        self.rank, self.base, self.finite = rank, base, base.finite
        self.slopes = slopes | {k: slopes.get(k, ZERO) + d for k, d in more.items()} if more else slopes

    def __getattr__(self, name: str) -> Callable[[], "Jet"]:
        """A function of Ball: its value is the jet's base, its slope goes with all slopes."""
        demand(name in SLOPES, "a quantity that is not supported under a derivative")
        y = getattr(self.base, name)()
        slope = SLOPES[name](self.base, y)
        return lambda: Jet(self.rank, y, {k: slope * d for k, d in self.slopes.items()})

    def __add__(self, o: Any) -> Any:
        if o.rank > self.rank or o is ZERO:
            return self if o is ZERO else o + self
        y, dy = (o.base, o.slopes) if o.rank == self.rank else (o, None)
        return Jet(self.rank, self.base + y, self.slopes, dy)

    def __mul__(self, o: Any) -> Any:
        if o.rank > self.rank or (o.exact == 0 and self.finite):
            return o * self if o.rank > self.rank else ZERO
        y, dy = (o.base, o.slopes) if o.rank == self.rank else (o, {})
        left, right = ({k: d * x for k, d in slopes.items()} for slopes, x in ((self.slopes, y), (dy, self.base)))
        return Jet(self.rank, self.base * y, left, right)


def small(q: Fraction) -> Fraction | None:
    """A rational with too many digits is forgotten, only its enclosure stays."""
    bits = max(q.numerator.bit_length(), q.denominator.bit_length())
    spend(bits // 150)
    return q if bits <= MAX_BITS else None


def rational(q: Fraction | int) -> Ball:
    return Ball(None, None, Fraction(q))


MINUS, ZERO, ONE = map(rational, (-1, 0, 1))
PI_DIGITS = "3.141592653589793238462643383279502884197169399375105820974944592307816406286208998628034825342117067982148086513282306647093844609550582231725359408128481117450284102701938"
PI, INFINITY = Ball(Decimal(PI_DIGITS + "5"), Decimal(PI_DIGITS + "6")), Ball(Decimal("Infinity"), Decimal("Infinity"))
SLOPES: dict[str, Callable[[Any, Any], Any]] = {  # derivatives, from the argument and the value
    "inverse": lambda x, y: -(y * y),
    "sqrt": lambda x, y: (y + y).inverse(),
    "exp": lambda x, y: y,
    "log": lambda x, y: x.inverse(),
    "sin": lambda x, y: x.cos(),
    "cos": lambda x, y: -x.sin(),
    "erf": lambda x, y: (-(x * x)).exp() * (PI * rational(Fraction(1, 4))).sqrt().inverse(),
}


def order(x: Any, y: Any) -> int:
    """The sign of x - y, for certain (minus infinity is itself); where a derivative is taken the two must differ."""
    d = difference = ZERO if x is y or (not (x.rank or y.rank) and x.hi == y.hi == (-INFINITY).hi) else x + -y
    while d.rank:
        d = d.base
    value = d.power - 1 if d.power else d.exact  # log p has the sign of p - 1
    low, high = (d.lo, d.hi) if value is None else (value, value)
    demand(low > 0 or high < 0 or low == high, "numbers that cannot be told apart", Undecided)
    demand(low != 0 or not difference.rank, "not differentiable here: a kink, a jump or a tie")
    return (low > 0) - (low < 0)


def truth(op: str, x: Any, y: Any) -> Ball:
    """Truth values are numbers: 1, 0, or the enclosure of both where the precision does not decide."""
    try:
        return ONE if order(x, y) in SIGNS[op] else ZERO
    except Undecided:
        demand(x.rank == y.rank == 0, "a doubt under a derivative", Undecided)
        return Ball(ZERO.lo, ONE.hi)


def ranked(items: Iterable[Any], k: int = 1) -> Any:
    """The k-th largest number, also where it is not known which one it is."""
    items, by_size = list(items), cmp_to_key(order)
    try:
        return max(items, key=by_size) if k == 1 else sorted(items, key=by_size)[-k]
    except Undecided:
        return Ball(sorted(x.lo for x in items)[-k], sorted(x.hi for x in items)[-k])


def power(x: Any, y: Any) -> Any:
    """x^y: rational powers of every x if y is an integer, other ones of x > 0 (and of 0 if y > 0)."""
    q = y.exact
    demand(q is None or (abs(q.numerator) <= 10_000 and q.denominator <= 200), "an exponent is too large")
    if q is None or q.denominator > 2:
        return ZERO if x.exact == 0 and q and q > 0 else (x.log() * y).exp()
    x = x.sqrt() if q.denominator == 2 else x
    x = x.inverse() if q < 0 else x
    return reduce(lambda root, bit: root * root * x if bit == "1" else root * root, f"{abs(q.numerator):b}", ONE)


class Matrix:
    """A matrix of numbers."""

    def __init__(self, rows: Iterable[list[Any]]) -> None:
        self.rows = list(rows)
        demand(self.rows and self.rows[0] and len(set(map(len, self.rows))) == 1, "malformed: no matrix")
        self.shape, self.flat = (len(self.rows), len(self.rows[0])), [x for row in self.rows for x in row]
        spend(10 + len(self.flat))

    @staticmethod
    def table(m: int, n: int, f: Callable[[int, int], Any]) -> "Matrix":
        spend(m * n)
        return Matrix([f(i, j) for j in range(n)] for i in range(m))

    identity = staticmethod(lambda n: Matrix.table(n, n, lambda i, j: ONE if i == j else ZERO))
    size = property(lambda self: "{} x {}".format(*self.shape))
    T = property(lambda self: Matrix(map(list, zip(*self.rows, strict=True))))

    def shaped(self, m: int, n: int) -> "Matrix":
        demand(m * n == len(self.flat), f"sizes: {self.size} entries cannot be {m} x {n}")
        return self if (m, n) == self.shape else Matrix(self.flat[i * n : i * n + n] for i in range(m))

    def each(self, f: Callable[..., Any], *others: "Matrix") -> "Matrix":
        """Apply a function entrywise; a scalar goes with every entry of the others."""
        mats = [self, *others]
        m, n = (max(a.shape[k] for a in mats) for k in (0, 1))
        demand(all(a.shape in ((m, n), (1, 1)) for a in mats), "sizes: an entrywise operation of different shapes")
        return Matrix.table(m, n, lambda i, j: f(*(a.rows[i % a.shape[0]][j % a.shape[1]] for a in mats)))

    def __add__(self, other: "Matrix") -> "Matrix":
        return self.each(add, other)

    def __matmul__(self, other: "Matrix") -> "Matrix":
        demand(self.shape[1] == other.shape[0], "sizes: a product of shapes that do not match")
        spend(self.shape[0] * self.shape[1] * other.shape[1])
        return Matrix([sum(map(mul, row, column), ZERO) for column in other.T.rows] for row in self.rows)

    def characteristic(self) -> tuple[list[Any], "Matrix"]:
        """Faddeev and LeVerrier: the coefficients c of det(tI - A) from t^n down, and M with A M = -c[n] I."""
        n, c = len(self.rows), [ONE]
        m = am = self.shaped(n, n).each(lambda x: ZERO)
        for k in range(1, n + 1):
            m = Matrix.table(n, n, lambda i, j, last=am: last.rows[i][j] + c[-1] if i == j else last.rows[i][j])
            am = self @ m
            c.append(sum(am.flat[:: n + 1], ZERO) * rational(Fraction(-1, k)))
        return c, m

    def eigenvalue(self, k: int) -> Any:
        """The k-th largest eigenvalue of a symmetric matrix, by bisection; exact if it is a simple enough rational."""
        symmetric = all(x.lo <= 0 <= x.hi for x in self.each(lambda x, y: x + -y, self.T).flat)
        demand(symmetric, "not defined here: an eigenvalue of a matrix that is not symmetric")
        c, hi = self.characteristic()[0], sum((ranked((x, -x)) for x in self.flat), ONE).hi
        lo = hi.copy_negate()
        with suppress(Undecided):
            for _ in range(2 * Ball.down.prec):
                t = Ball.down.add(lo, (hi - lo) * Decimal("0.47"))
                lo, hi = (t, hi) if roots(c, Ball(t, t))[0] >= k else (lo, t)
        with suppress(Undecided):
            guess = rational(((Fraction(lo) + Fraction(hi)) / 2).limit_denominator(10**5))
            above, there = roots(c, guess)
            return guess if above < k <= above + there else Ball(lo, hi)
        return Ball(lo, hi)

    def sigma(self, k: int) -> Any:
        a = self if self.shape[0] >= self.shape[1] else self.T
        square = a.T @ a
        return (square.flat[0] if len(square.flat) == 1 else ranked((square.eigenvalue(k), ZERO))).sqrt()


def roots(c: list[Any], t: Any) -> tuple[int, int]:
    """How many roots of a polynomial without complex ones are above t, and how many are t (Descartes, for p(x + t))."""
    for end in range(len(c), 1, -1):
        c = [*accumulate(c[:end], lambda s, x: x + s * t), *c[end:]]
    signs = [order(x, ZERO) for x in c]
    there = next(k for k, sign in enumerate(reversed(signs)) if sign)
    return sum(s != u for s, u in pairwise(s for s in signs if s)), there


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


class Evaluator(namedtuple("Evaluator", "env rank memo failures")):
    """Evaluates trees; ``env`` maps quoted names to integers and matrices. Relations that fail go to ``failures``."""

    def under(self, name: str, value: Any, rank: int = 0) -> "Evaluator":
        spend(60 + len(self.env))
        return self._replace(env={**self.env, name: value}, rank=rank or self.rank)

    def each(self, name: str, low: int, high: int, body: Any) -> list[Matrix]:
        return [self.under(name, k).value(body) for k in range(low, high + 1)]

    def blocks(self, i: str, m: int, j: str, n: int, body: Any) -> Matrix:
        lines = (self.under(i, k).each(j, 1, n, body) for k in range(1, m + 1))
        return Matrix(sum(parts, []) for line in lines for parts in zip(*(a.rows for a in line), strict=True))

    def value(self, tree: Any) -> Matrix:
        """The matrix that a tree stands for, remembered with the values of its names (which thereby stay alive)."""
        if isinstance(tree, str):
            known = self.env.get(tree) if tree[:1] == '"' else NUMBER.fullmatch(tree) and Fraction(tree)
            if isinstance(known, int | Fraction):
                return Matrix([[rational(known)]])
            raise Rejected(f"{tree[:40]} has no value, or is not an exact number")
        demand(tree[0] in OPERATORS, f"unknown operator {tree[0]!s:.40}: it cannot be rechecked")
        values = [self.env.get(name) for name in getattr(tree, "names", ())]
        spend(1 + len(values))
        key = (id(tree), *map(id, values))
        if key not in self.memo:
            kinds, f = OPERATORS[tree[0]]
            read = {"i": self.integer, "d": self.dim, "t": lambda t: t}
            data = [read[kind](t) for kind, t in zip(kinds, tree[1:], strict=False)]
            a = f(self, *data, *map(self.value, tree[1 + len(data) :]))
            self.memo[key] = a if isinstance(a, Matrix) else Matrix([[a]]), values, tree
        return self.memo[key][0]

    def number(self, tree: Any) -> Any:
        return self.value(tree).shaped(1, 1).flat[0]

    def integer(self, tree: Any, low: int = -(10**6), high: int = 10**6) -> int:
        """The value of a size or an index."""
        value = self.number(tree).exact
        if value is None or value.denominator != 1 or not low <= value <= high:
            raise Rejected(f"sizes: {str(value)[:40]} is no integer from {low} to {high}")
        return int(value)

    def dim(self, tree: Any) -> int:
        return self.integer(["*", "1", *tree], 1, MAX_DIM)

    def var(self, rows: int, cols: int, name: str) -> Matrix:
        a = self.env.get(name)
        demand(isinstance(a, Matrix), f"the variable {name[:40]} has no value")
        demand(a.shape == (rows, cols), f"the input {name[:40]} is {a.size}, declared {rows} x {cols}")
        return a

    def mprod(self, m: int, n: int, name: str, low: int, high: Any, body: Any) -> Matrix:
        return reduce(matmul, self.each(name, low, self.integer(high, low - 1), body), Matrix.identity(n))

    def where(self, condition: Any, a: Any, b: Any) -> Matrix:
        """What no entry of the condition chooses need not be defined."""
        chosen = self.value(condition).each(lambda t: order(t, ZERO))
        needed = (a, any(chosen.flat)), (b, 0 in chosen.flat)
        return chosen.each(lambda t, x, y: x if t else y, *(self.value(f) if used else chosen for f, used in needed))

    def deriv(self, name: str, mode: str, body: Any, point: Any) -> Matrix:
        """The derivative of all entries by all entries of a name at a point, row by row."""
        demand(mode == "vecr", "a derivative with columns first cannot be rechecked")
        p = self.value(point)
        jets = [Jet(self.rank + 1, x, {k: ONE}) for k, x in enumerate(p.flat)]
        inside = self.under(name, Matrix([jets]).shaped(*p.shape), self.rank + 1)
        slopes = [x.slopes if x.rank > self.rank else {} for x in inside.value(body).flat]
        return Matrix.table(len(slopes), len(jets), lambda i, k: slopes[i].get(k, ZERO))

    def supremum(self, binders: Any, conditions: Any, body: Any) -> Any:
        """At least the value at its witness, an input of the bound name; that value if there is no other point."""
        for name, rows, cols in binders:
            self.var(self.dim(rows), self.dim(cols), name)
        for f in conditions:
            demand(order(self.number(f), ONE) == 0, "a witness does not satisfy the conditions of its supremum")
        x = self.number(body)
        alone = len(binders) == 1 and any(self.alone(binders[0][0], f) for f in conditions if f[0] == "=")
        return x if alone else Ball(x.lo, INFINITY.hi)

    def alone(self, name: str, f: Any) -> bool:
        """Whether an equation of one real number has no other solution: its slope vanishes nowhere on the line."""
        line = Matrix([[Jet(self.rank + 1, Ball((-INFINITY).lo, INFINITY.hi), {0: ONE})]])
        with suppress(Undecided, Rejected, ArithmeticError):
            x, y = (self.under(name, line, self.rank + 1).number(side) for side in f[1:])
            return (x + -y).rank > self.rank and order((x + -y).slopes.get(0, ZERO), ZERO) != 0
        return False

    def forall(self, binders: Any, f: Any) -> Ball:
        """Over an index, all its values; over a matrix, the witness, an input, bounds the truth from above."""
        ((sort, name, first, second),) = binders
        if sort == "matrix":
            self.var(self.dim(first), self.dim(second), name)
            return Ball(ZERO.lo, self.number(f).hi)
        cases = self.each(name, self.integer(first), self.integer(second), f)
        return -ranked([MINUS, *(-a.flat[0] for a in cases)])

    def relation(self, op: str, a: Matrix, b: Matrix) -> Any:
        """The truth of a relation, of all entries (of some entry for !=); those that fail are noted."""
        if op == "shape":
            self.failures.extend([] if a.shape == b.shape else [(None, a.size, b.size)])
            return rational(a.shape == b.shape)
        true = a.each(lambda x, y: (truth(op, x, y), x, y), b)
        self.failures.extend((divmod(k, true.shape[1]), x, y) for k, (t, x, y) in enumerate(true.flat) if t is ZERO)
        return ranked(t for t, _, _ in true.flat) if op == "!=" else -ranked(-t for t, _, _ in true.flat)


FUNCTIONS: dict[str, Callable[..., Any]] = {f: methodcaller(f) for f in SLOPES if f != "inverse"}
FUNCTIONS["abs"] = lambda x: ranked((x, -x))
SIGNS = {"=": (0,), "!=": (-1, 1), "<": (-1,), "<=": (-1, 0), ">": (1,), ">=": (0, 1)}
FORMULAS = {"not", "or", "forall", "shape", *SIGNS}
# What follows each operator (i integer, d dimension, t a tree as it stands), then the matrices. f takes the evaluator.
OPERATORS: dict[str, tuple[str, Callable[..., Any]]] = {
    **{op: ("", lambda e, a, b, op=op: e.relation(op, a, b)) for op in ("shape", *SIGNS)},
    "not": ("", lambda e, a: a.each(lambda t: ONE + -t)),
    "or": ("tt", lambda e, f, g: ONE if (t := e.number(f)).exact == 1 else ranked((t, e.number(g)))),  # g if needed
    "forall": ("tt", Evaluator.forall),
    **{op: ("", lambda e, a, f=f: a.each(f)) for op, f in FUNCTIONS.items()},
    "map": ("t", lambda e, name, a: a.each(FUNCTIONS.get(name) or demand(False, f"unknown function {name[:40]!r}"))),
    **dict.fromkeys(("const", "size"), ("", lambda e, x: x)),
    "real": ("t", lambda e, name: {"pi": PI, "infinity": INFINITY}[name]),
    "var": ("ddt", Evaluator.var),
    "eye": ("d", lambda e, n: Matrix.identity(n)),
    "ones": ("dd", lambda e, m, n: Matrix.table(m, n, lambda i, j: ONE)),
    **dict.fromkeys(("add", "+"), ("", lambda e, *mats: reduce(add, mats))),
    **dict.fromkeys(("hadamard", "scale", "*"), ("", lambda e, *mats: reduce(lambda a, b: a.each(mul, b), mats))),
    **dict.fromkeys(("hpow", "^"), ("", lambda e, a, s: a.each(power, s))),
    "indicator": ("t", lambda e, op, a, b: a.each(lambda x, y: truth(op, x, y), b)),
    "where": ("ttt", Evaluator.where),
    "matmul": ("", lambda e, a, b: a @ b),
    "transpose": ("", lambda e, a: a.T),
    "vecr": ("", lambda e, a: a.shaped(len(a.flat), 1)),
    **dict.fromkeys(("unvecr", "reshape"), ("dd", lambda e, m, n, a: a.shaped(m, n))),
    "row": ("t", lambda e, i, a: Matrix([a.rows[e.integer(i, 1, a.shape[0]) - 1]])),
    "vcat": ("", lambda e, *mats: Matrix(row for a in mats for row in a.rows)),
    "blocks": ("titit", Evaluator.blocks),
    "sum": ("ddtiit", lambda e, m, n, *over: reduce(add, e.each(*over), Matrix.table(m, n, lambda i, j: ZERO))),
    "prod": ("tiit", lambda e, *over: reduce(mul, (a.shaped(1, 1).flat[0] for a in e.each(*over)), ONE)),
    "mprod": ("ddtitt", Evaluator.mprod),
    "maxover": ("tiit", lambda e, *over: ranked(x for a in e.each(*over) for x in a.flat)),
    "order": ("t", lambda e, k, a: ranked(a.flat, e.integer(k, 1, len(a.flat)))),
    "inv": ("", lambda e, a: (c := a.characteristic())[1].each(mul, Matrix([[-c[0][-1].inverse()]]))),
    "det": ("", lambda e, a: a.each(Ball.__neg__).characteristic()[0][-1]),
    "rank": ("", lambda e, a: rational(max(k for k, x in enumerate((a.T @ a).characteristic()[0]) if order(x, ZERO)))),
    "eig": ("t", lambda e, k, a: a.eigenvalue(e.integer(k, 1, len(a.rows)))),
    "sigma": ("t", lambda e, k, a: a.sigma(min(a.shape) if k == "min" else e.integer(k, 1, min(a.shape)))),
    "norm": ("t", lambda e, kind, a: {"nuc": sum(map(a.sigma, range(1, min(a.shape) + 1)), ZERO)}[kind]),
    "kappa": ("", lambda e, a: INFINITY if (low := a.sigma(min(a.shape))).exact == 0 else a.sigma(1) * low.inverse()),
    "deriv": ("tttt", Evaluator.deriv),
    "sup": ("ttt", Evaluator.supremum),
}

FIELDS = {"schema", "kind", "claim", "problem", "sizes", "indices", "inputs", "entry", "lhs", "rhs", "hash"}
PARTS = ["sizes", "least", "relations", "variables", "functions", "indices", "hypotheses", "goal"]
KINDS = {"=": "equality-fails", "!=": "inequation-fails", "shape": "shape-differs"}
KINDS |= {op: f"{'strict-' * (len(op) == 1)}inequality-violated" for op in ("<", ">", "<=", ">=")}
TROUBLE = {Rejected: "", Undecided: "no violation: not decided: ", json.JSONDecodeError: "truncated or not JSON: "}
TROUBLE |= {OSError: "unreadable: ", ArithmeticError: "not defined here, or out of range: "}


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    demand(len(dict(pairs)) == len(pairs), "malformed: a field or name occurs twice")
    return dict(pairs)


def load(path: str | Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Read a certificate and the parts of its problem; the fields are there and the hash is right."""
    demand(Path(path).stat().st_size <= MAX_BYTES, "the file is too large")
    data = json.loads(Path(path).read_bytes(), parse_float=str, parse_constant=str, object_pairs_hook=once)
    demand(isinstance(data, dict) and FIELDS <= data.keys(), "truncated: fields are missing")
    demand(data["schema"] == 1, f"unknown schema {str(data['schema'])[:20]}")
    rest = json.dumps({k: v for k, v in data.items() if k != "hash"}, sort_keys=True, separators=(",", ":"))
    demand(data["hash"] == hashlib.sha256(rest.encode()).hexdigest(), "hash does not match")
    tree = read_tree(data["problem"])
    tree = tree[-1] if tree[0] == "let" else tree
    demand([tree[0], *(part[0] for part in tree[1:])] == ["problem", *PARTS], "malformed: the parts of the problem")
    return data, {part[0]: part[1:] for part in tree[1:]}


def declare(e: Evaluator, parts: dict[str, Any]) -> None:
    """Sizes obey their rules, indices their ranges; inputs that are missing are defined by a hypothesis."""
    for name, least in [*((name, "1") for name in parts["sizes"]), *parts["least"]]:
        demand(e.integer(name) >= int(least), f"sizes: {name} = {e.integer(name)} is less than {least}")
    for op, tree in parts["relations"]:
        demand(order(e.number(tree), ZERO) in SIGNS[op], f"sizes: a relation {op} 0 fails")
    for _, name, low, high in parts["indices"]:
        demand(e.integer(low) <= e.integer(name) <= e.integer(high), f"the index {name} is out of range")
    definitions = [h[1:] for h in parts["hypotheses"] if h[0] == "=" and h[1][0] == "var"]
    variables = [name for name, _, _ in parts["variables"]]
    for left, right in (definition for _ in definitions for definition in definitions):
        spend(1)
        if left[3] not in e.env and all(n in e.env or n not in variables for n in right.names):
            e.env[left[3]] = e.value(right)
    for name, rows, cols in parts["variables"]:
        e.var(e.dim(rows), e.dim(cols), name)


def recorded(e: Evaluator, side: Any) -> Any:
    """A recorded side: an exact number, {"low", "high"}, "infinity", a shape, or null for what is not recorded."""
    if not isinstance(side, dict):
        return INFINITY if side == "infinity" else side if side is None or " x " in side else e.number(side)
    low, high = e.number(side["low"]), e.number(side["high"])
    demand(order(low, high) <= 0, "a recorded enclosure is empty")
    return Ball(low.lo, high.hi)


def examine(data: dict[str, Any], parts: dict[str, Any]) -> None:
    """Evaluate the hypotheses and the goal, compare both sides with the recorded ones; refuse what is not as it should be."""
    e, (goal,), entry = Evaluator({}, 0, {}, []), parts["goal"], data["entry"]
    e.env.update({json.dumps(n): v for n, v in {**data["sizes"], **data["indices"]}.items()})
    demand(all(type(v) is int for v in e.env.values()), "malformed: a size or index that is no integer")
    e.env.update({json.dumps(n): Matrix([e.number(x) for x in row] for row in a) for n, a in data["inputs"].items()})
    declare(e, parts)
    for k, f in enumerate([*parts["hypotheses"], goal], 1):
        demand(f[0] in FORMULAS, f"a relation that cannot be rechecked: {str(f[0])[:40]}")
        e.failures.clear()
        demand(f is goal or order(e.number(f), ONE) == 0, f"hypothesis {k} fails")
    demand(order(e.number(goal), ONE) != 0, "no violation: the goal holds at this input")
    places = [None, (0, 0)] if entry is None else [(entry[0] - 1, entry[1] - 1)]
    fits = [sides for place, *sides in e.failures if place in places]
    demand(fits, "no violation at the recorded entry")
    while goal[0] in ("or", "forall"):
        goal = goal[-1]
    kind = KINDS.get(goal[0], "claim-fails")
    demand(data["kind"] == kind, f"the kind of this violation is {kind}")
    for k, side, word in ((0, "lhs", "left"), (1, "rhs", "right")):
        x = recorded(e, data[side])
        fits = [f for f in fits if x in (None, f[k]) or (isinstance(x, Ball) and truth("=", x, f[k]) is not ZERO)]
        demand(fits, f"the recorded {word} side is not the computed one")
    if isinstance(data["lhs"], dict) or isinstance(data["rhs"], dict):
        x, y = (recorded(e, data[side] or "infinity") for side in ("lhs", "rhs"))
        demand(x.lo >= y.hi or y.lo >= x.hi, "the recorded sides are too wide to show a violation")


def recheck(path: str | Path, digits: int = DIGITS // 3) -> Report:
    """Check one certificate file; a hostile file is rejected, never an error. Few digits are enough for most."""
    Ball.work, Ball.down.prec, Ball.up.prec = 0, digits, digits
    try:
        data, parts = load(path)
        examine(data, parts)
        return Report(True, f"{data['kind']}: certain with {digits} digits")
    except Exception as error:
        if digits < DIGITS:
            return recheck(path, DIGITS)
        words = next((text for kind, text in TROUBLE.items() if isinstance(error, kind)), "malformed: ")
        return Report(False, f"{words}{error!s:.200}")


def main(argv: list[str] | None = None) -> int:
    """Check certificate files and print one line for each."""
    reports = [(path, recheck(path)) for path in (sys.argv[1:] if argv is None else argv)]
    for path, report in reports:
        print(f"{'accepted' if report.accepted else 'REJECTED'}  {path}  {report.reason}")
    return 0 if reports and all(report.accepted for _, report in reports) else 3


if __name__ == "__main__":
    sys.exit(main())
