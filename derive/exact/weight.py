"""How heavy a claim is: the entries of all its sub-expressions at some sizes."""

from __future__ import annotations

from collections.abc import Mapping

from derive.core import Problem, formula_exprs, walk
from derive.sizes import Shape

DERIVATIVES = ("deriv", "grad", "frechet")


def weight(problem: Problem, sizes: Mapping[str, int]) -> int:
    """Return the entries of all sub-expressions of the goal, with their derivatives by one variable."""
    nodes = {node for top in formula_exprs(problem.goal) for node in walk(top)}
    widest = max((_length(n.args[1].shape, sizes) for n in nodes if n.op in DERIVATIVES), default=1)
    return widest * sum(_length(node.shape, sizes) for node in nodes)


def _length(shape: Shape, sizes: Mapping[str, int]) -> int:
    rows, cols = shape.totals
    if not (rows.names | cols.names) <= sizes.keys():  # depends on a bound index
        return 1
    height, width = shape.evaluate(sizes)
    return height * width
