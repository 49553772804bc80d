r"""The road of orders of growth: ``f(n) = O(n^2)`` and ``\|v\| \to 0 \implies g(v) = o(\|v\|)``, with the list of rules used."""

from __future__ import annotations

import time
from dataclasses import replace

from derive.bounds.comparison.prover import read_facts
from derive.bounds.facts.facts import MAX_WORK
from derive.bounds.forms.bound import Step
from derive.bounds.forms.normal import MAX_WRITTEN, guard, is_too_long
from derive.bounds.rewriting.function_points import at_points
from derive.bounds.road import GROWTH, joined, prove_formula
from derive.core import Formula, Logic, Problem, Quantified, formula_exprs
from derive.errors import DeriveError
from derive.evidence import Evidence
from derive.limits.asymptotics import order_steps

Steps = tuple[Step, ...]


def prove_order(problem: Problem, *, work: int = MAX_WORK) -> Evidence:
    """Try to prove that quantities are of an order of growth, or tend to something.

    Args:
        problem: The statement; beside orders it may claim bounds.
        work: How many steps of the search for replacements to allow.

    Returns:
        Evidence of the road ``norm rules``: outcome ``agree`` with ``proof=True`` and ``detail["rules"]``, the list of
        (rule, statement) pairs in the order of use, or outcome ``none`` with the reason. Never ``disagree``.

    """
    start = time.perf_counter()
    exprs = [e for formula in (problem.goal, *problem.hypotheses) for e in formula_exprs(formula)]
    if any(map(is_too_long, exprs)):
        return Evidence("norm rules", "none", "all sizes", {"reason": f"more than {MAX_WRITTEN} parts, written out"})
    steps, reason = None, "no chain of rules reaches the stated order"
    try:
        for expr in exprs:
            guard(expr)
        told = at_points(problem)
        steps = _steps(told, told.goal, (), work)
    except DeriveError as error:
        reason = error.message
    seconds = time.perf_counter() - start
    if steps is None:
        return Evidence("norm rules", "none", "all sizes", {"reason": reason}, seconds)
    detail = {"rules": [{"rule": rule, "statement": text} for rule, text in steps]}
    return Evidence("norm rules", "agree", "all sizes", detail, seconds, proof=True)


def _steps(problem: Problem, goal: Formula, extra: tuple[Formula, ...], work: int) -> Steps | None:
    """The steps that prove a formula under the hypotheses and the extra formulas, or None."""
    if isinstance(goal, Logic) and goal.op == "implies":
        *premises, conclusion = goal.args
        return _steps(problem, conclusion, (*extra, *premises), work)
    if isinstance(goal, Logic) and goal.op == "and":
        found = [_steps(problem, part, extra, work) for part in goal.args]
        return None if None in found else joined(steps for steps in found if steps is not None)
    if isinstance(goal, Quantified) and goal.kind == "forall":
        ranges = tuple(names for names in goal.names if len(names) == 3)
        return _steps(replace(problem, indices=(*problem.indices, *ranges)), goal.body, extra, work)  # type: ignore[arg-type]
    if isinstance(goal, Logic | Quantified) or goal.op not in GROWTH:
        return prove_formula(problem, goal, extra, work)
    facts = read_facts(problem, extra)
    facts.most = work
    return order_steps(replace(problem, hypotheses=(*problem.hypotheses, *extra)), facts, goal)


__all__ = ["prove_order"]
