"""Inverses in a statement, each put in other words."""

from __future__ import annotations

from collections.abc import Callable

from derive.build import rebuild
from derive.core import Expr, Rel, walk


def with_inverses(goal: Rel, inverse: Callable[[Expr], Expr | None]) -> Rel:
    """Return a statement with what a function says of the inverse of a matrix; where it says None the inverse stays."""
    return Rel(goal.op, _written(goal.lhs, inverse), _written(goal.rhs, inverse), goal.data)


def _written(expr: Expr, inverse: Callable[[Expr], Expr | None]) -> Expr:
    table: dict[Expr, Expr] = {}
    for node in walk(expr):
        found = inverse(node.args[0]) if node.op == "inv" else None
        table[node] = rebuild(node, [table[a] for a in node.args]) if found is None else found
    return table[expr]


__all__ = ["with_inverses"]
