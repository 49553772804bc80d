"""Speed and memory of operators and norms, and their scaling: ``python tests/benchmarks/bench_operators.py``.

Writes JSON (``--out``) that names the machine. Competitors that are not installed are named as skipped.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import math
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from derive import build as b  # noqa: E402
from derive.core import Expr  # noqa: E402
from derive.sizes import Shape  # noqa: E402
from numeric import definitions  # noqa: E402
from numeric.device import machine, pinned  # noqa: E402
from numeric.norms import golub_kahan_lanczos, spectral_norm  # noqa: E402
from numeric.operators import hessian_operator, jacobian_operator  # noqa: E402

SHAPES = {"X": ("L", "d"), "Q": ("d", "k"), "K": ("d", "k"), "V": ("d", "k"), "T": ("L", "k")}
VARS = {n: b.var(n, Shape.of(*s)) for n, s in SHAPES.items()}
FORMULA: Expr = definitions.attention(VARS["X"], VARS["Q"], VARS["K"], VARS["V"])


def draw(sizes: dict[str, int], seed: int, device: str = "cpu") -> dict[str, Tensor]:
    """Gaussian data and weights scaled by d^-1/2."""
    generator = torch.Generator().manual_seed(seed)
    env = {}
    for name, shape in SHAPES.items():
        value = torch.randn(*(sizes[s] for s in shape), dtype=torch.float64, generator=generator)
        env[name] = (value / sizes["d"] ** 0.5 if name in "QKV" else value).to(device)
    return env


def plain(env: dict[str, Tensor], **changed: Tensor) -> Tensor:
    """One attention head in its cheapest order."""
    e = {**env, **changed}
    logits = (e["X"] @ e["Q"]) @ (e["X"] @ e["K"]).T / e["Q"].shape[1] ** 0.5
    return torch.softmax(logits, dim=1) @ (e["X"] @ e["V"])


def clock() -> float:
    """Seconds of processor time on the CPU (one thread, so a busy machine does not count), wall time on a GPU."""
    if torch.cuda.is_available():
        torch.cuda.synchronize()
        return time.perf_counter()
    return time.process_time()


def interleaved(calls: dict[str, Callable[[], Any]], repeats: int) -> dict[str, dict[str, float]]:
    """Median and minimum in milliseconds; the calls take turns, so that a busy machine disturbs all alike."""
    times: dict[str, list[float]] = {name: [] for name in calls}
    for call in calls.values():
        call()
        call()
    for _ in range(repeats):
        for name, call in calls.items():
            start = clock()
            call()
            times[name].append((clock() - start) * 1e3)
    return {name: {"median_ms": statistics.median(t), "min_ms": min(t)} for name, t in times.items()}


def products(sizes: dict[str, int], repeats: int) -> dict[str, Any]:
    """J v, J^T u (for W_Q and X) and H v against well-used autograd, in one run."""
    env = draw(sizes, 0)
    square = torch.randn(1024, 1024, dtype=torch.float64)
    calls: dict[str, Callable[[], Any]] = {"dgemm 1024": lambda: square @ square}
    flops, memory, errors = {"dgemm 1024": 2 * 1024**3}, {}, {}
    for name in ("Q", "X"):
        operator = jacobian_operator(FORMULA, name, env, sizes)
        v = torch.randn(operator.shape[1], dtype=torch.float64)
        u = torch.randn(operator.shape[0], dtype=torch.float64)
        graph = _graph(env, name, v, u)
        calls |= {
            f"J_{name} v": lambda o=operator, v=v: o.matvec(v),
            f"J_{name}^T u": lambda o=operator, u=u: o.rmatvec(u),
            **{f"{key} {name}": call for key, call in graph.items()},
        }
        flops |= {f"J_{name} v": operator.forward.flops, f"J_{name}^T u": operator.backward.flops}
        memory[name] = (operator.forward.bytes + operator.backward.bytes) / 2**20
        errors[f"J_{name} v"] = _error(operator.matvec(v), graph["reused graph Jv"]())
        errors[f"J_{name}^T u"] = _error(operator.rmatvec(u), graph["reused graph JTu"]())
    loss = b.scale(
        b.const("1/2"), b.scale(b.size("L"), b.scale(b.size("k"), definitions.mean_squared_error(FORMULA, VARS["T"])))
    )
    hessian = hessian_operator(loss, "Q", env, sizes)
    v = torch.randn(hessian.shape[1], dtype=torch.float64)
    q = env["Q"].clone().requires_grad_(True)
    (gradient,) = torch.autograd.grad(0.5 * (plain(env, Q=q) - env["T"]).square().sum(), q, create_graph=True)
    direction = v.reshape(q.shape)
    calls["H v"] = lambda: hessian.matvec(v)
    calls["reused graph Hv"] = lambda: torch.autograd.grad(gradient, q, direction, retain_graph=True)[0]
    flops["H v"] = hessian.forward.flops
    errors["H v"] = _error(hessian.matvec(v), calls["reused graph Hv"]())
    times = interleaved(calls, repeats)
    return {"times": times, "flops": flops, "MiB": memory, "errors": errors, "ratios": _ratios(times, flops)}


def _graph(env: dict[str, Tensor], name: str, v: Tensor, u: Tensor) -> dict[str, Callable[[], Tensor]]:
    """Autograd on a graph that is built once: vjp, and jvp as the vjp of the vjp; torch.func beside it."""
    x = env[name].clone().requires_grad_(True)
    y = plain(env, **{name: x})
    cotangent = torch.zeros_like(y, requires_grad=True)
    (pulled,) = torch.autograd.grad(y, x, cotangent, create_graph=True)
    direction, weights = v.reshape(x.shape), u.reshape(y.shape)
    function = lambda z: plain(env, **{name: z})  # noqa: E731
    return {
        "reused graph Jv": lambda: torch.autograd.grad(pulled, cotangent, direction, retain_graph=True)[0],
        "reused graph JTu": lambda: torch.autograd.grad(y, x, weights, retain_graph=True)[0],
        "torch.func.jvp": lambda: torch.func.jvp(function, (env[name],), (direction,))[1],
        "torch.func.vjp": lambda: torch.func.vjp(function, env[name])[1](weights)[0],
    }


def _error(value: Tensor, truth: Tensor) -> float:
    return float((value.reshape(-1) - truth.reshape(-1)).norm() / truth.norm())


def _ratios(times: dict[str, dict[str, float]], flops: dict[str, float]) -> dict[str, float]:
    peak = flops["dgemm 1024"] / times["dgemm 1024"]["median_ms"]
    result = {"dgemm_peak_gflops": peak / 1e6}
    for mine, theirs in (
        ("J_Q v", "reused graph Jv Q"),
        ("J_Q^T u", "reused graph JTu Q"),
        ("J_X v", "reused graph Jv X"),
        ("J_X^T u", "reused graph JTu X"),
        ("H v", "reused graph Hv"),
    ):
        result[f"{mine} / {theirs}"] = times[mine]["median_ms"] / times[theirs]["median_ms"]
        result[f"{mine} share of peak"] = flops[mine] / times[mine]["median_ms"] / peak
    return result


def norms(sizes: dict[str, int], seeds: int) -> dict[str, Any]:
    """Products and time to 1e-6 of the spectral norm, against scipy's svds on the same operator."""
    from scipy.sparse.linalg import svds

    counts, ours, theirs, errors = [], [], [], []
    for seed in range(seeds):
        operator = jacobian_operator(FORMULA, "Q", draw(sizes, seed), sizes)
        operator.matvec(torch.zeros(operator.shape[1], dtype=torch.float64))
        operator.rmatvec(torch.zeros(operator.shape[0], dtype=torch.float64))
        start = clock()
        found = spectral_norm(operator, seed=seed)
        ours.append(clock() - start)
        counts.append(found.products)
        start = clock()
        svds(operator.as_linear_operator(), k=1, tol=1e-6, return_singular_vectors=False, random_state=seed)
        theirs.append(clock() - start)
        tight = golub_kahan_lanczos(operator, seed=seed + 99, tolerance=1e-13).value
        errors.append(1 - found.estimate / tight)
    return {
        "products": counts,
        "median_products": statistics.median(counts),
        "median_seconds": statistics.median(ours),
        "svds_median_seconds": statistics.median(theirs),
        "ratio_to_svds": statistics.median(ours) / statistics.median(theirs),
        "relative_error": errors,
    }


def scaling(repeats: int) -> dict[str, Any]:
    """Fitted exponents of J_Q v, J_Q^T u and the forward pass over L and over d."""
    result: dict[str, Any] = {}
    for axis, fixed in (("L", {"d": 256, "k": 64}), ("d", {"L": 256, "k": 64})):
        points = []
        for n in (64, 128, 256, 512, 1024, 2048):
            sizes = {**fixed, axis: n}
            env = draw(sizes, 0)
            operator = jacobian_operator(FORMULA, "Q", env, sizes)
            v = torch.randn(operator.shape[1], dtype=torch.float64)
            u = torch.randn(operator.shape[0], dtype=torch.float64)
            calls = {
                "forward": lambda env=env: plain(env),
                "J v": lambda o=operator, v=v: o.matvec(v),
                "J^T u": lambda o=operator, u=u: o.rmatvec(u),
            }
            points.append({"n": n, **{k: t["min_ms"] for k, t in interleaved(calls, repeats).items()}})
        slopes = {k: _slope(points, k) for k in ("forward", "J v", "J^T u")}
        result[axis] = {"points": points, "exponents": slopes}
    return result


def _slope(points: list[dict[str, float]], key: str) -> float:
    xs, ys = [math.log(p["n"]) for p in points], [math.log(p[key]) for p in points]
    mean_x, mean_y = statistics.fmean(xs), statistics.fmean(ys)
    return sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True)) / sum((x - mean_x) ** 2 for x in xs)


def peers() -> dict[str, str]:
    """Which competitors are there; a missing one is named, never silently left out."""
    names = {"curvlinops": "curvlinops", "linear_operator": "linear_operator", "CoLA": "cola", "scipy": "scipy"}
    return {n: "installed" if importlib.util.find_spec(m) else "SKIPPED: not installed" for n, m in names.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results" / "operators.json")
    parser.add_argument("--repeats", type=int, default=31)
    parser.add_argument("--quick", action="store_true", help="small sizes only")
    options = parser.parse_args()
    torch.set_num_threads(1)
    sizes = {"L": 64, "d": 256, "k": 64} if options.quick else {"L": 197, "d": 768, "k": 64}
    with pinned():
        result: dict[str, Any] = {"machine": machine(), "peers": peers(), "sizes": sizes}
        result["products"] = products(sizes, options.repeats)
        result["norms"] = norms(sizes, 9)
        if not options.quick:
            result["scaling"] = scaling(9)
        result["gpu"] = "not measured on a GPU" if not torch.cuda.is_available() else torch.cuda.get_device_name()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(result, indent=1) + "\n")
    print(json.dumps({k: result[k] for k in ("peers", "norms")} | {"ratios": result["products"]["ratios"]}, indent=1))
    for name, state in result["peers"].items():
        if state != "installed":
            print(f"{name}: {state}", file=sys.stderr)


if __name__ == "__main__":
    main()
