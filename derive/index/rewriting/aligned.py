r"""Products of matrices over one range whose factors are equal one by one: ``\prod_{k=0}^{T-1} A_{T-k}`` is ``A_T \cdots A_1``.

A product is written over 1, ..., n with the index counting upwards: shifted to begin at 1, and turned around under a transpose where
its factors name the place from the end.  Two products over the same range are one where their factors are shown to be equal for all
places, also up to a transpose; a product all of whose factors are shown to be A is a power of A.
"""

from __future__ import annotations

from collections.abc import Callable

from derive import build
from derive.core import Expr, Rel, walk
from derive.size_names import bound_indices, map_sizes, size_names
from derive.sizes import Size

ONE = Size.of(1)
MOST = 4
"""So many products are compared with each other."""
Equal = Callable[[Rel, tuple[str, Size, Size]], bool]
"""Whether an equation holds for all values of an index in its range."""


def with_aligned_products(goal: Rel, equal: Equal) -> Rel | None:
    """Return the statement with products that are shown to be equal as one of them; None if there are none."""
    sides = [node for side in (goal.lhs, goal.rhs) for node in walk(side)]
    if sum(node.op == "mprod" for node in dict.fromkeys(sides)) < 2:
        return None
    lhs, rhs = (build.bottom_up(side, upwards) for side in (goal.lhs, goal.rhs))
    outer = {name for side in (lhs, rhs) for name in bound_indices(side)}
    found = [n for n in dict.fromkeys([*walk(lhs), *walk(rhs)]) if n.op == "mprod" and not _is_inside(n, outer)]
    if len(found) > MOST:
        return None
    replaced: dict[Expr, Expr] = {}
    for first, second in ((a, c) for k, a in enumerate(found) for c in found[k + 1 :]):
        if _is_power(first) and not _is_power(second):
            first, second = second, first
        if first in replaced or first.shape != second.shape:
            continue
        if first.data[1:] != second.data[1:] and (_is_power(first) or not _is_power(second)):
            continue
        low, high, name = first.data[1], first.data[2], build.fresh("k")
        factor = _factor(first, name)
        for value in (_factor(second, name), build.transpose(_factor(second, name))):
            if equal(Rel("=", factor, value), (name, low, high)):
                replaced[first] = build.mprod(name, low, high, value)
                break
    if not replaced and (lhs, rhs) == (goal.lhs, goal.rhs):
        return None
    return Rel(goal.op, build.replaced(lhs, replaced), build.replaced(rhs, replaced), goal.data)


def upwards(node: Expr) -> Expr:
    """A product over 1, ..., n whose factors count upwards; other nodes, and products of equal factors, as they are."""
    if node.op != "mprod":
        return node
    name, low, high = node.data
    (body,) = node.args
    here, count = Size.of(name), high - low + 1
    if name not in size_names(body):
        return build.mprod(name, ONE, count, body)
    if name in low.names | high.names or name in bound_indices(body):
        return node
    body = map_sizes(body, {name: here + low - 1})
    if not _counts_down(body, name):
        return build.mprod(name, ONE, count, body)
    body = map_sizes(body, {name: count + 1 - here})
    return build.transpose(build.mprod(name, ONE, count, build.transpose(body)))


def _counts_down(body: Expr, name: str) -> bool:
    """Whether all places that name the index do so with a minus."""
    places = [d for n in walk(body) for d in n.data if isinstance(d, Size) and name in d.names]
    return bool(places) and all(name not in (d + Size.of(name)).names for d in places)


def _is_inside(node: Expr, outer: set[str]) -> bool:
    """Whether a product depends on an index that is bound around it."""
    name, low, high = node.data
    return bool(outer & (((size_names(node.args[0]) - {name}) | low.names | high.names) - bound_indices(node.args[0])))


def _is_power(product: Expr) -> bool:
    """Whether all factors of a product are the same."""
    return product.data[0] not in size_names(product.args[0])


def _factor(product: Expr, name: str) -> Expr:
    """The factor of a product at a place."""
    return map_sizes(product.args[0], {product.data[0]: Size.of(name)})


__all__ = ["upwards", "with_aligned_products"]
