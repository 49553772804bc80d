"""Products of core matrices with vectors, in two ways that share nothing: tensor programs and torch's derivatives."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import torch
from torch import Tensor

from derive.core import Expr
from derive.errors import NotSupported
from numeric.evaluation.dense import evaluate
from numeric.evaluation.tape import tape_directional
from numeric.programs.compiled import compile_program
from numeric.programs.program import Graph, Node
from numeric.programs.steps import Program
from numeric.programs.translate import Translator, Value

MAX_COLUMNS = 64  # directions that a derivative is applied to one by one


def by_program(
    e: Expr, env: Mapping[str, Tensor], numbers: Mapping[str, int], columns: Tensor, inner: Tensor | None = None
) -> Tensor:
    """Return ``e @ columns`` by the tensor program of an expression.

    Args:
        e: The matrix; of an expression without columns the value is taken.
        env: A two-dimensional tensor per free variable.
        numbers: The value of every size name and index.
        columns: Vectors of the index order of the matrix's columns.
        inner: A vector that the trailing row axes of a second derivative are contracted with.

    Raises:
        NotSupported: The expression has no tensor program, or does not fit in memory.
    """
    program = _program(e, env, numbers, columns, inner)
    return torch.stack([program.apply(v) for v in columns.T], dim=1)


def _program(
    e: Expr, env: Mapping[str, Tensor], numbers: Mapping[str, int], columns: Tensor, inner: Tensor | None
) -> Program:
    graph = Graph()
    inputs = {name: graph.input(name, value.shape) for name, value in env.items()}
    translator = Translator(graph, numbers, inputs)
    source = graph.input("v", translator.dims(e.shape.cols))
    result = translator.apply(e, Value(source, ())) if e.shape.cols else translator.value(e)
    if result.names:
        raise NotSupported(f"the index {result.names[0]} has no value")
    values = {node: env[name] for name, node in inputs.items()}
    root = result.node
    if inner is not None:
        root = _contracted(graph, root, inner, values)
    return compile_program(root, source, values, dtype=columns.dtype, device=columns.device)


def _contracted(graph: Graph, root: Node, inner: Tensor, values: dict[Node, Tensor]) -> Node:
    """Contract the trailing row axes of a second derivative with the inner probe."""
    tail, length = len(root.dims), 1
    while length < inner.numel() and tail > 0:
        tail -= 1
        length *= root.dims[tail]
    if length != inner.numel():
        raise NotSupported("the factors of the second derivative cannot be separated")
    probe = graph.input("w", root.dims[tail:])
    values[probe] = inner
    labels = tuple(range(len(root.dims)))
    chains = {root} if root.kind == "product" else set()
    if root.kind == "sum":
        parts = [(c, _contracted(graph, a, inner, values)) for c, a in zip(root.data, root.args, strict=True)]
        return graph.sum(parts)
    return graph.product([(root, labels), (probe, labels[tail:])], labels[:tail], root.dims[:tail], merge=chains)


class Truth:
    """Core matrices applied to columns, derivatives by ``torch.func.jvp`` and ``vjp`` of their bodies.

    With ``tape`` directional derivatives are taken by plain autograd: cheaper for matrices of a few entries, and not for
    derivatives of derivatives. Constants have the given type: where there are no variables nothing else tells it.
    """

    def __init__(
        self,
        env: Mapping[str, Tensor],
        numbers: Mapping[str, int],
        *,
        tape: bool = False,
        dtype: torch.dtype | None = None,
    ) -> None:
        self.env, self.numbers, self.tape, self.dtype = dict(env), numbers, tape, dtype

    def value(self, e: Expr, env: Mapping[str, Tensor] | None = None) -> Tensor:
        """The dense value of an expression, at another environment if one is given."""
        return evaluate(e, env or self.env, self.numbers, dtype=self.dtype)

    def apply(self, e: Expr, w: Tensor) -> Tensor:
        """Return ``e @ w`` for a matrix of columns."""
        if e.op == "add":
            total = self.apply(e.args[0], w)
            for a in e.args[1:]:
                total = total + self.apply(a, w)
            return total
        if e.op == "scale":
            return self.value(e.args[0]) * self.apply(e.args[1], w)
        if e.op == "matmul":
            return self.apply(e.args[0], self.apply(e.args[1], w))
        if e.op == "reshape":
            return self.apply(e.args[0], w)
        if e.op == "transpose":
            return self.apply_transposed(e.args[0], w)
        if e.op == "kron":
            return self._kron(e.args[0], e.args[1], w)
        if e.op == "deriv":
            return torch.stack([self._tangent(e, column) for column in self._columns(w)], dim=1)
        return self.value(e) @ w

    def apply_transposed(self, e: Expr, w: Tensor) -> Tensor:
        """Return ``e.T @ w``."""
        if e.op == "transpose":
            return self.apply(e.args[0], w)
        if e.op == "deriv":
            return torch.stack([self._cotangent(e, column) for column in self._columns(w)], dim=1)
        if e.op == "matmul":
            return self.apply_transposed(e.args[1], self.apply_transposed(e.args[0], w))
        return self.value(e).T @ w

    def _columns(self, w: Tensor) -> Iterator[Tensor]:
        if w.shape[1] > MAX_COLUMNS:
            raise NotSupported(f"a derivative would be applied to {w.shape[1]} vectors one by one")
        return iter(w.T)

    def _kron(self, a: Expr, b: Expr, w: Tensor) -> Tensor:
        """(A (x) B) w = vec_r(A W B^T) with w = vec_r W, for every column."""
        (m, n), (p, q) = a.shape.evaluate(self.numbers), b.shape.evaluate(self.numbers)
        k = w.shape[1]
        inner = self.apply(b, w.reshape(n, q, k).permute(1, 0, 2).reshape(q, n * k))
        outer = self.apply(a, inner.reshape(p, n, k).permute(1, 0, 2).reshape(n, p * k))
        return outer.reshape(m * p, k)

    def _function(self, e: Expr) -> tuple[Callable[[Tensor], Tensor], Tensor]:
        """vec(body) as a function of the vectorized variable, in the layout of the derivative."""
        body, point = e.args
        name, mode = e.data
        at = self.value(point)
        if mode == "vec":
            flat = lambda x: x.T.reshape(-1)  # noqa: E731
            lift = lambda v: v.reshape(at.shape[1], at.shape[0]).T  # noqa: E731
        else:
            flat = lambda x: x.reshape(-1)  # noqa: E731
            lift = lambda v: v.reshape(at.shape)  # noqa: E731
        return (lambda v: flat(self.value(body, {**self.env, name: lift(v)}))), flat(at)

    def _tangent(self, e: Expr, v: Tensor) -> Tensor:
        function, at = self._function(e)
        if self.tape:
            return tape_directional(function, at, v, keep=False)
        return torch.func.jvp(function, (at,), (v,))[1]

    def _cotangent(self, e: Expr, u: Tensor) -> Tensor:
        function, at = self._function(e)
        return torch.func.vjp(function, at)[1](u)[0]

    def second(self, e: Expr, columns: Tensor, inner: Tensor) -> Tensor:
        """Return ``D_Y[(dF/dX) w][v]`` per column v: the derivative of a directional derivative."""
        first = e.args[0]
        at = self.value(e.args[1])

        def directional(y: Tensor) -> Tensor:
            return Truth({**self.env, e.data[0]: y}, self.numbers)._tangent(first, inner)

        parts = [torch.func.jvp(directional, (at,), (v.reshape(at.shape),))[1] for v in self._columns(columns)]
        return torch.stack(parts, dim=1)


__all__ = ["MAX_COLUMNS", "Truth", "by_program"]
