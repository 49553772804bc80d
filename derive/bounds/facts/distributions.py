"""Distributions: columns and rows of nonnegative numbers with the sum one, and what a claim's hypotheses say of them."""

from __future__ import annotations

from derive import build
from derive.bounds.facts.facts import NONNEGATIVE, Facts, elementwise
from derive.bounds.forms.normal import canonical, cols, factors, normal, rows, strip
from derive.core import Expr, Rel
from derive.sizes import Size

ONE = Size.of(1)


def read(facts: Facts, rel: Rel) -> None:
    """Learn of distributions from ``1^T p = 1``, ``p^T 1 = 1``, ``P 1 = 1`` and ``sum_i p_i = 1``, for nonnegative p and P."""
    for left, right in ((rel.lhs, rel.rhs), (rel.rhs, rel.lhs)):
        if not _is_one(right):
            continue
        left = normal(left)
        if left.op == "matmul":
            first, second = strip(left.args[0]), strip(left.args[1])
            for one, other in ((first, normal(build.transpose(second))), (second, first)):
                if strip(one).op == "ones":
                    _add_stochastic(facts, strip(other))
        if left.op == "sum":
            name, low, high = left.data
            body = strip(left.args[0])
            vector = strip(body.args[0]) if body.op == "entry" and body.data == (Size.of(name), ONE) else None
            if vector is not None and cols(vector) == low == ONE and high == rows(vector):
                facts.unit_sums.add(canonical(vector))
                if elementwise(facts, vector) >= NONNEGATIVE:
                    facts.simplex.add(canonical(vector))


def _is_one(expr: Expr) -> bool:
    expr = strip(expr)
    if expr.op == "scale":
        return all(map(_is_one, expr.args))
    return expr.op == "ones" or (expr.op == "const" and expr.data[0] == 1)


def _add_stochastic(facts: Facts, matrix: Expr) -> None:
    """A matrix whose rows have the sum one: row-stochastic if it is nonnegative."""
    if rows(matrix) == ONE:
        facts.unit_sums.add(canonical(strip(normal(build.transpose(matrix)))))
    if elementwise(facts, matrix) < NONNEGATIVE:
        return
    facts.stochastic.add(canonical(matrix))
    if rows(matrix) == ONE:
        facts.simplex.add(canonical(strip(normal(build.transpose(matrix)))))


def is_stochastic(facts: Facts, expr: Expr) -> bool:
    """Rows nonnegative with sum one."""
    expr = strip(expr)
    if expr.op == "softmax" or canonical(expr) in facts.stochastic:
        return True
    if expr.op == "row":
        return is_stochastic(facts, expr.args[0])
    if expr.op == "matmul":
        return all(is_stochastic(facts, a) for a in expr.args) or _is_normalized(facts, expr)
    if expr.op == "kron":
        return all(is_stochastic(facts, a) for a in expr.args)
    if expr.op in ("eye", "commutation"):
        return True
    return expr.op == "transpose" and is_simplex(facts, expr.args[0])


def _is_normalized(facts: Facts, product: Expr) -> bool:
    """Whether it is ``diag(A 1)^-1 A`` for a nonnegative A: the rows divided by their sums, where these are not zero."""
    scalars, parts = factors(product)
    first = strip(parts[0])
    if scalars or len(parts) != 2 or elementwise(facts, parts[1]) < NONNEGATIVE:
        return False
    degrees = strip(first.args[0]) if first.op in ("inv", "diag") else first
    if first.op == "inv" and degrees.op == "diag":
        degrees = strip(degrees.args[0])
    elif first.op == "diag" and degrees.op == "hpow" and strip(degrees.args[1]) == build.const(-1):
        degrees = strip(degrees.args[0])
    else:
        return False
    sums = build.matmul(parts[1], build.ones(parts[1].shape.cols))
    return canonical(strip(normal(degrees))) == canonical(strip(normal(sums)))


def is_simplex(facts: Facts, expr: Expr) -> bool:
    """A column, nonnegative, with sum one."""
    expr = strip(expr)
    if cols(expr) != ONE:
        return False
    if expr.op == "basis" or canonical(expr) in facts.simplex:
        return True
    flat = strip(normal(expr))
    return flat.op == "transpose" and is_stochastic(facts, flat.args[0])


def sums_to_one(facts: Facts, parts: list[Expr]) -> bool:
    """1^T p or p^T 1 for p on the simplex, or with this sum by a hypothesis."""
    if len(parts) != 2:
        return False
    first, second = strip(normal(build.transpose(parts[0]))), strip(parts[1])
    for ones, vector in ((first, second), (second, first)):
        if ones.op == "ones" and (canonical(vector) in facts.unit_sums or is_simplex(facts, vector)):
            return True
    return False


__all__ = ["is_simplex", "is_stochastic", "read", "sums_to_one"]
