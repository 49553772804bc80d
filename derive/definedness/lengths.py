"""Numbers that are zero where a matrix is: its norms, sums of squares of its entries."""

from __future__ import annotations

from derive import build
from derive.core import Expr
from derive.sizes import Size

ONE = Size.of(1)
THROUGH = ("reshape", "transpose", "vec", "vecr", "unvecr")


def bare(e: Expr) -> Expr:
    """Return the entries of an expression, however they are laid out."""
    while e.op in THROUGH or (e.op in ("trace", "diagpart", "maxentry", "minentry") and e.args[0].shape.is_scalar):
        e = e.args[0]
    return e


def length_of(e: Expr) -> Expr | None:
    """Return the matrix of which a nonnegative number is a norm, or its square: it is zero where the matrix is; None for others."""
    e = bare(e)
    if e.op == "norm" or (e.op == "sigma" and e.data[0] in ("max", ONE)):
        return e.args[0]
    if e.op == "matmul" and build.transpose(e.args[0]) == e.args[1] and ONE in e.args[1].shape.totals:
        return e.args[1] if not e.args[1].shape.is_scalar else None
    if e.op == "trace":
        inner = e.args[0]
        if inner.op == "matmul" and build.transpose(inner.args[0]) == inner.args[1]:
            return inner.args[1]
    return None


__all__ = ["bare", "length_of"]
