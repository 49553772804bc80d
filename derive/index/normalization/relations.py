"""Relations as rewrite rules: a leading product of factors is replaced by other terms.

A pattern is a term.  Its summed indices must match summed indices of the target that occur nowhere outside the matched
factors; its free indices are either fixed (the rule speaks of one atom that is present) or match any slot (a hypothesis
that holds for all indices).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from derive.fraction import Fraction
from derive.index.atoms.atoms import leading, leading_of, opened, whole
from derive.index.terms.algebra import instantiate, scaled, summed_over, times
from derive.index.terms.budget import spend
from derive.index.terms.terms import Body, Factor, Index, Number, Slot, Term, Terms, delta, slot_indices, slot_size

MAX_MATCH_STEPS = 2000


@dataclass(frozen=True, slots=True)
class Relation:
    """``pattern = replacement`` for all values of the open indices.

    Attributes:
        name: What it is called in the evidence.
        pattern: The leading term, coefficient one, no powers.
        replacement: What it equals.
        open: Free indices of the pattern that match any slot.
        exchange: Whether both sides are products of the same factors (``A B = B A``): used in both directions, until
            the term is the smallest in the canonical order.

    """

    name: str
    pattern: Term
    replacement: tuple[Term, ...]
    open: tuple[Index, ...] = ()
    exchange: bool = False


def oriented(name: str, terms: Sequence[Term], open_: Sequence[Index] = (), turn: int = 0) -> Relation | None:
    """Turn ``terms = 0`` into ``leading term = rest``; None if no term has factors.

    Args:
        name: What the relation is called.
        terms: The sum that vanishes.
        open_: Indices for all of whose values it does.
        turn: Which term leads: the canonical leading term, or that of what is left without it, and so on.
    """
    solid = [t for t in terms if t.factors]
    if not solid:
        return None
    lead = leading(solid)
    for _ in range(turn if turn < len(solid) else 0):
        solid = [t for t in solid if t is not lead]
        lead = leading(solid)
    rest = [t for t in terms if t is not lead]
    inverse = tuple((g, -e) for g, e in lead.powers)
    found = {i for _, slots, _ in lead.factors for s in slots for i in slot_indices(s)}
    if any(i not in found for i in open_):
        return None  # an index of the hypothesis that the leading term does not see
    replacement = scaled(rest, Fraction(-1) / lead.coefficient, inverse)
    if any(_content(t) == _content(lead) for t in replacement):
        return None  # would rewrite a term to one of the same shape, for ever
    if turn and any(_holds_all(t, lead) for t in replacement):
        return None  # P = P P would make terms longer for ever
    return Relation(name, Term(1, (), lead.factors, lead.summed), tuple(replacement), tuple(open_))


def _holds_all(term: Term, part: Term) -> bool:
    """Whether a term has all factors of another, whatever their indices."""
    own, wanted = (
        Counter(head.digest for head, _, _ in term.factors),
        Counter(head.digest for head, _, _ in part.factors),
    )
    return wanted <= own


def exchanges(name: str, terms: Sequence[Term], open_: Sequence[Index] = ()) -> tuple[Relation, ...]:
    """Both directions of ``terms = 0`` for two terms of the same factors, ``A B - B A``; nothing for other terms."""
    if len(terms) != 2 or _content(terms[0]) != _content(terms[1]) or not terms[0].factors:
        return ()
    found = []
    for lead, other in (terms, terms[::-1]):
        seen = {i for _, slots, _ in lead.factors for s in slots for i in slot_indices(s)}
        if any(i not in seen for i in open_):
            return ()
        inverse = tuple((g, -e) for g, e in lead.powers)
        replacement = scaled([other], Fraction(-1) / lead.coefficient, inverse)
        pattern = Term(1, (), lead.factors, lead.summed)
        found.append(Relation(name, pattern, tuple(replacement), tuple(open_), exchange=True))
    return tuple(found)


def _content(term: Term) -> list[tuple]:
    return sorted((head.digest, exponent) for head, _, exponent in term.factors)


def rewrites(term: Term, relation: Relation, skip: int = -1) -> Iterator[Terms]:
    """Apply a relation once, in all the places where its pattern occurs. ``skip`` is a factor that must stay."""
    for places, values in _matches(term, relation, skip):
        summed_values = {values[i] for i in relation.pattern.summed}
        kept: list[Factor] = []
        for place, (head, slots, exponent) in enumerate(term.factors):
            left = exponent - places.get(place, 0)
            if left:
                kept.append((head, slots, left))
        if any(i in summed_values for _, slots, _ in kept for s in slots for i in slot_indices(s)):
            continue
        opened_values = {i: v for i, v in values.items() if i not in relation.pattern.summed}
        replacement = instantiate(relation.replacement, opened_values)
        rest = Term(term.coefficient, term.powers, tuple(kept))
        yield summed_over(times([rest], replacement), [i for i in term.summed if i not in summed_values])


def _matches(term: Term, relation: Relation, skip: int) -> Iterator[tuple[dict[int, Number], dict[Index, Slot]]]:
    """Backtrack over the assignments of pattern factors to factors of the term."""
    pattern = relation.pattern.factors
    private = set(relation.pattern.summed)
    variables = private | set(relation.open)
    summed = set(term.summed)
    steps = 0
    stack: list[tuple[int, dict[int, Number], dict[Index, Slot]]] = [(0, {}, {})]
    while stack:
        steps += 1
        spend(1)
        if steps > MAX_MATCH_STEPS:
            return
        number, used, values = stack.pop()
        if number == len(pattern):
            yield used, values
            continue
        head, slots, exponent = pattern[number]
        for place, (other, actual, available) in enumerate(term.factors):
            if place == skip or other != head:
                continue
            left = available - used.get(place, 0)
            if not _enough(left, exponent):
                continue
            for permutation in head.symmetries or (tuple(range(len(slots))),):
                bound = _bind(slots, [actual[p] for p in permutation], values, variables, private, summed)
                if bound is not None:
                    stack.append((number + 1, {**used, place: used.get(place, 0) + exponent}, bound))


def _enough(available: Number, wanted: Number) -> bool:
    if available == wanted:
        return True
    return whole(available) and whole(wanted) and available > wanted > 0


def _bind(
    slots: Sequence[Slot],
    actual: Sequence[Slot],
    values: dict[Index, Slot],
    variables: set[Index],
    private: set[Index],
    summed: set[Index],
) -> dict[Index, Slot] | None:
    result = dict(values)
    for pattern, slot in zip(slots, actual, strict=True):
        if not isinstance(pattern, Index):
            if any(i in variables for i in slot_indices(pattern)) or pattern != slot:
                return None
            continue
        if pattern not in variables:
            if pattern != slot:
                return None
            continue
        known = result.get(pattern)
        if known is not None:
            if known != slot:
                return None
            continue
        size = slot_size(slot)
        if size is not None and size != pattern.size:
            return None
        if pattern in private and (not isinstance(slot, Index) or slot not in summed or slot in result.values()):
            return None
        if pattern not in private and slot in [result[i] for i in private if i in result]:
            return None
        result[pattern] = slot
    return result


def of_factor(factor: Factor) -> Relation | None:
    """The relation that an atom carries: a negative power of a sum cancels the sum, an inverse its matrix."""
    head, slots, exponent = factor
    if head.kind != "base" or exponent >= 0:
        return None
    argument: Body = head.data[-1]
    template = leading_of(argument)
    if template is None:
        return None
    values = dict(zip(argument.params, slots, strict=True))
    led = instantiate([template], values)
    if len(led) != 1 or not led[0].factors:
        return None
    lead = led[0]
    others = instantiate([t for t in argument.terms if t is not template], values)
    rest = scaled(others, Fraction(-1) / lead.coefficient, _inverted(lead))
    base = Term(Fraction(1) / lead.coefficient, _inverted(lead), ((head, slots, 1),))
    return Relation("a sum times its inverse power", Term(1, (), lead.factors, lead.summed), (base, *rest))


def _inverted(term: Term) -> tuple:
    return tuple((g, -e) for g, e in term.powers)


def of_inverse(factor: Factor) -> list[Relation]:
    """``sum_b inv[a, b] M[b, c] = delta(a, c)`` and ``sum_b M[a, b] inv[b, c] = delta(a, c)``, led by a term of M."""
    head, slots, _ = factor
    if head.kind != "inverse":
        return []
    n = head.bound // 2
    params = slots[head.bound :]
    result = []
    for left in (True, False):
        fresh, terms = opened(head, slots)
        rows, cols = fresh[:n], fresh[n:]
        shared, other = (rows, cols) if left else (cols, rows)
        outer = tuple(Index(i.size) for i in shared)
        places = (*outer, *shared) if left else (*shared, *outer)
        entry: Factor = (head, (*places, *params), 1)
        # A delta would be eliminated from every term it meets, so that a pattern with one could never be found.
        lead = leading([t for t in terms if t.factors and all(f[0].kind != "delta" for f in t.factors)] or terms)
        rest = times([Term(1, (), (entry,))], [t for t in terms if t is not lead])
        identity = Term(1, (), tuple(delta(a, b) for a, b in zip(outer, other, strict=True)))
        replacement = scaled(
            [identity, *scaled(summed_over(rest, shared), -1)], Fraction(1) / lead.coefficient, _inverted(lead)
        )
        pattern = Term(1, (), (entry, *lead.factors), (*shared, *lead.summed))
        result.append(Relation("an inverse times its matrix", pattern, tuple(replacement), (*outer, *other)))
    return result
