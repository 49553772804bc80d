"""Norms of differences: common factors are taken out, and Lipschitz functions are compared through their arguments."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from derive import build
from derive.bounds import values
from derive.bounds.bound import Bound, number
from derive.bounds.facts import Facts
from derive.bounds.normal import canonical, chain, collected, factors, is_vector, normal, strip, summands
from derive.bounds.norms import exact
from derive.core import Expr

LIPSCHITZ = {name: Fraction(1) for name in ("relu", "abs", "tanh", "sin", "cos", "softplus")} | {
    "sigmoid": Fraction(1, 4)
}
"""|f(a) - f(b)| <= c |a - b| for all numbers: the largest slope (Boyd and Vandenberghe, Convex Optimization, A.4)."""


def increments(facts: Facts, expr: Expr, kind: str) -> Iterator[Bound]:
    """Upper bounds of the norm of ``c A - c B`` that see what A and B have in common."""
    if len(expr.args) != 2 or kind == "nuc":
        return
    (scalars, first), (others, second) = (factors(term) for term in expr.args)
    scale = number(1)
    for scalar in scalars:
        scale = scale * values.absolute(facts, values.value(facts, scalar))
    if not _opposite(facts, scalars, others):
        return
    start = _common(first, second)
    stop = _common(first[start:][::-1], second[start:][::-1])
    inner = [parts[start : len(parts) - stop] for parts in (first, second)]
    if not all(inner):
        return
    a, b = (chain(parts) for parts in inner)
    if start or stop:
        if kind in ("2", "F"):
            outer = [chain(p) for p in (first[:start], first[len(first) - stop :]) if p]
            found = exact(facts, build.sub(a, b), kind)
            for factor in outer:
                found = found * exact(facts, factor, "2")
            yield (scale * found).by("common factor", f"||A B - A C||_{kind} <= ||A||_2 ||B - C||_{kind}")
        return
    a, b = strip(a), strip(b)
    if a.op == b.op == "map" and a.data == b.data and a.data[0] in LIPSCHITZ:
        constant = LIPSCHITZ[a.data[0]]
        same = "F" if kind == "2" and not is_vector(expr) else kind
        gap = exact(facts, difference(a.args[0], b.args[0]), same).scaled(constant)
        yield (scale * gap).by("Lipschitz", f"|f(a) - f(b)| <= {constant} |a - b| for each entry, f = {a.data[0]}")
    if a.op == b.op == "softmax" and kind in ("2", "F"):
        gap = exact(facts, difference(a.args[0], b.args[0]), "F").scaled(Fraction(1, 2))
        yield (scale * gap).by("Lipschitz", "||softmax(a) - softmax(b)||_2 <= 1/2 ||a - b||_2 for each row")


def difference(first: Expr, second: Expr) -> Expr:
    """The difference of two sums, with equal terms collected."""
    terms = [(sign * weight, term) for side, sign in ((first, 1), (second, -1)) for weight, term in summands(side)]
    kept = [term if weight == 1 else build.scale(build.const(weight), term) for weight, term in collected(terms)]
    return build.add(*kept) if kept else build.zeros(first.shape.rows, first.shape.cols)


def _opposite(facts: Facts, scalars: list[Expr], others: list[Expr]) -> bool:
    """Whether two products of scalars are each other's negatives."""
    left, right = number(1), number(1)
    for scalar in scalars:
        left = left * values.value(facts, scalar)
    for scalar in others:
        right = right * values.value(facts, scalar)
    return not (left.value + right.value).terms


def _common(first: list[Expr], second: list[Expr]) -> int:
    """How many factors two products begin with in common; at least one is left of each."""
    count = 0
    while count < min(len(first), len(second)) - 1 and canonical(normal(first[count])) == canonical(
        normal(second[count])
    ):
        count += 1
    return count
