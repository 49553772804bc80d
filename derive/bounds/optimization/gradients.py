"""Gradients of scalars that are sums of products, written out: ``grad (1/2 x^T H x - b^T x) = 1/2 (H + H^T) x - b``.

The differential of a scalar is linear in the direction: <G, H> for every direction H says that G is the gradient (Magnus and
Neudecker, Matrix Differential Calculus, chapter 9).
"""

from __future__ import annotations

from collections.abc import Iterator

from derive import build
from derive.bounds.comparison.prover import read_facts
from derive.bounds.facts.facts import Facts
from derive.bounds.forms.linear_forms import slope
from derive.bounds.forms.normal import ONE, canonical, chain, cols, factors, is_scalar, mentions, normal, rows, strip
from derive.bounds.forms.polynomial import Poly, to_expr
from derive.bounds.quantities import arithmetic, norms
from derive.core import Expr, Problem, mapped, walk
from derive.directions import written_out
from derive.errors import DeriveError
from derive.fraction import Fraction


def with_gradients(problem: Problem) -> Problem:
    """Return the problem with the gradients of its scalars written out where the rules reach."""
    facts = read_facts(problem)
    return mapped(problem, lambda side: build.bottom_up(side, lambda node: _written(facts, node)))


def _written(facts: Facts, node: Expr) -> Expr:
    if node.op not in ("grad", "deriv") or not is_scalar(node.args[0]):
        return node
    try:
        return _gradient(facts, node) or node
    except DeriveError:
        return node  # a part without a rule: the derivative stays


def _gradient(facts: Facts, node: Expr) -> Expr | None:
    body, point = node.args
    if is_scalar(point):
        return None
    direction = build.var(build.fresh("direction"), point.shape)
    increment = written_out(build.frechet(_with_products(body), node.data[0], point, direction))
    if any(n.op in build.DERIVATIVES for n in walk(increment)):
        return None
    total: dict[Expr, Poly] = {}
    for monomial, factor in facts.value(increment).value.terms:
        moving = [(a, e) for a, e in monomial if mentions(a, direction.data[0])]
        coefficient = slope(moving[0][0], direction) if len(moving) == 1 and moving[0][1] == 1 else None
        if coefficient is None:
            return None
        for weight, matrix in _terms(facts, coefficient):
            still = Poly(((monomial - {moving[0]}, factor),)) * weight
            total[matrix] = total.get(matrix, Poly(())) + still
    parts = [
        build.reshape(m if w.is_number() == 1 else build.scale(to_expr(w), m), point.shape)
        for m, w in total.items()
        if w.terms
    ]
    whole = build.add(*parts) if parts else build.zeros(point.shape.rows, point.shape.cols)
    if node.op == "grad":
        return whole
    vector = build.vec(whole) if node.data[1] == "vec" else build.vecr(whole)
    vector = whole if cols(whole) == ONE else vector
    return build.reshape(build.transpose(vector), node.shape)


def _terms(facts: Facts, coefficient: Expr) -> Iterator[tuple[Poly, Expr]]:
    """The terms of a sum with what stands in front of each; a symmetric factor is its own transpose."""
    coefficient = strip(normal(coefficient))
    if coefficient.op == "add":
        for part in coefficient.args:
            yield from _terms(facts, part)
        return
    scalars, parts = factors(coefficient)
    inner = [strip(p) for p in parts]
    if len(inner) == 1 and inner[0].op == "add":
        weight = arithmetic.weight(facts, scalars).value
        yield from ((weight * w, m) for w, m in _terms(facts, inner[0]))
    else:
        yield arithmetic.weight(facts, scalars).value, canonical(chain(norms.symmetrized(facts, parts)))


def _with_products(body: Expr) -> Expr:
    """Squares of Frobenius norms, and of lengths, as traces: these have a derivative everywhere."""
    return build.bottom_up(body, _as_trace)


def _as_trace(node: Expr) -> Expr:
    norm = strip(node.args[0]) if node.op == "hpow" else node
    if node.op != "hpow" or norm.op != "norm" or strip(node.args[1]) != build.const(Fraction(2)):
        return node
    inner = norm.args[0]
    if norm.data[0] == "F" or (norm.data[0] == "2" and ONE in (rows(inner), cols(inner))):
        return build.trace(build.matmul(build.transpose(inner), inner))
    return node


__all__ = ["with_gradients"]
