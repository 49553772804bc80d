"""TransformerLens ``Attention``: ``W_Q[h]`` of size D x d_k, ``W_O[h]`` of size d_v x D, scores divided by ``attn_scale``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor, nn

from numeric.models.adapters.adapter import Adapter, Call, Weights, additive, argument


def _recognizes(module: nn.Module) -> bool:
    weights = [getattr(module, name, None) for name in ("W_Q", "W_K", "W_V", "W_O")]
    return all(isinstance(w, Tensor) and w.ndim == 3 for w in weights)


def _columns(weight: Tensor) -> Tensor:
    """Heads x D x d to D x (heads d)."""
    return weight.permute(1, 0, 2).reshape(weight.shape[1], -1)


def _weights(module: nn.Module) -> Weights:
    own: Any = module
    config = getattr(own, "cfg", None)
    kind = getattr(config, "positional_embedding_type", "standard")
    obstacle = {
        "rotary": "RoPE",
        "alibi": "",
        "standard": "",
        "shortformer": "positions added to queries and keys alone",
    }.get(kind, "")
    if getattr(config, "use_qk_norm", False):
        obstacle = "q_norm or k_norm"
    heads = own.W_Q.shape[0]
    scale = getattr(own, "attn_scale", None)
    return Weights(
        WQ=_columns(own.W_Q), WK=_columns(own.W_K), WV=_columns(own.W_V),
        bQ=own.b_Q.reshape(-1), bK=own.b_K.reshape(-1), bV=own.b_V.reshape(-1),
        WO=own.W_O.reshape(-1, own.W_O.shape[-1]), heads=heads, key_heads=own.W_K.shape[0],
        scale=1 / float(scale) if scale else own.W_Q.shape[-1] ** -0.5, obstacle=obstacle,
    )  # fmt: skip


def _call(module: nn.Module, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Call:
    query, key, value = (argument(args, kwargs, k, f"{n}_input") for k, n in enumerate(("query", "key", "value")))
    if query.ndim != 3:
        return Call(query, obstacle="tokens that are split by head")
    if not all(x is query or (x.shape == query.shape and torch.equal(x, query)) for x in (key, value)):
        return Call(query, obstacle="queries and keys of other tokens")
    mask = kwargs.get("additive_attention_mask")
    return Call(query, None if mask is None else additive(mask, keep=True))


ADAPTER = Adapter("TransformerLens Attention", _recognizes, _weights, _call)
