"""Products over nearly the same range, taken apart before a statement goes into index form.

    prod_{s=1}^n f(s) = f(n) prod_{s=1}^{n-1} f(s),        prod_{s=1}^n f(s) = f(1) prod_{s=2}^n f(s)

What several products share is replaced by a number of which nothing is known, by one number for each place of a sum over
them: the statement becomes a stronger one. Sums over products get the same range first,

    sum_{s=1}^t prod_{r=s+1}^t f(r) = 1 + sum_{s=1}^{t-1} prod_{r=s+1}^t f(r),

and what is left are products over whole dimensions, ``prod_{s=1}^i f(s) = prod_s ([s <= i] f(s) + [s > i])``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import reduce
from itertools import permutations

from derive import build
from derive.asked import about, itself
from derive.core import FLIP, Expr, Rel, walk
from derive.index.rewriting.partial_sums import dimension_of, has_values, is_smooth
from derive.index.terms.ranges import at_least, within
from derive.size_names import bound_indices, map_sizes, size_names
from derive.sizes import Shape, Size

ONE = Size.of(1)
ORDERS = ("<=", "<", ">=", ">")
MAX_FACTORS = 4  # that are split off at an end
BINDERS = frozenset({*build.DERIVATIVES, *build.LIMITS, "integral", "sup", "inf"})
"""Operations under which a product is no number of its own."""
FACTOR = "%factor"
Range = tuple[Size, Size]


@dataclass(frozen=True, slots=True)
class Place:
    """The index of all sums over products of a statement, and where it runs."""

    name: str
    low: Size
    high: Size


def narrowed(goal: Rel) -> Rel:
    """Return the statement with products over the places up to an index, or from one on, as products over that range."""
    return _mapped(_mapped(goal, _narrowed), _inside_sums(_narrowed))


@about("prod", untouched=itself)
def without_common_products(goal: Rel) -> Rel:
    """Return the statement with a number for what its products over different ranges share, if they share any."""
    if not any(n.op == "prod" for side in (goal.lhs, goal.rhs) for n in walk(side)):
        return goal
    goal = _mapped(_mapped(narrowed(goal), _of_each_factor), _joined)
    if not any(n.op in BINDERS for n in _nodes(goal)):
        goal, place = _with_one_place(goal)
        with within(place.name, place.low, place.high) if place is not None else nullcontext():
            goal = _shared(_mapped(goal, _written_out), place)
    goal = _mapped(goal, _of_exponentials)
    return _mapped(_mapped(goal, _inside_sums(_over_a_dimension)), _over_a_dimension)


def _nodes(goal: Rel) -> list[Expr]:
    return list(dict.fromkeys(n for side in (goal.lhs, goal.rhs) for n in walk(side)))


def _mapped(goal: Rel, step: Callable[[Expr], Expr]) -> Rel:
    return replace(goal, lhs=build.bottom_up(goal.lhs, step), rhs=build.bottom_up(goal.rhs, step))


def _inside_sums(step: Callable[[Expr], Expr]) -> Callable[[Expr], Expr]:
    """A step for products whose range depends on the index of a sum around them."""

    def inside(node: Expr) -> Expr:
        if node.op != "sum":
            return node
        name, low, high = node.data
        with within(name, low, high):
            return build.sum_(name, low, high, build.bottom_up(node.args[0], step))

    return inside


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


def _of_each_factor(node: Expr) -> Expr:
    """The product of products of factors: ``prod_s f(s) g(s) = prod_s f(s) prod_s g(s)``."""
    if node.op != "prod" or node.args[0].op != "scale":
        return node
    name, low, high = node.data
    factors = _factors(node.args[0])
    fixed = [f for f in factors if name not in size_names(f)]
    if any(f.op != "const" or not f.data[0] for f in fixed) or not at_least(high - low, -1):
        return node
    powers = [build.hpow(f, build.size(high - low + 1)) for f in fixed]
    return reduce(build.scale, [*powers, *(build.prod(name, low, high, f) for f in factors if f not in fixed)])


def _of_exponentials(node: Expr) -> Expr:
    """``prod_s exp(f(s)) = exp(sum_s f(s))``, and so for powers ``g(s)^f(s)`` that are no numbers: ``exp(f(s) log g(s))``."""
    if node.op != "prod":
        return node
    name, low, high = node.data
    (body,) = node.args
    if body.op == "map" and body.data[0] == "exp":
        exponent = body.args[0]
    elif body.op == "hpow" and any(n.op == "var" for n in walk(body.args[1])):
        exponent = build.scale(body.args[1], build.map_("log", body.args[0]))
    else:
        return node
    return build.map_("exp", build.sum_(name, low, high, exponent))


def _factors(node: Expr) -> list[Expr]:
    found, stack = [], [node]
    while stack:
        top = stack.pop()
        if top.op == "scale":
            stack += top.args[::-1]
        else:
            found.append(top)
    return found


def _joined(node: Expr) -> Expr:
    """Products of the same factors over ranges one behind the other as one: ``prod_{s<=i} f(s) prod_{s>i} f(s)``."""
    if node.op != "scale":
        return node
    factors = _factors(node)
    for first, second in permutations([f for f in factors if f.op == "prod"], 2):
        (name, low, middle), (other, following, high) = first.data, second.data
        same = map_sizes(second.args[0], {other: Size.of(name)}) == first.args[0]
        if same and following == middle + 1 and at_least(middle - low, -1) and at_least(high - middle, 0):
            rest = list(factors)
            rest.remove(first)
            rest.remove(second)
            return _joined(reduce(build.scale, rest, build.prod(name, low, high, first.args[0])))
    return node


def _written_out(node: Expr) -> Expr:
    """A product of a few factors, one by one."""
    if node.op != "prod":
        return node
    name, low, high = node.data
    count = _length(high + 1 - low)
    if count is None:
        return node
    return reduce(build.scale, [map_sizes(node.args[0], {name: low + k}) for k in range(count)], build.const(1))


def _with_one_place(goal: Rel) -> tuple[Rel, Place | None]:
    """Give all sums over products that depend on their index one range and one index, the rest of them term by term."""
    sums = [n for n in _nodes(goal) if n.op == "sum" and _has_product_of(n.data[0], n.args[0])]
    inside = {n for node in sums for n in walk(node.args[0])}
    found = _common([(n.data[1], n.data[2]) for n in sums])
    if found is None or not inside.isdisjoint(sums) or any(n.data[0] in bound_indices(n.args[0]) for n in sums):
        return goal, None
    place = Place(build.fresh("place"), *found)
    new = {node: _split_sum(node, place) for node in sums}
    return _mapped(goal, lambda n: new.get(n, n)), place


def _has_product_of(name: str, body: Expr) -> bool:
    return any(n.op == "prod" and name in size_names(n) for n in walk(body))


def _split_sum(node: Expr, place: Place) -> Expr:
    name, first, last = node.data
    terms = [map_sizes(node.args[0], {name: at}) for at in _ends((first, last), (place.low, place.high))]
    rest = build.sum_(place.name, place.low, place.high, map_sizes(node.args[0], {name: Size.of(place.name)}))
    return reduce(build.add, terms, rest)


def _shared(goal: Rel, place: Place | None) -> Rel:
    """The statement with a number for what products of the same factors have in common."""
    nodes = _nodes(goal)
    bound = {name for side in (goal.lhs, goal.rhs) for name in bound_indices(side)}
    groups: dict[Expr, list[Expr]] = {}
    for node in nodes:
        if node.op == "prod" and has_values(node.args[0]):
            names = (size_names(node.args[0]) | node.data[1].names | node.data[2].names) - {node.data[0]}
            if names & bound <= ({place.name} if place is not None else set()):
                groups.setdefault(map_sizes(node.args[0], {node.data[0]: Size.of(FACTOR)}), []).append(node)
    new = {node: expr for body, group in groups.items() for node, expr in _split(body, group, place)}
    return _mapped(goal, lambda n: new.get(n, n)) if new else goal


def _split(body: Expr, group: Sequence[Expr], place: Place | None) -> Iterator[tuple[Expr, Expr]]:
    """Each product as the factors at its ends times what all have in common."""
    ranges = list(dict.fromkeys((node.data[1], node.data[2]) for node in group))
    found = _common(ranges)
    varies = place is not None and any(place.name in size_names(node) for node in group)
    if found is None or (len(ranges) < 2 and not varies):
        return
    common = _number(body, place) if varies and place is not None else build.var(build.fresh("product"), build.SCALAR)
    for node in group if common is not None else ():
        ends = _ends((node.data[1], node.data[2]), found)
        yield node, reduce(build.scale, [map_sizes(body, {FACTOR: at}) for at in ends], common)


def _number(body: Expr, place: Place) -> Expr | None:
    """A number of which nothing is known for each place of a sum: the entries of a vector over the dimension of the factors."""
    dimension = dimension_of(FACTOR, body)
    if dimension is None or not (at_least(place.low, 1) and at_least(dimension - place.high, 0)):
        return None
    return build.entry(build.var(build.fresh("product"), Shape((dimension,))), Size.of(place.name), ONE)


def _common(ranges: Sequence[Range]) -> Range | None:
    """The range that some ranges share if each has but a few places more, all of them at its ends."""
    if not ranges:
        return None
    low, high = ranges[0]
    for first, last in ranges:
        low = first if at_least(first - low, 0) else low
        high = last if at_least(high - last, 0) else high
    few = all(_length(low - first) is not None and _length(last - high) is not None for first, last in ranges)
    return (low, high) if few and at_least(high - low, -1) else None


def _ends(whole: Range, part: Range) -> list[Size]:
    """The places of a range outside a part of it that `_common` found."""
    (first, last), (low, high) = whole, part
    before, after = _length(low - first) or 0, _length(last - high) or 0
    return [*(first + k for k in range(before)), *(high + 1 + k for k in range(after))]


def _length(size: Size) -> int | None:
    value = size.constant
    return int(value) if value is not None and 0 <= value <= MAX_FACTORS else None


def _over_a_dimension(node: Expr) -> Expr:
    """A product over a part of a dimension as one over all of it: the other factors are 1."""
    if node.op != "prod" or not is_smooth(node.args[0]):
        return node
    name, low, high = node.data
    dimension = dimension_of(name, node.args[0])
    if dimension is None or (low, high) == (ONE, dimension):
        return node
    if not (at_least(low, 1) and at_least(dimension - high, 0) and at_least(high - low, -1)):
        return node
    factor = node.args[0]
    before, after = _length(low - 1), _length(dimension - high)
    places = [Size.of(k + 1) for k in range(before or 0)] + [high + 1 + k for k in range(after or 0)]
    tests = [build.indicator("!=", build.size(name), build.size(at)) for at in places]
    tests += [build.indicator(">=", build.size(name), build.size(low))] if before is None else []
    tests += [build.indicator("<=", build.size(name), build.size(high))] if after is None else []
    return build.prod(name, ONE, dimension, reduce(lambda e, test: build.where(test, e, build.const(1)), tests, factor))


__all__ = ["narrowed", "without_common_products"]
