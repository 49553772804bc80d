r"""Matrices of zeros and ones with a single one in every column or row: permutations and selections.

``Q \odot Q = Q`` says that the entries are 0 or 1. A column of length 1 (``Q^\top Q = I``) or with the sum 1 (``Q^\top \mathbf{1} = \mathbf{1}``) then
has one entry 1: ``Q_{ik} Q_{jk} = \delta_{ij} Q_{ik}``. So for the rows, with the transpose.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive.build import basis, blocks, col, entry, fresh, scale, transpose
from derive.core import Expr, Rel
from derive.sizes import Size

ONE = Size.of(1)


def selected(told: Sequence[Rel]) -> Iterator[Rel]:
    """Yield what equations of 0-1 matrices say of products of two entries of one column or row."""
    for matrix in dict.fromkeys(m for rel in told if (m := _of_zeros_and_ones(rel)) is not None):
        turned = transpose(matrix)
        square = matrix.shape.rows == matrix.shape.cols
        by_columns = any(_says_one(rel, matrix) for rel in told)
        by_rows = any(_says_one(rel, turned) for rel in told)
        orthogonal = square and any(_is_orthogonal(rel, m) for rel in told for m in (matrix, turned))
        if by_columns or orthogonal:
            yield _one_in_a_column(matrix)
        if by_rows or orthogonal:
            yield _one_in_a_column(turned)


def _of_zeros_and_ones(rel: Rel) -> Expr | None:
    """The variable that equals its entrywise square."""
    for square, matrix in ((rel.lhs, rel.rhs), (rel.rhs, rel.lhs)):
        if matrix.op != "var" or matrix.shape.is_scalar:
            continue
        product = square.op == "hadamard" and all(part is matrix for part in square.args)
        exponent = square.args[1] if square.op == "hpow" else None
        power = exponent is not None and square.args[0] is matrix and exponent.op == "const" and exponent.data[0] == 2
        if product or power:
            return matrix
    return None


def _says_one(rel: Rel, matrix: Expr) -> bool:
    """Whether an equation says that the columns have the length one, or the sum one."""
    if _is_orthogonal(rel, matrix):
        return True
    for product, ones in ((rel.lhs, rel.rhs), (rel.rhs, rel.lhs)):
        if product.op == "matmul" and ones.op == "ones" and product.args[1].op == "ones":
            if ones.shape.totals[1] == ONE and product.args[0] is transpose(matrix):
                return True
    return False


def _is_orthogonal(rel: Rel, matrix: Expr) -> bool:
    sides = ((rel.lhs, rel.rhs), (rel.rhs, rel.lhs))
    wanted = (transpose(matrix), matrix)
    return any(
        a.op == "matmul" and b.op == "eye" and all(x is y for x, y in zip(a.args, wanted, strict=True))
        for a, b in sides
    )


def _one_in_a_column(matrix: Expr) -> Rel:
    """``Q_{ik} Q_{jk} = delta_{ij} Q_{ik}`` for all i, j, k."""
    i, k = fresh("i"), fresh("k")
    row, column = Size.of(i), Size.of(k)
    m, n = matrix.shape.totals
    first = entry(matrix, row, column)
    left = blocks(i, m, k, n, scale(first, col(matrix, column)))
    right = blocks(i, m, k, n, scale(first, basis(row, matrix.shape.rows)))
    return Rel("=", left, right)


__all__ = ["selected"]
