"""Hugging Face attention: BERT and ViT (``query, key, value``), the Llama layout (``q_proj, k_proj, v_proj``) and GPT-2 (``Conv1D``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from torch import Tensor, nn

from numeric.models.adapters.adapter import Adapter, Call, Weights, additive, argument, linear, stacked
from numeric.models.projections import HEADS, KEY_HEADS, slots_of


def _number(module: nn.Module, names: tuple[str, ...]) -> int | None:
    sources = (module, getattr(module, "config", None))
    return next((v for s in sources for n in names if isinstance(v := getattr(s, n, None), int)), None)


def _recognizes(module: nn.Module) -> bool:
    """Modules with three linear maps, or a Conv1D of all three; fused ``qkv`` belongs to timm's family."""
    known = not isinstance(getattr(module, "qkv", None), nn.Linear) and not isinstance(module, nn.MultiheadAttention)
    return known and slots_of(module) is not None and _number(module, HEADS) is not None


def _obstacle(module: nn.Module) -> str:
    if getattr(module, "q_norm", None) is not None or getattr(module, "q_layernorm", None) is not None:
        return "q_norm or k_norm"
    if getattr(module, "sinks", None) is not None:
        return "learned sinks inside the softmax"
    if getattr(module, "position_embedding_type", "absolute") not in ("absolute", None):
        return "relative position embeddings inside the scores"
    if getattr(module, "is_cross_attention", False) or "Cross" in type(module).__name__:
        return "cross attention: keys and values are of other tokens"
    return ""


def _output(module: nn.Module) -> Tensor | None:
    for name in ("o_proj", "out_proj", "c_proj", "out_lin", "dense"):
        own = getattr(module, name, None)
        if isinstance(own, nn.Linear):
            return linear(own)
        if type(own).__name__ == "Conv1D":
            return linear(own, outputs_last=True)
    return None


def sibling_output(parent: nn.Module) -> Tensor | None:
    """The output projection that stands beside the attention, as in BERT: ``output.dense`` of the parent."""
    dense = getattr(getattr(parent, "output", None), "dense", None)
    return linear(dense) if isinstance(dense, nn.Linear) and not hasattr(parent, "intermediate") else None


def _scale(module: nn.Module, d: int) -> float:
    for name in ("scaling", "scale"):
        value = getattr(module, name, None)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return float(value)
    if getattr(module, "scale_attn_weights", True) is False:  # GPT-2 before it kept the factor
        return 1.0
    return d**-0.5


def _weights(module: nn.Module) -> Weights:
    heads = _number(module, HEADS) or 1
    parts: dict[str, Any] = stacked(module)
    d = parts["WQ"].shape[1] // heads
    key_heads = _number(module, KEY_HEADS) or parts["WK"].shape[1] // d
    return Weights(
        **parts, WO=_output(module), heads=heads, key_heads=key_heads, scale=_scale(module, d), obstacle=_obstacle(module)
    )  # fmt: skip


def _call(module: nn.Module, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Call:
    X = argument(args, kwargs, 0, "hidden_states", "x", "query")
    if not isinstance(X, Tensor) or X.ndim != 3:
        return Call(X, obstacle="tokens that are not a batch of sequences")
    if kwargs.get("encoder_hidden_states") is not None or kwargs.get("key_value_states") is not None:
        return Call(X, obstacle="cross attention: keys and values are of other tokens")
    rotary = any(kwargs.get(n) is not None for n in ("position_embeddings", "rotary_pos_emb", "freqs_cis"))
    if (
        rotary
        or getattr(module, "rotary_emb", None) is not None
        or "position_embeddings" in _parameters(module, len(args))
    ):
        return Call(X, obstacle="RoPE")
    mask = kwargs.get("attention_mask")
    if not isinstance(mask, Tensor) or mask.ndim != 4:
        mask = next((a for a in args[1:] if isinstance(a, Tensor) and a.ndim == 4), None)
    if mask is not None and mask.shape[-2:] not in ((X.shape[1], X.shape[1]), (1, X.shape[1])):
        return Call(X, obstacle="keys of earlier calls (a cache)")
    return Call(X, None if mask is None else additive(mask, keep=True))


def _parameters(module: nn.Module, given: int) -> set[str]:
    """Names of the parameters of ``forward`` that are given by position."""
    import inspect

    return set(list(inspect.signature(module.forward).parameters)[1:given])


ADAPTER = Adapter("Hugging Face attention", _recognizes, _weights, _call)
