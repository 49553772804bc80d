"""A look in floats at a candidate that has no value in a prime field, at inputs that meet its hypotheses.

Only a screen, like the bench: what clearly fails at such an input need not be proved. Nothing else is concluded.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from derive.alike import formula_key
from derive.core import Problem
from derive.errors import DeriveError
from derive.evidence import Point
from derive.exact.certification.glance import NO, glance
from derive.exact.points.instantiate import instantiate
from derive.exact.points.setup import arrange, draw, make_point
from derive.repair.bench import SEED, Bench, indices_tried

POINTS = 3
"""Inputs at each of two size tuples."""


@dataclass(slots=True)
class Glances:
    """Inputs of candidates, shared by all that have the same variables and hypotheses."""

    bench: Bench
    _points: dict[object, list[Point]] = field(default_factory=dict)

    def clearly_false(self, problem: Problem) -> bool:
        """Whether a problem fails at some input by more than floats can be wrong."""
        try:
            problem = instantiate(problem)
            return any(self._fails(problem, sizes) for sizes in self.bench.tuples(problem)[:2])
        except (DeriveError, ArithmeticError, ValueError):
            return False

    def _fails(self, problem: Problem, sizes: Mapping[str, int]) -> bool:
        points = self._inputs(problem, sizes)
        for indices in indices_tried(problem, sizes):
            goals, unmet = glance(problem, points, indices)
            if any(goal == NO and not bad for goal, bad in zip(goals, unmet, strict=True)):
                return True
        return False

    def _inputs(self, problem: Problem, sizes: Mapping[str, int]) -> list[Point]:
        key = (problem.variables, tuple(map(formula_key, problem.hypotheses)), tuple(sorted(sizes.items())))
        if key not in self._points:
            self._points[key] = _drawn(problem, sizes)
        return self._points[key]


def _drawn(problem: Problem, sizes: Mapping[str, int]) -> list[Point]:
    setup = arrange(problem, sizes, SEED)[0]
    if not setup.met:
        return []
    chance = random.Random(SEED)
    shapes = list(setup.problem.variables)
    found: list[Point | None] = []
    for turn in range(POINTS):
        drawn = draw(shapes, sizes, chance)
        if turn:  # many hypotheses ask for positive numbers
            drawn = {name: abs(array) + 1 for name, array in drawn.items()}
        found.append(make_point(setup, sizes, drawn, SEED + turn))
    return [point for point in found if point is not None]


__all__ = ["Glances"]
