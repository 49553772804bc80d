"""Sums over the entries of vectors as products with 1: ``sum_i exp((A x)_i) = 1^T exp(A x)``, so that rules for matrices apply."""

from __future__ import annotations

from derive import build
from derive.core import Expr, walk
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
    if body.op == "entry":
        matrix = body.args[0]
        fits = body.data == (Size.of(name), ONE) and matrix.shape.totals == (length, ONE)
        return build.reshape(matrix, column) if fits and not _names_index(matrix, name) else None
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


def _names_index(expr: Expr, name: str) -> bool:
    return any(name in getattr(datum, "names", ()) for node in walk(expr) for datum in node.data)


__all__ = ["vectorized"]
