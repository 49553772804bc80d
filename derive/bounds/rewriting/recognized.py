r"""Functions that a text writes out: ``1 / (1 + e^{-x})`` is the sigmoid, ``log(1 + e^x)`` softplus, ``(1 + erf(x / sqrt 2)) / 2`` Phi.

The rules know the functions by their names alone; each pattern is an identity for all real x.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from derive import build
from derive.bounds.forms.normal import is_scalar, strip
from derive.core import Expr, Problem, mapped, walk
from derive.fraction import Fraction

RULE = ("written out", "1 / (1 + e^(-x)) is the sigmoid, log(1 + e^x) is softplus")
ONE = build.const(1)


def with_recognized(problem: Problem) -> Iterator[Problem]:
    """Yield the problem with the functions that are written out by their names, if there are any."""
    found = replace(mapped(problem, _recognized), notes=problem.notes)
    if found != problem:
        yield found


def _recognized(e: Expr) -> Expr:
    if not any(n.op == "map" and n.data[0] == "exp" for n in walk(e)):
        return e
    return build.bottom_up(e, lambda node: _sigmoid(node) or _softplus(node) or _times_one(node) or node)


def _sigmoid(e: Expr) -> Expr | None:
    """``(1 + e^t)^-1 = sigmoid(-t)``, entry by entry."""
    if e.op != "hpow" or strip(e.args[1]) != build.const(Fraction(-1)):
        return None
    argument = _one_and_exponential(e.args[0])
    return None if argument is None else build.reshape(build.map_("sigmoid", _turned(argument)), e.shape)


def _softplus(e: Expr) -> Expr | None:
    if e.op != "map" or e.data[0] != "log":
        return None
    argument = _one_and_exponential(e.args[0])
    return None if argument is None else build.reshape(build.map_("softplus", argument), e.shape)


def _one_and_exponential(e: Expr) -> Expr | None:
    """The t of ``1 + e^t``, entry by entry."""
    e = strip(e)
    if e.op != "add" or len(e.args) != 2:
        return None
    for one, other in (e.args, e.args[::-1]):
        other = strip(other)
        if _is_one(one) and other.op == "map" and other.data[0] == "exp":
            return other.args[0]
    return None


def _is_one(e: Expr) -> bool:
    """Whether every entry is one."""
    e = strip(e)
    return all(map(_is_one, e.args)) if e.op == "scale" else e.op == "ones" or (is_scalar(e) and e == ONE)


def _times_one(e: Expr) -> Expr | None:
    """An entrywise product with a matrix of ones."""
    if e.op != "hadamard":
        return None
    return next((b for a, b in (e.args, e.args[::-1]) if _is_one(a) and b.shape == e.shape), None)


def _turned(argument: Expr) -> Expr:
    """An argument with the other sign."""
    if argument.op == "scale" and argument.args[0] == build.const(-1):
        return argument.args[1]
    return build.neg(argument)


__all__ = ["RULE", "with_recognized"]
