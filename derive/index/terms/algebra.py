"""Products of terms: elimination of deltas, substitution of indices, merging of powers.

Nested atoms keep the invariant that the slots of their parameters are distinct indices.  Where a substitution breaks
it (``exp(A[i] + B[j])`` at ``i = j``), the atom is rebuilt from its argument by the constructor of its kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.index.terms.budget import spend
from derive.index.terms.ranges import at_least
from derive.index.terms.terms import (
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
    indices_in,
    merge_powers,
    replace_slot,
    settle_primes,
    slot_indices,
    slot_size,
)
from derive.sizes import Size

MAX_TERMS = 20000
MAX_BITS = 12_000  # of a number that is written out; Python prints 4,300 digits at most

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
    plain, parts = _replaced(term.factors, values)
    if not parts:
        if tuple(plain) == term.factors and summed == term.summed:
            return [term]
        return simplify(Term(term.coefficient, term.powers, tuple(plain), summed))
    return _multiplied(Term(term.coefficient, term.powers, tuple(plain), summed), parts)


def _replaced(factors: Iterable[Factor], values: Mapping[Index, Slot]) -> tuple[list[Factor], list[Terms]]:
    """The factors with other indices; atoms that have to be rebuilt come as terms."""
    plain: list[Factor] = []
    parts: list[Terms] = []
    for factor in factors:
        head, slots, exponent = factor
        new = tuple([replace_slot(s, values) for s in slots])
        if new == slots:
            plain.append(factor)
        elif head.nested and not _distinct(new[head.bound :]):
            parts.append(REBUILD[head.kind](head, new, exponent, refreshed))
        else:
            plain.append((head, new, exponent))
    return plain, parts


def _multiplied(term: Term, parts: Iterable[Terms]) -> Terms:
    """Multiply a term by sums; its summed indices stay open until every factor is in place."""
    result = simplify(Term(term.coefficient, term.powers, term.factors))
    for part in parts:
        result = times(result, part)
    return summed_over(result, term.summed)


def _distinct(slots: Sequence[Slot]) -> bool:
    return all(isinstance(s, Index) for s in slots) and len(set(slots)) == len(slots)


def simplify(term: Term) -> Terms:
    """Eliminate deltas, merge equal factors, sum out indices that occur nowhere; usually one term."""
    spend(1 + len(term.factors) // 2)
    if not term.coefficient:
        return []
    deltas = [slots for head, slots, _ in term.factors if head is DELTA]
    if not deltas:
        return _merge(term)
    others = tuple([f for f in term.factors if f[0] is not DELTA])
    solution = _Deltas(term.summed, others)
    if not solution.solve(deltas):
        return []
    kept = tuple((DELTA, pair, 1) for pair in solution.kept)
    if not solution.values:
        return _merge(Term(term.coefficient, term.powers, others + kept, term.summed))
    summed = tuple([i for i in term.summed if i not in solution.values])
    plain, parts = _replaced(others, solution.values)
    if not parts:
        return _merge(Term(term.coefficient, term.powers, (*plain, *kept), summed))
    return _multiplied(Term(term.coefficient, term.powers, (*plain, *kept), summed), parts)


class _Deltas:
    """The deltas of a term as equations between slots, solved for summed indices.

    Attributes:
        values: What indices are replaced by, in every other factor.
        kept: The deltas that stay: a free index (which is replaced everywhere else) and what it equals; others.

    """

    def __init__(self, summed: Sequence[Index], others: Sequence[Factor]) -> None:
        self.summed = set(summed)
        self.elsewhere = indices_in(others)
        self.uses: dict[Index, int] = {}
        self.values: dict[Index, Slot] = {}
        self.kept: list[tuple[Slot, Slot]] = []

    def solve(self, deltas: Sequence[tuple[Slot, ...]]) -> bool:
        """Use every delta that can be used; False if the product of all is zero.

        Raises:
            NotSupported: A constant index that may lie outside of its range, indices of different ranges.

        """
        waiting, later = list(deltas), []
        solved = 0
        for pair in deltas:
            for index in (*slot_indices(pair[0]), *slot_indices(pair[1])):
                self.uses[index] = self.uses.get(index, 0) + 1
        while waiting:
            a, b = waiting.pop(0)
            if self.values:
                a, b = replace_slot(a, self.values), replace_slot(b, self.values)
            if a == b:
                continue
            if isinstance(a, Fixed) and isinstance(b, Fixed):
                if (a.value - b.value).constant:
                    return False
                later.append((a, b))
            elif isinstance(a, Group) and isinstance(b, Group):
                pairs = _pairs(a, b)
                if pairs is None:
                    later.append((a, b))
                waiting[:0] = pairs or []
            elif not self._eliminated(a, b) and not self._oriented(a, b):
                later.append((a, b))
            if not waiting and len(self.values) > solved:  # what waited may be of use now
                solved, waiting, later = len(self.values), later, []
        self.kept += later
        return True

    def _eliminated(self, a: Slot, b: Slot) -> bool:
        """Replace a summed index."""
        for old, new in ((a, b), (b, a)):
            if isinstance(old, Index) and old in self.summed and old not in slot_indices(new):
                if isinstance(new, Fixed) and not _within(new, old.size):
                    raise NotSupported(f"the constant index {new.value} may lie outside 1..{old.size}")
                check_range(old, new)
                self._set(old, new)
                return True
        return False

    def _oriented(self, a: Slot, b: Slot) -> bool:
        """Of two free slots, rename the younger one everywhere else."""
        if isinstance(a, Group) or isinstance(b, Group):
            return False
        if isinstance(a, Fixed) or (isinstance(b, Index) and b.serial > a.serial):
            a, b = b, a
        assert isinstance(a, Index)
        if self.values or a in self.elsewhere or self.uses[a] > 1:
            self._set(a, b)
        self.kept.append((b, a))
        return True

    def _set(self, old: Index, new: Slot) -> None:
        value = {old: new}
        for index, slot in self.values.items():
            self.values[index] = replace_slot(slot, value)
        self.kept = [(replace_slot(slot, value), index) for slot, index in self.kept]
        self.values[old] = new


def _pairs(a: Group, b: Group) -> list[tuple[Slot, Slot]] | None:
    """Equal groups have equal parts, if the parts have the same ranges."""
    if len(a.parts) != len(b.parts):
        return None
    pairs: list[tuple[Slot, Slot]] = list(zip(a.parts, b.parts, strict=True))
    return pairs if all(slot_size(x) == slot_size(y) for x, y in pairs) else None


def _within(slot: Fixed, size: Size) -> bool:
    """Whether a constant index surely lies in 1..size."""
    return size in slot.within or (at_least(slot.value, 1) and at_least(size - slot.value, 0))


def _merge(term: Term) -> Terms:
    """Add exponents of equal factors, apply the reductions of their kinds, sum out absent indices."""
    merged: dict[tuple[Head, tuple[Slot, ...]], Number] = {}
    for head, slots, exponent in term.factors:
        if head is DELTA:
            slots = slots if _slot_rank(slots[0]) <= _slot_rank(slots[1]) else slots[::-1]
            merged[head, slots] = 1
        else:
            place = (head, slots)
            merged[place] = merged[place] + exponent if place in merged else exponent
    factors = tuple([(h, s, e) for (h, s), e in merged.items() if e])
    coefficient, powers = settle_primes(term.coefficient, term.powers)
    if not term.summed:
        return _reduced(Term(coefficient, powers, factors))
    present = indices_in(factors)
    kept = tuple([i for i in term.summed if i in present])
    total: Terms = [Term(coefficient, powers, factors, kept)]
    if len(kept) == len(term.summed):
        return _reduced(total[0])
    for index in term.summed:
        if index not in present:
            if not at_least(index.size, 0):
                raise NotSupported(f"the length of the range 1..{index.size} may not be {index.size}")
            total = [
                Term(t.coefficient * s.coefficient, merge_powers(t.powers, s.powers), t.factors, t.summed)
                for t in total
                for s in size_terms(index.size)
            ]
    return [r for t in total for r in _reduced(t)]


def _reduced(term: Term) -> Terms:
    """Apply the first reduction that applies; sums are multiplied out last, so that gates see their factors."""
    places = range(len(term.factors))
    if len(places) > 1:
        places = sorted(places, key=lambda place: term.factors[place][0].kind == "base")
    for place in places:
        head = term.factors[place][0]
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
        NotSupported: The radicand is too large to factor, or the power to be written out.

    """
    if Fraction(exponent).denominator == 1:
        longest = max(abs(Fraction(value).numerator), Fraction(value).denominator)
        if (longest - 1).bit_length() * abs(exponent) > MAX_BITS:
            raise NotSupported("a power that is a number of too many digits")
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
