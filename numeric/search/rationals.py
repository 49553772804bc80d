"""From free numbers to exact rational values of the variables that satisfy the recognized hypotheses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import torch
from flint import fmpq
from torch import Tensor

from derive import build
from derive.core import Expr, walk
from derive.errors import DeriveError
from derive.evidence import Matrix
from derive.exact.certification.truth import to_array
from derive.exact.evaluation.evaluate import Env
from derive.exact.evaluation.evaluate import evaluate as exact_value
from derive.exact.rings.exactring import ExactRing, to_fraction
from derive.exact.rings.rings import Irrational, Uncertain, Undefined
from derive.fraction import Fraction
from derive.recurrent import Recurrence
from numeric.evaluation.dense import evaluate
from numeric.search.lines import near, rational_lines, rational_sphere
from numeric.search.values import value_of
from numeric.search.variables import Block, Space


def rational(space: Space, z: Sequence[float], sizes: Mapping[str, int], denominator: int) -> dict[str, Matrix] | None:
    """Return exact inputs near the values at ``z``, numbers rounded to multiples of 1/denominator; None if that fails.

    Defined variables are left out: they follow from the others. A radius is rounded upward.
    """
    exact: dict[str, Matrix] = {}
    start = 0
    for block in space.blocks:
        count = block.length(sizes)
        part = list(z[start : start + count])
        start += count
        if block.kind == "defined":
            continue
        try:
            made = _rational(block, part, sizes, denominator, exact, space)
        except (ZeroDivisionError, OverflowError, ValueError, DeriveError):
            return None
        if made is None:
            return None
        exact[block.name] = made
    return exact


def _rational(
    block: Block, z: list[float], sizes: Mapping[str, int], denominator: int, exact: Mapping[str, Matrix], space: Space
) -> Matrix | None:
    rows, cols = block.shape.evaluate(sizes)
    if block.kind == "radius":
        return _rational_radius(block, z[0], sizes, denominator, exact, space)
    if block.kind == "orthonormal":
        return _rational_cayley(z, rows, cols, denominator)
    if block.recurrence is not None:
        known = _with_defined(exact, space, sizes)
        return _along(block.recurrence, _grid(z, rows, cols, denominator), sizes, known)
    if block.kind in ("solved", "above", "below"):
        return _rational_shift(block, z, sizes, denominator, _with_defined(exact, space, sizes))
    x = (
        value_of(block, torch.tensor(z, dtype=torch.float64), sizes, {}).tolist()
        if block.kind not in ("sphere", "psd", "lines")
        else None
    )
    if block.kind == "sphere":
        return rational_sphere(z, rows, cols, denominator)
    if block.kind == "psd":
        return tuple(map(tuple, gram(_grid(z, rows, cols, denominator))))
    if block.lines is not None:
        return rational_lines(
            [[Fraction(v) for v in z[i * cols : (i + 1) * cols]] for i in range(rows)], block.lines, denominator
        )
    assert x is not None
    if block.kind in ("simplex", "stochastic"):
        return _rational_distributions(x, denominator, by_column=block.kind == "simplex")
    fractions = [[near(v, denominator) for v in row] for row in x]
    if block.kind == "interval":
        fractions = [[_into(block, v, denominator) for v in row] for row in fractions]
    if block.kind == "symmetric":
        fractions = [[fractions[min(i, j)][max(i, j)] for j in range(cols)] for i in range(rows)]
    if block.kind == "ball" and denominator > 64:
        shrink = 1 - Fraction(4 * (rows + cols), denominator)
        fractions = [[near(float(v * shrink), denominator) for v in row] for row in fractions]
    return tuple(tuple(row) for row in fractions)


def _grid(z: Sequence[float], rows: int, cols: int, denominator: int) -> list[list[Fraction]]:
    return [[near(z[i * cols + j], denominator) for j in range(cols)] for i in range(rows)]


def _rational_shift(
    block: Block, z: list[float], sizes: Mapping[str, int], denominator: int, known: Mapping[str, Matrix]
) -> Matrix | None:
    """What a variable is computed from, exactly, and Z Z^T more or less."""
    rows, cols = block.shape.evaluate(sizes)
    base = exactly(build.reshape(block.formula[0], block.shape), known, sizes)
    if base is None or block.kind == "solved":
        return base
    sign = 1 if block.kind == "above" else -1
    square = gram(_grid(z, rows, cols, denominator))
    return tuple(
        tuple(b + sign * s for b, s in zip(one, other, strict=True)) for one, other in zip(base, square, strict=True)
    )


def _along(
    rule: Recurrence, rows: list[list[Fraction]], sizes: Mapping[str, int], known: Mapping[str, Matrix]
) -> Matrix | None:
    """The rows, those that are told computed exactly one after the other."""
    for at, op, expr in rule.steps(sizes):
        if at >= len(rows):
            continue
        told = exactly(expr, {**known, rule.name: tuple(map(tuple, rows))}, sizes)
        if told is None:
            return None
        sign = {"=": 0, "<=": -1, ">=": 1}[op]
        values = [v for row in told for v in row]
        rows[at] = [v + sign * own * own for v, own in zip(values, rows[at], strict=True)]
    return tuple(map(tuple, rows))


def _with_defined(exact: Mapping[str, Matrix], space: Space, sizes: Mapping[str, int]) -> Mapping[str, Matrix]:
    """The exact inputs and the defined variables that they determine."""
    known = dict(exact)
    for block in space.blocks:
        made = exactly(block.formula[0], known, sizes) if block.kind == "defined" else None
        if made is not None:
            known[block.name] = made
    return known


def _into(block: Block, v: Fraction, denominator: int) -> Fraction:
    step = Fraction(1, denominator) if block.strict else Fraction(0)
    if block.low is not None and v < block.low + step:
        v = block.low + step
    if block.high is not None and v > block.high - step:
        v = block.high - step
    return v


def _rational_distributions(x: list[list[float]], denominator: int, by_column: bool) -> Matrix | None:
    lines = [list(line) for line in zip(*x, strict=True)] if by_column else x
    made = []
    for line in lines:
        counts = [max(0, round(v * denominator)) for v in line]
        largest = max(range(len(line)), key=lambda k: line[k])
        counts[largest] += denominator - sum(counts)
        if counts[largest] < 0:
            return None
        made.append([Fraction(c, denominator) for c in counts])
    if by_column:
        made = [list(row) for row in zip(*made, strict=True)]
    return tuple(tuple(row) for row in made)


def _rational_cayley(z: list[float], rows: int, cols: int, denominator: int) -> Matrix | None:
    n = max(rows, cols)
    skew = [[near(z[i * n + j] - z[j * n + i], denominator) for j in range(n)] for i in range(n)]
    plus = [[skew[i][j] + (i == j) for j in range(n)] for i in range(n)]
    minus = [[-skew[i][j] + (i == j) for j in range(n)] for i in range(n)]
    solved = _solve(plus, minus)
    signs = [-1 if z[j * n + j] < 0 else 1 for j in range(n)]
    return tuple(tuple(solved[i][j] * signs[j] for j in range(cols)) for i in range(rows))


def _solve(a: list[list[Fraction]], b: list[list[Fraction]]) -> list[list[Fraction]]:
    """Gauss-Jordan elimination."""
    n = len(a)
    work = [list(map(Fraction, ra)) + list(map(Fraction, rb)) for ra, rb in zip(a, b, strict=True)]
    for k in range(n):
        pivot = next(r for r in range(k, n) if work[r][k])
        work[k], work[pivot] = work[pivot], work[k]
        work[k] = [v / work[k][k] for v in work[k]]
        for r in range(n):
            if r != k and work[r][k]:
                work[r] = [v - work[r][k] * w for v, w in zip(work[r], work[k], strict=True)]
    return [row[n:] for row in work]


def _rational_radius(
    block: Block, z: float, sizes: Mapping[str, int], denominator: int, exact: Mapping[str, Matrix], space: Space
) -> Matrix:
    """The least multiple of 1/denominator that is above every quantity (with a margin for rounding)."""
    env = {name: to_tensor(matrix) for name, matrix in exact.items()}
    for other in space.blocks:
        if (
            other.kind == "defined"
            and other.name not in env
            and all(n.data[0] in env for n in walk(other.formula[0]) if n.op == "var")
        ):
            env[other.name] = evaluate(other.formula[0], env, sizes)
    least = max(float(evaluate(e, env, sizes)) for e in block.formula)
    if block.low is not None:
        least = max(least, float(block.low))
    whole = Fraction(round(least * denominator), denominator)
    exactly = abs(float(whole) - least) <= 1e-13 * max(1.0, abs(least)) and not block.strict
    value = Fraction(least + z * z + (0.0 if exactly else 1e-12 * (1 + abs(least))))
    if exactly and z * z < 1e-9:
        return ((whole,),)
    return ((Fraction(-((-value.numerator * denominator) // value.denominator), denominator),),)


def to_tensor(matrix: Matrix) -> Tensor:
    """An exact matrix in float64."""
    return torch.tensor([[float(v) for v in row] for row in matrix], dtype=torch.float64).reshape(len(matrix), -1)


def exactly(expr: Expr, known: Mapping[str, Matrix], sizes: Mapping[str, int]) -> Matrix | None:
    """Return the exact value of an expression of known variables, None where it is not rational or has none."""
    env = Env(sizes, {name: to_array(matrix) for name, matrix in known.items()}, {})
    try:
        value = exact_value(expr, ExactRing(), env)[0]
    except (DeriveError, Undefined, Irrational, Uncertain, KeyError):
        return None
    if not all(isinstance(x, fmpq) for x in value.flat):
        return None
    return tuple(tuple(map(to_fraction, row)) for row in value)


def gram(root: list[list[Fraction]]) -> list[list[Fraction]]:
    """Z Z^T."""
    return [[sum((a * b for a, b in zip(r, s, strict=True)), Fraction(0)) for s in root] for r in root]


__all__ = ["exactly", "rational", "to_tensor"]
