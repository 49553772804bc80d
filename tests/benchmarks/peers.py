"""The same Jacobian and Hessian with other libraries, each in the way its documentation shows; all are optional."""

from __future__ import annotations

import importlib.util
import warnings
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from tests.benchmarks.heads import loss, plain
from tests.benchmarks.measure import MISSING

Products = dict[str, Callable[[], Tensor]]


def missing(module: str) -> bool:
    return importlib.util.find_spec(module) is None


def value_blocks(env: dict[str, Tensor]) -> tuple[Tensor, Tensor, Tensor]:
    """The factors of dF/dW_Q: softmax Jacobians S_i (L x L x L), keys X W_K / sqrt(k) and values X W_V."""
    keys, values = env["X"] @ env["K"] / env["Q"].shape[1] ** 0.5, env["X"] @ env["V"]
    a = torch.softmax((env["X"] @ env["Q"]) @ keys.T, dim=1)
    return torch.diag_embed(a) - a[:, :, None] * a[:, None, :], keys, values


def head_module(env: dict[str, Tensor]) -> Any:
    class Head(torch.nn.Module):
        """The head with W_Q as its only parameter."""

        def __init__(self) -> None:
            super().__init__()
            self.Q = torch.nn.Parameter(env["Q"].clone())

        def forward(self, x: Tensor) -> Tensor:
            return plain({**env, "X": x, "Q": self.Q})

    return Head()


def curvlinops_operators(env: dict[str, Tensor]) -> dict[str, Any]:
    import curvlinops

    head = head_module(env)
    options = {"params": list(head.parameters()), "data": [(env["X"], env["T"])], "check_deterministic": False}
    return {
        "J": curvlinops.JacobianLinearOperator(head, **options),
        "J^T": curvlinops.TransposedJacobianLinearOperator(head, **options),
        "2H": curvlinops.HessianLinearOperator(head, torch.nn.MSELoss(reduction="sum"), **options),
    }


def _curvlinops(env: dict[str, Tensor], v: Tensor, u: Tensor) -> Products:
    o = curvlinops_operators(env)
    return {"J v": lambda: o["J"] @ v, "J^T u": lambda: o["J^T"] @ u, "H v": lambda: (o["2H"] @ v) / 2}


def cola_jacobian(env: dict[str, Tensor]) -> Any:
    import cola

    shape = env["Q"].shape
    return cola.ops.Jacobian(lambda q: plain(env, Q=q.reshape(shape)).reshape(-1), env["Q"].reshape(-1))


def _cola(env: dict[str, Tensor], v: Tensor, u: Tensor) -> Products:
    import cola

    shape = env["Q"].shape
    jacobian = cola_jacobian(env)
    hessian = cola.ops.Hessian(lambda q: loss(env, Q=q.reshape(shape)), env["Q"].reshape(-1))
    return {"J v": lambda: jacobian @ v, "J^T u": lambda: u @ jacobian, "H v": lambda: hessian @ v}


def _cola_kronecker(env: dict[str, Tensor], v: Tensor, u: Tensor) -> Products:
    """(I (x) V^T) blockdiag(S_i) (X (x) K), as the formula is printed."""
    import cola

    softmax, keys, values = value_blocks(env)
    identity = cola.ops.Identity((len(softmax), len(softmax)), v.dtype)
    left = cola.ops.Kronecker(identity, cola.ops.Dense(values.T.contiguous()))
    middle = cola.ops.BlockDiag(*(cola.ops.Dense(s) for s in softmax))
    j = left @ middle @ cola.ops.Kronecker(cola.ops.Dense(env["X"]), cola.ops.Dense(keys))
    return {"J v": lambda: j @ v, "J^T u": lambda: j.T @ u}


def _linear_operator_kronecker(env: dict[str, Tensor], v: Tensor, u: Tensor) -> Products:
    """(I (x) V^T) blockdiag(S_i) (X (x) K), as the formula is printed."""
    from linear_operator import operators as o

    softmax, keys, values = value_blocks(env)
    identity = o.IdentityLinearOperator(len(softmax), dtype=v.dtype)
    left = o.KroneckerProductLinearOperator(identity, o.DenseLinearOperator(values.T.contiguous()))
    right = o.KroneckerProductLinearOperator(o.DenseLinearOperator(env["X"]), o.DenseLinearOperator(keys))
    j = left @ o.BlockDiagLinearOperator(o.DenseLinearOperator(softmax)) @ right
    return {"J v": lambda: j @ v, "J^T u": lambda: j.mT @ u}


def _linear_operator_blocks(env: dict[str, Tensor], v: Tensor, u: Tensor) -> Products:
    """blockdiag(V^T S_i K) (X (x) I) with blocks that were multiplied out beforehand: its fastest form."""
    from linear_operator import operators as o

    softmax, keys, values = value_blocks(env)
    blocks = o.BlockDiagLinearOperator(o.DenseLinearOperator(values.T @ softmax @ keys))
    identity = o.DenseLinearOperator(torch.eye(keys.shape[1], dtype=v.dtype))
    j = blocks @ o.KroneckerProductLinearOperator(o.DenseLinearOperator(env["X"]), identity)
    return {"J v": lambda: j @ v, "J^T u": lambda: j.mT @ u}


WAYS: dict[str, tuple[str, Callable[[dict[str, Tensor], Tensor, Tensor], Products]]] = {
    "curvlinops": ("curvlinops", _curvlinops),
    "CoLA Jacobian, Hessian": ("cola", _cola),
    "CoLA Kronecker formula": ("cola", _cola_kronecker),
    "linear_operator Kronecker formula": ("linear_operator", _linear_operator_kronecker),
    "linear_operator, blocks multiplied out": ("linear_operator", _linear_operator_blocks),
}


def products(env: dict[str, Tensor], v: Tensor, u: Tensor) -> tuple[dict[str, Products], dict[str, str]]:
    """The products of every library that is there and works, and why the others are missing."""
    found: dict[str, Products] = {}
    reasons: dict[str, str] = {}
    for name, (module, make) in WAYS.items():
        if missing(module):
            reasons[name] = MISSING
            continue
        found[name] = {}
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                candidates = make(env, v, u)
        except Exception as error:  # noqa: BLE001  another library's failure is a row of the table
            reasons[name] = f"{type(error).__name__}: {error}"[:120]
            continue
        for key, call in candidates.items():
            try:
                call()
                found[name][key] = call
            except Exception as error:  # noqa: BLE001
                reasons[f"{name}: {key}"] = f"{type(error).__name__}: {error}"[:120]
    return {n: p for n, p in found.items() if p}, reasons
