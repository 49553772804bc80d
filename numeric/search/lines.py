"""Matrices whose rows (or columns) all lie on a sphere or in a ball, and rational points of spheres."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from derive import build
from derive.core import FLIP, Expr, Formula, Quantified, Rel
from derive.evidence import Matrix
from derive.fraction import Fraction
from derive.isolate import plain
from derive.sizes import Size

ONE = Size.of(1)
Grid = list[list[Fraction]]


@dataclass(frozen=True, slots=True)
class Lines:
    """What a hypothesis says of all rows or columns of a variable: their norm is the radius, or at most that."""

    name: str
    by_column: bool
    op: str
    radius: Fraction


def read_lines(formula: Formula) -> Lines | None:
    r"""Read ``\|X_{i,:}\|_2 = 1`` for all i, ``diag(X X^T) = 1``, ``\max_j \|X_{:,j}\| \le 1`` and the like."""
    ranges: dict[str, tuple[Size, Size]] = {}
    while isinstance(formula, Quantified) and formula.kind == "forall" and all(len(n) == 3 for n in formula.names):
        ranges |= {str(name): (low, high) for name, low, high in formula.names}
        formula = formula.body
    if not isinstance(formula, Rel) or formula.op not in FLIP:
        return None
    turned = ((formula.op, formula.lhs, formula.rhs), (FLIP[formula.op], formula.rhs, formula.lhs))
    found = (_bounded(op, plain(side), plain(other), ranges) for op, side, other in turned if op in ("=", "<=", "<"))
    return next((lines for lines in found if lines is not None), None)


def _bounded(op: str, side: Expr, other: Expr, ranges: dict[str, tuple[Size, Size]]) -> Lines | None:
    if side.op == "maxover" and op in ("<=", "<"):
        name, low, high = side.data
        side, ranges = plain(side.args[0]), {**ranges, name: (low, high)}
    radius = _radius(other)
    if radius is None or radius <= 0:
        return None
    if side.op == "diagpart" and radius == 1:
        return _of_product(op, plain(side.args[0]))
    line = plain(side.args[0]) if side.op == "norm" and side.data[0] in ("2", "F") else None
    if line is None and radius == 1:  # the square of a norm is 1 where the norm is
        line = _squared(side)
    if line is None:
        return None
    line = plain(line.args[0]) if line.op == "transpose" else line
    if line.op not in ("row", "col") or (matrix := plain(line.args[0])).op != "var":
        return None
    whole = ranges.get(str(line.data[0])) == (ONE, matrix.shape.totals[0 if line.op == "row" else 1])
    return Lines(matrix.data[0], line.op == "col", op, radius) if whole else None


def _radius(expr: Expr) -> Fraction | None:
    if expr.op == "const":
        return expr.data[0]
    return Fraction(1) if expr.op == "ones" else None


def _of_product(op: str, product: Expr) -> Lines | None:
    """The diagonal of X X^T holds the squared norms of the rows, that of X^T X those of the columns."""
    if product.op != "matmul":
        return None
    first, second = map(plain, product.args)
    for matrix, turned, by_column in ((first, second, False), (second, first, True)):
        if matrix.op == "var" and turned.op == "transpose" and plain(turned.args[0]) == matrix:
            return Lines(matrix.data[0], by_column, op, Fraction(1))
    return None


def _squared(side: Expr) -> Expr | None:
    """The line of which an expression is the squared norm: ``|x|^2``, ``x^T x``, ``sum_j X_ij^2``."""
    if side.op == "hpow" and plain(side.args[1]).op == "const" and plain(side.args[1]).data[0] == 2:
        root = plain(side.args[0])
        return plain(root.args[0]) if root.op == "norm" and root.data[0] in ("2", "F") else None
    if side.op == "matmul":
        first, second = map(plain, side.args)
        if first.op == "transpose":
            return second if plain(first.args[0]) == second else None
        return first if second.op == "transpose" and plain(second.args[0]) == first else None
    return _sum_of_squares(side) if side.op == "sum" else None


def _sum_of_squares(side: Expr) -> Expr | None:
    name, low, high = side.data
    body = plain(side.args[0])
    if body.op != "hpow" or plain(body.args[1]).op != "const" or plain(body.args[1]).data[0] != 2:
        return None
    entry = plain(body.args[0])
    if entry.op != "entry" or low != ONE:
        return None
    i, j = entry.data
    matrix, own = entry.args[0], Size.of(name)
    if j == own != i and high == matrix.shape.totals[1]:
        return build.row(matrix, i)
    return build.col(matrix, j) if i == own != j and high == matrix.shape.totals[0] else None


# From free numbers to values.


def on_lines(x: Tensor, lines: Lines) -> Tensor:
    """Return a matrix with its rows or columns moved onto the sphere, or into the ball (differentiable)."""
    squares = (x * x).sum(dim=0 if lines.by_column else 1, keepdim=True)
    norms = torch.sqrt(squares + 1e-300)
    if lines.op == "=":
        return x * (float(lines.radius) / norms)
    shrunk = float(lines.radius) * (1 - 1e-9 if lines.op == "<" else 1.0)
    return x * torch.clamp(shrunk / norms, max=1.0)


def rational_lines(x: Grid, lines: Lines, denominator: int) -> Matrix | None:
    """Return rational rows (columns) near those of a matrix, exactly on the sphere or in the ball."""
    rows = [list(row) for row in zip(*x, strict=True)] if lines.by_column else x
    made = []
    for row in rows:
        line = None if lines.op == "=" else _inside(row, lines, denominator)
        if line is None:
            point = rational_sphere([float(v) for v in row], 1, len(row), denominator)
            if point is None:
                return None
            shrunk = lines.radius * (1 - Fraction(1, denominator + 1) if lines.op == "<" else 1)
            line = [v * shrunk for v in point[0]]
        made.append(line)
    turned = zip(*made, strict=True) if lines.by_column else made
    return tuple(tuple(row) for row in turned)


def _inside(row: Sequence[Fraction], lines: Lines, denominator: int) -> list[Fraction] | None:
    line = [near(float(v), denominator) for v in row]
    square = sum((v * v for v in line), Fraction(0))
    fits = square < lines.radius**2 or (lines.op == "<=" and square == lines.radius**2)
    return line if fits else None


def near(x: float, denominator: int) -> Fraction:
    """Return the multiple of 1/denominator next to a number."""
    return Fraction(round(x * denominator), denominator)


def rational_sphere(z: Sequence[float], rows: int, cols: int, denominator: int) -> Matrix | None:
    """Stereographic projection from the point of the largest coordinate's opposite: rational points of the sphere."""
    norm = sum(v * v for v in z) ** 0.5
    if norm == 0:
        return None
    u = [v / norm for v in z]
    pole = max(range(len(u)), key=lambda k: abs(u[k]))
    sign = 1 if u[pole] > 0 else -1
    t = [near(v / (1 + sign * u[pole]), denominator) if k != pole else Fraction(0) for k, v in enumerate(u)]
    square = sum((v * v for v in t), Fraction(0))
    flat = [2 * v / (1 + square) if k != pole else sign * (1 - square) / (1 + square) for k, v in enumerate(t)]
    return tuple(tuple(flat[i * cols : (i + 1) * cols]) for i in range(rows))


__all__ = ["Lines", "near", "on_lines", "rational_lines", "rational_sphere", "read_lines"]
