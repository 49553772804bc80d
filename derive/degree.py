"""Degree of an expression as a polynomial in the entries of variables."""

from __future__ import annotations

from derive.build import DERIVATIVES
from derive.core import Expr, walk

LINEAR = {
    "transpose",
    "vec",
    "vecr",
    "reshape",
    "unvecr",
    "diag",
    "diagpart",
    "trace",
    "entry",
    "row",
    "col",
    "sum",
    "blocks",
}
PRODUCT = {"scale", "matmul", "kron", "hadamard"}


def degree_in(expr: Expr, *names: str, sharp: bool = False) -> int | None:
    """Return an upper bound of the joint degree in the variables, None if it is not (seen to be) a polynomial.

    ``sharp`` counts that a derivative lowers the degree; points are made by the coarser one, for which fewer systems are solved.
    """
    degrees: dict[Expr, int | None] = {}
    for node in walk(expr):
        parts = [degrees[child] for child in node.args]
        degrees[node] = (
            _derivative(node, parts, names, sharp) if node.op in DERIVATIVES else _degree(node, parts, names)
        )
    return degrees[expr]


def _derivative(node: Expr, parts: list[int | None], names: tuple[str, ...], sharp: bool) -> int | None:
    """A derivative of a body of joint degree b in the names and its own variable is of degree b - 1; at a point of degree k."""
    if not any(d is None or d for d in parts):
        return 0
    body, point = degree_in(node.args[0], node.data[0], *names, sharp=sharp), parts[1]
    direction = parts[2] if len(parts) > 2 else 0
    if body is None or point is None or direction is None:
        return None
    return (max(body - 1, 0) if sharp else body) * max(1, point) + direction


def _degree(node: Expr, parts: list[int | None], names: tuple[str, ...]) -> int | None:
    if node.op == "var":
        return int(node.data[0] in names)
    known = [d for d in parts if d is not None]
    if len(known) < len(parts):
        return None
    if node.op in LINEAR:
        return known[0]
    if node.op in PRODUCT:
        return sum(known)
    if node.op in ("add", "hcat", "vcat"):
        return max(known)
    if node.op == "mpow":
        return known[0] * node.data[0]
    if node.op == "hpow" and node.args[1].op == "const":
        exponent = node.args[1].data[0]
        if exponent.denominator == 1 and exponent >= 0:
            return known[0] * int(exponent)
    return None if any(known) else 0
