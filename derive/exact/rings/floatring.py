"""The float ring: float64 at a batch of points, with marks on those whose values say nothing. It decides nothing."""

from __future__ import annotations

import math

import numpy as np

from derive.errors import NotSupported
from derive.exact.rings.rings import Array, Ring
from derive.fraction import Fraction

CLEAR = 1e-10  # numbers that differ by less, relative to their size, are not told apart
SMALL = 1e-9  # values below this, or below this share of the largest, may be rounding
CANCELED = 1e-5  # determinants below this share of Hadamard's bound have lost digits
ROUNDING = 1e-13  # singular values below this share of the largest are zero
FUNCTIONS = {"exp": np.exp, "log": np.log, "sin": np.sin, "cos": np.cos, "arctan": np.arctan, "erf": np.vectorize(math.erf, otypes=[float])}


class FloatRing(Ring):
    """Float64 at a batch of points; ``doubt`` marks those whose values say nothing, ``nowhere`` those that divide by 0.0."""

    name = "floats"
    dtype = np.float64
    exact = False

    def __init__(self, batch: int) -> None:
        self.batch = batch
        self.doubt = np.zeros(batch, dtype=bool)
        self.nowhere = np.zeros(batch, dtype=bool)

    def divide_by(self, a: Array) -> None:
        """Mark the points where an entry is exactly zero; of a constant, all points."""
        self.nowhere |= (a == 0).reshape(len(a), -1).any(axis=1)

    def suspect(self, wrong: Array) -> None:
        """Mark the points where any entry is wrong; of a constant, all points."""
        self.doubt |= wrong.reshape(len(wrong), -1).any(axis=1)

    def finite(self, a: Array) -> Array:
        """Return the array as it is; points with an infinity or a NaN are put in doubt."""
        self.suspect(~np.isfinite(a))
        return a

    def number(self, value: Fraction) -> Array:
        """The nearest float at every point, shape (batch, 1, 1)."""
        return np.full((self.batch, 1, 1), float(value))

    def zeros(self, *shape: int) -> Array:
        """A float64 array of zeros."""
        return np.zeros(shape)

    def matmul(self, a: Array, b: Array) -> Array:
        """Batched product in float64."""
        return np.matmul(a, b)

    def inverse(self, a: Array) -> Array:
        """Entrywise reciprocal; points with an entry that is almost zero are put in doubt."""
        self.divide_by(a)
        self.suspect(np.abs(a) < SMALL)
        return self.finite(1 / a)

    def power(self, a: Array, exponent: Fraction) -> Array:
        """Entrywise power; points where it is not finite, as of a negative base, are put in doubt."""
        if exponent < 0:
            self.divide_by(a)
        return self.finite(a ** float(exponent))

    def function(self, name: str, a: Array) -> Array:
        """Entrywise function; points where it is not finite are put in doubt, unknown names raise `NotSupported`."""
        if name not in FUNCTIONS:
            raise NotSupported(f"no function {name} in floats")
        return self.finite(FUNCTIONS[name](a))

    def exponential(self, a: Array) -> Array:
        """Exponentials by scaling, Taylor's series and squaring."""
        halvings = max(0, int(math.ceil(math.log2(max(1e-300, float(np.abs(a).sum(axis=2).max(initial=0.0)))))) + 1)
        step = a / 2.0**halvings
        term = out = np.broadcast_to(np.eye(a.shape[1]), a.shape).copy()
        for k in range(1, 20):
            term = term @ step / k
            out = out + term
        for _ in range(halvings):
            out = out @ out
        return self.finite(out)

    def determinant(self, a: Array) -> Array:
        """Determinants, shape (batch, 1, 1); points where rounding may be a part of them that counts are put in doubt.

        Elimination is wrong by about an ulp of the product of the lengths of the rows (Hadamard's bound).
        """
        values = np.linalg.det(self.finite(a))[:, None, None]
        bound = np.prod(np.linalg.norm(a, axis=2), axis=1)[:, None, None]
        self.suspect((np.abs(values) < CANCELED * bound) & (np.abs(values) > SMALL))
        return self.finite(values)

    def matinv(self, a: Array) -> Array:
        """Inverses; a point with an almost singular matrix is put in doubt and has the identity instead."""
        self.finite(a)
        a = np.where(np.isfinite(a), a, 0.0)
        values = np.linalg.svd(a, compute_uv=False)
        singular = values[:, -1] < SMALL * values[:, 0] + SMALL
        self.suspect(singular[:, None])
        return np.linalg.inv(np.where(singular[:, None, None], np.eye(a.shape[1]), a))

    def sign(self, a: Array) -> Array:
        """Almost zero is in doubt and counts as positive, so that no other point is disturbed."""
        self.suspect(np.abs(a) < SMALL)
        return np.where(a >= 0, 1, -1)

    def real(self, name: str) -> Array:
        """The float of pi or e at every point, shape (batch, 1, 1); `NotSupported` for any other name."""
        value = {"pi": math.pi, "e": math.e}.get(name)
        if value is None:
            raise NotSupported(f"{name} is no float")
        return np.full((self.batch, 1, 1), value)

    def is_zero(self, a: Array) -> Array:
        """Exact comparison with zero; points with an entry that is tiny but not zero are put in doubt."""
        self.suspect((a != 0) & (np.abs(a) < SMALL))
        return a == 0

    def ranked(self, entries: Array, k: int) -> Array:
        """Return the k-th largest of the entries (batch, n, 1)."""
        first = entries.shape[1] - k
        return np.sort(entries, axis=1)[:, first : first + 1]

    def spectrum(self, a: Array, symmetric: bool) -> list[Array]:
        """Return the eigenvalues of symmetric matrices (NaN of others), or the singular values, descending, each (batch, 1, 1)."""
        self.finite(a)
        a = np.where(np.isfinite(a), a, 0.0)
        values = np.linalg.eigvalsh(a)[:, ::-1] if symmetric else np.linalg.svd(a, compute_uv=False)
        if symmetric:
            wrong = (np.abs(a - a.swapaxes(1, 2)) > CLEAR * np.abs(a).max(axis=(1, 2), keepdims=True)).any(axis=(1, 2))
            self.suspect(wrong[:, None])
            values = np.where(wrong[:, None], np.nan, values)
        return [values[:, k, None, None] for k in range(values.shape[1])]

    def rounded(self, value: Array, values: list[Array]) -> Array:
        """Doubt one of the values that may be nothing but the rounding of the largest."""
        largest = np.abs(np.concatenate(values, axis=1)).max(axis=1, keepdims=True)
        self.suspect((np.abs(value) < SMALL * largest) & (largest > 0))
        return value

    def rank(self, a: Array) -> Array:
        """Return the number of singular values that are not rounding, (batch, 1, 1); those in between are in doubt."""
        values = np.concatenate(self.spectrum(a, symmetric=False), axis=1)
        largest = values[:, :1]
        self.suspect((values > ROUNDING * largest) & (values < SMALL * largest))
        return (values > SMALL * largest).sum(axis=1, keepdims=True).astype(float)
