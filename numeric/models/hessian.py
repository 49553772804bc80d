"""Blocks of the Hessian of a scalar loss by groups of parameters, as operators: two products of autograd, no matrix."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch
from torch import Tensor
from torch.nn.attention import SDPBackend, sdpa_kernel

from numeric.linear_map import LinearMapBase


class HessianBlock(LinearMapBase):
    """``d^2 loss / d rows d cols^T``; the graph of the gradient is built once, under the math backend of attention.

    Args:
        loss: Evaluates the scalar loss.
        rows: Parameters of the rows, flattened one after the other.
        cols: Parameters of the columns; those of the rows unless given.

    Raises:
        ValueError: The loss is not a scalar.
    """

    def __init__(
        self, loss: Callable[[], Tensor], rows: Sequence[Tensor], cols: Sequence[Tensor] | None = None
    ) -> None:
        self.rows, self.cols = list(rows), list(rows if cols is None else cols)
        first = self.rows[0]
        self.dtype, self.device = first.dtype, first.device
        self.shape = (sum(p.numel() for p in self.rows), sum(p.numel() for p in self.cols))
        with torch.enable_grad(), sdpa_kernel([SDPBackend.MATH]):
            value = loss()
            if value.ndim:
                raise ValueError(f"the Hessian of a loss needs a scalar, got shape {tuple(value.shape)}")
            both = torch.autograd.grad(value, [*self.rows, *self.cols], create_graph=True, allow_unused=True)
        self._gradients = both[: len(self.rows)], both[len(self.rows) :]

    def _product(self, of: tuple[Tensor | None, ...], along: list[Tensor], by: list[Tensor], vector: Tensor) -> Tensor:
        """``d (gradient . vector) / d by``."""
        pieces = vector.to(self.dtype).split([p.numel() for p in along])
        pairs = [(g, v.reshape(g.shape)) for g, v in zip(of, pieces, strict=True) if g is not None and g.requires_grad]
        zeros = [torch.zeros_like(p) for p in by]
        found: Sequence[Tensor | None] = zeros
        if pairs:
            found = torch.autograd.grad(
                [g for g, _ in pairs], by, [v for _, v in pairs], retain_graph=True, allow_unused=True
            )
        return torch.cat([(z if f is None else f).reshape(-1) for f, z in zip(found, zeros, strict=True)]).detach()

    def matvec(self, vector: Tensor) -> Tensor:
        """Return H v."""
        with sdpa_kernel([SDPBackend.MATH]):
            return self._product(self._gradients[1], self.cols, self.rows, vector)

    def rmatvec(self, vector: Tensor) -> Tensor:
        """Return H^T u."""
        with sdpa_kernel([SDPBackend.MATH]):
            return self._product(self._gradients[0], self.rows, self.cols, vector)
