"""Matrices that are singular by their form, like ``diag(p) - p p^T``: a vector that is always in the kernel."""

from __future__ import annotations

from derive.bounds.facts.facts import Facts, size_sign
from derive.bounds.forms.normal import cols, factors, normal, rows, strip
from derive.bounds.forms.polynomial import Poly
from derive.bounds.quantities.patterns import softmax_jacobian_of
from derive.core import Expr
from derive.language.printing.core_latex import core_to_latex
from derive.sizes import Size


def always_singular(facts: Facts, expr: Expr) -> str | None:
    """Return which vector is always in the kernel of a square matrix (or why the rank is deficient), else None."""
    _, parts = factors(expr)
    if len(parts) == 1:
        return _singular_factor(facts, parts[0])
    if all(rows(p) == cols(p) for p in parts):
        return next((r for r in (_singular_factor(facts, p) for p in parts) if r is not None), None)
    whole = (rows(parts[0]), cols(parts[-1]))
    for left in parts[:-1]:
        inner = cols(left)
        if all(size_sign(facts, total - inner - 1) for total in whole):
            return f"a product through an inner size {inner}, smaller than both outer sizes"
    return None


def _singular_factor(facts: Facts, expr: Expr) -> str | None:
    expr = strip(normal(expr))
    p = softmax_jacobian_of(facts, expr)
    if p is not None:
        return f"(diag(p) - p p^T) 1 = p - p (1^T p) = 0 for p = {core_to_latex(p)}"
    if expr.op == "deriv" and _is_whole_softmax(expr):
        return "adding a constant to a row of scores changes no softmax"
    if _is_centering(facts, expr):
        return "(I - (1/n) 1 1^T) 1 = 1 - 1 = 0"
    if expr.op == "blocks":
        i, m, j, n = expr.data
        scalars, parts = factors(expr.args[0])
        diagonal = any(s.op == "delta" and set(s.data) == {Size.of(i), Size.of(j)} for s in scalars)
        if diagonal and m == n and rows(expr.args[0]) == cols(expr.args[0]):
            inner = parts[0] if len(parts) == 1 else None
            return _singular_factor(facts, inner) if inner is not None else None
    if expr.op == "kron" and all(rows(a) == cols(a) for a in expr.args):
        return next((r for r in (_singular_factor(facts, a) for a in expr.args) if r is not None), None)
    if expr.op == "zeros":
        return "the zero matrix"
    if expr.op == "ones" and rows(expr) == cols(expr) and size_sign(facts, rows(expr) - 2):
        return "the all-ones matrix has rank one and size at least two"
    return None


def _is_whole_softmax(expr: Expr) -> bool:
    """D softmax(T) / dT for a matrix variable T: the Jacobian has the direction of constant rows in its kernel."""
    body, point = strip(expr.args[0]), expr.args[1]
    if body.op == "transpose":
        body = strip(body.args[0])
    inner = strip(body.args[0]) if body.op == "softmax" else body
    return (
        body.op == "softmax"
        and inner.op == "var"
        and inner.data[0] == expr.data[0]
        and inner.shape.totals == point.shape.totals
    )


def _is_centering(facts: Facts, expr: Expr) -> bool:
    """I - (1/n) 1 1^T."""
    if expr.op != "add" or len(expr.args) != 2:
        return False
    for first, second in (expr.args, expr.args[::-1]):
        scalars, parts = factors(second)
        if strip(first).op != "eye" or len(parts) != 1 or parts[0].op != "ones":
            continue
        weight = Poly.number(1)
        for scalar in scalars:
            weight = weight * facts.value(scalar).value
        if (weight * Poly.of_size(rows(parts[0]))).is_number() == -1:
            return True
    return False


__all__ = ["always_singular"]
