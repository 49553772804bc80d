"""The attention head that is measured: its formula, its inputs, and well-used autograd of the same function."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from derive import build as b
from derive.core import Expr
from derive.sizes import Shape
from numeric import definitions

SHAPES = {"X": ("L", "d"), "Q": ("d", "k"), "K": ("d", "k"), "V": ("d", "k"), "T": ("L", "k")}
VARS = {n: b.var(n, Shape.of(*s)) for n, s in SHAPES.items()}
FORMULA: Expr = definitions.attention(VARS["X"], VARS["Q"], VARS["K"], VARS["V"])
# half the sum of squares
LOSS: Expr = b.scale(
    b.const("1/2"), b.scale(b.size("L"), b.scale(b.size("k"), definitions.mean_squared_error(FORMULA, VARS["T"])))
)
FULL = {"L": 197, "d": 768, "k": 64}
SMALL = {"L": 64, "d": 256, "k": 64}
TINY = {"L": 16, "d": 64, "k": 64}


def draw(sizes: dict[str, int], seed: int) -> dict[str, Tensor]:
    """Gaussian data and weights scaled by d^-1/2."""
    generator = torch.Generator().manual_seed(seed)
    env = {}
    for name, shape in SHAPES.items():
        value = torch.randn(*(sizes[s] for s in shape), dtype=torch.float64, generator=generator)
        env[name] = value / sizes["d"] ** 0.5 if name in "QKV" else value
    return env


def vector(length: int, seed: int = 0) -> Tensor:
    return torch.randn(length, dtype=torch.float64, generator=torch.Generator().manual_seed(1000 + seed))


def plain(env: dict[str, Tensor], **changed: Tensor) -> Tensor:
    """One attention head in its cheapest order."""
    e = {**env, **changed}
    logits = (e["X"] @ e["Q"]) @ (e["X"] @ e["K"]).T / e["Q"].shape[1] ** 0.5
    return torch.softmax(logits, dim=1) @ (e["X"] @ e["V"])


def forward_into_buffers(env: dict[str, Tensor]) -> Callable[[], Tensor]:
    """The same with memory that is taken once: page faults of fresh memory would make the forward pass look slow."""
    (n, _), (_, k) = env["X"].shape, env["Q"].shape
    q, keys, values, out = (torch.empty(n, k, dtype=torch.float64) for _ in range(4))
    logits, weights = (torch.empty(n, n, dtype=torch.float64) for _ in range(2))

    def forward() -> Tensor:
        for name, into in (("Q", q), ("K", keys), ("V", values)):
            torch.mm(env["X"], env[name], out=into)
        torch.mm(q, keys.T, out=logits)
        torch.softmax(logits.div_(k**0.5), dim=1, out=weights)
        return torch.mm(weights, values, out=out)

    return forward


def loss(env: dict[str, Tensor], **changed: Tensor) -> Tensor:
    return 0.5 * (plain(env, **changed) - env["T"]).square().sum()


def reused_graph(env: dict[str, Tensor], name: str, v: Tensor, u: Tensor) -> dict[str, Callable[[], Tensor]]:
    """Autograd on a graph that is built once: J^T u by reverse mode, J v as the reverse of the reverse."""
    x = env[name].clone().requires_grad_(True)
    y = plain(env, **{name: x})
    cotangent = torch.zeros_like(y, requires_grad=True)
    (pulled,) = torch.autograd.grad(y, x, cotangent, create_graph=True)
    direction, weights = v.reshape(x.shape), u.reshape(y.shape)
    return {
        "J v": lambda: torch.autograd.grad(pulled, cotangent, direction, retain_graph=True)[0],
        "J^T u": lambda: torch.autograd.grad(y, x, weights, retain_graph=True)[0],
    }


def fresh_graph(env: dict[str, Tensor], name: str, v: Tensor, u: Tensor) -> dict[str, Callable[[], Tensor]]:
    """torch.func, a new graph for every product."""
    direction, weights = v.reshape(env[name].shape), u.reshape(env["T"].shape)
    function = lambda z: plain(env, **{name: z})  # noqa: E731
    return {
        "J v": lambda: torch.func.jvp(function, (env[name],), (direction,))[1],
        "J^T u": lambda: torch.func.vjp(function, env[name])[1](weights)[0],
    }


def linearized(env: dict[str, Tensor], name: str, v: Tensor, u: Tensor) -> dict[str, Callable[[], Tensor]]:
    """torch.func with its own means of using a graph again."""
    direction, weights = v.reshape(env[name].shape), u.reshape(env["T"].shape)
    function = lambda z: plain(env, **{name: z})  # noqa: E731
    _, push = torch.func.linearize(function, env[name])
    _, pull = torch.func.vjp(function, env[name])
    return {"J v": lambda: push(direction), "J^T u": lambda: pull(weights, retain_graph=True)[0]}


def reused_hessian(env: dict[str, Tensor], name: str, v: Tensor) -> Callable[[], Tensor]:
    """Reverse over reverse on a graph that is built once."""
    x = env[name].clone().requires_grad_(True)
    (gradient,) = torch.autograd.grad(loss(env, **{name: x}), x, create_graph=True)
    direction = v.reshape(x.shape)
    return lambda: torch.autograd.grad(gradient, x, direction, retain_graph=True)[0]


def fresh_hessian(env: dict[str, Tensor], name: str, v: Tensor) -> Callable[[], Tensor]:
    """Forward over reverse by torch.func, a new graph for every product."""
    gradient = torch.func.grad(lambda z: loss(env, **{name: z}))
    direction = v.reshape(env[name].shape)
    return lambda: torch.func.jvp(gradient, (env[name],), (direction,))[1]
