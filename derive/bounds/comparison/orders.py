"""Known scalar inequalities as polynomials that are not negative, and what they say of single atoms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from derive import build
from derive.bounds.facts.facts import POSITIVE, Facts, Range, elementwise, size_sign
from derive.bounds.forms.bound import Step, merge
from derive.bounds.forms.polynomial import UNIT, Poly, atom_text, root_above
from derive.core import Expr
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.size_signs import is_nonnegative_above, value_at
from derive.sizes import Size


@dataclass(frozen=True, slots=True)
class Order:
    """A known inequality ``gap >= 0`` (``> 0`` if strict)."""

    gap: Poly
    strict: bool
    text: str
    rule: str = "hypothesis"


def known_orders(facts: Facts) -> list[Order]:
    """The scalar hypotheses, as gaps that are not negative."""
    return facts.once("orders", [], lambda: _orders(facts))


def _orders(facts: Facts) -> list[Order]:
    found = []
    for small, large, strict in (o for known in facts.orders for o in _everywhere(facts, *known)):
        try:
            gap = facts.value(large).value - facts.value(small).value
        except NotSupported:
            continue
        found.append(Order(gap, strict, f"{facts.value(small).value} <= {facts.value(large).value}"))
    for t in facts.theorems:
        try:
            gap = facts.value(t.large).value - facts.value(t.small).value
        except NotSupported:
            continue
        found.append(Order(gap, t.strict, t.text, t.rule))
    found += [root for order in found if (root := _root(facts, order)) is not None]
    found += [_size_order(op, size) for op, size in facts.rules.relations if op in ("=", "<=", "<")]
    found += [_size_order("<=", size * -1) for op, size in facts.rules.relations if op == "="]
    return found


def stated(facts: Facts, small: Expr, large: Expr, strict: bool) -> tuple[Step, ...] | None:
    """Return the theorem or hypothesis that says ``small <= large`` (``<``) itself, up to a positive factor."""
    try:
        left, right = facts.value(small), facts.value(large)
    except NotSupported:
        return None
    terms = dict((right.value - left.value).terms)
    if strict and any(facts.may_be_infinite(a) for bound in (left, right) for a in bound.value.atoms()):
        return None  # both sides may be infinite
    for order in known_orders(facts):
        own = dict(order.gap.terms)
        if own.keys() == terms.keys() and own and not (strict and not order.strict):
            ratios = {terms[m] / own[m] for m in own}
            if len(ratios) == 1 and ratios.pop() > 0:
                return (*merge(left.steps, right.steps), (order.rule, order.text))
    return None


def _root(facts: Facts, order: Order) -> Order | None:
    """``x^2 <= c^2`` says ``|x| <= c`` for a number c, and ``x^2 >= c^2`` says ``|x| >= c``; so for all even powers."""
    terms = dict(order.gap.terms)
    powers = [m for m in terms if len(m) == 1 and all(e.denominator == 1 and e.numerator % 2 == 0 for _, e in m)]
    if len(powers) != 1 or set(terms) != {UNIT, powers[0]}:
        return None
    ((factor, exponent),) = powers[0]
    square, slope = -terms[UNIT] / terms[powers[0]], terms[powers[0]]
    if exponent <= 0 or square <= 0:
        return None
    root = root_above(square, 1 / exponent)
    if root is None or root**exponent.numerator != square:
        return None
    size = factor if elementwise(facts, factor) else build.map_("abs", factor)
    gap = Poly.atom(size) - Poly.number(root)
    text = f"|{atom_text(factor)}| {'>=' if slope > 0 else '<='} {root}"
    return Order(gap if slope > 0 else -gap, order.strict, text, order.rule)


def _everywhere(
    facts: Facts, small: Expr, large: Expr, strict: bool, names: tuple[Range, ...]
) -> Iterator[tuple[Expr, Expr, bool]]:
    """An inequality without indices; one that holds over whole ranges holds of the sums and of the maxima over them."""
    if not names:
        yield small, large, strict
    elif all(size_sign(facts, high - low + 1) == POSITIVE for _, low, high in names):
        most, least = small, large
        for name, low, high in reversed(names):
            small, large = (build.sum_(name, low, high, side) for side in (small, large))
            most, least = (build.over("maxover", name, low, high, side) for side in (most, least))
        yield small, large, strict
        yield most, least, strict


def _size_order(op: str, size: Size) -> Order:
    """Size <= 0 (sizes are integers: size < 0 says size <= -1)."""
    gap = Poly.of_size(size * -1 - (1 if op == "<" else 0))
    return Order(gap, False, f"{size} {op} 0")


def least_value(facts: Facts, factor: Expr) -> Fraction | None:
    """A number that the atom never falls below."""
    if factor.op == "const":
        return factor.data[0]
    if factor.op == "size":
        size: Size = factor.data[0]
        least = facts.least_of(size)
        if least is None:
            return None
        lowest = value_at(size, least)
        return lowest if is_nonnegative_above(size - Size.of(lowest), least) else None
    listed = _least_of_listed(facts, factor) if factor.op in ("min", "max") else None
    if listed is not None:
        return listed
    if factor.op == "kappa" or (factor.op == "rank" and elementwise(facts, factor) == POSITIVE):
        return Fraction(1)
    for order in known_orders(facts):
        constant = _lower_from(order, factor)
        if constant is not None:
            return constant
    return None


def _least_of_listed(facts: Facts, factor: Expr) -> Fraction | None:
    """The smaller one of listed numbers never falls below the least of their least values, the larger one below none of these."""
    known = [least_value(facts, part) for part in factor.args]
    told = [value for value in known if value is not None]
    if factor.op == "min":
        return min(told) if len(told) == len(known) and told else None
    return max(told, default=None)


def _lower_from(order: Order, factor: Expr) -> Fraction | None:
    """Atom - c >= 0 says that the atom is at least c."""
    terms = dict(order.gap.terms)
    unit = frozenset([(factor, Fraction(1))])
    if set(terms) == {unit, UNIT} and terms[unit] > 0 and terms[UNIT] < 0:
        return -terms[UNIT] / terms[unit]
    return None


def upper_ends(facts: Facts) -> Mapping[Expr, list[tuple[Poly, Step]]]:
    """Known upper bounds of atoms: gap = larger - c atom >= 0, with nothing else negative, says atom <= larger / c."""
    orders = known_orders(facts)
    if not orders:  # perhaps they are being found
        return {}
    return facts.once("upper ends", {}, lambda: _read_upper_ends(orders))


def _read_upper_ends(orders: Sequence[Order]) -> dict[Expr, list[tuple[Poly, Step]]]:
    found: dict[Expr, list[tuple[Poly, Step]]] = {}
    for order in orders:
        negative = [(m, c) for m, c in order.gap.terms if c < 0]
        if len(negative) == 1 and len(negative[0][0]) == 1:
            ((factor, exponent),), number = negative[0]
            if exponent == 1:
                larger = Poly(tuple((m, c / -number) for m, c in order.gap.terms if c > 0))
                found.setdefault(factor, []).append((larger, (order.rule, order.text)))
    return found


def told_sign(facts: Facts, poly: Poly) -> int:
    """1 or -1 if a hypothesis says just this: ``1 - t >= 0``."""
    if len(poly.terms) > 3:
        return 0
    for order in known_orders(facts):
        if poly.same(order.gap):
            return 1
        if (-poly).same(order.gap):
            return -1
    return 0
