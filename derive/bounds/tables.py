r"""Tables of numbers that are matrices: ``d_i := \sum_j A_{ij}`` is ``A 1``, and the matrix of all ``A_{ji}`` is ``A^T``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from derive import build
from derive.core import Expr, Formula, Problem, formula_exprs, mapped_formula, walk
from derive.language.entries import whole_matrix


def with_tables(problem: Problem) -> Problem:
    """Return a problem with the tables that are matrices as these; the problem itself if it has none."""
    formulas = (problem.goal, *problem.hypotheses)
    if not any(node.op == "blocks" for node in _nodes(formulas)):
        return problem
    goal, *hypotheses = (mapped_formula(f, lambda e: build.bottom_up(e, _matrix)) for f in formulas)
    return replace(problem, goal=goal, hypotheses=tuple(hypotheses))


def _nodes(formulas: tuple[Formula, ...]) -> Iterator[Expr]:
    return (node for f in formulas for e in formula_exprs(f) for node in walk(e))


def _matrix(node: Expr) -> Expr:
    if node.op != "blocks" or not node.args[0].shape.is_scalar:
        return node
    i, m, j, n = node.data
    found = whole_matrix(node.args[0], (i, m), (j, n))
    return node if found is None else build.reshape(found, node.shape)


__all__ = ["with_tables"]
