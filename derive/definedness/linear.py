r"""An exact point of linear hypotheses: a linear program finds one inside, its free entries are rounded, equations solved.

``a \ge 0, b \le 0, 1^\top a + 1^\top b = 0, a_m > 0`` has points that no family draws.  The point may violate hypotheses that
are not linear, and rounding may leave the inside: whoever asks examines it exactly.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from flint import fmpq, fmpq_mat

from derive import build
from derive.core import Expr, Problem, Rel, conjuncts
from derive.degree import degree_in
from derive.errors import DeriveError
from derive.evidence import Matrix, Point
from derive.exact.certification.truth import to_array
from derive.exact.evaluation.evaluate import Env, Evaluator
from derive.exact.rings.exactring import ExactRing
from derive.exact.rings.rings import Array, Budget, Irrational, Uncertain, Undefined
from derive.fraction import Fraction
from derive.sizes import Shape

MAX_UNKNOWNS, BOX, DENOMINATOR, DRAWS = 60, 8.0, 60, 3
_EQUATIONS, _AT_LEAST, _AT_MOST = ("=",), (">=", ">"), ("<=", "<")


def linear_points(problem: Problem, sizes: Mapping[str, int], seed: int = 0) -> Iterator[Point]:
    """Yield points inside of what the linear hypotheses allow at these sizes: in all variables, then in the largest alone.

    There the others are drawn, numbers smaller than entries: ``A > 0, A 1 = 1, A u = a u`` is linear in A, whatever u and a are.
    """
    shapes = dict(problem.variables)
    largest = max(shapes, key=lambda name: np.prod(shapes[name].evaluate(sizes)), default="")
    yield from _points(problem, sizes, shapes, {})
    for turn in range(DRAWS if len(shapes) > 1 else 0):
        chance = random.Random(f"{seed} linear {turn}")
        fixed = {
            name: tuple(
                tuple(Fraction(chance.randint(-2, 2), 8 if shape.is_scalar else 1) for _ in range(columns))
                for _ in range(rows)
            )
            for name, shape in shapes.items()
            if name != largest
            for rows, columns in [shape.evaluate(sizes)]
        }
        yield from _points(problem, sizes, {largest: shapes[largest]}, fixed)


def _points(
    problem: Problem, sizes: Mapping[str, int], shapes: Mapping[str, Shape], fixed: Mapping[str, Matrix]
) -> Iterator[Point]:
    rels = [r for r in conjuncts(problem.hypotheses) if isinstance(r, Rel) and _is_linear(r, list(shapes))]
    count = sum(int(np.prod(s.evaluate(sizes))) for s in shapes.values())
    if not rels or not 0 < count <= MAX_UNKNOWNS:
        return
    try:
        equations, bounds = _rows(rels, shapes, sizes, {name: to_array(matrix) for name, matrix in fixed.items()})
    except (DeriveError, Undefined, Irrational, Uncertain, ArithmeticError):
        return
    inside = _inside(equations, bounds, count)
    values = None if inside is None else _solved(equations, inside)
    if values is not None:
        yield Point(dict(sizes), {**fixed, **_split(values, shapes, sizes)})


def _is_linear(rel: Rel, names: Sequence[str]) -> bool:
    if rel.op not in (*_EQUATIONS, *_AT_LEAST, *_AT_MOST):
        return False
    return all((d := degree_in(side, *names)) is not None and d <= 1 for side in (rel.lhs, rel.rhs))


def _rows(
    rels: Sequence[Rel], shapes: Mapping[str, Shape], sizes: Mapping[str, int], fixed: Mapping[str, Array]
) -> tuple[list[list[fmpq]], list[list[fmpq]]]:
    """The rows ``[slopes, constant]`` of equations (= 0) and of inequalities (>= 0)."""
    equations: list[list[fmpq]] = []
    bounds: list[list[fmpq]] = []
    for rel in rels:
        sides = (rel.rhs, rel.lhs) if rel.op in _AT_MOST else (rel.lhs, rel.rhs)
        left, right = (_affine(side, shapes, sizes, fixed) for side in sides)
        (equations if rel.op in _EQUATIONS else bounds).extend([list(row) for row in left - right])
    return equations, [row for row in bounds if any(row[:-1]) or row[-1] < 0]  # u_m >= u_m leaves no room


def _affine(side: Expr, shapes: Mapping[str, Shape], sizes: Mapping[str, int], fixed: Mapping[str, Array]) -> Array:
    """Slopes and constant of each entry of a side, a row an entry."""
    ring = ExactRing()
    zeros = {name: ring.zeros(1, *shape.evaluate(sizes)) for name, shape in shapes.items()}
    evaluator = Evaluator(ring, Env(dict(sizes), {**fixed, **zeros}), Budget(2_000_000))
    constant = evaluator.value(side)[0].reshape(-1, 1)
    slopes = [evaluator.value(build.deriv(side, name, build.var(name, shape)))[0] for name, shape in shapes.items()]
    return np.concatenate([*slopes, constant], axis=1)


def _inside(equations: list[list[fmpq]], bounds: list[list[fmpq]], count: int) -> list[float] | None:
    """The point with the largest slack in all inequalities, in floating point; None if none is found (or SciPy is missing)."""
    try:
        from scipy.optimize import linprog
    except ModuleNotFoundError:
        return None

    def floats(rows: list[list[fmpq]]) -> np.ndarray:
        return np.array([[float(Fraction(int(x.p), int(x.q))) for x in row] for row in rows]).reshape(-1, count + 1)

    equal, least = floats(equations), floats(bounds)
    slack = np.ones((len(least), 1))
    found = linprog(
        [0.0] * count + [-1.0],
        A_ub=np.hstack([-least[:, :-1], slack]) if len(least) else None,
        b_ub=least[:, -1] if len(least) else None,
        A_eq=np.hstack([equal[:, :-1], np.zeros((len(equal), 1))]) if len(equal) else None,
        b_eq=-equal[:, -1] if len(equal) else None,
        bounds=[(-BOX, BOX)] * count + [(None, 1.0)],
    )
    return None if found.x is None or found.x[-1] < -1e-9 else list(found.x[:-1])


def _solved(equations: list[list[fmpq]], near: Sequence[float]) -> list[fmpq] | None:
    """The solution of the equations whose free entries are those of a point, rounded."""
    values = [fmpq(f.numerator, f.denominator) for f in (Fraction(x).limit_denominator(DENOMINATOR) for x in near)]
    if not equations:
        return values
    width = len(near) + 1
    reduced, rank = fmpq_mat(len(equations), width, [x for row in equations for x in row]).rref()
    pivots = [next(c for c in range(width) if reduced[r, c] != 0) for r in range(rank)]
    if width - 1 in pivots:
        return None
    for r, pivot in enumerate(pivots):
        rest = sum((reduced[r, c] * values[c] for c in range(pivot + 1, width - 1) if c not in pivots), fmpq(0))
        values[pivot] = -reduced[r, width - 1] - rest
    return values


def _split(values: Sequence[fmpq], shapes: Mapping[str, Shape], sizes: Mapping[str, int]) -> dict[str, Matrix]:
    entries = iter(Fraction(int(x.p), int(x.q)) for x in values)
    found = {}
    for name, shape in shapes.items():
        rows, columns = shape.evaluate(sizes)
        found[name] = tuple(tuple(next(entries) for _ in range(columns)) for _ in range(rows))
    return found


__all__ = ["linear_points"]
