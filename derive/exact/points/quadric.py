"""Points that solve equations of degree two: rational points of a quadric lie on lines through any one of them.

The unknowns of a step satisfy affine equations and at most one scalar equation of degree two. A first rational point is
looked for on random lines; the line from it towards any other point meets the quadric once more, in a rational point.
"""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isqrt

import numpy as np
from flint import fmpq, fmpq_mat

from derive import build
from derive.core import Expr, Formula, Rel, formula_exprs, walk
from derive.degree import degree_in
from derive.errors import DeriveError
from derive.evidence import Matrix
from derive.exact.certification.truth import PRECISIONS, Place, formula_truth, to_array
from derive.exact.evaluation.evaluate import Env, Evaluator
from derive.exact.rings.exactring import ExactRing, to_fraction
from derive.exact.rings.rings import Array, Budget, Irrational, Uncertain, Undefined
from derive.sizes import Shape

MAX_UNKNOWNS = 40
MAX_NAMES = 4
LINES, FEW_LINES = 40, 8  # tried for a first point; where other variables occur
OPERATIONS = 4_000_000


@dataclass(frozen=True, slots=True)
class Step:
    """Unknowns, the equations ``residual = 0`` that are affine in them, and at most one of degree two."""

    unknowns: tuple[tuple[str, Shape], ...]
    affine: tuple[Expr, ...]
    square: Expr | None


@dataclass(frozen=True, slots=True)
class Quadric:
    """Equations that are solved step by step; the points found are not known to cover all solutions."""

    steps: tuple[Step, ...]
    joint: bool = False


def quadric(formulas: Sequence[Formula], shapes: Mapping[str, Shape]) -> Quadric | None:
    """Return a way to solve equalities between these variables, all unknowns at once if possible, else one by one."""
    residuals = [equation(f) for f in formulas]
    known = [r for r in residuals if r is not None]
    if not known or len(known) < len(residuals) or not 1 <= len(shapes) <= MAX_NAMES:
        return None
    names = tuple(shapes)
    for order in itertools.chain([(names,)], (tuple((n,) for n in p) for p in itertools.permutations(names))):
        steps = _steps(known, order, shapes)
        if steps is not None:
            return Quadric(steps)
    return None


def _steps(
    residuals: Sequence[Expr], order: Sequence[tuple[str, ...]], shapes: Mapping[str, Shape]
) -> tuple[Step, ...] | None:
    """Give every equation to the last of the unknowns that it mentions."""
    steps: list[Step] = []
    left = list(residuals)
    for group in reversed(order):
        mine = [r for r in left if _names(r) & set(group)]
        left = [r for r in left if not _names(r) & set(group)]
        degrees = [degree_in(r, *group) for r in mine]
        if any(d is None or d > 2 for d in degrees) or degrees.count(2) > 1:
            return None
        square = next((r for r, d in zip(mine, degrees, strict=True) if d == 2), None)
        if square is not None and not square.shape.is_scalar:
            return None
        affine = tuple(r for r, d in zip(mine, degrees, strict=True) if d != 2)
        steps.append(Step(tuple((n, shapes[n]) for n in group), affine, square))
    return tuple(reversed(steps))


def _names(expr: Expr) -> set[str]:
    return {node.data[0] for node in walk(expr) if node.op == "var"}


def equation(formula: Formula) -> Expr | None:
    """Return ``lhs - rhs`` of an equality, squared where that makes norms polynomials, None for other formulas.

    Solutions of the squared equation may fail the first one by a sign: they are examined like all points.
    """
    if not isinstance(formula, Rel) or formula.op != "=":
        return None
    lhs, rhs = polynomial(formula.lhs), polynomial(formula.rhs)
    if rhs.shape.is_scalar and not lhs.shape.is_scalar:
        rhs = build.scale(rhs, build.ones(lhs.shape.rows, lhs.shape.cols))
    names = tuple(_names(lhs) | _names(rhs))
    try:
        plain = build.sub(lhs, rhs)
        if degree_in(plain, *names) is None and lhs.shape.is_scalar:
            return build.sub(_squared(lhs), _squared(rhs))
    except DeriveError:
        return None
    return plain


def _is_root(expr: Expr) -> bool:
    """Whether an expression is the root of a sum of squares."""
    if expr.op != "norm":
        return False
    vector = not expr.args[0].shape.rows or not expr.args[0].shape.cols
    return expr.data[0] == "F" or (expr.data[0] == "2" and vector)


def _squares(norm: Expr) -> Expr:
    a = norm.args[0]
    return build.trace(build.matmul(build.transpose(a), a))


def polynomial(expr: Expr) -> Expr:
    """Even powers of norms as polynomials."""
    made: dict[Expr, Expr] = {}
    for node in walk(expr):
        power = node.args[1] if node.op == "hpow" else None
        if power is not None and power.op == "const" and power.data[0] in (2, 4) and _is_root(node.args[0]):
            made[node] = build.hpow(_squares(node.args[0]), build.const(power.data[0] / 2))
        else:
            args = [made[a] for a in node.args]
            made[node] = (
                build.rebuild(node, args) if any(a is not b for a, b in zip(args, node.args, strict=True)) else node
            )
    return made[expr]


def _squared(expr: Expr) -> Expr:
    if _is_root(expr):
        return _squares(expr)
    if expr.op == "scale":
        return build.scale(_squared(expr.args[0]), _squared(expr.args[1]))
    return build.hadamard(expr, expr)


# Points.


def solve_quadric(
    system: Quadric, sizes: Mapping[str, int], inputs: Mapping[str, Array], seed: int
) -> dict[str, Array] | None:
    """Return the inputs with the unknowns moved to a solution on the way from a first one to them, None if none is found."""
    found = dict(inputs)
    chance = random.Random(f"quadric {seed}")
    try:
        for step in system.steps:
            if step.affine or step.square is not None:
                moved = _Moved(step, sizes, found, chance).point()
                if moved is None:
                    return None
                found |= moved
    except (DeriveError, Undefined, Irrational, Uncertain):
        return None
    return found


def onto(
    hypotheses: Sequence[Formula],
    variables: Sequence[tuple[str, Shape]],
    sizes: Mapping[str, int],
    inputs: Mapping[str, Matrix],
) -> dict[str, Matrix]:
    """Return exact inputs moved to where the equalities hold that they miss (as they are, where that is not known how)."""
    arrays = {name: to_array(matrix) for name, matrix in inputs.items()}
    for formulas, names in _tied([h for h in hypotheses if isinstance(h, Rel) and h.op == "="], set(inputs)):
        system = quadric(formulas, {n: s for n, s in variables if n in names})
        if system is not None and any(not _holds(f, sizes, arrays) for f in formulas):
            arrays = solve_quadric(system, sizes, arrays, 0) or arrays
    return {name: tuple(tuple(to_fraction(x) for x in line) for line in array[0]) for name, array in arrays.items()}


def _tied(formulas: Sequence[Formula], known: set[str]) -> list[tuple[list[Formula], set[str]]]:
    """Equalities that share variables, all of them known."""
    groups: list[tuple[list[Formula], set[str]]] = []
    for formula in formulas:
        names = {n for e in formula_exprs(formula) for n in _names(e)}
        together, rest = [formula], []
        for others, other_names in groups:
            if other_names & names:
                together, names = [*others, *together], names | other_names
            else:
                rest.append((others, other_names))
        groups = [*rest, (together, names)]
    return [(formulas, names) for formulas, names in groups if names and names <= known]


def _holds(formula: Formula, sizes: Mapping[str, int], arrays: Mapping[str, Array]) -> bool:
    try:
        return formula_truth(Place(sizes, arrays, precisions=PRECISIONS[:1]), formula)[0] is True
    except (DeriveError, Undefined, Irrational, Uncertain):
        return False


Vector = list[fmpq]


class _Moved:
    """One step at given values of all other variables."""

    def __init__(
        self, step: Step, sizes: Mapping[str, int], inputs: Mapping[str, Array], chance: random.Random
    ) -> None:
        self.step, self.sizes, self.inputs, self.chance = step, sizes, inputs, chance
        self.lengths = [int(np.prod(s.evaluate(sizes))) for _, s in step.unknowns]
        self.count = sum(self.lengths)
        self.budget = Budget(OPERATIONS)
        if self.count > MAX_UNKNOWNS:
            raise Irrational("too many unknowns")
        self.system = self._system()

    @property
    def closed(self) -> bool:
        """Whether no other variables occur."""
        names = {name for name, _ in self.step.unknowns}
        equations = (*self.step.affine, *((self.step.square,) if self.step.square is not None else ()))
        return all(_names(e) <= names for e in equations)

    def point(self) -> dict[str, Array] | None:
        target = [x for name, _ in self.step.unknowns for x in self.inputs[name].reshape(-1)]
        goal = self._on_the_plane(target)
        if goal is None or self.step.square is None:
            return None if goal is None else self._arrays(goal)
        first = _first(self.step, tuple(sorted(self.sizes.items()))) if self.closed else self.first(FEW_LINES)
        if first is None:
            return None
        direction = [g - f for g, f in zip(goal, first, strict=True)]
        a, b, _ = self._along(first, direction)
        if a == 0:
            return self._arrays(goal if b == 0 else first)
        return self._arrays([f + (-b / a) * d for f, d in zip(first, direction, strict=True)])

    def first(self, lines: int) -> Vector | None:
        """A rational point of the quadric."""
        for turn in range(lines):
            start = self._on_the_plane([fmpq(0 if turn % 3 == 0 else self._small()) for _ in range(self.count)])
            end = self._on_the_plane([fmpq(self._small()) for _ in range(self.count)])
            if start is None or end is None:
                return None
            direction = [e - s for e, s in zip(end, start, strict=True)]
            for t in _roots(*self._along(start, direction)):
                return [s + t * d for s, d in zip(start, direction, strict=True)]
        return None

    def _small(self) -> int:
        return self.chance.choice((-2, -1, -1, 0, 1, 1, 2))

    def _along(self, start: Vector, direction: Vector) -> tuple[fmpq, fmpq, fmpq]:
        """Coefficients of the equation as a polynomial in t on the line start + t direction."""
        here, ahead, back = (
            self._value([s + t * d for s, d in zip(start, direction, strict=True)]) for t in (0, 1, -1)
        )
        return (ahead + back) / 2 - here, (ahead - back) / 2, here

    def _value(self, vector: Vector) -> fmpq:
        assert self.step.square is not None
        return _rational(self._evaluator(vector).value(self.step.square).reshape(-1)[0])

    def _evaluator(self, vector: Vector) -> Evaluator:
        return Evaluator(ExactRing(), Env(self.sizes, {**self.inputs, **self._arrays(vector)}), self.budget)

    def _arrays(self, vector: Vector) -> dict[str, Array]:
        made, start = {}, 0
        for (name, shape), length in zip(self.step.unknowns, self.lengths, strict=True):
            array = np.empty(length, dtype=object)
            array[:] = vector[start : start + length]
            made[name] = array.reshape(1, *shape.evaluate(self.sizes))
            start += length
        return made

    def _system(self) -> tuple[list[int], list[list[fmpq]]] | None:
        """The affine equations [J | -c] in reduced echelon form with its pivots; None where they have no solution."""
        if not self.step.affine:
            return [], []
        evaluator = self._evaluator([fmpq(0)] * self.count)
        rows: list[list[fmpq]] = []
        for residual in self.step.affine:
            constant = evaluator.value(residual).reshape(-1)
            slopes = [
                evaluator.value(build.deriv(residual, n, build.var(n, s))).reshape(len(constant), -1)
                for n, s in self.step.unknowns
            ]
            rows += [
                [*map(_rational, line), -_rational(c)]
                for line, c in zip(np.concatenate(slopes, axis=1), constant, strict=True)
            ]
        reduced, rank = fmpq_mat(len(rows), self.count + 1, [x for row in rows for x in row]).rref()
        lines = [[reduced[r, c] for c in range(self.count + 1)] for r in range(rank)]
        pivots = [next(c for c, x in enumerate(line) if x != 0) for line in lines]
        return None if self.count in pivots else (pivots, lines)

    def _on_the_plane(self, vector: Vector) -> Vector | None:
        """The solution of the affine equations with the same free unknowns."""
        if self.system is None:
            return None
        made = list(vector)
        for pivot, line in zip(*self.system, strict=True):
            free = (c for c in range(self.count) if c not in self.system[0])
            made[pivot] = line[self.count] - sum((line[c] * vector[c] for c in free), fmpq(0))
        return made


@functools.lru_cache(maxsize=256)
def _first(step: Step, sizes: tuple[tuple[str, int], ...]) -> Vector | None:
    """A rational point of a quadric without other variables."""
    start = {name: np.full((1, *shape.evaluate(dict(sizes))), fmpq(0), dtype=object) for name, shape in step.unknowns}
    return _Moved(step, dict(sizes), start, random.Random("first")).first(LINES)


def _rational(x: object) -> fmpq:
    if not isinstance(x, fmpq):
        raise Irrational("an irrational coefficient")
    return x


def _roots(a: fmpq, b: fmpq, c: fmpq) -> Iterator[fmpq]:
    """Rational simple roots of a t^2 + b t + c."""
    if a == 0:
        if b != 0:
            yield -c / b
        return
    discriminant = b * b - 4 * a * c
    if discriminant <= 0:
        return
    p, q = int(discriminant.p), int(discriminant.q)
    if isqrt(p) ** 2 == p and isqrt(q) ** 2 == q:
        root = fmpq(isqrt(p), isqrt(q))
        yield from ((root - b) / (2 * a), (-root - b) / (2 * a))


__all__ = ["Quadric", "equation", "onto", "polynomial", "quadric", "solve_quadric"]
