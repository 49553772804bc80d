r"""The smaller of two sizes is one of them: what is true of both of them is true of ``\min(m, n)``, and likewise of the larger.

A statement with ``\sqrt{\min(m, n)}`` follows from the same with m in its place under m <= n and with n under n <= m.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from derive.bounds.forms.bound import Step
from derive.core import Expr, Formula, Logic, Problem, Rel, formula_exprs, walk
from derive.parts import replace_part

RULE: Step = ("cases", "the smaller of two sizes is one of them")


def with_size_cases(problem: Problem) -> Iterator[Problem]:
    """Yield the problem as two statements, one for each size that a minimum or maximum in its goal can be."""
    goal = problem.goal
    if not isinstance(goal, Rel) or goal.op not in ("<=", "<", ">=", ">", "="):
        return
    found = list(dict.fromkeys(n for e in formula_exprs(goal) for n in walk(e) if _is_of_sizes(n, set(problem.sizes))))
    if len(found) == 1:
        node = found[0]
        yield replace(problem, goal=Logic("and", tuple(_case(goal, node, size) for size in node.args)))


def _case(goal: Rel, node: Expr, size: Expr) -> Formula:
    """The goal with one of the sizes, where it is the smaller or the larger one."""
    chosen = replace(goal, lhs=replace_part(goal.lhs, node, size), rhs=replace_part(goal.rhs, node, size))
    other = next(a for a in node.args if a != size)
    first, second = (size, other) if node.op == "min" else (other, size)
    return Logic("implies", (Rel("<=", first, second), chosen))


def _is_of_sizes(node: Expr, sizes: set[str]) -> bool:
    """Whether it is the smaller or the larger of two sizes; an index of a sum would mean nothing outside of it."""
    if node.op not in ("min", "max") or len(node.args) != 2 or node.args[0] == node.args[1]:
        return False
    return all(a.op == "size" and a.data[0].names <= sizes for a in node.args)


__all__ = ["RULE", "with_size_cases"]
