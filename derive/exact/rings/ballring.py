"""The ball ring: rigorous enclosures (Arb) at the current precision; a comparison is made only if it is certain."""

from __future__ import annotations

from typing import Any

import numpy as np
from flint import arb, arb_mat

from derive.exact.rings import spectra, surds
from derive.exact.rings.exactring import to_fmpq
from derive.exact.rings.rings import Array, ObjectRing, Uncertain, Undefined, each
from derive.fraction import Fraction
from derive.functions import FUNCTIONS


class BallRing(ObjectRing):
    """Elements are arb; the precision is that of `flint.ctx` at the time of the operation."""

    name = "balls"
    exact = False

    def one(self) -> Any:
        """The exact ball around 1."""
        return arb(1)

    def scalar(self, value: Fraction) -> Any:
        """A ball that contains a rational; its radius is zero if the precision suffices."""
        return arb(to_fmpq(value))

    def element_inverse(self, x: Any) -> Any:
        """Reciprocal; raises `Undefined` for the ball that is zero, `Uncertain` for another one around zero."""
        if x.contains(0):
            if x.is_zero():
                raise Undefined("division by zero")
            raise Uncertain("division by a ball that contains zero")
        return 1 / x

    def vanishes(self, x: Any) -> bool:
        """Whether a ball is the number zero, without a radius; one that only contains zero does not vanish."""
        return bool(x.is_zero())

    def pivot(self, column: list[Any]) -> int:
        """The entry farthest from zero; raises `Undefined` if all are zero, `Uncertain` if none is certainly not."""
        sizes = [float(x.abs_lower()) for x in column]
        best = int(np.argmax(sizes))
        if not sizes[best] > 0:
            if all(x.is_zero() for x in column):
                raise Undefined("a singular matrix is inverted")
            raise Uncertain("a pivot that contains zero")
        return best

    def power(self, a: Array, exponent: Fraction) -> Array:
        """Entrywise fractional power; raises `Undefined` of a negative base, `Uncertain` of a ball around zero."""
        return each(lambda x: _power(x, exponent), a)

    def function(self, name: str, a: Array) -> Array:
        """Entrywise Arb function of this name; raises `Uncertain` where it overflows or the domain is not certain."""
        return each(lambda x: _function(name, x), a)

    def exponential(self, a: Array) -> Array:
        """Enclosures of the exponentials of matrices (Arb)."""
        n = a.shape[1]
        out = np.empty(a.shape, dtype=object)
        for k in range(a.shape[0]):
            out[k] = np.array(arb_mat(n, n, [arb(x) for x in a[k].flat]).exp().entries(), dtype=object).reshape(n, n)
        return out

    def sign(self, a: Array) -> Array:
        """Entrywise signs -1, 0 or 1; raises `Uncertain` for a ball that contains zero and other numbers."""
        return np.array([_sign(x) for x in a.flat], dtype=np.int64).reshape(a.shape)

    def real(self, name: str) -> Array:
        """An enclosure of pi or e at the current precision, shape (1, 1, 1); `Undefined` for any other name."""
        value = {"pi": arb.pi, "e": arb.const_e}.get(name)
        if value is None:
            raise Undefined(f"{name} is no number")
        out = self.zeros(1, 1, 1)
        out[0, 0, 0] = value()
        return out

    def kth_largest(self, values: list[Any], k: int) -> Any:
        """The k-th largest of the lower ends and of the upper ends enclose it."""
        lower = sorted((x.lower() for x in values), key=_key, reverse=True)[k - 1]
        upper = sorted((x.upper() for x in values), key=_key, reverse=True)[k - 1]
        return lower.union(upper)

    def singular_values(self, a: Array) -> list[Any]:
        """Enclosures of the singular values of one matrix (rows, columns), descending."""
        return spectra.ball_singular_values(a)

    def eigenvalues(self, a: Array) -> list[Any]:
        """Enclosures of the eigenvalues of one symmetric matrix, descending."""
        return spectra.ball_eigenvalues(a)

    def rank(self, a: Array) -> int:
        """Full rank, where elimination finds a pivot that is certainly not zero in every row; else nothing is certain."""
        entries = a.reshape(a.shape[-2:]) if a.ndim > 2 else a
        rows = [list(row) for row in (entries if entries.shape[0] <= entries.shape[1] else entries.T)]
        for k in range(len(rows)):
            spots = ((abs(rows[i][j].mid()), i, j) for i in range(k, len(rows)) for j in range(k, len(rows[0])))
            _, i, j = max(spots, key=lambda s: (float(s[0]), -s[1], -s[2]))
            rows[k], rows[i] = rows[i], rows[k]
            for row in rows:
                row[k], row[j] = row[j], row[k]
            if rows[k][k].contains(0):
                raise Uncertain("the rank of a matrix of balls")
            for row in rows[k + 1 :]:
                factor = row[k] / rows[k][k]
                for column in range(k, len(row)):
                    row[column] = row[column] - factor * rows[k][column]
        return len(rows)


def _key(x: arb) -> Any:
    return _Ordered(x)


class _Ordered:
    """Exact endpoints are totally ordered."""

    __slots__ = ("x",)

    def __init__(self, x: arb) -> None:
        self.x = x

    def __lt__(self, other: _Ordered) -> bool:
        return bool(self.x < other.x)


def _sign(x: arb) -> int:
    if x > 0:
        return 1
    if x < 0:
        return -1
    if x.is_zero():
        return 0
    raise Uncertain("a sign")


def _power(x: arb, exponent: Fraction) -> arb:
    if x < 0:
        raise Undefined("a fractional power of a negative number")
    if x.is_zero():
        if exponent < 0:
            raise Undefined("a negative power of zero")
        return arb(0)
    if not x > 0:
        raise Uncertain("a fractional power of a ball that contains zero")
    if exponent.denominator == 2:
        return x.sqrt() ** exponent.numerator
    return x ** arb(to_fmpq(exponent))


def _function(name: str, x: arb) -> arb:
    if name == "log" and not x > 0:
        if x < 0 or x.is_zero():
            raise Undefined("the logarithm of a number that is not positive")
        raise Uncertain("the logarithm of a ball that contains zero")
    result = getattr(x, FUNCTIONS[name].library)()
    if not result.is_finite():
        raise Uncertain(f"{name} overflows")
    return result


def from_exact(a: Array) -> Array:
    """Balls around exact numbers."""
    return each(surds.ball, a)
