"""Writes the figures of ``results/*.json`` into the README's table: ``python -m tests.benchmarks.readme``."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from tests.benchmarks.measure import RESULTS, ROOT

README = ROOT / "README.md"
FULL = "`python -m tests.benchmarks.audits --full`"
PRODUCTS = ("J_Q v", "J_Q^T u", "J_X v", "J_X^T u", "H v")


def rows() -> dict[str, tuple[str, str]]:
    """What is measured -> (command, figure)."""
    operators, norms, scaling, proofs, tampering, audits, full, inspect = (
        json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))
        for name in ("operators", "norms", "scaling", "proofs", "tampering", "audits", "full", "inspect")
    )
    found: dict[str, tuple[str, str]] = {}
    for name, figures in (
        ("tampering", _tampering(tampering)),
        ("operators", _operators(operators)),
        ("norms", _norms(norms)),
        ("scaling", _scaling(scaling)),
        ("proofs", _proofs(proofs)),
        ("audits", _audits(audits)),
        ("inspect", _inspect(inspect)),
    ):
        found |= {what: (f"`python -m tests.benchmarks {name}`", figure) for what, figure in figures.items()}
    return found | {"audits of all five at full size, one after the other": (FULL, _full(full))}


def _tampering(result: dict[str, Any]) -> dict[str, str]:
    total = result["tampered"]
    return {"tampered certificates rejected": f"{total - len(result['missed']):,} of {total:,}"}


def _operators(result: dict[str, Any]) -> dict[str, str]:
    times = result["times"]
    own = {p: times[f"{p} | derive"] for p in PRODUCTS}

    def others(who: str) -> str:
        ratios = [times[f"{p} | {who}"]["median_ms"] / own[p]["median_ms"] for p in PRODUCTS if f"{p} | {who}" in times]
        return f"{min(ratios):.1f} to {max(ratios):.1f}" if ratios else "not installed, not measured"

    shares = ", ".join(f"{entry['share_of_peak']:.2f}" for entry in own.values())
    ratios = ", ".join(f"{entry['ratio_to_reused_graph']:.2f}" for entry in own.values())
    memory = result["MiB_beyond_inputs"].values()
    return {
        "J v, J^T u of W_Q, the same of X, H v: time relative to a reused autograd graph": f"{ratios} (target 1.0)",
        "the same: share of the measured dgemm peak": (
            f"{shares} of {result['dgemm_peak_gflops']} GFLOP/s (target 0.75 for J)"
        ),
        "the same: memory beyond the inputs": f"{min(memory):.1f} to {max(memory):.1f} MiB (target 20)",
        "torch.func, a fresh graph each time: its time over ours": others("torch.func, fresh"),
        "torch.func, its reused graph: its time over ours": others("torch.func, reused graph"),
        "curvlinops: its time over ours": others("curvlinops"),
        "CoLA, Jacobian and Hessian: its time over ours": others("CoLA Jacobian, Hessian"),
        "CoLA, Kronecker formula: its time over ours": others("CoLA Kronecker formula"),
        "linear_operator, Kronecker formula: its time over ours": others("linear_operator Kronecker formula"),
    }


def _inspect(result: dict[str, Any]) -> dict[str, str]:
    vit, minilm = result["runs"]
    own = result["one_head"]["derive"]

    def others(name: str) -> str:
        row = result["one_head"][name]
        if "missing" in row:
            return "not installed, not measured"
        return ", ".join(f"{row[key] / own[key]:.1f}" for key in ("J v ms", "J^T u ms", "norm s"))

    return {
        "heads of a model: all bounds of 12 heads of ViT-B size (197 tokens, width 768), random weights": (
            f"{vit['seconds']} s of processor time on one core of a busy machine, {vit['peak_MiB']} MiB (target {result['target_seconds']:g} s)"
        ),
        "the same: bounds and spectra of the 72 heads of all-MiniLM-L6-v2 (48 tokens, width 384)": (
            f"{minilm['seconds']} s of processor time on one core of a busy machine, {minilm['peak_MiB']} MiB (target {result['target_seconds']:g} s)"
            + ("" if minilm["weights"] != "random" else ", random weights")
        ),
        "the same: J v, J^T u and the norm of one head to 1e-6, torch.func: its time over ours": others("torch.func"),
        "the same with curvlinops": others("curvlinops"),
    }


def _norms(result: dict[str, Any]) -> dict[str, str]:
    tools = result["tools"]
    own = tools["derive"]

    def against(name: str) -> str:
        return f"{own['median_seconds'] / tools[name]['median_seconds']:.2f}"

    return {
        "products to 1e-6 of the spectral norm, median of 9 seeds": (
            f"{result['median_products']} (target 27), largest error {abs(own['largest_error']):.0e}"
        ),
        "the same: time relative to `scipy.sparse.linalg.svds` on the same operator, k=1, tol=1e-6": (
            f"{result['ratio_to_svds']:.2f} (target 0.6); with tol=1e-3 {against('scipy svds, tol=1e-3')}, "
            f"with PROPACK {against('scipy svds propack, tol=1e-3')}"
        ),
    }


def _scaling(result: dict[str, Any]) -> dict[str, str]:
    above = [x for axis in "Ld" for kind, x in result[axis]["above_forward"].items() if not kind.startswith("forward")]
    return {
        "exponents of the cost of products over L and d in 64..2048, above those of the forward pass": (
            f"{min(above):+.2f} to {max(above):+.2f} (target 0.15)"
        )
    }


def _proofs(result: dict[str, Any]) -> dict[str, str]:
    compared = result["compared"]
    names = {"attention W_V": "dF/dW_V", "attention W_Q": "dF/dW_Q", "attention QQ": "d2F/dW_Q2"}

    def listed(key: str) -> str:
        entries: Iterable[tuple[str, Any]] = ((names.get(n, n), r[key].get("seconds")) for n, r in compared.items())
        if all("not installed" in str(r[key].get("note")) for r in compared.values()):
            return "not installed, not measured"
        limit = result["limit_seconds"]
        return ", ".join(f"{n} {f'more than {limit} s' if s is None else f'{s:.1f} s'}" for n, s in entries)

    own = ", ".join(f"{names.get(n, n)} {r['derive_seconds']:.3f} s" for n, r in compared.items())
    count = len(result["median_seconds"])
    return {
        "proofs for all sizes": f"{own}; the slowest of {count} claims {result['largest_seconds']:.2f} s",
        "SymPy on the same, entry by entry at L=2, d_V=3, d_K=1": listed("sympy"),
        "tensorgrad on the same, which derives and does not compare": listed("tensorgrad"),
    }


def _audits(result: dict[str, Any]) -> dict[str, str]:
    def told(name: str) -> tuple[str, str, str]:
        figures = result[name]
        work = figures["work_seconds"]
        split = f"{work['identities']:.0f} s of work are identities, {work['bounds']:.0f} s bounds"
        return f"{figures['wall_seconds']:.1f} s", split, f"at most {figures['largest_process_MiB']:,} MiB a process"

    found: dict[str, str] = {}
    for effort, targets in (("quick", "80 s and 180 s"), ("normal", "720 s for the bounds")):
        if f"all five, {effort}" not in result:
            continue
        wall, split, memory = told(f"all five, {effort}")
        found[f"audit of all five papers, {effort}"] = f"{wall}, {memory}; {split} (targets {targets} on two cores)"
    wall, split, memory = told("curvature_gap, quick")
    found["audit of `curvature_gap`, quick"] = f"{wall}, {memory}; {split}"
    wall, _, memory = told("first-order identities, quick")
    found["its first-order identities alone, quick"] = f"{wall} (target 20 s), {memory} (target 1,024)"
    wall, _, _ = told("curvature_gap, quick, unchanged")
    found["`curvature_gap` again, nothing changed: results kept, certificates checked again"] = f"{wall} (target 2 s)"
    return found


def _full(result: dict[str, Any]) -> str:
    papers = {name.split(",")[0]: one for name, one in result.items() if name.endswith(", full")}
    one_by_one = ", ".join(
        f"`{name}` {one['wall_seconds']:.0f} s, {one['largest_process_MiB']:,} MiB" for name, one in papers.items()
    )
    wall, errors, claims, agree, differ = (
        sum(one[key] for one in papers.values()) for key in ("wall_seconds", "errors", "claims", "agree", "differ")
    )
    return (
        f"{wall:.0f} s: {one_by_one} (largest process); {errors} errors; of {claims} claims {agree} agree there and {differ} "
        "differ (both sides compared without a Jacobian), the others are inequalities, or say why not"
    )


def written(text: str) -> str:
    """The README with its table's rows replaced by those of the results; rows of other commands stay."""
    new = {what: f"| {what} | {command} | {figure} |" for what, (command, figure) in rows().items()}
    lines = text.split("\n")
    places = {line.split(" | ")[0][2:]: k for k, line in enumerate(lines) if line.startswith("| ") and " | " in line}
    missing = [what for what in new if what not in places]
    if missing:
        raise SystemExit(f"README.md has no row {missing[0]!r}")
    for what, line in new.items():
        lines[places[what]] = line
    return "\n".join(lines)


if __name__ == "__main__":
    README.write_text(written(README.read_text(encoding="utf-8")), encoding="utf-8")
