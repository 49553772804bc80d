"""Claims that say nothing: hypotheses that no input meets, right sides that are infinite for every input."""

from __future__ import annotations

from derive.bounds.comparison.prover import read_facts
from derive.bounds.facts.facts import NONNEGATIVE, Facts, elementwise, size_sign
from derive.bounds.facts.reading import extended
from derive.bounds.forms.normal import guard, is_too_long, strip
from derive.bounds.quantities.kernels import always_singular
from derive.core import Expr, Formula, Logic, Problem, Rel, formula_exprs, operators, walk
from derive.errors import DeriveError
from derive.infinite import impossible, infinite_sign
from derive.language.printing.core_latex import core_to_latex
from derive.vacuity.absent import absent
from derive.vacuity.contradictions import contradiction, number
from derive.vacuity.outside import outside
from derive.whole import whole

SELECTING = frozenset({"entry", "row", "col", "basis", "order", "sigma", "eig"})
"""The operations with places that a matrix may not have."""
INFINITE = frozenset({"kappa", "real"})
"""Those that may be infinite at every input."""
PARTIAL = frozenset({"inv", "hpow"})
"""Those that may have no value at any, beside functions."""


def vacuous(problem: Problem, violated: bool = False) -> str | None:
    """Return a small proof, in words, that a claim is empty, or None if none is found.

    Either the hypotheses (those of the goal's implications included) contradict each other at every input, or an upper
    bound has an infinite right side at every input (the condition number of a matrix that is singular by its form), or
    the claim is defined at no input (the inverse of such a matrix). Hypotheses on other symbols than the goal's count.

    Args:
        problem: The claim.
        violated: An input that violates the claim is certified. An infinite right side of a strict inequality says
            nothing then: a left side that is infinite too is not smaller.

    """
    problem = whole(problem) if problem.is_part else problem
    words = operators(problem)
    unmet = impossible(_opened(problem)[0]) if "real" in words else None
    if unmet is not None:
        infinite = unmet.rhs if infinite_sign(unmet.rhs) else unmet.lhs
        finite = unmet.lhs if infinite is unmet.rhs else unmet.rhs
        return f"no input meets the hypothesis that {core_to_latex(finite)} is infinite: it is a real quantity"
    try:
        for formula in (problem.goal, *problem.hypotheses):
            for expr in formula_exprs(formula):
                guard(expr)
                if is_too_long(expr):
                    return None
        hypotheses, conclusion = _opened(problem)
        return (
            contradiction(problem.rules, hypotheses)
            or _empty_extremum(problem, hypotheses, conclusion)
            or (_absent(problem, hypotheses, conclusion, violated) if words & SELECTING else None)
            or (_infinite(problem, hypotheses, conclusion, violated) if words & INFINITE else None)
            or (_undefined(problem, hypotheses, conclusion) if words & PARTIAL else None)
            or (_outside(problem, hypotheses, conclusion) if words & {*PARTIAL, "map"} else None)
        )
    except DeriveError:
        return None


def _opened(problem: Problem) -> tuple[tuple[Formula, ...], Formula]:
    hypotheses, goal = list(problem.hypotheses), problem.goal
    while isinstance(goal, Logic) and goal.op == "implies":
        hypotheses += goal.args[:-1]
        goal = goal.args[-1]
    return tuple(hypotheses), goal


# Right sides that are always infinite.


def _infinite(problem: Problem, hypotheses: tuple[Formula, ...], conclusion: Formula, violated: bool) -> str | None:
    if not isinstance(conclusion, Rel) or conclusion.op not in (("<=", ">=") if violated else ("<=", "<", ">=", ">")):
        return None
    large = strip(conclusion.rhs if conclusion.op in ("<=", "<") else conclusion.lhs)
    if conclusion.op in ("<", ">") and large.op == "real":
        return None  # "less than infinity" says that something is finite
    facts = extended(read_facts(problem), hypotheses)
    return _infinite_expr(facts, large)


def _infinite_expr(facts: Facts, expr: Expr) -> str | None:
    """Infinite: a sum with an infinite term and no negative one, a product of an infinite and positive factors."""
    expr = strip(expr)
    if not any(n.op == "kappa" or (n.op == "real" and n.data[0] == "infinity") for n in walk(expr)):
        return None
    if expr.op == "real" and expr.data[0] == "infinity":
        return "the right side is infinite"
    if expr.op == "kappa":
        kernel = always_singular(facts, expr.args[0])
        return (
            None
            if kernel is None
            else f"the right side is infinite at every input: kappa of a matrix that is always singular ({kernel})"
        )
    if expr.op == "add" and all(elementwise(facts, a) for a in expr.args):
        return next((r for r in (_infinite_expr(facts, a) for a in expr.args) if r is not None), None)
    if expr.op in ("scale", "hadamard"):
        for part, other in dict.fromkeys((expr.args, expr.args[::-1])):
            reason = _infinite_expr(facts, part)
            if reason is not None and _positive(facts, other):
                return reason
    if expr.op == "hpow" and (number(expr.args[1]) or 0) > 0:
        return _infinite_expr(facts, expr.args[0])
    if expr.op == "maxover" and size_sign(facts, expr.data[2] - expr.data[1] + 1):
        return _infinite_expr(facts, expr.args[0])
    return None


# Claims that are defined nowhere.


def _undefined(problem: Problem, hypotheses: tuple[Formula, ...], conclusion: Formula) -> str | None:
    facts = extended(read_facts(problem), hypotheses)
    for top in formula_exprs(conclusion):
        for node in walk(top):
            if node.op == "inv":
                kernel = always_singular(facts, node.args[0])
                if kernel is not None:
                    return (
                        f"the claim is defined at no input: the inverse of a matrix that is always singular ({kernel})"
                    )
            if node.op == "hpow" and (number(node.args[1]) or 0) < 0 and _is_zero(facts, strip(node.args[0])):
                return "the claim is defined at no input: a quotient by zero"
    return None


def _empty_extremum(problem: Problem, hypotheses: tuple[Formula, ...], conclusion: Formula) -> str | None:
    for top in formula_exprs(conclusion):
        for node in walk(top):
            if node.op in ("sup", "inf"):
                reason = contradiction(problem.rules, (*hypotheses, *node.data[1]))
                if reason is not None:
                    return f"the {node.op} is taken over the empty set at every input: {reason}"
    return None


def _absent(problem: Problem, hypotheses: tuple[Formula, ...], conclusion: Formula, violated: bool) -> str | None:
    for formula, name in ((conclusion, "the claim is"), *((h, "the hypotheses are") for h in hypotheses)):
        reason = absent(problem.rules, problem.indices, formula, empty=not violated)
        if reason is not None:
            return f"{name} defined at no input: {reason}"
    return None


def _outside(problem: Problem, hypotheses: tuple[Formula, ...], conclusion: Formula) -> str | None:
    reason = outside(problem.rules, hypotheses, conclusion)
    return None if reason is None else f"the claim is defined at no input: {reason}"


def _is_zero(facts: Facts, base: Expr) -> bool:
    if base.op == "sigma" and base.data[0] == "min":
        return always_singular(facts, base.args[0]) is not None
    return number(base) == 0


def _positive(facts: Facts, expr: Expr) -> bool:
    """Positive or infinite at every input (condition numbers are at least one)."""
    expr = strip(expr)
    if expr.op in ("add",):
        return all(elementwise(facts, a) for a in expr.args) and any(_positive(facts, a) for a in expr.args)
    if expr.op in ("scale", "hadamard"):
        return all(_positive(facts, a) for a in expr.args)
    return elementwise(facts, expr) > NONNEGATIVE


__all__ = ["vacuous"]
