"""A goal taken apart: hypotheses of an implication and universal quantifiers move into the problem."""

from __future__ import annotations

from dataclasses import replace

from derive.core import Logic, Problem, Quantified, Rel
from derive.errors import NotSupported


def flatten(problem: Problem) -> list[Problem]:
    """Return problems whose goals are single relations; all of them together are the problem.

    Raises:
        NotSupported: The goal is a disjunction, an equivalence or an existence statement.

    """
    goal = problem.goal
    if isinstance(goal, Rel):
        return [problem]
    if isinstance(goal, Quantified):
        return _quantified(problem, goal)
    if goal.op == "and":
        return [part for g in goal.args for part in flatten(replace(problem, goal=g))]
    if goal.op == "implies":
        *hypotheses, conclusion = goal.args
        return flatten(replace(problem, hypotheses=(*problem.hypotheses, *hypotheses), goal=conclusion))
    if goal.op == "iff" and len(goal.args) == 2:
        a, b = goal.args
        return flatten(replace(problem, goal=Logic("and", (Logic("implies", (a, b)), Logic("implies", (b, a))))))
    if goal.op == "not" and isinstance(goal.args[0], Rel) and goal.args[0].op in ("=", "!="):
        rel = goal.args[0]
        return [replace(problem, goal=Rel("!=" if rel.op == "=" else "=", rel.lhs, rel.rhs))]
    raise NotSupported(f"the exact road does not decide a goal of the form '{goal.op}'")


def _quantified(problem: Problem, goal: Quantified) -> list[Problem]:
    if goal.kind != "forall":
        raise NotSupported("the exact road does not decide existence")
    indices = tuple((n[0], n[-2], n[-1]) for n in goal.names if len(n) > 2)
    variables = tuple((n[0], n[1]) for n in goal.names if len(n) == 2)
    known = {name for name, _ in problem.variables}
    added = tuple(v for v in variables if v[0] not in known)
    return flatten(
        replace(problem, indices=problem.indices + indices, variables=problem.variables + added, goal=goal.body)
    )
