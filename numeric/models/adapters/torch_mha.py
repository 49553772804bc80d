"""``torch.nn.MultiheadAttention``, alone, inside ``nn.TransformerEncoderLayer`` and inside torchvision's vision transformers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor, nn

from numeric.models.adapters.adapter import Adapter, Call, Weights, additive, argument, causal, stacked


def _weights(module: nn.Module) -> Weights:
    mha: Any = module
    obstacle = ""
    if mha.bias_k is not None or mha.bias_v is not None or mha.add_zero_attn:
        obstacle = "keys and values that are no tokens (bias_k, add_zero_attn)"
    whole = mha.in_proj_bias
    third = mha.embed_dim
    parts: dict[str, Any] = stacked(module, lambda _: None)
    if whole is not None:  # one bias for all three, also where the weights are apart
        parts |= {f"b{name}": whole[k * third : (k + 1) * third] for k, name in enumerate("QKV")}
    return Weights(
        **parts, WO=mha.out_proj.weight.T, heads=mha.num_heads, key_heads=mha.num_heads, scale=mha.head_dim**-0.5, obstacle=obstacle
    )  # fmt: skip


def _call(module: nn.Module, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Call:
    mha: Any = module
    query, key, value = (argument(args, kwargs, k, name) for k, name in enumerate(("query", "key", "value")))
    X = query if query.ndim == 3 else query[None]
    if query.ndim == 3 and not mha.batch_first:
        X = X.transpose(0, 1)
    same = all(x is query or (x.shape == query.shape and torch.equal(x, query)) for x in (key, value))
    if not same:
        return Call(X, obstacle="cross attention: keys and values are of other tokens")
    padding, mask = argument(args, kwargs, 3, "key_padding_mask"), argument(args, kwargs, 5, "attn_mask")
    total: Tensor | None = None
    if mask is not None:
        total = additive(mask, keep=False)
        total = total.reshape(X.shape[0], mha.num_heads, *total.shape[-2:]) if total.ndim == 3 else total
    elif argument(args, kwargs, 7, "is_causal"):
        total = causal(X.shape[1], X.device)
    out: Tensor | None = None
    if padding is not None:
        padding = padding.reshape(X.shape[0], X.shape[1])
        own = additive(padding, keep=False)
        out = own.isneginf()
        total = own[:, None, None, :] if total is None else total + own[:, None, None, :]
    return Call(X, total, out)


ADAPTER = Adapter("nn.MultiheadAttention", lambda m: isinstance(m, nn.MultiheadAttention), _weights, _call)
