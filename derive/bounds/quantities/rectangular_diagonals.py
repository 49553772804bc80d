r"""Matrices that are zero off their main diagonal, square or not: ``E`` with ``E_{ij} = \delta_{ij}``, and ``E \odot S``.

The singular values of a rectangular diagonal matrix are the absolute values on its diagonal, in descending order (Horn and Johnson,
Matrix Analysis, 2.6.3). Where all of these are nonnegative a multiple ``c E`` with ``c \ge 0`` adds c to each: the order stays.
Orthogonal factors that all terms of a sum share on a side leave its singular values as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from derive import build
from derive.bounds.facts.facts import Facts, elementwise
from derive.bounds.forms.bound import Bound, number
from derive.bounds.forms.normal import ONE, canonical, chain, factors, is_scalar, normal, strip
from derive.bounds.quantities import arithmetic
from derive.core import Expr
from derive.errors import DeriveError, NotSupported
from derive.sizes import Size

SHIFT = ("diagonal", "sigma_k(D + c E) = sigma_k(D) + c for a diagonal D >= 0, E with ones on its diagonal and c >= 0")


def is_rectangular_identity(expr: Expr) -> bool:
    """Return whether a matrix is told by its entries ``delta_ij``, or is an identity."""
    expr = strip(expr)
    if expr.op == "eye":
        return True
    if expr.op != "blocks" or strip(expr.args[0]).op != "delta" or not is_scalar(expr.args[0]):
        return False
    i, _, j, _ = expr.data
    return set(strip(expr.args[0]).data) == {Size.of(i), Size.of(j)}


def shifted_diagonal(facts: Facts, expr: Expr) -> tuple[Expr, Bound] | None:
    """Return (D, c) if a sum is ``D + c E`` with a diagonal ``D >= 0`` and ``c >= 0``, else None."""
    shift, rest = number(0), list[Expr]()
    terms = expr.args if expr.op == "add" else ()
    for term in terms:
        try:
            scalars, parts = factors(term)
        except NotSupported:
            return None
        if len(parts) != 1:
            return None
        if is_rectangular_identity(parts[0]):
            shift = shift + arithmetic.weight(facts, scalars)
        elif _is_diagonal(parts[0]) and elementwise(facts, term):
            rest.append(term)
        else:
            return None
    if not rest or len(rest) == len(terms) or not arithmetic.poly_sign(facts, shift.value):
        return None
    return build.add(*rest) if len(rest) > 1 else rest[0], shift


def _is_diagonal(expr: Expr) -> bool:
    """``E o S``: off the diagonal every entry is zero."""
    expr = strip(expr)
    return expr.op == "hadamard" and any(is_rectangular_identity(part) for part in expr.args)


def within_shared_factors(expr: Expr, is_isometry: Callable[[Expr], bool]) -> Expr | None:
    """Return a sum without the outer factors that all its terms share and that keep what is asked for, None if there are none.

    Args:
        expr: A matrix.
        is_isometry: Whether a factor on the left, or the transpose of one on the right, may be left out.

    """
    if expr.op != "add":
        return None
    try:
        terms = [factors(term) for term in expr.args]
    except NotSupported:
        return None
    parts = [list(p) for _, p in terms]
    changed = False
    for last in (False, True):
        outer = [p[-1 if last else 0] for p in parts]
        turned = [strip(normal(build.transpose(o))) if last else strip(o) for o in outer]
        if any(len(p) < 2 for p in parts) or len({canonical(o) for o in turned}) != 1 or not is_isometry(turned[0]):
            continue
        parts, changed = [p[:-1] if last else p[1:] for p in parts], True
    if not changed:
        return None
    try:
        inner = [reduce(lambda e, s: build.scale(s, e), s, chain(p)) for (s, _), p in zip(terms, parts, strict=True)]
        return strip(normal(build.add(*inner)))
    except DeriveError:
        return None  # rows or columns are factored in different ways


def singular_value(facts: Facts, matrix: Expr, place: Size | str) -> Bound | None:
    """Return the largest or smallest singular value of ``E``, or of ``D + c E`` by that of D, None for anything else."""
    if place not in ("max", "min", ONE):
        return None
    if is_rectangular_identity(matrix):
        return number(1).by("diagonal", "the singular values of the rectangular identity are 1")
    found = shifted_diagonal(facts, matrix)
    if found is None:
        return None
    return (facts.value(build.sigma(found[0], place)) + found[1]).by(*SHIFT)


__all__ = ["is_rectangular_identity", "shifted_diagonal", "singular_value", "within_shared_factors"]
