"""Explicit SymPy matrices of core expressions, entry by entry and on demand.

A matrix is a shape and a function of (row, column): only the entries that are asked for are ever built, so a
few entries of a second derivative or of a product of Kronecker matrices cost no more than they need. SymPy's matrix
expressions are not used (their calculus is silently wrong in places); every entry is a scalar, built by constructors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import Any

import sympy

from derive.core import Expr, walk
from derive.errors import NotSupported
from derive.sizes import Dim, Size, product
from derive.sympy_road.folds import folded

Scalar = Any  # a SymPy scalar
ZERO, ONE = sympy.S.Zero, sympy.S.One
MAX_LENGTH = 5_000
MAX_DEPTH = 150


class Lazy:
    """A matrix whose entries are computed when asked for, each once."""

    __slots__ = ("cols", "make", "memo", "rows")

    def __init__(self, rows: int, cols: int, make: Callable[[int, int], Scalar]) -> None:
        self.rows, self.cols, self.make = rows, cols, make
        self.memo: dict[tuple[int, int], Scalar] = {}

    def __call__(self, i: int, j: int) -> Scalar:
        """The entry at row i and column j, counted from zero."""
        if (i, j) not in self.memo:
            self.memo[i, j] = self.make(i, j)
        return self.memo[i, j]

    def entries(self) -> list[Scalar]:
        """All entries, row by row."""
        return [self(i, j) for i in range(self.rows) for j in range(self.cols)]

    def dense(self) -> sympy.Matrix:
        """The whole matrix."""
        return sympy.Matrix(self.rows, self.cols, self.entries())


class Budget:
    """Counts operations; SymPy's cost is that of the written-out expression, which may be exponential in the shared one."""

    def __init__(self, operations: int) -> None:
        self.left = operations
        self.sizes: dict[Scalar, int] = {}

    def spend(self, amount: int) -> None:
        """Take operations.

        Raises:
            NotSupported: None are left.
        """
        self.left -= amount
        if self.left < 0:
            raise NotSupported("the explicit expressions are too large for the SymPy road")

    def written(self, e: Scalar) -> int:
        """The number of operations of an expression that is written out."""
        return folded(e, self.sizes, lambda node: min(1 + sum(self.sizes[a] for a in node.args), 10**12))


_COMPARED: Mapping[str, Callable[[Any], bool]] = {
    ">": lambda u: bool(u > 0),
    ">=": lambda u: bool(u >= 0),
    "!=": lambda u: bool(u != 0),
}


class Explicit:
    """Evaluates core expressions to `Lazy` matrices at concrete sizes.

    Attributes:
        env: Values of size and index names.
        symbols: The symbol of every entry of every variable, by name.
        domain: What has to be ``> 0``, ``>= 0`` or ``!= 0`` for the entries made so far to be defined as they are written:
            SymPy takes ``exp(log(a))`` for ``a`` and ``a / a`` for 1.
        moved: The entries of the points at which derivatives are taken, for the symbols that stand for them.
    """

    def __init__(self, env: Mapping[str, int], variables: Mapping[str, tuple[int, int]], budget: Budget) -> None:
        self.env, self.budget = dict(env), budget
        self.symbols: dict[str, list[list[sympy.Symbol]]] = {}
        self.values: dict[str, Lazy] = {}
        for name, shape in variables.items():
            self.declare(name, *shape)
        self.memo: dict[tuple[Any, ...], Lazy] = {}
        self.domain: dict[tuple[str, Scalar], None] = {}
        self.moved: dict[Scalar, Scalar] = {}
        self.depth = 0
        self.stamp: tuple[Any, ...] = ()

    def requires(self, op: str, u: Scalar) -> None:
        """Put on record that an entry is compared with zero where it is defined.

        Raises:
            NotSupported: It is a number that fails, so nothing is defined anywhere at these sizes.
        """
        if not u.is_Rational:
            self.domain[op, u] = None
        elif not _COMPARED[op](u):
            raise NotSupported(f"a number that has to be {op} 0 is {u} at every point of these sizes")

    def declare(self, name: str, rows: int, cols: int) -> None:
        """Give a variable one real symbol per entry; their names are counters, so no user text reaches SymPy."""
        if rows * cols > MAX_LENGTH:
            raise NotSupported(f"a {rows} x {cols} matrix is not for explicit entries")
        k = len(self.symbols)
        self.symbols[name] = [[sympy.Symbol(f"v{k}_{i}_{j}", real=True) for j in range(cols)] for i in range(rows)]
        grid = self.symbols[name]
        self.values[name] = Lazy(rows, cols, lambda i, j: grid[i][j])

    def size(self, s: Size) -> int:
        """The value of a size or index expression."""
        try:
            return s.evaluate(self.env)
        except (KeyError, ValueError) as error:
            raise NotSupported(f"a size has no value here: {error}") from error

    def length(self, d: Dim) -> int:
        """The length of a composite dimension."""
        n = self.size(product(d))
        if not 1 <= n <= MAX_LENGTH:
            raise NotSupported(f"a dimension of {n} is not for explicit matrices")
        return n

    @contextmanager
    def binding(self, **changes: Any) -> Iterator[None]:
        """Bind an index (``index=(name, value)``) or a variable (``variable=(name, Lazy)``) for a while."""
        saved = self.env, self.values, self.stamp
        if "index" in changes:
            name, value = changes["index"]
            self.env = {**self.env, name: value}
            self.stamp = (*self.stamp, (name, value))
        if "variable" in changes:
            name, lazy = changes["variable"]
            self.values = {**self.values, name: lazy}
            self.stamp = (*self.stamp, (name, id(lazy)))
        try:
            yield
        finally:
            self.env, self.values, self.stamp = saved

    def matrix(self, e: Expr) -> Lazy:
        """Return the matrix of an expression.

        Raises:
            NotSupported: An operation has no explicit entries, or the expression is too large.
        """
        key = (e, self.stamp)
        if key not in self.memo:
            if self.depth > MAX_DEPTH:
                raise NotSupported("the formula is nested too deep for the SymPy road")
            rule = _rules.get(e.op)
            if rule is None:
                raise NotSupported(f"{e.op} has no explicit entries")
            self.depth += 1
            try:
                self.memo[key] = rule(self, e)
            finally:
                self.depth -= 1
        return self.memo[key]

    def scalar(self, e: Expr) -> Scalar:
        """The value of a scalar expression."""
        return self.matrix(e)(0, 0)

    def position(self, s: Size, n: int) -> int:
        """A one-based index as a position.

        Raises:
            NotSupported: It is out of range (then the formula has no value).
        """
        k = self.size(s)
        if not 1 <= k <= n:
            raise NotSupported(f"the index {k} is not between 1 and {n}")
        return k - 1

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        """The operators that are supported."""
        return _rules


Rule = Callable[[Explicit, Expr], Lazy]
_rules: dict[str, Rule] = {}


def rule(*ops: str) -> Callable[[Rule], Rule]:
    """Register the rule of operators."""

    def register(function: Rule) -> Rule:
        _rules.update(dict.fromkeys(ops, function))
        return function

    return register


def total(items: Iterator[Scalar] | list[Scalar]) -> Scalar:
    """Add scalars in one step."""
    return sympy.Add(*items)


def constant(value: Scalar) -> Lazy:
    """A 1 x 1 matrix."""
    return Lazy(1, 1, lambda i, j: value)


# Leaves.


@rule("var")
def _var(x: Explicit, e: Expr) -> Lazy:
    if e.data[0] not in x.values:
        raise NotSupported(f"the variable {e.data[0]} has no shape here")
    return x.values[e.data[0]]


@rule("const")
def _const(x: Explicit, e: Expr) -> Lazy:
    return constant(sympy.Rational(e.data[0].numerator, e.data[0].denominator))


@rule("real")
def _real(x: Explicit, e: Expr) -> Lazy:
    if e.data[0] == "infinity":
        raise NotSupported("infinity has no explicit value")
    return constant({"pi": sympy.pi, "e": sympy.E}[e.data[0]])


@rule("size")
def _size(x: Explicit, e: Expr) -> Lazy:
    return constant(sympy.Integer(x.size(e.data[0])))


@rule("eye")
def _eye(x: Explicit, e: Expr) -> Lazy:
    n = x.length(e.data[0])
    return Lazy(n, n, lambda i, j: ONE if i == j else ZERO)


@rule("ones", "zeros")
def _ones(x: Explicit, e: Expr) -> Lazy:
    value = ONE if e.op == "ones" else ZERO
    return Lazy(x.length(e.data[0]), x.length(e.data[1]), lambda i, j: value)


@rule("commutation")
def _commutation(x: Explicit, e: Expr) -> Lazy:
    m, n = x.length(e.data[0]), x.length(e.data[1])
    # vec(A^T)[i n + k] = A[i, k] = vec(A)[k m + i] for A in R^{m x n}
    return Lazy(m * n, m * n, lambda r, c: ONE if divmod(r, n) == divmod(c, m)[::-1] else ZERO)


@rule("basis")
def _basis(x: Explicit, e: Expr) -> Lazy:
    n = x.length(e.data[1])
    k = x.position(e.data[0], n)
    return Lazy(n, 1, lambda i, j: ONE if i == k else ZERO)


@rule("delta")
def _delta(x: Explicit, e: Expr) -> Lazy:
    return constant(ONE if x.size(e.data[0]) == x.size(e.data[1]) else ZERO)


# Linear structure.


@rule("add")
def _add(x: Explicit, e: Expr) -> Lazy:
    parts = [x.matrix(a) for a in e.args]
    return Lazy(parts[0].rows, parts[0].cols, lambda i, j: total([p(i, j) for p in parts]))


@rule("scale")
def _scale(x: Explicit, e: Expr) -> Lazy:
    s, a = x.matrix(e.args[0]), x.matrix(e.args[1])
    if s(0, 0) == 0 and any(n.op in ("inv", "hpow") or (n.op == "map" and n.data[0] == "log") for n in walk(e.args[1])):
        raise NotSupported("a term that is zero wherever it is defined")  # SymPy forgets where that is
    return Lazy(a.rows, a.cols, lambda i, j: s(0, 0) * a(i, j))


@rule("matmul")
def _matmul(x: Explicit, e: Expr) -> Lazy:
    a, b = x.matrix(e.args[0]), x.matrix(e.args[1])

    def entry(i: int, j: int) -> Scalar:
        x.budget.spend(a.cols)
        terms = []
        for k in range(a.cols):
            left = a(i, k)
            if left is not ZERO:
                terms.append(left * b(k, j))
        return total(terms)

    return Lazy(a.rows, b.cols, entry)


@rule("kron")
def _kron(x: Explicit, e: Expr) -> Lazy:
    a, b = x.matrix(e.args[0]), x.matrix(e.args[1])

    def entry(i: int, j: int) -> Scalar:
        left = a(i // b.rows, j // b.cols)
        return ZERO if left is ZERO else left * b(i % b.rows, j % b.cols)

    return Lazy(a.rows * b.rows, a.cols * b.cols, entry)


@rule("hadamard")
def _hadamard(x: Explicit, e: Expr) -> Lazy:
    a, b = x.matrix(e.args[0]), x.matrix(e.args[1])
    return Lazy(a.rows, a.cols, lambda i, j: a(i, j) * b(i, j))


@rule("transpose")
def _transpose(x: Explicit, e: Expr) -> Lazy:
    a = x.matrix(e.args[0])
    return Lazy(a.cols, a.rows, lambda i, j: a(j, i))


@rule("vec", "vecr")
def _vec(x: Explicit, e: Expr) -> Lazy:
    a = x.matrix(e.args[0])
    if e.op == "vecr":
        return Lazy(a.rows * a.cols, 1, lambda i, j: a(*divmod(i, a.cols)))
    return Lazy(a.rows * a.cols, 1, lambda i, j: a(i % a.rows, i // a.rows))


@rule("reshape")
def _reshape(x: Explicit, e: Expr) -> Lazy:
    return x.matrix(e.args[0])


@rule("unvecr")
def _unvecr(x: Explicit, e: Expr) -> Lazy:
    v, rows, cols = x.matrix(e.args[0]), x.length(e.data[0]), x.length(e.data[1])
    return Lazy(rows, cols, lambda i, j: v(i * cols + j, 0))


@rule("diag")
def _diag(x: Explicit, e: Expr) -> Lazy:
    v = x.matrix(e.args[0])
    n = v.rows * v.cols
    return Lazy(n, n, lambda i, j: (v(i, 0) if v.cols == 1 else v(0, i)) if i == j else ZERO)


@rule("diagpart")
def _diagpart(x: Explicit, e: Expr) -> Lazy:
    a = x.matrix(e.args[0])
    return Lazy(a.rows, 1, lambda i, j: a(i, i))


@rule("trace")
def _trace(x: Explicit, e: Expr) -> Lazy:
    a = x.matrix(e.args[0])
    return Lazy(1, 1, lambda i, j: total([a(k, k) for k in range(a.rows)]))


@rule("entry", "row", "col")
def _entry(x: Explicit, e: Expr) -> Lazy:
    a = x.matrix(e.args[0])
    if e.op == "entry":
        k, m = x.position(e.data[0], a.rows), x.position(e.data[1], a.cols)
        return Lazy(1, 1, lambda i, j: a(k, m))
    if e.op == "row":
        k = x.position(e.data[0], a.rows)
        return Lazy(1, a.cols, lambda i, j: a(k, j))
    k = x.position(e.data[0], a.cols)
    return Lazy(a.rows, 1, lambda i, j: a(i, k))


def _bodies(x: Explicit, e: Expr) -> list[Lazy]:
    name, low, high = e.data
    first, last = x.size(low), x.size(high)
    if last - first > MAX_LENGTH:
        raise NotSupported("too many terms")
    bodies = []
    for k in range(first, last + 1):
        x.budget.spend(1 + len(x.stamp))  # what is bound around it is copied
        with x.binding(index=(name, k)):
            bodies.append(x.matrix(e.args[0]))
    return bodies


@rule("sum")
def _sum(x: Explicit, e: Expr) -> Lazy:
    bodies = _bodies(x, e)
    rows, cols = x.length(e.shape.rows), x.length(e.shape.cols)
    return Lazy(rows, cols, lambda i, j: total([b(i, j) for b in bodies]))


@rule("prod")
def _prod(x: Explicit, e: Expr) -> Lazy:
    bodies = _bodies(x, e)
    return Lazy(1, 1, lambda i, j: sympy.Mul(*(b(0, 0) for b in bodies)))


@rule("mprod")
def _mprod(x: Explicit, e: Expr) -> Lazy:
    n = x.length(e.shape.rows)
    if x.size(e.data[2]) < x.size(e.data[1]) - 1:
        raise NotSupported("a power of a matrix with a negative exponent")
    result = Lazy(n, n, lambda i, j: sympy.S.One if i == j else sympy.S.Zero)
    for body in _bodies(x, e):
        x.budget.spend(n**3)
        result = times(result, body)
    return result


def times(a: Lazy, b: Lazy) -> Lazy:
    """Return the product of two matrices."""
    return Lazy(a.rows, b.cols, lambda i, j: total([a(i, k) * b(k, j) for k in range(a.cols)]))


@rule("blocks")
def _blocks(x: Explicit, e: Expr) -> Lazy:
    i_name, m, j_name, n = e.data
    grid = []
    for k in range(1, x.size(m) + 1):
        row = []
        for l in range(1, x.size(n) + 1):  # noqa: E741
            with x.binding(index=(i_name, k)), x.binding(index=(j_name, l)):
                row.append(x.matrix(e.args[0]))
        grid.append(row)
    if not (grid and grid[0]):
        raise NotSupported("a matrix without blocks")
    rows, cols = grid[0][0].rows, grid[0][0].cols
    return Lazy(len(grid) * rows, len(grid[0]) * cols, lambda i, j: grid[i // rows][j // cols](i % rows, j % cols))


@rule("hcat", "vcat")
def _cat(x: Explicit, e: Expr) -> Lazy:
    parts = [x.matrix(a) for a in e.args]
    along = [p.cols if e.op == "hcat" else p.rows for p in parts]
    places = [(p, k) for p, length in zip(parts, along, strict=True) for k in range(length)]
    if e.op == "hcat":
        return Lazy(parts[0].rows, sum(along), lambda i, j: places[j][0](i, places[j][1]))
    return Lazy(sum(along), parts[0].cols, lambda i, j: places[i][0](places[i][1], j))
