"""Norms of differences: common factors are taken out, and Lipschitz functions are compared through their arguments."""

from __future__ import annotations

from collections.abc import Iterator

from derive import build
from derive.bounds.facts.facts import Facts
from derive.bounds.forms.bound import Bound, atom, number
from derive.bounds.forms.normal import (
    ONE,
    canonical,
    chain,
    collected,
    cols,
    factors,
    is_vector,
    normal,
    strip,
    summands,
)
from derive.bounds.forms.polynomial import Poly, monomial_power, to_expr
from derive.bounds.quantities import arithmetic
from derive.core import Expr
from derive.fraction import Fraction
from derive.functions import RECORDS
from derive.norms import norm

LIPSCHITZ = {f.name: f.lipschitz for f in RECORDS if f.lipschitz is not None}
"""|f(a) - f(b)| <= c |a - b| for all numbers: the largest slope (Boyd and Vandenberghe, Convex Optimization, A.4)."""


def increments(facts: Facts, expr: Expr, kind: str) -> Iterator[Bound]:
    """Upper bounds of the norm of ``c A - c B`` that see what A and B have in common."""
    if len(expr.args) != 2:
        return
    if kind in ("2", "F") and is_vector(expr):
        yield from _of_directions(facts, expr)
        yield from _beside_projection(facts, expr)
    (scalars, first), (others, second) = (factors(term) for term in expr.args)
    scale = number(1)
    for scalar in scalars:
        scale = scale * arithmetic.absolute(facts, facts.value(scalar))
    if not _opposite(facts, scalars, others):
        return
    start = _common(first, second)
    stop = _common(first[start:][::-1], second[start:][::-1])
    inner = [parts[start : len(parts) - stop] for parts in (first, second)]
    if not all(inner):
        return
    a, b = (chain(parts) for parts in inner)
    if start or stop:
        left, right = norm(kind).left, norm(kind).right
        found = facts.norm(build.sub(a, b), kind)
        if start:
            found = facts.norm(chain(first[:start]), left) * found
        if stop:
            found = found * facts.norm(chain(first[len(first) - stop :]), right)
        yield (scale * found).by("common factor", f"||A B - A C||_{kind} <= ||A||_{left} ||B - C||_{kind}")
        return
    a, b = strip(a), strip(b)
    if a.op == b.op == "map" and a.data == b.data and a.data[0] in LIPSCHITZ:
        constant = LIPSCHITZ[a.data[0]]
        same = kind if is_vector(expr) else norm(kind).through
        if not same:
            return
        gap = facts.norm(difference(a.args[0], b.args[0]), same).scaled(constant)
        yield (scale * gap).by("Lipschitz", f"|f(a) - f(b)| <= {constant} |a - b| for each entry, f = {a.data[0]}")
    if a.op == b.op == "softmax":
        yield from (scale * found for found in _of_softmaxes(facts, difference(a.args[0], b.args[0]), kind))


def _of_softmaxes(facts: Facts, apart: Expr, kind: str) -> Iterator[Bound]:
    """Norms of ``softmax(a) - softmax(b)`` by those of a - b, row by row: J = diag(p) - p p^T along the segment.

    Its entries are at most 1/4, its columns p_i (e_i - p) have 1-norms 2 p_i (1 - p_i) and squared lengths of at most
    2 p_i^2 (1 - p_i)^2; v = J u with |u_i| <= 1 has |v|_1 = E |X - E X| <= 1 for X between -1 and 1, and v sums to zero: its
    positive and its negative part have 1-norms of at most 1/2 each, so |v|_2^2 <= 1/2. J is symmetric: the other
    constants are those of the dual norms.
    """
    single = is_vector(apart)
    for target, source, square in SOFTMAX:
        if target != kind and not (target == "2" and kind == "F"):
            continue
        if target != "2":
            found = facts.norm(apart, source)
        elif single:
            found = facts.norm(apart, "F" if source == "2" else source)
        elif source == "2":
            found = facts.norm(apart, "F")
        else:
            continue
        p, q = (NAMES[name] for name in (target, source))
        constant = arithmetic.power(facts, number(square), Fraction(1, 2))
        text = f"||softmax(a) - softmax(b)||_{p} <= c ||a - b||_{q} with c^2 = {square} for each row"
        yield (constant * found).by("Lipschitz", text)


NAMES = {"2": "2", "max": "inf", "inf": "1"}
"""The norm of a row that a norm of a matrix is the largest of."""
SOFTMAX = (
    ("2", "2", Fraction(1, 4)), ("2", "inf", Fraction(1, 8)), ("2", "max", Fraction(1, 2)),
    ("max", "max", Fraction(1, 4)), ("max", "inf", Fraction(1, 16)), ("max", "2", Fraction(1, 8)),
    ("inf", "inf", Fraction(1, 4)), ("inf", "max", Fraction(1)), ("inf", "2", Fraction(1, 2)),
)  # fmt: skip
"""The norms of a difference of two softmaxes and of their arguments, and the square of the constant between them."""


def _of_directions(facts: Facts, expr: Expr) -> Iterator[Bound]:
    """``| u/|u| - v/|v| |^2 |u| |v| = |u - v|^2 - (|u| - |v|)^2`` (Dunkl and Williams, A simple norm inequality, 1964)."""
    (c, u), (d, v) = (_direction(facts, term) for term in expr.args)
    if c.same(d):
        v = build.scale(build.const(-1), v)
    elif not c.same(-d):
        return
    lengths = [facts.norm(e, "2").value for e in (u, v)]
    gap = facts.norm(difference(u, v), "2") * arithmetic.absolute(facts, Bound(c))
    whole = build.add(*map(to_expr, lengths)), build.extreme("max", *map(to_expr, lengths))
    for below in whole:
        yield (gap.scaled(2) * atom(canonical(below), -1)).by("directions", DUNKL_WILLIAMS)
    for length in lengths:
        yield (gap.scaled(2) * arithmetic.power(facts, Bound(length), Fraction(-1))).by("directions", DUNKL_WILLIAMS)
    root = arithmetic.power(facts, Bound(lengths[0] * lengths[1]), Fraction(-1, 2))
    yield (gap * root).by("directions", "|u/|u| - v/|v||^2 |u| |v| = |u - v|^2 - (|u| - |v|)^2")


DUNKL_WILLIAMS = "|u/|u| - v/|v|| <= 2 |u - v| / (|u| + |v|)"


def _direction(facts: Facts, term: Expr) -> tuple[Poly, Expr]:
    """(c, u) of a vector written as ``c u / |u|``."""
    weight, u = _weighted(facts, term)
    return (weight * facts.norm(u, "2")).value, u


def _weighted(facts: Facts, term: Expr) -> tuple[Bound, Expr]:
    scalars, parts = factors(term)
    return arithmetic.weight(facts, scalars), chain(parts)


def _beside_projection(facts: Facts, expr: Expr) -> Iterator[Bound]:
    """``v - t (u^T v / |u|^2) u`` is no longer than v for t between 0 and 2: along u it is shrunk, or turned around."""
    terms = [_weighted(facts, term) for term in expr.args]
    for (a, v), (b, u) in (terms, terms[::-1]):
        column, other = (e if cols(e) == ONE else build.transpose(e) for e in (u, v))
        inner = facts.value(build.matmul(build.transpose(column), other)).value
        square = facts.norm(u, "2").value.power(2)
        singles = [poly.single() for poly in (a.value, inner, b.value)]
        if None in singles or build.is_zero(to_expr(inner)):
            continue
        shrunk = -b.value * square
        for monomial, coefficient in (single for single in singles[:2] if single is not None):
            shrunk = shrunk * Poly(((monomial_power(monomial, Fraction(-1)), 1 / coefficient),))
        if arithmetic.poly_sign(facts, shrunk) and facts.nonnegative(Poly.number(2) - shrunk, depth=1) is not None:
            length = facts.norm(v, "2") * arithmetic.absolute(facts, a)
            yield length.by("projection", "|v - t (u^T v / |u|^2) u| <= |v| for 0 <= t <= 2")


def difference(first: Expr, second: Expr) -> Expr:
    """The difference of two sums, with equal terms collected."""
    terms = [(sign * weight, term) for side, sign in ((first, 1), (second, -1)) for weight, term in summands(side)]
    kept = [term if weight == 1 else build.scale(build.const(weight), term) for weight, term in collected(terms)]
    return build.add(*kept) if kept else build.zeros(first.shape.rows, first.shape.cols)


def _opposite(facts: Facts, scalars: list[Expr], others: list[Expr]) -> bool:
    """Whether two products of scalars are each other's negatives."""
    left, right = number(1), number(1)
    for scalar in scalars:
        left = left * facts.value(scalar)
    for scalar in others:
        right = right * facts.value(scalar)
    return not (left.value + right.value).terms


def _common(first: list[Expr], second: list[Expr]) -> int:
    """How many factors two products begin with in common; at least one is left of each."""
    count = 0
    while count < min(len(first), len(second)) - 1 and canonical(normal(first[count])) == canonical(
        normal(second[count])
    ):
        count += 1
    return count
