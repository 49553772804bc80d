"""Making a counterexample small: least sizes, most zeros, small integers; certified again at every step."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from derive.core import Problem
from derive.errors import NotSupported
from derive.evidence import Matrix, Point
from derive.exact.certify import examine
from derive.exact.rings import Irrational, Uncertain, Undefined
from derive.exact.setup import Setup, arrange, draw, make_point
from derive.exact.sizes_choice import tiny_sizes
from derive.exact.weight import weight

MAX_CERTIFICATIONS = 400
LIGHT = 700  # entries of all sub-expressions that one certification of the budget stands for
POINTS_PER_SIZE = 10


class _Effort:
    """Counts certifications, those of large formulas manifold."""

    def __init__(self, problem: Problem) -> None:
        self.problem, self.left = problem, MAX_CERTIFICATIONS

    def violated(self, point: Point) -> bool:
        self.left -= 1 + weight(self.problem, point.sizes) // LIGHT
        try:
            return examine(self.problem, point)[1] is not None
        except (NotSupported, Undefined, Irrational, Uncertain):
            return False


def shrink(problem: Problem, point: Point) -> Point:
    """Return a smaller point where the goal is still certified to fail (the given one if there is none).

    Smaller means, in this order: a smaller total of the sizes, more zero entries, integers before fractions, smaller
    numbers. At most `MAX_CERTIFICATIONS` certifications are spent. Only the given point's variables are touched.
    """
    effort = _Effort(problem)
    for sizes in tiny_sizes(problem, point.sizes):
        if sum(sizes.values()) >= sum(point.sizes.values()) or effort.left < MAX_CERTIFICATIONS // 3:
            break
        found = _at(effort, problem, sizes)
        if found is not None:
            point = found
            break
    return _simplify(effort, point)


def _at(effort: _Effort, problem: Problem, sizes: Mapping[str, int]) -> Point | None:
    try:
        setups = arrange(problem, sizes, 0)
        for setup in setups if setups[0].met else []:
            for candidate in _candidates(setup, sizes):
                if effort.violated(candidate):
                    return candidate
                if effort.left <= 0:
                    return None
    except NotSupported:
        return None
    return None


def _candidates(setup: Setup, sizes: Mapping[str, int]) -> Iterator[Point]:
    for turn in range(POINTS_PER_SIZE):
        chance = random.Random(f"shrink {turn}")
        parameters = draw(list(setup.problem.variables), sizes, chance, bits=1, density=(0.5, 1.0)[turn % 2])
        point = make_point(setup, sizes, parameters, turn)
        if point is not None:
            yield point


def _simplify(effort: _Effort, point: Point) -> Point:
    """Entry by entry: zero, one, minus one, or the nearest integer; whole matrices to zero first."""
    for name in sorted(point.inputs):
        zero = tuple(tuple(Fraction(0) for _ in line) for line in point.inputs[name])
        point = _try(effort, point, name, zero)
    for name in sorted(point.inputs):
        for i, line in enumerate(point.inputs[name]):
            for j in range(len(line)):
                point = _entry(effort, point, name, i, j)
    return point


def _try(effort: _Effort, point: Point, name: str, matrix: Matrix) -> Point:
    if effort.left <= 0 or matrix == point.inputs[name]:
        return point
    candidate = replace(point, inputs={**point.inputs, name: matrix})
    return candidate if effort.violated(candidate) else point


def _entry(effort: _Effort, point: Point, name: str, i: int, j: int) -> Point:
    value = point.inputs[name][i][j]
    simpler = [Fraction(0), Fraction(1), Fraction(-1), Fraction(round(value)), Fraction(round(2 * value), 2)]
    for option in simpler:
        if _weight(option) >= _weight(value):
            continue
        matrix = tuple(
            tuple(option if (r, c) == (i, j) else x for c, x in enumerate(line))
            for r, line in enumerate(point.inputs[name])
        )
        smaller = _try(effort, point, name, matrix)
        if smaller is not point:
            return smaller
    return point


def _weight(value: Fraction) -> tuple[int, int, int]:
    return (value.denominator, abs(value.numerator), int(value < 0))
