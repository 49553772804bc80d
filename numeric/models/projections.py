"""Where the query, key and value weights of attention modules live: modules are known by their attributes, not by their package."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import Tensor, nn

TARGETS = ("q", "k", "v")
# Names of three linear maps of a module: BERT and ViT; Llama, CLIP, OPT; others.
TRIPLES = (
    ("query", "key", "value"),
    ("q_proj", "k_proj", "v_proj"),
    ("q_lin", "k_lin", "v_lin"),
    ("to_q", "to_k", "to_v"),
)
HEADS = ("num_heads", "num_attention_heads", "n_heads", "n_head", "heads")
KEY_HEADS = ("num_key_value_heads", "num_kv_heads")


@dataclass(frozen=True)
class Slot:
    """One projection inside a parameter.

    Attributes:
        owner: The module that has the parameter.
        parameter: Its name there.
        start: First output.
        stop: One past the last output.
        outputs_last: Whether the parameter is inputs x outputs (GPT-2's ``Conv1D``), not outputs x inputs.
    """

    owner: nn.Module
    parameter: str
    start: int
    stop: int
    outputs_last: bool = False


@dataclass(frozen=True)
class Projections:
    """The projections of one attention module.

    Attributes:
        name: Name of the module in the model.
        slots: Where q, k and v are.
        heads: Number of heads.
        key_heads: Number of heads of keys and values (fewer than queries where groups share them).
    """

    name: str
    slots: dict[str, Slot]
    heads: int
    key_heads: int

    def heads_of(self, target: str) -> int:
        """Number of heads of ``q``, ``k`` or ``v``."""
        return self.heads if target == "q" else self.key_heads

    def weight(self, target: str) -> Tensor:
        """The weight of ``q``, ``k`` or ``v`` as it is used now, outputs x inputs, in the graph."""
        slot = self.slots[target]
        whole = getattr(slot.owner, slot.parameter)
        return (whole.T if slot.outputs_last else whole)[slot.start : slot.stop]


def projections(model: nn.Module) -> Iterator[Projections]:
    """Yield the attention modules of a model whose query, key and value weights are known, in the model's order."""
    for name, module in model.named_modules():
        slots = slots_of(module)
        heads = _number(module, HEADS)
        if slots is not None and heads:
            key_heads = _number(module, KEY_HEADS) or heads
            yield Projections(name, slots, heads, key_heads)


def slots_of(module: nn.Module) -> dict[str, Slot] | None:
    """Return where q, k and v are in an attention module, or None for other modules."""
    if isinstance(module, nn.MultiheadAttention):
        if module.in_proj_weight is None:
            names = {t: f"{t}_proj_weight" for t in TARGETS}
            return {t: Slot(module, n, 0, getattr(module, n).shape[0]) for t, n in names.items()}
        return _thirds(module, "in_proj_weight", module.in_proj_weight.shape[0], False)
    fused = getattr(module, "qkv", None)
    if isinstance(fused, nn.Linear):
        return _thirds(fused, "weight", fused.out_features, False)
    fused = getattr(module, "c_attn", None)
    if type(fused).__name__ == "Conv1D" and isinstance(fused, nn.Module):
        return _thirds(fused, "weight", fused.weight.shape[1], True)  # type: ignore[union-attr, arg-type]
    for triple in TRIPLES:
        maps = [getattr(module, n, None) for n in triple]
        if all(isinstance(m, nn.Linear) for m in maps):
            return {t: Slot(m, "weight", 0, m.out_features) for t, m in zip(TARGETS, maps, strict=True)}  # type: ignore[union-attr, arg-type]
    return None


def _thirds(owner: nn.Module, parameter: str, total: int, outputs_last: bool) -> dict[str, Slot] | None:
    if total % 3:
        return None
    size = total // 3
    return {t: Slot(owner, parameter, i * size, (i + 1) * size, outputs_last) for i, t in enumerate(TARGETS)}


def _number(module: nn.Module, names: tuple[str, ...]) -> int | None:
    for source in (module, getattr(module, "config", None)):
        for name in names:
            value = getattr(source, name, None)
            if isinstance(value, int) and not isinstance(value, bool):
                return value
    return None


def place(whole: Tensor, slot: Slot, part: Tensor) -> None:
    """Write ``part``, outputs x inputs, where the slot lies in a tensor of the parameter's shape."""
    with torch.no_grad():
        (whole.T if slot.outputs_last else whole)[slot.start : slot.stop] = part
