"""The independent checker of counterexample certificates (``docs/certificates.md``): ``python recheck.py FILE...``."""

import hashlib
import json
import re
import sys
from collections import namedtuple
from contextlib import suppress
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from functools import cmp_to_key, partialmethod, reduce
from heapq import nlargest
from itertools import accumulate, pairwise
from math import isqrt
from operator import add, matmul, methodcaller, mul, neg
from pathlib import Path
from typing import Any

DIGITS, MAX_WORK, MAX_BYTES, MAX_BITS, MAX_DEPTH, MAX_DIM = 60, 2_000_000, 4_000_000, 12_000, 250, 5000
NUMBER = re.compile(r"-?[0-9]{1,4000}(/[0-9]{1,4000}|\.[0-9]{1,4000})?")
Report = namedtuple("Report", "accepted reason")


class Rejected(Exception):
    """The certificate proves nothing; the message says why."""


class Undecided(Exception):
    """The precision does not decide."""


def demand(condition: Any, reason: str, error: type[Exception] = Rejected) -> None:
    if not condition:
        raise error(reason)


def spend(amount: int) -> int:
    Ball.work += amount
    demand(Ball.work <= MAX_WORK, "too much work")
    return amount


class Ball:
    """A real between two decimals. Which one may be known: the fraction ``exact``, a root of ``square``, log ``power``."""

    work, rank = 0, 0
    down, up = (Context(DIGITS, rounding, -999999, 999999) for rounding in (ROUND_FLOOR, ROUND_CEILING))
    square = property(lambda self: self.root if self.exact is None else self.exact**2)

    def __init__(self, lo: Any, hi: Any = None, power: Any = None, square: Any = None) -> None:
        exact = None if isinstance(lo, Decimal) else Fraction(lo)
        square = None if square and lo < 0 < hi else square  # its root must have a certain sign
        if square is not None and (root := Fraction(*map(isqrt, square.as_integer_ratio()))) ** 2 == square:
            exact, square = root if hi > 0 else -root, None
        if power == 1 or exact == 0 or not (exact or lo or hi):  # log 1, or nothing else in between
            exact, power = Fraction(0), Fraction(1)
        if exact is not None:
            lo, hi = (context.divide(*exact.as_integer_ratio()) for context in (Ball.down, Ball.up))
        bits = sum(n.bit_length() for q in (exact, power, square) if q for n in q.as_integer_ratio())
        spend(1 + bits // 300)
        self.lo, self.hi, self.finite = lo, hi, lo.is_finite() and hi.is_finite()
        self.exact, self.power, self.root = (q if bits <= MAX_BITS else None for q in (exact, power, square))

    def __add__(self, o: Any) -> Any:
        if self is ZERO or o is ZERO:
            return o if self is ZERO else self
        if o.rank or (self.exact is not None and o.exact is not None):
            return o + self if o.rank else Ball(self.exact + o.exact)
        power = self.power * o.power if self.power and o.power else None
        cross = None if self.square is None or o.square is None else (self * o).exact
        square = None if cross is None else self.square + 2 * cross + o.square
        return Ball(Ball.down.add(self.lo, o.lo), Ball.up.add(self.hi, o.hi), power, square)

    def __mul__(self, o: Any) -> Any:
        if o.rank or (self.exact is not None and o.exact is None):
            return o * self
        if o.exact is not None and (self.exact is not None or (o.exact == 0 and self.finite)):
            return Ball(self.exact * o.exact) if self.exact and o.exact else ZERO
        corners = [(a, b) for a in (self.lo, self.hi) for b in (o.lo, o.hi)]
        low, high = min(Ball.down.multiply(*c) for c in corners), max(Ball.up.multiply(*c) for c in corners)
        power = self.power ** int(o.exact) if self.power and o.exact in range(-9, 10) else None
        square = None if self.square is None or o.square is None else self.square * o.square
        return Ball(max(low, Decimal(0)) if o is self else low, high, power, square)  # a square is not negative

    def __neg__(self) -> Any:
        return self * MINUS

    def order(self, y: Any) -> int:
        """The sign of self - y, for certain (minus infinity is itself); where a derivative is taken the two must differ."""
        same = spend(1) and (self is y or (self.rank == y.rank == 0 and self.hi == y.hi == (-INFINITY).hi))
        d = difference = ZERO if same else self + -y
        while d.rank:
            d = d.base
        low, high = (d.power - 1, d.power - 1) if d.power else (d.lo, d.hi)  # log p has the sign of p - 1
        demand(low > 0 or high < 0 or not difference.rank, "not differentiable here: a kink, a jump or a tie")
        demand(low > 0 or high < 0 or low == high, "numbers that cannot be told apart", Undecided)
        return (low > 0) - (low < 0)

    def truth(self, op: str, y: Any) -> "Ball":
        """Truth values are numbers: 1, 0, or the enclosure of both where the precision does not decide."""
        with suppress(Undecided):
            return ONE if self.order(y) in SIGNS[op] else ZERO
        return Ball(ZERO.lo, ONE.hi)

    def __pow__(self, y: Any) -> Any:
        """Rational powers of every number if y is an integer, other ones of positive numbers (and of 0 if y > 0)."""
        x, q = self, y.exact
        demand(q is None or (abs(q.numerator) <= 10_000 and q.denominator <= 200), "an exponent is too large")
        if q is None or q.denominator > 2:
            return ZERO if x.exact == 0 and q and q > 0 else (x.log() * y).exp()
        x = x.sqrt() if q.denominator == 2 else x
        x = x.inverse() if q < 0 else x
        return reduce(lambda root, bit: root * root * x if bit == "1" else root * root, f"{abs(q.numerator):b}", ONE)

    def __getattr__(self, name: str) -> Any:
        """A function by its name; its derivative goes with all slopes of a jet."""
        demand(name in FUNCTIONS, "not supported under a derivative", Rejected if self.rank else AttributeError)
        f, derivative = FUNCTIONS[name]
        if self.rank == 0:
            return lambda: f(self)
        y = getattr(self.base, name)()
        slope = derivative(self.base, y)
        return lambda: Jet(self.rank, y, {k: slope * d for k, d in self.slopes.items()})

    def reciprocal(self) -> "Ball":
        demand(self.lo > 0 or self.hi < 0, "not defined here: division by zero")
        return Ball(Ball.down.divide(1, self.hi), Ball.up.divide(1, self.lo), square=self.square and 1 / self.square)

    def increasing(self, f: Any, **facts: Any) -> "Ball":
        """Apply exp, ln or sqrt: the decimal module rounds them to nearest (at 0 they are exact), so step out by one unit."""
        demand(self.lo or f != Ball.down.ln, "not defined here: the logarithm of zero")
        return Ball(Ball.down.next_minus(f(self.lo)) if self.lo else f(self.lo), Ball.up.next_plus(f(self.hi)), **facts)

    def series(self, first: Any, up: int, down: Any) -> "Ball":
        """Each term is x^2 up / down(n) times the last: at most half of it from n > 4 x^2 on, which bounds the rest."""
        x, n = Ball(self.lo, self.hi), 0
        demand((x * x).hi < 5000, "too much work")
        term = total = first(x)
        while n <= 4 * (x * x).hi or max(-term.lo, term.hi).scaleb(Ball.down.prec) > 1:
            n, term = n + 1, term * (x * x) * Ball(Fraction(up, down(n)))
            total = total + term
        return total + term * Ball(MINUS.lo, ONE.hi)

    def error(self) -> "Ball":
        if self.lo < 9 and self.hi > -9:
            return self.series(lambda x: x * FUNCTIONS["erf"][1](x, x), 2, lambda n: 2 * n + 3)
        return (ONE if self.lo > 0 else MINUS) * Ball((ONE + -(-(self * self)).exp()).lo, ONE.hi)  # 1 - erf < e^(-x^2)

    def arctangent(self) -> "Ball":
        y = self
        for _ in range(2):  # the half of the angle, twice: then y^2 < 1/5
            y = y * (ONE + (ONE + y * y).sqrt()).inverse()
        return Ball(4) * y.series(lambda x: x, -1, lambda n: Fraction(2 * n + 3, 2 * n + 1))


class Jet(Ball):
    """base + sum of slopes[k] epsilon_k with epsilon^2 = 0; a derivative inside another has the higher rank."""

    def __init__(self, rank: int, base: Any, slopes: dict[int, Any], more: dict[int, Any] | None = None) -> None:
        self.rank, self.base, self.exact, self.finite = rank, base, None, base.finite
        self.slopes = slopes | {k: slopes.get(k, ZERO) + d for k, d in more.items()} if more else slopes

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


MINUS, ZERO, ONE, INFINITY = Ball(-1), Ball(0), Ball(1), Ball(Decimal("Infinity"), Decimal("Infinity"))
TERMS = 60  # of the exponential of a matrix
PI = Ball(*(Decimal("3.141592653589793238462643383279502884197169399375105820974944592" + end) for end in "34"))
FUNCTIONS: dict[str, tuple[Any, Any]] = {  # y = f(x) for a ball x, and f'(x) from x and y
    "inverse": (Ball.reciprocal, lambda x, y: -(y * y)),
    "sqrt": (lambda x: x.increasing(Ball.down.sqrt, square=x.exact), lambda x, y: (y + y).inverse()),
    "exp": (lambda x: Ball(x.power) if x.power else x.increasing(Ball.down.exp), lambda x, y: y),
    "log": (lambda x: x.increasing(Ball.down.ln, power=x.exact), lambda x, y: x.inverse()),
    "sin": (lambda x: x.series(lambda x: x, -1, lambda n: (2 * n + 2) * (2 * n + 3)), lambda x, y: x.cos()),
    "cos": (lambda x: x.series(lambda x: ONE, -1, lambda n: (2 * n + 1) * (2 * n + 2)), lambda x, y: -x.sin()),
    "arctan": (Ball.arctangent, lambda x, y: (ONE + x * x).inverse()),
    "erf": (Ball.error, lambda x, y: (-(x * x)).exp() * (PI * Ball(Fraction(1, 4))).sqrt().inverse()),
}


def ranked(items: list[Any], k: int = 1) -> Any:
    """The k-th largest number, also where it is not known which one it is."""
    with suppress(Undecided):
        return nlargest(k, items, cmp_to_key(Ball.order))[-1]
    return Ball(*(nlargest(k, ends)[-1] for ends in ([x.lo for x in items], [x.hi for x in items])))


class Matrix:
    """A matrix of numbers: its entries row by row, and the number of columns."""

    def __init__(self, flat: Any, n: int = 1) -> None:
        self.flat = list(flat)
        demand(self.flat and n and len(self.flat) % n == 0, "malformed: no matrix")
        spend(10 + len(self.flat))
        self.shape = len(self.flat) // n, n

    of_rows = staticmethod(lambda rows: Matrix([x for row in rows for x in row], *set(map(len, rows))))  # one length
    rows = property(lambda a: [a.flat[k : k + a.shape[1]] for k in range(0, spend(len(a.flat)), a.shape[1])])
    T = property(lambda self: Matrix.of_rows([*zip(*self.rows, strict=True)]))
    size = property(lambda self: "{} x {}".format(*self.shape))

    def shaped(self, m: int, n: int) -> "Matrix":
        demand(m * n == len(self.flat), f"sizes: {self.size} entries cannot be {m} x {n}")
        return self if (m, n) == self.shape else Matrix(self.flat, n)

    def each(self, f: Any, *others: "Matrix") -> "Matrix":
        """Apply a function entrywise; a scalar goes with every entry of the others."""
        mats = [self, *others]
        m, n = max(a.shape for a in mats)
        demand(all(a.shape in ((m, n), (1, 1)) for a in mats), "sizes: an entrywise operation of different shapes")
        return Matrix(map(f, *(a.flat if a.shape == (m, n) else a.flat * (m * n) for a in mats)), n)

    __add__, __mul__, __neg__ = partialmethod(each, add), partialmethod(each, mul), partialmethod(each, neg)

    def __matmul__(self, other: "Matrix") -> "Matrix":
        demand(self.shape[1] == other.shape[0], "sizes: a product of shapes that do not match")
        spend(self.shape[0] * self.shape[1] * other.shape[1])
        columns = other.T.rows
        return Matrix([sum(map(mul, row, column), ZERO) for row in self.rows for column in columns], len(columns))

    def characteristic(self) -> tuple[list[Any], "Matrix"]:
        """Faddeev and LeVerrier: the coefficients c of det(tI - A) from t^n down, and M with A M = -c[n] I."""
        n, c = self.shape[0], [ONE]
        m = am = self.shaped(n, n).each(lambda x: ZERO)
        for k in range(1, n + 1):
            m = Matrix([x if i % (n + 1) else x + c[-1] for i, x in enumerate(am.flat)], n)
            am = self @ m
            c.append(sum(am.flat[:: n + 1], ZERO) * Ball(Fraction(-1, k)))
        return c, m

    def eigenvalue(self, k: int) -> Any:
        """The k-th largest eigenvalue of a symmetric matrix, by bisection; exact if it is a simple enough rational."""
        demand(all(x.lo <= 0 <= x.hi for x in (self + -self.T).flat), "not defined here: the matrix is not symmetric")
        c, hi = self.characteristic()[0], sum((ranked([x, -x]) for x in self.flat), ONE).hi
        lo = hi.copy_negate()
        with suppress(Undecided):
            for _ in range(2 * Ball.down.prec):
                t = Ball.down.add(lo, (hi - lo) * Decimal("0.47"))
                lo, hi = (t, hi) if roots(c, Ball(t, t))[0] >= k else (lo, t)
        with suppress(Undecided):
            guess = Ball(((Fraction(lo) + Fraction(hi)) / 2).limit_denominator(10**5))
            above, there = roots(c, guess)
            return guess if above < k <= above + there else Ball(lo, hi)
        return Ball(lo, hi)

    def sigma(self, k: int) -> Any:
        square = self.T @ self if self.shape[0] >= self.shape[1] else self @ self.T
        return (square.flat[0] if len(square.flat) == 1 else ranked([square.eigenvalue(k), ZERO])).sqrt()


def roots(c: list[Any], t: Any) -> tuple[int, int]:
    """How many roots of a polynomial without complex ones are above t, and how many are t (Descartes, for p(x + t))."""
    for end in range(len(c), 1, -1):
        c = [*accumulate(c[:end], lambda s, x: x + s * t), *c[end:]]
    signs = [x.order(ZERO) for x in c]
    return sum(s != u for s, u in pairwise(s for s in signs if s)), next(k for k, s in enumerate(signs[::-1]) if s)


def exponential(a: Matrix) -> Matrix:
    """Taylor's series with its remainder; under a derivative the corner of exp [[a, d], [0, a]] is the slope along d."""
    n, rank = a.shape[0], max(x.rank for x in a.flat)
    demand(a.shape == (n, n), "sizes: the exponential of a matrix that is not square")
    if rank:
        base = Matrix([x.base if x.rank == rank else x for x in a.flat], n)
        slopes = [x.slopes if x.rank == rank else {} for x in a.flat]
        found: list[dict[int, Any]] = [{} for _ in a.flat]
        for k in sorted({k for d in slopes for k in d}):
            corner = Matrix([d.get(k, ZERO) for d in slopes], n).rows
            rows = [*map(add, base.rows, corner), *([ZERO] * n + row for row in base.rows)]
            for place, x in enumerate(x for row in exponential(Matrix.of_rows(rows)).rows[:n] for x in row[n:]):
                found[place][k] = x
        return Matrix([Jet(rank, x, d) for x, d in zip(exponential(base).flat, found, strict=True)], n)
    bound = ranked([sum((ranked([x, -x]) for x in row), ZERO) for row in a.rows])
    demand((bound + bound).order(Ball(TERMS)) < 0, "the exponential of a large matrix")
    total = term = Matrix([ONE if k % (n + 1) == 0 else ZERO for k in range(n * n)], n)
    rest = ONE
    for k in range(1, TERMS + 1):
        rest = rest * bound * Ball(Fraction(1, k))
        term = (term @ a) * Matrix([Ball(Fraction(1, k))])
        total = total + term
    rest = (rest + rest).hi  # the later terms are at most half of those before them
    return total.each(lambda x: x + Ball(-rest, rest)) if rest else total


class Tree(list[Any]):
    """A parenthesized list with its quoted ``names`` and its ``depth``. An abbreviation is the tree it stands for."""


def read_tree(text: str) -> Tree:
    stack, short = [Tree()], {}
    for token in re.findall(r'"(?:[^"\\]|\\.)*"?|[()]|[^\s()"]+', text):
        demand(token[0] != '"' or json.dumps(json.loads(token)) == token, "malformed: a name with other escapes")
        if token == "(":
            stack.append(Tree())
        elif token != ")":
            stack[-1].append(short.get(token, token))
        else:
            demand(len(stack) > 1, "malformed: unbalanced parentheses")
            tree = stack.pop()
            tree.depth = 1 + max((t.depth for t in tree if isinstance(t, Tree) and spend(1 + len(t.names))), default=0)
            demand(tree.depth <= MAX_DEPTH, "malformed: nested too deep")
            tree.names = frozenset().union(*(t.names if isinstance(t, Tree) else [t] * (t[0] == '"') for t in tree))
            if len(tree) == 2 and isinstance(tree[0], str) and tree[0][0] == "%":
                short[tree[0]] = tree[1]
            stack[-1].append(tree[-1] if tree[:1] == ["let"] else tree)
    demand(len(stack) == 1 and list(map(type, stack[0])) == [Tree], "malformed: unbalanced parentheses")
    return stack[0][0]


class Evaluator(namedtuple("Evaluator", "env memo failures")):
    """Evaluates trees; ``env`` maps quoted names to integers and matrices. Relations that fail go to ``failures``."""

    def under(self, name: str, value: Any) -> "Evaluator":
        demand(name[:1] == '"' and spend(60 + len(self.env)), "malformed: a bound name without quotes")
        return self._replace(env={**self.env, name: value})

    def each(self, name: str, low: int, high: int, body: Any) -> list[Matrix]:
        return [self.under(name, k).value(body) for k in range(low, high + 1)]

    def value(self, tree: Any) -> Matrix:
        """The matrix that a tree stands for, remembered with the values of its names (which thereby stay alive)."""
        if isinstance(tree, str):
            known = self.env.get(tree) if tree[:1] == '"' else NUMBER.fullmatch(tree) and Fraction(tree)
            demand(type(known) in (int, Fraction), f"{tree[:40]} has no value, or is not an exact number")
            return Matrix([Ball(known)])
        demand(tree[0] in OPERATORS, f"unknown operator {tree[0]!s:.40}: it cannot be rechecked")
        values = [self.env.get(name) for name in getattr(tree, "names", ())]
        spend(1 + len(values))
        key = (id(tree), *map(id, values))
        if key not in self.memo or not isinstance(tree, Tree):
            kinds, f = OPERATORS[tree[0]]
            read = {"i": self.integer, "d": lambda t: self.integer(["*", "1", *t], 1, MAX_DIM), "t": lambda t: t}
            data = [read[kind](t) for kind, t in zip(kinds, tree[1:], strict=False)]
            a = f(self, *data, *map(self.value, tree[1 + len(data) :]))
            self.memo[key] = a if isinstance(a, Matrix) else Matrix([a]), values, tree
        return self.memo[key][0]

    def number(self, tree: Any) -> Any:
        return self.value(tree).shaped(1, 1).flat[0]

    def integer(self, tree: Any, low: int = -(10**6), high: int = 10**6) -> int:
        x = self.number(tree).exact
        demand(x is not None and low <= x <= high and int(x) == x, f"sizes: {x!s:.40} is no integer in {low}..{high}")
        return int(x)

    def var(self, rows: int, cols: int, name: str) -> Matrix:
        a = self.env.get(name)
        demand(isinstance(a, Matrix), f"the variable {name[:40]} has no value")
        demand(a.shape == (rows, cols), f"the input {name[:40]} is {a.size}, declared {rows} x {cols}")
        return a

    def recorded(self, side: Any) -> Any:
        """A recorded side: an exact number, {"low", "high"}, "infinity", a shape, or null for what is not recorded."""
        if not isinstance(side, dict):
            return INFINITY if side == "infinity" else side if side is None or " x " in side else self.number(side)
        low, high = self.number(side["low"]), self.number(side["high"])
        demand(low.order(high) <= 0, "a recorded enclosure is empty")
        return Ball(low.lo, high.hi)

    def mprod(self, m: int, n: int, name: str, low: int, high: Any, body: Any) -> Matrix:
        return reduce(matmul, self.each(name, low, self.integer(high, low - 1), body), self.value(["eye", [str(n)]]))

    def where(self, condition: Any, a: Any, b: Any) -> Matrix:
        """What no entry of the condition chooses need not be defined."""
        chosen = self.value(condition).each(lambda t: t.order(ZERO))
        needed = (a, any(chosen.flat)), (b, 0 in chosen.flat)
        return chosen.each(lambda t, x, y: x if t else y, *(self.value(f) if used else chosen for f, used in needed))

    def deriv(self, name: str, mode: str, body: Any, point: Any) -> Matrix:
        """The derivative of all entries by all entries of a name at a point, row by row."""
        demand(mode == "vecr", "a derivative with columns first cannot be rechecked")
        rank = Ball.work  # higher for a derivative inside, which begins later
        jets = [Jet(rank, x, {k: ONE}) for k, x in enumerate(self.value(point).flat)]
        values = self.under(name, Matrix(jets, self.value(point).shape[1])).value(body).flat
        slopes = [x.slopes if x.rank == rank else {} for x in values]
        return Matrix([d.get(k, ZERO) for d in slopes for k in range(spend(len(jets)))], len(jets))

    def sup(self, binders: Any, conditions: Any, body: Any) -> Any:
        """At least the value at its witness, an input of the bound name; that value if there is no other point."""
        demand(all(self.value(["var", *shape, name]) for name, *shape in binders), "a witness has no value")
        demand(all(self.number(f).order(ONE) == 0 for f in conditions), "a witness does not meet its conditions")
        for name, (_, left, right) in ((binders[0][0], f) for f in conditions if f[0] == "=" and len(binders) == 1):
            slope = ["deriv", name, "vecr", ["add", left, ["scale", "-1", right]], ["var", [], [], name]]
            with suppress(Undecided, Rejected, ArithmeticError):
                if self.under(name, Matrix([Ball((-INFINITY).lo, INFINITY.hi)])).number(slope).order(ZERO):
                    return self.number(body)
        inside = [x for name in conditions.names for row in getattr(self.env.get(name), "rows", ()) for x in row]
        demand(not any(x.rank for x in inside), "a supremum whose conditions vary is not supported under a derivative")
        return Ball(self.number(body).lo, INFINITY.hi)

    def forall(self, binders: Any, f: Any) -> Ball:
        """Over an index, all its values; over a matrix, the witness, an input, bounds the truth from above."""
        ((sort, name, first, second),) = binders
        if sort == "matrix":
            self.value(["var", first, second, name])
            return Ball(ZERO.lo, self.number(f).hi)
        return -ranked([MINUS, *(-a.flat[0] for a in self.each(name, self.integer(first), self.integer(second), f))])

    def relation(self, op: str, a: Matrix, b: Matrix) -> Any:
        """The truth of a relation, of all entries (of some entry for !=); those that fail are noted."""
        shapes, n = [(ONE if a.shape == b.shape else ZERO, a.size, b.size)], max(a.shape[1], b.shape[1])
        cases = shapes if op == "shape" else a.each(lambda x, y: (x.truth(op, y), x, y), b).flat
        self.failures.extend(([k // n + 1, k % n + 1], x, y) for k, (t, x, y) in enumerate(cases) if t is ZERO)
        return ranked([t for t, _, _ in cases]) if op == "!=" else -ranked([-t for t, _, _ in cases])


MAPS = {"abs": lambda x: ranked([x, -x]), **{f: methodcaller(f) for f in FUNCTIONS if f != "inverse"}}
METHODS = {"var": "ddt", "forall": "tt", "sup": "ttt", "deriv": "tttt", "mprod": "ddtitt", "where": "ttt"}
SIGNS = {"=": (0,), "!=": (-1, 1), "<": (-1,), "<=": (-1, 0), ">": (1,), ">=": (0, 1)}
FORMULAS = {"not", "or", "forall", "shape", *SIGNS}
OPERATORS: dict[str, tuple[str, Any]] = {  # what follows (i integer, d dimension, t tree as it is), then matrices
    **{op: ("", lambda e, a, b, op=op: e.relation(op, a, b)) for op in ("shape", *SIGNS)},
    **{op: (kinds, getattr(Evaluator, op)) for op, kinds in METHODS.items()},
    "not": ("", lambda e, a: a.each(lambda t: ONE + -t)),
    "or": ("tt", lambda e, f, g: ONE if (t := e.number(f)).exact == 1 else ranked([t, e.number(g)])),  # g if needed
    **{op: ("", lambda e, a, f=f: a.each(f)) for op, f in MAPS.items()},
    "map": ("t", lambda e, name, a: a.each(MAPS.get(name) or demand(False, f"unknown function {name[:40]!r}"))),
    **dict.fromkeys(("const", "size"), ("", lambda e, x: x)),
    "real": ("t", lambda e, name: {"pi": PI, "infinity": INFINITY}[name]),
    "eye": ("d", lambda e, n: Matrix([ZERO if k % (n + 1) else ONE for k in range(spend(n * n))], n)),
    "ones": ("dd", lambda e, m, n: Matrix([ONE] * spend(m * n), n)),
    **dict.fromkeys(("add", "+"), ("", lambda e, *mats: reduce(add, mats))),
    **dict.fromkeys(("hadamard", "scale", "*"), ("", lambda e, *mats: reduce(mul, mats))),
    "matmul": ("", lambda e, a, b: a @ b),
    **dict.fromkeys(("hpow", "^"), ("", lambda e, a, s: a.each(pow, s))),
    "indicator": ("t", lambda e, op, a, b: a.each(lambda x, y: x.truth(op, y), b)),
    "transpose": ("", lambda e, a: a.T),
    "vecr": ("", lambda e, a: Matrix(a.flat)),
    **dict.fromkeys(("unvecr", "reshape"), ("dd", lambda e, m, n, a: a.shaped(m, n))),
    "row": ("t", lambda e, i, a: Matrix.of_rows([a.rows[e.integer(i, 1, a.shape[0]) - 1]])),
    "vcat": ("", lambda e, *mats: Matrix.of_rows([row for a in mats for row in a.rows])),
    "stack": ("tiit", lambda e, *over: Matrix.of_rows([row for a in e.each(*over) for row in a.rows])),
    "beside": ("tiit", lambda e, *over: Matrix.of_rows([row for a in e.each(*over) for row in a.T.rows]).T),
    "blocks": ("ttttt", lambda e, i, m, j, n, a: e.value(["stack", i, "1", m, ["beside", j, "1", n, a]])),
    "sum": ("ddtiit", lambda e, m, n, *over: reduce(add, e.each(*over), Matrix([ZERO] * spend(m * n), n))),
    "prod": ("tiit", lambda e, *over: reduce(mul, (a.shaped(1, 1) for a in e.each(*over)), Matrix([ONE]))),
    "maxover": ("tiit", lambda e, *over: ranked([x for a in e.each(*over) for x in a.flat])),
    "order": ("t", lambda e, k, a: ranked(a.flat, e.integer(k, 1, len(a.flat)))),
    "inv": ("", lambda e, a: (c := a.characteristic())[1] * Matrix([-c[0][-1].inverse()])),
    "det": ("", lambda e, a: (-a).characteristic()[0][-1]),
    "expm": ("", lambda e, a: exponential(a)),
    "rank": ("", lambda e, a: Ball(max(k for k, x in enumerate((a.T @ a).characteristic()[0]) if x.order(ZERO)))),
    "eig": ("t", lambda e, k, a: a.eigenvalue(e.integer(k, 1, a.shape[0]))),
    "sigma": ("t", lambda e, k, a: a.sigma(min(a.shape) if k == "min" else e.integer(k, 1, min(a.shape)))),
    "norm": ("t", lambda e, kind, a: {"nuc": sum(map(a.sigma, range(1, min(a.shape) + 1)), ZERO)}[kind]),
    "kappa": ("", lambda e, a: INFINITY if (low := a.sigma(min(a.shape))).exact == 0 else a.sigma(1) * low.inverse()),
}

FIELDS = {"schema", "kind", "claim", "problem", "sizes", "indices", "inputs", "entry", "lhs", "rhs", "hash"}
PARTS = ["sizes", "least", "relations", "variables", "functions", "indices", "hypotheses", "goal"]
KINDS = {"=": "equality-fails", "!=": "inequation-fails", "shape": "shape-differs"}
KINDS |= {op: f"{'strict-' * (len(op) == 1)}inequality-violated" for op in ("<", ">", "<=", ">=")}
TROUBLE = {Rejected: "", Undecided: "no violation: not decided: ", json.JSONDecodeError: "truncated or not JSON: "}
TROUBLE |= {OSError: "unreadable: ", ArithmeticError: "not defined here, or out of range: "}


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    demand(len(dict(pairs)) == len(pairs), "malformed: a field or name occurs twice")
    return dict(pairs)


def load(path: str | Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Read a certificate and the parts of its problem; the fields are there and the hash is right."""
    demand(Path(path).stat().st_size <= MAX_BYTES, "the file is too large")
    data = json.loads(Path(path).read_bytes(), parse_float=str, parse_constant=str, object_pairs_hook=unique)
    demand(isinstance(data, dict) and FIELDS <= data.keys(), "truncated: fields are missing")
    demand(data["schema"] == 1, f"unknown schema {str(data['schema'])[:20]}")
    rest = json.dumps({k: v for k, v in data.items() if k != "hash"}, sort_keys=True, separators=(",", ":"))
    demand(data["hash"] == hashlib.sha256(rest.encode()).hexdigest(), "hash does not match")
    tree = read_tree(data["problem"])
    demand([tree[0], *(part[0] for part in tree[1:])] == ["problem", *PARTS], "malformed: the parts of the problem")
    return data, {part[0]: part[1:] for part in tree[1:]}


def examine(data: dict[str, Any], parts: dict[str, Any]) -> str:
    """Evaluate the hypotheses and the goal, compare both sides with the recorded ones; refuse what is not as it should be."""
    e, (goal,) = Evaluator({}, {}, []), parts["goal"]
    e.env.update({json.dumps(n): v for n, v in {**data["sizes"], **data["indices"]}.items()})
    e.env.update({json.dumps(n): Matrix.of_rows([[*map(e.number, r)] for r in a]) for n, a in data["inputs"].items()})
    limits = [*((name, "1") for name in parts["sizes"]), *((name, k) for name, k in parts["least"])]
    for name, *ends in [*limits, *((name, low, high) for _, name, low, high in parts["indices"])]:
        e.integer(name, *map(e.integer, ends))
    demand(all(e.number(size).order(ZERO) in SIGNS[op] for op, size in parts["relations"]), "sizes: a relation fails")
    variables = {name for name, _, _ in parts["variables"]}
    for h in (h for _ in parts["hypotheses"] for h in parts["hypotheses"] if spend(1 + len(h.names))):
        match h:
            case ["=", ["var", _, _, name], f] if name not in e.env and variables.isdisjoint(f.names - e.env.keys()):
                e.env[name] = e.value(f)
    demand(all(e.value(["var", *shape, name]) for name, *shape in parts["variables"]), "a variable has no value")
    demand(all(x.finite for a in e.env.values() if isinstance(a, Matrix) for x in a.flat), "an input is not finite")
    for k, f in enumerate(parts["hypotheses"], 1):
        demand(e.number(f).order(ONE) == 0 and f[0] in FORMULAS, f"hypothesis {k} fails")
    e.failures.clear()
    demand(e.number(goal).order(ONE) != 0 and goal[0] in FORMULAS, "no violation: the goal holds at this input")
    fits = [sides for place, *sides in e.failures if place == ([1, 1] if data["entry"] is None else data["entry"])]
    while goal[0] in ("or", "forall"):
        goal = goal[-1]
    kind = KINDS.get(goal[0], "claim-fails")
    demand(data["kind"] == kind, f"the kind of this violation is {kind}")
    for k, x in enumerate(recorded := [e.recorded(data["lhs"]), e.recorded(data["rhs"])]):
        fits = [f for f in fits if x in (None, f[k]) or (isinstance(x, Ball) and x.truth("=", f[k]) is not ZERO)]
        demand(fits, f"no violation at the recorded entry with the recorded {('left', 'right')[k]} side")
    if dict in (type(data["lhs"]), type(data["rhs"])):
        x, y = (INFINITY if x is None else x for x in recorded)
        demand(x.lo >= y.hi or y.lo >= x.hi, "the recorded sides are too wide to show a violation")
    return kind


def recheck(path: str | Path, digits: int = DIGITS // 3) -> Report:
    """Check one certificate file; a hostile file is rejected, never an error. Few digits are enough for most."""
    Ball.work, Ball.down.prec, Ball.up.prec = 0, digits, digits
    try:
        return Report(True, f"{examine(*load(path))}: certain with {digits} digits")
    except Exception as error:
        if digits < DIGITS:
            return recheck(path, DIGITS)
        words = (text for kind, text in TROUBLE.items() if isinstance(error, kind))
        return Report(False, f"{next(words, 'malformed: ')}{error!s:.200}")


if __name__ == "__main__":
    for path, report in (reports := [(path, recheck(path)) for path in sys.argv[1:]]):
        print(f"{'accepted' if report.accepted else 'REJECTED'}  {path}  {report.reason}")
    sys.exit(0 if reports and all(report.accepted for _, report in reports) else 3)
