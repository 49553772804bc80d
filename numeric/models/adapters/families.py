"""The families that are known, and which of them a module belongs to."""

from __future__ import annotations

from torch import nn

from numeric.models.adapters import huggingface, timm, torch_mha, transformer_lens
from numeric.models.adapters.adapter import Adapter

FAMILIES: tuple[Adapter, ...] = (torch_mha.ADAPTER, transformer_lens.ADAPTER, timm.ADAPTER, huggingface.ADAPTER)


def adapter_of(module: nn.Module) -> Adapter | None:
    """Return the family of a module, or None."""
    return next((a for a in FAMILIES if a.recognizes(module)), None)


def looks_like_attention(module: nn.Module) -> bool:
    """Whether a module's class says that it is attention: if no family knows it, it is named as skipped."""
    return "attention" in type(module).__name__.lower() or "attn" in type(module).__name__.lower()
