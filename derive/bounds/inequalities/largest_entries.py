"""Extreme entries and log-sum-exp against norms, and positive parts of sums.

``-||x|| <= min x <= max x <= ||x||``; ``log sum e^x <= log sum e^y + max (x - y)``, for log-sum-exp is increasing and moves by c
where all its arguments do (Boyd and Vandenberghe, Convex Optimization, 3.1.5); ``(a + b)_+ <= a_+ + b_+``.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.facts import POSITIVE, Facts, Theorem, elementwise
from derive.bounds.forms.normal import (
    ONE,
    canonical,
    cols,
    entry_of,
    factors,
    is_scalar,
    normal,
    reindex,
    rows,
    strip,
    summands,
)
from derive.bounds.inequalities.theorems import summed_term
from derive.core import Expr
from derive.sizes import Size

MAX_NODES = 6
KINDS = ("inf", "2", "1", "max")
EXTREMES = ("maxentry", "minentry", "maxover", "minover")


def largest_entries(facts: Facts, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the theorems about the scalars that are evaluated at every point of a claim."""
    norms = [n for n in nodes if n.op == "norm" and n.data[0] in KINDS and _is_column(n.args[0])]
    for end in [n for n in nodes if n.op in EXTREMES][:MAX_NODES] if norms else ():
        for norm in norms[:MAX_NODES]:
            if _is_extreme_of(end, strip(norm.args[0])):
                text = "-||x|| <= min x <= max x <= ||x||"
                yield Theorem(end, norm, False, "largest entries", text)
                yield Theorem(build.scale(build.const(-1), norm), end, False, "largest entries", text)
    logs = [n for n in nodes if n.op == "map" and n.data[0] == "log" and is_scalar(n)][:MAX_NODES]
    gaps = [n for n in nodes if n.op == "map" and n.data[0] == "abs" and is_scalar(n)][:MAX_NODES]
    for first, second in itertools.permutations(logs, 2):
        for theorem, bound in _log_sum_exp(facts, first, second, norms[:MAX_NODES]):
            yield theorem
            for gap in gaps if bound is not None else ():
                for factor in _weights(facts, gap.args[0]):
                    if bound is not None and _same(gap.args[0], _times(factor, build.sub(first, second))):
                        yield Theorem(gap, _times(factor, bound), False, theorem.rule, theorem.text)
    for node in [n for n in nodes if n.op == "map" and n.data[0] == "relu" and is_scalar(n)][:MAX_NODES]:
        inner = strip(node.args[0])
        if inner.op == "add":
            total = build.add(*(build.map_("relu", build.reshape(term, build.SCALAR)) for term in inner.args))
            yield Theorem(node, total, False, "positive part", "(a + b)_+ <= a_+ + b_+")


def _is_column(vector: Expr) -> bool:
    return ONE in (rows(vector), cols(vector))


def _entry(vector: Expr, letter: str) -> Expr:
    place = Size.of(letter)
    return entry_of(vector, place, ONE) if cols(vector) == ONE else entry_of(vector, ONE, place)


def _length(vector: Expr) -> Size:
    return rows(vector) if cols(vector) == ONE else cols(vector)


def _is_extreme_of(end: Expr, vector: Expr) -> bool:
    """Whether an extremum is that of the entries of a vector."""
    if end.op in ("maxentry", "minentry"):
        other = strip(normal(end.args[0]))
        return canonical(other) == canonical(strip(normal(vector)))
    name, low, high = end.data
    letter = build.fresh("i")
    body = reindex(end.args[0], {name: Size.of(letter)})
    return low == ONE and high == _length(vector) and _same(body, _entry(vector, letter))


def _same(first: Expr, second: Expr) -> bool:
    return canonical(strip(normal(first))) == canonical(strip(normal(second)))


def _log_sum_exp(
    facts: Facts, first: Expr, second: Expr, norms: Sequence[Expr]
) -> Iterator[tuple[Theorem, Expr | None]]:
    """Yield what bounds one log-sum-exp by another one, and the norm, with its factor, by which it does so."""
    found = [summed_term(strip(node.args[0]), "exp") for node in (first, second)]
    (body, index), (other, place) = found
    if body is None or other is None or index is None or place is None or index[1] != place[1]:
        return
    letter, text = build.fresh("i"), "log sum e^x <= log sum e^y + max (x - y)"
    x, y = (reindex(e, {name: Size.of(letter)}) for e, (name, _) in ((body, index), (other, place)))
    x, y = (build.reshape(e, build.SCALAR) for e in (x, y))
    largest = build.over("maxover", letter, ONE, index[1], build.sub(x, y))
    yield Theorem(first, build.add(second, largest), False, "log-sum-exp", text), None
    for norm in norms:
        vector = strip(norm.args[0])
        for factor in _weights(facts, build.sub(x, y)) if _length(vector) == index[1] else ():
            entry = _times(factor, _entry(vector, letter))
            if any(_same(entry, gap) for gap in (build.sub(x, y), build.sub(y, x))):
                bound = _times(factor, norm)
                yield Theorem(first, build.add(second, bound), False, "log-sum-exp", text), bound


def _times(factor: Expr, bound: Expr) -> Expr:
    """A product with a number, term by term."""
    if factor == build.const(1):
        return bound
    parts = [(weight, build.scale(factor, term)) for weight, term in summands(normal(bound))]
    parts = [part if weight == 1 else build.scale(build.const(weight), part) for weight, part in parts]
    return parts[0] if len(parts) == 1 else build.add(*parts)


def _weights(facts: Facts, gap: Expr) -> list[Expr]:
    """One, and the positive factors that may stand in front of a difference: the scalars of its terms that are no entries."""
    found = [factors(term) for _, term in summands(normal(gap))]
    scalars = [s for scalars, matrices in found for s in (*scalars, *matrices) if is_scalar(s)]
    others = [s for s in dict.fromkeys(scalars) if s.op not in ("const", "entry") and elementwise(facts, s) == POSITIVE]
    return [build.const(1), *others]


__all__ = ["largest_entries"]
