"""How heavy a claim is: the entries of all its sub-expressions at some sizes, and the steps of one evaluation."""

from __future__ import annotations

from collections.abc import Mapping

from derive.build import DERIVATIVES
from derive.core import Expr, Problem, formula_exprs, walk
from derive.sizes import Shape

REPEATS = 4  # what a derivative by a tape costs, relative to its body


def weight(problem: Problem, sizes: Mapping[str, int]) -> int:
    """Return the entries of all sub-expressions of the goal, with their derivatives by one variable."""
    nodes = {node for top in formula_exprs(problem.goal) for node in walk(top)}
    widest = max((_length(n.args[1].shape, sizes) for n in nodes if n.op in DERIVATIVES), default=1)
    return widest * sum(_length(node.shape, sizes) for node in nodes)


def steps(problem: Problem) -> int:
    """Return about how many operations on arrays one evaluation of the goal takes: a derivative repeats its body."""
    seen: set[tuple[Expr, int]] = set()
    stack = [(top, 0) for top in formula_exprs(problem.goal)]
    count = 0
    while stack:
        node, depth = stack.pop()
        if (node, depth) in seen:
            continue
        seen.add((node, depth))
        count += REPEATS**depth
        inner = depth + (node.op in DERIVATIVES)
        stack.extend((child, inner if k == 0 else depth) for k, child in enumerate(node.args))
    return count


def _length(shape: Shape, sizes: Mapping[str, int]) -> int:
    rows, cols = shape.totals
    if not (rows.names | cols.names) <= sizes.keys():  # depends on a bound index
        return 1
    height, width = shape.evaluate(sizes)
    return height * width
