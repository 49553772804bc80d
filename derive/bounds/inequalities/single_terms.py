r"""A sum of nonnegative terms is at least each of them: ``e^{s_i} <= sum_j e^{s_j}``, ``s_i <= log sum_j e^{s_j}``; sums of powers.

Terms are looked at where a claim takes entries.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.facts import NONNEGATIVE, POSITIVE, Facts, Theorem, elementwise, size_sign
from derive.bounds.facts.instances import add_instances
from derive.bounds.forms.normal import is_scalar, strip
from derive.core import Expr, walk
from derive.errors import NotSupported
from derive.size_names import bound_indices, map_sizes, size_names
from derive.sizes import Size

MAX_PLACES = 4
EXTREMES = ("maxover", "minover")


def of_single_terms(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the theorems about the sums of a claim whose indices are not bound around them."""
    nodes = list(dict.fromkeys(node for side in sides for node in walk(side)))
    if not any(node.op in ("sum", *EXTREMES) for node in nodes):
        return
    letters = {name for side in sides for name in bound_indices(side)}
    places = [place for node in nodes if node.op == "entry" for place in node.data if place.names.isdisjoint(letters)]
    places = list(dict.fromkeys(places))[:MAX_PLACES]
    for node in nodes:
        if node.op == "sum" and is_scalar(node) and not size_names(node) & (letters - bound_indices(node)):
            yield from _terms(facts, node, places, nodes)
            yield from geometric(facts, node)
        elif node.op in EXTREMES and not size_names(node) & (letters - bound_indices(node)):
            yield from _one_of_all(facts, node, places)


def _terms(facts: Facts, node: Expr, places: Sequence[Size], nodes: Sequence[Expr]) -> Iterator[Theorem]:
    name, low, high = node.data
    body = strip(node.args[0])
    inside = [place for place in places if _is_inside(facts, place, low, high)]
    if not inside or not nonnegative_anywhere(facts, name, body):
        return
    strict = elementwise(facts, body) == POSITIVE and size_sign(facts, high - low) == POSITIVE
    logarithm = build.map_("log", node)
    for place in inside:
        term = map_sizes(body, {name: place})
        yield Theorem(term, node, strict, "term", "a nonnegative term is at most the sum")
        if body.op == "map" and body.data[0] == "exp" and logarithm in nodes:
            yield Theorem(term.args[0], logarithm, strict, "log-sum-exp", "x_i <= log sum exp x")


def _one_of_all(facts: Facts, node: Expr, places: Sequence[Size]) -> Iterator[Theorem]:
    """A maximum is at least what it is taken of, a minimum at most, at the places that a claim names."""
    name, low, high = node.data
    shifts = {
        place - Size.of(name) for n in walk(node.args[0]) if n.op == "entry" for place in n.data if name in place.names
    }
    found = dict.fromkeys(place - shift for shift in shifts if shift.constant is not None for place in places)
    for place in [p for p in found if _is_inside(facts, p, low, high)][:MAX_PLACES]:
        one = map_sizes(node.args[0], {name: place})
        small, large = (one, node) if node.op == "maxover" else (node, one)
        yield Theorem(small, large, False, "extreme", "min f <= f_k <= max f")


def _is_inside(facts: Facts, place: Size, low: Size, high: Size) -> bool:
    """Whether a place lies in a range at all sizes, and at all values of the index that it is."""
    first, last = place, place
    for index, start, end in facts.indices:
        if place == Size.of(index):
            first, last = start, end
    return size_sign(facts, first - low) >= NONNEGATIVE and size_sign(facts, high - last) >= NONNEGATIVE


def nonnegative_anywhere(facts: Facts, name: str, body: Expr) -> bool:
    """Return whether a scalar is not negative at any place of its index, by its form or by what is known of every entry."""
    if elementwise(facts, body) >= NONNEGATIVE:
        return True
    anywhere = map_sizes(body, {name: Size.of(build.fresh("any"))})
    add_instances(facts, (anywhere,))
    try:
        return facts.nonnegative(facts.value(anywhere).value) is not None
    except NotSupported:
        return False


def geometric(facts: Facts, node: Expr) -> Iterator[Theorem]:
    """Yield ``sum_{k=l}^m a^k <= a^l / (1 - a)`` for a in [0, 1)."""
    name, low, _ = node.data
    body = strip(node.args[0])
    if body.op != "hpow" or body.args[1] != build.size(name) or name in size_names(body.args[0]):
        return
    base, rest = body.args[0], build.sub(build.const(1), body.args[0])
    if elementwise(facts, base) < NONNEGATIVE or size_sign(facts, low) < NONNEGATIVE:
        return
    try:
        below_one = facts.nonnegative(facts.value(rest).value, strict=True) is not None
    except NotSupported:
        return
    if below_one:
        large = build.scale(build.hpow(base, build.size(low)), build.hpow(rest, build.const(-1)))
        strict = elementwise(facts, base) == POSITIVE
        yield Theorem(node, large, strict, "geometric", "sum_{k >= l} a^k = a^l / (1 - a) for 0 <= a < 1")


__all__ = ["geometric", "nonnegative_anywhere", "of_single_terms"]
