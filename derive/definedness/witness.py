"""Points that show that a claim says something, or that its conclusion has no value where its premises hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derive import build
from derive.core import Formula, Logic, Problem, Quantified
from derive.definedness.domain import Domain, opened
from derive.definedness.known import size_relations
from derive.definedness.points import find, sides_defined, speaks_of_functions
from derive.evidence import Point
from derive.fraction import Fraction

ANYWHERE = Point({}, {})
SOME = tuple(map(Fraction, ("0", "1/7", "1/2", "4/5", "1", "3", "-2")))


def witness(problem: Problem, domain: Domain, seed: int = 0) -> Point | None:
    """Return an exact point that meets hypotheses and premises and where all sides have a value, None if none is found.

    Of statements about arbitrary functions no point is asked for: `ANYWHERE` stands for it.
    """
    told, _ = opened(problem)
    if speaks_of_functions(told):
        return ANYWHERE
    known = (*told.rules.relations, *size_relations(domain.conditions))
    told = replace(told, rules=replace(told.rules, relations=known))
    point = find(told, [sides_defined(told.goal)], seed)
    if point is None:  # where a side is no number that can be computed, its conditions are
        point = find(told, list(map(_at_some_numbers, domain.conditions)), seed)
    return point


def _at_some_numbers(formula: Formula) -> Formula:
    """A condition with some numbers in place of all real ones, which no exact point decides: it still shows that something is left."""
    if isinstance(formula, Logic):
        return Logic(formula.op, tuple(map(_at_some_numbers, formula.args)))
    if not isinstance(formula, Quantified):
        return formula
    body = _at_some_numbers(formula.body)
    if formula.kind != "forall" or any(len(name) != 2 or not name[1].is_scalar for name in formula.names):
        return Quantified(formula.kind, formula.names, body)
    values = [{str(name[0]): build.const(x) for name in formula.names} for x in SOME]
    return Logic("and", tuple(build.substitute_formula(body, value) for value in values))


def gap(problem: Problem, domain: Domain, seed: int = 0) -> Point | None:
    """Return an exact point that meets hypotheses and premises and where a condition of the domain is false, None if none is found."""
    told, _ = opened(problem)
    if speaks_of_functions(told):
        return None
    return find(told, [_false(domain.conditions)], seed)


def _false(conditions: Sequence[Formula]) -> Formula:
    return Logic("or", tuple(Logic("not", (one,)) for one in conditions))


__all__ = ["ANYWHERE", "gap", "witness"]
