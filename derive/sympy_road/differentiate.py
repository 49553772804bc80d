"""Derivatives by entrywise differentiation of the definition; the layout is that of `derive.core`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy

from derive.core import Expr
from derive.errors import NotSupported
from derive.sympy_road.explicit import ONE, ZERO, Budget, Explicit, Lazy, Scalar, rule, total
from derive.sympy_road.folds import folded
from derive.sympy_road.kinks import power


def rewrite(root: Scalar, memo: dict[Scalar, Scalar], step: Any, budget: Budget) -> Scalar:
    """Compute ``step`` bottom-up over the distinct sub-expressions (SymPy's own walks visit shared ones again)."""

    def paid(node: Scalar) -> Scalar:
        budget.spend(1 + len(node.args))
        return step(node)

    return folded(root, memo, paid)


def partial_derivative(e: Scalar, symbol: Scalar, memo: dict[Scalar, Scalar], budget: Budget) -> Scalar:
    """D e / d symbol by the chain rule; the derivative of every function is SymPy's (``fdiff``)."""

    def step(node: Scalar) -> Scalar:
        if not node.args:
            return ONE if node == symbol else ZERO
        slopes = [memo[a] for a in node.args]
        if all(d is ZERO for d in slopes):
            return ZERO
        if node.is_Add:
            return sympy.Add(*slopes)
        if node.is_Mul:  # d(a b c) = da b c + a db c + a b dc
            factors = node.args
            parts = [sympy.Mul(*factors[:k], d, *factors[k + 1 :]) for k, d in enumerate(slopes) if d is not ZERO]
            return sympy.Add(*parts)
        if node.is_Pow and not isinstance(node, sympy.exp):
            base, exponent = node.args
            if slopes[1] is ZERO:  # d b^p = p b^(p-1) db
                return exponent * power(base, exponent - 1) * slopes[0]
            return node * (slopes[1] * sympy.log(base) + exponent * slopes[0] / base)
        if isinstance(node, sympy.exp):
            return node * slopes[0]
        if not isinstance(node, sympy.Function):
            raise NotSupported(f"no derivative of {node.func}")
        return total([node.fdiff(k + 1) * d for k, d in enumerate(slopes) if d is not ZERO])

    return rewrite(e, memo, step, budget)


def replace(e: Scalar, values: Mapping[Scalar, Scalar], memo: dict[Scalar, Scalar], budget: Budget) -> Scalar:
    """Put values in place of symbols."""

    def step(node: Scalar) -> Scalar:
        if not node.args:
            return values.get(node, node)
        args = [memo[a] for a in node.args]
        return power(*args) if node.is_Pow and len(args) == 2 else node.func(*args)

    return rewrite(e, memo, step, budget)


class Differentiated:
    """A body as a function of the symbols of one name, and its partial derivatives at a point."""

    def __init__(self, x: Explicit, e: Expr) -> None:
        name, point = e.data[0], e.args[1]
        self.x, self.point = x, x.matrix(point)
        rows, cols = self.point.rows, self.point.cols
        # At X = X the symbols of X serve: inside the body nothing else refers to them.
        self.own = not (point.op == "var" and point.data[0] == name)
        if self.own:
            k = len(x.symbols)
            grid = [[sympy.Symbol(f"w{k}_{i}_{j}", real=True) for j in range(cols)] for i in range(rows)]
            x.symbols[f"%{k}"] = grid
            x.moved |= {grid[i][j]: self.point(i, j) for i in range(rows) for j in range(cols)}
            with x.binding(variable=(name, Lazy(rows, cols, lambda i, j: grid[i][j]))):
                self.body = x.matrix(e.args[0])
            self.grid = grid
        else:
            self.body = x.matrix(e.args[0])
            self.grid = [[self.point(i, j) for j in range(cols)] for i in range(rows)]
        self.slopes: dict[Scalar, dict[Scalar, Scalar]] = {}
        self.values: dict[Scalar, Scalar] = {}
        self.replaced: dict[Scalar, Scalar] = {}

    def partial(self, i: int, j: int, k: int, m: int) -> Scalar:
        """D body[i, j] / d name[k, m] at the point."""
        symbol = self.grid[k][m]
        derivative = partial_derivative(self.body(i, j), symbol, self.slopes.setdefault(symbol, {}), self.x.budget)
        if not self.own or derivative is ZERO:
            return derivative
        if not self.values:
            self.values = {s: self.point(r, c) for r, row in enumerate(self.grid) for c, s in enumerate(row)}
        return replace(derivative, self.values, self.replaced, self.x.budget)


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
        lambda i, j: total([d.partial(i, j, k, m) * direction(k, m) for k, m in places if direction(k, m) is not ZERO]),
    )
