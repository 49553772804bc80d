"""Whether a hypothesis rescues a claim by making it say nothing: a side vanishes, both become the same constant, or nothing is left of what it is about."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from derive import build
from derive.core import Formula, Problem, Rel, conclusion
from derive.errors import DeriveError
from derive.evidence import Point

TURNS = 4
"""Inputs of each tuple of sizes; at least two of them have to be different."""
WAYS = 3  # to meet the hypotheses
Pair = tuple[tuple[Any, ...], tuple[Any, ...]]


def trivializes(narrowed: Problem, problem: Problem, seed: int) -> bool:
    """Return whether the sides of a claim at generic inputs that meet a hypothesis say nothing, though they do without it.

    They say nothing where one side is zero and the other is no plain zero, and where both are the same at different inputs.

    Args:
        narrowed: The claim under the hypothesis.
        problem: The claim.
        seed: Fixes the points.

    """
    goal = conclusion(problem.goal)
    if not isinstance(goal, Rel) or narrowed.goal != problem.goal:
        return False
    under, free = (_sides_by_sizes(p, seed) for p in (narrowed, problem))
    shared = under.keys() & free.keys()
    if not shared:
        return False
    vanish = [_vanishing(pairs) for pairs in (_all(under, shared), _all(free, shared))]
    if any(now and not before for now, before in zip(*vanish, strict=True)) and not any(vanish[1]):
        return True
    if any(all(_one_value([pair[k] for pair in free[key]]) for key in shared) for k in (0, 1)):
        return False  # a side that is a constant as it is written
    return all(_one_value([side for pair in under[key] for side in pair]) for key in shared)


def leaves_nothing(formulas: Sequence[Formula], problem: Problem) -> bool:
    """Return whether equations give all that an inequality is about one value: no matrix is left in it, only numbers.

    ``p_i <= 2 q_i`` for two distributions says nothing of two that are uniform.

    Args:
        formulas: What a hypothesis says.
        problem: The claim.

    """
    goal = conclusion(problem.goal)
    if not isinstance(goal, Rel) or goal.op == "=":
        return False
    values = {f.lhs: f.rhs for f in formulas if isinstance(f, Rel) and f.op == "=" and not f.lhs.shape.is_scalar}
    matrices = {name for name, shape in problem.variables if not shape.is_scalar}
    before = [build.free_names(side) & matrices for side in (goal.lhs, goal.rhs)]
    after = [build.free_names(build.replaced(side, values)) & matrices for side in (goal.lhs, goal.rhs)]
    return any(before) and not any(after)


def _all(found: Mapping[Any, Sequence[Pair]], keys: set[Any]) -> list[Pair]:
    return [pair for key in keys for pair in found[key]]


def _sides_by_sizes(problem: Problem, seed: int) -> dict[Any, list[Pair]]:
    """Both sides at two generic points of each tuple of sizes, at all values of the indices."""
    found: dict[Any, dict[Any, Pair]] = {}
    for point in _points(problem, seed):
        pair = _sides(problem, point)
        if pair is not None:  # the same input twice counts once
            found.setdefault(tuple(sorted(point.sizes.items())), {})[tuple(sorted(point.inputs.items()))] = pair
    return {key: list(pairs.values()) for key, pairs in found.items() if len(pairs) > 1}


def _points(problem: Problem, seed: int) -> Iterator[Point]:
    """Random points that meet the hypotheses, in the first ways to meet them: a product vanishes by either factor."""
    from derive.exact import choose_sizes
    from derive.exact.points.setup import arrange, draw, make_point
    from derive.exact.rings.rings import Irrational, Uncertain, Undefined

    for sizes in choose_sizes(problem, ())[:2]:
        try:
            setups = arrange(problem, sizes, seed)[:WAYS]
        except (DeriveError, Undefined, Irrational, Uncertain):
            continue
        for turn, setup in itertools.product(range(TURNS), setups):
            try:
                drawn = draw(list(setup.problem.variables), sizes, random.Random(f"{seed} {turn}"), bits=3)
                point = make_point(setup, sizes, drawn, seed + turn, spread=4) if setup.met else None
            except (DeriveError, Undefined, Irrational, Uncertain):
                break
            if point is not None:
                yield point


def _sides(problem: Problem, point: Point) -> Pair | None:
    from derive.exact.certification.certify import eliminate
    from derive.exact.certification.truth import Place, compare, index_places, to_array
    from derive.exact.rings.rings import Irrational, Uncertain, Undefined

    reduced = eliminate(problem, set(point.inputs))
    goal = conclusion(reduced.goal)
    assert isinstance(goal, Rel)
    place = Place(point.sizes, {n: to_array(m) for n, m in point.inputs.items()}, point.indices)
    missing = [(n, None, low, high) for n, low, high in problem.indices if n not in place.indices]
    left: list[Any] = []
    right: list[Any] = []
    try:
        for inner in index_places(place, missing):
            sides = compare(inner, goal.lhs, goal.rhs, lambda signs: True)
            left += list(sides.lhs.flat)
            right += list(sides.rhs.flat)
    except (Undefined, Uncertain, Irrational, DeriveError, KeyError):
        return None
    return tuple(left), tuple(right)


def _vanishing(pairs: Sequence[Pair]) -> tuple[bool, bool]:
    """Whether the left and the right side are zero everywhere."""
    left, right = (all(_is_zero(x) for pair in pairs for x in pair[k]) for k in (0, 1))
    return left, right


def _one_value(sides: Sequence[tuple[Any, ...]]) -> bool:
    """Whether sides are all the same."""
    first, *others = sides
    return all(len(side) == len(first) and all(map(_is_equal, side, first)) for side in others)


def _is_equal(x: Any, y: Any) -> bool:
    from flint import arb

    from derive.exact.certification.certify import SAME
    from derive.exact.rings.surds import ball

    if not isinstance(x, arb) and not isinstance(y, arb):
        return _is_zero(x - y)
    one, other = (z if isinstance(z, arb) else ball(z) for z in (x, y))
    return bool(abs(one - other) <= SAME * abs(other)) or (_is_zero(one) and _is_zero(other))


def _is_zero(x: Any) -> bool:
    from flint import arb

    from derive.exact.certification.certify import NOTHING
    from derive.exact.rings.surds import sign

    return bool(abs(x) < NOTHING) if isinstance(x, arb) else sign(x) == 0


__all__ = ["leaves_nothing", "trivializes"]
