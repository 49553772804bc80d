"""Closed statements of existence: an exact witness at which the body is certainly true proves them."""

from __future__ import annotations

import random

from derive.build import formula_names
from derive.core import Problem, Quantified
from derive.errors import DeriveError
from derive.evidence import Point
from derive.exact.certification.truth import Place, formula_truth, to_array
from derive.exact.points.setup import KINDS, Setup, draw, make_point
from derive.exact.rings.rings import Irrational, Uncertain, Undefined

DRAWS = 40


def witness(problem: Problem, seed: int) -> Point | None:
    """Return matrices at which the body of a closed ``exists`` is true for certain, None if none is found.

    Closed: every symbol of the body is bound by the quantifier, and no size is free; then one witness is a proof.
    """
    goal = problem.goal
    if (
        not isinstance(goal, Quantified)
        or goal.kind != "exists"
        or any(len(n) != 2 or n[1] is None for n in goal.names)
    ):
        return None
    shapes = tuple((name, shape) for name, shape in goal.names)
    if problem.sizes or problem.indices or problem.functions or formula_names(goal):
        return None
    inner = Problem(shapes, (), (), (), problem.rules, (), goal.body, problem.notes)
    for turn in range(DRAWS):
        bits, density = KINDS[turn % len(KINDS)]
        drawn = draw(list(shapes), {}, random.Random(f"{seed} exists {turn}"), bits=bits, density=density)
        point = make_point(Setup(inner), {}, drawn, seed + turn, bits)
        if point is not None and _true(inner, point):
            return point
    return None


def _true(problem: Problem, point: Point) -> bool:
    place = Place({}, {name: to_array(matrix) for name, matrix in point.inputs.items()})
    try:
        return formula_truth(place, problem.goal)[0] is True
    except (DeriveError, Undefined, Irrational, Uncertain):
        return False
