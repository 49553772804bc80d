"""Softmax: terms without a bound index cancel, rows sum to one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from derive.index.atoms.atoms import opened, power, shifted
from derive.index.terms.algebra import (
    REBUILD,
    REDUCE,
    simplify,
    size_terms,
    times,
    without,
)
from derive.index.terms.canonical import body, collect
from derive.index.terms.terms import (
    Head,
    Index,
    Number,
    Slot,
    Term,
    Terms,
    indices_in,
    number,
    slot_indices,
)


def softmax(terms: Sequence[Term], bound: Sequence[Index], at: Sequence[Slot]) -> Terms:
    """The softmax over the bound indices of a scalar sum, at a position.

    Terms that do not contain a bound index cancel: ``softmax(z + c 1) = softmax(z)``.
    """
    inside = set(bound)
    seen = [
        t
        for t in collect(terms, bound)
        if any(i in inside for _, slots, _ in t.factors for s in slots for i in slot_indices(s))
    ]
    if not seen:
        return _uniform(bound)
    argument, params = body(seen, bound)
    head = Head(
        "softmax",
        (argument,),
        bound=len(bound),
        symmetries=shifted(argument.automorphisms, len(bound)),
        positive=True,
    )
    return simplify(Term(1, (), ((head, (*at, *params), 1),)))


def _inverse_size(index: Index) -> Term:
    (term,) = power(size_terms(index.size), -1)
    return term


def _uniform(bound: Sequence[Index]) -> Terms:
    result = number(1)
    for index in bound:
        result = times(result, [_inverse_size(index)])
    return result


def _rebuild_softmax(head: Head, slots: tuple[Slot, ...], exponent: Number, change: Callable[[Terms], Terms]) -> Terms:
    fresh, terms = opened(head, slots)
    return power(softmax(change(terms), fresh, slots[: head.bound]), exponent)


def _reduce_softmax(term: Term, place: int) -> Terms | None:
    """Rows of a softmax sum to one."""
    head, slots, exponent = term.factors[place]
    if exponent != 1:
        return None
    own = slots[: head.bound]
    summed = set(term.summed)
    if not all(isinstance(s, Index) and s in summed for s in own) or len(set(own)) < len(own):
        return None
    if own and sum(s is own[0] for _, places, _ in term.factors for s in places) > 1:
        return None  # the usual case, seen at once
    rest = without(term, place)
    others = indices_in(rest.factors).union(*map(slot_indices, slots[head.bound :]))
    if not others.isdisjoint(own):  # type: ignore[arg-type]
        return None
    return [Term(rest.coefficient, rest.powers, rest.factors, tuple(i for i in rest.summed if i not in own))]


REBUILD["softmax"] = _rebuild_softmax
REDUCE["softmax"] = _reduce_softmax
