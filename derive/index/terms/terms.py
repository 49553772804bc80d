"""The data of the index form: indices, atoms' heads, terms.

An expression is a sum of *terms*; a term is a rational coefficient, powers of sizes, and a product of *factors*
``(head, slots, exponent)``.  A head says which atom it is (a variable, a softmax of some argument, ...), the slots are
its indices.  An index that is listed in ``Term.summed`` is summed over its range, every other index is free; an index
may stand in any number of factors.  Powers of sizes are keyed by generators: ``("size", "n")``, ``("prime", 2)`` (only
with fractional exponents) and ``("real", "pi")``.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import Any

from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.sizes import Size, product

Number = int | Fraction
Generator = tuple[str, Any]
Powers = tuple[tuple[Generator, Number], ...]

_serial = itertools.count()


class Index:
    """An index with its range 1..size; two indices are equal only if they are the same object."""

    __slots__ = ("name", "serial", "size")

    def __init__(self, size: Size, name: str = "") -> None:
        self.size = size
        self.name = name
        self.serial = next(_serial)

    def __repr__(self) -> str:
        return self.name or f"i{self.serial}"


@dataclass(frozen=True, slots=True)
class Fixed:
    """A constant index: a number or an index expression such as ``n`` or ``k + 1``.

    ``within`` names ranges that it lies in because the expression is defined only then (``e_k`` in R^n).
    """

    value: Size
    within: tuple[Size, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Group:
    """Several indices read as one flat index, first one slowest."""

    parts: tuple[Index | Fixed, ...]


Slot = Index | Fixed | Group


class Head:
    """What an atom is, without its indices.

    Attributes:
        kind: ``delta``, ``var``, ``map``, ``base`` and so on (`derive.index.atoms.atoms`).
        data: What distinguishes heads of one kind; may contain `Body` objects (arguments).
        symmetries: Permutations of the slots that do not change the atom (identity included), or empty.
        names: The variables that occur in it, arguments included.
        nested: Whether it has arguments.
        bound: How many leading slots are positions of its own; the rest are indices of the arguments.
        positive: Whether its values are positive.
        digest: A deterministic 128-bit sort key; equality compares everything.

    """

    __slots__ = ("bound", "data", "digest", "kind", "names", "nested", "positive", "symmetries")

    def __init__(
        self,
        kind: str,
        data: tuple[Any, ...] = (),
        *,
        bound: int = 0,
        symmetries: tuple[tuple[int, ...], ...] = (),
        positive: bool = False,
    ) -> None:
        self.kind, self.data, self.bound, self.symmetries, self.positive = kind, data, bound, symmetries, positive
        bodies = list(_bodies(data))
        self.nested = bool(bodies)
        self.names = frozenset(itertools.chain.from_iterable(b.names for b in bodies))
        if kind == "var":
            self.names = frozenset((data[0],))
        self.digest = _digest((kind, data, symmetries))

    def __hash__(self) -> int:
        return self.digest

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Head) and self.digest == other.digest  # comparing parts takes ages in shared ones

    def data_bodies(self) -> list[Body]:
        """Its arguments."""
        return list(_bodies(self.data))

    def __repr__(self) -> str:
        return f"{self.kind}{self.data}"


def _bodies(data: Iterable[Any]) -> Iterable[Body]:
    for item in data:
        if isinstance(item, Body):
            yield item
        elif isinstance(item, tuple):
            yield from _bodies(item)


def _digest(value: Any) -> int:
    return int.from_bytes(blake2b(_text(value).encode(), digest_size=32).digest(), "big")


def _text(value: Any) -> str:
    if isinstance(value, tuple):
        return "(" + ",".join(map(_text, value)) + ")"
    if isinstance(value, Head | Body):
        return f"#{value.digest:x}"
    return f"{type(value).__name__ if isinstance(value, str) else ''}:{value}"


Factor = tuple[Head, tuple[Slot, ...], Number]


@dataclass(frozen=True, slots=True)
class Term:
    """``coefficient * powers * product of factors``, summed over ``summed``."""

    coefficient: Number
    powers: Powers = ()
    factors: tuple[Factor, ...] = ()
    summed: tuple[Index, ...] = ()


Terms = list[Term]


@dataclass(frozen=True, eq=False)
class Body:
    """A closed argument of an atom: canonical terms over template indices.

    Attributes:
        bound: Template indices that the atom itself binds (the column of a softmax, row and column of an inverse).
        params: Template indices that are filled by the trailing slots of the atom, in canonical order.
        terms: The terms over these templates.
        key: Complete canonical serialization; bodies are equal if it is.
        automorphisms: Permutations of ``params`` that leave the body unchanged.

    """

    bound: tuple[Index, ...]
    params: tuple[Index, ...]
    terms: tuple[Term, ...]
    key: tuple[Any, ...]
    automorphisms: tuple[tuple[int, ...], ...] = ()
    digest: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "digest", _digest(self.key))

    def __hash__(self) -> int:
        return self.digest

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Body) and self.digest == other.digest

    @cached_property
    def names(self) -> frozenset[str]:
        """The variables that occur in it."""
        return frozenset(n for term in self.terms for head, _, _ in term.factors for n in head.names)


DELTA = Head("delta", symmetries=((0, 1), (1, 0)))
POSITION = Head("position")


def number(value: Number) -> Terms:
    """The terms of a rational number."""
    return [Term(value)] if value else []


def delta(a: Slot, b: Slot) -> Factor:
    """The factor that is one where two indices agree.

    Raises:
        NotSupported: The two have different ranges.

    """
    left, right = slot_size(a), slot_size(b)
    if left is not None and right is not None and left != right:
        raise NotSupported(f"an index of range {left} meets one of range {right}")
    return (DELTA, (a, b), 1)


def slot_indices(slot: Slot) -> tuple[Index, ...]:
    """The indices inside a slot."""
    if isinstance(slot, Index):
        return (slot,)
    return tuple(p for p in slot.parts if isinstance(p, Index)) if isinstance(slot, Group) else ()


def indices_in(factors: Iterable[Factor]) -> set[Index]:
    """The indices that occur in factors."""
    found: set[Index] = set()
    for _, slots, _ in factors:
        for slot in slots:
            if isinstance(slot, Index):
                found.add(slot)
            elif isinstance(slot, Group):
                found.update(slot_indices(slot))
    return found


def slot_size(slot: Slot) -> Size | None:
    """The range of a slot; None for a constant, which fits any range it is used in."""
    if isinstance(slot, Index):
        return slot.size
    if isinstance(slot, Fixed):
        return None
    sizes = [slot_size(p) for p in slot.parts]
    return None if None in sizes else product(s for s in sizes if s is not None)


def group(slots: Iterable[Slot]) -> Slot:
    """Read several slots as one flat slot."""
    flat: list[Index | Fixed] = []
    for slot in slots:
        flat.extend(slot.parts if isinstance(slot, Group) else (slot,))
    return flat[0] if len(flat) == 1 else Group(tuple(flat))


def replace_slot(slot: Slot, values: Mapping[Index, Slot]) -> Slot:
    """Replace indices inside a slot."""
    if isinstance(slot, Index):
        return values.get(slot, slot)
    if isinstance(slot, Group):
        return group(replace_slot(p, values) for p in slot.parts)
    return slot


def merge_powers(left: Powers, right: Powers) -> Powers:
    """Multiply two power products (prime generators are settled by the caller)."""
    if not left or not right:
        return left or right
    total = dict(left)
    for generator, exponent in right:
        total[generator] = total.get(generator, 0) + exponent
    return tuple(sorted(item for item in total.items() if item[1]))


def settle_primes(coefficient: Number, powers: Powers) -> tuple[Number, Powers]:
    """Move whole powers of primes into the coefficient, so that ``2^(3/2)`` is ``2 * 2^(1/2)``."""
    if all(exponent and generator[0] != "prime" for generator, exponent in powers):
        return coefficient, powers
    kept = []
    for generator, exponent in powers:
        if generator[0] == "prime":
            whole = exponent.__floor__()
            coefficient = coefficient * Fraction(generator[1]) ** whole
            exponent = exponent - whole
        if exponent:
            kept.append((generator, exponent))
    return coefficient, tuple(kept)


def free_indices(terms: Iterable[Term]) -> list[Index]:
    """The free indices that occur, in the order of their creation."""
    found: set[Index] = set()
    for term in terms:
        found |= indices_in(term.factors).difference(term.summed)
    return sorted(found, key=lambda i: i.serial)
