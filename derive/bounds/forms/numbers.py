"""Rational numbers that are written with products and whole powers: an exponent ``\\frac{1}{2}`` is ``2^-1 * 1``."""

from __future__ import annotations

from derive.bounds.forms.normal import strip
from derive.core import Expr
from derive.fraction import Fraction

MAX_POWER = 8
"""Of a number that is computed."""


def number_of(expr: Expr) -> Fraction | None:
    """The value of an expression that is such a number, else None."""
    expr = strip(expr)
    if expr.op == "const":
        return expr.data[0]
    if expr.op not in ("scale", "hpow") or not expr.shape.is_scalar:
        return None
    first, second = map(number_of, expr.args)
    if first is None or second is None:
        return None
    if expr.op == "scale":
        return first * second
    return first**second.numerator if first and second.denominator == 1 and abs(second) <= MAX_POWER else None


__all__ = ["number_of"]
