r"""Tables of numbers that are matrices: ``d_i := \sum_j A_{ij}`` is ``A 1``, ``e^{S_{ij}} / \sum_k e^{S_{ik}}`` is ``softmax(S)``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from derive import build
from derive.bounds.forms.normal import ONE, canonical, strip
from derive.core import Expr, Formula, Problem, Rel, formula_exprs, mapped_formula, walk
from derive.entries import Range, whole_matrix
from derive.index.sequences.open_tables import opened_entry, with_open_tables
from derive.size_names import map_sizes, size_names
from derive.sizes import Size


def with_tables(problem: Problem) -> Problem:
    """Return a problem with the tables that are matrices as these; the problem itself if it has none."""
    goal = problem.goal
    formulas = (with_open_tables(goal) if isinstance(goal, Rel) else goal, *problem.hypotheses)
    if not any(node.op == "blocks" for node in _nodes(formulas)):
        return replace(problem, goal=formulas[0])
    goal, *hypotheses = (mapped_formula(f, lambda e: build.bottom_up(e, _matrix)) for f in formulas)
    return replace(problem, goal=goal, hypotheses=tuple(hypotheses))


def with_open_entries(problem: Problem) -> Problem | None:
    """The problem with the entries of tables in its goal as what defines them, None if it has none."""
    goal = mapped_formula(problem.goal, lambda e: build.bottom_up(e, opened_entry))
    return None if goal == problem.goal else replace(problem, goal=goal)


def _nodes(formulas: tuple[Formula, ...]) -> Iterator[Expr]:
    return (node for f in formulas for e in formula_exprs(f) for node in walk(e))


def _matrix(node: Expr) -> Expr:
    if node.op != "blocks" or not node.args[0].shape.is_scalar:
        return node
    i, m, j, n = node.data
    first, second = (i, m), (j, n)
    found = whole_matrix(node.args[0], first, second) or _softmax(node.args[0], first, second)
    return node if found is None else build.reshape(found, node.shape)


def _softmax(body: Expr, first: Range, second: Range) -> Expr | None:
    """The softmax of the rows of a table, or of a column, if a number is one of its entries."""
    if body.op != "scale":
        return None
    for below, power in (body.args, body.args[::-1]):
        below, power = strip(below), strip(power)
        if below.op != "hpow" or strip(below.args[1]) != build.const(-1) or (power.op, power.data) != ("map", ("exp",)):
            continue
        total, column = strip(below.args[0]), second[1] == ONE
        index, length = first if column else second
        if total.op != "sum" or total.data[1:] != (ONE, length) or index in size_names(total):
            continue
        term = map_sizes(total.args[0], {total.data[0]: Size.of(index)})
        if canonical(strip(term)) != canonical(power):
            continue
        logits = whole_matrix(power.args[0], first, second)
        if logits is None:
            logits = build.blocks(*first, *second, power.args[0])
        return build.transpose(build.softmax(build.transpose(logits))) if column else build.softmax(logits)
    return None


__all__ = ["with_open_entries", "with_tables"]
