"""Inputs of small sizes with zeros added until one size is large.

Where a bound divides by a size, inputs that use little of that size come to violate it: what stands on the other side stays as it
is when zeros are added.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from derive.core import Problem, formula_exprs, walk
from derive.errors import DeriveError
from derive.exact.decision.weight import tape, weight
from derive.exact.points.sizes_choice import defined_sizes, with_forced_sizes
from numeric.search.seeds import embedded
from numeric.search.variables import Space

FACTORS = (2, 3, 4, 6, 8, 12, 16, 24, 32)
HEAVIEST = 400_000  # entries of all sub-expressions up to which sizes are looked at
LONGEST = 80_000_000  # and those of a tape
GROWS = 0.05  # of the score, at least, with every factor

Sizes = dict[str, int]
Score = Callable[[Sizes, np.ndarray], float]


def named_sizes(problem: Problem) -> list[str]:
    """Return the sizes that the goal speaks of as numbers, in order."""
    nodes = {node for top in formula_exprs(problem.goal) for node in walk(top) if node.op == "size"}
    names = {name for node in nodes for name in node.data[0].names} - set(defined_sizes(problem))
    return [name for name in problem.sizes if name in names]


def enlarged(problem: Problem, sizes: Mapping[str, int], name: str, value: int) -> Sizes:
    """Return sizes with another value of one, and of those that equations define by it."""
    told = {n: v for n, v in sizes.items() if n not in defined_sizes(problem)}
    return with_forced_sizes(problem.rules, problem.sizes, {**told, name: value})


def padded(
    problem: Problem, space: Space, sizes: Mapping[str, int], z: Sequence[float], last: float, score: Score
) -> tuple[Sizes, np.ndarray, float] | None:
    """Return the smallest violation that an input becomes with zeros, one size at a time; None if it becomes none.

    Args:
        problem: What is violated.
        space: Its variables.
        sizes: Those of the input.
        z: Its free numbers.
        last: Its score, negative.
        score: The score of an input; positive for a violation.

    """
    for name in named_sizes(problem):
        reached = last
        for factor in FACTORS:
            larger = enlarged(problem, sizes, name, factor * sizes[name])
            found = _scored(problem, space, sizes, z, larger, score)
            if found is None or found[2] < reached + GROWS:
                break
            if found[2] > 0.0:
                return _smallest(problem, space, sizes, z, found, name, score)
            reached = found[2]
    return None


def _smallest(
    problem: Problem,
    space: Space,
    sizes: Mapping[str, int],
    z: Sequence[float],
    found: tuple[Sizes, np.ndarray, float],
    name: str,
    score: Score,
) -> tuple[Sizes, np.ndarray, float]:
    """The violation of the least size, by bisection."""
    low, high = sizes[name], found[0][name]
    while high - low > 1:
        middle = (low + high) // 2
        new = _scored(problem, space, sizes, z, enlarged(problem, sizes, name, middle), score)
        low, high, found = (low, middle, new) if new is not None and new[2] > GROWS else (middle, high, found)
    return found


def _scored(
    problem: Problem, space: Space, sizes: Mapping[str, int], z: Sequence[float], larger: Sizes, score: Score
) -> tuple[Sizes, np.ndarray, float] | None:
    """The input with zeros at larger sizes and its score; None if they are not admitted, or too many."""
    try:
        if weight(problem, larger) > HEAVIEST or tape(problem, larger) > LONGEST or not problem.rules.admits(larger):
            return None
        made = next(embedded(space, sizes, np.array(z), larger), None)
        return None if made is None else (larger, made, score(larger, made))
    except DeriveError:
        return None


__all__ = ["enlarged", "named_sizes", "padded"]
