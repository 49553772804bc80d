"""Points that show that a claim says something, or that its conclusion has no value where its premises hold."""

from __future__ import annotations

from collections.abc import Sequence

from derive.core import Formula, Logic, Problem
from derive.definedness.domain import Domain, opened
from derive.definedness.points import find, sides_defined, speaks_of_functions
from derive.evidence import Point

ANYWHERE = Point({}, {})


def witness(problem: Problem, domain: Domain, seed: int = 0) -> Point | None:
    """Return an exact point that meets hypotheses and premises and where all sides have a value, None if none is found.

    Of statements about arbitrary functions no point is asked for: `ANYWHERE` stands for it.
    """
    told, _ = opened(problem)
    if speaks_of_functions(told):
        return ANYWHERE
    point = find(told, [sides_defined(told.goal)], seed)
    if point is None:  # where a side is no number that can be computed, its conditions are
        point = find(told, list(domain.conditions), seed)
    return point


def gap(problem: Problem, domain: Domain, seed: int = 0) -> Point | None:
    """Return an exact point that meets hypotheses and premises and where a condition of the domain is false, None if none is found."""
    told, _ = opened(problem)
    if speaks_of_functions(told):
        return None
    return find(told, [_false(domain.conditions)], seed)


def _false(conditions: Sequence[Formula]) -> Formula:
    return Logic("or", tuple(Logic("not", (one,)) for one in conditions))


__all__ = ["ANYWHERE", "gap", "witness"]
