"""Heads of a model at a batch, captured without changing the model.

The model runs once, in evaluation mode, without dropout and without gradients. Forward pre-hooks take the tokens that enter
each attention module; a torch function mode sees the softmax or the fused kernel that the module calls, and thereby the
attention map of the model itself, also where the module hands none out. All is undone afterwards, also after an error.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.overrides import TorchFunctionMode

from derive.errors import DeriveError, NotSupported
from numeric.device import pinned
from numeric.models.adapters.adapter import Adapter, additive, causal
from numeric.models.adapters.families import adapter_of, looks_like_attention
from numeric.models.adapters.huggingface import sibling_output
from numeric.models.heads import Head

TOLERANCE = {torch.float64: 1e-9, torch.float32: 1e-5, torch.bfloat16: 2e-2, torch.float16: 2e-2}
"""Largest difference of an entry of the recomputed and the captured map, by the type that the model computes in."""
ROUNDINGS = 16
"""Roundings of the largest score that the difference may have beyond that: they grow with sharp attention."""


class ModelFailed(DeriveError):
    """The user's model raised, ran out of memory, or cannot take the batch."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something that was not measured.

    Attributes:
        name: Name of the module, with the head where it is one.
        reason: Why.
    """

    name: str
    reason: str


@dataclass(frozen=True, eq=False)
class MapOnly:
    """An attention map of a module that the closed forms do not describe.

    Attributes:
        layer: Number of the module.
        head: Number of the head.
        sample: Which sample of the batch.
        P: The map that the model computed, n x n, in float64.
        name: Name of the module.
        obstacle: The hypothesis that is not met.
    """

    layer: int
    head: int
    sample: int
    P: Tensor
    name: str
    obstacle: str


@dataclass
class Seen:
    """One call of an attention module while the model ran."""

    name: str
    module: nn.Module
    adapter: Adapter
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    map: Tensor | None = None
    mask: Tensor | None = None
    dtype: torch.dtype = torch.float32
    output: Tensor | None = None


@dataclass
class Capture:
    """What one run of a model left.

    Attributes:
        calls: Calls of attention modules, in the order of the layers.
        skipped: Modules that were not measured, each with its reason.
        padding: B x n, True at padding, where the batch says so.
        inputs: Name of a module -> its last positional and keyword arguments, for modules that were asked for.
    """

    calls: list[Seen] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    padding: Tensor | None = None
    inputs: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = field(default_factory=dict)


class _Watch(TorchFunctionMode):
    """Sees softmax and fused attention inside the attention module that is being called."""

    def __init__(self) -> None:
        super().__init__()
        self.stack: list[Seen] = []

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        if not self.stack:
            return func(*args, **kwargs)
        if func is functional.multi_head_attention_forward:
            return self._multi_head(args, kwargs)
        if func is functional.scaled_dot_product_attention:
            self._fused(*args, **kwargs)
            return func(*args, **kwargs)
        result = func(*args, **kwargs)
        if (
            func in _SOFTMAX
            and isinstance(result, Tensor)
            and result.ndim >= 3
            and result.shape[-1] == result.shape[-2]
        ):
            scores = args[0] if args else kwargs["input"]
            seen = self.stack[-1]
            seen.map, seen.dtype = result.detach(), scores.dtype
            seen.mask = additive(scores.detach(), keep=True).isneginf()
        return result

    def _multi_head(self, args: Any, kwargs: dict[str, Any]) -> Any:
        """Torch's own function hands the maps out if it is asked to."""
        wanted, average = kwargs.get("need_weights", True), kwargs.get("average_attn_weights", True)
        out, maps = functional.multi_head_attention_forward(
            *args, **{**kwargs, "need_weights": True, "average_attn_weights": False}
        )
        seen = self.stack[-1]
        seen.map, seen.dtype = maps.detach(), maps.dtype
        if not wanted:
            return out, None
        return out, maps.mean(dim=-3) if average else maps

    def _fused(
        self, query: Tensor, key: Tensor, value: Tensor, attn_mask: Tensor | None = None, dropout_p: float = 0.0,
        is_causal: bool = False, scale: float | None = None, **_: Any,
    ) -> None:  # fmt: skip
        q, k = query.detach(), key.detach()
        if q.shape[-2] != k.shape[-2] or q.ndim != 4:
            return
        wide = torch.promote_types(q.dtype, torch.float32)
        if k.shape[1] != q.shape[1]:
            k = k.repeat_interleave(q.shape[1] // k.shape[1], dim=1)
        scores = (q.to(wide) @ k.to(wide).transpose(-1, -2)) * (q.shape[-1] ** -0.5 if scale is None else scale)
        mask = None if attn_mask is None else additive(attn_mask.detach(), keep=True)
        if is_causal:
            mask = causal(q.shape[-2], q.device)
        seen = self.stack[-1]
        seen.mask, seen.dtype = mask, q.dtype
        seen.map = torch.softmax(scores if mask is None else scores + mask.to(wide), dim=-1)


_SOFTMAX = (functional.softmax, torch.softmax, Tensor.softmax, torch.special.softmax)


@contextmanager
def undisturbed(model: nn.Module) -> Iterator[None]:
    """Evaluation mode without gradients, attention by its math kernel, random numbers as they were; restored on leaving."""
    modes = [(module, module.training) for module in model.modules()]
    device = next((p.device for p in model.parameters()), torch.device("cpu"))
    try:
        model.eval()
        with torch.random.fork_rng(devices=[device] if device.type == "cuda" else []), pinned(), torch.no_grad():
            yield
    finally:
        for module, training in modes:
            module.training = training


def call_model(model: nn.Module, batch: Any) -> Any:
    """Call a model with a batch: a tensor, a mapping (keywords), or a tuple or list (positions).

    Raises:
        ModelFailed: The model raised; what it raised is the cause.
    """
    try:
        if isinstance(batch, Mapping):
            return model(**batch)
        return model(*batch) if isinstance(batch, (tuple, list)) else model(batch)
    except Exception as problem:  # noqa: BLE001 - whatever the user's code raises
        raise failed(problem) from problem


def failed(problem: BaseException) -> DeriveError:
    """An error of the user's model, or of memory, in one line."""
    if is_out_of_memory(problem):
        return ModelFailed("out of memory", hint="fewer samples, shorter inputs, or --device cpu")
    said = " ".join(str(problem).split())[:300]
    return ModelFailed(f"the model raised {type(problem).__name__}{': ' if said else ''}{said}")


def is_out_of_memory(problem: BaseException) -> bool:
    """Whether an exception says that memory is used up."""
    if isinstance(problem, (MemoryError, torch.OutOfMemoryError)):
        return True
    said = str(problem)
    return isinstance(problem, RuntimeError) and ("out of memory" in said or "can't allocate memory" in said)


def capture(model: nn.Module, batch: Any, *, inputs_of: tuple[str, ...] = ()) -> Capture:
    """Run a model once and keep what entered its attention modules.

    Args:
        model: Any torch module; it is left as it was.
        batch: See `call_model`.
        inputs_of: Names of further modules whose arguments are kept.

    Raises:
        ModelFailed: The model raised.
    """
    found, watch, hooks = Capture(padding=_padding(batch)), _Watch(), []
    known = {name: (m, a) for name, m in model.named_modules() if (a := adapter_of(m)) is not None}
    try:
        with undisturbed(model):
            for name, (module, adapter) in known.items():
                hooks += _attached(found, watch, name, module, adapter)
            for name in inputs_of:
                hooks.append(
                    model.get_submodule(name).register_forward_pre_hook(_keeper(found, name), with_kwargs=True)
                )
            with watch:
                call_model(model, batch)
    finally:
        for hook in hooks:
            hook.remove()
        watch.stack.clear()
    for seen in found.calls:
        seen.output = sibling_output(model.get_submodule(seen.name.rpartition(".")[0])) if "." in seen.name else None
    called = {seen.name for seen in found.calls}
    found.skipped += [Skipped(name, "was not called at this batch") for name in known if name not in called]
    found.skipped += [
        Skipped(name, f"no adapter knows {type(module).__name__}: it has no query, key and value weights that are recognized")
        for name, module in model.named_modules()
        if looks_like_attention(module) and not any(_within(name, k) or _within(k, name) for k in known)
    ]  # fmt: skip
    return found


def _within(name: str, outer: str) -> bool:
    return name == outer or name.startswith(f"{outer}.") or outer == ""


def _attached(found: Capture, watch: _Watch, name: str, module: nn.Module, adapter: Adapter) -> list[Any]:
    def before(_: nn.Module, args: Any, kwargs: Any) -> None:
        seen = Seen(name, module, adapter, _detached(args), _detached(kwargs))
        found.calls.append(seen)
        watch.stack.append(seen)

    def after(*_: Any) -> None:
        if watch.stack:
            watch.stack.pop()

    return [
        module.register_forward_pre_hook(before, with_kwargs=True),
        module.register_forward_hook(after, always_call=True),
    ]


def _keeper(found: Capture, name: str) -> Callable[..., None]:
    def keep(_: nn.Module, args: Any, kwargs: Any) -> None:
        found.inputs[name] = _detached(args), _detached(kwargs)

    return keep


def _detached(value: Any) -> Any:
    if isinstance(value, Tensor):
        return value.detach()
    if isinstance(value, tuple) and type(value) is tuple:
        return tuple(_detached(v) for v in value)
    return {k: _detached(v) for k, v in value.items()} if type(value) is dict else value


def _padding(batch: Any) -> Tensor | None:
    """Where a batch says which tokens are padding: ``attention_mask`` of shape B x n, 1 at tokens."""
    mask = batch.get("attention_mask") if isinstance(batch, Mapping) else None
    return mask == 0 if isinstance(mask, Tensor) and mask.ndim == 2 else None


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a head of a capture is; `read` makes it.

    Attributes:
        layer: Number of the module.
        sample: Which sample of the batch.
        head: Number of the head.
        name: Name of the module.
    """

    layer: int
    sample: int
    head: int
    name: str
    _module: Module

    @property
    def cost(self) -> int:
        """`Head.cost` of the head."""
        return self._module.n * (self._module.n + self._module.call.X.shape[-1])

    def read(self) -> Head | MapOnly | Skipped:
        """Return the head, the map alone where a hypothesis is not met, or the reason of a refusal.

        Raises:
            ModelFailed: Memory is used up.
        """
        try:
            return self._module.head(self.sample, self.head)
        except DeriveError as problem:
            return Skipped(f"{self.name} head {self.head} sample {self.sample}", problem.message)
        except Exception as problem:  # noqa: BLE001 - a module that is not as its family says
            if is_out_of_memory(problem):
                raise failed(problem) from problem
            return Skipped(self.name, f"cannot be read as {self._module.family}: {type(problem).__name__}: {problem}")


def slots(
    found: Capture, *, layers: tuple[int, ...] | None = None, samples: int | None = None, device: torch.device | None = None
) -> list[Slot | Skipped]:  # fmt: skip
    """The heads of a capture, layer by layer, sample by sample; modules that cannot be read stand among them with the reason.

    Args:
        found: The capture.
        layers: Numbers of the modules that are wanted; all unless given.
        samples: Largest number of samples of the batch.
        device: Where the heads are put.

    Raises:
        NotSupported: A layer that is wanted does not exist.
    """
    if layers is not None and (beyond := [k for k in layers if not 0 <= k < len(found.calls)]):
        raise NotSupported(f"there is no layer {beyond[0]}: the model has {len(found.calls)} attention modules, from 0")
    result: list[Slot | Skipped] = []
    for layer, seen in enumerate(found.calls):
        if layers is not None and layer not in layers:
            continue
        try:
            module = Module(found, seen, layer, device)
        except DeriveError as problem:
            result.append(Skipped(seen.name, problem.message))
            continue
        except Exception as problem:  # noqa: BLE001 - a module that is not as its family says
            result.append(
                Skipped(seen.name, f"cannot be read as {seen.adapter.family}: {type(problem).__name__}: {problem}")
            )
            continue
        count = module.samples if samples is None else min(samples, module.samples)
        result += [Slot(layer, b, h, seen.name, module) for b in range(count) for h in range(module.heads)]
    return result


def heads_of(found: Capture, **options: Any) -> Iterator[Head | MapOnly | Skipped]:
    """Yield what `slots` lists, read one by one (options as there)."""
    for slot in slots(found, **options):
        yield slot if isinstance(slot, Skipped) else slot.read()


class Module:
    """One call of an attention module, read by its family.

    Raises:
        NotSupported: No map of the model was seen.
    """

    def __init__(self, found: Capture, seen: Seen, layer: int, device: torch.device | None) -> None:
        self.seen, self.layer, self.family = seen, layer, seen.adapter.family
        self.weights, self.call = (
            seen.adapter.weights(seen.module),
            seen.adapter.call(seen.module, seen.args, seen.kwargs),
        )
        if self.weights.WO is None and seen.output is not None:
            self.weights = replace(self.weights, WO=seen.output)
        if seen.map is None:
            raise NotSupported(
                self.call.obstacle
                or "it calls neither softmax nor scaled_dot_product_attention: there is no map to compare with"
            )
        self.samples, self.n = self.call.X.shape[0], self.call.X.shape[1]
        maps = seen.map
        self.maps = maps if maps.ndim == 4 else maps.reshape(self.samples, -1, *maps.shape[-2:])
        self.heads = self.maps.shape[1]
        self.device = device or self.call.X.device
        self.padding = self.call.padding if self.call.padding is not None else found.padding
        self.obstacle = self.weights.obstacle or self.call.obstacle
        if not self.obstacle and self.maps.shape[-1] != self.n:
            self.obstacle = f"keys that are no tokens: {self.maps.shape[-1]} keys for {self.n} tokens"

    def head(self, b: int, h: int) -> Head | MapOnly:
        """Read head h at sample b.

        Raises:
            NotSupported: The map that is recomputed is not the one that the model computed.
        """
        mask = self._mask(b)
        keep = self._kept(b, mask)
        P = self.maps[b, h].to(self.device, torch.float64)
        if keep is not None and P.shape[-1] == self.n:
            P = P[keep][:, keep]
        if self.obstacle:
            return MapOnly(self.layer, h, b, P, self.seen.name, self.obstacle)
        own = None if mask is None else mask[h]
        X = self.call.X[b].to(self.device, torch.float64)
        if keep is not None:
            X, own = X[keep], None if own is None else own[keep][:, keep]
        w = self.weights
        g = h * w.key_heads // w.heads
        d_k, d_v = w.WQ.shape[1] // w.heads, w.WV.shape[1] // w.key_heads
        parts: dict[str, Any] = {
            "WQ": self._cut(w.WQ, h, d_k), "WK": self._cut(w.WK, g, d_k), "WV": self._cut(w.WV, g, d_v),
            "bQ": self._cut(w.bQ, h, d_k), "bK": self._cut(w.bK, g, d_k), "bV": self._cut(w.bV, g, d_v),
            "WO": None if w.WO is None else self._cut(w.WO.T, h, d_v).T, "scale": w.scale, "mask": own,
        }  # fmt: skip
        head = Head(X=X, **parts)
        apart = self._apart(head, P)
        return Head(X=X, **parts, P=head.map, layer=self.layer, head=h, name=self.seen.name, sample=b, deviation=apart)

    def _cut(self, value: Tensor | None, index: int, d: int) -> Any:
        """The columns of one head."""
        return (
            None if value is None else value[..., index * d : (index + 1) * d].detach().to(self.device, torch.float64)
        )

    def _apart(self, head: Head, P: Tensor) -> float:
        apart = float((head.map - P).abs().max())
        largest = float(head.scores().nan_to_num(0.0, 0.0, 0.0).abs().max())
        dtype = self.seen.dtype
        allowed = TOLERANCE.get(dtype, 1e-5) + ROUNDINGS * torch.finfo(dtype).eps * largest
        if not apart <= allowed:
            raise NotSupported(
                f"attention recomputed from X and the weights differs from the captured one by {apart:.1e} (allowed {allowed:.1e}): "
                "the module does something to its scores that is not known"
            )
        return apart

    def _mask(self, b: int) -> Tensor | None:
        """What is added to the scores of sample b, heads x n x n: of the call, of the kernel, and where scores were -infinity."""
        total: Tensor | None = None
        for part in (self.call.mask, self.seen.mask):
            if part is None:
                continue
            if part.dtype == torch.bool:
                value = torch.zeros(part.shape, dtype=torch.float64, device=part.device).masked_fill(part, -math.inf)
            elif total is not None:
                continue  # the kernel got what the call was given
            else:
                value = part
            value = value.reshape((1,) * (4 - value.ndim) + tuple(value.shape))
            value = value[b if value.shape[0] > 1 else 0].expand(self.heads, self.n, self.n)
            total = value if total is None else total + value
        return None if total is None or not bool((total != 0).any()) else total.to(self.device)

    def _kept(self, b: int, mask: Tensor | None) -> Tensor | None:
        """The tokens of sample b that are no padding, or None if all are: without those that the batch names, or nobody attends to."""
        out = torch.zeros(self.n, dtype=torch.bool, device=self.device)
        if self.padding is not None and self.padding.shape[-1] == self.n and b < self.padding.shape[0]:
            out |= self.padding[b].to(self.device)
        if mask is not None:
            out |= mask.isneginf().all(dim=1).all(dim=0)
        return (~out).nonzero()[:, 0] if bool(out.any()) and not bool(out.all()) else None


def heads(model: nn.Module, batch: Any, *, skipped: list[Skipped] | None = None, **options: Any) -> Iterator[Head]:
    """Iterate over the attention heads of a model at a batch, each with its tokens, weights and map, in float64.

    The model is left as it was. Heads whose recomputed attention differs from the model's own, and modules that the closed forms
    do not describe, are left out; with ``skipped`` they are added to that list, each with its reason.

    Args:
        model: Any torch module with attention of a known family.
        batch: A tensor, a mapping of keyword arguments, or a tuple of arguments.
        skipped: Is filled with what is left out.
        **options: ``layers``, ``samples`` and ``device``, as in `slots`.

    Raises:
        ModelFailed: The model raised, or memory is used up.

    Examples:
        >>> mha = nn.MultiheadAttention(6, 2, batch_first=True)
        >>> x = torch.ones(1, 3, 6)
        >>> [(h.head, tuple(h.X.shape), tuple(h.WQ.shape)) for h in heads(mha, (x, x, x))]
        [(0, (3, 6), (6, 3)), (1, (3, 6), (6, 3))]
    """
    found = capture(model, batch)
    out = skipped if skipped is not None else []
    out += found.skipped
    for item in heads_of(found, **options):
        if isinstance(item, Head):
            yield item
        else:
            out.append(item if isinstance(item, Skipped) else Skipped(f"{item.name} head {item.head}", item.obstacle))
