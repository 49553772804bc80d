"""The norms that bounds of an attention head are made of, each computed once, when it is first asked for."""

from __future__ import annotations

import math
from functools import cached_property

import torch
from torch import Tensor

from numeric.models.heads import Head
from numeric.models.kernels import g, softmax_jacobian_norm


def spectral(matrix: Tensor) -> float:
    """The largest singular value of a dense matrix, to rounding."""
    return float(torch.linalg.matrix_norm(matrix, 2)) if matrix.numel() else 0.0


class Terms:
    """Norms of one head; biases enter as in the formulas with ``[X, 1]`` and ``[W; b]``, where a bound has no other place for them.

    Attributes:
        head: The head.
        n: Tokens.
        D: Length of a token.
        s: Scale of the scores.
    """

    def __init__(self, head: Head) -> None:
        self.head, self.n, self.D, self.s = head, head.n, head.D, float(head.scale or 0.0)

    @cached_property
    def P(self) -> float:  # noqa: N802 - named as in the formulas, here and below
        """``||P||``."""
        return spectral(self.head.map)

    @cached_property
    def alpha(self) -> float:
        """``max_i ||diag(P_i) - P_i P_i^T||``, exact to rounding."""
        return float(softmax_jacobian_norm(self.head.map).max())

    @cached_property
    def g_1(self) -> float:
        """The largest g_1 of a row, an upper bound of alpha."""
        return float(g(self.head.map, 1).max())

    @cached_property
    def WV(self) -> float:  # noqa: N802
        """``||W_V||``."""
        return spectral(self.head.WV)

    @cached_property
    def PiX(self) -> float:  # noqa: N802
        """``||Pi X||`` with Pi = I - 11^T/n."""
        return spectral(centered(self.head.X))

    @cached_property
    def PiXV(self) -> float:  # noqa: N802
        """``||Pi X W_V||``."""
        return spectral(centered(self.head.X @ self.head.WV))

    @cached_property
    def _factors(self) -> tuple[Tensor, Tensor]:
        """Triangular factors: ``||Y W^T|| = ||Y R^T||`` for ``W = Q R``, so that nothing of size D x D is formed."""
        return torch.linalg.qr(self.head.WQ, mode="r").R, torch.linalg.qr(self.head.WK, mode="r").R

    @cached_property
    def XA(self) -> float:  # noqa: N802
        """``||(X W_Q + b_Q) W_K^T||``, which is ``||X A||`` without biases."""
        return spectral(self.head.queries @ self._factors[1].T)

    @cached_property
    def XAT(self) -> float:  # noqa: N802
        """``||(X W_K + b_K) W_Q^T||``, which is ``||X A^T||`` without biases."""
        return spectral(self.head.keys @ self._factors[0].T)

    @cached_property
    def _wide(self) -> tuple[Tensor, Tensor, Tensor]:
        """``[X, 1]``, ``[W_Q; b_Q]``, ``[W_K; b_K]`` where there are biases of scores; biases of zeros are none."""
        head = self.head
        if not head.biased:
            return head.X, head.WQ, head.WK
        one = torch.ones_like(head.X[:, :1])
        rows = [
            torch.cat([w, (torch.zeros_like(w[0]) if b is None else b)[None]])
            for w, b in ((head.WQ, head.bQ), (head.WK, head.bK))
        ]
        return torch.cat([head.X, one], dim=1), rows[0], rows[1]

    @cached_property
    def X(self) -> float:  # noqa: N802
        """``||X||``."""
        return spectral(self._wide[0])

    @cached_property
    def X_F(self) -> float:  # noqa: N802
        """``||X||_F``."""
        return float(self._wide[0].norm())

    @cached_property
    def R(self) -> float:  # noqa: N802
        """The largest norm of a row of X."""
        return float(self._wide[0].norm(dim=1).max())

    @cached_property
    def A(self) -> float:  # noqa: N802
        """``s ||W_Q W_K^T||``."""
        q, k = (torch.linalg.qr(w, mode="r").R for w in self._wide[1:])
        return self.s * spectral(q @ k.T)

    @cached_property
    def WQ(self) -> float:  # noqa: N802
        """``||W_Q||``."""
        return spectral(self._wide[1])

    @cached_property
    def WK(self) -> float:  # noqa: N802
        """``||W_K||``."""
        return spectral(self._wide[2])

    def rank(self, d: int) -> float:
        """The root of the largest rank of a derivative of the scores, a sum of two products through d: ``min(n, 2 min(n, d))``."""
        return math.sqrt(min(self.n, 2 * min(self.n, d)))


def centered(matrix: Tensor) -> Tensor:
    """``Pi X``: the mean of the rows taken from each."""
    return matrix - matrix.mean(dim=0, keepdim=True)
