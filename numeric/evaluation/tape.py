"""Derivatives by the reverse tape of plain autograd: no transform levels, a fraction of their cost on small matrices.

`torch.func` is more general (forward mode, composition with other transforms), but its nested levels cost
milliseconds per operation on matrices of a few entries and load the compiler.  Where both apply they agree.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

MANY_ROWS = 512  # more outputs than this, and many more than inputs: forward mode is cheaper


def in_transform() -> bool:
    """Whether a ``torch.func`` transform is running: the tape of plain autograd is not to be used inside one."""
    return torch._C._functorch.maybe_current_level() is not None


def affordable(outputs: int, inputs: int) -> bool:
    """Whether one reverse pass per output is a fair price."""
    return outputs <= max(MANY_ROWS, 8 * inputs)


def tape_jacobian(function: Callable[[Tensor], Tensor], x: Tensor, *, keep: bool) -> Tensor:
    """Return the Jacobian (output shape, then input shape) by one batched reverse pass.

    Args:
        function: A torch function of one tensor.
        x: The point; it may itself depend on other tensors.
        keep: Keep the tape, so that the result can be differentiated again.
    """
    with torch.enable_grad():
        own, value = _traced(function, x)
        if not value.requires_grad:
            return value.new_zeros((*value.shape, *x.shape))
        rows = torch.eye(value.numel(), dtype=value.dtype, device=value.device).reshape(-1, *value.shape)
        (found,) = torch.autograd.grad(
            value, own, rows, is_grads_batched=True, create_graph=keep, materialize_grads=True
        )
    found = found.reshape(*value.shape, *x.shape)
    return found if keep else found.detach()


def tape_directional(function: Callable[[Tensor], Tensor], x: Tensor, direction: Tensor, *, keep: bool) -> Tensor:
    """Return the derivative in a direction: the transpose of the transposed map, both by the tape."""
    with torch.enable_grad():
        own, value = _traced(function, x)
        if not value.requires_grad:
            return torch.zeros_like(value)
        seed = torch.zeros_like(value, requires_grad=True)
        (pulled,) = torch.autograd.grad(value, own, seed, create_graph=True, materialize_grads=True)
        if not pulled.requires_grad:
            return torch.zeros_like(value)
        (found,) = torch.autograd.grad(pulled, seed, direction, create_graph=keep, materialize_grads=True)
    return found if keep else found.detach()


def _traced(function: Callable[[Tensor], Tensor], x: Tensor) -> tuple[Tensor, Tensor]:
    own = x.view_as(x) if x.requires_grad else x.detach().requires_grad_()
    return own, function(own)
