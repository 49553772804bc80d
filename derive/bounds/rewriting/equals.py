"""Equals put for equals: what a hypothesis says to be a constant (``A = 1/n 1 1^T``) is replaced in the goal.

So is a formula that a hypothesis says to be another one: ``(x - a 1) o y`` under ``(x - a 1) o y = (x^T y) x``.

A hypothesis speaks of the point at hand. The body of a derivative, an integral, a supremum or a limit is about other
points too and is left as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from derive import build
from derive.build import free_names, rebuild, substitute
from derive.core import Expr, Formula, Logic, Problem, Rel, mapped_formula, walk
from derive.errors import DeriveError
from derive.parts import replace_part
from derive.size_names import size_names

BINDERS = (*build.BINDS_IN_FIRST, "sup", "inf", *build.LIMITS)


def with_equals(problem: Problem) -> Iterator[Problem]:
    """Yield the problem with its goal's constant parts in their shortest form, then with formulas for others."""
    stated = [rel for rel in problem.hypotheses if isinstance(rel, Rel) and rel.op == "="]
    forth, back = [(rel.lhs, rel.rhs) for rel in stated], [(rel.rhs, rel.lhs) for rel in stated]
    ways = (
        (_is_constant, [*forth, *back]),
        (_is_formula, forth),
        (_is_formula, back),
        (_is_name, forth),
        (_is_name, back),
    )
    for may, pairs in ways:
        goal = problem.goal
        for part, by in pairs:
            if _is_plain(goal) and may(problem, part, by):
                goal = mapped_formula(goal, lambda side, part=part, by=by: _replaced(side, part, by))
        if goal != problem.goal:
            yield replace(problem, goal=goal)


def _is_plain(goal: Formula) -> bool:
    """Whether nothing is quantified in it."""
    return isinstance(goal, Rel) or (isinstance(goal, Logic) and all(map(_is_plain, goal.args)))


def _is_constant(problem: Problem, part: Expr, by: Expr) -> bool:
    """Whether a part of the goal may be a constant instead: no index stands in it, and it becomes simpler."""
    return _is_closed(problem, part, by) and bool(free_names(part)) and not free_names(by)


def _is_formula(problem: Problem, part: Expr, by: Expr) -> bool:
    """Whether a formula, not a name, may stand for another one that does not contain it."""
    return _is_closed(problem, part, by) and bool(part.args) and bool(free_names(part)) and part not in set(walk(by))


def _is_name(problem: Problem, part: Expr, by: Expr) -> bool:
    """Whether a name may stand for what a hypothesis says that it is, a formula without it."""
    return _is_closed(problem, part, by) and part.op == "var" and part.data[0] not in free_names(by)


def _is_closed(problem: Problem, part: Expr, by: Expr) -> bool:
    return size_names(part) | size_names(by) <= set(problem.sizes) and part.shape == by.shape


def _replaced(expr: Expr, part: Expr, by: Expr) -> Expr:
    """Replace a part: a variable by a constant wherever it is free, anything else outside binders."""
    try:
        if part.op == "var" and not free_names(by):
            return substitute(expr, {part.data[0]: by})
        hidden: dict[str, Expr] = {}
        covered = _covered(expr, size_names(part) | size_names(by), hidden)
        return substitute(replace_part(covered, part, by), hidden)
    except DeriveError:
        return expr


def _covered(expr: Expr, letters: frozenset[str], hidden: dict[str, Expr]) -> Expr:
    """Return the expression with binders of a variable, or of an index among the letters, behind fresh names."""
    done: dict[Expr, Expr] = {}
    for node in walk(expr):
        index = {node.data[0]} if node.op in build.BINDS_INDEX else set()
        index = {node.data[0], node.data[2]} if node.op == "blocks" else index
        if node.op in BINDERS or index & letters:
            name = build.fresh("bound")
            hidden[name] = node
            done[node] = build.var(name, node.shape)
        else:
            done[node] = rebuild(node, [done[a] for a in node.args])
    return done[expr]


__all__ = ["with_equals"]
