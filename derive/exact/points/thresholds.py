"""Points on the thresholds of a claim: where the argument of a sign or of a comparison is zero.

Two sides that agree at generic points agree almost everywhere; at a threshold one of them may still jump. Random points
never meet it, so such points are made: an argument that is affine in one entry of an input has a zero on that line,
which is rational where the line is. Floats find the line, exact arithmetic judges the point.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from flint import fmpq

from derive.build import free_names
from derive.core import Expr, walk
from derive.errors import NotSupported
from derive.evidence import Point
from derive.exact.evaluation.evaluate import Env, Evaluator
from derive.exact.points.setup import Setup, draw, make_point
from derive.exact.rings.floatring import FloatRing
from derive.exact.rings.rings import Array, Budget, Undefined
from derive.fraction import Fraction
from derive.functions import BENT, JUMPING

FAR = np.ones(1)
ZERO, STRAIGHT = 1e-9, 1e-7  # an argument of zero; a line, relative to the size of its values
BASES, DEPTH = 2, 3  # points to begin with; thresholds that meet in one point
MOST = 48  # arguments looked at, and points made, for one claim
MOST_ENTRIES = 200
SIMPLE = 10**6  # denominators of the zeros
OPERATIONS = 40_000_000
Key = tuple[Any, ...]
Parameters = dict[str, Array]
Lines = tuple[list[tuple[str, int]], dict[Key, Array]]


@dataclass(slots=True)
class Thresholds:
    """What was made: points, and whether some argument was never brought to zero."""

    points: list[Point] = field(default_factory=list)
    unseen: bool = False


def jumps(expr: Expr) -> bool:
    """Whether values jump somewhere: a sign, a comparison, cases."""
    return any(n.op in ("indicator", "where") or (n.op == "map" and n.data[0] in JUMPING) for n in walk(expr))


def bends(expr: Expr) -> bool:
    """Whether another formula is valid somewhere: a jump, a ReLU, an absolute value."""
    return jumps(expr) or any(n.op == "map" and n.data[0] in BENT for n in walk(expr))


def thresholds(
    setup: Setup, sizes: Mapping[str, int], indices: Mapping[str, int], seed: int, *, kinks: bool = False
) -> Thresholds:
    """Make points where arguments of jumps are zero, one at a time and together.

    Args:
        setup: How points are made; both sides of its goal are looked at.
        sizes: The sizes.
        indices: Values of the quantified indices.
        seed: Fixes the points from which the zeros are looked for.
        kinks: Look at what bends, too.

    """
    made = Thresholds()
    if setup.systems:
        made.unseen = True
        return made
    for turn in range(BASES):
        chance = random.Random(f"{seed} threshold {turn}")
        base = draw(list(setup.problem.variables), sizes, chance, bits=5)
        lines = _lines(setup, sizes, indices, base, kinks)
        if lines is None:
            made.unseen = True
        else:
            _descend(setup, sizes, indices, base, lines, frozenset(), made, kinks)
    return made


def _descend(
    setup: Setup,
    sizes: Mapping[str, int],
    indices: Mapping[str, int],
    base: Parameters,
    lines: Lines,
    zero: frozenset[Key],
    made: Thresholds,
    kinks: bool,
) -> None:
    """From a point where some arguments are zero, bring each other one to zero as well."""
    places, values = lines
    for key, along in list(values.items())[:MOST]:
        if key in zero or abs(along[0]) < ZERO:
            continue
        held = [values[k] for k in zero if k in values]
        there = _zero(base, places, along, held)
        reached = _lines(setup, sizes, indices, there, kinks) if there is not None else None
        if there is None or reached is None or not abs(reached[1].get(key, FAR)[0]) < ZERO:
            made.unseen |= not zero and bool(free_names(key[0][0]))
            continue
        point = make_point(setup, sizes, there)
        if point is None or len(made.points) >= MOST:
            made.unseen |= not zero and point is None
            continue
        made.points.append(point)
        beyond = make_point(setup, sizes, _beyond(base, there)) if not zero else None
        if beyond is not None:
            made.points.append(beyond)
        if len(zero) + 1 < DEPTH:
            _descend(setup, sizes, indices, there, reached, zero | {key}, made, kinks)


def _lines(
    setup: Setup, sizes: Mapping[str, int], indices: Mapping[str, int], base: Parameters, kinks: bool
) -> Lines | None:
    """Values of every argument at a point and one and two steps along each entry of the inputs; None without floats."""
    places = [(name, k) for name, a in base.items() for k in range(a.size)]
    if len(places) > MOST_ENTRIES:
        return None
    batch = 1 + 2 * len(places)
    stacked = {n: np.repeat(_floats(a), batch, axis=0) for n, a in base.items()}
    for number, (name, k) in enumerate(places):
        for step in (1, 2):
            stacked[name].reshape(batch, -1)[2 * number + step, k] += step
    found: dict[Key, Array] = {}
    evaluator = Evaluator(FloatRing(batch), Env(sizes, stacked, indices), Budget(OPERATIONS))
    evaluator.thresholds, evaluator.bends = found, kinks
    try:
        with np.errstate(all="ignore"):
            for side in (setup.lhs, setup.rhs):
                evaluator.value(side)
    except (NotSupported, Undefined, ArithmeticError, ValueError, np.linalg.LinAlgError):
        return None
    entries: dict[Key, Array] = {}
    for key, a in found.items():
        whole = np.broadcast_to(a, (batch, *a.shape[1:])).reshape(batch, -1)
        entries |= {(key, k): whole[:, k] for k in range(whole.shape[1])}
    return places, entries


def _floats(a: Array) -> Array:
    return np.array([float(int(x.p)) / float(int(x.q)) for x in a.flat]).reshape(a.shape)


def _zero(base: Parameters, places: list[tuple[str, int]], along: Array, held: list[Array]) -> Parameters | None:
    """The parameters with one entry moved to where an argument is zero, along a line on which those held stay zero."""
    for number, (name, k) in enumerate(places):
        one, two = along[2 * number + 1], along[2 * number + 2]
        if not np.isfinite([along[0], one, two]).all():
            continue
        slope, size = one - along[0], max(1.0, abs(along[0]), abs(two))
        if abs(slope) < ZERO or abs(two - 2 * one + along[0]) > STRAIGHT * size:
            continue
        if not all(abs(other[2 * number + step]) <= ZERO for other in held for step in (1, 2)):
            continue
        moved = Fraction(-float(along[0]) / float(slope)).limit_denominator(SIMPLE)
        there = {n: a.copy() for n, a in base.items()}
        flat = there[name].reshape(-1)
        flat[k] = flat[k] + fmpq(moved.numerator, moved.denominator)
        return there
    return None


def _beyond(base: Parameters, there: Parameters) -> Parameters:
    """A point on the other side of the threshold that was reached from the base, near it: another threshold may follow."""
    return {
        name: np.array(
            [
                y + (fmpq(1, 3) if y > x else fmpq(-1, 3) if y < x else 0)
                for x, y in zip(a.flat, there[name].flat, strict=True)
            ],
            dtype=object,
        ).reshape(a.shape)
        for name, a in base.items()
    }


__all__ = ["Thresholds", "bends", "jumps", "thresholds"]
