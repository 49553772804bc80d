r"""Sums over some of the entries of a vector or a matrix: ``\sum_{i=1}^k x_i^2 <= ||x||_2^2``, ``\sum_i |B_{ii}| <= sqrt(n) ||B||_F``.

The places of the terms are different where the index itself is added to the row or to the column. By the inequality of Cauchy
and Schwarz ``\sum_{i \in S} |x_i y_i| <= ||x||_2 ||y||_2`` and ``\sum_{i \in S} |x_i| <= sqrt(|S|) ||x||_2`` (Hardy, Littlewood
and Polya, Inequalities, 2.4).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.defined import evaluated
from derive.bounds.facts.facts import POSITIVE, Facts, Theorem, size_sign
from derive.bounds.forms.normal import ONE, cols, factors, is_scalar, key, mentions, normal, rows, strip
from derive.bounds.forms.polynomial import Poly
from derive.bounds.inequalities.few_entries import is_distribution_along, is_euclidean, norms_of, squared
from derive.core import Expr
from derive.errors import NotSupported
from derive.sizes import Size

MAX_SUMS = 4
RULE = "sum over some entries"
SQUARES, CAUCHY = "a sum of squares of different entries is at most ||A||_F^2", "|sum x y| <= ||x|| ||y||"
PARTS, LENGTH = (
    "some entries of a distribution sum to at most 1",
    "the sum of k absolute values is at most sqrt(k) ||x||_2",
)
SIZES = "a sum of some absolute values is at most the sum of all"


def partial_sums(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield what the norms that a claim writes say of its sums over different entries."""
    nodes = list(dict.fromkeys(n for side in sides for n in evaluated(facts, side)))
    for node in [n for n in nodes if n.op == "sum" and is_scalar(n)][:MAX_SUMS]:
        scalars, matrices = factors(normal(node.args[0]))
        parts = [strip(part) for part in (*scalars, *matrices)]
        if len(parts) == 2 and all(_is_injective(facts, node, part) for part in parts):
            yield from _of_products(node, parts, nodes)
        elif len(parts) == 1:
            yield from _of_one(facts, node, parts[0], nodes)


def _of_one(facts: Facts, node: Expr, term: Expr, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    square = term.op == "hpow" and strip(term.args[1]) == build.const(2)
    term = strip(term.args[0]) if square else term
    size = term.op == "map" and term.data[0] == "abs"
    entry = strip(term.args[0]) if size else term
    if not _is_injective(facts, node, entry):
        return
    (name, low, high), matrix = node.data, entry.args[0]
    norms = norms_of(nodes, key(matrix))
    if square:
        for norm in filter(is_euclidean, norms):
            yield Theorem(node, squared(norm), False, RULE, SQUARES)
        return
    count = high - low + 1
    for norm in norms:
        if is_euclidean(norm) and size_sign(facts, count) == POSITIVE:
            root = build.sqrt(build.size(count))
            yield from _either_way(node, build.scale(root, norm), LENGTH, signed=not size)
        if norm.data[0] == "1" and cols(matrix) == ONE:
            yield from _either_way(node, norm, SIZES, signed=not size)
    for axis in (0, 1):
        if not entry.data[axis].names & {name} and is_distribution_along(facts, matrix, 1 - axis):
            yield Theorem(node, build.const(1), False, RULE, PARTS)


def _either_way(node: Expr, bound: Expr, text: str, *, signed: bool) -> Iterator[Theorem]:
    """A bound of a sum of absolute values is one of the sum, and of its absolute value, too."""
    yield Theorem(node, bound, False, RULE, text)
    if signed:
        yield Theorem(build.neg(node), bound, False, RULE, text)
        yield Theorem(build.map_("abs", node), bound, False, RULE, text)


def _of_products(node: Expr, parts: Sequence[Expr], nodes: Sequence[Expr]) -> Iterator[Theorem]:
    first, second = ([n for n in norms_of(nodes, key(part.args[0])) if is_euclidean(n)] for part in parts)
    for x in first[:1]:
        for y in second[:1]:
            yield from _either_way(node, build.scale(x, y), CAUCHY, signed=True)


def _is_injective(facts: Facts, node: Expr, entry: Expr) -> bool:
    """Whether a sum takes entries of one matrix at different places, all of which exist."""
    name, low, high = node.data
    if entry.op != "entry" or mentions(entry.args[0], name):
        return False
    index, shape = Size.of(name), (rows(entry.args[0]), cols(entry.args[0]))
    moving = [(place, length) for place, length in zip(entry.data, shape, strict=True) if name in place.names]
    return bool(moving) and all(
        name not in (place - index).names
        and _is_at_least(facts, low + (place - index), ONE)
        and _is_at_least(facts, length, high + (place - index))
        for place, length in moving
    )


def _is_at_least(facts: Facts, large: Size, small: Size) -> bool:
    try:
        return facts.nonnegative(Poly.of_size(large - small)) is not None
    except NotSupported:
        return False


__all__ = ["partial_sums"]
