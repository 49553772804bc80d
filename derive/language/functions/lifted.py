"""A function of one number at every entry of a matrix, by operations of whole matrices where its formula is made of such."""

from __future__ import annotations

from collections.abc import Callable

from derive import build as b
from derive.core import Expr


def lifted(body: Expr, name: str, matrix: Expr) -> Expr | None:
    """Return the matrix with the entries ``body(matrix_ij)``; None if an operation of the body has no entrywise counterpart.

    Args:
        body: A scalar formula.
        name: Its variable.
        matrix: What stands for the variable.
    """
    if name not in b.free_names(body):
        return b.scale(body, b.ones(matrix.shape.rows, matrix.shape.cols))
    if body.op == "var":
        return matrix
    if body.op not in (*_RULES, "hpow") or not body.shape.is_scalar:
        return None
    if body.op == "scale" and name not in b.free_names(body.args[0]):
        inner = lifted(body.args[1], name, matrix)
        return None if inner is None else b.scale(body.args[0], inner)
    if body.op == "hpow":
        inner = lifted(body.args[0], name, matrix)
        return None if inner is None or name in b.free_names(body.args[1]) else b.hpow(inner, body.args[1])
    parts = [lifted(a, name, matrix) for a in body.args]
    known = [part for part in parts if part is not None]
    return _RULES[body.op](body, known) if len(known) == len(parts) else None


def _extreme(body: Expr, parts: list[Expr]) -> Expr | None:
    """The larger of a number and zero."""
    zero = [k for k, a in enumerate(body.args) if b.is_zero(a)]
    return b.map_("relu", parts[1 - zero[0]]) if len(parts) == 2 and len(zero) == 1 else None


_RULES: dict[str, Callable[[Expr, list[Expr]], Expr | None]] = {
    "add": lambda _, parts: b.add(*parts),
    "scale": lambda _, parts: b.hadamard(*parts),
    "hadamard": lambda _, parts: b.hadamard(*parts),
    "matmul": lambda _, parts: b.hadamard(*parts),
    "map": lambda body, parts: b.map_(body.data[0], parts[0]),
    "max": _extreme,
    "reshape": lambda _, parts: parts[0],
}

__all__ = ["lifted"]
