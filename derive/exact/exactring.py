"""The exact ring: rationals and square roots of rationals; everything else is `Irrational`."""

from __future__ import annotations

from fractions import Fraction
from functools import cmp_to_key
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat, fmpz

from derive.exact import spectra, surds
from derive.exact.rings import Array, Irrational, ObjectRing, Undefined, each


def to_fmpq(value: Fraction) -> fmpq:
    return fmpq(fmpz(value.numerator), fmpz(value.denominator))


def to_fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


class ExactRing(ObjectRing):
    """Elements are fmpq or `surds.Surd`."""

    name = "exact numbers"

    def one(self) -> Any:
        return fmpq(1)

    def scalar(self, value: Fraction) -> Any:
        return to_fmpq(value)

    def element_inverse(self, x: Any) -> Any:
        return surds.inverse(x)

    def vanishes(self, x: Any) -> bool:
        return not isinstance(x, surds.Surd) and x == 0

    def power(self, a: Array, exponent: Fraction) -> Array:
        return each(lambda x: _power(x, exponent), a)

    def function(self, name: str, a: Array) -> Array:
        return each(lambda x: _function(name, x), a)

    def sign(self, a: Array) -> Array:
        return np.array([surds.sign(x) for x in a.flat], dtype=np.int64).reshape(a.shape)

    def real(self, name: str) -> Array:
        raise Irrational(name)

    def kth_largest(self, values: list[Any], k: int) -> Any:
        return sorted(values, key=cmp_to_key(lambda x, y: surds.sign(x - y)), reverse=True)[k - 1]

    def matmul(self, a: Array, b: Array) -> Array:
        if a.shape[1] * a.shape[2] * b.shape[2] < 64 or not (_rational(a) and _rational(b)):
            return super().matmul(a, b)
        out = np.empty((1, a.shape[1], b.shape[2]), dtype=object)
        product = matrix(a[0]) * matrix(b[0])
        out[0] = np.array(product.tolist(), dtype=object).reshape(out.shape[1:])
        return out

    def matinv(self, a: Array) -> Array:
        if not _rational(a):
            return super().matinv(a)
        try:
            inverse = matrix(a[0]).inv()
        except ZeroDivisionError as error:
            raise Undefined("a singular matrix is inverted") from error
        return np.array(inverse.tolist(), dtype=object).reshape(a.shape)

    def singular_values(self, a: Array) -> list[Any]:
        return spectra.exact_singular_values(self._only_rational(a))

    def eigenvalues(self, a: Array) -> list[Any]:
        return spectra.exact_eigenvalues(self._only_rational(a))

    def rank(self, a: Array) -> int:
        return int(self._only_rational(a).rank())

    def _only_rational(self, a: Array) -> fmpq_mat:
        if not _rational(a):
            raise Irrational("a spectrum of irrational entries")
        return matrix(a)


def matrix(a: Array) -> fmpq_mat:
    return fmpq_mat(a.shape[0], a.shape[1], list(a.reshape(-1)))


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


AT_ZERO = {"exp": 1, "erf": 0, "sin": 0, "cos": 1}


def _function(name: str, x: Any) -> Any:
    if name == "log" and surds.sign(x) <= 0:
        raise Undefined("the logarithm of a number that is not positive")
    if name in AT_ZERO and surds.sign(x) == 0:
        return fmpq(AT_ZERO[name])
    if name == "log" and x == 1:
        return fmpq(0)
    raise Irrational(name)
