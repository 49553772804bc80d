"""The parts of an inspection that need a loss: curvature (Hessian blocks, LayerNorms) and landscape (mean losses of k samples)."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from derive.errors import NotSupported
from numeric.models.conditioning import call
from numeric.models.curvature import LossLike, hessian_blocks, split_batch
from numeric.models.landscape import landscape
from numeric.models.layer_norms import layer_norm_norms

Row = dict[str, Any]
NEEDS = "a loss (mse, ce or a function of output and target) and a target, or a model that returns its loss"


def curvature_rows(model: nn.Module, batch: Any, *, loss: LossLike, seed: int = 0) -> list[Row]:
    """Return a row a block of the Hessian, a row for the whole of it, and a row a LayerNorm.

    Args:
        model: It is left as it was.
        batch: Inputs and target, as `hessian_blocks` takes them.
        loss: As there.
        seed: Fixes random starts.

    Raises:
        NotSupported: The loss needs a target, and the batch has none; or it is no scalar of this output.
    """
    _needs_target(batch, loss)
    try:
        found = hessian_blocks(model, loss, batch, seed=seed)
    except (ValueError, TypeError) as problem:  # the loss is no scalar; output and target do not fit
        raise NotSupported(f"curvature: {problem}", hint=NEEDS) from problem
    rows = [{"part": "block", **row, "how": found.how} for row in found.rows()]
    rows.append(
        {
            "part": "whole", "norm": found.norm, "composed": found.composed, "trace": found.trace, "loss": found.loss,
            "parameters_norm": found.parameters_norm, "gradient_norm": found.gradient_norm, "how": found.how,
            "holds": found.norm <= found.composed * (1 + 1e-6),
        }
    )  # fmt: skip
    return rows + layer_norm_rows(model, split_batch(batch)[0])


def landscape_rows(model: nn.Module, batch: Any, *, loss: LossLike, orders: int = 3, seed: int = 0) -> list[Row]:
    """Return a row an order of the samples of a batch, with ``|L_(k+1) - L_k|`` for k = 1, 2, ... as ``differences``.

    Args:
        model: It is left as it was.
        batch: A pair of inputs and targets, both tensors with the samples along the first axis.
        loss: ``mse``, ``ce`` or a function of output and target of one sample.
        orders: Number of orders.
        seed: Fixes them.

    Raises:
        NotSupported: The batch is no such pair, or has fewer than two samples.
    """
    _needs_target(batch, loss)
    inputs, target = split_batch(batch)
    if not isinstance(inputs, Tensor) or not isinstance(target, Tensor):
        raise NotSupported("a landscape needs a pair of tensors: inputs and targets of all samples")
    if len(inputs) < 2:
        raise NotSupported(f"a landscape needs at least two samples, got {len(inputs)}")
    try:
        found = landscape(model, loss, (inputs, target), orders=orders, seed=seed)
    except (ValueError, TypeError) as problem:
        raise NotSupported(f"landscape: {problem}", hint=NEEDS) from problem
    more = {"largest_loss": found.span}
    return [
        {"part": "landscape", **row, **more, "holds": row["ratio_to_bound"] <= 1 + 1e-9, "differences": steps.tolist()}
        for row, steps in zip(found.rows(), found.differences, strict=True)
    ]


def layer_norm_rows(model: nn.Module, inputs: Any) -> list[Row]:
    """Return the norms of the derivatives of every LayerNorm at the tokens that enter it.

    Constant rows have no derivative where eps is 0: then the row of the table says so.
    """
    seen: list[tuple[str, nn.LayerNorm, Tensor]] = []
    handles = [
        module.register_forward_pre_hook(
            lambda _, args, name=name, own=module: seen.append((name, own, args[0].detach()))
        )
        for name, module in model.named_modules()
        if isinstance(module, nn.LayerNorm) and len(module.normalized_shape) == 1
    ]
    modes = {module: module.training for module in model.modules()}
    try:
        model.eval()
        with torch.enable_grad():  # torch's fast path of an encoder layer calls no LayerNorm
            call(model, inputs)
    finally:
        for handle in handles:
            handle.remove()
        for module, mode in modes.items():
            module.training = mode
    return [_layer_norm_row(name, module, X.reshape(-1, X.shape[-1])) for name, module, X in seen]


def _layer_norm_row(name: str, module: nn.LayerNorm, X: Tensor) -> Row:
    row: Row = {"part": "layer norm", "name": name, "tokens": X.shape[0], "width": X.shape[1]}
    try:
        found = layer_norm_norms(X, module.weight, module.eps)
    except NotSupported as problem:
        return row | {"reason": str(problem)}
    return row | {
        "jacobian": found.jacobian, "hessian": found.hessian, "trilinear": found.trilinear,
        "eq 28": found.printed_jacobian, "eq 29": found.printed_hessian,
        "eq 28 rows": found.printed_jacobian_rows, "eq 29 rows": found.printed_hessian_rows,
    }  # fmt: skip


def _needs_target(batch: Any, loss: LossLike) -> None:
    if loss is not None and split_batch(batch)[1] is None:
        raise NotSupported(
            "curvature and landscape need a target beside the inputs", hint="--target, or a pair of tensors"
        )
