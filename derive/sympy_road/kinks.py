"""Step, absolute value and powers for explicit expressions.

SymPy's own look for the sign of their argument by splitting it into real and imaginary parts, which takes exponential
time on the expressions of this road.  Those of this module evaluate at numbers only.  Kinks are left out: the
derivative of a step is 0.
"""

from __future__ import annotations

from typing import Any

import sympy


def power(base: Any, exponent: Any) -> Any:
    """A power; of a sum without SymPy's search for signs, zeros and infinities in it."""
    if base.is_Add and exponent not in (0, 1):
        return sympy.Pow(base, exponent, evaluate=False)
    return sympy.Pow(base, exponent)


class Step(sympy.Function):
    """1 where the argument is positive, 0 where it is negative; it has no value at 0."""

    nargs = 1
    is_real = True
    is_nonnegative = True

    @classmethod
    def eval(cls, u: Any) -> Any:
        return sympy.Integer(int(bool(u > 0))) if u.is_Rational and u != 0 else None

    def fdiff(self, argindex: int = 1) -> Any:
        return sympy.S.Zero


class Absolute(sympy.Function):
    """The absolute value of a real argument."""

    nargs = 1
    is_real = True
    is_nonnegative = True

    @classmethod
    def eval(cls, u: Any) -> Any:
        return abs(u) if u.is_Rational else None

    def fdiff(self, argindex: int = 1) -> Any:
        return 2 * Step(self.args[0]) - 1
