"""Sums over the entries of vectors as products with 1: ``sum_i exp((A x)_i) = 1^T exp(A x)``, so that rules for matrices apply."""

from __future__ import annotations

from derive import build
from derive.core import Expr, walk
from derive.size_names import map_sizes
from derive.sizes import Shape, Size, dim

ONE = Size.of(1)


def vectorized(expr: Expr) -> Expr:
    """Return an equal expression with the sums written as products where their bodies are made of entries of vectors."""
    return build.bottom_up(expr, _as_product)


def _as_product(node: Expr) -> Expr:
    if node.op != "sum" or not node.shape.is_scalar or node.data[1] != ONE:
        return node
    name, _, high = node.data
    vector = _vector(node.args[0], name, high)
    return node if vector is None else build.matmul(build.ones((), dim(high)), vector)


def _vector(body: Expr, name: str, length: Size) -> Expr | None:
    """The column whose i-th entry is a scalar; None if it is not made of i-th entries of columns."""
    column = Shape(dim(length))
    if not _names_index(body, name):
        return build.scale(body, build.ones(column.rows, column.cols))
    if body.op == "entry" and (inner := _of_table(body)) is not None:
        return _vector(inner, name, length)
    if body.op == "entry":
        matrix = body.args[0]
        fits = body.data == (Size.of(name), ONE) and matrix.shape.totals == (length, ONE)
        return build.reshape(matrix, column) if fits and not _names_index(matrix, name) else None
    if body.op == "matmul" and (product := _of_rows(body, name, length)) is not None:
        return product
    if body.op == "hpow" and _names_index(body.args[1], name):
        return None
    if body.op == "hpow":
        base = _vector(body.args[0], name, length)
        return None if base is None else build.hpow(base, body.args[1])
    if body.op not in ("add", "scale", "hadamard", "map", "matmul") or not body.shape.is_scalar:
        return None
    parts = [_vector(arg, name, length) for arg in body.args]
    known = [part for part in parts if part is not None]
    if len(known) < len(parts) or not all(arg.shape.is_scalar for arg in body.args):
        return None
    if body.op == "add":
        return build.add(*known)
    if body.op == "map":
        return build.map_(body.data[0], known[0])
    first, second = known
    if first.op == "scale" and first.args[1].op == "ones":
        return build.scale(first.args[0], second)
    if second.op == "scale" and second.args[1].op == "ones":
        return build.scale(second.args[0], first)
    return build.hadamard(first, second)


def _of_table(entry: Expr) -> Expr | None:
    """The formula of an entry of a column that is told entry by entry; None for other entries."""
    table, (place, column) = entry.args[0], entry.data
    if table.op != "blocks" or not table.args[0].shape.is_scalar or table.data[3] != ONE or column != ONE:
        return None
    row, _, first, _ = table.data
    return map_sizes(table.args[0], {row: place, first: ONE})


def _of_rows(body: Expr, name: str, length: Size) -> Expr | None:
    """``X w`` for ``X_i w`` and ``w^T X_i^T``, the product of the i-th row of a matrix and a vector; None for other products."""
    for row, other in (body.args, body.args[::-1]):
        while row.op in ("transpose", "reshape", "unvecr") and ONE in row.shape.totals:
            row = row.args[0]
        if row.op != "row" or row.data != (Size.of(name),) or _names_index(other, name):
            continue
        matrix = row.args[0]
        if matrix.shape.totals[0] != length or _names_index(matrix, name):
            continue
        column = other if other.shape.totals[1] == ONE else build.transpose(other)
        column = column.args[0].args[0] if column.op == "transpose" and column.args[0].op == "transpose" else column
        factor = build.reshape(column, Shape(matrix.shape.cols))
        return build.matmul(build.reshape(matrix, Shape(dim(length), matrix.shape.cols)), factor)
    return None


def _names_index(expr: Expr, name: str) -> bool:
    return any(name in getattr(datum, "names", ()) for node in walk(expr) for datum in node.data)


__all__ = ["vectorized"]
