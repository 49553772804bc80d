"""Exact points of a claim: where its hypotheses hold and its sides have a value, or where they have none."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from flint import fmpq

from derive.build import formula_names
from derive.core import Formula, Logic, Problem, Quantified, Rel, conjuncts
from derive.definedness.conditions import names_in
from derive.definedness.linear import linear_points
from derive.errors import DeriveError
from derive.evidence import Matrix, Point
from derive.exact.certification.certify import examine
from derive.exact.certification.truth import Place, Purse, formula_truth, index_places, to_array
from derive.exact.points.instantiate import instantiate
from derive.exact.points.setup import arrange, draw, make_point
from derive.exact.points.sizes_choice import choose_sizes, larger_sizes, modest_sizes, tiny_sizes
from derive.exact.rings.rings import Irrational, Uncertain, Undefined
from derive.fraction import Fraction

TRUE = Logic("and", ())
DRAWS, SHAPED, LOOKS, SIZES, PLACES = 20, 81, 800, 8, 12
NUMBERS = ("1", "1/8", "2", "0", "-1", "1/2", "3", "-1/3", "10", "1/100")
OPERATIONS = 3_000_000
PRECISIONS = (128, 256)


def sides_defined(goal: Formula) -> Formula:
    """Return the formula that holds, at an exact point, where all sides of a goal have a value."""
    if isinstance(goal, Rel):
        return Logic("and", tuple(Rel("=", side, side) for side in (goal.lhs, goal.rhs)))
    if isinstance(goal, Quantified):
        return Quantified("forall", goal.names, sides_defined(goal.body))
    parts = goal.args[-1:] if goal.op == "implies" else goal.args
    return Logic("and", tuple(sides_defined(part) for part in parts))


def speaks_of_functions(problem: Problem) -> bool:
    """Return whether the hypotheses are about arbitrary functions, or about all matrices of a kind: no point shows them."""
    return bool(problem.functions) or any(_is_universal(h) for h in problem.hypotheses)


def _is_universal(formula: Formula) -> bool:
    if isinstance(formula, Quantified):
        return any(len(n) == 2 for n in formula.names) or _is_universal(formula.body)
    return isinstance(formula, Logic) and any(_is_universal(part) for part in formula.args)


def find(problem: Problem, wanted: Sequence[Formula], seed: int = 0) -> Point | None:
    """Return an exact point that meets the hypotheses of a problem and what is wanted beside them, None if none is found.

    Args:
        problem: Its goal is not looked at.
        wanted: Each is tried as it stands; what cannot be decided at a point counts as not met.
        seed: Fixes the random draws.

    """
    goal = wanted[0] if len(wanted) == 1 else Logic("and", tuple(wanted))
    try:
        told = instantiate(replace(problem, goal=goal, aside=()))
        sizes, larger = [*tiny_sizes(told), *modest_sizes(told)], list(larger_sizes(told))
        sizes = sizes or choose_sizes(told)
    except DeriveError:
        return None
    purse, looks = Purse(OPERATIONS), Purse(OPERATIONS)
    several = [s for s in sizes if all(v > 1 for v in s.values())]
    chosen = [
        dict(t)
        for t in dict.fromkeys(tuple(s.items()) for s in (*sizes[:2], *several[:2], *larger[1:2], *sizes[2:6], *larger))
    ][:SIZES]
    for env in chosen or ([] if told.sizes else [{}]):
        if purse.left < 0:
            return None
        for point in _candidates(told, env, seed, looks):
            found = _met(told, point, purse)
            if found is not None:
                return found
            if purse.left < 0:
                return None
    return None


def _met(problem: Problem, point: Point, purse: Purse) -> Point | None:
    """The point at some value of the indices, if all is met there."""
    for indices in _indices(problem, point):
        place = replace(point, indices=indices)
        try:
            if examine(problem, place, purse, PRECISIONS)[0] == "satisfied":
                return place
        except (DeriveError, Undefined, Irrational, Uncertain, ArithmeticError):
            return None
    return None


def _indices(problem: Problem, point: Point) -> Iterator[Mapping[str, int]]:
    place = Place(point.sizes, {n: to_array(m) for n, m in point.inputs.items()})
    names = [(n, None, low, high) for n, low, high in problem.indices]
    try:
        found = list(itertools.islice(index_places(place, names), 4 * PLACES))
    except (DeriveError, KeyError):
        return
    last = found[PLACES // 2 :]
    yield from (p.indices for p in (*found[: PLACES // 2], *last[:: max(1, len(last) // (PLACES // 2))]))


def _candidates(problem: Problem, sizes: Mapping[str, int], seed: int, looks: Purse) -> Iterator[Point]:
    """Points of the families that the exact road knows, then matrices of special form, in turn with random ones."""
    yield from _of_families(problem, sizes, seed, 0, 6)
    yield from linear_points(problem, sizes)
    yield from itertools.islice(_shaped(problem, sizes, looks), SHAPED)
    yield from _of_families(problem, sizes, seed, 6, DRAWS)


def _of_families(problem: Problem, sizes: Mapping[str, int], seed: int, first: int, last: int) -> Iterator[Point]:
    try:
        setups = arrange(problem, sizes, seed)
    except (DeriveError, Undefined, Irrational, Uncertain, ArithmeticError):
        return
    for turn in range(first, last):
        for setup in setups:
            shapes = list(setup.problem.variables)
            chance = random.Random(f"{seed} value {turn}")
            try:
                drawn = draw(shapes, sizes, chance, bits=1 + turn % 3, density=(1.0, 0.5)[turn % 2])
                scale, sign = fmpq(1, (1, 8, 3, 20, 1)[turn % 5]), (0, 1, -1)[turn % 3]
                varied = {name: (sign * abs(a) if sign else a) * scale for name, a in drawn.items()}
                point = make_point(setup, sizes, varied, seed + turn)
            except (DeriveError, Undefined, Irrational, Uncertain, ArithmeticError):
                continue
            if point is not None:
                yield point


def _shaped(problem: Problem, sizes: Mapping[str, int], purse: Purse | None = None) -> Iterator[Point]:
    """Identities, zeros, ones, unit vectors, uniform rows and few numbers: many hypotheses have such solutions.

    Numbers are chosen first; as soon as all variables of a hypothesis are chosen it is looked at, and what does not meet it is left.
    """
    variables = sorted(problem.variables, key=lambda v: not v[1].is_scalar)
    names = [name for name, _ in variables]
    indices = {name for name, _, _ in problem.indices}
    due: list[list[Formula]] = [[] for _ in names]
    for hypothesis in conjuncts(problem.hypotheses):
        places = [names.index(name) for name in formula_names(hypothesis) if name in names]
        if places and not names_in(hypothesis) & indices:
            due[max(places)].append(hypothesis)
    looks = iter(range(LOOKS))

    def chosen(inputs: Mapping[str, Matrix]) -> Iterator[Point]:
        point = Point(dict(sizes), dict(inputs))
        if len(inputs) == len(names):
            yield point
            return
        for form in _forms(*variables[len(inputs)][1].evaluate(sizes)):
            if due[len(inputs)] and (next(looks, None) is None or (purse is not None and purse.left < 0)):
                return
            more = replace(point, inputs={**inputs, names[len(inputs)]: form})
            if all(truth(more, h, purse) is True for h in due[len(inputs)]):
                yield from chosen(more.inputs)

    yield from chosen({})


def _forms(rows: int, columns: int) -> list[Matrix]:
    def matrix(entry: Callable[[int, int], int | Fraction]) -> Matrix:
        return tuple(tuple(Fraction(entry(i, j)) for j in range(columns)) for i in range(rows))

    if rows == columns == 1:
        return [((Fraction(x),),) for x in NUMBERS]
    forms = [
        matrix(lambda i, j: int(i == j)),
        matrix(lambda i, j: 1),
        matrix(lambda i, j: 0),
        matrix(lambda i, j: Fraction(1, max(rows, columns) if 1 in (rows, columns) else columns)),
        matrix(lambda i, j: int(i == j == 0)),
        matrix(lambda i, j: 2 * int(i == j)),
        matrix(lambda i, j: -int(i == j)),
        matrix(lambda i, j: int(j == i + 1) - int(i == j + 1)),
        matrix(lambda i, j: (i + 1) * int(i == j)),
        matrix(lambda i, j: rows * columns - i * columns - j),
    ]
    return list(dict.fromkeys(forms))


def simple_points(problem: Problem) -> Iterator[Point]:
    """Yield the points at which all variables are zero, one, or one divided by their length, where these meet the hypotheses."""
    sizes = next(iter((*modest_sizes(problem), *tiny_sizes(problem))), None)
    if problem.functions or (sizes is None and problem.sizes):
        return
    try:
        indices = {name: low.evaluate(sizes or {}) for name, low, _ in problem.indices}
    except (DeriveError, KeyError):
        return
    for entry in (lambda rows: 0, lambda rows: 1, lambda rows: Fraction(1, rows)):
        shapes = [(name, shape.evaluate(sizes or {})) for name, shape in problem.variables]
        inputs = {name: ((Fraction(entry(rows)),) * columns,) * rows for name, (rows, columns) in shapes}
        point = Point(dict(sizes or {}), inputs, indices)
        if all(truth(point, h, Purse(OPERATIONS // 10)) is True for h in conjuncts(problem.hypotheses)):
            yield point


def random_points(problem: Problem, count: int, seed: int = 0) -> Iterator[Point]:
    """Yield up to ``count`` exact points that meet the hypotheses of a problem, at small sizes in turn."""
    told = instantiate(replace(problem, aside=()))
    bare = replace(told, goal=TRUE)
    sizes = list(itertools.islice((s for s in (*modest_sizes(told), *tiny_sizes(told))), SIZES)) or [{}]
    each = -(-count // len(sizes))
    for env in sizes:
        shaped = itertools.islice(_shaped(told, env), each // 4)
        drawn = (p for turn in range(4 * each) for p in _of_families(told, env, seed + turn, 0, DRAWS))
        tried = itertools.islice(itertools.chain(shaped, drawn), 4 * each)
        yield from itertools.islice(
            (p for p in (_met(bare, one, Purse(OPERATIONS)) for one in tried) if p is not None), each
        )


def truth(point: Point, formula: Formula, purse: Purse | None = None) -> bool | None:
    """Return whether a formula is true at an exact point; None where that is not decided, the purse is empty, or it has no value."""
    inputs = {n: to_array(m) for n, m in point.inputs.items()}
    place = Place(point.sizes, inputs, point.indices, precisions=PRECISIONS, purse=purse)
    try:
        return formula_truth(place, formula)[0]
    except (DeriveError, Undefined, Irrational, Uncertain, ArithmeticError):
        return None


__all__ = ["TRUE", "find", "random_points", "sides_defined", "simple_points", "speaks_of_functions", "truth"]
