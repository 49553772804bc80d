"""What an adapter reads from an attention module, and from one call of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from numeric.models.projections import TARGETS, Slot, slots_of

Arguments = tuple[tuple[Any, ...], Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of an attention module, heads side by side in the columns.

    Attributes:
        WQ: D x (heads d_k).
        WK: D x (key_heads d_k).
        WV: D x (key_heads d_v).
        bQ: Bias of the queries, or None; bK and bV likewise.
        WO: Output projection, (heads d_v) x D', or None where it is not applied to the heads alone.
        heads: Number of heads.
        key_heads: Number of heads of keys and values; each serves a group of queries.
        scale: Factor of the scores.
        obstacle: Why the closed forms do not describe this module (``RoPE``), else empty.
    """

    WQ: Tensor
    WK: Tensor
    WV: Tensor
    bQ: Tensor | None
    bK: Tensor | None
    bV: Tensor | None
    WO: Tensor | None
    heads: int
    key_heads: int
    scale: float
    obstacle: str = ""


@dataclass(frozen=True, slots=True)
class Call:
    """What one call of an attention module says.

    Attributes:
        X: Tokens, B x n x D.
        mask: What the call adds to the scores, broadcastable to B x heads x n x n, or None.
        padding: B x n, True at tokens that are padding, or None.
        obstacle: Why the closed forms do not describe this call (cross attention), else empty.
    """

    X: Tensor
    mask: Tensor | None = None
    padding: Tensor | None = None
    obstacle: str = ""


@dataclass(frozen=True, slots=True)
class Adapter:
    """A family of attention modules.

    Attributes:
        family: Its name in messages.
        recognizes: Whether a module belongs to it.
        weights: Reads the weights.
        call: Reads a call: the module, its arguments and keyword arguments.
    """

    family: str
    recognizes: Callable[[nn.Module], bool]
    weights: Callable[[nn.Module], Weights]
    call: Callable[[nn.Module, tuple[Any, ...], Mapping[str, Any]], Call]


def linear(module: Any, *, outputs_last: bool = False) -> Tensor:
    """The weight of a linear map, inputs x outputs."""
    return module.weight if outputs_last else module.weight.T


def stacked(module: nn.Module, biases: Callable[[Slot], Tensor | None] | None = None) -> dict[str, Tensor | None]:
    """Query, key and value weights (inputs x outputs) and biases of a module, by the names of `Weights`."""
    slots = slots_of(module)
    if slots is None:
        raise TypeError(f"{type(module).__name__} has no query, key and value weights that are known")
    found: dict[str, Tensor | None] = {}
    for target in TARGETS:
        slot, name = slots[target], target.upper()
        whole = getattr(slot.owner, slot.parameter)
        found[f"W{name}"] = (whole if slot.outputs_last else whole.T)[:, slot.start : slot.stop]
        bias = getattr(slot.owner, "bias", None) if biases is None else biases(slot)
        found[f"b{name}"] = None if bias is None else bias[slot.start : slot.stop]
    return found


def additive(mask: Tensor, *, keep: bool) -> Tensor:
    """A mask as what is added to the scores: a Boolean one says which entries are kept (``keep``) or left out."""
    if mask.dtype != torch.bool:
        value = mask.to(torch.float64)
        # what stands for -infinity in the mask's own type
        return value.masked_fill(
            value <= torch.finfo(mask.dtype if mask.is_floating_point() else torch.float32).min / 2, -math.inf
        )
    out = ~mask if keep else mask
    return torch.zeros(mask.shape, dtype=torch.float64, device=mask.device).masked_fill(out, -math.inf)


def causal(n: int, device: torch.device) -> Tensor:
    """The additive mask of causal attention, n x n."""
    return torch.full((n, n), -math.inf, dtype=torch.float64, device=device).triu(1)


def argument(args: tuple[Any, ...], kwargs: Mapping[str, Any], position: int, *names: str) -> Any:
    """An argument by position or by one of its names; None where it is not given."""
    if position < len(args):
        return args[position]
    return next((kwargs[n] for n in names if kwargs.get(n) is not None), None)
