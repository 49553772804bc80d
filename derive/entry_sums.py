"""Sums over all entries as inner products with ones, diagonal matrices and entrywise products: `\\sum_i x_i y_i` is `x^T y`."""

from __future__ import annotations

from derive.build import add, bottom_up, const, diag, hadamard, hpow, map_, matmul, ones, scale, transpose
from derive.core import Expr, walk
from derive.sizes import Size, product
from derive.tidy import column_of


def by_columns(e: Expr) -> Expr:
    """Return an expression in which sums over all entries are inner products with ones, diagonals and entrywise products."""
    return bottom_up(e, _without_sum)


def _without_sum(node: Expr) -> Expr:
    if node.op != "sum" or node.data[1] != Size.of(1):
        return node
    (body,), (index, _, high) = node.args, node.data
    coefficient, inner = (body.args[0], body.args[1]) if body.op == "scale" else (const(1), body)
    if node.shape.is_scalar:
        for dims in {n.args[0].shape.rows for n in walk(body) if n.op == "entry" and not n.args[0].shape.cols}:
            column = column_of(body, index, dims) if product(dims) == high else None
            if column is not None:
                return matmul(transpose(ones(dims)), column)
        return node
    units = _units(inner)
    if units is not None and units[0] == units[1] == Size.of(index) and inner.shape.rows == inner.shape.cols:
        column = column_of(coefficient, index, inner.shape.rows) if product(inner.shape.rows) == high else None
        return node if column is None else diag(column)
    if body.op == "sum" and body.data[1] == Size.of(1):
        (entry_,), (other, _, last) = body.args, body.data
        coefficient, inner = (entry_.args[0], entry_.args[1]) if entry_.op == "scale" else (const(1), entry_)
        units, totals = _units(inner), node.shape.totals
        if units == (Size.of(index), Size.of(other)) and totals == (high, last):
            whole = _matrix_of(coefficient, Size.of(index), Size.of(other), inner)
            return node if whole is None else whole
    return node


def _units(e: Expr) -> tuple[Size, Size] | None:
    """The indices i and j of ``e_i e_j^T``."""
    if e.op != "matmul" or e.args[0].op != "basis" or e.args[1].op != "transpose" or e.args[1].args[0].op != "basis":
        return None
    return e.args[0].data[0], e.args[1].args[0].data[0]


def _matrix_of(s: Expr, i: Size, j: Size, like: Expr) -> Expr | None:
    """The matrix whose entries are a scalar expression in two indices, if it is made of entries and entrywise operations."""
    if s.op == "const":
        return scale(s, ones(like.shape.rows, like.shape.cols))
    if s.op == "entry" and set(s.data) == {i, j}:
        matrix = s.args[0] if s.data == (i, j) else transpose(s.args[0])
        return matrix if matrix.shape == like.shape else None
    parts = [_matrix_of(a, i, j, like) for a in s.args if not (s.op == "hpow" and a.op == "const")]
    known = [p for p in parts if p is not None]
    if len(known) < max(1, len(parts)) or s.op not in ("add", "scale", "hadamard", "map", "hpow"):
        return None
    if s.op == "map":
        return map_(s.data[0], known[0])
    if s.op == "hpow":
        return hpow(known[0], s.args[1]) if s.args[1].op == "const" else None
    return add(*known) if s.op == "add" else hadamard(*known)
