r"""Rational functions of one symmetric matrix: the eigenvalues of ``f(S)`` are f at those of S.

    S (S + c I)^{-1},   I - 2 c (S + c I)^{-1} + ...   with numbers c

``f(S)`` is symmetric; it is semidefinite where ``f >= 0`` at all numbers that the eigenvalues may be, and definite where ``f > 0``
there. Where the claim has a value all inverses exist, so that no eigenvalue is a pole.

Source: Horn and Johnson, Matrix Analysis, 1.1.6 and 4.1.5.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from derive import build
from derive.bounds.facts.facts import NONNEGATIVE, POSITIVE, UNKNOWN, Facts
from derive.bounds.forms.normal import canonical, chain, factors, normal, rows, strip
from derive.bounds.forms.polynomial import order_key
from derive.bounds.quantities import arithmetic
from derive.bounds.quantities.arithmetic import is_nonnegative
from derive.bounds.quantities.common_denominators import over_common_denominator
from derive.core import Expr, walk
from derive.errors import NotSupported
from derive.sizes import Shape

MAX_FACTORS = 12  # of one product


def is_symmetric_function(facts: Facts, expr: Expr) -> bool:
    """Whether a matrix is a rational function, with an inverse in it, of one symmetric matrix."""
    return _function(facts, expr) is not None


def sign_of_function(facts: Facts, expr: Expr) -> int:
    """The sign of the eigenvalues of such a matrix: `POSITIVE` if it is definite, `NONNEGATIVE` if semidefinite, else `UNKNOWN`."""
    found = _function(facts, expr)
    return UNKNOWN if found is None else facts.once(("function", found), UNKNOWN, lambda: _sign(facts, *found))


def _sign(facts: Facts, base: Expr, eigenvalue: Expr, value: Expr) -> int:
    least = POSITIVE if facts.is_definite(base) else NONNEGATIVE if facts.is_semidefinite(base) else UNKNOWN
    ends = [(build.eig(base, "min"), eigenvalue, False, ()), (eigenvalue, build.eig(base, "max"), False, ())]
    signs = {**facts.signs, eigenvalue: least} if least else facts.signs
    # Theorems are not asked: what they say of eigenvalues may lead back here.
    apart = replace(facts, signs=signs, orders=[*facts.orders, *ends], theorems=[], cache={}, work=0)
    try:
        poly = apart.value(value).value
        whole = over_common_denominator(apart, poly) or poly
        known = arithmetic.poly_sign(apart, poly) or arithmetic.poly_sign(apart, whole)
        return known or int(is_nonnegative(apart, whole))
    except NotSupported:
        return UNKNOWN


def _function(facts: Facts, expr: Expr) -> tuple[Expr, Expr, Expr] | None:
    """The symmetric matrix S, a number t in its place, and f(t)."""
    expr = strip(normal(expr))
    if expr.op not in ("add", "matmul", "scale", "inv") or rows(expr) != rows(build.transpose(expr)):
        return None
    return facts.once(("function of", expr), None, lambda: _found(facts, expr))


def _found(facts: Facts, expr: Expr) -> tuple[Expr, Expr, Expr] | None:

    base = _base(expr)
    if base is None or base.op == "inv" or not facts.is_symmetric(base):
        return None
    eigenvalue = build.var(
        f"eigenvalue {order_key(base)[2]}", Shape()
    )  # of its own: such a question may lead to another
    try:
        value = _at(expr, base, eigenvalue)
    except NotSupported:
        return None
    return None if value is None else (base, eigenvalue, value)


def _base(expr: Expr) -> Expr | None:
    """The one matrix that the sums under the inverses are made of, besides the identity."""
    found: set[Expr] = set()
    for node in walk(expr):
        if node.op != "inv":
            continue
        inner = strip(normal(node.args[0]))
        for term in inner.args if inner.op == "add" else (inner,):
            parts = factors(term)[1]
            if any(strip(p).op != "eye" for p in parts):
                found.add(canonical(chain(parts)))
    return found.pop() if len(found) == 1 else None


def _at(expr: Expr, base: Expr, number: Expr) -> Expr | None:
    """The value with a number in the place of a matrix, and of its powers and inverses; None if something else is left."""
    expr = strip(normal(expr))
    if canonical(expr) == base:
        return number
    if expr.op in ("eye", "zeros"):
        return build.const(int(expr.op == "eye"))
    if expr.op == "add":
        parts = [_at(part, base, number) for part in expr.args]
        return None if None in parts else build.add(*(p for p in parts if p is not None))
    if expr.op == "inv":
        inner = _at(expr.args[0], base, number)
        return None if inner is None else build.hpow(inner, build.const(-1))
    scalars, matrices = factors(expr)
    if (not scalars and len(matrices) == 1) or len(matrices) > MAX_FACTORS:
        return None
    found = _of_product(matrices, base, number)
    return None if found is None else reduce(build.scale, [build.reshape(s, Shape()) for s in scalars], found)


def _of_product(matrices: list[Expr], base: Expr, number: Expr) -> Expr | None:
    """The product of the values of factors; several factors may be the matrix together (``X^T X``)."""
    length, result = len(factors(base)[1]), build.const(1)
    k = 0
    while k < len(matrices):
        together = matrices[k : k + length]
        if len(together) == length and canonical(chain(together)) == base:
            value, k = number, k + length
        else:
            value, k = _at(matrices[k], base, number), k + 1
        if value is None:
            return None
        result = build.scale(result, value)
    return result


__all__ = ["is_symmetric_function", "sign_of_function"]
