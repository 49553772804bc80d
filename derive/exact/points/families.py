"""Points that satisfy hypotheses by construction: a family writes a variable as an expression in free parameters.

Families are ordered from general to special. Which one fits is found by trying: the hypotheses must hold exactly at
random rational parameters. That a family covers everything that the equalities allow is checked by dimensions
(`derive.exact.points.setup`): a family that is too special may refute, but never confirms.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from derive import build
from derive.core import Expr
from derive.errors import ShapeProblem
from derive.fraction import Fraction
from derive.sizes import Shape, Size, product


@dataclass(frozen=True, slots=True)
class Family:
    """A way to write a variable: its name for the report, the expression in one parameter, the parameter's shape.

    Some are for square matrices only, some for matrices with certain numbers of rows and columns.
    """

    name: str
    make: Callable[[Expr], Expr]
    shape: Callable[[Shape], Shape]
    square_only: bool = False
    allows: Callable[[int, int], bool] = lambda rows, columns: True


def _same(shape: Shape) -> Shape:
    return shape


def _square(p: Expr) -> Expr:
    return build.hadamard(p, p)


def _ones(shape: Shape) -> Expr:
    return build.ones(shape.rows, shape.cols)


def _total(p: Expr) -> Expr:
    sums = build.matmuls(build.ones((), p.shape.rows), p, build.ones(p.shape.cols))
    return build.reshape(sums, build.SCALAR)


def _reciprocal(p: Expr) -> Expr:
    return build.hpow(p, build.const(-1))


def _positive(p: Expr) -> Expr:
    # p^2 + 1/100: strictly positive, and close to zero at zero
    return build.add(_square(p), build.scale(build.const(Fraction(1, 100)), _ones(p.shape)))


def _unit_interval(p: Expr) -> Expr:
    # p^2 / (1 + p^2)
    return build.hadamard(_square(p), _reciprocal(build.add(_ones(p.shape), _square(p))))


def _simplex(p: Expr) -> Expr:
    return build.scale(_reciprocal(_total(_square(p))), _square(p))


def _open_simplex(p: Expr) -> Expr:
    return _sum_to_one(_positive(p))


def _positive_rows(p: Expr) -> Expr:
    return _rows_to_one(_positive(p))


def _sum_to_one(p: Expr) -> Expr:
    return build.scale(_reciprocal(_total(p)), p)


def _rows_to_one(p: Expr) -> Expr:
    sums = build.matmul(p, build.ones(p.shape.cols))
    return build.hadamard(p, build.matmul(_reciprocal(sums), build.ones((), p.shape.cols)))


def _row_stochastic(p: Expr) -> Expr:
    return _rows_to_one(_square(p))


def _symmetric(p: Expr) -> Expr:
    return build.add(p, build.transpose(p))


def _skew(p: Expr) -> Expr:
    return build.sub(p, build.transpose(p))


def _gram(p: Expr) -> Expr:
    return build.matmul(p, build.transpose(p))


def _positive_definite(p: Expr) -> Expr:
    return build.add(_gram(p), build.scale(build.const(Fraction(1, 10)), build.eye(p.shape.rows)))


def _diagonal(p: Expr) -> Expr:
    return build.diag(build.diagpart(p))


def _orthogonal(p: Expr) -> Expr:
    # Cayley: (I - S)(I + S)^-1 for skew S
    s, one = _skew(p), build.eye(p.shape.rows)
    return build.matmul(build.sub(one, s), build.inv(build.add(one, s)))


def _reflected(p: Expr) -> Expr:
    # The other component of the orthogonal group: a Householder reflection times a rotation.
    u = build.col(p, Size.of(1))
    scalar = build.scale(build.const(-2), _reciprocal(_total(_square(u))))
    flip = build.add(build.eye(p.shape.rows), build.scale(scalar, build.matmul(u, build.transpose(u))))
    return build.matmul(flip, _orthogonal(p))


def _orthonormal_columns(p: Expr) -> Expr:
    # The first columns E of a rotation: Cayley's for the skew S = P E^T - E P^T
    m, n = product(p.shape.rows), product(p.shape.cols)
    i, j = build.fresh("i"), build.fresh("j")
    first = build.reshape(build.blocks(i, m, j, n, build.delta(Size.of(i), Size.of(j))), p.shape)
    s, one = _skew(build.matmul(p, build.transpose(first))), build.eye(p.shape.rows)
    return build.matmuls(build.sub(one, s), build.inv(build.add(one, s)), first)


def _unit(p: Expr) -> Expr:
    """Stereographic: (2 y, |y|^2 - 1)/(|y|^2 + 1) with y all entries of p but the last."""
    column = build.vecr(p)
    n = product(column.shape.rows)
    last = build.basis(n, column.shape.rows)
    y = build.sub(column, build.matmul(last, build.matmul(build.transpose(last), column)))
    square = _total(_square(y))
    one = build.const(1)
    top = build.add(build.scale(build.const(2), y), build.scale(build.sub(square, one), last))
    return build.unvecr(build.scale(_reciprocal(build.add(square, one)), top), p.shape.rows, p.shape.cols)


def _row_sums(p: Expr) -> Expr:
    return build.matmul(p, build.ones(p.shape.cols))


def _each_row(numbers: Expr, p: Expr) -> Expr:
    """The rows of a matrix times one number each."""
    return build.hadamard(p, build.matmul(numbers, build.ones((), p.shape.cols)))


def _unit_rows(p: Expr) -> Expr:
    """Stereographic, row by row: (2 y, |y|^2 - 1)/(|y|^2 + 1) with y all entries of a row but the last."""
    n = product(p.shape.cols)
    last = build.basis(n, p.shape.cols)
    y = build.sub(p, build.matmuls(p, last, build.transpose(last)))
    squares = _row_sums(_square(y))
    one = _ones(squares.shape)
    top = build.add(build.scale(build.const(2), y), build.matmul(build.sub(squares, one), build.transpose(last)))
    return _each_row(_reciprocal(build.add(squares, one)), top)


def _short_rows(p: Expr) -> Expr:
    """As many entries 1/m as there are rows, m, in each row, reflected: squared norms 1/m, whose roots need not be rational."""
    m, n = product(p.shape.rows), product(p.shape.cols)
    i, j, k = build.fresh("i"), build.fresh("j"), build.fresh("k")
    first = build.sum_(k, Size.of(1), m, build.delta(Size.of(j), Size.of(k)))
    start = build.reshape(build.blocks(i, m, j, n, build.scale(_reciprocal(build.size(m)), first)), p.shape)
    factors = build.hadamard(_row_sums(build.hadamard(start, p)), _reciprocal(_row_sums(_square(p))))
    return build.sub(start, build.scale(build.const(2), _each_row(factors, p)))


def _rows_in_ball(p: Expr) -> Expr:
    # 2 y / (1 + |y|^2) has a norm of at most 1
    squares = _row_sums(_square(p))
    return build.scale(build.const(2), _each_row(_reciprocal(build.add(squares, _ones(squares.shape))), p))


def _first_and_last(p: Expr) -> tuple[Expr, Expr]:
    """Two columns of a square matrix (the same one of a 1 x 1 matrix)."""
    return build.col(p, Size.of(1)), build.col(p, product(p.shape.cols))


def _inner(u: Expr, v: Expr) -> Expr:
    return build.reshape(build.matmul(build.transpose(u), v), build.SCALAR)


def _oblique(p: Expr) -> Expr:
    # (u v^T / v^T u)^2 is itself; v = w + u, so that v is not normal to u for most w
    u, w = _first_and_last(p)
    v = build.add(u, w)
    return build.scale(_reciprocal(_inner(v, u)), build.matmul(u, build.transpose(v)))


def _square_zero(p: Expr) -> Expr:
    # (u v^T)^2 = (v^T u) u v^T = 0 for v = |u|^2 w - (w^T u) u
    u, w = _first_and_last(p)
    v = build.sub(build.scale(_inner(u, u), w), build.scale(_inner(w, u), u))
    return build.matmul(u, build.transpose(v))


def _below_diagonal(p: Expr) -> Expr:
    """The entries below the diagonal, zeros elsewhere."""
    n = product(p.shape.rows)
    i, j, k = build.fresh("i"), build.fresh("j"), build.fresh("k")
    below = build.sum_(k, Size.of(1), Size.of(i) - Size.of(1), build.delta(Size.of(j), Size.of(k)))
    entry = build.entry(p, Size.of(i), Size.of(j))
    return build.reshape(build.blocks(i, n, j, n, build.scale(below, entry)), p.shape)


def _nilpotent(p: Expr) -> Expr:
    # T N T^-1 for N strictly upper and T unit lower triangular: its n-th power is 0
    lower, upper = _below_diagonal(p), build.transpose(_below_diagonal(build.transpose(p)))
    turn = build.add(build.eye(p.shape.rows), lower)
    return build.matmuls(turn, upper, build.inv(turn))


def _complement(make: Callable[[Expr], Expr]) -> Callable[[Expr], Expr]:
    return lambda p: build.sub(build.eye(p.shape.rows), make(p))


def _involution(make: Callable[[Expr], Expr]) -> Callable[[Expr], Expr]:
    # (2 P - I)^2 = 4 P^2 - 4 P + I = I
    return lambda p: build.sub(build.scale(build.const(2), make(p)), build.eye(p.shape.rows))


def _centered(p: Expr) -> Expr:
    """Entries that sum to zero."""
    entries = build.size(product((*p.shape.rows, *p.shape.cols)))
    mean = build.scale(_reciprocal(entries), _total(p))
    return build.sub(p, build.scale(mean, _ones(p.shape)))


def _centered_rows(p: Expr) -> Expr:
    n = build.size(product(p.shape.cols))
    sums = build.matmuls(p, build.ones(p.shape.cols), build.ones((), p.shape.cols))
    return build.sub(p, build.scale(_reciprocal(n), sums))


def _equal_rows(p: Expr) -> Expr:
    first = build.row(p, Size.of(1))
    return build.reshape(build.kron(build.ones(p.shape.rows), first), p.shape)


def _equal_entries(p: Expr) -> Expr:
    first = build.entry(p, Size.of(1), Size.of(1))
    return build.scale(build.reshape(first, build.SCALAR), _ones(p.shape))


def _projection(p: Expr) -> Expr:
    """Rank-one orthogonal projection."""
    u = build.col(p, Size.of(1))
    return build.scale(_reciprocal(_total(_square(u))), build.matmul(u, build.transpose(u)))


def _two_values(p: Expr, low: int, high: int) -> Expr:
    # 0 is the most frequent entry of a parameter, where a step has its kink
    above = build.map_("step", build.sub(p, build.scale(build.const(Fraction(1, 3)), _ones(p.shape))))
    return build.add(build.scale(build.const(high - low), above), build.scale(build.const(low), _ones(p.shape)))


def _transposed(make: Callable[[Expr], Expr]) -> Callable[[Expr], Expr]:
    return lambda p: build.transpose(make(build.transpose(p)))


FAMILIES: tuple[Family, ...] = (
    Family("free", lambda p: p, _same),
    Family("entries >= 0", _square, _same),
    Family("entries > 0", _positive, _same),
    Family("entries in (-inf, 0]", lambda p: build.neg(_square(p)), _same),
    Family("entries < 0", lambda p: build.neg(_positive(p)), _same),
    Family("entries >= 1", lambda p: build.add(_square(p), _ones(p.shape)), _same),
    Family("entries > 1", lambda p: build.add(_positive(p), _ones(p.shape)), _same),
    Family("entries in [0, 1)", _unit_interval, _same),
    Family("symmetric", _symmetric, _same, square_only=True),
    Family("skew-symmetric", _skew, _same, square_only=True),
    Family("entries sum to 0", _centered, _same),
    Family("entries sum to 1", _sum_to_one, _same),
    Family("rows sum to 0", _centered_rows, _same),
    Family("columns sum to 0", _transposed(_centered_rows), _same),
    Family("rows sum to 1", _rows_to_one, _same),
    Family("columns sum to 1", _transposed(_rows_to_one), _same),
    Family("positive semidefinite", _gram, _same, square_only=True),
    Family("positive definite", _positive_definite, _same, square_only=True),
    Family("simplex", _simplex, _same),
    Family("row-stochastic", _row_stochastic, _same),
    Family("column-stochastic", _transposed(_row_stochastic), _same),
    Family("simplex without its boundary", _open_simplex, _same),
    Family("row-stochastic, entries > 0", _positive_rows, _same),
    Family("column-stochastic, entries > 0", _transposed(_positive_rows), _same),
    Family("unit norm", _unit, _same),
    Family("rotation", _orthogonal, _same, square_only=True),
    Family("reflection", _reflected, _same, square_only=True),
    Family("orthonormal columns", _orthonormal_columns, _same, allows=lambda rows, columns: rows >= columns),
    Family("orthonormal rows", _transposed(_orthonormal_columns), _same, allows=lambda rows, columns: rows <= columns),
    Family("diagonal", _diagonal, _same, square_only=True),
    Family("equal rows", _equal_rows, _same),
    Family("equal rows, entries >= 0", lambda p: _square(_equal_rows(p)), _same),
    Family("rows of norm 1", _unit_rows, _same),
    Family("columns of norm 1", _transposed(_unit_rows), _same),
    Family("rows of equal norms that sum to 1", _short_rows, _same, allows=lambda rows, columns: rows <= columns),
    Family(
        "columns of equal norms that sum to 1",
        _transposed(_short_rows),
        _same,
        allows=lambda rows, columns: rows >= columns,
    ),
    Family("rows in the unit ball", _rows_in_ball, _same),
    Family("columns in the unit ball", _transposed(_rows_in_ball), _same),
    Family("oblique projection", _oblique, _same, square_only=True),
    Family("complement of an oblique projection", _complement(_oblique), _same, square_only=True),
    Family("involution", _involution(_oblique), _same, square_only=True),
    Family("negative involution", _involution(_complement(_oblique)), _same, square_only=True),
    Family("nilpotent", _nilpotent, _same, square_only=True),
    Family("square zero", _square_zero, _same, square_only=True),
    Family("projection", _projection, _same, square_only=True),
    Family("complement of a projection", _complement(_projection), _same, square_only=True),
    Family("symmetric involution", _involution(_projection), _same, square_only=True),
    Family("negative symmetric involution", _involution(_complement(_projection)), _same, square_only=True),
    Family("entries 0 or 1", lambda p: _two_values(p, 0, 1), _same),
    Family("entries -1 or 1", lambda p: _two_values(p, -1, 1), _same),
    Family("rows of equal entries", _transposed(_equal_rows), _same),
    Family("equal entries", _equal_entries, _same),
    Family("one", lambda p: _ones(p.shape), _same),
    Family("zero", lambda p: build.zeros(p.shape.rows, p.shape.cols), _same),
    Family("identity", lambda p: build.eye(p.shape.rows), _same, square_only=True),
)

JOINT = (
    "free",
    "zero",
    "equal rows",
    "entries > 0",
    "one",
    "simplex",
    "row-stochastic",
    "unit norm",
    "rotation",
    "diagonal",
)
"""The families that are tried for variables that a hypothesis ties together, the most general and the most special first."""


TWINS = {
    "rotation": "reflection",
    "oblique projection": "complement of an oblique projection",
    "involution": "negative involution",
    "projection": "complement of a projection",
    "symmetric involution": "negative symmetric involution",
}
"""Families of which one set of matrices has other parts: both are tried."""


def member(family: Family, name: str, shape: Shape) -> Expr | None:
    """Return the variable as an expression in the parameter of the same name, None if the shape does not allow it."""
    rows, columns = shape.totals
    if family.square_only and rows != columns:
        return None
    if (columns == Size.of(1) and family.name.startswith("row")) or (
        rows == Size.of(1) and family.name.startswith("column")
    ):
        return None  # rows of one entry that sum to 1 (0) are nothing but the family "one" ("zero")
    parameter = build.var(name, family.shape(shape))
    try:
        return build.reshape(family.make(parameter), shape)
    except ShapeProblem:
        return None


def centered(made: Expr) -> Expr | None:
    """A matrix whose rows and columns sum to zero, symmetric or semidefinite where ``made`` is; None for a vector."""
    if Size.of(1) in made.shape.totals:
        return None
    return build.reshape(_centered_rows(_transposed(_centered_rows)(made)), made.shape)


def with_centered_rows(made: Expr) -> Expr | None:
    """A matrix whose rows sum to zero, and whose columns need not: none is taken by it and its transpose alike; None for a vector."""
    if Size.of(1) in made.shape.totals:
        return None
    return build.reshape(_centered_rows(made), made.shape)
