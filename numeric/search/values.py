"""From free numbers to the values of the variables, in floats."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

from derive import build
from derive.recurrent import Recurrence
from numeric.evaluation.dense import evaluate
from numeric.search.lines import on_lines
from numeric.search.variables import Block, Space


def values(space: Space, z: Tensor, sizes: Mapping[str, int]) -> dict[str, Tensor]:
    """Return the variables at the free numbers ``z`` (differentiable)."""
    env: dict[str, Tensor] = {}
    start = 0
    for block in space.blocks:
        count = block.length(sizes)
        env[block.name] = value_of(block, z[start : start + count], sizes, env)
        start += count
    return env


def value_of(block: Block, z: Tensor, sizes: Mapping[str, int], env: Mapping[str, Tensor]) -> Tensor:
    """The value of a block of variables at free numbers ``z``; ``env`` has those that it is defined by."""
    rows, cols = block.shape.evaluate(sizes)
    if block.kind in ("defined", "solved"):
        return evaluate(block.formula[0], env, sizes).reshape(rows, cols)
    if block.kind == "radius":
        least = torch.stack([evaluate(e, env, sizes).reshape(()) for e in block.formula]).amax()
        if block.low is not None:
            least = torch.clamp(least, min=float(block.low))
        return (least + (1e-9 * (1 + least.abs()) if block.strict else 0.0) + z[0] * z[0]).reshape(1, 1)
    if block.kind == "orthonormal":
        return _cayley(z, rows, cols)
    x = z.reshape(rows, cols)
    if block.kind in ("above", "below"):
        base = evaluate(block.formula[0], env, sizes).reshape(rows, cols)
        return base + x @ x.T if block.kind == "above" else base - x @ x.T
    if block.recurrence is not None:
        return _along(block.recurrence, x, sizes, env)
    if block.lines is not None:
        return on_lines(x, block.lines)
    if block.kind == "interval":
        return _in_interval(block, x)
    if block.kind in ("simplex", "stochastic"):
        squares = x * x + 1e-300
        return squares / squares.sum(dim=0 if block.kind == "simplex" else 1, keepdim=True)
    if block.kind == "sphere":
        return x / torch.sqrt((x * x).sum() + 1e-300)
    if block.kind == "symmetric":
        return (x + x.T) / 2
    if block.kind == "psd":
        return x @ x.T
    if block.kind == "ball":
        assert block.radius is not None
        norm = evaluate(build.norm(build.var(block.name, block.shape), block.norm), {block.name: x}, sizes).reshape(())
        radius = evaluate(block.radius, env, sizes).reshape(()).to(x.dtype) * (1 - 1e-9 if block.strict else 1.0)
        return x * torch.clamp(radius / (norm + 1e-300), max=1.0)
    return x


def _along(rule: Recurrence, x: Tensor, sizes: Mapping[str, int], env: Mapping[str, Tensor]) -> Tensor:
    """The rows, those that are told computed one after the other."""
    for at, op, expr in rule.steps(sizes):
        if at < len(x):
            told = evaluate(expr, {**env, rule.name: x}, sizes).reshape(1, x.shape[1])
            own = x[at : at + 1]
            row = told if op == "=" else told - own * own if op == "<=" else told + own * own
            x = torch.cat([x[:at], row, x[at + 1 :]])
    return x


def _in_interval(block: Block, x: Tensor) -> Tensor:
    margin = 1e-9 if block.strict else 0.0
    if block.low is not None and block.high is not None:
        low, high = float(block.low) + margin, float(block.high) - margin
        return low + (high - low) * torch.sin(x) ** 2
    if block.low is not None:
        return float(block.low) + margin + x.abs()
    return float(block.high or 0) - margin - x.abs()


def _cayley(z: Tensor, rows: int, cols: int) -> Tensor:
    """(I - S)(I + S)^-1 for skew S, its first columns; the sign of a row is drawn from the diagonal of z.

    Where S is large the solution loses digits: a Newton-Schulz step makes it orthonormal again.
    """
    n = max(rows, cols)
    square = z.reshape(n, n)
    skew = square - square.T
    eye = torch.eye(n, dtype=z.dtype)
    signs = torch.where(square.detach().diagonal() < 0, -1.0, 1.0)
    q = torch.linalg.solve(eye + skew, eye - skew)
    q = q @ (3 * eye - q.T @ q) / 2 * signs
    return q[:rows, :cols]


__all__ = ["value_of", "values"]
