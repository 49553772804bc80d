"""J v, J^T u and H v of an attention head: time against autograd and other libraries, share of peak, memory."""

from __future__ import annotations

import resource
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from numeric.device import pinned
from numeric.operators import MatrixOperator, hessian_operator, jacobian_operator
from tests.benchmarks import peers
from tests.benchmarks.heads import (
    FORMULA,
    FULL,
    LOSS,
    SMALL,
    draw,
    fresh_graph,
    fresh_hessian,
    linearized,
    reused_graph,
    reused_hessian,
    vector,
)
from tests.benchmarks.measure import interleaved, table

Calls = dict[str, Callable[[], Any]]
REUSED = "autograd, reused graph"


def measure(quick: bool) -> dict[str, Any]:
    """Every call of one run takes turns with the others; errors are relative to autograd."""
    sizes = SMALL if quick else FULL
    with pinned():
        env = draw(sizes, 0)
        calls, flops, bytes_, missing = _calls(env, sizes)
        errors = {name: _error(calls[name](), calls[_baseline(name)]()) for name in calls if " | " in name}
        times = interleaved(calls, 15 if quick else 41)
    peak = flops["dgemm"] / times["dgemm"]["median_ms"]
    for name, entry in times.items():
        if name in flops:
            entry["share_of_peak"] = round(flops[name] / entry["median_ms"] / peak, 3)
            entry["flops"] = flops[name]
        if " | " in name:
            entry["ratio_to_reused_graph"] = round(entry["median_ms"] / times[_baseline(name)]["median_ms"], 3)
            entry["error"] = errors[name]
    return {
        "sizes": sizes,
        "dgemm_peak_gflops": round(peak / 1e6, 1),
        "times": times,
        "missing": missing,
        "MiB_beyond_inputs": {name: round(b / 2**20, 2) for name, b in bytes_.items()},
        "peak_memory_of_the_process_MiB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def _calls(
    env: dict[str, Tensor], sizes: dict[str, int]
) -> tuple[Calls, dict[str, int], dict[str, int], dict[str, str]]:
    """Calls by ``product | who``, floating-point operations, memory, and who is missing."""
    square = torch.randn(1024, 1024, dtype=torch.float64)
    into = torch.empty_like(square)
    calls: Calls = {"dgemm": lambda: torch.mm(square, square, out=into)}
    flops, bytes_, missing = {"dgemm": 2 * 1024**3}, {}, {}
    for name in ("Q", "X"):
        operator = jacobian_operator(FORMULA, name, env, sizes)
        v, u = vector(operator.shape[1]), vector(operator.shape[0])
        for product, call, program in _own(operator, v, u):
            key = product.replace("J", f"J_{name}")
            calls[f"{key} | derive"], flops[f"{key} | derive"] = call, program.flops
            bytes_[key] = program.bytes
        ways = {
            REUSED: reused_graph(env, name, v, u),
            "torch.func, reused graph": linearized(env, name, v, u),
            "torch.func, fresh": fresh_graph(env, name, v, u),
        }
        if name == "Q":
            others, missing = peers.products(env, v, u)
            ways |= others
        for who, found in ways.items():
            calls |= {f"{p.replace('J', f'J_{name}')} | {who}": c for p, c in found.items()}
    hessian = hessian_operator(LOSS, "Q", env, sizes)
    v = vector(hessian.shape[1])
    calls["H v | derive"] = lambda: hessian.matvec(v)
    flops["H v | derive"], bytes_["H v"] = hessian.forward.flops, hessian.forward.bytes
    calls[f"H v | {REUSED}"] = reused_hessian(env, "Q", v)
    calls["H v | torch.func, fresh"] = fresh_hessian(env, "Q", v)
    return calls, flops, bytes_, missing


def _own(operator: MatrixOperator, v: Tensor, u: Tensor) -> list[tuple[str, Callable[[], Tensor], Any]]:
    return [
        ("J v", lambda: operator.matvec(v), operator.forward),
        ("J^T u", lambda: operator.rmatvec(u), operator.backward),
    ]


def _baseline(name: str) -> str:
    return f"{name.split(' | ', maxsplit=1)[0]} | {REUSED}"


def _error(value: Tensor, truth: Tensor) -> float:
    return float(f"{float((value.reshape(-1) - truth.reshape(-1)).norm() / truth.norm()):.1e}")


def report(result: dict[str, Any]) -> str:
    rows = []
    for name, t in sorted(result["times"].items(), key=lambda x: (x[0].split(" | ")[0], x[1]["median_ms"])):
        product, _, who = name.partition(" | ")
        ratio, share = t.get("ratio_to_reused_graph", ""), t.get("share_of_peak", "")
        rows.append([product, who, t["median_ms"], t["min_ms"], ratio, share, t.get("error", "")])
    rows += [["", who, reason, "", "", "", ""] for who, reason in result["missing"].items()]
    head = ["product", "by", "median ms", "min ms", "x reused graph", "share of peak", "error"]
    sizes = ", ".join(f"{k}={v}" for k, v in result["sizes"].items())
    return f"{sizes}; dgemm {result['dgemm_peak_gflops']} GFLOP/s; MiB {result['MiB_beyond_inputs']}\n" + table(
        head, rows
    )
