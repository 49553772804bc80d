r"""Extrema over an index in one form: what is free of the index and increasing functions stand outside, minima as maxima.

``\max_i (x_i + c) = \max_i x_i + c``, ``\max_i e^{x_i} = e^{\max_i x_i}``, ``\min_i x_i = -\max_i (-x_i)``: an increasing function
takes its largest value where its argument does.  A range is not empty wherever an extremum over it has a value.
"""

from __future__ import annotations

from derive import build
from derive.core import Expr
from derive.fraction import Fraction
from derive.functions import NONNEGATIVE, named
from derive.size_names import size_names

INCREASING = named(lambda f: f.increasing)
"""Functions of numbers, increasing wherever they are defined."""


def pulled(node: Expr) -> Expr | None:
    """Return a ``maxover`` or ``minover`` in the form of this module, None if it is in that form already."""
    sign = 1 if node.op == "maxover" else -1
    found = _times(sign, _largest(node, sign, node.args[0]))
    return None if found == node else found


def _largest(node: Expr, sign: int, body: Expr) -> Expr:
    """Return the largest of ``sign`` times a body over the range of an extremum."""
    index = node.data[0]
    if index not in size_names(body):
        return _times(sign, body)
    if body.op in ("maxover", "minover"):
        body = pulled(body) or body
    if body.op == "add":
        free = [a for a in body.args if index not in size_names(a)]
        bound = [a for a in body.args if index in size_names(a)]
        if free:
            return build.add(*(_times(sign, a) for a in free), _largest(node, sign, build.add(*bound)))
    if body.op == "scale" and (c := _constant(body.args[0])):
        found = _largest(node, sign if c > 0 else -sign, body.args[1])
        return found if abs(c) == 1 else build.scale(build.const(abs(c)), found)
    if body.op == "scale" and index not in size_names(body.args[0]) and _is_nonnegative(body.args[0]):
        return build.scale(body.args[0], _largest(node, sign, body.args[1]))
    if body.op == "map" and body.data[0] in INCREASING:
        return _times(sign, build.map_(body.data[0], _times(sign, _largest(node, sign, body.args[0]))))
    if body.op == "hpow" and (exponent := _constant(body.args[1])) and exponent > 0:
        base = body.args[0]
        if exponent.denominator == 1 and exponent % 2 == 0 and not _is_nonnegative(base):
            base = build.map_("abs", base)
        if (
            _is_nonnegative(base) or exponent.numerator % 2 == 1
        ):  # a root of even degree has nonnegative arguments alone
            return _times(sign, build.hpow(_times(sign, _largest(node, sign, base)), build.const(exponent)))
    _, low, high = node.data
    return build.over("maxover", index, low, high, _times(sign, body))


def _times(sign: int, e: Expr) -> Expr:
    if sign > 0:
        return e
    return e.args[1] if e.op == "scale" and _constant(e.args[0]) == -1 else build.neg(e)


def _constant(e: Expr) -> Fraction | None:
    return e.data[0] if e.op == "const" else None


def _is_nonnegative(e: Expr) -> bool:
    """Whether an expression is written as one without negative values."""
    if e.op == "map":
        return e.data[0] in NONNEGATIVE
    if e.op == "hpow":
        return _is_nonnegative(e.args[0])
    if e.op in ("sum", "add", "scale", "hadamard"):
        return all(map(_is_nonnegative, e.args))
    return e.op == "norm" or (e.op == "const" and e.data[0] >= 0)


__all__ = ["INCREASING", "pulled"]
