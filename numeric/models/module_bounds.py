"""Bounds of all heads of a module together, and of a block: attention and MLP with their residuals and norms.

A block is bounded by composition alone: ``(1 + L_attn L_norm1)(1 + L_mlp L_norm2)`` where norms come first, and
``L_norm1 (1 + L_attn) L_norm2 (1 + L_mlp)`` where they come last.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from derive.functions import RECORDS
from numeric.models.attention_bounds import Bound, HeadBounds, Rule
from numeric.models.kernels import HeadJacobian, MultiHeadJacobian
from numeric.models.norm_terms import spectral
from numeric.norms import Enclosure, golub_kahan_lanczos, spectral_norm

SLOPES = {
    **{f.name: float(f.lipschitz) for f in RECORDS if f.lipschitz is not None},
    "gelu_tanh": 1.1290,
    "quick_gelu": 1.0999,
    "identity": 1.0,
}
"""Upper bounds of ``|act'|``; of the approximation of gelu by tanh it is largest at 1.4."""
DENSE = 20_000_000
"""Entries of all blocks of a LayerNorm that are formed at once to take their norms."""


@dataclass(frozen=True, slots=True)
class ModuleBounds:
    """All heads of one module at one input.

    Attributes:
        layer: Number of the module.
        sample: Which sample of the batch.
        sigma: The norm of the Jacobian of the module by its tokens.
        output_norm: ``||W_O||``, or 1 where there is none.
        bounds: ``rss`` and ``sum`` of the norms of the heads as measured, ``centered`` of their bounds.
    """

    layer: int
    sample: int
    sigma: Enclosure
    output_norm: float
    bounds: dict[str, Bound]


def _rule(name: str, where: str) -> Rule:
    return Rule(name, "attention_distribution", "module", lambda _: math.nan, where, corrected=True)


def module_bounds(heads: Sequence[HeadBounds], *, tolerance: float = 1e-8, seed: int = 0) -> ModuleBounds:
    """Bound the Jacobian of ``sum_h F_h WO_h`` (or of the heads side by side) by those of its heads, and measure it.

    ``||J|| <= ||W_O|| sqrt(sum_h ||J_h||^2) <= ||W_O|| sum_h ||J_h||``, W_O the stacked output projection.

    Args:
        heads: All heads of one module at one input.
        tolerance: Relative accuracy of the measured norm.
        seed: Fixes the start of the iteration.
    """
    first = heads[0].head
    outs = [b.head.WO for b in heads if b.head.WO is not None]
    weight = spectral(torch.cat(outs)) if len(outs) == len(heads) else 1.0
    certain = weight * math.hypot(*(min(b.bounds["centered"].value, b.sigma.upper) for b in heads))
    operator = MultiHeadJacobian([b.head for b in heads])
    sigma = spectral_norm(
        operator, seed=seed, tolerance=tolerance, upper=certain, upper_how="centered bounds of its heads", device=first.X.device
    )  # fmt: skip
    # the measured norms of the heads are lower ends; their upper ends are at most this relative accuracy above
    measured = [b.sigma.estimate * (1 + 10 * tolerance) for b in heads]
    if sigma.lower > weight * math.hypot(*measured):
        # unless large singular values lie close together: then a head moves the module's direction by more than was found
        top = golub_kahan_lanczos(operator, seed=seed, tolerance=tolerance, device=first.X.device).right
        moved = [float(HeadJacobian(b.head).matvec(top).norm()) for b in heads]
        measured = [max(pair) for pair in zip(measured, moved, strict=True)]
    values = {
        "rss": (weight * math.hypot(*measured), "||W_O|| sqrt(sum_h ||J_h||^2), with measured norms"),
        "sum": (weight * math.fsum(measured), "||W_O|| sum_h ||J_h||, with measured norms"),
        "centered": (certain, "||W_O|| sqrt(sum_h b_h^2), b_h the least bound of a head"),
    }
    bounds = {name: Bound(_rule(name, where), value, sigma.lower) for name, (value, where) in values.items()}
    return ModuleBounds(first.layer, first.sample, sigma, weight, bounds)


@dataclass(frozen=True, slots=True)
class Norm:
    """A LayerNorm at the rows that enter it.

    Attributes:
        rows: Its input, n x d.
        gamma: Its factors, of length d, or None.
        epsilon: What is added to the variance.
    """

    rows: Tensor
    gamma: Tensor | None
    epsilon: float


@dataclass(frozen=True, slots=True)
class Mlp:
    """A two-layer MLP at the rows of its hidden layer before the activation.

    Attributes:
        W1: First weights, d x f.
        W2: Second weights, f x d.
        activation: Its name in `SLOPES`.
    """

    W1: Tensor
    W2: Tensor
    activation: str


def layer_norm_lipschitz(norm: Norm) -> float:
    """The norm of the Jacobian of a LayerNorm at its rows: ``max_i ||diag(gamma)(Pi - x x^T/d)|| / s_i``, x normalized.

    ``s_i = sqrt(var_i + epsilon)``. Exact while all blocks fit into memory, and always with gamma constant (then it is
    ``gamma / min s_i`` from d = 3 on); else ``max |gamma| / min s_i``, an upper bound.
    """
    x = norm.rows.double()
    n, d = x.shape
    deviation = (x.var(dim=1, unbiased=False) + norm.epsilon).sqrt()
    gamma = torch.ones(d, dtype=torch.float64, device=x.device) if norm.gamma is None else norm.gamma.double()
    if not bool((deviation > 0).all()):
        return math.inf
    if n * d * d > DENSE:
        return float(gamma.abs().max() / deviation.min())
    unit = (x - x.mean(dim=1, keepdim=True)) / deviation[:, None]
    blocks = torch.eye(d, dtype=torch.float64, device=x.device) - 1 / d - unit[:, :, None] * unit[:, None, :] / d
    return float((torch.linalg.matrix_norm(gamma[:, None] * blocks, 2) / deviation).max())


def mlp_lipschitz(mlp: Mlp) -> float:
    """``max |act'| ||W_1|| ||W_2||``.

    Raises:
        KeyError: The activation has no slope in `SLOPES`.
    """
    return SLOPES[mlp.activation] * spectral(mlp.W1.double()) * spectral(mlp.W2.double())


def block_bound(attention: float, norm1: float, mlp: float, norm2: float, *, norm_first: bool) -> float:
    """The bound of a block with residuals, composed of bounds of its parts."""
    if norm_first:
        return (1 + attention * norm1) * (1 + mlp * norm2)
    return norm1 * (1 + attention) * norm2 * (1 + mlp)
