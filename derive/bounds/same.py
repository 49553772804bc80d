"""Equality of two expressions, asked of the index form."""

from __future__ import annotations

from derive.bounds.facts import Facts
from derive.core import Expr, Problem, Rel, walk


def are_equal(facts: Facts, left: Expr, right: Expr) -> bool:
    """Whether the index form shows an equality for all sizes and at every point, kinks and jumps included."""
    from derive.index import prove

    nodes = [*walk(left), *walk(right)]
    variables = tuple({n.data[0]: n.shape for n in nodes if n.op == "var"}.items())
    sizes = tuple(sorted({name for node in nodes for total in node.shape.totals for name in total.names}))
    found = prove(Problem(variables, (), tuple(facts.indices), sizes, facts.rules, (), Rel("=", left, right)))
    return found.outcome == "agree" and found.proof and not found.detail.get("excluded")
