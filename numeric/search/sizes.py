"""Which sizes the search tries: small, all different, and the degenerate ones, smallest first."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from derive.core import Problem

LARGEST_INPUT = 160  # free entries of all inputs together
ORDERS = 2  # tuples added at most so that either of two sizes is once the larger one
LARGER = (6, 12, 36)  # sizes beyond those at which inputs are climbed from
THIN = 24  # one size beside others that are least


def size_tuples(
    problem: Problem, count: int, seed: int, wanted: Sequence[Mapping[str, int]] = ()
) -> list[dict[str, int]]:
    """Return the wanted tuples of sizes and others up to ``count`` in all, admitted ones only, from small to large.

    A few tiny tuples come on top where otherwise one size would never exceed another (a matrix would never be tall).
    """
    names = list(problem.sizes)
    if not names:
        return [{}]
    found: dict[tuple[int, ...], dict[str, int]] = {}
    for sizes in wanted:
        if all(n in sizes for n in names) and problem.rules.admits(sizes) and _entries(problem, sizes) > 0:
            found[tuple(sizes[n] for n in names)] = {n: sizes[n] for n in names}
    count = max(count, len(found))
    for values in itertools.islice(_proposals(problem, names, seed), 400):
        sizes = dict(zip(names, values, strict=True))
        if len(found) >= count:
            break
        if values not in found and problem.rules.admits(sizes) and 0 < _entries(problem, sizes) <= LARGEST_INPUT:
            found[values] = sizes
    if count > ORDERS:
        for values in _missing_orders(problem, names, set(found)):
            found[values] = dict(zip(names, values, strict=True))
    return sorted(found.values(), key=lambda s: (_entries(problem, s), sorted(s.items())))


def larger_tuples(problem: Problem, tried: Sequence[Mapping[str, int]]) -> Iterator[dict[str, int]]:
    """Yield tuples beyond those tried: a constant may be enough up to some size only.

    First all sizes equal and larger, then one large size beside the least ones. Admitted ones only.
    """
    names = list(problem.sizes)
    least = {name: max(1, dict(problem.rules.least).get(name, 1)) for name in names}
    seen = {tuple(sizes[n] for n in names) for sizes in tried}
    proposals = [tuple(max(size, least[n]) for n in names) for size in LARGER]
    if len(names) > 1:
        proposals += [tuple(THIN if n == large else least[n] for n in names) for large in names]
    for values in dict.fromkeys(proposals):
        sizes = dict(zip(names, values, strict=True))
        if (
            names
            and values not in seen
            and problem.rules.admits(sizes)
            and 0 < _entries(problem, sizes) <= LARGEST_INPUT
        ):
            yield sizes


def _missing_orders(problem: Problem, names: list[str], tried: set[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """Yield tiny tuples in which sizes stand in an order, or two matrices are wide, square or tall together, as in none of those tried."""
    least = dict(problem.rules.least)
    seen = set[object]().union(*(_orders(problem, names, values) for values in tried))
    tiny = itertools.product(*((max(1, least.get(n, 1)) + k for k in range(2)) for n in names[:8]))
    fresh: list[tuple[int, ...]] = []
    for values in sorted(tiny, key=lambda v: (-sum(v), v)) if len(names) <= 8 else ():
        sizes = dict(zip(names, values, strict=True))
        if (
            not _orders(problem, names, values) <= seen
            and problem.rules.admits(sizes)
            and 0 < _entries(problem, sizes) <= LARGEST_INPUT
        ):
            fresh.append(values)
    for _ in range(ORDERS):
        best = max(fresh, key=lambda v: len(_orders(problem, names, v) - seen), default=None)  # the largest of the best
        if best is None or _orders(problem, names, best) <= seen:
            return
        seen |= _orders(problem, names, best)
        yield best


def _orders(problem: Problem, names: Sequence[str], values: Sequence[int]) -> set[object]:
    """The pairs of places whose first size is larger than the second, and how each two matrices look."""
    larger = {(i, j) for i, j in itertools.permutations(range(len(values)), 2) if values[i] > values[j]}
    sizes = dict(zip(names, values, strict=True))
    shapes = [(name, shape) for name, shape in problem.variables if shape.rows and shape.cols]
    known = [(name, shape.evaluate(sizes)) for name, shape in shapes if all(t.names <= sizes.keys() for t in shape.totals)]
    looks = [(name, (cols > rows) - (cols < rows)) for name, (rows, cols) in known]
    return {*larger, *itertools.combinations(looks, 2)}


def _entries(problem: Problem, sizes: Mapping[str, int]) -> int:
    total = 1
    try:
        for _, shape in problem.variables:
            rows, cols = shape.evaluate(sizes)
            if rows < 1 or cols < 1:
                return 0
            total += rows * cols
        known = dict(sizes)
        for name, low, high in problem.indices:
            known[name] = low.evaluate(known)
            if known[name] > high.evaluate(known):
                return 0
        return total
    except (KeyError, ValueError):
        return 0


def _proposals(problem: Problem, names: list[str], seed: int) -> Iterator[tuple[int, ...]]:
    least = {name: max(1, dict(problem.rules.least).get(name, 1)) for name in names}
    base = [least[n] for n in names]
    k = len(names)
    yield tuple(max(2, b) for b in base)
    yield tuple(base)
    yield tuple(b + 1 + i % 4 for i, b in enumerate(base))  # 2, 3, 4, 5
    yield tuple(b + 1 + (k - 1 - i) % 4 for i, b in enumerate(base))
    for i in range(k):  # one size larger than the rest, one size least and the rest moderate
        yield tuple(b + 3 if j == i else max(2, b) for j, b in enumerate(base))
        yield tuple(b if j == i else max(2, b + 1) for j, b in enumerate(base))
    yield tuple(max(3, b) for b in base)
    yield tuple(max(4, b) for b in base)
    rng = np.random.default_rng(seed)
    while True:
        yield tuple(b + int(rng.integers(0, 5)) for b in base)


__all__ = ["larger_tuples", "size_tuples"]
