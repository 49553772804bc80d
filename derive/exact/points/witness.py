"""Inputs that meet all hypotheses: for symbols beside the goal, and to show that a hypothesis can be met at all."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from flint import fmpq

from derive import build
from derive.core import Formula, Problem, Rel, SizeRules, conjuncts
from derive.errors import DeriveError
from derive.evidence import Point
from derive.exact.certification.certify import examine
from derive.exact.points.instantiate import instantiate
from derive.exact.points.quadratic_functions import at_quadratics, is_quadratic
from derive.exact.points.setup import arrange, draw, make_point
from derive.exact.points.sizes_choice import complete
from derive.exact.rings.rings import Irrational, Uncertain, Undefined
from derive.fraction import Fraction
from derive.sizes import Shape, Size
from derive.whole import besides, whole

SIZES = 24
ORDERED = (2, 3, 4, 5)
DRAWS = 30


def instance_at(problem: Problem, point: Point) -> Problem:
    """Return the problem with functions in place of arbitrary ones whose numbers a point has: quadratics, or polynomials."""
    special = at_quadratics(whole(problem)) if is_quadratic(point) else None
    return special or instantiate(problem)


def with_others(problem: Problem, point: Point, seed: int = 0) -> tuple[Problem, Point] | None:
    """Return the whole problem (no arbitrary functions left) and a point of it that extends one of the goal's symbols.

    None if no such point is found.

    Raises:
        NotSupported: A hypothesis has no meaning at a single point.

    """
    everything = oriented(instance_at(whole(problem), point), point)
    if is_quadratic(point) or not problem.aside and problem.aside_rules == SizeRules():
        return everything, point
    others = instantiate(besides(problem))
    shared = [(name, shape, point.inputs[name]) for name, shape in others.variables if name in point.inputs]
    told = tuple(_is_written(*one) for one in shared if all(isinstance(x, Fraction | int) for r in one[2] for x in r))
    others = replace(others, hypotheses=(*told, *others.hypotheses))  # one function for the goal and what is beside it
    for sizes in _extended(others, point.sizes):
        found = meeting(others, sizes, seed)
        if found is not None:
            inputs = {**found.inputs, **point.inputs}
            return everything, Point({**sizes, **point.sizes}, inputs, dict(point.indices))
    return None


def _is_written(name: str, shape: Shape, value: Sequence[Sequence[Any]]) -> Rel:
    """The equation that gives a variable its value at a point."""
    entries = [
        build.scale(
            build.const(Fraction(x)),
            build.matmul(build.basis(Size.of(i), shape.rows), build.transpose(build.basis(Size.of(j), shape.cols))),
        )
        for i, row in enumerate(value, 1)
        for j, x in enumerate(row, 1)
        if x
    ]
    return Rel("=", build.var(name, shape), build.add(*entries) if entries else build.zeros(shape.rows, shape.cols))


def oriented(problem: Problem, point: Point) -> Problem:
    """Return the problem with a variable that the point leaves out on the left of the hypothesis that defines it."""
    missing = {name for name, _ in problem.variables} - point.inputs.keys()

    def turned(formula: Formula) -> Formula:
        if (
            isinstance(formula, Rel)
            and formula.op == "="
            and formula.rhs.op == "var"
            and formula.rhs.data[0] in missing
        ):
            known = formula.lhs.op == "var" and formula.lhs.data[0] in missing
            return formula if known else Rel("=", formula.rhs, formula.lhs)
        return formula

    return replace(problem, hypotheses=tuple(map(turned, conjuncts(problem.hypotheses))))


def meeting(problem: Problem, sizes: Mapping[str, int], seed: int = 0) -> Point | None:
    """Return a point of these sizes where the hypotheses hold for certain and the goal is not violated."""
    try:
        setups = arrange(problem, sizes, seed)  # where no family fits, free variables are tried
    except DeriveError:
        return None
    for setup in setups:
        shapes = list(setup.problem.variables)
        for turn in range(DRAWS if shapes else 1):
            chance = random.Random(f"{seed} witness {turn}")
            drawn = draw(shapes, sizes, chance, bits=1 + turn % 3, density=(1.0, 0.5)[turn % 2])
            try:
                point = make_point(setup, sizes, _varied(drawn, turn), seed + turn)
                if point is not None and examine(problem, point)[0] in ("satisfied", "open"):
                    return point
            except (DeriveError, Undefined, Irrational, Uncertain):
                continue
    return None


def sizes_beside(problem: Problem, seed: int = 0) -> list[dict[str, int]]:
    """Return up to two tuples of small sizes, different where possible, at which what is beside the goal can be met.

    ``U^T U = I_n`` of an m x n matrix U beside a claim about m and n leaves room for m >= n alone.
    """
    everything, others = whole(problem), instantiate(besides(problem))
    found: list[dict[str, int]] = []
    for order in itertools.permutations(ORDERED):
        sizes = complete(everything.rules, everything.sizes, {}, order)
        if sizes is None or sizes in found:
            continue
        if meeting(others, {name: value for name, value in sizes.items() if name in others.sizes}, seed) is not None:
            found.append(sizes)
        if len(found) == 2:
            break
    return found


def _varied(drawn: dict[str, Any], turn: int) -> dict[str, Any]:
    """Other ranges, for inequalities that few integers satisfy: smaller, positive, negative."""
    scale, sign = fmpq(1, (1, 8, 3, 20, 1)[turn % 5]), (0, 1, -1)[turn % 3]
    return {name: (sign * abs(a) if sign else a) * scale for name, a in drawn.items()}


def _extended(problem: Problem, known: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """Sizes of the problem that agree with the known ones, small ones first."""
    free = [n for n in problem.sizes if n not in known]
    fixed = {n: v for n, v in known.items() if n in problem.sizes}
    found = 0
    for values in sorted(itertools.product(range(1, 5 if len(free) < 5 else 3), repeat=len(free)), key=sum):
        sizes = fixed | dict(zip(free, values, strict=True))
        if problem.rules.admits(sizes):
            found += 1
            yield sizes
        if found >= SIZES:
            return
    if not found:
        other = complete(problem.rules, problem.sizes, fixed)
        if other is not None:
            yield other


__all__ = ["meeting", "sizes_beside", "with_others"]
