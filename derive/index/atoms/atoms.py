"""Nested atoms, their arguments, and the first kind: powers of sums.

Each constructor takes the terms of its argument and returns terms, so that equal arguments in unlike forms give equal
atoms.  Facts that hold only off a set of measure zero (``step^2 = step`` holds everywhere, ``sign^2 = 1`` off 0) are
those of points where the expression is differentiable; the road reports them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.index.terms.algebra import (
    MAX_TERMS,
    REBUILD,
    REDUCE,
    instantiate,
    power_of_number,
    refreshed,
    scaled,
    simplify,
    summed_over,
    times,
    with_factor,
    without,
)
from derive.index.terms.canonical import body, collect, components, key_order, number_indices, term_key
from derive.index.terms.terms import (
    DELTA,
    Body,
    Factor,
    Head,
    Index,
    Number,
    Slot,
    Term,
    Terms,
    number,
    slot_indices,
)

MAX_EXPANDED_POWER = 12


def shifted(automorphisms: Sequence[tuple[int, ...]], bound: int) -> tuple[tuple[int, ...], ...]:
    """Automorphisms of parameters as permutations of all slots."""
    fixed = tuple(range(bound))
    return tuple((*fixed, *(bound + p for p in a)) for a in automorphisms)


def closed(kind: str, data: tuple, terms: Sequence[Term], *, positive: bool = False) -> Factor:
    """An atom of one scalar argument."""
    argument, params = body(terms)
    head = Head(kind, (*data, argument), symmetries=shifted(argument.automorphisms, 0), positive=positive)
    return (head, params, 1)


def argument_of(head: Head, slots: Sequence[Slot], argument: Body | None = None) -> Terms:
    """The argument of a scalar atom with its actual indices."""
    inner = argument or head.data[-1]
    return instantiate(inner.terms, dict(zip(inner.params, slots, strict=True)))


def opened(head: Head, slots: Sequence[Slot]) -> tuple[tuple[Index, ...], Terms]:
    """The argument of an atom with bound positions: fresh bound indices and the terms."""
    argument = head.data[-1]
    fresh = tuple(Index(i.size) for i in argument.bound)
    values: dict[Index, Slot] = dict(zip(argument.bound, fresh, strict=True))
    values.update(zip(argument.params, slots[head.bound :], strict=True))
    return fresh, instantiate(argument.terms, values)


def whole(exponent: Number) -> bool:
    """Whether an exponent is an integer."""
    return Fraction(exponent).denominator == 1


def power(terms: Sequence[Term], exponent: Number) -> Terms:
    """``terms ** exponent`` for a scalar sum and a rational exponent.

    Raises:
        NotSupported: Zero to a negative power, a negative number to a fraction, too large a power.

    """
    terms = collect(terms, ())
    if exponent == 0:
        return number(1)
    if exponent == 1:
        return list(terms)
    if not terms:
        if exponent < 0:
            raise NotSupported("a power of zero")
        return []
    if whole(exponent) and exponent > 0:
        return expanded(terms, int(exponent))
    if len(terms) == 1:
        return _monomial_power(terms[0], exponent)
    content, rest = primitive(terms, whole=whole(exponent))
    result = power([content], exponent) if content != Term(1) else number(1)
    head, params, _ = closed("base", (), rest)
    return times(result, simplify(Term(1, (), ((head, params, exponent),))))


def expanded(terms: Sequence[Term], exponent: int) -> Terms:
    """A positive power of a sum, multiplied out; raises `NotSupported` where that has too many terms."""
    if exponent > MAX_EXPANDED_POWER or len(terms) ** exponent > MAX_TERMS:
        raise NotSupported(f"the power {exponent} of {len(terms)} terms is not expanded")
    result = list(terms)
    for _ in range(exponent - 1):
        result = collect(times(result, refreshed(terms)), ())
    return result


def _monomial_power(term: Term, exponent: Number) -> Terms:
    """Distribute a power over the factors where this is sound, keep the rest as one base."""
    fractional = not whole(exponent)
    sign = 1
    coefficient = term.coefficient
    if fractional and coefficient < 0:
        coefficient, sign = -coefficient, -1
    c, primes = power_of_number(coefficient, exponent)
    powers = tuple((g, e * exponent) for g, e in term.powers)
    done: list[Factor] = []
    kept: list[Factor] = []
    (_, loose), *joined = components(term)
    for head, slots, e in loose:
        if head is DELTA and exponent < 0:
            raise NotSupported("the inverse of an entry of an identity matrix")
        if head is DELTA:
            done.append((head, slots, 1))
        elif not fractional or head.positive or (not whole(e) and Fraction(e).numerator % 2):
            done.append((head, slots, e * exponent))
        else:
            kept.append((head, slots, e))
    result = scaled([Term(c)], 1, powers)
    result = scaled(result, 1, primes)
    result = with_factor(result, *done)
    if fractional and not joined and sign > 0 and len(kept) == 1 and whole(kept[0][2]):
        return times(result, _root(kept[0], exponent))
    if fractional:
        rest = Term(sign, (), tuple(kept) + tuple(f for _, fs in joined for f in fs), term.summed)
        if rest.factors or sign < 0:
            result = with_factor(result, _power_factor([rest], exponent))
        return result
    for members, factors in joined:
        result = with_factor(result, _power_factor([Term(1, (), tuple(factors), tuple(members))], exponent))
    return result


def _power_factor(terms: Sequence[Term], exponent: Number) -> Factor:
    if not terms[0].factors:
        raise NotSupported("a root of a negative number")
    head, params, _ = closed("base", (), terms)
    return (head, params, exponent)


def _root(factor: Factor, exponent: Number) -> Terms:
    """``(x^e)^q``: ``x^(e q)`` for odd e (then x >= 0 where the root exists), ``|x|^(e q)`` for even e."""
    head, slots, e = factor
    if int(e) % 2:
        return simplify(Term(1, (), ((head, slots, e * exponent),)))
    absolute = [Term(1, (), (closed("map", ("sign",), [Term(1, (), ((head, slots, 1),))]),))]
    if not whole(e * exponent):
        return with_factor(number(1), _power_factor([Term(1, (), ((head, slots, e),))], exponent))
    odd = int(e * exponent) % 2
    result = simplify(Term(1, (), ((head, slots, e * exponent),)))
    return times(result, absolute) if odd else result


def primitive(terms: Sequence[Term], *, whole: bool, bound: Sequence[Index] = ()) -> tuple[Term, Terms]:
    """Split off a common monomial, so that proportional sums give one base.

    The monomial is the coefficient of a canonical leading term (its sign only if ``whole``) and the factors, free of
    summed and bound indices, common to all terms (only positive ones unless ``whole``).
    """
    common: dict[tuple[Head, tuple[Slot, ...]], Number] = {}
    tables: list[dict[tuple[Head, tuple[Slot, ...]], Number]] = []
    inside = set(bound)
    for term in terms:
        hidden = inside | set(term.summed)
        table = {
            (h, s): e
            for h, s, e in term.factors
            if h is not DELTA and (whole or h.positive) and not any(i in hidden for x in s for i in slot_indices(x))
        }
        tables.append(table)
    for key in dict.fromkeys(k for table in tables for k in table):
        least = min(table.get(key, 0) for table in tables)
        if least:
            common[key] = least
    lead = leading(terms)
    coefficient = lead.coefficient if whole or lead.coefficient > 0 else -lead.coefficient
    content = Term(coefficient, lead.powers, tuple((h, s, e) for (h, s), e in common.items()))
    inverse = Term(
        Fraction(1) / coefficient,
        tuple((g, -e) for g, e in lead.powers),
        tuple((h, s, -e) for (h, s), e in common.items()),
    )
    rest: Terms = []
    for term in terms:
        rest.extend(times([term], [inverse]))
    return content, rest


def leading(terms: Sequence[Term]) -> Term:
    """The canonical leading term: highest degree, fewest summed indices, smallest key."""
    labels = number_indices(terms, ())
    neutral = dict.fromkeys(labels, 0)

    def rank(term: Term) -> tuple:
        degree = sum(abs(e) for _, _, e in term.factors)
        sizes = sum(e for _, e in term.powers)
        return (-degree, len(term.summed), -sizes, key_order(term_key(term, neutral, 1)), abs(term.coefficient))

    return min(terms, key=rank)


def leading_of(argument: Body) -> Term | None:
    """The canonical leading term of an argument among those with factors, over its own template indices."""
    kept = vars(argument)  # by the argument itself: equal ones, and equal terms, may have other indices
    if "lead" not in kept:
        solid = [t for t in argument.terms if t.factors]
        kept["lead"] = leading(solid) if solid else None
    return kept["lead"]


def _rebuild_base(head: Head, slots: tuple[Slot, ...], exponent: Number, change: Callable[[Terms], Terms]) -> Terms:
    return power(change(argument_of(head, slots)), exponent)


def _reduce_base(term: Term, place: int) -> Terms | None:
    """A base with an exponent of at least one is multiplied out: ``B^(3/2) = B * B^(1/2)``."""
    head, slots, exponent = term.factors[place]
    if exponent < 1:
        return None
    floor = exponent.__floor__()
    rest = without(term, place)
    if exponent != floor:
        rest = Term(rest.coefficient, rest.powers, (*rest.factors, (head, slots, exponent - floor)), ())
    else:
        rest = Term(rest.coefficient, rest.powers, rest.factors, ())
    return summed_over(times([rest], expanded(argument_of(head, slots), floor)), term.summed)


REBUILD["base"] = _rebuild_base
REDUCE["base"] = _reduce_base
