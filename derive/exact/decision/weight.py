"""How heavy a claim is: the entries of all its sub-expressions at some sizes, and the steps of one evaluation."""

from __future__ import annotations

from collections.abc import Mapping

from derive.build import BINDS_INDEX, DERIVATIVES
from derive.core import Expr, Problem, formula_exprs, walk
from derive.sizes import Shape, Size

ONE = Size.of(1)
REPEATS = 4  # what a derivative by a tape costs, relative to its body


def weight(problem: Problem, sizes: Mapping[str, int]) -> int:
    """Return the entries of all sub-expressions of the goal, with their derivatives by one variable."""
    nodes = {node for top in formula_exprs(problem.goal) for node in walk(top)}
    widest = max((_length(n.args[1].shape, sizes) for n in nodes if n.op in DERIVATIVES), default=1)
    return widest * sum(_length(node.shape, sizes) for node in nodes)


def tape(problem: Problem, sizes: Mapping[str, int]) -> int:
    """Return about how many entries reverse differentiation of the goal holds at once: those of a body for each entry of its value."""
    known: dict[Expr, int] = {}
    for top in formula_exprs(problem.goal):
        for node in walk(top):
            inner = [known[a] for a in node.args]
            if node.op in DERIVATIVES:
                inner[0] *= _length(node.args[0].shape, sizes)
            known[node] = max([_length(node.shape, sizes), *inner])
    return max(known.values(), default=1)


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


def unrolled(problem: Problem, sizes: Mapping[str, int]) -> int:
    """Return about how many operations one evaluation of the goal takes where every sum runs over all its terms."""
    seen: set[tuple[Expr, int]] = set()
    stack = [(top, 1, dict(sizes)) for top in formula_exprs(problem.goal)]
    count = 0
    while stack:
        node, times, known = stack.pop()
        if (node, times) in seen:
            continue
        seen.add((node, times))
        count += times
        terms, inner = _terms(node, known)
        stack.extend(
            (child, times * terms, inner) if k == 0 else (child, times, known) for k, child in enumerate(node.args)
        )
    return count


def _terms(node: Expr, known: dict[str, int]) -> tuple[int, dict[str, int]]:
    """How often the first part of a node is evaluated, and the sizes and the largest indices known there."""
    if node.op == "blocks":
        ranges = ((node.data[0], ONE, node.data[1]), (node.data[2], ONE, node.data[3]))
    else:
        ranges = (node.data,) if node.op in BINDS_INDEX else ()
    terms = 1
    for name, low, high in ranges:
        first, last = (_value(s, known) for s in (low, high))
        terms, known = terms * max(0, last - first + 1), {**known, name: last}
    return terms, known


def _value(size: Size, known: Mapping[str, int]) -> int:
    """The value of a bound of a range, 1 where it is not known."""
    try:
        return size.evaluate(known)
    except (KeyError, ValueError):
        return 1


def _length(shape: Shape, sizes: Mapping[str, int]) -> int:
    rows, cols = shape.totals
    if not (rows.names | cols.names) <= sizes.keys():  # depends on a bound index
        return 1
    height, width = shape.evaluate(sizes)
    return height * width
