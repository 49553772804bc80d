"""Values of SymPy scalars at rational points: exact where they are rational, rigorous enclosures (Arb) elsewhere.

What cancels leaves rounding behind in floating point, however many digits there are: a determinant that vanishes
everywhere would have an inverse. A rational is exactly zero or not, and a ball that contains zero divides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import reduce
from operator import add, mul
from typing import Any

import flint
import sympy
from flint import arb, fmpq

from derive.errors import NotSupported
from derive.sympy_road.folds import folded
from derive.sympy_road.kinks import Absolute, Step

BITS = 340  # a hundred digits: half of them may be lost before a comparison to fifty fails
EXACT_BITS = 20_000  # longer rationals are rounded
EXACT_POWER = 64


class Undefined(Exception):
    """There is no value at the point, or none for certain (a zero denominator, a kink, a root of a negative number)."""


@contextmanager
def precision() -> Iterator[None]:
    """Enclosures are computed with `BITS` inside of the context."""
    before = flint.ctx.prec
    flint.ctx.prec = BITS
    try:
        yield
    finally:
        flint.ctx.prec = before


def _nonzero(x: Any) -> bool:
    """Whether a value is certainly not zero."""
    return x != 0 if isinstance(x, fmpq) else not x.contains(0)


def _power(base: Any, exponent: Any) -> Any:
    if exponent <= 0 and not _nonzero(base):
        raise Undefined("a power of zero")
    if isinstance(exponent, fmpq) and exponent.q == 1:
        exact = isinstance(base, fmpq) and abs(exponent) <= EXACT_POWER
        return (base if exact else arb(base)) ** int(exponent.p)
    if base == 0 and exponent > 0:
        return fmpq(0)
    if not base > 0:
        raise Undefined("a root of a number that is not positive for certain")
    return arb(base).sqrt() if exponent == fmpq(1, 2) else arb(base) ** arb(exponent)


def _log(x: Any) -> Any:
    if not x > 0:
        raise Undefined("a logarithm of a number that is not positive for certain")
    return arb(x).log()


def _jump(x: Any) -> Any:
    if not _nonzero(x):
        raise Undefined("a jump or kink")
    return x


_FUNCTIONS: dict[Any, Callable[..., Any]] = {
    sympy.Add: lambda *xs: reduce(add, xs),
    sympy.Mul: lambda *xs: reduce(mul, xs),
    sympy.Pow: _power,
    sympy.exp: lambda x: arb(x).exp(),
    sympy.log: _log,
    sympy.erf: lambda x: arb(x).erf(),
    sympy.tanh: lambda x: arb(x).tanh(),
    sympy.sin: lambda x: arb(x).sin(),
    sympy.cos: lambda x: arb(x).cos(),
    sympy.atan: lambda x: arb(x).atan(),
    Absolute: lambda x: abs(_jump(x)),
    Step: lambda x: fmpq(int(_jump(x) > 0)),
}


def value(e: Any, point: Mapping[Any, sympy.Rational], memo: dict[Any, Any]) -> Any:
    """Evaluate a scalar: a rational (fmpq) or an enclosure (arb) at the working precision.

    Args:
        e: The scalar.
        point: A rational for every symbol.
        memo: Values of sub-expressions at this point and precision; shared between calls.

    Raises:
        Undefined: There is no value here.
        NotSupported: A function is not known.
    """
    return folded(e, memo, lambda node: _node(node, point, memo))


def _node(node: Any, point: Mapping[Any, sympy.Rational], memo: Mapping[Any, Any]) -> Any:
    if node.is_Symbol:
        node = point[node]
    if node.is_Rational:
        return fmpq(int(node.p), int(node.q))
    if node is sympy.pi or node is sympy.E:
        return arb.pi() if node is sympy.pi else arb.const_e()
    function = _FUNCTIONS.get(node.func)
    if function is None:
        raise NotSupported(f"no numerical value of {node.func}")
    return _kept(function(*(memo[a] for a in node.args)))


def _kept(x: Any) -> Any:
    if isinstance(x, fmpq):
        return x if x.height_bits() <= EXACT_BITS else arb(x)
    if not x.is_finite():
        raise Undefined("a number beyond all bounds")
    return x
