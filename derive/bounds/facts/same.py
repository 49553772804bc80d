"""Equality of two expressions, asked of the index form."""

from __future__ import annotations

from functools import lru_cache

from derive.bounds.facts.facts import Facts
from derive.build import DERIVATIVES, zeros
from derive.core import Expr, Problem, Rel, walk
from derive.evidence import Evidence
from derive.index import prove

MAX_NODES = 300
STEPS = 20_000
LONG = 200_000
KEPT = 2_000
"""Answers that are remembered: many theorems suppose the same of the same matrices, and a claim is asked about often."""


def are_equal(facts: Facts, left: Expr, right: Expr) -> bool:
    """Whether the index form shows an equality for all sizes and at every point, kinks and jumps included."""
    nodes = [*walk(left), *walk(right)]
    if facts.limited or len(nodes) > MAX_NODES or any(node.op in DERIVATIVES for node in nodes):
        return False  # what is differentiated is compared by its own road
    found = _shown(facts, left, right, STEPS)
    return found.outcome == "agree" and found.proof and not found.detail.get("excluded")


def vanishes(facts: Facts, matrix: Expr) -> bool:
    """Whether the index form shows that a matrix is zero, wherever the derivatives in it exist."""
    found = _shown(facts, matrix, zeros(matrix.shape.rows, matrix.shape.cols), LONG)
    return found.outcome == "agree" and found.proof


def _shown(facts: Facts, left: Expr, right: Expr, steps: int) -> Evidence:
    nodes = [*walk(left), *walk(right)]
    variables = tuple({n.data[0]: n.shape for n in nodes if n.op == "var"}.items())
    sizes = tuple(sorted({name for node in nodes for total in node.shape.totals for name in total.names}))
    return _proved(Problem(variables, (), tuple(facts.indices), sizes, facts.rules, (), Rel("=", left, right)), steps)


@lru_cache(maxsize=KEPT)
def _proved(problem: Problem, steps: int) -> Evidence:
    return prove(problem, steps=steps)
