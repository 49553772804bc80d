"""High-precision values of SymPy scalars at rational points, one evaluation per distinct sub-expression."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import mpmath
import sympy

from derive.errors import NotSupported
from derive.sympy_road.kinks import Absolute, Step

DIGITS = 50


class Undefined(Exception):
    """The expression has no value at the point (a zero denominator, a kink, a root of a negative number)."""


def _power(base: Any, exponent: Any) -> Any:
    if base == 0 and exponent <= 0:
        raise Undefined("a power of zero")
    if base < 0 and exponent != int(exponent):
        raise Undefined("a root of a negative number")
    return base**exponent if exponent != int(exponent) else base ** int(exponent)


def _log(x: Any) -> Any:
    if x <= 0:
        raise Undefined("a logarithm of a number that is not positive")
    return mpmath.log(x)


def _jump(x: Any) -> Any:
    if abs(x) < mpmath.mpf(10) ** (-DIGITS // 2):
        raise Undefined("a jump or kink")
    return x


_FUNCTIONS: dict[Any, Callable[..., Any]] = {
    sympy.Add: lambda *xs: mpmath.fsum(xs),
    sympy.Mul: lambda *xs: mpmath.fprod(xs),
    sympy.Pow: _power,
    sympy.exp: mpmath.exp,
    sympy.log: _log,
    sympy.erf: mpmath.erf,
    sympy.tanh: mpmath.tanh,
    sympy.sin: mpmath.sin,
    sympy.cos: mpmath.cos,
    Absolute: lambda x: abs(_jump(x)),
    Step: lambda x: mpmath.mpf(_jump(x) > 0),
}


def value(e: Any, point: Mapping[Any, sympy.Rational], memo: dict[Any, Any]) -> Any:
    """Evaluate a scalar with mpmath at the working precision.

    Args:
        e: The scalar.
        point: A rational for every symbol.
        memo: Values of sub-expressions at this point and precision; shared between calls.

    Raises:
        Undefined: There is no value here.
        NotSupported: A function is not known.
    """
    stack = [e]
    while stack:
        node = stack[-1]
        if node in memo:
            stack.pop()
            continue
        missing = [a for a in node.args if a not in memo] if node.args and not node.is_Rational else []
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        memo[node] = _node(node, point, memo)
    return memo[e]


def _node(node: Any, point: Mapping[Any, sympy.Rational], memo: Mapping[Any, Any]) -> Any:
    if node.is_Symbol:
        node = point[node]
    if node.is_Rational:
        return mpmath.mpf(int(node.p)) / int(node.q)
    if node is sympy.pi or node is sympy.E:
        return +(mpmath.pi if node is sympy.pi else mpmath.e)
    function = _FUNCTIONS.get(node.func)
    if function is None:
        raise NotSupported(f"no numerical value of {node.func}")
    return function(*(memo[a] for a in node.args))
