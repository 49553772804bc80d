"""Hypotheses that are affine in some variables: their points come from a linear system solved exactly in the ring."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat, nmod_mat

from derive import build
from derive.core import Expr
from derive.degree import degree_in
from derive.errors import NotSupported
from derive.exact.evaluation.evaluate import Env, Evaluator
from derive.exact.rings.primefield import PrimeRing
from derive.exact.rings.rings import Array, Budget, Irrational, Ring, Undefined
from derive.sizes import Shape

MAX_UNKNOWNS = 400


@dataclass(frozen=True, slots=True)
class AffineSystem:
    """Equations ``residual = 0`` that are affine in the unknowns, whatever the other variables are.

    ``joint`` says that they are affine in all variables that occur, so that the solutions are one affine space.
    """

    unknowns: tuple[tuple[str, Shape], ...]
    residuals: tuple[Expr, ...]
    joint: bool


def affine_system(residuals: Sequence[Expr], shapes: Mapping[str, Shape]) -> AffineSystem | None:
    """Return the system in all variables if it is jointly affine, else in the first single variable that allows it."""
    names = list(shapes)
    if all(_affine(r, *names) for r in residuals):
        return AffineSystem(tuple(shapes.items()), tuple(residuals), True)
    for name in sorted(names, key=lambda n: (shapes[n].is_scalar, names.index(n))):
        if all(_affine(r, name) for r in residuals) and all(_mentions(r, name) for r in residuals):
            return AffineSystem(((name, shapes[name]),), tuple(residuals), False)
    return None


def _affine(residual: Expr, *names: str) -> bool:
    degree = degree_in(residual, *names)
    return degree is not None and degree <= 1


def _mentions(residual: Expr, name: str) -> bool:
    return degree_in(residual, name) != 0


def solve(
    system: AffineSystem, ring: Ring, sizes: Mapping[str, int], inputs: Mapping[str, Array], seed: int, spread: int = 2
) -> dict[str, Array] | None:
    """Return the inputs with the unknowns replaced by a random solution, None if there is none.

    Args:
        system: The equations.
        ring: A prime field (a solution per point; points without one are discarded) or the exact ring.
        sizes: Concrete sizes.
        inputs: All variables; the unknowns' values are ignored.
        seed: Fixes the free unknowns.
        spread: Bits of the free unknowns in the exact ring.

    """
    count = sum(int(np.prod(s.evaluate(sizes))) for _, s in system.unknowns)
    if count > MAX_UNKNOWNS:
        raise NotSupported(f"a linear system in {count} unknowns")
    batch = ring.batch
    zeroed = {**inputs, **{n: ring.zeros(batch, *s.evaluate(sizes)) for n, s in system.unknowns}}
    evaluator = Evaluator(ring, Env(sizes, zeroed), Budget(20_000_000))
    try:
        constant = np.concatenate([_column(evaluator.value(r), batch) for r in system.residuals], axis=1)
        blocks = [
            np.concatenate([_slope(evaluator, r, n, s) for r in system.residuals], axis=1) for n, s in system.unknowns
        ]
    except (Undefined, Irrational):
        return None
    matrix = np.concatenate([*blocks, ring.neg(constant)], axis=2)
    chance = random.Random(f"affine {seed}")
    solutions = ring.zeros(batch, count, 1)
    for t in range(batch):
        found = _one_solution(matrix[t], ring, chance, spread)
        if found is None and not isinstance(ring, PrimeRing):
            return None
        if found is None:
            assert isinstance(ring, PrimeRing)
            ring.valid[t] = False
            continue
        solutions[t, :, 0] = found
    return {**inputs, **_split(solutions, system, sizes)}


def _column(x: Array, batch: int) -> Array:
    return np.broadcast_to(x, (batch, *x.shape[1:])).reshape(batch, -1, 1)


def _slope(evaluator: Evaluator, residual: Expr, name: str, shape: Shape) -> Array:
    slope = evaluator.value(build.deriv(residual, name, build.var(name, shape)))
    return np.broadcast_to(slope, (evaluator.ring.batch, *slope.shape[1:]))


def _split(solutions: Array, system: AffineSystem, sizes: Mapping[str, int]) -> dict[str, Array]:
    parts, start = {}, 0
    for name, shape in system.unknowns:
        rows, columns = shape.evaluate(sizes)
        parts[name] = solutions[:, start : start + rows * columns].reshape(-1, rows, columns)
        start += rows * columns
    return parts


def _one_solution(augmented: Array, ring: Ring, chance: random.Random, spread: int) -> list[int] | list[fmpq] | None:
    """A solution of the system [J | b] by its reduced echelon form, free unknowns at random."""
    rows, columns = augmented.shape
    p = ring.p if isinstance(ring, PrimeRing) else 0
    if p:
        reduced, rank = nmod_mat(rows, columns, [int(x) for x in augmented.reshape(-1)], p).rref()
    else:
        if not all(isinstance(x, fmpq) for x in augmented.flat):
            return None
        reduced, rank = fmpq_mat(rows, columns, list(augmented.reshape(-1))).rref()
    pivots = [next(c for c in range(columns) if reduced[r, c] != 0) for r in range(rank)]
    if columns - 1 in pivots:
        return None
    values: list[Any] = [_free(chance, p, spread) for _ in range(columns - 1)]
    for r, pivot in enumerate(pivots):
        rest = sum(
            (_number(reduced[r, c], p) * values[c] for c in range(pivot + 1, columns - 1) if c not in pivots),
            _free_zero(p),
        )
        values[pivot] = (_number(reduced[r, columns - 1], p) - rest) % p if p else reduced[r, columns - 1] - rest
    return values


def _number(x: object, p: int) -> int | fmpq:
    return int(x) if p else x  # type: ignore[call-overload, return-value]


def _free_zero(p: int) -> int | fmpq:
    return 0 if p else fmpq(0)


def _free(chance: random.Random, p: int, spread: int) -> int | fmpq:
    return chance.randrange(p) if p else fmpq(chance.randint(-(2**spread), 2**spread))
