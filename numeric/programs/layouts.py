"""How the factors of a matrix product lie in memory, and what that costs.

Two rules hold for BLAS on processors, whatever the sizes. Both factors should be dense in the index that is summed, or
neither: a mixture is a tenth slower, far slower where rows are a power of two apart. And a result with few columns
should be made as its transpose, with few rows: kernels run along rows.  (Measured: MKL, float64, AVX-512; the gain is
5 to 30 %.)  Factors that do not move are laid out once, so the moving ones decide.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from numeric.programs.program import Labels

# Costs relative to each other: an entry that is copied or met in the wrong order by what follows, an entry of the tall
# factor of a narrow result, a multiplication of factors that are dense in different indices, and a step more.
MISPLACED, TALL, MIXED, STEP = 4.0, 3.0, 1 / 40, 10_000.0
FEW = 128  # columns up to which a result is narrow on a processor


def dense_order(tensor: Tensor) -> list[int] | None:
    """The axes in the order in which they lie in memory, rows first; None if there are gaps or repeated entries."""
    order = sorted(range(tensor.ndim), key=lambda k: -tensor.stride(k))
    return order if tensor.permute(order).is_contiguous() else None


@dataclass(frozen=True, slots=True)
class Item:
    """A tensor in a contraction: one label per axis."""

    tensor: Tensor
    labels: Labels
    fixed: bool
    added: bool = False  # the tensor that was to be added is in it

    def length(self, label: int) -> int:
        """The length of the axis with a label."""
        return self.tensor.shape[self.labels.index(label)]

    def permuted(self, order: Sequence[int]) -> Tensor:
        """The axes in the order of these labels; those that the item lacks are left out."""
        return self.tensor.permute([self.labels.index(x) for x in order if x in self.labels])

    def lying(self) -> Labels:
        """The labels in the order in which the axes of a dense tensor lie in memory; of others as they are."""
        axes = dense_order(self.tensor)
        return self.labels if axes is None else tuple(self.labels[k] for k in axes)


@dataclass(frozen=True, slots=True)
class Aim:
    """What becomes of a product: the order of its labels, what is added to it (labels as in the order)."""

    order: Labels
    base: Tensor | None = None

    def wanted(self) -> Labels:
        """The order in which the result is best made: that of what is added, which it can then go on in."""
        return self.order if self.base is None else Item(self.base, self.order, False).lying()


@dataclass(frozen=True, slots=True)
class Roles:
    """The labels of a product ``a b``: of the batch, of rows (in ``a``), summed ones, of columns (in ``b``)."""

    batch: Sequence[int]
    rows: Sequence[int]
    summed: Sequence[int]
    columns: Sequence[int]

    @property
    def left(self) -> tuple[Sequence[int], ...]:
        """The groups of labels of the first factor."""
        return self.batch, self.rows, self.summed

    @property
    def right(self) -> tuple[Sequence[int], ...]:
        """The groups of labels of the second factor."""
        return self.batch, self.summed, self.columns

    def swapped(self) -> Roles:
        """The roles in ``b^T a^T``."""
        return Roles(self.batch, self.columns, self.summed, self.rows)


def grouped_dims(item: Item, groups: Sequence[Sequence[int]]) -> list[int]:
    """The shape of an item with its axes grouped; an empty first group (no batch) is left out."""
    groups = groups if groups[0] else groups[1:]
    return [math.prod(item.length(x) for x in group) for group in groups]


def grouped(item: Item, groups: Sequence[Sequence[int]]) -> Tensor | None:
    """The tensor with its axes grouped, if that is a view."""
    try:
        return item.permuted([x for group in groups for x in group]).view(grouped_dims(item, groups))
    except RuntimeError:
        return None


def is_dense(matrix: Tensor, axis: int) -> bool:
    """Whether the entries along an axis are neighbours."""
    return matrix.stride(axis) == 1 or matrix.shape[axis] == 1


def sums_densely(a: Item, b: Item, roles: Roles) -> bool:
    """Whether the index that is summed is dense in the factor that moves (in the larger one if both do)."""
    first = not a.fixed and (b.fixed or a.tensor.numel() >= b.tensor.numel())
    item, groups, axis = (a, roles.left, -1) if first else (b, roles.right, -2)
    folded = grouped(item, groups)
    return folded is None or is_dense(folded, axis)  # it is copied if it is no view


def product_cost(a: Item, b: Item, roles: Roles, aim: Aim | None, few: int) -> float:
    """What ``a b`` costs beside its arithmetic; a result of at most ``few`` columns should have fewer rows."""
    rows = math.prod(a.length(x) for x in roles.rows)
    columns = math.prod(b.length(x) for x in roles.columns)
    summed = math.prod(a.length(x) for x in roles.summed)
    result = rows * columns * math.prod(a.length(x) for x in roles.batch)
    total = 0.0
    for item, groups in ((a, roles.left), (b, roles.right)):
        if not item.fixed and grouped(item, groups) is None:
            total += STEP + MISPLACED * item.tensor.numel()
    if not roles.batch and 1 < columns < rows and columns <= few:
        total += TALL * rows * summed
    if aim:
        labels = [*roles.batch, *roles.rows, *roles.columns]
        if labels != [x for x in aim.wanted() if x in labels]:
            total += STEP + MISPLACED * result
    return total


def packed_dims(matrix: Tensor, axis: int) -> list[int]:
    """The shape of the memory of a copy that is dense along one of the last two axes, with gaps between its rows.

    Where rows are a power of two apart, the entries of a column share few places of the cache.
    """
    *batch, rows, columns = matrix.shape if axis == -1 else matrix.transpose(-1, -2).shape
    return [*batch, rows, columns + (8 if columns % 128 == 0 else 0)]


def packed(matrix: Tensor, axis: int) -> Tensor:
    """A copy that is dense along one of the last two axes."""
    turned = matrix if axis == -1 else matrix.transpose(-1, -2)
    memory = torch.zeros(packed_dims(matrix, axis), dtype=matrix.dtype, device=matrix.device)
    copy = memory[..., : turned.shape[-1]].copy_(turned)
    return copy if axis == -1 else copy.transpose(-1, -2)


__all__ = [
    "Aim",
    "Item",
    "Roles",
    "dense_order",
    "grouped",
    "grouped_dims",
    "is_dense",
    "packed",
    "packed_dims",
    "product_cost",
    "sums_densely",
]
