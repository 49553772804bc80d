"""Structured starting points of the search: the inputs at which bounds of matrix calculus are tight or break."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping

import numpy as np

from numeric.search.variables import Block, Space

Array = np.ndarray
VERTICES = 8
UNSCALED = (
    "simplex",
    "stochastic",
    "sphere",
    "orthonormal",
)  # kinds whose values their free numbers' scale does not change


def starts(space: Space, sizes: Mapping[str, int], rng: np.random.Generator) -> Iterator[Array]:
    """Yield free numbers for all variables, without end: first the structured ones, then random mixtures of them."""
    for pattern in ("gauss", "identity", "ones", "corner", "signs", "rank_one", "equal_rows"):
        yield _joint(space, sizes, [pattern] * len(space.blocks), rng)
    yield from _vertices(space, sizes, rng)
    for others, patterns in (("corner", ("zero",)), ("gauss", ("corner", "identity", "two", "big_identity", "zero"))):
        for pattern, k in itertools.product(patterns, range(len(space.blocks))):
            names = [others] * len(space.blocks)
            names[k] = pattern
            yield _joint(space, sizes, names, rng)
    for factor in (0.03, 5.0):
        yield factor * _joint(space, sizes, ["gauss"] * len(space.blocks), rng)
    names = sorted(PATTERNS)
    while True:
        chosen = [names[int(rng.integers(len(names)))] if rng.random() < 0.6 else "gauss" for _ in space.blocks]
        scales = [10.0 ** rng.uniform(-1.5, 1.5) if rng.random() < 0.5 else 1.0 for _ in space.blocks]
        yield _joint(space, sizes, chosen, rng, scales)


def _vertices(space: Space, sizes: Mapping[str, int], rng: np.random.Generator) -> Iterator[Array]:
    """The vertices of the box of all variables with two stated ends (sin^2 is 0 or 1 there), at most `VERTICES`."""
    boxed = [k for k, b in enumerate(space.blocks) if b.kind == "interval" and None not in (b.low, b.high)]
    for ends in itertools.islice(itertools.product((0.0, math.pi / 2), repeat=len(boxed)), VERTICES if boxed else 0):
        parts = [_block_start(block, sizes, "gauss", rng) for block in space.blocks]
        for k, end in zip(boxed, ends, strict=True):
            parts[k] = np.full_like(parts[k], end)
        yield np.concatenate(parts)


def embedded(space: Space, sizes: Mapping[str, int], z: Array, others: Mapping[str, int]) -> Iterator[Array]:
    """Yield an input at other sizes: rows and columns cut off, or added, as zeros and as copies of the last ones.

    Nothing is yielded if a variable whose size changes has free numbers that are not its entries.
    """
    for mode in ("constant", "edge"):
        parts, start = [], 0
        for block in space.blocks:
            count, wanted = block.length(sizes), block.length(others)
            (m, n), (rows, cols) = block.shape.evaluate(sizes), block.shape.evaluate(others)
            part, start = z[start : start + count], start + count
            if (m, n) == (rows, cols):
                parts.append(part)
            elif (count, wanted) == (m * n, rows * cols):
                kept = part.reshape(m, n)[:rows, :cols]
                parts.append(np.pad(kept, ((0, max(0, rows - m)), (0, max(0, cols - n))), mode=mode).reshape(-1))
            else:
                return
        yield np.concatenate(parts) if parts else np.zeros(0)


def _joint(
    space: Space,
    sizes: Mapping[str, int],
    names: list[str],
    rng: np.random.Generator,
    scales: list[float] | None = None,
) -> Array:
    parts = []
    for k, (block, name) in enumerate(zip(space.blocks, names, strict=True)):
        part = _block_start(block, sizes, name, rng)
        scale = 1.0 if scales is None or block.kind in UNSCALED else scales[k]
        parts.append(part * scale)
    return np.concatenate(parts) if parts else np.zeros(0)


def _block_start(block: Block, sizes: Mapping[str, int], name: str, rng: np.random.Generator) -> Array:
    count = block.length(sizes)
    if count == 0:
        return np.zeros(0)
    if block.kind == "radius":
        return np.zeros(1) if rng.random() < 0.7 else rng.normal(size=1)
    rows, cols = block.shape.evaluate(sizes)
    if block.kind == "orthonormal":
        rows = cols = max(rows, cols)
        name = name if name in INVERTIBLE else "gauss"
    if block.kind == "sphere" and name == "zero":
        name = "gauss"
    return np.asarray(PATTERNS[name](rows, cols, rng), dtype=float).reshape(-1)


def _gauss(m: int, n: int, rng: np.random.Generator) -> Array:
    return rng.normal(size=(m, n))


def _two(m: int, n: int, rng: np.random.Generator) -> Array:
    """Two equal entries per column (a two-hot distribution), the rest zero."""
    del rng
    x = np.zeros((m, n))
    x[: min(2, m), :] = 1.0
    if m == 1:
        x[:, :] = 0.0
        x[:, : min(2, n)] = 1.0
    return x


def _corner(m: int, n: int, rng: np.random.Generator) -> Array:
    del rng
    x = np.zeros((m, n))
    x[0, 0] = 1.0
    return x


def _rank_one(m: int, n: int, rng: np.random.Generator) -> Array:
    return np.outer(rng.normal(size=m), rng.normal(size=n))


def _equal_rows(m: int, n: int, rng: np.random.Generator) -> Array:
    return np.ones((m, 1)) * rng.normal(size=(1, n))


def _one_against_rest(m: int, n: int, rng: np.random.Generator) -> Array:
    """Logit gap log(m - 1): one row weighs as much as all others together."""
    del rng
    x = np.zeros((m, n))
    x[0, :] = math.log(max(m - 1, 1)) or 1.0
    return x


def _ties(m: int, n: int, rng: np.random.Generator) -> Array:
    """Some rows equal, the others far below."""
    k = int(rng.integers(1, m + 1))
    x = -20.0 * np.ones((m, n))
    x[:k, :] = 0.0
    return x


def _orthogonal(m: int, n: int, rng: np.random.Generator) -> Array:
    q, _ = np.linalg.qr(rng.normal(size=(max(m, n), max(m, n))))
    return q[:m, :n]


def _small_integers(m: int, n: int, rng: np.random.Generator) -> Array:
    return rng.integers(-2, 3, size=(m, n)).astype(float)


def _sparse(m: int, n: int, rng: np.random.Generator) -> Array:
    return rng.normal(size=(m, n)) * (rng.random(size=(m, n)) < 0.35)


def _near_singular(m: int, n: int, rng: np.random.Generator) -> Array:
    return np.outer(rng.normal(size=m), rng.normal(size=n)) + 1e-2 * rng.normal(size=(m, n))


INVERTIBLE = ("gauss", "identity", "big_identity", "orthogonal")  # a singular matrix has no orthonormal factor
PATTERNS = {
    "gauss": _gauss,
    "identity": lambda m, n, rng: np.eye(m, n),
    "big_identity": lambda m, n, rng: 30.0 * np.eye(m, n),
    "zero": lambda m, n, rng: np.zeros((m, n)),
    "ones": lambda m, n, rng: np.ones((m, n)),
    "minus_ones": lambda m, n, rng: -np.ones((m, n)),
    "corner": _corner,
    "two": _two,
    "signs": lambda m, n, rng: np.sign(rng.normal(size=(m, n))),
    "rank_one": _rank_one,
    "equal_rows": _equal_rows,
    "one_against_rest": _one_against_rest,
    "ties": _ties,
    "orthogonal": _orthogonal,
    "small_integers": _small_integers,
    "sparse": _sparse,
    "near_singular": _near_singular,
}
