"""The normal form of a sum: rewrite with the relations until nothing changes, merging equal terms on the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from derive.index.atoms.atoms import argument_of, opened, power
from derive.index.normalization.relations import Relation, of_factor, of_inverse, rewrites
from derive.index.terms.algebra import cap, instantiate, rebuilt, refreshed, summed_over, times
from derive.index.terms.canonical import collect, key_order, number_indices, term_key
from derive.index.terms.terms import Head, Index, Slot, Term, Terms, slot_indices

MAX_ROUNDS = 60
MAX_REWRITES = 6000
MAX_EXCHANGES = 60


@dataclass(slots=True)
class Normalizer:
    """Rewrites sums; remembers which relations were used.

    Attributes:
        hypotheses: Relations that hold for the problem at hand.
        used: Names of the relations that were applied.
        rewrites: How many times.

    """

    hypotheses: tuple[Relation, ...] = ()
    used: dict[str, None] = field(default_factory=dict)
    rewrites: int = 0

    @property
    def exchanges(self) -> tuple[Relation, ...]:
        """The hypotheses that exchange factors, as in ``A B = B A``."""
        return tuple(relation for relation in self.hypotheses if relation.exchange)

    def normal(self, terms: Sequence[Term], free: Sequence[Index]) -> Terms:
        """The normal form; empty if the sum is shown to vanish.

        Raises:
            NotSupported: The budget of terms is exceeded.

        """
        current = collect(self._deep(terms) if self.hypotheses else terms, free)
        for _ in range(MAX_ROUNDS):
            if not current:
                return []
            result: Terms = []
            changed = False
            for term in current:
                outcome = self._step(term, free)
                changed = changed or outcome is not None
                result.extend([term] if outcome is None else outcome)
            if not changed:
                return current
            current = collect(cap(result), free)
        return current

    def _deep(self, terms: Sequence[Term]) -> Terms:
        """Use the hypotheses inside the arguments of atoms."""
        return rebuilt(terms, lambda head: head.nested, lambda inner: self.normal(inner, ()))

    def _step(self, term: Term, free: Sequence[Index]) -> Terms | None:
        if self.rewrites > MAX_REWRITES:
            return None
        for relation, skip in self._relations(term):
            outcome = next(rewrites(term, relation, skip), None)
            if outcome is not None:
                self.used[relation.name] = None
                self.rewrites += 1
                return outcome
        return self._exchanged(term, free) if self.exchanges else None

    def _exchanged(self, term: Term, free: Sequence[Index]) -> Terms | None:
        """The smallest term that exchanges lead to, None if that is the term itself."""
        labels = number_indices([term], free)

        def key(one: Term) -> tuple[Any, ...]:
            return key_order(term_key(one, labels, len(labels)))

        reached = {key(term): term}
        waiting = [term]
        while waiting and len(reached) < MAX_EXCHANGES:
            current = waiting.pop()
            for relation in self.exchanges:
                for outcome in rewrites(current, relation):
                    if len(outcome) == 1 and key(outcome[0]) not in reached:
                        reached[key(outcome[0])] = outcome[0]
                        waiting.append(outcome[0])
        smallest = min(reached)
        if reached[smallest] is term:
            return None
        self.used |= dict.fromkeys(relation.name for relation in self.exchanges)
        return [reached[smallest]]

    def _relations(self, term: Term) -> list[tuple[Relation, int]]:
        result = [(relation, -1) for relation in self.hypotheses if not relation.exchange]
        for place, factor in enumerate(term.factors):
            if factor[0].kind == "inverse":
                result.extend((relation, -1) for relation in of_inverse(factor))
            elif factor[0].kind == "base" and factor[2] < 0:
                relation = of_factor(factor)
                if relation is not None:
                    result.append((relation, place))
        return result


def cleared(terms: Sequence[Term], free: Sequence[Index]) -> Terms | None:
    """Multiply by the bases that stand in denominators with free indices only, and expand.

    The product vanishes exactly where the sum does (the bases are nonzero where the sum exists). None if no such base.
    """
    allowed = set(free)
    lowest: dict[tuple, object] = {}
    for term in terms:
        summed = set(term.summed)
        for head, slots, exponent in term.factors:
            indices = {i for s in slots for i in slot_indices(s)}
            if head.kind == "base" and indices <= allowed and not indices & summed:
                lowest[head, slots] = min(lowest.get((head, slots), 0), exponent)  # type: ignore[type-var]
    chosen = [(h, s, e) for (h, s), e in lowest.items() if e < 0]  # type: ignore[operator]
    if not chosen:
        return None
    result: Terms = []
    for term in terms:
        result.extend(_cleared_term(term, chosen))
    return collect(cap(result), free)


def _cleared_term(term: Term, chosen: list[tuple]) -> Terms:
    present = {(h, s): e for h, s, e in term.factors}
    names = {(h, s) for h, s, _ in chosen}
    rest = Term(term.coefficient, term.powers, tuple(f for f in term.factors if (f[0], f[1]) not in names), term.summed)
    total: Terms = [rest]
    for head, slots, low in chosen:
        total = times(total, power(argument_of(head, slots), present.get((head, slots), 0) - low))
    return total


def multiplied_out(terms: Sequence[Term], free: Sequence[Index]) -> tuple[Terms, list[Index]] | None:
    """Multiply the whole sum by a matrix whose inverse stands at its left or right end; with the new free indices.

    An invertible matrix times the sum vanishes only if the sum does. None if there is no such end. Matrices without
    inverses in them come first: they bring no new inverses in.
    """
    ends = sorted(_ends(terms, free), key=lambda end: _inverses_in(end[0]))
    if not ends:
        return None
    head, slots, left = ends[0]
    n = head.bound // 2
    outer = slots[:n] if left else slots[n : 2 * n]
    fresh, matrix = opened(head, slots)
    rows, cols = fresh[:n], fresh[n:]
    met, new = (cols, rows) if left else (rows, cols)
    factor = instantiate(matrix, dict(zip(met, outer, strict=True)))
    product = [t for x in terms for t in summed_over(times([x], refreshed(factor)), outer)]  # type: ignore[arg-type]
    return collect(cap(product), ()), [*(i for i in free if i not in outer), *new]


def _ends(terms: Sequence[Term], free: Sequence[Index]) -> Iterator[tuple[Head, tuple[Slot, ...], bool]]:
    """The inverses whose rows (left) or columns are free indices that occur nowhere else in them."""
    for term in terms:
        for head, slots, _ in term.factors:
            if head.kind != "inverse":
                continue
            n = head.bound // 2
            inside = {i for s in slots[head.bound :] for i in slot_indices(s)}
            for left in (True, False):
                ends = slots[:n] if left else slots[n : 2 * n]
                open_ends = len(set(ends)) == n and all(isinstance(s, Index) and s in free for s in ends)
                if open_ends and not inside & {*ends}:
                    yield head, slots, left


@lru_cache(maxsize=1024)
def _inverses_in(head: Head) -> int:
    """How many inverses stand inside the argument of an atom."""
    inner = (h for body in head.data_bodies() for t in body.terms for h, _, _ in t.factors)
    return sum((h.kind == "inverse") + _inverses_in(h) for h in inner)


def normal_form(terms: Sequence[Term], free: Sequence[Index], hypotheses: tuple[Relation, ...] = ()) -> Terms:
    """The normal form of a sum under its atoms' relations and the given ones."""
    return Normalizer(hypotheses).normal(terms, free)
