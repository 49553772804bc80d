"""Linear and quadratic functions of one matrix, by their coefficients: ``<G, Y>`` and ``y^T S y``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from derive import build
from derive.bounds.forms.normal import ONE, chain, cols, factors, is_scalar, mentions, normal, rows, strip
from derive.core import Expr


def slope(expr: Expr, y: Expr) -> Expr | None:
    """Return G with ``expr = <G, y>``, of the shape of y; None unless it is one product that holds y once.

    tr(P Y Q) = tr(Q P Y) = <(Q P)^T, Y> and tr(P Y^T Q) = <Q P, Y>; a product that is a number is its own trace.
    """
    expr = strip(expr)
    if expr.op == "entry" and strip(expr.args[0]) == y:
        (i, j), shape = expr.data, y.shape
        return build.matmul(build.basis(i, shape.rows), build.transpose(build.basis(j, shape.cols)))
    scalars, parts = _product(expr)
    if not parts or any(mentions(s, y.data[0]) for s in scalars):
        return None
    places = [k for k, p in enumerate(parts) if mentions(p, y.data[0])]
    if len(places) != 1:
        return None
    part, rest = parts[places[0]], [*parts[places[0] + 1 :], *parts[: places[0]]]
    if part != y and not _is_transposed(part, y):
        return None
    around = chain(rest) if rest else build.eye(y.shape.rows)
    found = reduce(lambda total, s: build.scale(s, total), scalars, around)
    found = normal(build.transpose(found)) if part == y else found
    return found if (rows(found), cols(found)) == (rows(y), cols(y)) else None


def curvature(expr: Expr, y: Expr) -> Expr | None:
    """Return S with ``expr = y^T S y`` for a column y; None unless it is one product that holds y twice.

    tr(P y y^T Q) = y^T Q P y.
    """
    scalars, parts = _product(strip(expr))
    if cols(y) != ONE or any(mentions(s, y.data[0]) for s in scalars):
        return None
    for start in range(len(parts)):
        turned = [*parts[start:], *parts[:start]]
        inner = turned[1:-1]
        if len(turned) < 2 or turned[-1] != y or not _is_transposed(turned[0], y):
            continue
        if any(mentions(p, y.data[0]) for p in inner):
            return None
        around = chain(inner) if inner else build.eye(y.shape.rows)
        return reduce(lambda total, s: build.scale(s, total), scalars, around)
    return None


def _product(expr: Expr) -> tuple[Sequence[Expr], list[Expr]]:
    """The factors of a trace, or of a product that is a number."""
    if expr.op == "trace":
        scalars, parts = factors(strip(normal(expr.args[0])))
    elif expr.op == "matmul" and is_scalar(expr):
        scalars, parts = factors(strip(normal(expr)))
    else:
        return (), []
    return scalars, [strip(p) for p in parts]


def _is_transposed(part: Expr, y: Expr) -> bool:
    return part.op == "transpose" and strip(part.args[0]) == y


__all__ = ["curvature", "slope"]
