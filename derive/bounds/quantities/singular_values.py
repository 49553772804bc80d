"""Singular values and eigenvalues known by the form of a matrix: those beyond its rank, and their sums over all places."""

from __future__ import annotations

from derive.bounds.facts.facts import Facts, size_sign
from derive.bounds.forms.bound import Bound
from derive.bounds.forms.normal import ONE, cols, factors, mentions, normal, rows, strip
from derive.bounds.forms.polynomial import Monomial
from derive.core import Expr
from derive.fraction import Fraction
from derive.sizes import Size, product


def is_zero_by_rank(facts: Facts, expr: Expr) -> bool:
    """Whether it is sigma_k or lambda_k of a matrix u v^T with k >= 2: all but one singular value of it are zero.

    An eigenvalue is asked for only of a semidefinite matrix: there the eigenvalues in descending order are the singular
    values.
    """
    matrix, place = strip(normal(expr.args[0])), expr.data[0]
    if not _is_rank_one(matrix) or (expr.op == "eig" and not facts.is_semidefinite(matrix)):
        return False
    if place == "min":
        return all(size_sign(facts, total - 2) for total in (rows(matrix), cols(matrix)))
    return isinstance(place, Size) and bool(size_sign(facts, place - 2))


def _is_rank_one(matrix: Expr) -> bool:
    """A product u v^T: two factors meet in one row, or a factor 1 1^T."""
    parts = factors(matrix)[1]
    return any(part.op == "ones" for part in parts) or any(cols(part) == ONE for part in parts[:-1])


def sum_over_places(facts: Facts, body: Monomial, name: str, low: Size, high: Size) -> Bound | None:
    """Sums over all singular values of a matrix: of their squares ||A||_F^2, of the values themselves ||A||_*."""
    if len(body) != 1 or low != ONE:
        return None
    ((factor, exponent),) = body
    if factor.op != "sigma" or factor.data[0] != Size.of(name) or mentions(factor.args[0], name):
        return None
    matrix = factor.args[0]
    longer = {rows(matrix): cols(matrix), cols(matrix): rows(matrix)}.get(high)
    if longer is None or not is_at_most(facts, high, longer):
        return None
    if exponent == 2:
        size = facts.norm(matrix, "F")
        return (size * size).by("singular values", "the squares of the singular values add to ||A||_F^2")
    if exponent == Fraction(1):
        return facts.norm(matrix, "nuc").by("singular values", "the singular values add to ||A||_*")
    return None


def is_at_most(facts: Facts, short: Size, long: Size) -> bool:
    """Whether a size never exceeds another: a hypothesis says so, or it can be read off."""
    stated = any(op in ("<=", "<") and _is_multiple(short - long, gap) for op, gap in facts.rules.relations)
    return short == long or stated or bool(size_sign(facts, long - short))


def _is_multiple(gap: Size, stated: Size) -> bool:
    """Whether a difference is a positive number of sizes, multiplied, times another one: ``d N - d D`` and ``N - D``."""
    if not gap.terms or not stated.terms:
        return False
    first, weight = stated.terms[0]
    for monomial, coefficient in gap.terms:
        powers = dict(monomial)
        ratio = {**powers, **{name: powers.get(name, 0) - own for name, own in first}}
        if any(e < 0 for e in ratio.values()) or coefficient / weight <= 0:
            continue
        factor = product([Size.of(name) ** e for name, e in ratio.items()]) * (coefficient / weight)
        if stated * factor == gap:
            return True
    return False


__all__ = ["is_at_most", "is_zero_by_rank", "sum_over_places"]
