"""Derivatives by entrywise differentiation of the definition; the layout is that of `derive.core`."""

from __future__ import annotations

import sympy

from derive.core import Expr
from derive.sympy_road.explicit import ZERO, Explicit, Lazy, Scalar, rule, total


class Differentiated:
    """A body as a function of fresh symbols of one name, and its partial derivatives at a point."""

    def __init__(self, x: Explicit, e: Expr) -> None:
        name = e.data[0]
        self.x, self.point = x, x.matrix(e.args[1])
        rows, cols = self.point.rows, self.point.cols
        k = len(x.symbols)
        x.symbols[f"%{k}"] = self.grid = [
            [sympy.Symbol(f"w{k}_{i}_{j}", real=True) for j in range(cols)] for i in range(rows)
        ]
        with x.binding(variable=(name, Lazy(rows, cols, lambda i, j: self.grid[i][j]))):
            self.body = x.matrix(e.args[0])
            self.stamp = x.stamp, x.values, x.env
        self.values: dict[sympy.Symbol, Scalar] | None = None

    def partial(self, i: int, j: int, k: int, m: int) -> Scalar:
        """d body[i, j] / d name[k, m] at the point."""
        entry = self.body(i, j)
        if not entry.has(self.grid[k][m]):
            return ZERO
        self.x.budget.spend(self.x.budget.written(entry))
        derivative = sympy.diff(entry, self.grid[k][m])
        return self.at_point(derivative)

    def at_point(self, e: Scalar) -> Scalar:
        """Put the point in place of the symbols."""
        if self.values is None:
            self.values = {s: self.point(i, j) for i, row in enumerate(self.grid) for j, s in enumerate(row)}
        return e.xreplace(self.values)


@rule("deriv")
def _deriv(x: Explicit, e: Expr) -> Lazy:
    d = Differentiated(x, e)
    out, into = d.body, d.point
    if e.data[1] == "vec":  # column k, row i: position k rows + i
        return Lazy(
            out.rows * out.cols,
            into.rows * into.cols,
            lambda r, c: d.partial(r % out.rows, r // out.rows, c % into.rows, c // into.rows),
        )
    return Lazy(
        out.rows * out.cols,
        into.rows * into.cols,
        lambda r, c: d.partial(*divmod(r, out.cols), *divmod(c, into.cols)),
    )


@rule("grad")
def _grad(x: Explicit, e: Expr) -> Lazy:
    d = Differentiated(x, e)
    return Lazy(d.point.rows, d.point.cols, lambda i, j: d.partial(0, 0, i, j))


@rule("frechet")
def _frechet(x: Explicit, e: Expr) -> Lazy:
    d, direction = Differentiated(x, e), x.matrix(e.args[2])
    places = [(k, m) for k in range(direction.rows) for m in range(direction.cols)]
    return Lazy(
        d.body.rows,
        d.body.cols,
        lambda i, j: total([d.partial(i, j, k, m) * direction(k, m) for k, m in places if direction(k, m) != 0]),
    )
