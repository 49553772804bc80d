"""Norms that are written out: sums of squares, largest entries, largest sums of absolute values, over whole ranges."""

from __future__ import annotations

from derive import build
from derive.bounds.facts.defined import evaluated
from derive.bounds.facts.facts import Facts, elementwise
from derive.bounds.forms.bound import Bound
from derive.bounds.forms.normal import ONE, cols, is_scalar, mentions, normal, rows, strip
from derive.bounds.forms.polynomial import order_key
from derive.bounds.quantities import arithmetic
from derive.core import Expr
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.sizes import Size


def largest(facts: Facts, expr: Expr) -> Bound | None:
    """Return the norm that a maximum over indices is, if it is one."""
    rules = (_largest_sum, _largest_entry, _largest_component, _largest_slice)
    return next((found for rule in rules if (found := rule(facts, expr)) is not None), None)


def sum_of_squares(facts: Facts, expr: Expr) -> Bound | None:
    """Sum over all i, j of |A_ij|^2 = ||A||_F^2, over whole ranges."""
    first, low, high = expr.data
    body = strip(expr.args[0])
    if body.op == "hpow" and low == ONE:
        return _length_of_vector(facts, expr)
    if body.op != "sum" or low != ONE or body.data[1] != ONE:
        return None
    second, inner = body.data[0], strip(body.args[0])
    if inner.op != "hpow" or strip(inner.args[1]) != build.const(2):
        return None
    inner = strip(inner.args[0])
    inner = strip(inner.args[0]) if inner.op == "map" and inner.data[0] == "abs" else inner
    if inner.op != "entry":
        return None
    matrix, ranges = inner.args[0], {first: high, second: body.data[2]}
    row, column = map(str, inner.data)
    if {row, column} != set(ranges) or (ranges[row], ranges[column]) != (rows(matrix), cols(matrix)):
        return None
    if mentions(matrix, first) or mentions(matrix, second):
        return None
    return arithmetic.power(facts, facts.norm(matrix, "F"), Fraction(2)).by(
        "definition", "sum of |A_ij|^2 = ||A||_F^2"
    )


def norms_inside(facts: Facts, expr: Expr) -> list[Expr]:
    """Return the norms that the value of a number is told by where it is not written with them (``sum_i p_i^2``)."""
    found = dict.fromkeys(quantities_of(facts, expr)) if is_scalar(expr) else ()
    return [e for e in found if e.op == "norm" and e not in evaluated(facts, expr)]


def quantities_of(facts: Facts, number: Expr) -> list[Expr]:
    """Return what a number is a polynomial of, with repetitions: the trace that a sum of eigenvalues is."""
    try:
        return sorted(facts.value(number).value.atoms(), key=order_key)
    except NotSupported:
        return []


def _length_of_vector(facts: Facts, expr: Expr) -> Bound | None:
    """Sum over all i of |v_i|^2 = ||v||_2^2, over all of a vector."""
    (name, _, high), body = expr.data, strip(expr.args[0])
    inner = strip(body.args[0])
    inner = strip(inner.args[0]) if inner.op == "map" and inner.data[0] == "abs" else inner
    if strip(body.args[1]) != build.const(2) or inner.op != "entry" or mentions(inner.args[0], name):
        return None
    vector, index = inner.args[0], Size.of(name)
    down = inner.data == (index, ONE) and cols(vector) == ONE and high == rows(vector)
    across = inner.data == (ONE, index) and rows(vector) == ONE and high == cols(vector)
    if not (down or across):
        return None
    return arithmetic.power(facts, facts.norm(vector, "2"), Fraction(2)).by(
        "definition", "sum of |v_i|^2 = ||v||_2^2"
    )


def _largest_sum(facts: Facts, expr: Expr) -> Bound | None:
    """max_j sum_i |A_ij| = ||A||_1 and max_i sum_j |A_ij| = ||A||_inf, over whole ranges."""
    outer, low, high = expr.data
    body = strip(expr.args[0])
    if expr.op != "maxover" or body.op != "sum" or low != ONE or body.data[1] != ONE:
        return None
    inner = strip(body.args[0])
    if inner.op == "map" and inner.data[0] == "abs":
        inner = strip(inner.args[0])
    elif not elementwise(facts, inner):
        return None
    if inner.op != "entry":
        return None
    matrix, places = inner.args[0], tuple(map(str, inner.data))
    for kind, wanted, summed, over in (
        ("1", (body.data[0], outer), rows(matrix), cols(matrix)),
        ("inf", (outer, body.data[0]), cols(matrix), rows(matrix)),
    ):
        if places == wanted and (body.data[2], high) == (summed, over) and not any(mentions(matrix, n) for n in wanted):
            return facts.norm(matrix, kind).by("definition", f"the {kind} norm is the largest absolute sum")
    return None


def _largest_entry(facts: Facts, expr: Expr) -> Bound | None:
    """max_i max_j |A_ij| = ||A||_max over whole ranges."""
    first, low, high = expr.data
    body = strip(expr.args[0])
    if expr.op != "maxover" or body.op != "maxover" or low != ONE or body.data[1] != ONE:
        return None
    second, inner = body.data[0], strip(body.args[0])
    if inner.op != "map" or inner.data[0] != "abs" or strip(inner.args[0]).op != "entry":
        return None
    inner = strip(inner.args[0])
    matrix, ranges = inner.args[0], {first: high, second: body.data[2]}
    row, column = map(str, inner.data)
    if {row, column} != set(ranges) or (ranges[row], ranges[column]) != (rows(matrix), cols(matrix)):
        return None
    if mentions(matrix, first) or mentions(matrix, second):
        return None
    return facts.norm(matrix, "max").by("definition", "||A||_max is the largest |A_ij|")


def _largest_component(facts: Facts, expr: Expr) -> Bound | None:
    """max_i |v_i| = ||v||_max over all of a vector (max_i v_i where no v_i is negative)."""
    name, low, high = expr.data
    inner = strip(expr.args[0])
    if expr.op != "maxover" or low != ONE:
        return None
    if inner.op == "map" and inner.data[0] == "abs":
        inner = strip(inner.args[0])
    elif inner.op != "entry" or not elementwise(facts, inner):
        return None
    if inner.op != "entry" or mentions(inner.args[0], name):
        return None
    vector, (row, column) = inner.args[0], inner.data
    down = cols(vector) == ONE == column and row == Size.of(name) and high == rows(vector)
    across = rows(vector) == ONE == row and column == Size.of(name) and high == cols(vector)
    if not (down or across):
        return None
    return facts.norm(vector, "max").by("definition", "||v||_max is the largest |v_i|")


def _largest_slice(facts: Facts, expr: Expr) -> Bound | None:
    """max_i ||A_i||_1 over all rows is ||A||_inf, over all columns ||A||_1."""
    name, low, high = expr.data
    body = strip(expr.args[0])
    if expr.op != "maxover" or low != ONE or body.op != "norm":
        return None
    inner = strip(body.args[0])
    turned = inner.op == "transpose"
    inner = strip(inner.args[0]) if turned else inner
    if inner.op not in ("row", "col") or inner.data[0] != Size.of(name) or mentions(inner.args[0], name):
        return None
    column = (inner.op == "col") != turned
    matrix, whole = inner.args[0], "inf" if inner.op == "row" else "1"
    if high != (rows(matrix) if inner.op == "row" else cols(matrix)) or body.data[0] != ("1" if column else "inf"):
        return None
    return facts.norm(matrix, whole).by("definition", f"the {whole} norm is the largest absolute sum")


def squared_column(parts: list[Expr]) -> Expr | None:
    """The column x of ``1^T x^2``, entrywise."""
    if len(parts) != 2:
        return None
    sides = [strip(normal(build.transpose(parts[0]))), strip(parts[1])]
    for ones, square in (sides, sides[::-1]):
        if ones.op == "ones" and square.op == "hpow" and strip(square.args[1]) == build.const(2):
            return square.args[0]
        if ones.op == "ones" and square.op == "hadamard" and square.args[0] == square.args[1]:
            return square.args[0]
    return None


__all__ = ["largest", "squared_column", "sum_of_squares"]
