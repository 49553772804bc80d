r"""Declared indices that are dimensions: in ``k \in \{1, \dots, n\}, U \in \mathbb{R}^{n \times k}`` k is a size with a range.

A hypothesis such as ``U^\top U = I_k`` is then said of this k alone, and every road gives k a value as it does to other sizes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from derive.core import Formula, formula_exprs, walk
from derive.sizes import Shape, Size

Range = tuple[Size, Size]


def dimensions(formulas: Iterable[Formula], ranges: Mapping[str, Range]) -> frozenset[str]:
    """Return the indices that are dimensions of the variables in some formulas, and those that their ranges speak of."""
    nodes = {node for f in formulas for e in formula_exprs(f) for node in walk(e) if node.op in ("var", "fun")}
    return _with_ends((node.shape for node in nodes), ranges)


def _with_ends(shapes: Iterable[Shape], ranges: Mapping[str, Range]) -> frozenset[str]:
    waiting = {name for shape in shapes for size in (*shape.rows, *shape.cols) for name in size.names}
    found: set[str] = set()
    while waiting := (waiting & ranges.keys()) - found:
        found |= waiting
        waiting = {name for index in waiting for end in ranges[index] for name in end.names}
    return frozenset(found)


def restrictions(names: Iterable[str], ranges: Mapping[str, Range]) -> list[tuple[str, Size]]:
    """Return the ranges of some indices as restrictions of sizes."""
    ends = ((Size.of(name), *ranges[name]) for name in sorted(names))
    return [("<=", gap) for own, low, high in ends for gap in (low - own, own - high)]


__all__ = ["dimensions", "restrictions"]
