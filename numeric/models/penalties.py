"""Penalties for training: JaSMin on attention maps, Specformer on attention weights; and the attacks that test robustness."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from derive.errors import NotSupported
from numeric.models.kernels import g
from numeric.models.projections import Projections, projections

FLOOR = 1e-12
"""Where g_1 is cut off for k = 0: at a one-hot row its logarithm is -infinity. The paper has no such constant."""


class JaSMin:
    """The penalty of Jacobian softmax norms: ``sum over layers and heads of agg_i log(g_1(P_i) / (g_k(P_i) + eps))``.

    For k = 0 it is ``agg_i log g_1(P_i)``, with g_1 cut off at 1e-12. The batch is not specified in the paper: here it is
    the mean over samples. Layers and heads are summed, not averaged.

    Args:
        k: 0, or the rank of the denominator, at least 2.
        agg: ``max`` (the theory) or ``mean`` over the rows of a map.
        eps: Added to g_k.

    Raises:
        ValueError: k is 1 (the penalty would be 0 identically) or negative, or ``agg`` is unknown.

    Source: "Pay Attention to Attention Distribution", equations 8 and 9 and appendix D.

    Examples:
        >>> float(JaSMin(k=2)([torch.full((1, 3, 3), 1 / 3, dtype=torch.float64)]) + 0)
        0.0
    """

    def __init__(self, k: int = 10, agg: str = "max", eps: float = 1e-6) -> None:
        if k < 0 or k == 1:
            raise ValueError(f"JaSMin needs k = 0 or k >= 2: for k = 1 the penalty is constant (got k = {k})")
        if agg not in ("max", "mean"):
            raise ValueError(f"`agg` is max or mean, not {agg!r}")
        self.k, self.agg, self.eps = k, agg, eps
        self._collector: MapCollector | None = None

    def __call__(self, maps: Iterable[Tensor]) -> Tensor:
        """Return the penalty of attention maps, one tensor a layer: heads x n x n or batch x heads x n x n.

        Raises:
            ValueError: No map, a map of another shape, or fewer than k + 1 tokens.
        """
        total: Tensor | None = None
        for P in maps:
            if P.ndim not in (3, 4) or P.shape[-1] != P.shape[-2]:
                raise ValueError(
                    f"a map is heads x n x n or batch x heads x n x n, one tensor a layer; got {tuple(P.shape)}"
                )
            part = self._layer(P if P.ndim == 4 else P[None])
            total = part if total is None else total + part
        if total is None:
            raise ValueError("JaSMin got no attention map")
        return total

    def _layer(self, P: Tensor) -> Tensor:
        n = P.shape[-1]
        if self.k > n - 1:
            raise ValueError(f"JaSMin with k = {self.k} needs at least {self.k + 1} tokens, got {n}")
        first = g(P, 1)
        if self.k == 0:
            rows = first.clamp_min(FLOOR).log()
        else:
            rows = first.clamp_min(FLOOR * self.eps).log() - (g(P, self.k) + self.eps).log()
        heads = rows.amax(-1) if self.agg == "max" else rows.mean(-1)
        return heads.sum(-1).mean()

    def attach(self, model: nn.Module) -> JaSMin:
        """Collect the attention maps of a model from now on; returns itself.

        Raises:
            NotSupported: The model has no attention module whose maps can be collected.
            RuntimeError: It is attached already.
        """
        if self._collector is not None:
            raise RuntimeError("this penalty is attached already; call detach() first")
        self._collector = MapCollector(model)
        return self

    def value(self) -> Tensor:
        """Return the penalty of the last forward pass, and forget its maps.

        Raises:
            RuntimeError: It is not attached, or no map was seen since the last call.
        """
        if self._collector is None:
            raise RuntimeError("attach the penalty to a model first")
        maps = self._collector.take()
        if not maps:
            raise RuntimeError(
                "no attention map was seen: call the model first, in train mode or with gradients on (torch's fast path of"
                " an encoder layer calls no attention module), Hugging Face models with attn_implementation='eager'"
            )
        return self(maps)

    def detach(self) -> None:
        """Remove the hooks and restore what attaching changed; nothing happens where it is not attached."""
        if self._collector is not None:
            self._collector.close()
            self._collector = None

    def __enter__(self) -> JaSMin:
        return self

    def __exit__(self, *_: object) -> None:
        self.detach()


class MapCollector:
    """Hooks that keep the attention maps of the last forward pass in the graph, before dropout.

    ``nn.MultiheadAttention``: the map is computed again from input and weights (what the module hands out is after dropout
    and a mean over heads). Modules with ``qkv`` and ``attn_drop`` (timm): what enters ``attn_drop``; their fused kernel is
    switched off meanwhile. Others: a second output of four axes, as Hugging Face's eager attention returns it.

    Raises:
        NotSupported: No module of these kinds.
    """

    def __init__(self, model: nn.Module) -> None:
        self._maps: dict[str, Tensor] = {}
        self._handles: list[Any] = []
        self._fused: list[nn.Module] = []
        for name, module in model.named_modules():
            if isinstance(module, nn.MultiheadAttention):
                hook = self._recompute(name)
                self._handles.append(module.register_forward_pre_hook(hook, with_kwargs=True))
            elif hasattr(module, "qkv") and isinstance(getattr(module, "attn_drop", None), nn.Module):
                if getattr(module, "fused_attn", False):
                    self._fused.append(module)
                    module.fused_attn = False  # type: ignore[assignment]
                self._handles.append(module.attn_drop.register_forward_pre_hook(self._entering(name)))  # type: ignore[union-attr]
            elif "Attention" in type(module).__name__:
                self._handles.append(module.register_forward_hook(self._returned(name)))
        if not self._handles:
            raise NotSupported(
                "the model has no attention module that is known: nn.MultiheadAttention, timm, Hugging Face"
            )

    def _recompute(self, name: str) -> Callable[..., None]:
        def hook(module: nn.Module, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
            self._maps[name] = multihead_map(module, args, kwargs)  # type: ignore[arg-type]

        return hook

    def _entering(self, name: str) -> Callable[..., None]:
        def hook(_: nn.Module, args: tuple[Any, ...]) -> None:
            self._maps[name] = args[0]

        return hook

    def _returned(self, name: str) -> Callable[..., None]:
        def hook(_: nn.Module, __: Any, output: Any) -> None:
            if isinstance(output, tuple) and len(output) > 1 and isinstance(output[1], Tensor) and output[1].ndim == 4:
                self._maps[name] = output[1]

        return hook

    def take(self) -> list[Tensor]:
        """Return the maps of the last forward pass, one a module, and forget them."""
        found = {
            id(value): value for value in self._maps.values() if value.ndim == 4
        }  # a wrapper returns its module's map
        self._maps.clear()
        return list(found.values())

    def close(self) -> None:
        """Remove every hook and switch fused kernels on again."""
        for handle in self._handles:
            handle.remove()
        for module in self._fused:
            module.fused_attn = True  # type: ignore[assignment]
        self._handles, self._fused = [], []
        self._maps.clear()


def multihead_map(module: nn.MultiheadAttention, args: Sequence[Any], kwargs: dict[str, Any]) -> Tensor:
    """The attention map that ``nn.MultiheadAttention`` computes for these arguments, in the graph: batch x heads x n x m.

    Raises:
        NotSupported: The module appends tokens (``bias_k``, ``add_zero_attn``).
    """
    if module.bias_k is not None or module.add_zero_attn:
        raise NotSupported("nn.MultiheadAttention with bias_k or add_zero_attn: its map has more tokens than X")
    names = (
        "query",
        "key",
        "value",
        "key_padding_mask",
        "need_weights",
        "attn_mask",
        "average_attn_weights",
        "is_causal",
    )
    given = dict(zip(names, args, strict=False)) | kwargs
    query, key = given["query"], given["key"]
    if query.ndim == 2:
        query, key = query[None], key[None]
    elif not module.batch_first:
        query, key = query.transpose(0, 1), key.transpose(0, 1)
    d, H = module.embed_dim, module.num_heads
    if module.in_proj_weight is None:
        weights = module.q_proj_weight, module.k_proj_weight
    else:
        weights = module.in_proj_weight[:d], module.in_proj_weight[d : 2 * d]
    bias = module.in_proj_bias
    q = functional.linear(query, weights[0], None if bias is None else bias[:d])
    k = functional.linear(key, weights[1], None if bias is None else bias[d : 2 * d])
    q, k = (x.unflatten(-1, (H, d // H)).transpose(1, 2) for x in (q, k))
    scores = q @ k.transpose(-1, -2) / math.sqrt(d // H)
    for mask in (given.get("attn_mask"), given.get("key_padding_mask")):
        if mask is not None:
            added = (
                torch.zeros_like(mask, dtype=scores.dtype).masked_fill(mask, -math.inf)
                if mask.dtype == torch.bool
                else mask
            )
            if mask is given.get("key_padding_mask"):
                added = added.reshape(-1, 1, 1, added.shape[-1])
            elif added.ndim == 3:
                added = added.unflatten(0, (-1, H))
            scores = scores + added
    return scores.softmax(-1)


class Specformer:
    """The penalty of squared spectral norms of the attention weights, head by head.

    ``sum over layers and heads of q s_1(W_Q)^2 + k s_1(W_K)^2 + v s_1(W_V)^2``.

    Args:
        q: Factor of the queries.
        k: Factor of the keys.
        v: Factor of the values.

    Source: equation 1 of "Pay Attention to Attention Distribution".
    """

    def __init__(self, q: float = 0.0, k: float = 0.0, v: float = 0.0) -> None:
        if min(q, k, v) < 0:
            raise ValueError(f"the factors of a penalty are not negative, got {(q, k, v)}")
        self.q, self.k, self.v = q, k, v
        self._model: nn.Module | None = None

    def __call__(self, heads: Iterable[tuple[Tensor, Tensor, Tensor]]) -> Tensor:
        """Return the penalty of heads, each ``(W_Q, W_K, W_V)``; the order of a matrix's axes does not matter.

        Raises:
            ValueError: There is no head.
        """
        terms = [
            factor * torch.linalg.matrix_norm(weight, 2).square()
            for head in heads
            for factor, weight in zip((self.q, self.k, self.v), head, strict=True)
        ]
        if not terms:
            raise ValueError("Specformer got no head")
        return torch.stack(terms).sum()

    def attach(self, model: nn.Module) -> Specformer:
        """Read the weights of this model in `value`; returns itself. No hook is set.

        Raises:
            NotSupported: The model has no attention module whose weights are known.
        """
        if not list(projections(model)):
            raise NotSupported("the model has no attention module whose query, key and value weights are known")
        self._model = model
        return self

    def value(self) -> Tensor:
        """Return the penalty of the weights as they are now.

        Raises:
            RuntimeError: It is not attached.
        """
        if self._model is None:
            raise RuntimeError("attach the penalty to a model first")
        return self(weight for module in projections(self._model) for weight in _heads(module))

    def detach(self) -> None:
        """Forget the model."""
        self._model = None


def _heads(module: Projections) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
    q, k, v = (module.weight(target).chunk(module.heads_of(target), dim=0) for target in ("q", "k", "v"))
    groups = len(q) // len(k)
    for h, query in enumerate(q):
        yield query, k[h // groups], v[h // groups]


Loss = Callable[[Tensor, Tensor], Tensor]


def fgsm(model: nn.Module, x: Tensor, y: Tensor, eps: float, loss: Loss = functional.cross_entropy, low: float = 0.0,
         high: float = 1.0) -> Tensor:  # fmt: skip
    """Return ``x + eps sign(gradient)``, cut to ``[low, high]`` (Goodfellow and others, 2015).

    Args:
        model: Takes x.
        x: Inputs, with entries in [low, high].
        y: Targets of the loss.
        eps: Largest change of an entry.
        loss: Of outputs and targets.
        low: Smallest entry of an input.
        high: Largest entry of an input.
    """
    return (x + eps * _gradient(model, x, y, loss).sign()).clamp(low, high)


def pgd(model: nn.Module, x: Tensor, y: Tensor, eps: float, steps: int = 4, step: float | None = None,
        loss: Loss = functional.cross_entropy, low: float = 0.0, high: float = 1.0) -> Tensor:  # fmt: skip
    """Return the end of projected sign-gradient steps in the ball of radius eps (Madry and others, 2018), from x itself.

    Args:
        model: Takes x.
        x: Inputs, with entries in [low, high].
        y: Targets of the loss.
        eps: Largest change of an entry.
        steps: Number of steps.
        step: Length of a step, eps / 2 unless given (the paper does not say).
        loss: Of outputs and targets.
        low: Smallest entry of an input.
        high: Largest entry of an input.
    """
    moved = x
    for _ in range(steps):
        moved = moved + (eps / 2 if step is None else step) * _gradient(model, moved, y, loss).sign()
        moved = torch.minimum(torch.maximum(moved, x - eps), x + eps).clamp(low, high)
    return moved


def _gradient(model: nn.Module, x: Tensor, y: Tensor, loss: Loss) -> Tensor:
    at = x.detach().clone().requires_grad_(True)
    with torch.enable_grad():
        (found,) = torch.autograd.grad(loss(model(at), y), at)
    return found
