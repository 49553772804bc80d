"""Products over nearly the same range, taken apart before a statement goes into index form.

    prod_{s=1}^n f(s) = f(n) prod_{s=1}^{n-1} f(s),        prod_{s=1}^n f(s) = f(1) prod_{s=2}^n f(s)

What several products share is replaced by a number of which nothing is known: the statement becomes a stronger one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce

from derive import build
from derive.core import FLIP, Expr, Rel, walk
from derive.index.partial_sums import POLYNOMIAL, TOTAL
from derive.index.ranges import at_least
from derive.language.expand import bound_indices, map_sizes, size_names
from derive.sizes import Size

ORDERS = ("<=", "<", ">=", ">")
MAX_FACTORS = 4  # that are split off at an end
BINDERS = frozenset({*build.DERIVATIVES, *build.LIMITS, "integral", "sup", "inf"})
"""Operations under which a product is no number of its own."""
BODY = frozenset({*POLYNOMIAL, "var", "const", "entry", "size"})


def without_common_products(goal: Rel) -> Rel:
    """Return the statement with a number for what its products over different ranges share, if they share any."""
    goal = replace(goal, lhs=build.bottom_up(goal.lhs, _narrowed), rhs=build.bottom_up(goal.rhs, _narrowed))
    nodes = dict.fromkeys(n for side in (goal.lhs, goal.rhs) for n in walk(side))
    products = [n for n in nodes if n.op == "prod"]
    if len(products) < 2 or any(n.op in BINDERS for n in nodes):
        return goal
    bound = {name for side in (goal.lhs, goal.rhs) for name in bound_indices(side)}
    groups: dict[Expr, list[Expr]] = {}
    for node in products:
        body = node.args[0]
        names = (size_names(body) | node.data[1].names | node.data[2].names) - {node.data[0]}
        if not names & bound and all(_is_plain(n) for n in walk(body)):
            groups.setdefault(map_sizes(body, {node.data[0]: Size.of("%factor")}), []).append(node)
    new = {node: expr for body, group in groups.items() for node, expr in _split(body, group)}
    if not new:
        return goal
    lhs, rhs = (build.bottom_up(side, lambda n: new.get(n, n)) for side in (goal.lhs, goal.rhs))
    return replace(goal, lhs=lhs, rhs=rhs)


def _narrowed(node: Expr) -> Expr:
    """A product of the factors up to an index, or from one on, as a product over that range: ``s <= i`` among ``1..n``."""
    if node.op != "prod" or node.args[0].op != "where":
        return node
    name, low, high = node.data
    test, factor, outside = node.args[0].args
    if outside != build.const(1) or test.op != "indicator" or any(side.op != "size" for side in test.args):
        return node
    left, right = (side.data[0] for side in test.args)
    op = test.data[0]
    if right == Size.of(name):
        left, right, op = right, left, FLIP.get(op, op)
    if left != Size.of(name) or name in right.names or op not in ORDERS:
        return node
    first = {">=": right, ">": right + 1}.get(op, low)
    last = {"<=": right, "<": right - 1}.get(op, high)
    is_inside = at_least(first - low, 0) and at_least(high - last, 0) and at_least(last - first, -1)
    return build.prod(name, first, last, factor) if is_inside else node


def _is_plain(node: Expr) -> bool:
    return node.op in BODY or (node.op == "map" and node.data[0] in TOTAL)


def _split(body: Expr, group: Sequence[Expr]) -> Iterator[tuple[Expr, Expr]]:
    """Each product as the factors at its ends times what all have in common."""
    ranges = dict.fromkeys((node.data[1], node.data[2]) for node in group)
    low, high = group[0].data[1], group[0].data[2]
    for first, last in ranges:
        low = first if at_least(first - low, 0) else low
        high = last if at_least(high - last, 0) else high
    ends = [(_length(low - first), _length(last - high)) for first, last in ranges]
    if len(ranges) < 2 or any(a is None or b is None for a, b in ends) or not at_least(high - low, -1):
        return
    common = build.var(build.fresh("product"), build.SCALAR)
    for node in group:
        first, last = node.data[1], node.data[2]
        before = [first + k for k in range(_length(low - first) or 0)]
        after = [high + 1 + k for k in range(_length(last - high) or 0)]
        yield node, reduce(build.scale, [map_sizes(body, {"%factor": place}) for place in (*before, *after)], common)


def _length(size: Size) -> int | None:
    value = size.constant
    return int(value) if value is not None and 0 <= value <= MAX_FACTORS else None


__all__ = ["without_common_products"]
