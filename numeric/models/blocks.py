"""Transformer blocks: where their norms and MLPs are, the bound that composition gives, and the measured norm.

The norm of a block's Jacobian is measured on a copy of the block in float64, by autograd under the math kernel of attention.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from derive.errors import DeriveError
from numeric.linear_map import LinearMapBase
from numeric.models.capture import Capture, Skipped, call_model, capture, is_out_of_memory, undisturbed
from numeric.models.module_bounds import SLOPES, Mlp, Norm, block_bound, layer_norm_lipschitz, mlp_lipschitz
from numeric.norms import Enclosure, spectral_norm


@dataclass(frozen=True, slots=True)
class Layout:
    """Where a block keeps its parts, as attribute paths.

    Attributes:
        norm1: First LayerNorm.
        norm2: Second LayerNorm.
        linear1: First linear map of the MLP.
        linear2: Second one.
        activation: Its activation.
        norm_first: Whether norms come before attention and MLP; None if the block says so itself.
    """

    norm1: str
    norm2: str
    linear1: str
    linear2: str
    activation: str
    norm_first: bool | None


LAYOUTS = (
    Layout("norm1", "norm2", "mlp.fc1", "mlp.fc2", "mlp.act", True),  # timm
    Layout("norm1", "norm2", "linear1", "linear2", "activation", None),  # nn.TransformerEncoderLayer
    Layout("ln_1", "ln_2", "mlp.0", "mlp.3", "mlp.1", True),  # torchvision
    Layout("layernorm_before", "layernorm_after", "mlp.fc1", "mlp.fc2", "mlp.activation_fn", True),  # Hugging Face ViT
    Layout("layernorm_before", "layernorm_after", "intermediate.dense", "output.dense", "intermediate.intermediate_act_fn", True),
    Layout("attention.output.LayerNorm", "output.LayerNorm", "intermediate.dense", "output.dense", "intermediate.intermediate_act_fn", False),
    Layout("ln_1", "ln_2", "mlp.c_fc", "mlp.c_proj", "mlp.act", True),  # GPT-2
)  # fmt: skip


def _at(module: Any, path: str) -> Any:
    for part in path.split("."):
        module = getattr(module, part, None)
    return module


def layout_of(block: nn.Module) -> Layout | None:
    """Return the layout of a block, or None."""
    for layout in LAYOUTS:
        norms = isinstance(_at(block, layout.norm1), nn.LayerNorm) and isinstance(
            _at(block, layout.norm2), nn.LayerNorm
        )
        if (
            norms
            and _weight(_at(block, layout.linear1)) is not None
            and _weight(_at(block, layout.linear2)) is not None
        ):
            return layout
    return None


def _weight(linear: Any) -> Tensor | None:
    """Inputs x outputs."""
    if isinstance(linear, nn.Linear):
        return linear.weight.detach().T
    return linear.weight.detach() if type(linear).__name__ == "Conv1D" else None


def activation_name(activation: Any) -> str | None:
    """The name of an activation in `SLOPES`, or None."""
    name = (activation.__name__ if hasattr(activation, "__name__") else type(activation).__name__).lower()
    tanh = getattr(activation, "approximate", "none") == "tanh" or name in (
        "newgeluactivation",
        "fastgeluactivation",
        "pytorchgelutanh",
        "gelutanh",
    )
    short = name.removesuffix("activation").removeprefix("new").removeprefix("fast")
    if tanh:
        return "gelu_tanh"
    short = {"quickgelu": "quick_gelu", "pytorchgelutanh": "gelu_tanh", "swish": "silu"}.get(short, short)
    return short if short in SLOPES else None


class ModuleJacobian(LinearMapBase):
    """The Jacobian of a module by its input at one sample, by autograd.

    Args:
        module: In float64 and evaluation mode.
        args: Its arguments; the first is the input.
        kwargs: Its keyword arguments.
        places: Positions and keywords at which the input stands (attention takes its tokens three times); the first unless given.
    """

    def __init__(
        self, module: nn.Module, args: tuple[Any, ...], kwargs: Mapping[str, Any], places: tuple[int | str, ...] = (0,)
    ) -> None:  # fmt: skip
        self._module, self._args, self._kwargs, self._places = module, args, dict(kwargs), places
        first = places[0]
        self._x = (args[first] if isinstance(first, int) else kwargs[first]).detach()
        self.device = self._x.device
        with torch.enable_grad():
            x = self._x.clone().requires_grad_(True)
            y = self._value(x)
        self._graph = x, y
        self.shape = (y.numel(), x.numel())

    def _value(self, x: Tensor) -> Tensor:
        args = [x if k in self._places else value for k, value in enumerate(self._args)]
        found = self._module(*args, **{k: x if k in self._places else value for k, value in self._kwargs.items()})
        return found[0] if isinstance(found, (tuple, list)) else found

    def matvec(self, vector: Tensor) -> Tensor:
        """Return J v."""
        with torch.enable_grad():
            return torch.func.jvp(self._value, (self._x,), (vector.reshape(self._x.shape),))[1].reshape(-1)

    def rmatvec(self, vector: Tensor) -> Tensor:
        """Return J^T u."""
        x, y = self._graph
        return torch.autograd.grad(y, x, vector.reshape(y.shape), retain_graph=True)[0].reshape(-1)


def module_norm(
    module: nn.Module, args: tuple[Any, ...], kwargs: Mapping[str, Any], sample: int, *, seed: int = 0
) -> Enclosure:  # fmt: skip
    """The norm of the Jacobian of a module by its first input, at one sample of its arguments: of a copy in float64.

    Args:
        module: The module; it is left as it is.
        args: Arguments of a call.
        kwargs: Keyword arguments of that call.
        sample: Which sample.
        seed: Fixes the start of the iteration.
    """
    places = _places(args, kwargs)
    args, kwargs = _sample(tuple(args), sample), _sample(dict(kwargs), sample)
    alone = copy.deepcopy(module).double()
    with undisturbed(alone):
        return spectral_norm(ModuleJacobian(alone, args, kwargs, places), seed=seed, tolerance=1e-5)


class _FromBlock(nn.Module):
    """A model as a function of the tokens that enter its first block: what comes before is run and replaced."""

    def __init__(self, model: nn.Module, name: str, batch: Any) -> None:
        super().__init__()
        self.model, self.name, self.batch = model, name, batch

    def forward(self, x: Tensor) -> Tensor:
        def replaced(_: nn.Module, args: Any, kwargs: Any) -> Any:
            if args:
                return (x, *args[1:]), kwargs
            return args, {**kwargs, next(k for k, v in kwargs.items() if isinstance(v, Tensor)): x}

        hook = self.model.get_submodule(self.name).register_forward_pre_hook(replaced, with_kwargs=True)
        try:
            found = call_model(self.model, self.batch)
        finally:
            hook.remove()
        found = getattr(found, "logits", getattr(found, "last_hidden_state", found))
        return found[0] if isinstance(found, (tuple, list)) else found


def model_norm(model: nn.Module, batch: Any, name: str, sample: int, *, seed: int = 0) -> Enclosure:
    """The norm of the Jacobian of a model's output by the tokens that enter its first block, without the embedding before it.

    Args:
        model: The model; it is left as it is.
        batch: The batch.
        name: The first block.
        sample: Which sample.
        seed: Fixes the start of the iteration.
    """
    alone = copy.deepcopy(model).double()
    one = {k: _sample(v, sample) for k, v in batch.items()} if isinstance(batch, Mapping) else _sample(batch, sample)
    args, kwargs = capture(alone, one, inputs_of=(name,)).inputs[name]
    x = args[0] if args else next(v for v in kwargs.values() if isinstance(v, Tensor))
    with undisturbed(alone):
        return spectral_norm(ModuleJacobian(_FromBlock(alone, name, one), (x,), {}), seed=seed, tolerance=1e-4)


def _places(args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> tuple[int | str, ...]:
    """Where the first tensor of numbers stands, and where the same tensor is given again."""
    tensors = [
        (k, v) for k, v in (*enumerate(args), *kwargs.items()) if isinstance(v, Tensor) and v.is_floating_point()
    ]
    first = tensors[0][1]
    return tuple(k for k, v in tensors if v.data_ptr() == first.data_ptr() and v.shape == first.shape)


def block_rows(
    model: nn.Module, batch: Any, found: Capture, attention: Mapping[tuple[int, int], float], *, seed: int = 0
) -> Iterator[dict[str, Any] | Skipped]:  # fmt: skip
    """Yield a row for each block that holds one of the attention modules: parts, composed bound, measured norm.

    Args:
        model: The model.
        batch: The batch.
        found: A capture of the model at that batch.
        attention: (layer, sample) -> a bound of the attention module there; other samples are left out.
        seed: Fixes the start of the iteration.
    """
    places = {layer: _block_of(model, seen.name) for layer, seen in enumerate(found.calls)}
    names = {
        n
        for block, layout in places.values()
        if layout
        for n in (block, f"{block}.{layout.norm1}", f"{block}.{layout.norm2}")
    }
    again = capture(model, batch, inputs_of=tuple(names)) if names else found
    for layer, (name, layout) in places.items():
        if layout is None:
            yield Skipped(name, "no block of a known layout around this attention module")
            continue
        for (where, sample), bound in attention.items():
            if where == layer:
                try:
                    yield _row(model, again, name, layout, layer, sample, bound, seed)
                except DeriveError as problem:
                    yield Skipped(name, problem.message)
                except Exception as problem:  # noqa: BLE001 - a block that does not run alone
                    if is_out_of_memory(problem):
                        raise
                    yield Skipped(
                        name, f"the block cannot be run alone: {type(problem).__name__}: {str(problem)[:120]}"
                    )


def _block_of(model: nn.Module, name: str) -> tuple[str, Layout | None]:
    """The smallest module around an attention module that has a layout."""
    while name:
        name = name.rpartition(".")[0]
        if (layout := layout_of(model.get_submodule(name))) is not None and name:
            return name, layout
    return name, None


def _row(
    model: nn.Module, found: Capture, name: str, layout: Layout, layer: int, sample: int, attention: float, seed: int
) -> dict[str, Any]:  # fmt: skip
    block: Any = model.get_submodule(name)
    first = layout.norm_first if layout.norm_first is not None else bool(block.norm_first)
    norms = [_norm(found, block, name, path, sample) for path in (layout.norm1, layout.norm2)]
    activation = activation_name(_at(block, layout.activation))
    W1, W2 = _weight(_at(block, layout.linear1)), _weight(_at(block, layout.linear2))
    mlp = math.inf if activation is None or W1 is None or W2 is None else mlp_lipschitz(Mlp(W1, W2, activation))
    bound = math.inf if _scaled(block) else block_bound(attention, norms[0], mlp, norms[1], norm_first=first)
    sigma = module_norm(block, *found.inputs[name], sample, seed=seed)
    reason = (
        ""
        if math.isfinite(bound)
        else "n/a: layer scale or a gate"
        if _scaled(block)
        else "n/a: activation of unknown slope"
    )
    verdict = reason or ("VIOLATED" if sigma.lower > bound * (1 + 1e-6) else "holds")
    return {
        "layer": layer, "name": name, "sample": sample, "sigma": sigma.estimate, "attention": attention, "norm1": norms[0],
        "mlp": mlp, "norm2": norms[1], "bound": bound, "log10 bound/measured": math.log10(bound / sigma.estimate), "verdict": verdict,
    }  # fmt: skip


def _norm(found: Capture, block: Any, name: str, path: str, sample: int) -> float:
    norm = _at(block, path)
    rows = found.inputs[f"{name}.{path}"][0][0][sample]
    return layer_norm_lipschitz(Norm(rows, None if norm.weight is None else norm.weight.detach(), norm.eps))


def _scaled(block: Any) -> bool:
    """Whether branches are multiplied before they are added."""
    own = (getattr(block, n, None) for n in ("ls1", "ls2", "gamma_1", "gamma1"))
    return any(part is not None and not isinstance(part, nn.Identity) for part in own)


def _sample(value: Any, k: int) -> Any:
    """One sample of arguments, in float64."""
    if isinstance(value, Tensor):
        one = value[k : k + 1] if value.ndim > 1 and value.shape[0] > k and value.shape[0] > 1 else value
        return one.double() if one.is_floating_point() else one
    if isinstance(value, tuple):
        return tuple(_sample(v, k) for v in value)
    if isinstance(value, dict):
        return {n: _sample(v, k) for n, v in value.items() if not n.startswith(("cache", "past"))}
    return value
