"""Derivatives as operators: J v, J^T u and H v without forming J or H."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

from derive.core import Expr
from derive.errors import NotSupported
from numeric.device import choose_device
from numeric.linear_map import LinearMapBase
from numeric.programs.compiled import compile_program
from numeric.programs.linearize import gradient, tangent, transposed
from numeric.programs.program import Graph, Node
from numeric.programs.steps import Program
from numeric.programs.translate import Translator


class MatrixOperator(LinearMapBase):
    """A core matrix (a formula or a derivative) as an operator on vectors of the index order of its columns.

    ``matvec`` and ``rmatvec`` take and return one-dimensional tensors; the results are copies.

    Args:
        expr: The matrix; ``deriv`` nodes are applied, never formed.
        env: A two-dimensional tensor per free variable.
        sizes: The value of every size name.
        dtype: Type of all tensors, float64 by default.
        device: ``auto``, ``cpu`` or ``cuda``.

    Raises:
        NotSupported: The expression has no matrix-free form, or does not fit in memory.
    """

    def __init__(
        self,
        expr: Expr,
        env: Mapping[str, Tensor],
        sizes: Mapping[str, int],
        *,
        dtype: torch.dtype = torch.float64,
        device: str = "cpu",
    ) -> None:
        self.expr, self.sizes = expr, dict(sizes)
        self.dtype, self.device = dtype, choose_device(device)
        self.env = {name: value.to(self.device, dtype) for name, value in env.items()}
        self.shape = expr.shape.evaluate(self.sizes)
        self._forward: Program | None = None
        self._backward: Program | None = None
        self._build()

    def _build(self) -> None:
        try:
            graph = Graph()
            self._inputs = {name: graph.input(name, value.shape) for name, value in self.env.items()}
            translator = Translator(graph, self.sizes, self._inputs)
            self._graph = graph
            self._source = graph.input("v", translator.dims(self.expr.shape.cols))
            self._root = self._applied(translator, self._source)
        except RecursionError as error:
            raise NotSupported("the expression is nested too deeply for the matrix-free road") from error

    def _applied(self, translator: Translator, source: Node) -> Node:
        from numeric.programs.translate import Value

        result = translator.apply(self.expr, Value(source, ()))
        if result.names:
            raise NotSupported(f"the index {result.names[0]} has no value")
        return result.node

    def _compile(self, root: Node, moving: Node) -> Program:
        values = {node: self.env[name] for name, node in self._inputs.items()}
        return compile_program(root, moving, values, dtype=self.dtype, device=self.device)

    @property
    def forward(self) -> Program:
        """The compiled program of J v."""
        if self._forward is None:
            self._forward = self._compile(self._root, self._source)
        return self._forward

    @property
    def backward(self) -> Program:
        """The compiled program of J^T u."""
        if self._backward is None:
            moving = self._graph.input("u", self._root.dims)
            self._backward = self._compile(transposed(self._graph, self._root, self._source, moving), moving)
        return self._backward

    def matvec(self, vector: Tensor, out: Tensor | None = None) -> Tensor:
        """Return J v."""
        return self.forward.apply(vector, out)

    def rmatvec(self, vector: Tensor, out: Tensor | None = None) -> Tensor:
        """Return J^T u."""
        return self.backward.apply(vector, out)

    def to(self, device: str | None = None, dtype: torch.dtype | None = None) -> MatrixOperator:
        """Return the same operator elsewhere or in another precision."""
        where = device or str(self.device)
        return type(self)(self.expr, self.env, self.sizes, dtype=dtype or self.dtype, device=where)

    def as_linear_operator(self) -> Any:
        """Return a ``scipy.sparse.linalg.LinearOperator`` over numpy vectors."""
        return self.to_scipy()


class JacobianOperator(MatrixOperator):
    """d vec_r(F) / d vec_r(X)^T of a core expression F, as an operator.

    Examples:
        >>> from derive import build as b
        >>> from derive.sizes import Shape
        >>> X, W = b.var("X", Shape.of("L", "d")), b.var("W", Shape.of("d", "k"))
        >>> env = {"X": torch.ones(2, 3).double(), "W": torch.ones(3, 5).double()}
        >>> J = jacobian_operator(b.matmul(X, W), "W", env, {"L": 2, "d": 3, "k": 5})
        >>> J.shape, J.matvec(torch.ones(15).double()).shape
        ((10, 15), torch.Size([10]))
    """


def jacobian_operator(
    body: Expr, name: str, env: Mapping[str, Tensor], sizes: Mapping[str, int], **options: Any
) -> JacobianOperator:
    """Return the Jacobian of an expression with respect to one of its variables (options of `MatrixOperator`)."""
    from derive.build import deriv

    return JacobianOperator(deriv(body, name, _variable(body, name)), env, sizes, **options)


def jacobian_of(of: Any, wrt: str = "X", *args: Any, **options: Any) -> LinearMapBase:
    """Return the Jacobian of an attention head, or of an expression, as an operator.

    ``J @ v``, ``J.T @ u``, ``J.shape``, ``J.norm()`` and ``J.to_scipy()`` follow scipy and curvlinops; matrices are flattened
    row by row.

    Args:
        of: A `numeric.models.heads.Head`, or a core expression.
        wrt: For a head ``X``, ``WQ``, ``WK``, ``WV`` or ``W`` (all three); for an expression the name of a variable.
        *args: For an expression its values and sizes, as in `jacobian_operator`.
        **options: For an expression those of `MatrixOperator`.

    Raises:
        TypeError: ``of`` is neither.
        ValueError: A head has no such argument.
    """
    from numeric.models.heads import Head
    from numeric.models.kernels import HeadJacobian

    if isinstance(of, Head):
        return HeadJacobian(of, wrt)
    if isinstance(of, Expr):
        return jacobian_operator(of, wrt, *args, **options)
    raise TypeError(f"a Jacobian is of a Head or of an expression, not of {type(of).__name__}")


def hessian_operator(
    body: Expr, name: str, env: Mapping[str, Tensor], sizes: Mapping[str, int], **options: Any
) -> HessianOperator:
    """Return the Hessian of a scalar expression with respect to one of its variables."""
    from derive.build import deriv, grad

    point = _variable(body, name)
    return HessianOperator(deriv(grad(body, name, point), name, point), env, sizes, **options)


def _variable(body: Expr, name: str) -> Expr:
    from derive.core import walk

    for e in walk(body):
        if e.op == "var" and e.data[0] == name:
            return e
    raise NotSupported(f"{name} does not occur in the expression")


class HessianOperator(MatrixOperator):
    """The second derivative of a scalar, as a symmetric operator: the tangent of the gradient program."""

    def rmatvec(self, vector: Tensor, out: Tensor | None = None) -> Tensor:
        """Return H u; the Hessian is symmetric."""
        return self.matvec(vector, out)


__all__ = [
    "HessianOperator",
    "JacobianOperator",
    "MatrixOperator",
    "gradient",
    "hessian_operator",
    "jacobian_of",
    "jacobian_operator",
    "tangent",
]
