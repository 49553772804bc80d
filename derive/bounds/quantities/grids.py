"""Matrices that are written out entry by entry, at fixed sizes: rotations, their transposes, products and block diagonals."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from derive import build
from derive.bounds.facts.facts import Facts
from derive.bounds.facts.same import are_equal
from derive.bounds.forms.normal import cols, is_scalar, rows
from derive.core import Expr

MOST = 6
"""The number of rows and columns up to which a matrix is looked at entry by entry."""
Grid = list[list[Expr]]


def has_orthonormal_columns(facts: Facts, expr: Expr) -> bool:
    """Whether the index form shows Q^T Q = I of a matrix that is written out, entry by entry."""
    grid = _grid(expr)
    if grid is None:
        return False
    columns = [list(column) for column in zip(*grid, strict=True)]
    return all(
        are_equal(facts, _sum(map(_times, u, v)), build.const(int(p == q)))
        for p, u in enumerate(columns)
        for q, v in enumerate(columns[: p + 1])
    )


def single_blocks(expr: Expr) -> list[Expr] | None:
    """The blocks that are not zero of a matrix with at most one in each row and column of blocks, as ``[[0, A], [B, 0]]``."""
    lines = [line.args if line.op == "hcat" else (line,) for line in (expr.args if expr.op == "vcat" else (expr,))]
    widths = {tuple(cols(block) for block in line) for line in lines}
    places = [(i, j) for i, line in enumerate(lines) for j, block in enumerate(line) if not build.is_zero(block)]
    single = len({i for i, _ in places}) == len({j for _, j in places}) == len(places)
    if len(widths) != 1 or len(lines) == len(lines[0]) == 1 or not places or not single:
        return None
    return [lines[i][j] for i, j in places]


def _grid(expr: Expr) -> Grid | None:
    """The rows of a matrix that is written out; None if it is not, or large."""
    shape = [total.constant for total in (rows(expr), cols(expr))]
    if any(n is None or n > MOST for n in shape):
        return None
    m, n = (int(k) for k in shape if k is not None)
    if is_scalar(expr):
        return [[build.reshape(expr, build.SCALAR)]]
    if expr.op == "reshape":
        return _grid(expr.args[0])
    if expr.op in ("zeros", "eye", "ones"):
        value = {"zeros": 0, "ones": 1}
        return [[build.const(value.get(expr.op, int(i == j))) for j in range(n)] for i in range(m)]
    if expr.op not in ("hcat", "vcat", "transpose", "scale", "matmul"):
        return None
    parts = [_grid(part) for part in expr.args]
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    if expr.op == "hcat":
        return [[x for part in known for x in part[i]] for i in range(m)]
    if expr.op == "vcat":
        return [row for part in known for row in part]
    if expr.op == "transpose":
        return [list(column) for column in zip(*known[0], strict=True)]
    first, second = known
    if expr.op == "scale":
        return [[_times(first[0][0], x) for x in row] for row in second]
    return [[_sum(map(_times, row, column)) for column in zip(*second, strict=True)] for row in first]


def _times(x: Expr, y: Expr) -> Expr:
    return build.const(0) if build.is_zero(x) or build.is_zero(y) else build.scale(x, y)


def _sum(terms: Iterable[Expr]) -> Expr:
    return reduce(build.add, [t for t in terms if not build.is_zero(t)] or [build.const(0)])


__all__ = ["has_orthonormal_columns", "single_blocks"]
