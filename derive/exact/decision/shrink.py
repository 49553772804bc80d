"""Making a counterexample small: least sizes, most zeros, small integers; certified again at every step."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from derive.core import Problem, formula_exprs, walk
from derive.errors import NotSupported
from derive.evidence import Point
from derive.exact.certification.certify import examine
from derive.exact.certification.glance import CLOSE, NO, OPEN, YES, glance
from derive.exact.decision.weight import weight
from derive.exact.points.setup import Setup, arrange, draw, make_point
from derive.exact.points.sizes_choice import tiny_sizes
from derive.exact.rings.rings import Irrational, Uncertain, Undefined
from derive.fraction import Fraction
from derive.sizes import Shape

MAX_CERTIFICATIONS = 400
LIGHT = 700  # entries of all sub-expressions that one certification of the budget stands for
POINTS_PER_SIZE = 10
LENGTHS = range(1, 25)  # to which a size is cut
Place = tuple[int, int] | None  # an entry, or the whole matrix


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

    def goals(self, points: Sequence[Point]) -> list[int]:
        """What floats see of the goal; where a hypothesis clearly fails nothing is violated."""
        if not points:
            return []
        goals, unmet = glance(self.problem, points, points[0].indices)
        return [YES if bad else goal for goal, bad in zip(goals, unmet, strict=True)]


def shrink(problem: Problem, point: Point) -> Point:
    """Return a smaller point where the goal is still certified to fail (the given one if there is none).

    Smaller means, in this order: a smaller total of the sizes, more zero entries, integers before fractions, smaller
    numbers. At most `MAX_CERTIFICATIONS` certifications are spent. Only the given point's variables are touched.
    """
    effort = _Effort(problem)
    clear = effort.goals([point]) == [NO]
    found = _smaller(effort, point, NO if clear else CLOSE)
    if found is None:
        point = _without(effort, point)
        zero = {name for name, matrix in point.inputs.items() if not any(map(any, matrix))}
        found = _smaller(effort, point, NO if clear else CLOSE, zero) if zero else None
    if found is None and clear:
        found = _smaller(effort, point, OPEN)
    return _simplify(effort, found or _cut(effort, point))


def _smaller(effort: _Effort, point: Point, worst: int, zero: Collection[str] = ()) -> Point | None:
    """A violated point at smaller sizes, among those that floats see as at most this good; some names may be zero."""
    for sizes in tiny_sizes(effort.problem, point.sizes):
        if sum(sizes.values()) >= sum(point.sizes.values()) or effort.left < MAX_CERTIFICATIONS // 3:
            return None
        found = _at(effort, sizes, zero, worst)
        if found is not None:
            return found
    return None


def _at(effort: _Effort, sizes: Mapping[str, int], zero: Collection[str], worst: int) -> Point | None:
    try:
        setups = arrange(effort.problem, sizes, 0)
        for setup in setups if setups[0].met else []:
            candidates = list(_candidates(setup, sizes, zero))
            for candidate, goal in zip(candidates, effort.goals(candidates), strict=True):
                if goal <= worst and effort.violated(candidate):
                    return candidate
                if effort.left <= 0:
                    return None
    except NotSupported:
        return None
    return None


def _candidates(setup: Setup, sizes: Mapping[str, int], zero: Collection[str]) -> Iterator[Point]:
    for turn in range(2 * POINTS_PER_SIZE if zero else POINTS_PER_SIZE):
        chance = random.Random(f"shrink {turn}")
        parameters = draw(list(setup.problem.variables), sizes, chance, bits=1, density=(0.5, 1.0)[turn % 2])
        parameters |= {name: parameters[name] * 0 for name in zero if name in parameters}
        point = make_point(setup, sizes, parameters, turn)
        if point is not None:
            yield point


def _cut(effort: _Effort, point: Point) -> Point:
    """The point with rows and columns cut off, one size after the other, as far as it stays violated."""
    for name in sorted(point.sizes, key=lambda n: -point.sizes[n]):
        for size in (k for k in LENGTHS if k < point.sizes[name]):
            smaller = _at_length(effort.problem, point, name, size)
            if smaller is not None and effort.goals([smaller])[0] <= CLOSE and effort.violated(smaller):
                point = smaller
                break
    return point


def _at_length(problem: Problem, point: Point, name: str, length: int) -> Point | None:
    """The leading part of all inputs at a smaller size (composite dimensions factor by factor), if it is admitted."""
    sizes = {**point.sizes, name: length}
    if not problem.rules.admits(sizes):
        return None
    inputs, shapes = {}, _shapes(problem)
    for variable, matrix in point.inputs.items():
        if variable not in shapes:
            return None
        shape = shapes[variable]
        factors = (*shape.rows, *shape.cols)
        whole = np.array(matrix, dtype=object).reshape([f.evaluate(point.sizes) for f in factors])
        part = whole[(..., *(slice(f.evaluate(sizes)) for f in factors))]
        inputs[variable] = tuple(map(tuple, part.reshape(shape.evaluate(sizes))))
    return replace(point, sizes=sizes, inputs=inputs)


def _shapes(problem: Problem) -> dict[str, Shape]:
    """Shapes of the variables, and of the names bound by suprema, of which a point may give a witness."""
    bound = (n.data[0] for e in formula_exprs(problem.goal) for n in walk(e) if n.op in ("sup", "inf"))
    return dict(problem.variables) | {name: shape for names in bound for name, shape in names}


def _without(effort: _Effort, point: Point) -> Point:
    """Whole matrices to zero."""
    return _changed(effort, point, [(name, None) for name in sorted(point.inputs)])


def _simplify(effort: _Effort, point: Point) -> Point:
    """Whole matrices to zero first, then to their signs or to largest entry one, then entry by entry to small integers."""
    point = _scaled(effort, _without(effort, point))
    for name in sorted(point.inputs):
        lengths = len(point.inputs[name]), len(point.inputs[name][0])
        point = _changed(effort, point, [(name, place) for place in product(*map(range, lengths))])
    return point


def _scaled(effort: _Effort, point: Point) -> Point:
    """Matrices to the signs of their entries, or divided by the largest."""
    for name, matrix in sorted(point.inputs.items()):
        largest = max(abs(x) for row in matrix for x in row)
        if largest in (0, 1):
            continue
        signs = tuple(tuple(Fraction((x > 0) - (x < 0)) for x in row) for row in matrix)
        divided = tuple(tuple(x / largest for x in row) for row in matrix)
        for simpler in dict.fromkeys((signs, divided)):
            candidate = replace(point, inputs={**point.inputs, name: simpler})
            if effort.left > 0 and effort.goals([candidate])[0] <= CLOSE and effort.violated(candidate):
                point = candidate
                break
    return point


def _changed(effort: _Effort, point: Point, places: Sequence[tuple[str, Place]]) -> Point:
    """Make the first simpler option of each place that keeps the violation; what floats see end it alone is not tried."""
    options = [(name, place, x) for name, place in places for x in _options(point, name, place)]
    now, *goals = effort.goals([point, *(_with(point, *option) for option in options)])
    worst = NO if now == NO else CLOSE
    done = set()
    for (name, place, x), goal in zip(options, goals, strict=True):
        if goal <= worst and (name, place) not in done and effort.left > 0:
            candidate = _with(point, name, place, x)
            if effort.violated(candidate):
                point = candidate
                done.add((name, place))
    return point


def _options(point: Point, name: str, place: Place) -> list[Fraction]:
    if place is None:
        return [Fraction(0)] if any(map(any, point.inputs[name])) else []
    value = point.inputs[name][place[0]][place[1]]
    sign = 1 if value > 0 else -1
    parts = [Fraction(sign, 2), Fraction(sign, 4)]
    simpler = [Fraction(0), Fraction(1), Fraction(-1), *parts, Fraction(round(value)), Fraction(round(2 * value), 2)]
    return [x for x in dict.fromkeys(simpler) if _weight(x) < _weight(value)]


def _with(point: Point, name: str, place: Place, value: Fraction) -> Point:
    """The point with one entry of a matrix replaced, or all of them."""
    matrix = tuple(
        tuple(value if place in (None, (i, j)) else x for j, x in enumerate(line))
        for i, line in enumerate(point.inputs[name])
    )
    return replace(point, inputs={**point.inputs, name: matrix})


def _weight(value: Fraction) -> tuple[int, int, int]:
    return (value.denominator, abs(value.numerator), int(value < 0))
