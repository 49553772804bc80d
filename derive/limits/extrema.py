"""Suprema and infima as values, where these are known: what is left is a relation that every road can look at.

The least value of a quadratic function with a positive definite quadratic part is that at its stationary point; those of linear
and quadratic forms over balls and spheres are norms and eigenvalues (`derive.bounds.quantities.variational`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from derive import build
from derive.bounds.comparison.prover import read_facts
from derive.bounds.facts.facts import POSITIVE, Facts
from derive.bounds.forms.polynomial import to_expr
from derive.bounds.quantities import arithmetic
from derive.core import Expr, Problem, formula_exprs, mapped_formula, walk
from derive.errors import NotSupported
from derive.quadratics import quadratic, stationary_value
from derive.tidy import tidied


def without_extrema(problem: Problem) -> Problem:
    """Return the problem with suprema and infima of the goal replaced by their values where these are known."""
    if not any(node.op in ("sup", "inf") for e in formula_exprs(problem.goal) for node in walk(e)):
        return problem
    facts = read_facts(problem)

    def written(expr: Expr) -> Expr:
        inside = {node for top in walk(expr) if top.op in HOLDS for a in top.args for node in walk(a)}
        known = {node: _value(facts, node) for node in walk(expr) if node.op in ("sup", "inf") and node not in inside}
        return build.replaced(expr, {node: value for node, value in known.items() if value is not None})

    return replace(problem, goal=mapped_formula(problem.goal, written))


HOLDS = ("sup", "inf", *build.BINDS_IN_FIRST, *build.LIMITS)
"""What binds names of which nothing is known."""


def _value(facts: Facts, node: Expr) -> Expr | None:
    names, conditions = node.data
    if len(names) == 1 and not conditions:
        return _stationary(facts, node)
    found = facts.value(node)
    if any(a.op in ("sup", "inf") for atom in found.value.atoms() for a in walk(atom)):
        return None
    return build.reshape(to_expr(found.value), node.shape)


def _stationary(facts: Facts, node: Expr) -> Expr | None:
    """The value of a supremum or an infimum over all values of a variable."""
    ((name, shape),), _ = node.data
    least = node.op == "inf"
    found = quadratic(node.args[0] if least else build.neg(node.args[0]), build.var(name, shape))
    if found is None:
        return None
    form = _definite(facts, found.form)
    if form is None:
        return None
    value = stationary_value(found, form)
    return value if least else build.neg(value)


def definite_form(problem: Problem, form: Expr, points: Mapping[str, Expr]) -> Expr | None:
    """Return the symmetric part of a matrix if the hypotheses show it to be positive definite, None otherwise.

    Args:
        problem: What is in force.
        form: A square matrix.
        points: What its bound names stand for, for the question.
    """
    facts = read_facts(problem)
    at = build.substitute(form, points)
    if _definite(facts, at) is None:
        return None
    return _symmetric_part(facts, at, tidied(form))


def _definite(facts: Facts, form: Expr) -> Expr | None:
    form = tidied(form)
    form = _symmetric_part(facts, form, form)
    try:
        if form.shape.is_scalar:
            return form if arithmetic.poly_sign(facts, facts.value(form).value) == POSITIVE else None
        return form if facts.is_definite(form) else None
    except NotSupported:
        return None


def _symmetric_part(facts: Facts, at: Expr, form: Expr) -> Expr:
    """S where it is known to be symmetric, half the sum with its transpose otherwise."""
    try:
        if form.shape.is_scalar or facts.is_symmetric(at):
            return form
    except NotSupported:
        pass
    return build.scale(build.const("1/2"), build.add(form, build.transpose(form)))


__all__ = ["definite_form", "without_extrema"]
