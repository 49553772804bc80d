"""Reference layers from first principles, as plain torch functions.

Tokens are rows: ``x`` is L x d.  Nothing calls a fused kernel, so jvp, vjp and double backward exist for all of them.
The symbolic counterparts are in `numeric.definitions`; the tests hold the two, and torch's own modules, together.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

_CDF = math.sqrt(0.5)


def softmax(x: Tensor) -> Tensor:
    """exp(x_ij) / sum_k exp(x_ik), shifted by the row maximum."""
    e = torch.exp(x - x.amax(dim=1, keepdim=True).detach())
    return e / e.sum(dim=1, keepdim=True)


def layer_norm(x: Tensor, gamma: Tensor | None = None, beta: Tensor | None = None, epsilon: float = 0.0) -> Tensor:
    """Rows centered and divided by their deviation (1/n variance), then scaled and shifted."""
    centered = x - x.mean(dim=1, keepdim=True)
    result = centered / torch.sqrt(centered.square().mean(dim=1, keepdim=True) + epsilon)
    result = result if gamma is None else result * gamma.reshape(1, -1)
    return result if beta is None else result + beta.reshape(1, -1)


def relu(x: Tensor) -> Tensor:
    """max(x, 0), with the derivative 0 at 0."""
    return x * (x > 0).to(x.dtype)


def gelu(x: Tensor) -> Tensor:
    """X Phi(x), exact (with erf)."""
    return x * 0.5 * torch.erfc(-x * _CDF)


def attention_weights(x: Tensor, w_q: Tensor, w_k: Tensor, mask: Tensor | None = None) -> Tensor:
    """softmax(x W_Q W_K^T x^T / sqrt(d_K) + mask); the mask is added to the logits."""
    logits = (x @ w_q) @ (x @ w_k).T / math.sqrt(w_q.shape[1])
    return softmax(logits if mask is None else logits + mask)


def attention(x: Tensor, w_q: Tensor, w_k: Tensor, w_v: Tensor, mask: Tensor | None = None) -> Tensor:
    """One head: weights times values."""
    return attention_weights(x, w_q, w_k, mask) @ (x @ w_v)


def causal_mask(length: int, like: Tensor, low: float = -1e9) -> Tensor:
    """0 on and below the diagonal, ``low`` above (finite, so that derivatives exist)."""
    return torch.triu(torch.full((length, length), low, dtype=like.dtype, device=like.device), diagonal=1)


@dataclass(frozen=True, slots=True)
class Head:
    """Weights of one head, each d x d_K."""

    w_q: Tensor
    w_k: Tensor
    w_v: Tensor


def multi_head(x: Tensor, heads: Sequence[Head], w_o: Tensor, mask: Tensor | None = None) -> Tensor:
    """Heads side by side times the output projection (h d_K x d)."""
    return torch.cat([attention(x, h.w_q, h.w_k, h.w_v, mask) for h in heads], dim=1) @ w_o


@dataclass(frozen=True, slots=True)
class FeedForward:
    """``activation(x W_1 + b_1) W_2 + b_2``; activation is ``relu`` or ``gelu``."""

    w_1: Tensor
    w_2: Tensor
    b_1: Tensor | None = None
    b_2: Tensor | None = None
    activation: str = "relu"

    def __call__(self, x: Tensor) -> Tensor:
        """Apply the layer to the tokens ``x``, L x d; a bias that is None is left out."""
        hidden = x @ self.w_1 if self.b_1 is None else x @ self.w_1 + self.b_1.reshape(1, -1)
        active = relu(hidden) if self.activation == "relu" else gelu(hidden)
        result = active @ self.w_2
        return result if self.b_2 is None else result + self.b_2.reshape(1, -1)


@dataclass(frozen=True, slots=True)
class Norm:
    """An affine LayerNorm with epsilon."""

    gamma: Tensor | None = None
    beta: Tensor | None = None
    epsilon: float = 0.0

    def __call__(self, x: Tensor) -> Tensor:
        """Center every row of ``x`` and divide it by its deviation, then scale and shift its entries."""
        return layer_norm(x, self.gamma, self.beta, self.epsilon)


@dataclass(frozen=True, slots=True)
class Block:
    """A Transformer block; ``pre`` puts the norms before the sublayers, else after the residual sums."""

    heads: tuple[Head, ...]
    w_o: Tensor
    ffn: FeedForward
    norm_1: Norm
    norm_2: Norm
    pre: bool = False

    def __call__(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        """Apply the block to the tokens ``x``, L x d; the mask is added to the logits of every head."""
        if self.pre:
            y = x + multi_head(self.norm_1(x), self.heads, self.w_o, mask)
            return y + self.ffn(self.norm_2(y))
        y = self.norm_1(x + multi_head(x, self.heads, self.w_o, mask))
        return self.norm_2(y + self.ffn(y))


def mean_squared_error(prediction: Tensor, target: Tensor) -> Tensor:
    """The mean of squared differences over all entries."""
    return (prediction - target).square().mean()


def cross_entropy(logits: Tensor, target: Tensor) -> Tensor:
    """-(1/L) sum of target times the log of the row softmax (targets are rows of probabilities)."""
    shifted = logits - logits.amax(dim=1, keepdim=True).detach()
    log_softmax = shifted - torch.log(torch.exp(shifted).sum(dim=1, keepdim=True))
    return -(target * log_softmax).sum() / logits.shape[0]
