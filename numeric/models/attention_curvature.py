"""The Hessian of the mean-squared error of one attention head by its weights: corrected bounds, printed bounds, measured norms.

The loss is ``|F - Target|_F^2 / (n d_v)`` with ``F = P (X W_V + b_V)``. Second derivatives of the softmax enter by
``|D^2 softmax[h, k]| <= 2 alpha |h| |k|``, alpha being the norm of its Jacobian.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import Tensor

from derive.errors import ShapeProblem
from numeric.models.heads import Head
from numeric.models.kernels import softmax_jacobian_norm

WEIGHTS = ("Q", "K", "V")


@dataclass(frozen=True)
class AttentionCurvature:
    """Bounds of the Hessian of a head's mean-squared error by (W_Q, W_K, W_V).

    Attributes:
        blocks: Corrected bound of the norm of each block; the Hessian is symmetric, so ``QK`` stands for ``KQ`` too.
        corrected: Corrected bound of the norm of the Hessian: the norm of the 3 x 3 matrix of block bounds.
        printed: M of Theorem 1 as printed; false.
        printed_appendix: M of appendix C.1 with min(L, d_V) for its rank, as its last sentence allows; false, and not the same.
    """

    blocks: Mapping[str, float]
    corrected: float
    printed: float
    printed_appendix: float


def attention_curvature(head: Head, target: Tensor) -> AttentionCurvature:
    """Return the bounds of the Hessian of ``|F - target|_F^2 / (n d_v)`` by the weights of the head.

    Args:
        head: The head.
        target: n x d_v.

    Raises:
        ShapeProblem: The target has another shape.

    Source: the paper file ``corrections``; Theorem 1 and appendix C.1 of "Closing the Curvature Gap".
    """
    target = target.detach().to(head.X)
    if target.shape != (head.n, head.d_v):
        raise ShapeProblem(f"the target of this head has shape {(head.n, head.d_v)}, got {tuple(target.shape)}")
    blocks = _corrected(head, target)
    bounds = [[blocks["".join(sorted(a + b, key=WEIGHTS.index))] for b in WEIGHTS] for a in WEIGHTS]
    matrix = torch.tensor(bounds, dtype=torch.float64)
    return AttentionCurvature(blocks, norm(matrix), *_printed(head, target))


def _corrected(head: Head, target: Tensor) -> dict[str, float]:
    s, X, P = float(head.scale or 0.0), head.X, head.map
    R, V = head.output() - target, head.X @ head.WV
    alpha, c = float(softmax_jacobian_norm(P).max()), 2 / target.numel()
    x, centered, V = norm(X), norm(X - X.mean(0, keepdim=True)), V - V.mean(0, keepdim=True)
    value, r, residual = norm(V), float((R @ V.T).norm()), norm(R)
    t_Q, t_K = s * x * norm(head.keys), s * x * norm(head.queries)
    v_Q, v_K, v_V = alpha * t_Q * value, alpha * t_K * value, norm(P @ X)
    return {
        "QQ": c * (v_Q**2 + 2 * alpha * r * t_Q**2),
        "KK": c * (v_K**2 + 2 * alpha * r * t_K**2),
        "VV": c * v_V**2,
        "QK": c * (v_Q * v_K + 2 * alpha * r * t_Q * t_K + alpha * r * s * x**2),
        "QV": c * (v_Q * v_V + alpha * t_Q * residual * centered),
        "KV": c * (v_K * v_V + alpha * t_K * residual * centered),
    }


def _printed(head: Head, target: Tensor) -> tuple[float, float]:
    """Both as they stand, with 1/sqrt(d_K) for the scale and d_V for the number of columns of W_V."""
    L, d_V, d_K = head.n, head.d_v, head.d_k
    x, q, k, v = (norm(m) for m in (head.X, head.WQ, head.WK, head.WV))
    reach = L * x * v + norm(target)
    root, K = math.sqrt(min(L, d_V)), math.sqrt(d_K)
    first = 2 * L / d_V * x**2
    main = (
        8 / (L**3 * d_V * d_K) * k**2 * v**2 * x**6 + 12 / (d_V * d_K) * root * reach * v * k**2 * x**5,
        4 / (L * d_V * K) * v * k * x**4 + 4 / (L**2 * K) * root * reach * k * x**3,
        8 / (L**3 * d_V * d_K) * k * q * v**2 * x**6
        + 4 / (L * d_V * K) * root * reach * v * (3 * L * k * q * x**5 + d_V / L * x**3),
    )
    both = math.sqrt(d_V * d_K)
    appendix = (
        2 / (L**3 * d_V * d_K) * k**2 * v**2 * x**6 + 12 / (d_V * d_K) * root * reach * v * k**2 * x**5,
        2 / (L * d_V * K) * v * k * x**4 + 2 / (L**2 * both) * root * reach * k * x**3,
        2 / (L**3 * d_V * d_K) * k * q * v**2 * x**6
        + 2 / (L * d_V * both) * root * reach * v * (3 * L * k * q * x**5 + d_V / L * x**3),
    )
    return 3 * max(first, *main), 3 * max(first, *appendix)


def norm(matrix: Tensor) -> float:
    """The spectral norm."""
    return float(torch.linalg.matrix_norm(matrix, 2))
