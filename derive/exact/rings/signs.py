"""Signs in a prime field: every sign pattern is tried.

A field of residues has no order. Each distinct argument of a sign (up to a rational factor) is an *atom*; point t of
the batch takes bit a of t as the sign of atom a, so that a batch of a multiple of 2^k points sees every pattern of k
atoms. An identity that holds for every pattern holds for the real signs in particular. The converse is not true
(patterns may be impossible), so a difference found this way still needs a certified point. Every field of a tower keeps
its own book; the bits of the books are interleaved, so that their patterns are independent.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from derive.exact.rings.primefield import PrimeRing, residues
from derive.exact.rings.rings import Array

SPARE_BITS = 3  # points per pattern: 2^3 at least
SMALL = 4096
MOST_SAMPLED = 600


class TooManySigns(Exception):
    """More distinct sign arguments than patterns that can be tried."""


@dataclass(slots=True)
class SignBook:
    """The atoms met so far; ``impossible`` marks points whose pattern contradicts itself (a cyclic order).

    ``strict`` keeps only points where a positive number is a square; ``level`` of ``levels`` is the place in the tower.
    ``sampled`` takes as the sign of an atom whether it is a square, a random pattern at every point; then there are at most
    ``most`` atoms, for every new one is compared with all. ``compared`` counts these comparisons.
    """

    ring: PrimeRing
    strict: bool
    level: int = 0
    levels: int = 1
    sampled: bool = False
    most: int = MOST_SAMPLED
    atoms: list[Array] = field(default_factory=list)
    compared: int = 0
    impossible: Array = field(init=False)

    def __post_init__(self) -> None:
        self.impossible = np.zeros(self.ring.batch, dtype=bool)

    def signs(self, values: Array) -> Array:
        """Signs of the entries of an array (batch or 1, rows, columns)."""
        values = np.broadcast_to(values, (self.ring.batch, *values.shape[1:]))
        out = np.zeros(values.shape, dtype=np.int64)
        for position in np.ndindex(*values.shape[1:]):
            out[(slice(None), *position)] = self._entry(values[(slice(None), *position)])
        if self.strict:
            # The real root of x^2 is |x|; the field's is the residue among x, -x. Keep the points where both agree.
            self.ring.discard(self.ring.residue(values) != out)
        return out

    def _entry(self, value: Array) -> Array:
        if not value.any():
            return value
        constant = small_rational(int(value[0]), self.ring.p) if (value == value[0]).all() else None
        if constant is not None:
            return np.full(value.shape, constant, dtype=np.int64)
        for number, atom in enumerate(self.atoms):
            factor = self._ratio(value, atom)
            if factor is not None:
                return factor * self._bits(number)
        patterns = 1 << (self._bit(len(self.atoms)) + 1 + SPARE_BITS)
        if len(self.atoms) >= self.most if self.sampled else patterns > self.ring.batch:
            raise TooManySigns
        self.atoms.append(value)
        return self._bits(len(self.atoms) - 1)

    def _ratio(self, value: Array, atom: Array) -> int | None:
        """The sign of the small rational number that a value is a multiple of an atom by, None if there is none."""
        self.compared += 1
        p, first = self.ring.p, int(np.argmax(atom != 0))
        a, v = int(atom[first]), int(value[first])
        last = -1
        if (
            not v
            or int(value[last]) * a % p != int(atom[last]) * v % p
            or (residues(value * a, p) != residues(atom * v, p)).any()
        ):
            return None
        return small_rational(v * pow(a, -1, p) % p, p)

    def _bit(self, number: int) -> int:
        return number * self.levels + self.level

    def _bits(self, number: int) -> Array:
        if self.sampled:
            return self.ring.residue(self.atoms[number])
        return 1 - 2 * ((np.arange(self.ring.batch) >> self._bit(number)) & 1)

    def rule_out(self, bad: Array) -> None:
        """Discard points whose sign pattern no real numbers have."""
        self.impossible |= bad
        self.ring.valid &= ~bad

    def mask(self) -> int:
        """The bits in use."""
        return sum(1 << self._bit(number) for number in range(len(self.atoms)))


def every_pattern_seen(books: list[SignBook], valid: Array) -> bool:
    """Whether each joint pattern of the books has a valid point, or is impossible wherever it occurs."""
    mask = sum(book.mask() for book in books)
    patterns = np.arange(len(valid)) & mask
    ruled_out = np.logical_or.reduce([book.impossible for book in books])
    return set(patterns[valid | ruled_out].tolist()) == set(patterns.tolist())


def small_rational(residue: int, p: int) -> int | None:
    """The sign of the fraction n/d with n, d below `SMALL` that the residue stands for, None if there is none."""
    # Half a Euclidean algorithm (rational reconstruction): r = n/d mod p.
    a, b, u, v = p, residue % p, 0, 1
    while b > SMALL:
        q = a // b
        a, b, u, v = b, a - q * b, v, u - q * v
    if v == 0 or abs(v) > SMALL or b == 0 or math.gcd(b, v) != 1:
        return None
    return 1 if v > 0 else -1
