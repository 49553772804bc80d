"""Limits as values and derivatives, where that is justified: what is left is an equation that every road can look at.

A continuous function tends to its value; ``lim N(h) / h^k`` is N's k-th derivative at zero over k! if N is smooth and its
lower derivatives vanish there; a limit at infinity is the value of a smooth function of ``1/t`` at zero, or that of a geometric
series.
"""

from __future__ import annotations

from dataclasses import replace

from derive import build
from derive.bounds.comparison.prover import read_facts
from derive.bounds.facts.facts import Facts
from derive.bounds.forms.normal import strip
from derive.core import Expr, Formula, Logic, Problem, Quantified, Rel, formula_exprs, walk
from derive.fraction import Fraction
from derive.limits.approach import may_grow, may_vanish, of_any_function
from derive.limits.asymptotics import Growth, decayed_value, mentions_any, moving_with
from derive.limits.continuity import value_at_zero
from derive.limits.geometric import series
from derive.limits.rates import contradicted
from derive.limits.reciprocal import at_infinity
from derive.limits.smooth import depends, smooth, vanishing
from derive.limits.temperatures import at_zero_temperature

GROWTH = ("O", "o", "Theta", "~")


def without_limits(problem: Problem) -> Problem:
    """Return the problem with limits replaced by values and derivatives where that is justified, which the norm rules may have to show."""
    goal = problem.goal
    if isinstance(goal, Rel) and goal.op in GROWTH:
        return contradicted(problem) or problem
    if not any(node.op in build.LIMITS for e in formula_exprs(goal) for node in walk(e)) and not _tends(goal):
        return problem
    facts = read_facts(problem)
    if isinstance(goal, Rel) and _tends(goal):
        equation = _as_equation(problem, facts, goal)
        known = contradicted(problem) if equation is goal else None
        return known or _without(replace(problem, goal=equation), goal.data[0])
    return replace(problem, goal=_formula(problem, facts, goal))


def _without(problem: Problem, name: str) -> Problem:
    """The problem without a variable that nothing speaks of any more."""
    if any(depends(e, {name}) for f in (problem.goal, *problem.hypotheses) for e in formula_exprs(f)):
        return problem
    return replace(problem, variables=tuple(v for v in problem.variables if v[0] != name))


def _tends(goal: Formula) -> bool:
    return isinstance(goal, Rel) and goal.op == "to"


def _as_equation(problem: Problem, facts: Facts, rel: Rel) -> Rel:
    """The equation of the limit and what it is said to be, where the limit is known; the relation itself elsewhere."""
    name, where = rel.data
    moving = moving_with(facts, problem, name)
    others = moving - {name}
    may = may_vanish if where.startswith("zero") else may_grow
    if not may(problem, name) or mentions_any(rel.rhs, moving) or mentions_any(rel.lhs, others):
        return rel
    if not where.startswith("zero"):
        value = at_infinity(facts, strip(rel.lhs), name)
        value = value or series(problem, strip(rel.lhs), name, lambda e: at_infinity(facts, strip(e), name))
        value = value or decayed_value(facts, strip(rel.lhs), Growth(name, moving))
        return rel if value is None else Rel("=", value, rel.rhs)
    variable = next((e for e in walk(rel.lhs) if e.op == "var" and e.data[0] == name), None)
    if variable is None or not smooth(facts, rel.lhs, {name}, variable) or of_any_function(problem):
        return rel
    zero = build.const(0) if variable.shape.is_scalar else build.zeros(variable.shape.rows, variable.shape.cols)
    return Rel("=", build.substitute(rel.lhs, {name: zero}), rel.rhs)


def _formula(problem: Problem, facts: Facts, formula: Formula) -> Formula:
    if isinstance(formula, Rel):
        return Rel(
            formula.op,
            _resolved(problem, facts, formula.lhs),
            _resolved(problem, facts, formula.rhs),
            formula.data,
        )
    if isinstance(formula, Logic):
        return Logic(formula.op, tuple(_formula(problem, facts, f) for f in formula.args))
    return Quantified(formula.kind, formula.names, _formula(problem, facts, formula.body))


def _resolved(problem: Problem, facts: Facts, expr: Expr) -> Expr:
    new: dict[Expr, Expr] = {}
    for node in walk(expr):
        if node.op in ("sup", "inf"):
            new[node] = node
            continue
        rebuilt = build.rebuild(node, [new[a] for a in node.args])
        found = _limit(problem, facts, rebuilt) if rebuilt.op == "limit" else rebuilt
        known = found.op not in build.LIMITS or of_any_function(problem)
        new[node] = found if known else value_at_zero(found) or found
    return new[expr]


def _limit(problem: Problem, facts: Facts, node: Expr) -> Expr:
    name, where = node.data
    if where == "infinity":
        others = moving_with(facts, problem, name) - {name}
        told = may_grow(problem, name) and not mentions_any(node, others)
        body = strip(node.args[0])
        found = at_infinity(facts, body, name) if told else None
        found = found or (
            series(problem, body, name, lambda e: at_infinity(facts, strip(e), name)) if told else None
        )
        found = found or (at_zero_temperature(node) if told else None)
        return found or node
    tempered = at_zero_temperature(node)
    if tempered is not None:
        return tempered
    variable = build.var(name, build.SCALAR)
    wider = replace(problem, variables=(*problem.variables, (name, build.SCALAR)))
    body, power = _numerator(node.args[0], name)
    if not smooth(facts, body, {name}, variable) or power > 3:
        return node
    if not all(vanishing(wider, body, variable, k) for k in range(power)):
        return node
    if power == 0:
        return node if of_any_function(problem) else build.substitute(body, {name: build.const(0)})
    factorial = Fraction(1)
    for k in range(2, power + 1):
        factorial *= k
    symbol = build.fresh(name)
    result = build.substitute(body, {name: build.var(symbol, build.SCALAR)})
    for k in range(power):
        outer = build.fresh(name)
        point = build.var(outer, build.SCALAR) if k + 1 < power else build.const(0)
        result, symbol = build.frechet(result, symbol, point, build.const(1)), outer
    return result if factorial == 1 else build.scale(build.const(1 / factorial), result)


def _exponent(factor: Expr, name: str) -> Fraction:
    """The exponent of a power of a variable, a power of a whole power too; 0 for anything else."""
    exponent = Fraction(1)
    while factor.op == "hpow" and strip(factor.args[1]).op == "const":
        own = strip(factor.args[1]).data[0]
        if exponent != 1 and own.denominator != 1:
            return Fraction(0)
        exponent, factor = exponent * own, strip(factor.args[0])
    return exponent if factor.op == "var" and factor.data[0] == name else Fraction(0)


def _numerator(expr: Expr, name: str) -> tuple[Expr, int]:
    """Split ``h^-k N`` into (N, k)."""
    expr, power = strip(expr), 0
    factors = []
    while expr.op == "scale":
        factor = strip(expr.args[0])
        exponent = _exponent(factor, name)
        if exponent < 0 and exponent.denominator == 1:
            power -= exponent.numerator
        else:
            factors.append(factor)
        expr = strip(expr.args[1])
    for factor in reversed(factors):
        expr = build.scale(factor, expr)
    return expr, power


__all__ = ["without_limits"]
