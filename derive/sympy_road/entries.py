"""Entries of the two sides of an equation as SymPy scalars, kept so that they can be run as code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from derive.core import Rel
from derive.sympy_road.printer import compile_scalars

Scalar = Any  # a SymPy scalar


@dataclass
class Entries:
    """Entries of both sides of an equation at concrete sizes; a scalar side has the same value everywhere.

    Attributes:
        relation: The equation.
        sizes: The value of every size name.
        indices: The value of every index of the problem.
        symbols: For every variable the symbol of each entry.
        shape: The shape of the larger side.
        places: Rows and columns (from zero) of the entries that were made.
        lhs: The left side there.
        rhs: The right side there.
    """

    relation: Rel
    sizes: Mapping[str, int]
    indices: Mapping[str, int]
    symbols: Mapping[str, list[list[Scalar]]]
    shape: tuple[int, int]
    places: list[tuple[int, int]] = field(default_factory=list)
    lhs: list[Scalar] = field(default_factory=list)
    rhs: list[Scalar] = field(default_factory=list)

    def add(self, place: tuple[int, int], left: Scalar, right: Scalar) -> None:
        """Put one entry of both sides on record."""
        self.places.append(place)
        self.lhs.append(left)
        self.rhs.append(right)

    def compiled(self, backend: Any, most: int) -> tuple[int, Callable[[Mapping[str, Any]], tuple[list, list]]]:
        """Compile the first entries of both sides to one function.

        Args:
            backend: The module ``numpy`` or ``torch``.
            most: Number of operations (distinct sub-expressions) that the function may have.

        Returns:
            How many entries there was room for, and a function from named arrays to their values, left and right.

        Raises:
            NotSupported: A function has no counterpart in code.
        """
        both = [e for pair in zip(self.lhs, self.rhs, strict=True) for e in pair]
        count, run = compile_scalars(both, self.symbols, backend, most)
        count //= 2

        def values(inputs: Mapping[str, Any]) -> tuple[list, list]:
            found = run(inputs)[: 2 * count]
            return found[::2], found[1::2]

        return count, values


@dataclass
class Kept:
    """What the SymPy road made, for whoever wants to run it: at one value of the indices per equation, the first.

    Attributes:
        entries: One record per equation.
        reason: Why there are no (more) entries.
    """

    entries: list[Entries] = field(default_factory=list)
    reason: str = ""

    def of(self, relation: Rel) -> Entries | None:
        """The entries of an equation, if there are any."""
        return next((e for e in self.entries if e.relation == relation and e.places), None)

    def begin(self, entries: Entries) -> Entries:
        """Take a new record, unless the equation has one; entries are added to it as they are made."""
        if all(e.relation != entries.relation for e in self.entries):
            self.entries.append(entries)
        return entries


__all__ = ["Entries", "Kept"]
