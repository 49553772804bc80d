"""Inequalities between squares: ``a^2 <= b^2`` where ``0 <= a <= b``, as ``||x_T||^2 <= q^(2 T) ||x_0||^2``."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import isqrt

from derive import build
from derive.bounds.forms.normal import is_scalar, strip
from derive.core import Expr, Problem, Rel
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


def _root(expr: Expr) -> Expr | None:
    """A number whose square an expression is, by its form: of even powers, products, and squares of rationals."""
    expr = strip(expr)
    if expr.op == "const":
        return _rational_root(expr.data[0])
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


__all__ = ["with_roots"]
