"""The Hessian of a post-norm Transformer block with ReLU: its exact norm at small sizes and three readings of M_tr (Theorem 6).

The block is ``Y = LN(X + F)``, ``S = relu(Y W_1) W_2 + Y``, ``Z = LN(S)``, without biases and with gamma = 1; the loss is
``|Z - Target|_F^2 / (L d_V)``. Where the activation is not ReLU the block of W_1 has a term with its second derivative.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.func import hessian, jacfwd, jacrev
from torch.nn import functional

from numeric.models.attention_curvature import norm
from numeric.models.layer_norms import layer_norm_norms

NAMES = ("1", "2", "K", "Q", "V")
ENTRIES = 20_000_000
"""Entries of the largest matrix of second derivatives that is formed."""


@dataclass(frozen=True, eq=False)
class BlockWeights:
    """Weights of one block in the paper's order: W_1 d_V x d_ff, W_2 d_ff x d_V, W_K and W_Q d_V x d_K, W_V d_V x d_V."""

    W1: Tensor
    W2: Tensor
    WK: Tensor
    WQ: Tensor
    WV: Tensor

    @property
    def all(self) -> tuple[Tensor, ...]:
        """The five weights in float64."""
        return tuple(w.detach().to(torch.float64) for w in (self.W1, self.W2, self.WK, self.WQ, self.WV))


@dataclass(frozen=True)
class BlockCurvature:
    """Norms of the Hessian of a block's loss.

    Attributes:
        exact: ``||H||``; NaN where the sizes are too large to form it.
        composed: Norm of the matrix of the exact block norms, at least ``exact``: the honest composed bound.
        printed: M_tr: equation 9 with the exact norms of the blocks; holds, and is loose by the factor 2/(L d_V) of the loss
            that R_m lacks.
        with_factor: The same with that factor; holds.
        explicit: M_tr with equations 13 to 24 and 28, 29 in place of the norms.
    """

    exact: float
    composed: float
    printed: float
    with_factor: float
    explicit: float


def block_curvature(X: Tensor, weights: BlockWeights, target: Tensor) -> BlockCurvature:
    """Return the exact norm of the Hessian at small sizes and the three bounds M_tr.

    Args:
        X: Tokens, L x d_V.
        weights: Of the block.
        target: L x d_V.

    Source: Theorem 6 and appendix C.6 of "Closing the Curvature Gap".
    """
    X, target = X.detach().to(torch.float64), target.detach().to(torch.float64)
    W = weights.all
    largest = X.numel() * max(w.numel() for w in W) ** 2
    explicit = explicit_bound(X, weights, target)
    if largest > ENTRIES:
        return BlockCurvature(math.nan, math.nan, math.nan, math.nan, explicit)
    blocks = _blocks(hessian(lambda *w: _loss(X, w, target), argnums=(0, 1, 2, 3, 4))(*W), W)
    whole = norm(torch.cat([torch.cat(row, 1) for row in blocks]))
    norms = torch.tensor([[norm(b) for b in row] for row in blocks], dtype=torch.float64)
    return BlockCurvature(whole, norm(norms), *_equation_9(X, W, target), explicit)


def block_input(X: Tensor, W: tuple[Tensor, ...]) -> tuple[Tensor, Tensor, Tensor]:
    """``X + F``, Y and S of the block."""
    W1, W2, WK, WQ, WV = W
    P = torch.softmax((X @ WQ) @ (X @ WK).T / math.sqrt(WQ.shape[1]), dim=-1)
    R = X + P @ X @ WV
    Y = _layer_norm(R)
    return R, Y, torch.relu(Y @ W1) @ W2 + Y


def _layer_norm(x: Tensor) -> Tensor:
    return functional.layer_norm(x, x.shape[-1:], eps=0.0)


def _loss(X: Tensor, W: tuple[Tensor, ...], target: Tensor) -> Tensor:
    return (_layer_norm(block_input(X, W)[2]) - target).square().mean()


def _blocks(found: tuple[tuple[Tensor, ...], ...], W: tuple[Tensor, ...]) -> list[list[Tensor]]:
    return [[b.reshape(-1, w.numel()) for b, w in zip(row, W, strict=True)] for row in found]


def _equation_9(X: Tensor, W: tuple[Tensor, ...], target: Tensor) -> tuple[float, float]:
    """``5 max_ij (2/(L d_V) ||dZ/dW_i|| ||dZ/dW_j|| + ||R_m|| ||H_ij||)`` with exact norms, and with 2/(L d_V) at R_m too."""
    every = (0, 1, 2, 3, 4)

    def output(*w: Tensor) -> Tensor:
        return _layer_norm(block_input(X, w)[2]).reshape(-1)

    first = [norm(d.reshape(X.numel(), -1)) for d in jacrev(output, argnums=every)(*W)]
    second = [[norm(b) for b in row] for row in _blocks(jacfwd(jacrev(output, argnums=every), argnums=every)(*W), W)]
    c, residual = 2 / X.numel(), float((output(*W).reshape(X.shape) - target).norm())
    pairs = [(c * first[i] * first[j], residual * second[i][j]) for i in every for j in every]
    return 5 * max(a + b for a, b in pairs), 5 * max(a + c * b for a, b in pairs)


def explicit_bound(X: Tensor, weights: BlockWeights, target: Tensor) -> float:
    """M_tr from norms of weights and inputs alone: equations 9, 13 to 24, 28 and 29 (deviations, not norms of rows).

    Norms of X, X + F, Y and S are those at hand; of Phi what appendix C.6 prints is taken, slips included.
    """
    X, target = X.detach().to(torch.float64), target.detach().to(torch.float64)
    W = weights.all
    R, Y, S = block_input(X, W)
    L, d_V = X.shape
    d_ff, d_K = W[0].shape[1], W[2].shape[1]
    w1, w2, k, q, v = (norm(w) for w in W)
    x, y = norm(X), norm(Y)
    outer, inner = layer_norm_norms(S), layer_norm_norms(R)
    J_Z, H_Z, J_Y, H_Y = outer.printed_jacobian, outer.printed_hessian, inner.printed_jacobian, inner.printed_hessian
    J_SY = w2 * w1 + 1
    G = {"V": L * x, "Q": v * k * x**3 / (L * math.sqrt(d_K)), "K": v * q * x**3 / (L * math.sqrt(d_K))}
    B = {"1": w2 * y, "2": norm(torch.relu(Y @ W[0]))} | {a: J_SY * J_Y * G[a] for a in G}
    fifth, third = 12 / (L * d_V * d_K) * v * x**5, 2 / (L**2 * math.sqrt(d_V * d_K)) * x**3
    phi = {
        "VV": 0.0, "QQ": fifth * k**2, "KK": fifth * q**2, "KQ": fifth * k * q + third * v, "QV": third * k, "KV": third * q,
    }  # fmt: skip
    xi: dict[str, float] = {"11": 0.0, "22": 0.0, "12": math.sqrt(d_V) * y, "21": math.sqrt(d_ff) * w2}
    for a in "KQV":
        xi["1" + a] = xi[a + "1"] = math.sqrt(d_ff) * w2 * J_Y * G[a]
        xi["2" + a] = xi[a + "2"] = math.sqrt(d_V) * w1 * J_Y * G[a]
        for b in "KQV":
            xi[a + b] = J_SY * (G[a] * H_Y * G[b] + J_Y * phi["".join(sorted(a + b))])
    residual = float((_layer_norm(S) - target).norm())
    c = 2 / (L * d_V)

    def pair(a: str, b: str) -> float:
        return c * J_Z**2 * B[a] * B[b] + residual * (J_Z * xi[a + b] + B[a] * H_Z * B[b])

    return 5 * max(pair(a, b) for a in NAMES for b in NAMES)


__all__ = ["BlockCurvature", "BlockWeights", "block_curvature", "block_input", "explicit_bound"]
