"""Norms of Hessian blocks of a model's loss by groups of its parameters: dense where they fit, else by Lanczos."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.attention import SDPBackend, sdpa_kernel

from numeric.device import one_thread
from numeric.evaluation.sampling import stream
from numeric.linear_map import LinearMapBase
from numeric.models.conditioning import call
from numeric.models.projections import projections
from numeric.norms import golub_kahan_lanczos

DENSE_LIMIT = 8000
"""Parameters up to which the Hessian is formed."""
FEED_FORWARD = (("linear1", "linear2"), ("fc1", "fc2"), ("lin1", "lin2"), ("c_fc", "c_proj"), ("w1", "w2"))
"""Names of the two linear maps of a feed-forward network in its module."""
CHUNK = 16
"""Rows of a dense Hessian at once: more of them leave the caches of a core."""
SMALL = 2**18
"""Entries of an input up to which threads cost more than they bring."""

Member = str | tuple[str, int, int]
LossLike = str | Callable[[Any, Any], Tensor] | None


@dataclass(frozen=True, eq=False)
class HessianBlocks:
    """Spectral norms of the blocks of a Hessian.

    Attributes:
        names: Names of the groups.
        sizes: Numbers of parameters of the groups.
        norms: Norm of each block, groups x groups.
        norm: Norm of the Hessian by all groups.
        composed: Norm of the matrix of block norms, an upper bound of ``norm``.
        trace: Its trace, exact where it was formed, else the mean of Hutchinson's estimates.
        loss: The loss.
        parameters_norm: Euclidean norm of the parameters in the groups.
        gradient_norm: Euclidean norm of the gradient by them.
        how: ``dense``, or ``Lanczos``: then norms are lower bounds (Rayleigh quotients) to a relative 1e-6.
        dense: The Hessian in the order of the groups, or None.
    """

    names: tuple[str, ...]
    sizes: tuple[int, ...]
    norms: Tensor
    norm: float
    composed: float
    trace: float
    loss: float
    parameters_norm: float
    gradient_norm: float
    how: str
    dense: Tensor | None

    def rows(self) -> list[dict[str, Any]]:
        """Return one dict per block."""
        return [
            {"row": a, "column": b, "norm": float(self.norms[i, j]), "size": self.sizes[i]}
            for i, a in enumerate(self.names)
            for j, b in enumerate(self.names)
        ]


def hessian_blocks(
    model: nn.Module,
    loss: LossLike,
    batch: Any,
    groups: Mapping[str, Iterable[Member]] | None = None,
    *,
    dense_limit: int = DENSE_LIMIT,
    seed: int = 0,
    tolerance: float = 1e-6,
) -> HessianBlocks:
    """Return the norms of the Hessian's blocks by groups of parameters.

    It works on a copy of the model in float64 and eval mode: the model stays as it was.

    Args:
        model: A model.
        loss: ``mse`` (mean over all entries), ``ce``, a function of output and target, or None if the model returns its loss.
        batch: ``(inputs, target)``; inputs are a tensor, a tuple or a dict. Or a dict with ``target`` or ``labels``.
        groups: Name -> parameters: a name of ``model.named_parameters()``, or ``(name, start, stop)`` for some of its rows.
            Without it: Q, K and V of all attention modules, W_1 and W_2 of all feed-forward networks, other weight matrices.
        dense_limit: Number of parameters up to which the Hessian is formed.
        seed: Fixes the starts of Lanczos and the probes of the trace.
        tolerance: Relative accuracy of Lanczos.

    Raises:
        ValueError: A group is empty or names a parameter that does not exist, or the loss is not a scalar.
    """
    twin = copy.deepcopy(model).to(torch.float64).eval().requires_grad_(True)
    inputs, target = split_batch(double(batch))
    chosen = _Groups(twin, default_groups(twin) if groups is None else groups)
    few = sum(chosen.sizes) <= dense_limit and sum(t.numel() for t in _tensors(inputs)) <= SMALL
    with torch.enable_grad(), sdpa_kernel([SDPBackend.MATH]), one_thread(few):
        value = loss_of(loss)(call(twin, inputs), target)
        if value.ndim:
            raise ValueError(f"the Hessian of a loss needs a scalar, got shape {tuple(value.shape)}")
        found = torch.autograd.grad(value, chosen.parameters, create_graph=True, allow_unused=True)
        gradients = [torch.zeros_like(p) if g is None else g for p, g in zip(chosen.parameters, found, strict=True)]
        shared = {
            "loss": float(value.detach()),
            "parameters_norm": float(torch.cat(chosen.gather([p.detach() for p in chosen.parameters])).norm()),
            "gradient_norm": float(torch.cat(chosen.gather([g.detach() for g in gradients])).norm()),
        }
        if sum(chosen.sizes) <= dense_limit:
            return _dense(chosen, gradients, shared)
        return _lanczos(chosen, gradients, shared, seed, tolerance)


def _dense(chosen: _Groups, gradients: Sequence[Tensor], shared: dict[str, float]) -> HessianBlocks:
    """The Hessian, a parameter after the other from the input on, with what follows it; the rest is its transpose.

    So autograd goes no further back than the parameter: of a feed-forward network nothing of the attention before it is run.
    """
    index, entries = chosen.entries()
    ends = [sum(len(e) for e in entries[: k + 1]) for k in range(len(entries))]
    H = torch.zeros(ends[-1], ends[-1], dtype=torch.float64, device=gradients[0].device)
    order = sorted(range(len(entries)), key=chosen.depths.__getitem__)
    spans = [slice(end - len(e), end) for e, end in zip(entries, ends, strict=True)]
    for k, i in enumerate(order):
        if not gradients[i].requires_grad:
            continue
        later = order[k:]
        for start in range(0, len(entries[i]), CHUNK):
            chunk = entries[i][start : start + CHUNK]
            units = torch.zeros(len(chunk), gradients[i].numel(), dtype=torch.float64, device=H.device)
            units[torch.arange(len(chunk)), chunk] = 1
            at = slice(spans[i].start + start, spans[i].start + start + len(chunk))
            found = _products(
                gradients[i], [chosen.parameters[j] for j in later], units.reshape(-1, *gradients[i].shape)
            )
            for j, rows in zip(later, found, strict=True):
                if rows is not None:
                    H[at, spans[j]] = rows.reshape(len(chunk), -1)[:, entries[j]]
        H[spans[i], spans[i]] = (H[spans[i], spans[i]] + H[spans[i], spans[i]].T) / 2
        for j in later[1:]:
            H[spans[j], spans[i]] = H[spans[i], spans[j]].T
    H = H[index][:, index]
    at = _offsets(chosen.sizes)
    norms = torch.zeros(len(at), len(at), dtype=torch.float64)
    for i, (a, b) in enumerate(at):
        for j, (c, d) in enumerate(at[: i + 1]):
            norms[i, j] = norms[j, i] = _norm(H[a:b, c:d])
    whole = float(torch.linalg.eigvalsh(H).abs().max())
    return HessianBlocks(
        chosen.names, chosen.sizes, norms, whole, _norm(norms), float(H.trace()), how="dense", dense=H, **shared
    )


def _products(gradient: Tensor, parameters: Sequence[Tensor], vectors: Tensor) -> Sequence[Tensor | None]:
    """Vectors times derivatives of a gradient, in one batch where the model's functions allow it; None where it depends on none."""
    settings = {"retain_graph": True, "allow_unused": True}
    try:
        return torch.autograd.grad(gradient, parameters, vectors, is_grads_batched=True, **settings)
    except RuntimeError:  # a function that cannot be batched
        rows = [torch.autograd.grad(gradient, parameters, vector, **settings) for vector in vectors]
        return [None if column[0] is None else torch.stack(column) for column in zip(*rows, strict=True)]


def _product(chosen: _Groups, flat: Tensor, vector: Tensor) -> Tensor:
    if not flat.requires_grad:
        return torch.zeros_like(flat)
    found = torch.autograd.grad(flat, chosen.parameters, vector, retain_graph=True, allow_unused=True)
    return torch.cat(
        chosen.gather([torch.zeros_like(p) if g is None else g for p, g in zip(chosen.parameters, found, strict=True)])
    )


class _Block(LinearMapBase):
    """One block of the Hessian: the product with a vector that is zero elsewhere, cut."""

    def __init__(self, chosen: _Groups, flat: Tensor, rows: tuple[int, int], cols: tuple[int, int]) -> None:
        self.chosen, self.flat, self.rows, self.cols = chosen, flat, rows, cols
        self.shape = (rows[1] - rows[0], cols[1] - cols[0])
        self.device = flat.device

    def _cut(self, vector: Tensor, source: tuple[int, int], target: tuple[int, int]) -> Tensor:
        padded = torch.zeros_like(self.flat)
        padded[slice(*source)] = vector
        return _product(self.chosen, self.flat, padded)[slice(*target)].detach()

    def matvec(self, vector: Tensor) -> Tensor:
        """Return H_ij v."""
        return self._cut(vector, self.cols, self.rows)

    def rmatvec(self, vector: Tensor) -> Tensor:
        """Return H_ij^T u = H_ji u."""
        return self._cut(vector, self.rows, self.cols)


def _lanczos(
    chosen: _Groups, gradients: Sequence[Tensor], shared: dict[str, float], seed: int, tolerance: float
) -> HessianBlocks:
    flat, at = torch.cat(chosen.gather(gradients)), _offsets(chosen.sizes)
    norms = torch.zeros(len(at), len(at), dtype=torch.float64)
    for i, rows in enumerate(at):
        for j in range(i + 1):
            block = _Block(chosen, flat, rows, at[j])
            norms[i, j] = norms[j, i] = _top(block, seed, tolerance)
    whole = _top(_Block(chosen, flat, (0, flat.numel()), (0, flat.numel())), seed, tolerance)
    generator = stream(seed, "trace", flat.numel())
    probes = [torch.randint(2, flat.shape, generator=generator).to(flat) * 2 - 1 for _ in range(16)]
    trace = math.fsum(float(z @ _product(chosen, flat, z)) for z in probes) / len(probes)
    return HessianBlocks(
        chosen.names, chosen.sizes, norms, whole, _norm(norms), trace, how="Lanczos", dense=None, **shared
    )


def _top(block: LinearMapBase, seed: int, tolerance: float) -> float:
    return golub_kahan_lanczos(block, seed=seed, tolerance=tolerance, device=block.device).quotient


def _norm(matrix: Tensor) -> float:
    return float(torch.linalg.matrix_norm(matrix, 2)) if matrix.numel() else 0.0


def _offsets(sizes: Sequence[int]) -> list[tuple[int, int]]:
    ends = [sum(sizes[: i + 1]) for i in range(len(sizes))]
    return list(zip([0, *ends[:-1]], ends, strict=True))


class _Groups:
    """Groups of parameters of a model, or of rows of them, flattened one after the other."""

    def __init__(self, model: nn.Module, groups: Mapping[str, Iterable[Member]]) -> None:
        known = dict(model.named_parameters())
        self.names = tuple(groups)
        self.members: list[list[tuple[int, int, int]]] = []
        self.parameters: list[Tensor] = []
        index: dict[str, int] = {}
        for group, members in groups.items():
            entries = []
            for member in members:
                name, start, stop = (member, 0, -1) if isinstance(member, str) else member
                if name not in known:
                    raise ValueError(f"group {group}: the model has no parameter {name!r}")
                if name not in index:
                    index[name] = len(self.parameters)
                    self.parameters.append(known[name])
                entries.append((index[name], start, known[name].shape[0] if stop < 0 and known[name].ndim else stop))
            if not entries:
                raise ValueError(f"group {group} is empty")
            self.members.append(entries)
        position = {name: k for k, name in enumerate(known)}
        self.depths = [position[name] for name in index]
        self.sizes = tuple(len(part) for part in self.gather([p.detach() for p in self.parameters]))

    def entries(self) -> tuple[Tensor, list[Tensor]]:
        """The entries of each parameter that are in a group, by number; and of each entry of the groups its place among them."""
        sizes = [p.numel() for p in self.parameters]
        starts = [sum(sizes[:k]) for k in range(len(sizes))]
        numbers = [
            torch.arange(start, start + p.numel(), device=p.device).reshape(p.shape)
            for start, p in zip(starts, self.parameters, strict=True)
        ]
        used, index = torch.cat(self.gather(numbers)).unique(return_inverse=True)
        return index, [
            used[(used >= start) & (used < start + size)] - start for start, size in zip(starts, sizes, strict=True)
        ]

    def gather(self, values: Sequence[Tensor]) -> list[Tensor]:
        """One vector a group, of tensors in the shapes of the parameters."""
        return [
            torch.cat([(values[i] if values[i].ndim == 0 else values[i][a:b]).reshape(-1) for i, a, b in members])
            for members in self.members
        ]


def default_groups(model: nn.Module) -> dict[str, list[Member]]:
    """Q, K and V of all attention modules, W_1 and W_2 of all feed-forward networks, and the other weight matrices.

    Biases and scales are left out, as in the paper. GPT-2's fused weight, whose columns are the outputs, is one group QKV.
    """
    names = {id(p): name for name, p in model.named_parameters()}
    groups: dict[str, list[Member]] = {}
    taken: set[str] = set()
    for module in projections(model):
        for target, slot in module.slots.items():
            entries = getattr(slot.owner, "parametrizations", {})
            at = entries[slot.parameter].original if slot.parameter in entries else getattr(slot.owner, slot.parameter)
            name = names[id(at)]
            if slot.outputs_last:
                if name not in taken:
                    groups.setdefault("QKV", []).append(name)
            else:
                groups.setdefault(target.upper(), []).append((name, slot.start, slot.stop))
            taken.add(name)
    for module in model.modules():
        for pair in FEED_FORWARD:
            weights = [getattr(getattr(module, part, None), "weight", None) for part in pair]
            if all(isinstance(w, Tensor) and id(w) in names for w in weights):
                for label, weight in zip(("W_1", "W_2"), weights, strict=True):
                    groups.setdefault(label, []).append(names[id(weight)])
                    taken.add(names[id(weight)])
    rest = [name for name, p in model.named_parameters() if name not in taken and p.ndim >= 2]
    return groups | ({"other": rest} if rest else {})


def double(batch: Any, dtype: torch.dtype = torch.float64) -> Any:
    """The batch with floating tensors in float64, or another dtype; tuples, lists and dicts are walked through."""
    if isinstance(batch, Tensor):
        return batch.to(dtype) if batch.is_floating_point() else batch
    if hasattr(batch, "items"):
        return {key: double(value, dtype) for key, value in batch.items()}
    return tuple(double(part, dtype) for part in batch) if isinstance(batch, tuple | list) else batch


def _tensors(batch: Any) -> Iterator[Tensor]:
    if isinstance(batch, Tensor):
        yield batch
    elif hasattr(batch, "values") or isinstance(batch, tuple | list):
        for part in batch.values() if hasattr(batch, "values") else batch:
            yield from _tensors(part)


def split_batch(batch: Any) -> tuple[Any, Any]:
    """Return inputs and target of a pair, or of a dict with ``target`` or ``labels``; anything else has no target."""
    if isinstance(batch, Mapping):
        rest = {key: value for key, value in batch.items() if key not in ("target", "labels")}
        return rest, batch.get("target", batch.get("labels"))
    if isinstance(batch, tuple) and len(batch) == 2:
        return batch
    return batch, None


def loss_of(loss: LossLike) -> Callable[[Any, Any], Tensor]:
    """Return a function of the model's output and the target.

    Raises:
        ValueError: The name is unknown.
    """
    if loss is None:
        return lambda output, target: getattr(output, "loss", output)
    if callable(loss):
        return loss
    named = {"mse": functional.mse_loss, "ce": _cross_entropy}
    if loss not in named:
        raise ValueError(f"the loss is mse, ce or a function of output and target, not {loss!r}")
    return lambda output, target: named[loss](_first(output), target)


def _cross_entropy(output: Tensor, target: Tensor) -> Tensor:
    """Classes are the last axis of the output."""
    if target.is_floating_point():
        return functional.cross_entropy(output.reshape(-1, output.shape[-1]), target.reshape(-1, output.shape[-1]))
    return functional.cross_entropy(output.reshape(-1, output.shape[-1]), target.reshape(-1))


def _first(output: Any) -> Tensor:
    output = getattr(output, "logits", output)
    return output if isinstance(output, Tensor) else output[0]


__all__ = ["HessianBlocks", "default_groups", "hessian_blocks", "loss_of", "split_batch"]
