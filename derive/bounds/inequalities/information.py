r"""Inequalities between entropies, divergences and log-sum-exp of the distributions p and q that a claim writes down.

    sum p log q <= sum p log p <= log max p             (Gibbs; the entropy is at least that of order infinity)
    sum (sqrt p - sqrt q)^2 <= sum p log(p / q) <= sum (p - q)^2 / q
    sum p x - sum p log p <= log sum e^x                (Gibbs variational principle), so mean x + log n <= log sum e^x

Sources: Cover and Thomas, Elements of Information Theory, 2.6; Tsybakov, Introduction to Nonparametric Estimation, 2.4; Boucheron, Lugosi
and Massart, Concentration Inequalities, 4.9.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from derive import build
from derive.bounds.facts.defined import evaluated
from derive.bounds.facts.facts import Facts, Theorem
from derive.bounds.forms.normal import ONE, canonical, normal, reindex, strip
from derive.bounds.inequalities.theorems import is_distribution, quotient, summed_term, weighted_logarithm
from derive.core import Expr
from derive.sizes import Size

MAX_SUMS = 8


class _Sum(NamedTuple):
    """A sum of weights times logarithms, with the index at which the entries p and u stand."""

    node: Expr
    weight: Expr
    inside: Expr
    name: str
    length: Size


def information(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the inequalities for the sums and logarithms in both sides of a claim."""
    nodes = list(dict.fromkeys(node for side in sides for node in evaluated(facts, side)))
    sums = [found for node in nodes if (found := _weighted(facts, node)) is not None][:MAX_SUMS]
    for one in sums:
        if strip(one.inside) == one.weight:
            yield from _entropy(one)
            continue
        other = quotient(one.inside, one.weight)
        if other is not None and is_distribution(facts, other, one.name, one.length):
            yield from _divergence(one, other, nodes)
        elif is_distribution(facts, strip(one.inside), one.name, one.length):
            yield Theorem(one.node, _entropies(one), False, "entropy", "sum p log q <= sum p log p")
            yield Theorem(one.node, build.const(0), False, "entropy", "sum p log q <= 0 for distributions")
    for node in nodes:
        if node.op == "map" and node.data[0] == "log":
            yield from _log_sum_exp(node, sums)


def _weighted(facts: Facts, node: Expr) -> _Sum | None:
    found = weighted_logarithm(node) if node.op in ("sum", "matmul") else None
    if found is None or not is_distribution(facts, found[0], found[2], found[3]):
        return None
    return _Sum(node, *found)


def _over(one: _Sum, body: Expr) -> Expr:
    return build.sum_(one.name, ONE, one.length, body)


def _entropies(one: _Sum) -> Expr:
    return _over(one, build.scale(one.weight, build.map_("log", one.weight)))


def _entropy(one: _Sum) -> Iterator[Theorem]:
    """The sum of p log p is an average of log p, so at most its largest value."""
    largest, text = build.over("maxover", one.name, ONE, one.length, one.weight), "sum p log p <= log max p"
    yield Theorem(one.node, build.map_("log", largest), False, "entropy", text)
    yield Theorem(build.map_("exp", one.node), largest, False, "entropy", text)


def _divergence(one: _Sum, q: Expr, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """What the claim writes of the squared distances of Hellinger and of chi square."""
    p = one.weight
    squared = build.hpow(build.sub(p, q), build.const(2))
    chi = canonical(normal(_over(one, build.div(squared, q))))
    hellinger = canonical(normal(_over(one, build.hpow(build.sub(build.sqrt(p), build.sqrt(q)), build.const(2)))))
    for node in nodes:
        form = canonical(normal(node)) if node.op == "sum" else None
        if form == chi:
            yield Theorem(one.node, node, False, "divergence", "sum p log(p / q) <= sum (p - q)^2 / q")
        if form == hellinger:
            yield Theorem(node, one.node, False, "divergence", "sum (sqrt p - sqrt q)^2 <= sum p log(p / q)")


def _log_sum_exp(node: Expr, sums: Sequence[_Sum]) -> Iterator[Theorem]:
    """Log-sum-exp of x is the largest value of ``sum p x - sum p log p``; log of a mean of e^x is at least that of x."""
    total = strip(node.args[0])
    averaged = total if total.op != "scale" else strip(total.args[1])
    exponent, index = summed_term(averaged, "exp")
    if exponent is None or index is None:
        return
    name, length = index
    mean = build.div(build.sum_(name, ONE, length, exponent), build.size(length))
    if averaged is not total:
        if _same(total.args[0], build.div(build.const(1), build.size(length))):
            yield Theorem(mean, node, False, "log-sum-exp", "mean x <= log mean e^x")
        return
    logarithm = build.map_("log", build.size(length))
    yield Theorem(build.add(mean, logarithm), node, False, "log-sum-exp", "mean x + log n <= log sum e^x")
    for one in sums:
        if strip(one.inside) != one.weight or one.length != length:
            continue
        place = reindex(exponent, {name: Size.of(one.name)})
        text = "sum p x - sum p log p <= log sum e^x"
        for average in (_over(one, build.scale(one.weight, place)), _product(one.weight, place)):
            if average is not None:
                yield Theorem(build.sub(average, one.node), node, False, "log-sum-exp", text)


def _product(weight: Expr, other: Expr) -> Expr | None:
    """``p^T x`` for p_i and x_i."""
    columns = [e.args[0] for e in (weight, strip(other)) if e.op == "entry" and e.args[0].shape.cols == ()]
    return build.matmul(build.transpose(columns[0]), columns[1]) if len(columns) == 2 else None


def _same(first: Expr, second: Expr) -> bool:
    return canonical(normal(first)) == canonical(normal(second))


__all__ = ["information"]
