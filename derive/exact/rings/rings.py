"""Arrays over a commutative ring: what the ring-generic evaluator needs, and nothing else.

Every value is a numpy array of shape ``(batch, rows, columns, *directions)``. The prime field and float64 rings compute
a whole batch of points at once; the exact ring (rationals and square roots), the ball ring and the polynomial ring hold
Python objects and have the batch one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from derive.errors import NotSupported
from derive.fraction import Fraction

Array = np.ndarray


class Undefined(Exception):
    """A sub-expression has no value at this point (0/0, a singular inverse, a kink that is differentiated)."""


class Undecided(Undefined):
    """No precision tells whether an expression has a value at this point: it stands at a kink, or is zero without looking so."""


class Irrational(Exception):
    """The value leaves the exact ring (use balls)."""


class Uncertain(Exception):
    """A comparison of balls is not decided at this precision."""


@dataclass(slots=True)
class Budget:
    """Counts scalar operations; a hostile size ends in `NotSupported`, never in a hang."""

    left: int

    def spend(self, amount: int) -> None:
        """Take off at least one operation; raises `NotSupported` when none is left."""
        self.left -= max(1, amount)
        if self.left < 0:
            raise NotSupported("the exact road's budget of operations is used up", hint="use smaller sizes")


class Ring:
    """Base: the operations of a ring on arrays. Subclasses say how numbers and reductions work."""

    name = "ring"
    dtype: Any = object
    batch = 1
    exact = True

    def number(self, value: Fraction) -> Array:
        """Return a rational as an array of shape (batch, 1, 1)."""
        raise NotImplementedError

    def zeros(self, *shape: int) -> Array:
        """An array of zeros of exactly this shape: the batch is its first number."""
        raise NotImplementedError

    def add(self, a: Array, b: Array) -> Array:
        """Entrywise sum with broadcasting."""
        return a + b

    def mul(self, a: Array, b: Array) -> Array:
        """Entrywise product with broadcasting."""
        return a * b

    def neg(self, a: Array) -> Array:
        """Entrywise negative."""
        return -a

    def total(self, a: Array, axis: int) -> Array:
        """Sum along one axis."""
        return a.sum(axis=axis)

    def matmul(self, a: Array, b: Array) -> Array:
        """Batched product of (batch, r, k) and (batch, k, c)."""
        raise NotImplementedError

    def inverse(self, a: Array) -> Array:
        """Entrywise reciprocal."""
        raise NotImplementedError

    def power(self, a: Array, exponent: Fraction) -> Array:
        """Entrywise fractional power (the exponent is no integer)."""
        raise NotImplementedError

    def function(self, name: str, a: Array) -> Array:
        """Entrywise transcendental function."""
        raise NotImplementedError

    def matinv(self, a: Array) -> Array:
        """Inverses of the matrices (batch, n, n)."""
        raise NotImplementedError

    def exponential(self, a: Array) -> Array:
        """Exponentials of the matrices (batch, n, n)."""
        raise NotSupported(f"no exponentials of matrices in {self.name}")

    def pseudoinverse(self, a: Array) -> Array:
        """Pseudoinverses of the matrices (batch, m, n), of any rank."""
        raise NotSupported(f"no pseudoinverses in {self.name}")

    def sign(self, a: Array) -> Array:
        """Entrywise signs, an int array; rings without an order do not have it."""
        raise NotSupported(f"{self.name} has no order")

    def is_zero(self, a: Array) -> Array:
        """Return a boolean array: entries that are certainly zero."""
        raise NotImplementedError

    def real(self, name: str) -> Array:
        """Return the constant pi or e, shape (batch, 1, 1)."""
        raise NotSupported(f"no constant {name} in {self.name}")

    def singular_values(self, a: Array) -> list[Any]:
        """Return the singular values of one matrix (rows, columns), descending."""
        raise NotSupported(f"no singular values in {self.name}")

    def eigenvalues(self, a: Array) -> list[Any]:
        """Return the eigenvalues of one symmetric matrix, descending."""
        raise NotSupported(f"no eigenvalues in {self.name}")

    def rank(self, a: Array) -> int:
        """Return the rank of one matrix (rows, columns); raises `NotSupported` where the ring cannot tell."""
        raise NotSupported(f"no rank in {self.name}")


class ObjectRing(Ring):
    """Shared by the rings whose elements are Python objects."""

    def one(self) -> Any:
        """The element 1."""
        raise NotImplementedError

    def scalar(self, value: Fraction) -> Any:
        """The element that a rational is."""
        raise NotImplementedError

    def element_inverse(self, x: Any) -> Any:
        """The reciprocal of one element; raises `Undefined` for zero."""
        raise NotImplementedError

    def vanishes(self, x: Any) -> bool:
        """Whether one element is certainly zero."""
        raise NotImplementedError

    def number(self, value: Fraction) -> Array:
        """One rational, shape (1, 1, 1)."""
        return fill(self.scalar(value), (1, 1, 1))

    def zeros(self, *shape: int) -> Array:
        """An object array full of the element 0."""
        return fill(self.scalar(Fraction(0)), shape)

    def total(self, a: Array, axis: int) -> Array:
        """Sum along one axis; an empty sum is the element 0, not the integer."""
        if a.shape[axis] == 0:
            return self.zeros(*(n for k, n in enumerate(a.shape) if k != axis))
        return a.sum(axis=axis)

    def matmul(self, a: Array, b: Array) -> Array:
        """Product of (1, r, k) and (1, k, c); with k = 0 it is full of the element 0."""
        if a.shape[2] == 0:
            return self.zeros(a.shape[0], a.shape[1], b.shape[2])
        return np.matmul(a, b)

    def inverse(self, a: Array) -> Array:
        """`element_inverse` of every entry."""
        return each(self.element_inverse, a)

    def is_zero(self, a: Array) -> Array:
        """`vanishes` of every entry."""
        return np.array([self.vanishes(x) for x in a.flat], dtype=bool).reshape(a.shape)

    def matinv(self, a: Array) -> Array:
        """Gauss-Jordan with the first pivot that is certainly not zero."""
        n = a.shape[1]
        left, right = a[0].copy(), self.zeros(n, n)
        for k in range(n):
            right[k, k] = self.one()
        for k in range(n):
            pivot = self.pivot([left[r, k] for r in range(k, n)]) + k
            left[[k, pivot]], right[[k, pivot]] = left[[pivot, k]], right[[pivot, k]]
            # Zero-dimensional arrays: numpy must not take an element for a sequence.
            factor = fill(self.element_inverse(left[k, k]), ())
            left[k], right[k] = left[k] * factor, right[k] * factor
            for r in range(n):
                if r != k:
                    c = fill(left[r, k], ())
                    left[r], right[r] = left[r] - left[k] * c, right[r] - right[k] * c
        return right[None]

    def kth_largest(self, values: list[Any], k: int) -> Any:
        """The k-th largest of some elements, counted from one; only in rings with an order."""
        raise NotSupported(f"{self.name} has no order")

    def pivot(self, column: list[Any]) -> int:
        """The place of the entry of a column to eliminate with; raises `Undefined` if there is none."""
        for k, x in enumerate(column):
            if not self.vanishes(x):
                return k
        raise Undefined("a singular matrix is inverted")


def fill(value: Any, shape: tuple[int, ...]) -> Array:
    """Return an object array full of one value."""
    out = np.empty(shape, dtype=object)
    out.fill(value)
    return out


def each(function: Any, a: Array) -> Array:
    """Apply a Python function to every entry of an object array."""
    out = np.empty(a.shape, dtype=object)
    flat = out.reshape(-1)
    for k, x in enumerate(a.reshape(-1)):
        flat[k] = function(x)
    return out
