"""timm's ``Attention`` and its kin: one linear map ``qkv``, ``num_heads``, ``scale``, ``proj``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from torch import Tensor, nn

from numeric.models.adapters.adapter import Adapter, Call, Weights, additive, argument, causal, stacked


def _recognizes(module: nn.Module) -> bool:
    return isinstance(getattr(module, "qkv", None), nn.Linear) and isinstance(getattr(module, "num_heads", None), int)


def _plain(module: nn.Module, name: str) -> bool:
    own = getattr(module, name, None)
    return own is None or isinstance(own, nn.Identity)


def _weights(module: nn.Module) -> Weights:
    own: Any = module
    obstacle = ""
    if not (_plain(own, "q_norm") and _plain(own, "k_norm")):
        obstacle = "q_norm or k_norm"
    elif getattr(own, "relative_position_bias_table", None) is not None or getattr(own, "rel_pos", None) is not None:
        obstacle = "a learned bias inside the scores"
    elif getattr(own, "gate", None) is not None:
        obstacle = "a gate on the output"
    elif getattr(own, "q_bias", None) is not None:
        obstacle = "biases apart from qkv (q_bias, v_bias)"
    parts: dict[str, Any] = stacked(module)
    width = parts["WQ"].shape[1]
    proj = getattr(own, "proj", None)
    direct = isinstance(proj, nn.Linear) and _plain(
        own, "norm"
    )  # a norm between the heads and the projection is not linear
    scale = getattr(own, "scale", None)
    return Weights(
        **parts, WO=proj.weight.T if direct and isinstance(proj, nn.Linear) else None,
        heads=own.num_heads, key_heads=own.num_heads,
        scale=float(scale) if isinstance(scale, (int, float)) else (width // own.num_heads) ** -0.5,
        obstacle=obstacle,
    )  # fmt: skip


def _call(module: nn.Module, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Call:
    X = argument(args, kwargs, 0, "x")
    if X.ndim != 3:
        return Call(X, obstacle=f"tokens of shape {tuple(X.shape)}: not a batch of sequences")
    if kwargs.get("rope") is not None or (len(args) > 1 and "Rope" in type(module).__name__ and args[1] is not None):
        return Call(X, obstacle="RoPE")
    mask: Tensor | None = argument(args, kwargs, 1, "attn_mask")
    if kwargs.get("is_causal") or (len(args) > 2 and args[2] is True):
        return Call(X, causal(X.shape[1], X.device))
    return Call(X, None if mask is None else additive(mask, keep=True))


ADAPTER = Adapter("timm Attention", _recognizes, _weights, _call)
