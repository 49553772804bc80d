"""Spectral conditioning of attention weights, and condition numbers of weights and of the Jacobian by all weights.

The correction stands in the model as a torch parametrization; `unfold` takes it out again. The Jacobian is that of a head's
output by (W_Q, W_K, W_V), its columns side by side; its condition number is found without forming it.

Source: "Spectral Conditioning of Attention"; the corrected statements are in the paper file ``corrections``.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.utils import parametrize

from derive.errors import NotSupported
from numeric.models.heads import Head
from numeric.models.kernels import softmax_jacobian_norm
from numeric.models.penalties import MapCollector
from numeric.models.projections import TARGETS, Projections, Slot, place, projections

SINGULAR = 3e6
"""The Gram matrix squares the condition number: beyond this, nothing can be said in float64."""
ONE_HOT = 0.9
"""Mean largest probability of a row from which attention is called one-hot."""
GRAM_LIMIT = 4096
"""Rows of the Jacobian (tokens times d_v) beyond which its Gram matrix is not formed."""


def singular_values(matrix: Tensor) -> Tensor:
    """Singular values in float64, largest first."""
    return torch.linalg.svdvals(matrix.detach().to(torch.float64))


def condition_number(matrix: Tensor) -> float:
    """``sigma_max / sigma_min``; infinity where the smallest of the min(m, n) singular values is zero to rounding."""
    values = singular_values(matrix)
    rounding = max(matrix.shape) * torch.finfo(torch.float64).eps * float(values[0])
    return float(values[0] / values[-1]) if float(values[-1]) > rounding else math.inf


def svd_correction(W: Tensor) -> Tensor:
    """``C = sigma_max U V^T``, so that ``kappa(W + C) = 2 s_1 / (s_1 + s_min) <= 2`` (Theorem 3.5; the paper prints ``<``).

    Args:
        W: Any matrix but zero; at W = 0 the correction is zero and the condition number is 0/0.
    """
    U, values, Vh = torch.linalg.svd(W.detach(), full_matrices=False)
    return values[..., :1, None] * (U @ Vh)


def eye_correction(W: Tensor, lam: float = 10.0) -> Tensor:
    """``C = lam I_k``: lam on the diagonal of a matrix of the shape of W (Theorem 3.8 and the paper's experiments)."""
    return lam * torch.eye(*W.shape, dtype=W.dtype, device=W.device)


@dataclass(frozen=True)
class Theorem38:
    """Theorem 3.8 at one matrix, as printed and corrected.

    Attributes:
        before: kappa(A).
        after: kappa(A + lam I_k).
        printed: ``(s_max + lam) / (lam - s_min)``, which the paper requires to be at most kappa(A).
        printed_holds: Whether the printed hypothesis is met (with lam >= 2).
        corrected: ``(s_max + lam) / (lam - s_max)``, infinite unless lam > s_max.
        corrected_holds: Whether it is less than kappa(A); then the condition number falls (Weyl).
        lowered: Whether ``after < before``.
    """

    before: float
    after: float
    printed: float
    printed_holds: bool
    corrected: float
    corrected_holds: bool
    lowered: bool

    @property
    def printed_refuted(self) -> bool:
        """The printed hypothesis is met and the printed conclusion is false here."""
        return self.printed_holds and not self.lowered


def check_theorem38(W: Tensor, lam: float = 10.0) -> Theorem38:
    """Evaluate both hypotheses of Theorem 3.8 and its conclusion.

    Args:
        W: A matrix.
        lam: The factor of the rectangular identity.

    Examples:
        >>> found = check_theorem38(torch.diag(torch.tensor([0.9, -0.9, 0.76], dtype=torch.float64)))
        >>> found.printed_holds, found.lowered, found.corrected_holds
        (True, False, False)
    """
    A = W.detach().to(torch.float64)
    values = singular_values(A)
    top, low = float(values[0]), float(values[-1])
    before, after = condition_number(A), condition_number(A + eye_correction(A, lam))
    printed = (top + lam) / (lam - low) if lam != low else math.inf
    corrected = (top + lam) / (lam - top) if lam > top else math.inf
    return Theorem38(
        before, after, printed, lam >= 2 and printed <= before, corrected, corrected < before, after < before
    )


class AddConstant(nn.Module):
    """A parametrization that adds a fixed matrix, without gradient: the weight itself (not the sum) gets weight decay."""

    constant: Tensor

    def __init__(self, constant: Tensor) -> None:
        super().__init__()
        self.register_buffer("constant", constant)

    def forward(self, weight: Tensor) -> Tensor:
        """Return ``weight + constant``."""
        return weight + self.constant


class AddSpectrum(nn.Module):
    """A parametrization that adds ``sigma_max U V^T`` of every block of the weight as it is now, without gradient.

    Args:
        blocks: Slices of outputs.
        outputs_last: Whether the parameter is inputs x outputs.
    """

    def __init__(self, blocks: Iterable[tuple[int, int]], outputs_last: bool) -> None:
        super().__init__()
        self.blocks, self.outputs_last = list(blocks), outputs_last

    def forward(self, weight: Tensor) -> Tensor:
        """Return the weight plus the correction of each block."""
        correction = torch.zeros_like(weight)
        with torch.no_grad():
            source, target = (weight.T, correction.T) if self.outputs_last else (weight, correction)
            for start, stop in self.blocks:
                target[start:stop] = svd_correction(source[start:stop])
        return weight + correction


def spectral_condition(
    model: nn.Module,
    mode: str = "eye",
    lam: float = 10.0,
    heads: str = "per_head",
    targets: Iterable[str] = TARGETS,
    batch: Any = None,
) -> nn.Module:
    """Add the paper's correction to the attention weights of a model, as a parametrization; return the model.

    Args:
        model: A model with attention modules; it is changed in place.
        mode: ``eye``: ``lam I_k``, fixed (the paper's experiments); ``svd``: ``sigma_max U V^T`` of the weight at every forward
            pass (Theorem 3.5, slow).
        lam: The factor of ``eye``.
        heads: ``per_head``: the matrices of the paper, D x d for every head; ``full``: the stacked projection, D x D, as
            ``torch.eye`` of a layer's weight gives it. The two are different models.
        targets: Which of ``q``, ``k``, ``v`` are corrected.
        batch: Inputs of the model; if given, a warning says when they make attention one-hot.

    Raises:
        ValueError: A choice is unknown.
        NotSupported: No attention module is known, or a weight is parametrized already.
    """
    targets = tuple(targets)
    if (
        mode not in ("eye", "svd")
        or heads not in ("per_head", "full")
        or not set(targets) <= set(TARGETS)
        or not targets
    ):
        raise ValueError(
            f"mode is eye or svd, heads per_head or full, targets among q, k, v; got {(mode, heads, targets)}"
        )
    found = list(projections(model))
    if not found:
        raise NotSupported("the model has no attention module whose query, key and value weights are known")
    weights = _by_parameter(found, targets)
    for (owner, parameter), _ in weights.values():
        if parametrize.is_parametrized(owner, parameter):
            raise NotSupported(
                f"the weight {parameter} of {type(owner).__name__} is parametrized already; unfold it first"
            )
    before = concentration(model, batch) if batch is not None else None
    for (owner, parameter), parts in weights.values():
        value = getattr(owner, parameter)
        if mode == "svd":
            blocks = [block for slot, count in parts for block in _blocks(slot, count if heads == "per_head" else 1)]
            addend: nn.Module = AddSpectrum(blocks, parts[0][0].outputs_last)
        else:
            addend = AddConstant(_constant(value, parts, lam, heads))
        parametrize.register_parametrization(owner, parameter, addend)
    if before is not None:
        after = concentration(model, batch)
        if after["max_probability"] > ONE_HOT:
            warnings.warn(
                f"attention is one-hot: the mean largest probability of a row went from {before['max_probability']:.2f} to"
                f" {after['max_probability']:.2f}, so that the softmax has almost no derivative; a smaller lam helps",
                stacklevel=2,
            )
    return model


def unfold(model: nn.Module, keep: bool = False) -> nn.Module:
    """Take the corrections of `spectral_condition` out of a model; return the model.

    Args:
        model: It is changed in place; the parameters are the objects that they were.
        keep: Fold the corrections into the weights instead, so that the model computes what it did with them.
    """
    for module in list(model.modules()):
        if not parametrize.is_parametrized(module):
            continue
        for name, entries in list(module.parametrizations.items()):  # type: ignore[union-attr, operator]
            if any(isinstance(entry, AddConstant | AddSpectrum) for entry in entries):
                parametrize.remove_parametrizations(module, name, leave_parametrized=keep)
    return model


_Parts = list[tuple[Slot, int]]


def _by_parameter(
    found: list[Projections], targets: tuple[str, ...]
) -> dict[tuple[int, str], tuple[tuple[nn.Module, str], _Parts]]:
    """Slots and numbers of heads by the parameter that has them; a fused weight has several."""
    weights: dict[tuple[int, str], tuple[tuple[nn.Module, str], _Parts]] = {}
    for module in found:
        for target in targets:
            slot = module.slots[target]
            entry = weights.setdefault((id(slot.owner), slot.parameter), ((slot.owner, slot.parameter), []))
            if all(other is not slot for other, _ in entry[1]):
                entry[1].append((slot, module.heads_of(target)))
    return weights


def _blocks(slot: Slot, count: int) -> list[tuple[int, int]]:
    size = (slot.stop - slot.start) // count
    return [(slot.start + i * size, slot.start + (i + 1) * size) for i in range(count)]


def _constant(value: Tensor, parts: _Parts, lam: float, heads: str) -> Tensor:
    constant = torch.zeros_like(value)
    inputs = value.shape[0] if parts[0][0].outputs_last else value.shape[1]
    for slot, count in parts:
        blocks = count if heads == "per_head" else 1
        size = (slot.stop - slot.start) // blocks
        block = torch.eye(size, inputs, dtype=value.dtype, device=value.device)
        place(constant, slot, lam * block.repeat(blocks, 1))
    return constant


def concentration(model: nn.Module, batch: Any) -> dict[str, float]:
    """How sharp attention is, as means over layers, heads and rows: ``entropy``, ``max_probability`` and ``alpha``.

    Args:
        model: As in `maps_at`.
        batch: A tensor, a tuple of positional or a dict of keyword arguments.

    Raises:
        NotSupported: No attention map could be collected.
    """
    rows = [summary(P.detach().double()) for P in maps_at(model, batch)]
    return {key: sum(row[key] for row in rows) / len(rows) for key in rows[0]}


def maps_at(model: nn.Module, batch: Any) -> list[Tensor]:
    """The attention maps of a model at a batch, one a module, batch x heads x n x n.

    Args:
        model: It is run once in eval mode; its mode is restored.
        batch: A tensor, a tuple of positional or a dict of keyword arguments.

    Raises:
        NotSupported: No attention map could be collected.
    """
    modes = {module: module.training for module in model.modules()}
    collector = MapCollector(model)
    try:
        model.eval()
        with torch.enable_grad():  # torch's fast path of an encoder layer calls no attention module
            call(model, batch)
        maps = collector.take()
    finally:
        collector.close()
        for module, mode in modes.items():
            module.training = mode
    if not maps:
        raise NotSupported("no attention map was seen in the forward pass")
    return maps


def summary(P: Tensor) -> dict[str, float]:
    """Mean row entropy, mean largest probability and mean norm of the softmax Jacobian of maps, ... x n x n."""
    return {
        "entropy": float(torch.special.entr(P).sum(-1).mean()),
        "max_probability": float(P.amax(-1).mean()),
        "alpha": float(softmax_jacobian_norm(P).amax(-1).mean()),
    }


def call(model: nn.Module, batch: Any) -> Any:
    """Run a model on a tensor, a tuple of positional or a dict of keyword arguments."""
    if isinstance(batch, Tensor):
        return model(batch)
    return model(**batch) if hasattr(batch, "keys") else model(*batch)


@dataclass(frozen=True)
class JacobianCondition:
    """The condition number of the Jacobian of a head by (W_Q, W_K, W_V), and its corrected bound.

    Attributes:
        value: kappa(J), infinity where J is numerically singular (kappa beyond 3e6), NaN where it was not computed.
        bound: The corrected bound; infinity where P X has not full row rank (always for n > D).
        how: What was done, or why nothing could be.
        rounding: Relative rounding of ``value``: the Gram matrix squares it, and with it the error of its smallest eigenvalue.
    """

    value: float
    bound: float
    how: str
    rounding: float = 0.0

    @property
    def printed_bound(self) -> float:
        """Theorem 3.4 as printed: infinite for every input, since Lambda has rank n^2 - n."""
        return math.inf

    @property
    def violated(self) -> bool:
        """Whether a finite value is above the bound beyond its rounding."""
        return not self.singular and self.value > self.bound * (1 + 1e-6 + self.rounding)

    @property
    def singular(self) -> bool:
        """Whether J is singular to rounding."""
        return math.isinf(self.value)


def jacobian_gram(head: Head) -> Tensor:
    """``J J^T`` for ``J = d F / d (W_Q, W_K, W_V)``, n d_v x n d_v, rows in the order of tokens, without forming J.

    With ``m_(a,b) = M(P_a) V[:, b]`` its entries are
    ``s^2 (X X^T)_aa' (m K)(m K)^T + s^2 (Q Q^T)_aa' (m X)(m X)^T + delta_bb' (P X X^T P^T)_aa'``.
    """
    P, V, X, s = head.map, head.X @ head.WV, head.X, float(head.scale or 0.0)
    n, d = V.shape
    m = torch.einsum("aj,ajb->abj", P, V[None] - (P @ V)[:, None]).reshape(n * d, n)  # rows M(P_a) V[:, b]
    PX = P @ X

    def spread(tokens: Tensor) -> Tensor:
        return torch.repeat_interleave(torch.repeat_interleave(tokens, d, 0), d, 1)

    gram = spread(X @ X.T).mul_((m @ head.keys) @ (m @ head.keys).T)
    gram += spread(head.queries @ head.queries.T).mul_((m @ X) @ (m @ X).T)
    gram *= s * s
    gram += torch.kron(PX @ PX.T, torch.eye(d, dtype=P.dtype, device=P.device))
    return gram


def jacobian_condition(head: Head, *, limit: int = GRAM_LIMIT) -> JacobianCondition:
    """Return the condition number of the Jacobian of a head's output by its weights, with the corrected bound.

    ``J J^T >= I (x) (P X)(P X)^T`` gives, for n <= D,
    ``kappa(J) <= sqrt(a_Q^2 + a_K^2 + ||P X||^2) / sigma_min(P X)``, with ``a_Q = alpha s ||X|| ||K|| ||Pi X W_V||`` and
    ``a_K = alpha s ||X|| ||Q|| ||Pi X W_V||``.

    Args:
        head: The head.
        limit: Largest n d_v for which the Gram matrix is formed.
    """
    bound = condition_bound(head)
    rows, columns = head.n * head.d_v, head.WQ.numel() + head.WK.numel() + head.WV.numel()
    if rows > columns:
        return JacobianCondition(math.inf, bound, f"singular: {rows} rows and {columns} columns")
    if rows > limit:
        return JacobianCondition(math.nan, bound, f"n/a: n d_v = {rows} is more than {limit}; the bound alone")
    values = torch.linalg.eigvalsh(jacobian_gram(head))
    top, low = float(values[-1]), float(values[0])
    if low <= top / SINGULAR**2:
        return JacobianCondition(math.inf, bound, "> 3e6, numerically singular")
    rounding = rows * torch.finfo(torch.float64).eps * top / low
    return JacobianCondition(math.sqrt(top / low), bound, "eigenvalues of J J^T, which was formed without J", rounding)


def condition_bound(head: Head) -> float:
    """The corrected bound of `jacobian_condition`; infinity where P X has not full row rank to rounding."""
    if head.n > head.D:
        return math.inf
    PX, V = head.map @ head.X, head.X @ head.WV
    values = singular_values(PX)
    if float(values[-1]) <= max(PX.shape) * torch.finfo(torch.float64).eps * float(values[0]):
        return math.inf
    alpha = float(softmax_jacobian_norm(head.map).max())
    x, v = (float(torch.linalg.matrix_norm(m, 2)) for m in (head.X, V - V.mean(0, keepdim=True)))
    shared = alpha * float(head.scale or 0.0) * x * v
    a_Q, a_K = (shared * float(torch.linalg.matrix_norm(m, 2)) for m in (head.keys, head.queries))
    return math.sqrt(a_Q**2 + a_K**2 + float(values[0]) ** 2) / float(values[-1])


def conditioned(head: Head, mode: str = "eye", lam: float = 10.0) -> Head:
    """Return the head with corrected weights, per head, at the same tokens X (those of deeper layers would change too)."""
    changed = {
        name: W + (eye_correction(W, lam) if mode == "eye" else svd_correction(W))
        for name, W in (("WQ", head.WQ), ("WK", head.WK), ("WV", head.WV))
    }
    kept = {
        name: getattr(head, name)
        for name in ("X", "layer", "head", "bQ", "bK", "bV", "WO", "scale", "mask", "name", "sample")
    }
    return Head(**kept, **changed)


def corrected_row(head: Head, *, lam: float = 10.0, limit: int = GRAM_LIMIT) -> dict[str, float]:
    """Return what both corrections would do to a head at the same tokens: kappa of its weights (mean), kappa(J), the largest probabilities, Theorem 3.8.

    Args:
        head: The head.
        lam: The factor of ``lam I_k``.
        limit: As in `jacobian_condition`.
    """
    checks = [check_theorem38(getattr(head, name), lam) for name in ("WQ", "WK", "WV")]
    row = {
        "max_probability": summary(head.map)["max_probability"],
        "theorem 3.8 printed fails": sum(check.printed_refuted for check in checks),
        "theorem 3.8 corrected applies": sum(check.corrected_holds for check in checks),
    }
    for mode in ("eye", "svd"):
        changed = conditioned(head, mode, lam)
        row[f"kappa_W {mode}"] = sum(condition_number(getattr(changed, name)) for name in ("WQ", "WK", "WV")) / 3
        row[f"kappa_J {mode}"] = jacobian_condition(changed, limit=limit).value
        row[f"max_probability {mode}"] = summary(changed.map)["max_probability"]
    return row
