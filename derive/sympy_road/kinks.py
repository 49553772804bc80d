"""Step, absolute value and powers for explicit expressions.

SymPy's own look for the sign of their argument by splitting it into real and imaginary parts, which takes exponential
time on the expressions of this road.  Those of this module evaluate at numbers only.  Kinks are left out: the
derivative of a step is 0.
"""

from __future__ import annotations

from typing import Any

import sympy

from derive.errors import NotSupported

MAX_BITS = 12_000
"""SymPy writes the power of a number out, however long it is; Python prints 4,300 digits at most."""


def power(base: Any, exponent: Any) -> Any:
    """A power; of a sum without SymPy's search for signs, zeros and infinities in it.

    Raises:
        NotSupported: It is a number that is too long to be written out.

    """
    if base.is_Rational and exponent.is_Rational and abs(exponent) * _bits(base) > MAX_BITS:
        raise NotSupported("a power that is a number of too many digits")
    if base.is_Add and exponent not in (0, 1):
        return sympy.Pow(base, exponent, evaluate=False)
    return sympy.Pow(base, exponent)


def _bits(number: Any) -> int:
    """The length of what grows with the powers of a number: 0 for 0, 1 and -1."""
    return (max(abs(number.p), number.q) - 1).bit_length()


class Step(sympy.Function):
    """1 where the argument is positive, 0 where it is negative; it has no value at 0."""

    nargs = 1
    is_real = True
    is_nonnegative = True

    @classmethod
    def eval(cls, u: Any) -> Any:
        """Called by SymPy: the value at a rational number except 0, None to leave it as it is."""
        return sympy.Integer(int(bool(u > 0))) if u.is_Rational and u != 0 else None

    def fdiff(self, argindex: int = 1) -> Any:
        """Called by SymPy: the derivative is 0, the jump is left out."""
        return sympy.S.Zero


class Absolute(sympy.Function):
    """The absolute value of a real argument."""

    nargs = 1
    is_real = True
    is_nonnegative = True

    @classmethod
    def eval(cls, u: Any) -> Any:
        """Called by SymPy: the value at a rational number, None to leave it as it is."""
        return abs(u) if u.is_Rational else None

    def fdiff(self, argindex: int = 1) -> Any:
        """Called by SymPy: the derivative is the sign, written with a `Step`."""
        return 2 * Step(self.args[0]) - 1
