"""The exact ring: rationals and square roots of rationals; everything else is `Irrational`."""

from __future__ import annotations

from functools import cmp_to_key
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat, fmpz

from derive.exact.rings import spectra, surds
from derive.exact.rings.pseudoinverses import full_rank_pseudoinverse
from derive.exact.rings.rings import Array, Irrational, ObjectRing, Undefined, each
from derive.fraction import Fraction


def to_fmpq(value: Fraction) -> fmpq:
    """The same rational as an element of FLINT."""
    return fmpq(fmpz(value.numerator), fmpz(value.denominator))


def to_fraction(value: fmpq) -> Fraction:
    """The same rational as a `Fraction`; the inverse of `to_fmpq`."""
    return Fraction(int(value.p), int(value.q))


MAX_BITS = 200_000
"""Of a numerator or denominator; squares of squares of squares soon have more digits than there is memory."""


class ExactRing(ObjectRing):
    """Elements are fmpq or `surds.Surd`."""

    name = "exact numbers"

    def one(self) -> Any:
        """The rational 1."""
        return fmpq(1)

    def scalar(self, value: Fraction) -> Any:
        """The same number as an fmpq."""
        return to_fmpq(value)

    def element_inverse(self, x: Any) -> Any:
        """Exact reciprocal of a rational or a surd; raises `Undefined` for zero."""
        return surds.inverse(x)

    def vanishes(self, x: Any) -> bool:
        """Exact test for zero: a `Surd` is never zero."""
        return not isinstance(x, surds.Surd) and x == 0

    def power(self, a: Array, exponent: Fraction) -> Array:
        """Entrywise power; beyond 0 and 1 only half-integer exponents are exact, others raise `Irrational`."""
        return each(lambda x: _power(x, exponent), a)

    def function(self, name: str, a: Array) -> Array:
        """Entrywise values at the few exact places, such as exp 0 and log 1; `Irrational` elsewhere."""
        return each(lambda x: _function(name, x), a)

    def exponential(self, a: Array) -> Array:
        """That of zero is the identity; `Irrational` of any other matrix."""
        if any(surds.sign(x) for x in a.flat):
            raise Irrational("exponential of a matrix")
        return a + np.vectorize(self.scalar, otypes=[object])(np.eye(a.shape[1], dtype=int))[None]

    def sign(self, a: Array) -> Array:
        """Entrywise signs -1, 0 or 1, always decided."""
        return np.array([surds.sign(x) for x in a.flat], dtype=np.int64).reshape(a.shape)

    def real(self, name: str) -> Array:
        """Always raises `Irrational`: neither pi nor e is in this ring."""
        raise Irrational(name)

    def kth_largest(self, values: list[Any], k: int) -> Any:
        """The k-th largest of the values, counted from one, by their exact order."""
        return sorted(values, key=cmp_to_key(lambda x, y: surds.sign(x - y)), reverse=True)[k - 1]

    def mul(self, a: Array, b: Array) -> Array:
        """Entrywise product; `Irrational` where it has too many digits, for then balls are quicker."""
        return _short(a * b)

    def matmul(self, a: Array, b: Array) -> Array:
        """Product; large rational matrices go through FLINT."""
        if a.shape[1] * a.shape[2] * b.shape[2] < 64 or not (_rational(a) and _rational(b)):
            return _short(super().matmul(a, b))
        out = np.empty((1, a.shape[1], b.shape[2]), dtype=object)
        product = matrix(a[0]) * matrix(b[0])
        out[0] = np.array(product.tolist(), dtype=object).reshape(out.shape[1:])
        return _short(out)

    def matinv(self, a: Array) -> Array:
        """Inverse, of rational matrices by FLINT; raises `Undefined` for a singular one."""
        if not _rational(a):
            return super().matinv(a)
        try:
            inverse = matrix(a[0]).inv()
        except ZeroDivisionError as error:
            raise Undefined("a singular matrix is inverted") from error
        return np.array(inverse.tolist(), dtype=object).reshape(a.shape)

    def pseudoinverse(self, a: Array) -> Array:
        """The pseudoinverse of one rational matrix, which is rational."""
        found = full_rank_pseudoinverse(self._only_rational(a[0]))
        return np.array(found.tolist(), dtype=object).reshape(1, *a.shape[:0:-1])

    def singular_values(self, a: Array) -> list[Any]:
        """Singular values of one rational matrix, descending; `Irrational` where they leave the ring."""
        return spectra.exact_singular_values(self._only_rational(a))

    def eigenvalues(self, a: Array) -> list[Any]:
        """Eigenvalues of one rational symmetric matrix, descending; `Irrational` where they leave the ring."""
        return spectra.exact_eigenvalues(self._only_rational(a))

    def rank(self, a: Array) -> int:
        """The exact rank of one matrix (rows, columns) of rationals."""
        return int(self._only_rational(a).rank())

    def _only_rational(self, a: Array) -> fmpq_mat:
        if not _rational(a):
            raise Irrational("a spectrum of irrational entries")
        return matrix(a)


def matrix(a: Array) -> fmpq_mat:
    """A two-dimensional array of fmpq as a FLINT matrix."""
    return fmpq_mat(a.shape[0], a.shape[1], list(a.reshape(-1)))


def _short(a: Array) -> Array:
    """The array itself; raises `Irrational` if a rational in it has too many digits."""
    if any(isinstance(x, fmpq) and x.height_bits() > MAX_BITS for x in a.flat):
        raise Irrational(f"numbers of more than {MAX_BITS} bits")
    return a


def _rational(a: Array) -> bool:
    return all(isinstance(x, fmpq) for x in a.flat)


def _power(x: Any, exponent: Fraction) -> Any:
    if surds.sign(x) < 0:
        raise Undefined("a fractional power of a negative number")
    if surds.sign(x) == 0:
        if exponent < 0:
            raise Undefined("a negative power of zero")
        return fmpq(0)
    if x == 1:
        return x
    if exponent.denominator != 2:
        raise Irrational(f"the power {exponent}")
    root = surds.sqrt(x)
    base = root if exponent.numerator > 0 else surds.inverse(root)
    result = fmpq(1)
    for _ in range(abs(exponent.numerator)):
        result = base * result
    return result


AT_ZERO = {"exp": 1, "erf": 0, "sin": 0, "cos": 1, "arctan": 0}


def _function(name: str, x: Any) -> Any:
    if name == "log" and surds.sign(x) <= 0:
        raise Undefined("the logarithm of a number that is not positive")
    if name in AT_ZERO and surds.sign(x) == 0:
        return fmpq(AT_ZERO[name])
    if name == "log" and x == 1:
        return fmpq(0)
    raise Irrational(name)
