"""The prime field of about 2^31 elements on int64 arrays, a batch of random points at once.

Square roots: for p = 3 mod 4 the root a^((p+1)/4) of a residue is itself a residue, so it is multiplicative, as the
real root is; a point where a radicand is no residue is discarded (`PrimeRing.valid`). Exponentials: with p = k q + 1
and g of order q, ``exp(u) := g^(u mod q)`` turns sums into products (Gonnet's homomorphism); the exponent is evaluated
in the field of q elements by the next ring of the tower (`tower`).
"""

from __future__ import annotations

import random
from math import gcd
from typing import Any

import numpy as np
from flint import fmpz, nmod_mat

from derive.errors import NotSupported
from derive.exact.rings.pseudoinverses import full_rank_pseudoinverse
from derive.exact.rings.rings import Array, Ring, Undefined
from derive.fraction import Fraction

LEVEL_BITS = {1: (31,), 2: (31, 22), 3: (31, 23, 15), 4: (31, 24, 17, 11)}

FEW = 250
LARGE = 1 << 18  # entries from which the points of a batch are taken one by one, to hold less at once
"""Entries below which numpy's own remainder is as fast."""


def residues(a: Array, p: int) -> Array:
    """Return ``a % p`` for int64 entries; numpy divides by one number some twenty times faster than it takes remainders."""
    if a.size < FEW:
        return a % p
    quotients = a // p
    quotients *= p
    return np.subtract(a, quotients, out=quotients)


def reduced(a: Array, p: int) -> Array:
    """Return ``a % p`` for an array that nobody else holds; a large one is overwritten, one point of the batch at a time."""
    if a.size < LARGE:
        return residues(a, p)
    for part in a:
        part[...] = residues(part, p)
    return a


NOWHERE, ENOUGH = "a denominator is zero at every input", 6


class PrimeRing(Ring):
    """Integers modulo a prime p = 3 mod 4, p < 2^31, at ``batch`` points."""

    dtype = np.int64

    def __init__(self, p: int, batch: int, seed: int, base: int = 0) -> None:
        self.p, self.batch, self.base = p, batch, base
        self.name = f"integers modulo {p}"
        self.valid = np.ones(batch, dtype=bool)
        chance = random.Random(seed)
        root = chance.randrange(2, p)
        self._reals = {"pi": root * root % p}
        self._odd = [2 * chance.randrange(1, p // 4) + 1 for _ in range(4)]
        self._mix = [chance.randrange(1, p) for _ in range(4)]

    def number(self, value: Fraction) -> Array:
        """The residue of a rational at every point; `NotSupported` if p divides its denominator."""
        if value.denominator % self.p == 0:
            raise NotSupported(f"the constant {value} has no value modulo {self.p}")
        residue = value.numerator * pow(value.denominator, -1, self.p) % self.p
        return np.full((self.batch, 1, 1), residue, dtype=np.int64)

    def zeros(self, *shape: int) -> Array:
        """An int64 array of zeros."""
        return np.zeros(shape, dtype=np.int64)

    def add(self, a: Any, b: Any) -> Array:
        """Sum modulo p."""
        return reduced(a + b, self.p)

    def mul(self, a: Array, b: Any) -> Array:
        """Entrywise product modulo p; products of residues stay below 2^62."""
        return reduced(a * b, self.p)

    def neg(self, a: Array) -> Array:
        """The opposite residues."""
        return residues(-a, self.p)

    def total(self, a: Array, axis: int) -> Array:
        """Sum along one axis modulo p."""
        return residues(a.sum(axis=axis), self.p)

    def matmul(self, a: Array, b: Array) -> Array:
        """Batched product modulo p; raises `NotSupported` for contractions of 2^15 terms and more."""
        # Split b = high 2^16 + low: every product is below 2^47, 2^15 of them fit int64 and float64 is not needed.
        if a.shape[2] >= 2**15:
            raise NotSupported("a contraction longer than 32768 is beyond the exact road")
        if a.shape[1] * a.shape[2] * b.shape[2] < 4096:
            top = residues(np.matmul(a, b >> 16), self.p)
            return residues((top << 16) + np.matmul(a, b & 0xFFFF), self.p)
        batch = max(len(a), len(b))
        if max(a.size, b.size, batch * a.shape[1] * b.shape[2]) < LARGE:
            return self._matmul_blas(a, b)
        out = np.empty((batch, a.shape[1], b.shape[2]), dtype=np.int64)
        for k in range(batch):  # the halves of all points together would take a lot of memory
            out[k : k + 1] = self._matmul_blas(*(x[k : k + 1] if len(x) > 1 else x for x in (a, b)))
        return out

    def _matmul_blas(self, a: Array, b: Array) -> Array:
        # float64 BLAS is exact here: 16-bit halves, products below 2^32, sums of 2^15 of them below 2^47.
        (ah, al), (bh, bl) = [((x >> 16).astype(np.float64), (x & 0xFFFF).astype(np.float64)) for x in (a, b)]
        top, bottom = np.matmul(ah, bh), np.matmul(al, bl)
        cross = np.matmul(ah, bl) + np.matmul(al, bh)
        top, cross, bottom = (x.astype(np.int64) for x in (top, cross, bottom))
        upper = residues((residues(top, self.p) << 16) + cross, self.p)
        return residues((upper << 16) + bottom, self.p)

    def power_int(self, a: Array, exponent: int) -> Array:
        """Entrywise a^exponent for exponent >= 0."""
        result, square = np.ones_like(a), a
        while exponent:
            if exponent & 1:
                result = residues(result * square, self.p)
            square = residues(square * square, self.p)
            exponent >>= 1
        return result

    def power_array(self, base: int, exponents: Array) -> Array:
        """base^exponents for an array of exponents >= 0."""
        result, square, left = np.ones_like(exponents), base, exponents.copy()
        while left.any():
            result = np.where(left & 1, residues(result * square, self.p), result)
            square = square * square % self.p
            left >>= 1
        return result

    def discard(self, bad: Array) -> None:
        """Discard the points (first axis) where anything is bad."""
        self.valid &= ~bad.reshape(self.batch, -1).any(axis=1) if bad.size else True

    def demand_somewhere(self, a: Array) -> None:
        """Refuse a denominator that is zero at every point."""
        if self.batch >= ENOUGH and (np.asarray(a) == 0).all(axis=0).any():
            raise Undefined(NOWHERE)

    def inverse(self, a: Array) -> Array:
        """Entrywise a^(p-2); points with a zero are discarded, `Undefined` if an entry is zero at every point."""
        self.demand_somewhere(a)
        self.discard(np.broadcast_to(a == 0, (self.batch, *a.shape[1:])))
        return self.power_int(a, self.p - 2)

    def residue(self, a: Array) -> Array:
        """Return +1 for nonzero squares, -1 for non-squares, 0 for zero."""
        euler = self.power_int(a, (self.p - 1) // 2)
        return np.where(euler == self.p - 1, -1, euler)

    def power(self, a: Array, exponent: Fraction) -> Array:
        """Entrywise power of residues, points with others are discarded; `NotSupported` if it is not unique."""
        order = (self.p - 1) // 2
        if gcd(exponent.denominator, order) != 1:
            raise NotSupported(f"the power {exponent} is not unique modulo {self.p}")
        if exponent < 0:
            self.demand_somewhere(a)
        if exponent.denominator == 2 and abs(exponent.numerator) == 1:
            reciprocal = self.power_int(a, (self.p - 3) // 4)  # of the root; their product is a^((p-1)/2), the residue
            root = reciprocal * a % self.p
            self.discard(np.broadcast_to(root * reciprocal % self.p != 1, (self.batch, *a.shape[1:])))
            return root if exponent > 0 else reciprocal
        self.discard(np.broadcast_to(self.residue(a) != 1, (self.batch, *a.shape[1:])))
        return self.power_int(a, exponent.numerator * pow(exponent.denominator, -1, order) % order)

    def function(self, name: str, a: Array) -> Array:
        """A pseudo-random function of the argument: log keeps log 1 = 0 and log(1/u) = -log u, erf and arctan are odd."""
        if name == "log":
            self.discard(np.broadcast_to(a == 0, (self.batch, *a.shape[1:])))
            x = self.power_int(a, self._odd[0])
            return self.mul(self.add(x, self.neg(self.power_int(x, self.p - 2))), np.int64(self._mix[0]))
        if name in ("erf", "arctan"):
            return self.mul(self.power_int(a, self._odd[1]), np.int64(self._mix[1]))
        # A point of the circle s^2 + c^2 = 1 that depends oddly on the argument.
        t = self.mul(self.power_int(a, self._odd[2]), np.int64(self._mix[2]))
        square = self.mul(t, t)
        denominator = self.inverse(self.add(square, np.int64(1)))
        top = self.add(t, t) if name == "sin" else self.add(np.int64(1), self.neg(square))
        return self.mul(top, denominator)

    def exp_of(self, exponents: Array) -> Array:
        """g^u for exponents u of the next ring of the tower."""
        return self.power_array(self.base, exponents)

    def matinv(self, a: Array) -> Array:
        """Gauss-Jordan at all points at once; points with a singular matrix are discarded."""
        n = a.shape[1]
        a = np.broadcast_to(a, (self.batch, n, n))  # a constant matrix has one layer
        work = np.concatenate([a, np.broadcast_to(np.eye(n, dtype=np.int64), a.shape)], axis=2)
        rows = np.arange(self.batch)
        for k in range(n):
            nonzero = work[:, k:, k] != 0
            pivot = nonzero.argmax(axis=1) + k
            self.valid &= nonzero.any(axis=1)
            top, other = work[:, k].copy(), work[rows, pivot].copy()
            work[rows, pivot], work[:, k] = top, other
            factor = self.power_int(work[:, k, k], self.p - 2)
            work[:, k] = residues(work[:, k] * factor[:, None], self.p)
            column = work[:, :, k].copy()
            column[:, k] = 0
            work = residues(work - column[:, :, None] * work[:, k][:, None, :], self.p)
        return work[:, :, n:]

    def pseudoinverse(self, a: Array) -> Array:
        """The matrices that the formula for rationals gives; points where a Gram matrix is singular are discarded."""
        out = np.zeros((self.batch, a.shape[2], a.shape[1]), dtype=np.int64)
        for t, one in enumerate(np.broadcast_to(a, (self.batch, *a.shape[1:]))):
            entries = nmod_mat(one.shape[0], one.shape[1], [int(x) for x in one.reshape(-1)], self.p)
            try:
                found = full_rank_pseudoinverse(entries)
            except ZeroDivisionError:
                self.valid[t] = False
                continue
            out[t] = np.array([int(x) for x in found.entries()], dtype=np.int64).reshape(out.shape[1:])
        return out

    def is_zero(self, a: Array) -> Array:
        """Which residues are zero; a nonzero polynomial is so with chance degree/p at most (Schwartz and Zippel)."""
        return a == 0

    def real(self, name: str) -> Array:
        """A random square in the place of pi, shape (batch, 1, 1); e, as any other name, raises `NotSupported`."""
        if name not in self._reals:
            raise NotSupported(f"no constant {name} in a prime field")
        return np.full((self.batch, 1, 1), self._reals[name], dtype=np.int64)


MAX_BITS = 20_000


def _suits(p: int, squares: tuple[int, ...], roots: tuple[int, ...]) -> bool:
    """Whether p = 3 mod 4 is a prime where the given integers are squares and the given roots are unique."""
    if p % 4 != 3 or any(gcd(r, (p - 1) // 2) != 1 for r in roots) or not fmpz(p).is_prime():
        return False
    return all(pow(s % p, (p - 1) // 2, p) in (0, 1) for s in squares)


def tower(
    levels: int, batch: int, seed: int, squares: tuple[int, ...] = (), roots: tuple[int, ...] = ()
) -> list[PrimeRing]:
    """Return prime fields p_0, p_1, ... with p_k = 1 mod p_(k+1), drawn at random.

    Args:
        levels: One more than the depth of nested exponentials.
        batch: Points per field.
        seed: Fixes the draw.
        squares: Primes that must be squares (their roots occur in the claim).
        roots: Odd root degrees that must be unique.

    """
    if levels not in LEVEL_BITS:
        raise NotSupported("exponentials are nested more than three deep")
    chance = random.Random(seed)
    primes: list[int] = []
    for _ in range(2000):
        primes = _chain(chance, LEVEL_BITS[levels], squares, roots)
        if primes:
            break
    else:
        raise NotSupported("no tower of prime fields has all the roots of this claim")
    rings = []
    for level, p in enumerate(primes):
        base = _generator(chance, p, primes[level + 1]) if level + 1 < levels else 0
        rings.append(PrimeRing(p, batch, chance.getrandbits(64), base))
    return rings


def _chain(chance: random.Random, bits: tuple[int, ...], squares: tuple[int, ...], roots: tuple[int, ...]) -> list[int]:
    """Primes of the given sizes, each 1 modulo the next; empty if a draw failed."""
    primes: list[int] = []
    for size in reversed(bits):
        p = _draw(chance, size, primes[0] if primes else 0, squares, roots)
        if not p:
            return []
        primes.insert(0, p)
    return primes


def _draw(chance: random.Random, bits: int, q: int, squares: tuple[int, ...], roots: tuple[int, ...]) -> int:
    """A random prime of the given size, 1 mod q if q is given; 0 if none was met."""
    low, high = 2 ** (bits - 1), 2**bits
    candidates: list[int] = []
    if any(max(abs(n), 1).bit_length() > MAX_BITS for n in (*squares, *roots)):
        raise NotSupported("a number too long for a prime field")
    if q:
        # p = 3 mod 4 and q odd: the cofactor k is 2 mod 4.
        ks = [k for k in range(low // q, high // q) if k % 4 == 2]
        chance.shuffle(ks)
        candidates = [k * q + 1 for k in ks]
        return next((p for p in candidates if _suits(p, squares, roots)), 0)
    for _ in range(100_000):
        p = chance.randrange(low, high) | 3  # 3 mod 4
        if _suits(p, squares, roots):
            return p
    raise NotSupported("no prime field has all the roots of this claim")


def _generator(chance: random.Random, p: int, q: int) -> int:
    """An element of order q."""
    while True:
        g = pow(chance.randrange(2, p), (p - 1) // q, p)
        if g != 1:
            return g
