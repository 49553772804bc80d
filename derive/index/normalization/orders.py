"""Comparisons of whole numbers in one form, so that those that say the same cancel.

For indices i, j and a whole number m, all comparisons are written with ``[j <= i + m]``; then, of one range,

    [j <= i - 1] = [j <= i] - delta(i, j),        [j <= i] = 1 - [i <= j] + delta(i, j),

the second where j is free and i is summed over. Beside a size t of which is known that ``1 <= t <= n``, for an index k
of the range ``1..n``,

    [k <= t - 1] = [k <= t] - delta(k, t),        [k <= n] = 1,        [k <= 0] = 0.

Beside ``[a <= b] [b <= c]`` stands ``[a <= c]`` too, and ``[a <= b] [b <= a] = delta(a, b)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from derive.fraction import Fraction
from derive.index.atoms.atoms import argument_of, closed, whole
from derive.index.terms.algebra import size_terms, times, without
from derive.index.terms.canonical import number_indices
from derive.index.terms.ranges import at_least
from derive.index.terms.terms import POSITION, Factor, Fixed, Index, Slot, Term, Terms, delta, number
from derive.sizes import Size

HALF = Fraction(1, 2)
MAX_SHIFT = 4
MAX_STEPS = 400


@dataclass(frozen=True, slots=True)
class Order:
    """``[lower <= upper + shift]``; the upper end is an index or a polynomial in sizes without a constant."""

    lower: Index
    upper: Index | Size
    shift: int

    def factor(self) -> Factor:
        """The step that it is: ``upper - lower + shift + 1/2`` is never zero."""
        above = size_terms(self.upper) if isinstance(self.upper, Size) else [_position(self.upper, 1)]
        return closed("map", ("step",), [*above, _position(self.lower, -1), *number(self.shift + HALF)])


def in_one_order(terms: Sequence[Term], free: Sequence[Index]) -> Terms | None:
    """Return a sum with its comparisons of whole numbers in one form; None if they are."""
    ranks = number_indices(terms, free)
    result: Terms = []
    waiting = list(terms)[::-1]
    steps = 0
    while waiting:
        term = waiting.pop()
        found = _rewritten(term, ranks) if steps < MAX_STEPS else None
        if found is None:
            result.append(term)
            continue
        steps += 1
        waiting += found[::-1]
    return result if steps else None


def _rewritten(term: Term, ranks: dict[Index, int]) -> Terms | None:
    """The term with one comparison in its form; None if all are."""
    orders: dict[int, Order] = {}
    for place, factor in enumerate(term.factors):
        found = _order(factor)
        if found is None:
            continue
        order, holds = found
        if not holds:  # [k >= e] = 1 - [k <= e - 1]
            return _with(term, place, [*number(1), *_terms(order, -1)])
        changed = _oriented(order, set(term.summed), ranks)
        if changed is not None:
            return _with(term, place, changed)
        if factor != order.factor():
            return _with(term, place, _terms(order))
        orders[place] = order
    return _beside_others(term, orders)


def _with(term: Term, place: int, terms: Terms) -> Terms:
    rest = without(term, place)
    return times([rest], terms) if terms else []


def _terms(order: Order, sign: int = 1) -> Terms:
    return [Term(sign, (), (order.factor(),))]


def _equal(a: Index, b: Slot, sign: int) -> Terms:
    return [Term(sign, (), (delta(a, b),))]


def _position(index: Index, sign: int) -> Term:
    return Term(sign, (), ((POSITION, (index,), 1),))


def _oriented(order: Order, summed: set[Index], ranks: dict[Index, int]) -> Terms | None:
    """A comparison by those that the form has; None if it is one of them."""
    if isinstance(order.upper, Size):
        return _beside_size(order.lower, order.upper, order.shift)
    lower, upper, shift = order.lower, order.upper, order.shift
    one_range = lower.size == upper.size
    if shift == -1 and one_range:
        return [*_terms(Order(lower, upper, 0)), *_equal(lower, upper, -1)]
    if not _is_turned(order, summed, ranks):
        return None
    if shift == 0 and one_range:
        return _opposite(lower, upper)
    return [*number(1), *_terms(Order(upper, lower, -shift - 1), -1)]


def _is_turned(order: Order, summed: set[Index], ranks: dict[Index, int]) -> bool:
    """Whether the form has the opposite comparison: the free index is the upper one, of two free ones the first."""
    assert isinstance(order.upper, Index)
    if order.lower in summed and order.upper in summed:
        return order.shift < 0
    if order.lower in summed or order.upper in summed:
        return order.upper in summed
    return ranks.get(order.lower, order.lower.serial) < ranks.get(order.upper, order.upper.serial)


def _beside_size(lower: Index, upper: Size, shift: int) -> Terms | None:
    """``[k <= e]`` is one or zero where e lies outside of the range of k, else a comparison without a constant in e."""
    if at_least(upper + shift - lower.size, 0):
        return number(1)
    if at_least(upper * -1 - shift, 0):
        return []
    between = range(shift + 1, 1) if shift < 0 else range(1, shift + 1)
    inside = all(at_least(upper + r, 1) and at_least(lower.size - upper - r, 0) for r in between)
    if not between or len(between) > MAX_SHIFT or not inside:
        return None
    sign = -1 if shift < 0 else 1
    places = [t for r in between for t in _equal(lower, Fixed(upper + r, (lower.size,)), sign)]
    return [*_terms(Order(lower, upper, 0)), *places]


def _order(factor: Factor) -> tuple[Order, bool] | None:
    """What whole numbers a step compares, and whether it says that they are in this order; None for other factors."""
    head, slots, exponent = factor
    if head.kind != "map" or head.data[0] != "step" or exponent != 1:
        return None
    signs: dict[int, Index] = {}
    sizes = Size.of(0)
    for term in argument_of(head, slots):
        if term.summed or not all(g[0] == "size" and whole(e) and e > 0 for g, e in term.powers):
            return None
        if term.factors:
            index = _index(term)
            if index is None or int(term.coefficient) in signs:
                return None
            signs[int(term.coefficient)] = index
            continue
        part = Size.of(Fraction(term.coefficient))
        for (_, name), power in term.powers:
            part = part * Size.of(name) ** int(power)
        sizes = sizes + part
    return _compared(signs, sizes)


def _index(term: Term) -> Index | None:
    """The index of a position, or of its opposite."""
    if term.powers or len(term.factors) != 1 or abs(term.coefficient) != 1:
        return None
    head, slots, exponent = term.factors[0]
    return slots[0] if head == POSITION and exponent == 1 and isinstance(slots[0], Index) else None


def _compared(signs: dict[int, Index], sizes: Size) -> tuple[Order, bool] | None:
    """``i - j + e + m + 1/2 > 0`` says that ``j <= i + e + m``; ``k + e + m + 1/2 > 0`` that not ``k <= -e - m - 1``."""
    constant = sum((Fraction(c) for monomial, c in sizes.terms if not monomial), Fraction(0))
    upper = sizes - Size.of(constant)
    if (constant - HALF).denominator != 1 or any(Fraction(c).denominator != 1 for _, c in upper.terms):
        return None
    shift = int(constant - HALF)
    if len(signs) == 2:
        return (Order(signs[-1], signs[1], shift), True) if upper == Size.of(0) else None
    if -1 in signs:
        return Order(signs[-1], upper, shift), True
    return (Order(signs[1], upper * -1, -shift - 1), False) if signs else None


def _beside_others(term: Term, orders: dict[int, Order]) -> Terms | None:
    """Add what several comparisons say together; None if nothing is to add.

    Of two indices that are summed over, the one that nothing bounds is the lower one.
    """
    plain = {(o.lower, o.upper): place for place, o in orders.items() if o.shift == 0}
    bounded = {a for a, b in plain if b not in term.summed}
    for (a, b), place in plain.items():
        if not isinstance(b, Index) or a.size != b.size:
            continue
        if (b, a) in plain:
            return _with(term, place, _equal(a, b, 1))
        if {a, b} <= {*term.summed} and a in bounded and b not in bounded:
            return _with(term, place, _opposite(a, b))
    for a, b in plain:
        for middle, c in plain:
            if middle == b and c != a and (a, c) not in plain:
                return times([term], _terms(Order(a, c, 0)))
    return None


def _opposite(lower: Index, upper: Index) -> Terms:
    """``[j <= i] = 1 - [i <= j] + delta(i, j)``."""
    return [*number(1), *_terms(Order(upper, lower, 0), -1), *_equal(lower, upper, 1)]


__all__ = ["in_one_order"]
