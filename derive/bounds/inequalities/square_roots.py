"""Inequalities between squares: ``a^2 <= b^2`` where ``0 <= a <= b``, as ``||x_T||^2 <= q^(2 T) ||x_0||^2``.

And the other way round: ``||x|| <= sqrt(n)`` where ``||x||^2 <= n``.
"""

from __future__ import annotations

from dataclasses import replace
from math import isqrt

from derive import build
from derive.bounds.forms.normal import is_scalar, strip
from derive.bounds.forms.numbers import number_of
from derive.core import Expr, Problem, Rel, walk
from derive.fraction import Fraction
from derive.index.sequences.members import whole_number


def with_roots(problem: Problem) -> Problem | None:
    """Return a sufficient problem: the roots of both sides compared; None if they are no products of squares, or no norm is below."""
    goal = problem.goal
    if not isinstance(goal, Rel) or goal.op not in ("<=", ">="):
        return None
    small, large = (goal.lhs, goal.rhs) if goal.op == "<=" else (goal.rhs, goal.lhs)
    small, large = strip(small), strip(large)
    if not (is_scalar(small) and is_scalar(large)) or small.op != "hpow" or strip(small.args[0]).op != "norm":
        return None
    roots = [_root(side) for side in (small, large)]
    if roots[0] is None or roots[1] is None:
        return None
    sides = (roots[0], roots[1]) if goal.op == "<=" else (roots[1], roots[0])
    return replace(problem, goal=Rel(goal.op, *sides))


def with_squares(problem: Problem) -> Problem | None:
    """Return a sufficient problem: the squares of a norm and of a product with a root compared; None if it is none of these."""
    goal = problem.goal
    if not isinstance(goal, Rel) or goal.op not in SWITCHED or not (is_scalar(goal.lhs) and is_scalar(goal.rhs)):
        return None
    small, large = (goal.lhs, goal.rhs) if goal.op in ("<=", "<") else (goal.rhs, goal.lhs)
    small, square = strip(small), _square(large)
    if small.op != "norm" or small.data[0] not in ("2", "F") or square is None or not _has_root(large):
        return None
    sides = build.hpow(small, build.const(2)), square
    return replace(problem, goal=Rel(goal.op, *(sides if goal.op in ("<=", "<") else sides[::-1])))


SWITCHED = ("<=", "<", ">=", ">")


def _square(expr: Expr) -> Expr | None:
    """The square of a number that is not negative by its form: of roots, norms, sizes and products of them."""
    expr = strip(expr)
    two = build.const(2)
    if expr.op == "const":
        return build.const(expr.data[0] ** 2) if expr.data[0] >= 0 else None
    if _is_root(expr):
        return build.reshape(expr.args[0], build.SCALAR)
    if expr.op == "norm":
        return build.hpow(expr, two)
    if expr.op in ("scale", "hadamard"):
        parts = [_square(part) for part in expr.args]
        known = [part for part in parts if part is not None]
        return build.scale(*known) if len(known) == len(parts) == 2 else None
    return None


def _has_root(expr: Expr) -> bool:
    return any(_is_root(node) for node in walk(expr))


def _is_root(node: Expr) -> bool:
    """Whether it is a square root, as a function or as a power with the exponent 1/2, however that is written."""
    if node.op != "hpow":
        return node.op == "map" and node.data[0] == "sqrt"
    return number_of(node.args[1]) == Fraction(1, 2)


def _root(expr: Expr) -> Expr | None:
    """A number whose square an expression is, by its form: of even powers, products, and squares of rationals, and sums of them."""
    expr = strip(expr)
    if expr.op == "const":
        return _rational_root(expr.data[0])
    if expr.op == "add":
        squares = all(_root(build.reshape(term, build.SCALAR)) is not None for term in expr.args)
        return build.sqrt(build.reshape(expr, build.SCALAR)) if squares else None
    if expr.op in ("scale", "hadamard"):
        roots = [_root(a) for a in expr.args]
        known = [r for r in roots if r is not None]
        return build.scale(*known) if len(known) == len(roots) == 2 else None
    if expr.op != "hpow":
        return None
    base, exponent = expr.args
    number = whole_number(exponent)
    if number is None or any(c.denominator != 1 or c % 2 for _, c in number.terms):
        return None
    half = number * Fraction(1, 2)
    if half.constant == 1:
        return base
    return build.hpow(base, build.const(half.constant) if half.constant is not None else build.size(half))


def _rational_root(value: Fraction) -> Expr | None:
    if value < 0:
        return None
    root = Fraction(isqrt(value.numerator), isqrt(value.denominator))
    return build.const(root) if root * root == value else None


__all__ = ["with_roots", "with_squares"]
