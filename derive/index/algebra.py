"""Products of terms: elimination of deltas, substitution of indices, merging of powers.

Nested atoms keep the invariant that the slots of their parameters are distinct indices.  Where a substitution breaks
it (``exp(A[i] + B[j])`` at ``i = j``), the atom is rebuilt from its argument by the constructor of its kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from derive.errors import NotSupported
from derive.index.budget import spend
from derive.index.terms import (
    DELTA,
    Factor,
    Fixed,
    Group,
    Head,
    Index,
    Number,
    Slot,
    Term,
    Terms,
    merge_powers,
    replace_slot,
    settle_primes,
    slot_indices,
    slot_size,
)
from derive.sizes import Size

MAX_TERMS = 20000

Rebuild = Callable[[Head, tuple[Slot, ...], Number, Callable[[Terms], Terms]], Terms]
Reduce = Callable[[Term, int], "Terms | None"]
Expand = Callable[[Factor], "Terms | None"]
REBUILD: dict[str, Rebuild] = {}
REDUCE: dict[str, Reduce] = {}


def cap(terms: Terms) -> Terms:
    """Abstain beyond the budget of terms."""
    if len(terms) > MAX_TERMS:
        raise NotSupported(f"more than {MAX_TERMS} terms")
    return terms


def times(left: Sequence[Term], right: Sequence[Term]) -> Terms:
    """Multiply two sums; their summed indices must be disjoint (see `refreshed`)."""
    result: Terms = []
    if len(left) * len(right) > MAX_TERMS:
        raise NotSupported(f"more than {MAX_TERMS} terms")
    for a in left:
        for b in right:
            result.extend(
                simplify(
                    Term(
                        a.coefficient * b.coefficient,
                        merge_powers(a.powers, b.powers),
                        a.factors + b.factors,
                        a.summed + b.summed,
                    )
                )
            )
    return cap(result)


def scaled(terms: Iterable[Term], coefficient: Number, powers: tuple = ()) -> Terms:
    """Multiply by a number and powers of sizes."""
    result = []
    for t in terms:
        c, p = settle_primes(t.coefficient * coefficient, merge_powers(t.powers, powers))
        if c:
            result.append(Term(c, p, t.factors, t.summed))
    return result


def with_factor(terms: Iterable[Term], *factors: Factor, summed: tuple[Index, ...] = ()) -> Terms:
    """Multiply by factors and sum over indices."""
    result: Terms = []
    for t in terms:
        result.extend(simplify(Term(t.coefficient, t.powers, t.factors + factors, t.summed + summed)))
    return cap(result)


def summed_over(terms: Iterable[Term], indices: Sequence[Index]) -> Terms:
    """Sum over free indices."""
    return with_factor(terms, summed=tuple(indices))


def size_terms(value: Size) -> Terms:
    """A size as terms."""
    return [Term(c, tuple((("size", n), p) for n, p in monomial)) for monomial, c in value.terms]


def instantiate(terms: Iterable[Term], values: Mapping[Index, Slot]) -> Terms:
    """Substitute slots for free indices and rename the summed indices afresh."""
    result: Terms = []
    for term in terms:
        renamed: dict[Index, Slot] = {i: Index(i.size) for i in term.summed}
        result.extend(substitute(term, {**values, **renamed}, tuple(renamed.values())))  # type: ignore[arg-type]
    return cap(result)


def refreshed(terms: Iterable[Term]) -> Terms:
    """The same terms with new summed indices."""
    return instantiate(terms, {})


def check_range(index: Index, slot: Slot) -> None:
    """Refuse to identify indices of different ranges."""
    size = slot_size(slot)
    if size is not None and size != index.size:
        raise NotSupported(f"an index of range {index.size} meets one of range {size}")


def substitute(term: Term, values: Mapping[Index, Slot], summed: tuple[Index, ...]) -> Terms:
    """Replace indices in every factor; ``summed`` are the summed indices of the result."""
    plain: list[Factor] = []
    rebuilt: list[Terms] = []
    touched = False
    for factor in term.factors:
        head, slots, exponent = factor
        new = tuple(replace_slot(s, values) for s in slots)
        if new == slots:
            plain.append(factor)
            continue
        touched = True
        if head.nested and not _distinct(new[head.bound :]):
            rebuilt.append(REBUILD[head.kind](head, new, exponent, refreshed))
        else:
            plain.append((head, new, exponent))
    if not touched and summed == term.summed:
        return [term]
    result = simplify(Term(term.coefficient, term.powers, tuple(plain), summed)) if not rebuilt else None
    if result is not None:
        return result
    # the summed indices stay open until every factor is in place
    result = simplify(Term(term.coefficient, term.powers, tuple(plain)))
    for part in rebuilt:
        result = times(result, part)
    return summed_over(result, summed)


def _distinct(slots: Sequence[Slot]) -> bool:
    return all(isinstance(s, Index) for s in slots) and len(set(slots)) == len(slots)


def simplify(term: Term) -> Terms:
    """Eliminate deltas, merge equal factors, sum out indices that occur nowhere; usually one term."""
    spend(1 + len(term.factors) // 2)
    if not term.coefficient:
        return []
    for place, (head, slots, _) in enumerate(term.factors):
        if head is DELTA:
            outcome = _settle_delta(term, place, slots)
            if outcome is not None:
                return outcome
    return _merge(term)


def _settle_delta(term: Term, place: int, slots: tuple[Slot, ...]) -> Terms | None:
    """Use one delta if it can be used; None if it must stay as it is."""
    a, b = slots
    rest = Term(term.coefficient, term.powers, term.factors[:place] + term.factors[place + 1 :], term.summed)
    if a == b:
        return simplify(rest)
    if isinstance(a, Fixed) and isinstance(b, Fixed):
        gap = (a.value - b.value).constant
        return [] if gap else None
    if isinstance(a, Group) and isinstance(b, Group) and len(a.parts) == len(b.parts):
        pairs = list(zip(a.parts, b.parts, strict=True))
        if all(slot_size(x) == slot_size(y) for x, y in pairs):
            split = tuple((DELTA, pair, 1) for pair in pairs)
            return simplify(Term(rest.coefficient, rest.powers, rest.factors + split, rest.summed))
    for old, new in ((a, b), (b, a)):
        if isinstance(old, Index) and old in term.summed and old not in slot_indices(new):
            if isinstance(new, Fixed) and not _within(new, old.size):
                raise NotSupported(f"the constant index {new.value} may lie outside 1..{old.size}")
            check_range(old, new)
            kept = tuple(i for i in rest.summed if i is not old)
            return _settled(rest, {old: new}, kept)
    return _orient(term, place, a, b)


def _within(slot: Fixed, size: Size) -> bool:
    """Whether a constant index surely lies in 1..size (sizes are at least one)."""
    if slot.value in (Size.of(1), size) or size in slot.within:
        return True
    constant, bound = slot.value.constant, size.constant
    return constant is not None and bound is not None and 1 <= constant <= bound


def _settled(term: Term, values: Mapping[Index, Slot], summed: tuple[Index, ...]) -> Terms:
    result: Terms = []
    for t in substitute(Term(term.coefficient, term.powers, term.factors, ()), values, ()):
        result.extend(simplify(Term(t.coefficient, t.powers, t.factors, t.summed + summed)))
    return result


def _orient(term: Term, place: int, a: Slot, b: Slot) -> Terms | None:
    """A delta of two free slots: rename the younger one everywhere else."""
    if isinstance(a, Group) or isinstance(b, Group):
        return None
    if isinstance(a, Fixed):
        a, b = b, a
    if isinstance(b, Index) and isinstance(a, Index) and b.serial > a.serial:
        a, b = b, a
    if not isinstance(a, Index):
        return None
    others = [f for n, f in enumerate(term.factors) if n != place]
    if not any(a in slot_indices(s) for f in others for s in f[1]):
        return None
    kept = (DELTA, (b, a), 1)
    rest = Term(term.coefficient, term.powers, tuple(others), ())
    result: Terms = []
    for t in substitute(rest, {a: b}, ()):
        result.extend(simplify(Term(t.coefficient, t.powers, (*t.factors, kept), t.summed + term.summed)))
    return result


def _merge(term: Term) -> Terms:
    """Add exponents of equal factors, apply the reductions of their kinds, sum out absent indices."""
    merged: dict[tuple[Head, tuple[Slot, ...]], Number] = {}
    for head, slots, exponent in term.factors:
        if head is DELTA:
            slots = slots if _slot_rank(slots[0]) <= _slot_rank(slots[1]) else slots[::-1]
            merged[head, slots] = 1
        else:
            merged[head, slots] = merged.get((head, slots), 0) + exponent
    factors = tuple((h, s, e) for (h, s), e in merged.items() if e)
    coefficient, powers = settle_primes(term.coefficient, term.powers)
    present = {i for _, slots, _ in factors for s in slots for i in slot_indices(s)}
    absent = [i for i in term.summed if i not in present]
    kept = tuple(i for i in term.summed if i in present)
    result = Term(coefficient, powers, factors, kept)
    if absent:
        total: Terms = [result]
        for index in absent:
            total = [
                Term(t.coefficient * s.coefficient, merge_powers(t.powers, s.powers), t.factors, t.summed)
                for t in total
                for s in size_terms(index.size)
            ]
        return [r for t in total for r in _reduced(t)]
    return _reduced(result)


def _reduced(term: Term) -> Terms:
    for place, (head, _, _) in enumerate(term.factors):
        reduce = REDUCE.get(head.kind)
        if reduce is not None:
            outcome = reduce(term, place)
            if outcome is not None:
                return [r for t in outcome for r in simplify(t)]
    return [term]


def _slot_rank(slot: Slot) -> tuple:
    if isinstance(slot, Index):
        return (1, slot.serial)
    if isinstance(slot, Fixed):
        return (0, str(slot.value))
    return (2, tuple(_slot_rank(p) for p in slot.parts))


def rebuilt(
    terms: Iterable[Term], wanted: Callable[[Head], bool], change: Callable[[Terms], Terms], own: Expand | None = None
) -> Terms:
    """Rebuild the atoms whose heads are wanted, with changed arguments (or by ``own``, if it returns terms)."""
    result: Terms = []
    for term in terms:
        plain: list[Factor] = []
        parts: list[Terms] = []
        for factor in term.factors:
            head, slots, exponent = factor
            if not wanted(head):
                plain.append(factor)
                continue
            expanded = own(factor) if own is not None else None
            parts.append(REBUILD[head.kind](head, slots, exponent, change) if expanded is None else expanded)
        if not parts:
            result.append(term)
            continue
        product: Terms = [Term(term.coefficient, term.powers, tuple(plain))]
        for part in parts:
            product = times(product, part)
        result.extend(refreshed(summed_over(product, term.summed)))
    return cap(result)


def without(term: Term, place: int) -> Term:
    """The term without one of its factors."""
    return Term(term.coefficient, term.powers, term.factors[:place] + term.factors[place + 1 :], term.summed)


def power_of_number(value: Number, exponent: Number) -> tuple[Number, tuple]:
    """``value ** exponent`` as a coefficient and powers of primes; ``value`` positive unless the exponent is whole.

    Raises:
        NotSupported: The radicand is too large to factor.

    """
    if Fraction(exponent).denominator == 1:
        return Fraction(value) ** int(exponent), ()
    powers: dict[tuple[str, int], Number] = {}
    for part, sign in ((Fraction(value).numerator, 1), (Fraction(value).denominator, -1)):
        if part > 10**12:
            raise NotSupported(f"the root of {part} is not factored")
        rest, prime = part, 2
        while prime * prime <= rest:
            while rest % prime == 0:
                powers["prime", prime] = powers.get(("prime", prime), 0) + sign * exponent
                rest //= prime
            prime += 1
        if rest > 1:
            powers["prime", rest] = powers.get(("prime", rest), 0) + sign * exponent
    return settle_primes(1, tuple(sorted(powers.items())))
