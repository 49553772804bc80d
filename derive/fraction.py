"""`Fraction` of the standard library, with short ways for operations among its own kind and with integers.

Proofs and exact points make millions of rational numbers, most of them whole: the general ways of `fractions.Fraction` took a
seventh of the time of an audit. Everything else, and whatever another type is involved in, is left to the class of Python; values,
texts, hashes and comparisons are the same. All modules take the class from here, for ``isinstance`` tells the two apart; only
`proofs/recheck.py`, which imports nothing of the project, takes that of Python.
"""

from __future__ import annotations

import fractions
from math import gcd
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fractions import Fraction
else:
    _Slow = fractions.Fraction
    _new = object.__new__

    class Fraction(_Slow):
        """A rational number in lowest terms with a positive denominator."""

        __slots__ = ()

        def __new__(cls, numerator: Any = 0, denominator: Any = None) -> Fraction:
            """Make one of what `fractions.Fraction` takes."""
            if denominator is None:
                if type(numerator) is int:
                    return _made(numerator, 1)
                if type(numerator) is Fraction:
                    return numerator
            return _Slow.__new__(Fraction, numerator, denominator)

        def __add__(self, other: Any) -> Any:
            if type(other) is Fraction:
                return _sum(self._numerator, self._denominator, other._numerator, other._denominator)
            if type(other) is int:
                return _made(self._numerator + other * self._denominator, self._denominator)
            return _kept(_Slow.__add__(self, other))

        def __sub__(self, other: Any) -> Any:
            if type(other) is Fraction:
                return _sum(self._numerator, self._denominator, -other._numerator, other._denominator)
            if type(other) is int:
                return _made(self._numerator - other * self._denominator, self._denominator)
            return _kept(_Slow.__sub__(self, other))

        def __mul__(self, other: Any) -> Any:
            if type(other) is Fraction:
                return _product(self._numerator, self._denominator, other._numerator, other._denominator)
            if type(other) is int:
                return _product(self._numerator, self._denominator, other, 1)
            return _kept(_Slow.__mul__(self, other))

        def __truediv__(self, other: Any) -> Any:
            if type(other) is Fraction:
                return _quotient(self._numerator, self._denominator, other._numerator, other._denominator)
            if type(other) is int:
                return _quotient(self._numerator, self._denominator, other, 1)
            return _kept(_Slow.__truediv__(self, other))

        def __radd__(self, other: Any) -> Any:
            return self + other if type(other) is int else _kept(_Slow.__radd__(self, other))

        def __rsub__(self, other: Any) -> Any:
            return -self + other if type(other) is int else _kept(_Slow.__rsub__(self, other))

        def __rmul__(self, other: Any) -> Any:
            return self * other if type(other) is int else _kept(_Slow.__rmul__(self, other))

        def __rtruediv__(self, other: Any) -> Any:
            return _made(other, 1) / self if type(other) is int else _kept(_Slow.__rtruediv__(self, other))

        def __pow__(self, other: Any) -> Any:
            if type(other) is Fraction and other._denominator == 1:
                other = other._numerator
            if type(other) is int and other >= 0:
                return _made(self._numerator**other, self._denominator**other)
            return _kept(_Slow.__pow__(self, other))

        def __neg__(self) -> Fraction:
            return _made(-self._numerator, self._denominator)

        def __pos__(self) -> Fraction:
            return self

        def __abs__(self) -> Fraction:
            return self if self._numerator >= 0 else _made(-self._numerator, self._denominator)

        def __mod__(self, other: Any) -> Any:
            return _kept(_Slow.__mod__(self, other))

        def __rmod__(self, other: Any) -> Any:
            return _kept(_Slow.__rmod__(self, other))

        def __divmod__(self, other: Any) -> Any:
            return self // other, self % other

        def __rdivmod__(self, other: Any) -> Any:
            return other // self, other % self

        def __round__(self, digits: int | None = None) -> Any:
            return _kept(_Slow.__round__(self, digits))

        def limit_denominator(self, most: int = 1_000_000) -> Fraction:
            """Return the closest fraction whose denominator is no larger than ``most``."""
            return _kept(_Slow.limit_denominator(self, most))

        def __eq__(self, other: object) -> bool:
            if type(other) is Fraction:
                return self._numerator == other._numerator and self._denominator == other._denominator
            if type(other) is int:
                return self._denominator == 1 and self._numerator == other
            return _Slow.__eq__(self, other)

        def __hash__(self) -> int:
            return hash(self._numerator) if self._denominator == 1 else _Slow.__hash__(self)

        def __lt__(self, other: Any) -> bool:
            if type(other) is Fraction:
                return self._numerator * other._denominator < other._numerator * self._denominator
            return self._numerator < other * self._denominator if type(other) is int else _Slow.__lt__(self, other)

        def __le__(self, other: Any) -> bool:
            if type(other) is Fraction:
                return self._numerator * other._denominator <= other._numerator * self._denominator
            return self._numerator <= other * self._denominator if type(other) is int else _Slow.__le__(self, other)

        def __gt__(self, other: Any) -> bool:
            if type(other) is Fraction:
                return self._numerator * other._denominator > other._numerator * self._denominator
            return self._numerator > other * self._denominator if type(other) is int else _Slow.__gt__(self, other)

        def __ge__(self, other: Any) -> bool:
            if type(other) is Fraction:
                return self._numerator * other._denominator >= other._numerator * self._denominator
            return self._numerator >= other * self._denominator if type(other) is int else _Slow.__ge__(self, other)

        def __bool__(self) -> bool:
            return self._numerator != 0

    def _made(numerator: int, denominator: int) -> Fraction:
        """The fraction of two integers without a common divisor, the second positive."""
        made = _new(Fraction)
        made._numerator, made._denominator = numerator, denominator
        return made

    def _kept(value: Any) -> Any:
        """A result of the general ways, as one of this class if it is a fraction."""
        return _made(*value.as_integer_ratio()) if type(value) is _Slow else value

    def _sum(a: int, b: int, c: int, d: int) -> Fraction:
        """``a/b + c/d`` (Knuth, The Art of Computer Programming, 4.5.1: common divisors are taken out of small numbers)."""
        if b == d == 1:
            return _made(a + c, 1)
        common = gcd(b, d)
        if common == 1:
            return _made(a * d + c * b, b * d)
        part = b // common
        top = a * (d // common) + c * part
        rest = gcd(top, common)
        return _made(top // rest, part * (d // rest))

    def _product(a: int, b: int, c: int, d: int) -> Fraction:
        """``(a/b) (c/d)``."""
        if b == d == 1:
            return _made(a * c, 1)
        first, second = gcd(a, d), gcd(c, b)
        return _made((a // first) * (c // second), (b // second) * (d // first))

    def _quotient(a: int, b: int, c: int, d: int) -> Fraction:
        """``(a/b) / (c/d)``."""
        if c == 0:
            raise ZeroDivisionError(f"Fraction({a * d}, 0)")
        return _product(a, b, d, c) if c > 0 else _product(-a, b, d, -c)


__all__ = ["Fraction"]
