"""Order statistics of one vector against each other: x_(j) >= x_(k) for j <= k, strictly for j < k without ties.

Singular values and eigenvalues of one matrix are ordered in the same way.
"""

from __future__ import annotations

from derive import build
from derive.bounds.facts.facts import Facts, size_sign
from derive.bounds.forms.bound import Step
from derive.bounds.forms.normal import ONE, cols, key, opened, rows, strip
from derive.bounds.forms.polynomial import Poly
from derive.core import Expr
from derive.sizes import Size


def place(expr: Expr) -> tuple[Expr, Size] | None:
    """Return the vector and k if an expression is its k-th largest entry; extreme entries are the first and the last."""
    expr = strip(expr)
    if expr.op == "order":
        return key(expr.args[0]), expr.data[0]
    if expr.op in ("sigma", "eig") or (expr.op == "norm" and expr.data[0] == "2"):
        return _spectral_place(expr)
    if expr.op in ("maxentry", "minentry"):
        vector = strip(expr.args[0])
    elif expr.op in ("maxover", "minover"):
        name, low, high, body = opened(expr)
        body = strip(body)
        if body.op != "entry" or low != ONE:
            return None
        vector = strip(body.args[0])
        if {Size.of(name), ONE} != set(body.data) or high != _length(vector):
            return None
    else:
        return None
    if ONE not in (rows(vector), cols(vector)):
        return None
    return key(vector), ONE if expr.op.startswith("max") else _length(vector)


def _spectral_place(expr: Expr) -> tuple[Expr, Size] | None:
    """The largest singular value or eigenvalue stands for the spectrum; the norm is the first singular value."""
    matrix, which = expr.args[0], expr.data[0]
    largest = (build.eig if expr.op == "eig" else build.sigma)(key(matrix), "max")
    if which == "min":
        return (largest, rows(matrix)) if rows(matrix) == cols(matrix) else None
    return largest, which if isinstance(which, Size) else ONE


def _length(vector: Expr) -> Size:
    return rows(vector) if cols(vector) == ONE else cols(vector)


def ordered(facts: Facts, gap: Poly, strict: bool) -> tuple[Step, ...] | None:
    """Return the step that shows ``gap >= 0`` (``> 0``) for a positive multiple of the difference of two order statistics."""
    terms = sorted(gap.terms, key=lambda t: t[1])
    if len(terms) != 2 or terms[0][1] != -terms[1][1]:
        return None
    places = []
    for monomial, _ in terms:
        factors = list(monomial)
        if len(factors) != 1 or factors[0][1] != 1:
            return None
        places.append(place(factors[0][0]))
    small, large = places
    if small is None or large is None or small[0] is not large[0]:
        return None
    distance = small[1] - large[1]
    if not strict:
        return (("order statistics", "x_(j) >= x_(k) for j <= k"),) if size_sign(facts, distance) else None
    if small[0] not in facts.distinct or not size_sign(facts, distance - 1):
        return None
    return (("order statistics", "x_(j) > x_(k) for j < k where no two entries are equal"),)


__all__ = ["ordered", "place"]
