r"""Entries of a vector in descending order, at places that a claim names, and the singular values of ``diag(p) - p p^T`` between them.

``x_{(b)} \le x_{(a)}`` for ``a \le b``; for a distribution p also ``a p_{(a)} + (b - a) p_{(b)} \le 1``, since the first a entries are at
least ``p_{(a)}`` and those up to the b-th at least ``p_{(b)}``, and ``p_{(k+1)} \le \sigma_k(\operatorname{diag}(p) - p p^\top) \le p_{(k)}``
(interlacing: Horn and Johnson, Matrix Analysis, 4.3.9). Places are compared over the ranges of their indices.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.defined import evaluated
from derive.bounds.facts.distributions import is_simplex
from derive.bounds.facts.facts import NONNEGATIVE, Facts, Theorem, at_ends, size_sign
from derive.bounds.forms.normal import ONE, canonical, normal, strip
from derive.bounds.forms.polynomial import to_expr
from derive.bounds.quantities.patterns import softmax_jacobian_of, softmax_singular_value
from derive.core import Expr
from derive.sizes import Size

RULE = "order statistics"
MAX_NODES = 6

Place = tuple[Size, Expr]


def ordered_entries(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the theorems about the places that a claim and its hypotheses name."""
    told = [side for small, large, _, ranges in facts.orders if not ranges for side in (small, large)]
    nodes = list(dict.fromkeys(n for side in (*sides, *told) for n in evaluated(facts, side)))
    entries: dict[Expr, list[Place]] = {}
    for node in [n for n in nodes if n.op == "order"][:MAX_NODES]:
        entries.setdefault(canonical(strip(normal(node.args[0]))), []).append((node.data[0], node))
    values: dict[Expr, list[Place]] = {}
    for node in [n for n in nodes if _place(n) is not None][:MAX_NODES]:
        vector = softmax_jacobian_of(facts, strip(normal(node.args[0])))
        place = _place(node)
        if vector is not None and place is not None:
            values.setdefault(canonical(strip(normal(vector))), []).append((place, node))
    for vector, places in entries.items():
        yield from _descending(facts, vector, places)
    for vector, places in values.items():
        yield from _interlaced(facts, vector, places, entries.get(vector, []))


def _place(node: Expr) -> Size | None:
    """The place of a singular value; the spectral norm is the first one."""
    if node.op == "norm" and node.data[0] == "2":
        return ONE
    if node.op != "sigma":
        return None
    return ONE if node.data[0] == "max" else node.data[0] if isinstance(node.data[0], Size) else None


def _descending(facts: Facts, vector: Expr, places: list[Place]) -> Iterator[Theorem]:
    simplex = is_simplex(facts, vector)
    for low, larger in places:
        for high, smaller in places:
            if larger is smaller or not is_before(facts, low, high):
                continue
            yield Theorem(smaller, larger, False, RULE, "x_(b) <= x_(a) for a <= b")
            if simplex and is_before(facts, low + 1, high):
                counts = (low, high - low) if high.constant is not None else (ONE, ONE)
                total = build.add(*(_times(c, e) for c, e in zip(counts, (larger, smaller), strict=True)))
                text = "a p_(a) + (b - a) p_(b) <= 1 for a distribution p"
                yield Theorem(total, build.const(1), False, RULE, text)


def _interlaced(facts: Facts, vector: Expr, places: list[Place], entries: list[Place]) -> Iterator[Theorem]:
    for place, value in places:
        for bound in softmax_singular_value(facts, vector, place):
            ((rule, text),) = bound.steps
            yield Theorem(value, to_expr(bound.value), False, rule, text)
        text = "sigma_k(diag(p) - p p^T) <= p_(k)"
        if all(at != place for at, _ in entries):
            yield Theorem(value, build.order(vector, place), False, "weyl", text)
        for at, entry in entries:
            if is_before(facts, at, place):
                yield Theorem(value, entry, False, "weyl", text)
            elif is_before(facts, place + 1, at):
                yield Theorem(entry, value, False, "interlacing", "p_(k+1) <= sigma_k(diag(p) - p p^T)")


def _times(count: Size, entry: Expr) -> Expr:
    return entry if count == ONE else build.scale(build.size(count), entry)


def is_before(facts: Facts, first: Size, second: Size) -> bool:
    """Whether a place is at most another one, for all values of the indices."""
    gap = at_ends(facts, second - first)
    return gap is not None and (size_sign(facts, gap) >= NONNEGATIVE or not gap.terms)


__all__ = ["is_before", "ordered_entries"]
