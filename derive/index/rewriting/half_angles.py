"""Angles that are halves or thirds: ``sin(x / 2)`` at x is ``sin(y)`` at ``x = 2 y``, whose multiples are expanded.

What is said of all x is said of all ``2 y``.
"""

from __future__ import annotations

from dataclasses import replace
from math import lcm

from derive import build
from derive.asked import about, itself
from derive.core import Expr, Problem, formula_exprs, walk

LARGEST = 4
CIRCULAR = ("sin", "cos")


@about("map", untouched=itself)
def whole_angles(problem: Problem) -> Problem:
    """Return the problem with multiples of its variables in their place, so that angles are no fractions of them."""
    formulas = (problem.goal, *problem.hypotheses)
    nodes = {e for f in formulas for top in formula_exprs(f) for e in walk(top)}
    angles = [e.args[0] for e in nodes if e.op == "map" and e.data[0] in CIRCULAR]
    parts = [e for a in angles for e in walk(a)]
    multiple = lcm(*(e.data[0].denominator for e in parts if e.op == "const"), *(d for e in parts if (d := _divisor(e))))
    names = {n for a in angles for n in build.free_names(a)}
    values = {n: build.scale(build.const(multiple), build.var(n, shape)) for n, shape in problem.variables if n in names}
    if not 1 < multiple <= LARGEST or not values:
        return problem
    told = [build.substitute_formula(f, values) for f in formulas]
    return replace(problem, goal=told[0], hypotheses=tuple(told[1:]))


def _divisor(e: Expr) -> int:
    """The whole number by which is divided, 1 if none is."""
    inner, power = (e.args[0], e.args[1]) if e.op == "hpow" else (None, None)
    divides = inner is not None and power is not None and inner.op == power.op == "const" and power.data[0] == -1
    return inner.data[0].numerator if divides and inner is not None and inner.data[0].denominator == 1 else 1


__all__ = ["whole_angles"]
