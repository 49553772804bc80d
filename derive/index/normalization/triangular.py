"""Triangular matrices: equations that say that the entries on one side of a diagonal are zero."""

from __future__ import annotations

from derive.build import (
    SCALAR,
    blocks,
    const,
    det,
    entry,
    fresh,
    hadamard,
    indicator,
    is_zero,
    prod,
    reshape,
    size,
    sub,
    var,
)
from derive.core import Expr, Rel
from derive.sizes import Size

ONE = Size.of(1)
STRICT = {"<": "<", "<=": "<", ">": ">", ">=": ">"}


def determinant(rel: Rel) -> Rel | None:
    """Return that the determinant of a triangular matrix is the product of its diagonal; None for other equations."""
    found = _zeros(rel)
    if found is None:
        return None
    matrix, k = found[0], fresh("k")
    product = prod(k, ONE, matrix.shape.totals[0], entry(matrix, Size.of(k), Size.of(k)))
    return Rel("=", det(matrix), reshape(product, SCALAR))


def structure(rel: Rel) -> tuple[str, Expr] | None:
    """Return a variable that an equation says to be triangular, and such matrices with free entries; None for other equations."""
    found = _zeros(rel)
    if found is None or found[0].op != "var":
        return None
    matrix, relation = found
    name, (i, j), n = matrix.data[0], (fresh("i"), fresh("j")), matrix.shape.totals[0]
    zeros = blocks(i, n, j, n, indicator(relation, size(Size.of(i)), size(Size.of(j))))
    free = var(f"{name}~triangle", matrix.shape)
    return name, sub(free, hadamard(reshape(zeros, matrix.shape), free))


def _zeros(rel: Rel) -> tuple[Expr, str] | None:
    """A square matrix and the relation of row and column where an equation says its entries to be zero.

    ``[i < j] A_ij = 0``, or ``[i <= j] A_ij = [i = j] A_ij``.
    """
    for masked, other in ((rel.lhs, rel.rhs), (rel.rhs, rel.lhs)):
        if masked.op != "hadamard" or len(masked.args) != 2:
            continue
        for mask, matrix in (masked.args, masked.args[::-1]):
            relation = _relation(mask)
            if relation is None or matrix.shape.rows != matrix.shape.cols:
                continue
            if is_zero(other):
                return matrix, relation
            diagonal = other.op == "hadamard" and set(other.args) - {matrix} and matrix in other.args
            if diagonal and all(arg is matrix or arg.op == "eye" for arg in other.args):
                return matrix, STRICT[relation]
    return None


def _relation(mask: Expr) -> str | None:
    """The relation of row and column at the ones of a mask of zeros and ones, as ``<`` of row and column."""
    mask = mask.args[0] if mask.op == "reshape" else mask
    if mask.op != "blocks":
        return None
    (i, rows, j, cols), condition = mask.data, mask.args[0]
    while condition.op == "scale" and condition.args[1] == const(1):
        condition = condition.args[0]
    if condition.op != "indicator" or condition.data[0] not in STRICT or rows != cols:
        return None
    places = tuple(size(Size.of(name)) for name in (i, j))
    turned = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}[condition.data[0]]
    return condition.data[0] if condition.args == places else turned if condition.args == places[::-1] else None


__all__ = ["determinant", "structure"]
