r"""Why a determinant is 0: a vector that the matrix takes to 0, ``\mathbf{1}`` for a softmax Jacobian, or a factor that is too narrow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive import build
from derive.core import Expr, Formula, Rel, walk
from derive.index.terms.ranges import at_least
from derive.sizes import Size


def determinant_of(goal: Rel) -> Expr | None:
    """Return the matrix whose determinant an equation says is 0, None for other equations."""
    for side, other in ((goal.lhs, goal.rhs), (goal.rhs, goal.lhs)):
        if side.op == "det" and build.is_zero(other):
            return side.args[0]
    return None


def is_narrow(matrix: Expr) -> bool:
    """Return whether a matrix is a product that goes through fewer dimensions than it has rows, at all sizes."""
    rows = matrix.shape.totals[0]
    products = [node for node in walk(matrix) if node.op == "matmul" and node.shape.totals == (rows, rows)]
    whole = matrix
    while whole.op in ("transpose", "reshape", "scale"):
        whole = whole.args[-1]
    return whole in products and any(at_least(rows - width - 1, 0) for width in _widths(whole))


def _widths(product: Expr) -> Iterator[Size]:
    if product.op == "matmul":
        yield product.args[0].shape.totals[1]
        for factor in product.args:
            yield from _widths(factor)


def kernels(matrix: Expr, hypotheses: Sequence[Formula]) -> Iterator[Rel]:
    """Yield equations each of which says that a vector other than 0 is taken to 0 by a matrix, or by its transpose."""
    rows = matrix.shape.rows
    for vector in (build.ones(matrix.shape.cols), *_nonzero(hypotheses, matrix.shape.totals[1])):
        yield Rel("=", build.matmul(matrix, vector), build.zeros(rows))
        yield Rel("=", build.matmul(build.transpose(matrix), vector), build.zeros(matrix.shape.cols))


def _nonzero(hypotheses: Sequence[Formula], length: Size) -> list[Expr]:
    """The columns of which a hypothesis says that they are not 0."""
    told = [h for h in hypotheses if isinstance(h, Rel) and h.op == "!="]
    sides = [side for h in told for side, other in ((h.lhs, h.rhs), (h.rhs, h.lhs)) if build.is_zero(other)]
    return [side for side in sides if side.shape.totals == (length, Size.of(1))]


__all__ = ["determinant_of", "is_narrow", "kernels"]
