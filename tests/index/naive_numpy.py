"""A naive numpy evaluator of core trees: the second implementation that the index form is compared with."""

from __future__ import annotations

import math

import numpy as np

from derive.core import Expr

FUNCTIONS = {
    "exp": np.exp,
    "log": np.log,
    "tanh": np.tanh,
    "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
    "relu": lambda x: np.where(x.real > 0, x, 0),
    "abs": lambda x: np.where(x.real > 0, x, -x),
    "sign": lambda x: np.sign(x.real) + 0j,
    "step": lambda x: (x.real > 0) + 0j,
    "sin": np.sin,
    "cos": np.cos,
    "silu": lambda x: x / (1 + np.exp(-x)),
    "softplus": lambda x: np.log(1 + np.exp(x)),
}


def commutation(m: int, n: int) -> np.ndarray:
    k = np.zeros((m * n, m * n))
    for i in range(m):
        for j in range(n):
            k[i * n + j, j * m + i] = 1
    return k


class Naive:
    """Evaluates a tree at concrete sizes; derivatives by the complex step, second ones by differences of it."""

    def __init__(self, sizes: dict[str, int], env: dict[str, np.ndarray], indices: dict[str, int] | None = None):
        self.sizes, self.env, self.indices = sizes, env, indices or {}

    def size(self, s) -> int:
        return s.evaluate({**self.sizes, **self.indices})

    def dim(self, d) -> int:
        return math.prod(self.size(s) for s in d)

    def __call__(self, e: Expr) -> np.ndarray:
        result = np.asarray(getattr(self, "op_" + e.op)(e))
        shape = (self.dim(e.shape.rows), self.dim(e.shape.cols))
        assert result.size == shape[0] * shape[1], (e.op, result.shape, shape)
        return result.reshape(shape)

    def args(self, e):
        return [self(a) for a in e.args]

    def op_var(self, e):
        return self.env[e.data[0]]

    def op_const(self, e):
        return float(e.data[0])

    def op_size(self, e):
        return float(self.size(e.data[0]))

    def op_eye(self, e):
        return np.eye(self.dim(e.data[0]))

    def op_ones(self, e):
        return np.ones((self.dim(e.shape.rows), self.dim(e.shape.cols)))

    def op_zeros(self, e):
        return np.zeros((self.dim(e.shape.rows), self.dim(e.shape.cols)))

    def op_commutation(self, e):
        return commutation(self.dim(e.data[0]), self.dim(e.data[1]))

    def op_basis(self, e):
        return np.eye(self.dim(e.data[1]))[self.size(e.data[0]) - 1]

    def op_delta(self, e):
        return float(self.size(e.data[0]) == self.size(e.data[1]))

    def op_add(self, e):
        return sum(self.args(e))

    def op_scale(self, e):
        s, a = self.args(e)
        return s[0, 0] * a

    def op_matmul(self, e):
        a, b = self.args(e)
        return a @ b

    def op_kron(self, e):
        return np.kron(*self.args(e))

    def op_hadamard(self, e):
        a, b = self.args(e)
        return a * b

    def op_transpose(self, e):
        return self(e.args[0]).T

    def op_vec(self, e):
        return self(e.args[0]).T.reshape(-1)

    def op_vecr(self, e):
        return self(e.args[0]).reshape(-1)

    op_reshape = op_vecr
    op_unvecr = op_vecr

    def op_diag(self, e):
        return np.diag(self(e.args[0]).reshape(-1))

    def op_diagpart(self, e):
        return np.diag(self(e.args[0]))

    def op_trace(self, e):
        return np.trace(self(e.args[0]))

    def op_entry(self, e):
        return self(e.args[0])[self.size(e.data[0]) - 1, self.size(e.data[1]) - 1]

    def op_row(self, e):
        return self(e.args[0])[self.size(e.data[0]) - 1]

    def op_col(self, e):
        return self(e.args[0])[:, self.size(e.data[0]) - 1]

    def op_sum(self, e):
        name, low, high = e.data
        total = 0
        for value in range(self.size(low), self.size(high) + 1):
            total = total + Naive(self.sizes, self.env, {**self.indices, name: value})(e.args[0])
        return total

    def op_blocks(self, e):
        i, m, j, n = e.data
        rows = []
        for a in range(1, self.size(m) + 1):
            rows.append(
                [
                    Naive(self.sizes, self.env, {**self.indices, i: a, j: b})(e.args[0])
                    for b in range(1, self.size(n) + 1)
                ]
            )
        return np.block(rows)

    def op_hcat(self, e):
        return np.hstack(self.args(e))

    def op_vcat(self, e):
        return np.vstack(self.args(e))

    def op_map(self, e):
        return FUNCTIONS[e.data[0]](self(e.args[0]) + 0j)

    def op_hpow(self, e):
        a, p = self.args(e)
        p = p[0, 0].real
        return (a + 0j) ** (int(p) if p == int(p) else p)

    def op_softmax(self, e):
        z = np.exp(self(e.args[0]))
        return z / z.sum(axis=1, keepdims=True)

    def op_inv(self, e):
        return np.linalg.inv(self(e.args[0]))

    def op_det(self, e):
        return np.linalg.det(self(e.args[0]))

    def op_mpow(self, e):
        return np.linalg.matrix_power(self(e.args[0]), e.data[0])

    def _slope(self, e, direction):
        body, point = e.args[0], self(e.args[1]).real
        name, h = e.data[0], (1e-20 if not _nested(body) else 1e-6)

        def at(x):
            return Naive(self.sizes, {**self.env, name: x}, self.indices)(body)

        if _nested(body):
            return (at(point + h * direction) - at(point - h * direction)).real / (2 * h)
        return at(point + 1j * h * direction).imag / h

    def op_deriv(self, e):
        mode = e.data[1]
        rows, cols = self.dim(e.args[1].shape.rows), self.dim(e.args[1].shape.cols)
        columns = []
        for k in range(rows * cols):
            direction = np.zeros((rows, cols))
            direction[(k // cols, k % cols) if mode == "vecr" else (k % rows, k // rows)] = 1
            slope = self._slope(e, direction)
            columns.append((slope if mode == "vecr" else slope.T).reshape(-1))
        return np.array(columns).T

    def op_grad(self, e):
        rows, cols = self.dim(e.args[1].shape.rows), self.dim(e.args[1].shape.cols)
        result = np.zeros((rows, cols))
        for r in range(rows):
            for c in range(cols):
                direction = np.zeros((rows, cols))
                direction[r, c] = 1
                result[r, c] = self._slope(e, direction)[0, 0]
        return result

    def op_frechet(self, e):
        return self._slope(e, self(e.args[2]).real)


def _nested(body: Expr) -> bool:
    stack = [body]
    while stack:
        node = stack.pop()
        if node.op in ("deriv", "grad", "frechet"):
            return True
        stack.extend(node.args)
    return False
