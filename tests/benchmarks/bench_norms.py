"""The spectral norm of dF/dW_Q: products, time and error, against scipy on the same operator and other libraries."""

from __future__ import annotations

import statistics
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from scipy.sparse.linalg import LinearOperator, svds
from torch import Tensor

from numeric.device import pinned
from numeric.norms import golub_kahan_lanczos, spectral_norm
from numeric.operators import JacobianOperator, jacobian_operator
from tests.benchmarks import peers
from tests.benchmarks.heads import FORMULA, FULL, SMALL, TINY, draw
from tests.benchmarks.measure import MISSING, table, timed

SEEDS = 9
ENOUGH = 3.0  # seconds of a tool of others, after which it gets no further head
ASKED = 1e-6
Row = dict[str, Any]
Tool = Callable[[dict[str, Tensor], JacobianOperator, int], tuple[float, int]]


def measure(quick: bool) -> dict[str, Any]:
    """One row per tool: median products, seconds and the largest error over the seeds."""
    sizes = SMALL if quick else FULL
    with pinned(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rows = _compare(sizes, SAME | OTHERS, SEEDS)
        dense = _compare(TINY, {"derive": _derive} | DENSE, 3 if quick else SEEDS)
    ours, theirs = rows["derive"], rows["scipy svds, tol=1e-6"]
    return {
        "sizes": sizes,
        "asked": ASKED,
        "median_products": ours["products"],
        "ratio_to_svds": round(ours["median_seconds"] / theirs["median_seconds"], 3),
        "tools": rows,
        "sizes_of_dense_tools": TINY,
        "dense_tools": dense,
    }


def _compare(sizes: dict[str, int], tools: dict[str, tuple[str, Tool] | Tool], seeds: int) -> dict[str, Row]:
    """All tools on the heads of all seeds; slow ones of other libraries on the first few only."""
    found: dict[str, dict[str, list[float]]] = {}
    rows: dict[str, Row] = {}
    for seed in range(seeds):
        env = draw(sizes, seed)
        operator = jacobian_operator(FORMULA, "Q", env, sizes)
        truth = golub_kahan_lanczos(operator, seed=seed + 99, tolerance=1e-13).value
        for name, entry in tools.items():
            module, tool = entry if isinstance(entry, tuple) else ("", entry)
            spent = sum(found[name]["seconds"]) if name in found else 0.0
            if name in rows or (spent > ENOUGH and name not in SAME):
                continue
            if module and peers.missing(module):
                rows[name] = {"missing": MISSING}
                continue
            try:
                (value, count), seconds = timed(lambda t=tool, s=seed, e=env, o=operator: t(e, o, s))
            except Exception as error:  # noqa: BLE001  another library's failure is a row of the table
                rows[name] = {"missing": f"{type(error).__name__}: {error}"[:120]}
                continue
            lists = found.setdefault(name, {"products": [], "seconds": [], "errors": []})
            for key, x in (("products", count), ("seconds", seconds), ("errors", value / truth - 1)):
                lists[key].append(x)
    for name, lists in found.items():
        rows[name] = {
            "products": int(statistics.median(lists["products"])) or None,
            "products_per_head": lists["products"],
            "median_seconds": round(statistics.median(lists["seconds"]), 5),
            "largest_error": float(f"{max(lists['errors'], key=abs):.1e}"),
            "heads": len(lists["seconds"]),
        }
    return {name: rows[name] for name in tools}


def _derive(env: dict[str, Tensor], operator: JacobianOperator, seed: int) -> tuple[float, int]:
    found = spectral_norm(operator, seed=seed, tolerance=ASKED)
    return found.estimate, found.products


class _Counted:
    """A scipy operator that counts its products."""

    def __init__(self, inner: LinearOperator) -> None:
        self.count = 0

        def counted(product: Callable[[np.ndarray], np.ndarray]) -> Callable[[np.ndarray], np.ndarray]:
            def call(x: np.ndarray) -> np.ndarray:
                self.count += 1
                return product(x)

            return call

        self.operator = LinearOperator(
            inner.shape, matvec=counted(inner.matvec), rmatvec=counted(inner.rmatvec), dtype=np.float64
        )


def _svds(**options: Any) -> Tool:
    def tool(env: dict[str, Tensor], operator: JacobianOperator, seed: int) -> tuple[float, int]:
        return _svds_of(operator.as_linear_operator(), seed, options)

    return tool


def _svds_of(operator: LinearOperator, seed: int, options: dict[str, Any]) -> tuple[float, int]:
    counted = _Counted(operator)
    found = svds(counted.operator, k=1, return_singular_vectors=False, rng=seed, **options)
    return float(found[0]), counted.count


# on the operator of this project
SAME: dict[str, tuple[str, Tool] | Tool] = {
    "derive": _derive,
    "scipy svds, tol=1e-6": _svds(tol=ASKED),
    # its tol bounds a residual, the square of which is the error of the value
    "scipy svds, tol=1e-3": _svds(tol=1e-3),
    "scipy svds propack, tol=1e-3": _svds(solver="propack", tol=1e-3, maxiter=200),
}


def _curvlinops(env: dict[str, Tensor], _: JacobianOperator, seed: int) -> tuple[float, int]:
    """What its documentation advises: scipy on its operator."""
    found = peers.curvlinops_operators(env)
    j, jt = found["J"].to_scipy(), found["J^T"].to_scipy()
    both = LinearOperator(j.shape, matvec=j.matvec, rmatvec=jt.matvec, dtype=np.float64)
    return _svds_of(both, seed, {"tol": ASKED})


def _cola(env: dict[str, Tensor], _: JacobianOperator, seed: int) -> tuple[float, int]:
    import cola

    j = peers.cola_jacobian(env)
    return float(cola.linalg.PowerIteration()(cola.PSD(j @ j.T))[1]) ** 0.5, 0


OTHERS: dict[str, tuple[str, Tool] | Tool] = {
    "curvlinops, scipy svds tol=1e-6": ("curvlinops", _curvlinops),
    "CoLA PowerIteration, defaults": ("cola", _cola),
}


def dense_of(operator: JacobianOperator) -> Tensor:
    return torch.stack([operator.rmatvec(e) for e in torch.eye(operator.shape[0], dtype=torch.float64)])


def _on_dense(norm: Callable[[Tensor], float]) -> Tool:
    """A tool that needs the matrix: forming it is in its time."""

    def tool(env: dict[str, Tensor], operator: JacobianOperator, seed: int) -> tuple[float, int]:
        torch.manual_seed(seed)
        return norm(dense_of(operator)), operator.shape[0]

    return tool


def _parametrized(matrix: Tensor) -> float:
    linear = torch.nn.Linear(*matrix.shape[::-1], bias=False, dtype=torch.float64)
    with torch.no_grad():
        linear.weight.copy_(matrix)
    torch.nn.utils.parametrizations.spectral_norm(linear)
    with torch.no_grad():  # the layer divides its weight by its estimate
        return float(matrix.norm() / linear.weight.norm())


def _linear_operator(matrix: Tensor) -> float:
    from linear_operator.operators import DenseLinearOperator

    return float(DenseLinearOperator(matrix).svd()[1].max())


DENSE: dict[str, tuple[str, Tool] | Tool] = {
    "torch matrix_norm(2)": _on_dense(lambda m: float(torch.linalg.matrix_norm(m, 2))),
    "torch svd_lowrank, defaults": _on_dense(lambda m: float(torch.svd_lowrank(m)[1][0])),
    "torch parametrizations.spectral_norm": _on_dense(_parametrized),
    "linear_operator svd": ("linear_operator", _on_dense(_linear_operator)),
}


def report(result: dict[str, Any]) -> str:
    parts = []
    for key, sizes in (("tools", "sizes"), ("dense_tools", "sizes_of_dense_tools")):
        rows = []
        for name, r in result[key].items():
            if "missing" in r:
                rows.append([name, "", "", r["missing"][:60], ""])
            else:
                rows.append([name, r["products"] or "", r["median_seconds"], r["largest_error"], r["heads"]])
        head = ["tool", "median products", "median s", "largest error", "heads"]
        parts.append(", ".join(f"{k}={v}" for k, v in result[sizes].items()) + "\n" + table(head, rows))
    parts.append(f"time against scipy svds on the same operator: {result['ratio_to_svds']}")
    return "\n\n".join(parts)
