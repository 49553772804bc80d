"""Norms of the first and second derivative of LayerNorm in closed form, and the bounds that the paper prints for them.

With ``c = Pi x`` the centered row of length n, ``r^2 = |c|^2 + n eps``, ``u = c / |c|`` and ``t = |c| / r``,

    D^2 f[h, k] = (sqrt(n) t / r^2) (-h (u.k) - k (u.h) - u (h.k) + 3 t^2 u (u.h)(u.k))    for h, k orthogonal to 1,

so that every norm is a maximum over two directions: u and one orthogonal to it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from derive.errors import NotSupported


@dataclass(frozen=True)
class LayerNormNorms:
    """Norms of the derivatives of LayerNorm at a matrix, m x n; exact for gamma = 1, else upper bounds (times max|gamma|).

    Attributes:
        jacobian: Spectral norm of the Jacobian, ``1 / sigma_min`` for n >= 3, with ``sigma = sqrt(variance + eps)``.
        hessian: Spectral norm of the second derivative flattened to mn mn x mn; ``sqrt(max(n - 2, 2) / n) / sigma_min^2``
            for n >= 3 and eps = 0.
        trilinear: ``max |D^2 f[h, k]|`` over unit h and k; ``2 / (sqrt(3 n) sigma_min^2)`` for n >= 3 and eps = 0.
        printed_jacobian: Equation 28 with sigma_min the smallest deviation (true and loose).
        printed_hessian: Equation 29 with sigma_min the smallest deviation (true and loose).
        printed_jacobian_rows: Equation 28 with sigma_min the smallest norm of a centered row, as the lemma says (false).
        printed_hessian_rows: Equation 29 with sigma_min the smallest norm of a centered row, as the lemma says (false).
    """

    jacobian: float
    hessian: float
    trilinear: float
    printed_jacobian: float
    printed_hessian: float
    printed_jacobian_rows: float
    printed_hessian_rows: float


def layer_norm_norms(X: Tensor, gamma: Tensor | None = None, eps: float = 0.0) -> LayerNormNorms:
    """Return the norms of the derivatives of LayerNorm at the rows of X.

    Args:
        X: Input, m x n.
        gamma: Scale of length n, or None for ones.
        eps: Added to the variance.

    Raises:
        NotSupported: A row is constant and eps is 0: LayerNorm has no derivative there.

    Source: the closed forms are claims of the paper file ``corrections``; the printed bounds are equations 28 and 29 of
    "Closing the Curvature Gap".
    """
    X = X.detach().to(torch.float64)
    m, n = X.shape
    centered = X - X.mean(1, keepdim=True)
    square = centered.square().sum(1)
    total = square + n * eps
    if bool((total <= 0).any()):
        row = int((total <= 0).nonzero()[0])
        raise NotSupported(f"row {row} is constant, so LayerNorm without eps has no derivative there")
    t2 = square / total
    s2 = total / n  # variance + eps
    scale = 1.0 if gamma is None else float(gamma.detach().abs().max())
    jacobian = (1 / s2.sqrt()) * _jacobian_factor(t2, n)
    unit = t2.sqrt() / (math.sqrt(n) * s2)  # sqrt(n) t / r^2
    printed = {
        which: _printed(float(torch.linalg.matrix_norm(X, 2)), m, n, low)
        for which, low in (("deviation", float(s2.min()) ** 0.5), ("rows", float(square.min()) ** 0.5))
    }
    return LayerNormNorms(
        scale * float(jacobian.max()),
        scale * float((unit * _flattened_factor(t2, n)).max()),
        scale * float((unit * _trilinear_factor(t2, n)).max()),
        *printed["deviation"],
        *printed["rows"],
    )


def _jacobian_factor(t2: Tensor, n: int) -> Tensor:
    """Pi - t^2 u u^T has the eigenvalues 1 - t^2 along u and 1, if there is a direction orthogonal to 1 and u."""
    return torch.ones_like(t2) if n >= 3 else (1 - t2 if n == 2 else torch.zeros_like(t2))


def _flattened_factor(t2: Tensor, n: int) -> Tensor:
    """Frobenius norm of D^2 f[h, .] for h = u, or for h orthogonal to it (sqrt(2))."""
    if n == 1:
        return torch.zeros_like(t2)
    along = (n - 2 + 9 * (1 - t2).square()).sqrt()
    return along if n == 2 else along.clamp_min(math.sqrt(2))


def _trilinear_factor(t2: Tensor, n: int) -> Tensor:
    """Maximum of |D^2 f[h, h]|, h = a u + b w: the root of the maximum of ``4 A (1 - A) + (1 + (2 - 3 t^2) A)^2`` for A = a^2 in [0, 1]."""
    if n < 3:
        return 3 * (1 - t2) if n == 2 else torch.zeros_like(t2)
    p = 2 - 3 * t2
    second, first = p.square() - 4, 4 + 2 * p
    vertex = torch.where(second < 0, -first / (2 * second), torch.ones_like(t2)).clamp(0, 1)
    values = [1 + first * A + second * A.square() for A in (torch.zeros_like(t2), torch.ones_like(t2), vertex)]
    return torch.stack(values).amax(0).sqrt()


def _printed(x: float, m: int, n: int, low: float) -> tuple[float, float]:
    """Equations 28 and 29 for the spectral norm x of the input and the smallest deviation ``low``."""
    if low == 0:
        return math.inf, math.inf
    root = math.sqrt(n)
    jacobian = 1 / low + x**2 / (root * low**3)
    hessian = x / low**3 * (1 + math.sqrt(m / n)) + x**2 / (root * low**3) + 3 * x**3 / (n * low**5)
    return jacobian, hessian


__all__ = ["LayerNormNorms", "layer_norm_norms"]
