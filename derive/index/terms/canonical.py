"""Canonical labelling of terms, collection of equal terms, canonical bodies.

A term is a small hypergraph: its summed indices are nodes, its factors hyperedges.  Indices are colored by size,
colors are refined by the factors they occur in until nothing changes; ties are broken by individualizing every member
of the first tied class in turn and keeping the smallest *complete* serialization.  Two terms are merged only if these
serializations are equal, never because some hash is.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from derive.errors import NotSupported
from derive.index.terms.budget import spend
from derive.index.terms.terms import (
    Body,
    Factor,
    Fixed,
    Group,
    Index,
    Number,
    Slot,
    Term,
    Terms,
    free_indices,
    indices_in,
    slot_indices,
)

MAX_LEAVES = 3000
MAX_PARAM_ORDERS = 720
Label = tuple[Any, ...]


def _slot_label(slot: Slot, labels: Mapping[Index, Any]) -> Label:
    if isinstance(slot, Index):
        return (labels[slot],)
    if isinstance(slot, Fixed):
        return (-1, str(slot.value))
    return (-2, *(_slot_label(p, labels) for p in slot.parts))


def _factor_labels(factor: Factor, labels: Mapping[Index, Any]) -> tuple[Label, ...]:
    head, slots, _ = factor
    row = tuple(_slot_label(s, labels) for s in slots)
    if head.symmetries:
        return min(tuple(row[p] for p in permutation) for permutation in head.symmetries)
    return row


def _serialize(factors: Sequence[Factor], labels: Mapping[Index, Any]) -> tuple[Any, ...]:
    total: dict[tuple[Any, ...], Any] = {}
    for factor in factors:
        head = factor[0]
        entry = (head.digest, head, _factor_labels(factor, labels))
        total[entry] = total.get(entry, 0) + factor[2]
    return tuple(sorted(((d, h, row, e) for (d, h, row), e in total.items() if e), key=_order))


def _order(entry: tuple[Any, ...]) -> tuple[Any, ...]:
    return (entry[0], entry[2], entry[3])


def _refine(
    members: Sequence[Index], factors: Sequence[Factor], colors: dict[Index, int], free: int
) -> dict[Index, int]:
    """Refine colors (integers from ``free`` on) until the number of classes is stable."""
    classes = len({colors[i] for i in members})
    while classes < len(members):
        seen: dict[Index, list[Any]] = {i: [] for i in members}
        for factor in factors:
            head, slots, exponent = factor
            signature = (head.digest, exponent, _factor_labels(factor, colors))
            for place, slot in enumerate(slots):
                orbit = min((p.index(place) for p in head.symmetries), default=place)
                for part, index in enumerate(slot_indices(slot)):
                    if index in seen:
                        seen[index].append((signature, orbit, part))
        marks = {i: (colors[i], tuple(sorted(seen[i]))) for i in members}
        ranks = {mark: rank for rank, mark in enumerate(sorted(set(marks.values())))}
        colors = {**colors, **{i: free + ranks[marks[i]] for i in members}}
        if len(ranks) == classes:
            break
        classes = len(ranks)
    return colors


def _canonical_component(
    members: Sequence[Index], factors: Sequence[Factor], labels: Mapping[Index, Any], free: int
) -> tuple[Any, ...]:
    """Return the smallest complete serialization of one connected component."""
    sizes = {i: str(i.size) for i in members}
    ranks = {s: r for r, s in enumerate(sorted(set(sizes.values())))}
    start = {**labels, **{i: free + ranks[sizes[i]] for i in members}}
    best: tuple[Any, ...] | None = None
    stack, leaves = [start], 0
    while stack:
        colors = _refine(members, factors, stack.pop(), free)
        cells: dict[int, list[Index]] = {}
        for index in members:
            cells.setdefault(colors[index], []).append(index)
        tied = next((cells[c] for c in sorted(cells) if len(cells[c]) > 1), None)
        if tied is None:
            leaves += 1
            order = sorted(members, key=lambda i: colors[i])
            final = {**labels, **{i: free + n for n, i in enumerate(order)}}
            key = (tuple(sizes[i] for i in order), _serialize(factors, final))
            if best is None or _component_order(key) < _component_order(best):
                best = key
        else:
            # doubling leaves room for the individualized index in front of its class
            doubled = {**labels, **{i: free + 2 * (colors[i] - free) + 1 for i in members}}
            stack.extend({**doubled, index: doubled[index] - 1} for index in tied)
        if leaves + len(stack) > MAX_LEAVES:
            raise NotSupported("a term is too symmetric for the index form")
    assert best is not None
    return best


def _component_order(key: tuple[Any, ...]) -> tuple[Any, ...]:
    return (key[0], tuple(_order(entry) for entry in key[1]))


def components(term: Term) -> list[tuple[list[Index], list[Factor]]]:
    """Split a term into factors that share no summed index; the first entry holds those without any."""
    if not term.summed:
        return [([], list(term.factors))]
    loose: list[Factor] = []
    groups: list[tuple[set[Index], list[Factor]]] = []
    summed = set(term.summed)
    for factor in term.factors:
        touched = indices_in((factor,)) & summed
        if not touched:
            loose.append(factor)
            continue
        joined, edges = touched, [factor]
        rest = []
        for members, old in groups:
            if members & joined:
                joined, edges = members | joined, [*old, *edges]
            else:
                rest.append((members, old))
        groups = [*rest, (joined, edges)]
    return [([], loose), *((sorted(m, key=lambda i: i.serial), f) for m, f in groups)]


def term_key(term: Term, labels: Mapping[Index, Any], free: int) -> tuple[Any, ...]:
    """Serialize a term canonically; ``labels`` number its free indices below ``free``."""
    _spend_on(term)
    (_, loose), *rest = components(term)
    keys = [_canonical_component(members, factors, labels, free) for members, factors in rest]
    return (term.powers, _serialize(loose, labels), tuple(sorted(keys, key=_component_order)))


def _spend_on(term: Term) -> None:
    spend(1 + 2 * len(term.factors))


def key_order(key: tuple[Any, ...]) -> tuple[Any, ...]:
    """A sort key for `term_key` results."""
    return (
        tuple((str(g), e) for g, e in key[0]),
        tuple(_order(entry) for entry in key[1]),
        tuple(_component_order(k) for k in key[2]),
    )


def collect(terms: Sequence[Term], free: Sequence[Index]) -> Terms:
    """Merge equal terms; ``free`` lists the free indices (others that occur unsummed are numbered after them)."""
    if len(terms) < 2:
        return [t for t in terms if t.coefficient]
    labels = number_indices(terms, free)
    count = len(labels)
    looks = [_look(term, labels) for term in terms]
    alike = Counter(looks)
    total: dict[Any, Any] = {}
    first: dict[Any, Term] = {}
    for term, look in zip(terms, looks, strict=True):
        if alike[look] > 1:
            key: Any = term_key(term, labels, count)
        else:  # no other term can be equal to it
            _spend_on(term)
            key = look
        total[key] = total.get(key, 0) + term.coefficient
        first.setdefault(key, term)
    return [Term(c, first[k].powers, first[k].factors, first[k].summed) for k, c in total.items() if c]


def _look(term: Term, labels: Mapping[Index, int]) -> tuple[Any, ...]:
    """What equal terms have in common, quickly: their atoms at the free indices, whatever the summed ones are called."""
    free = {**labels, **dict.fromkeys(term.summed, -1)} if term.summed else labels
    atoms: dict[tuple[Any, ...], Number] = {}
    for head, slots, exponent in term.factors:
        places = sorted([free[s] if isinstance(s, Index) else -2 for s in slots])
        atom = (head.digest, *places)
        atoms[atom] = atoms.get(atom, 0) + exponent
    return (term.powers, frozenset([(atom, e) for atom, e in atoms.items() if e]))


def number_indices(terms: Sequence[Term], free: Sequence[Index]) -> dict[Index, int]:
    """Number the free indices: the listed ones first, then others in the order of their creation."""
    labels = {index: n for n, index in enumerate(free)}
    for index in free_indices(terms):
        labels.setdefault(index, len(labels))
    return labels


def body(terms: Sequence[Term], bound: Sequence[Index] = ()) -> tuple[Body, tuple[Index, ...]]:
    """Close terms into a canonical body; returns it with the indices that fill its parameters.

    The order of the parameters is canonical: among the orders compatible with an invariant coloring, one with the
    smallest complete serialization.  Orders that tie are automorphisms.
    """
    terms = collect(terms, bound)
    labels = number_indices(terms, bound)
    outer = [i for i in labels if i not in set(bound)]
    base = len(bound)
    best: tuple[Any, ...] | None = None
    winners: list[tuple[Index, ...]] = []
    for order in _orders(terms, bound, outer):
        trial = {i: n for n, i in enumerate((*bound, *order))}
        count = base + len(order)
        keyed = sorted((key_order(k), k, t.coefficient) for k, t in ((term_key(t, trial, count), t) for t in terms))
        rank = tuple((r, c) for r, _, c in keyed)
        if best is None or rank < best[0]:
            best, winners = (rank, tuple((k, c) for _, k, c in keyed)), [order]
        elif rank == best[0]:
            winners.append(order)
    assert best is not None
    chosen = winners[0]
    automorphisms = tuple(tuple(chosen.index(i) for i in w) for w in winners) if len(winners) > 1 else ()
    key = (tuple(str(i.size) for i in (*bound, *chosen)), len(bound), best[1])
    return Body(tuple(bound), chosen, tuple(terms), key, automorphisms), chosen


def _orders(terms: Sequence[Term], bound: Sequence[Index], outer: Sequence[Index]) -> list[tuple[Index, ...]]:
    if len(outer) < 2:
        return [tuple(outer)]
    base = {i: n for n, i in enumerate(bound)}
    neutral, special = len(bound), len(bound) + 1
    marks: dict[Index, Any] = {}
    for index in outer:
        labels = {**base, **dict.fromkeys(outer, neutral), index: special}
        keys = sorted((key_order(term_key(t, labels, special + 1)), t.coefficient) for t in terms)
        marks[index] = (str(index.size), tuple(keys))
    cells: list[list[Index]] = []
    for mark in sorted(set(marks.values())):
        cells.append([i for i in outer if marks[i] == mark])
    options = [list(itertools.permutations(cell)) if len(cell) <= 5 else [tuple(cell)] for cell in cells]
    orders = []
    for choice in itertools.product(*options):
        orders.append(tuple(itertools.chain.from_iterable(choice)))
        if len(orders) > MAX_PARAM_ORDERS:
            raise NotSupported("an argument is too symmetric for the index form")
    return orders


__all__ = ["Group", "body", "collect", "components", "key_order", "number_indices", "term_key"]
