"""Whole audits, cold, as a user runs them: ``python -m tests.benchmarks.audits [--normal]``, which writes results/audits.json.

With ``--full`` the papers are audited at their full sizes instead, which takes ten minutes; that writes results/full.json.

Each is a command of its own in an empty folder, on all cores. Measured are the time on the wall, the processor seconds that the
claims took together, by their kinds, and the largest process. Nothing else should run on the machine.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT)]

from proofs.reading.reader import read_paper
from tests.benchmarks.measure import RESULTS, machine

PAPERS = (
    "curvature_gap",
    "attention_distribution",
    "spectral_conditioning",
    "attention_spectral_bound",
    "attention_spectra",
)
BOUNDS = ("bound", "equality-of-norms", "rank", "spectrum", "limit", "asymptotic", "implication")
FIRST_ORDER = (
    "Section 3",
    "Section 4.2",
    "Appendix B",
    "Lemma 1",
    "Lemma 3",
    "Theorem 2",
    "Theorem 4",
    "Appendix C.2",
    "Appendix C.4",
)
"""Where curvature_gap says what its first-order matrix calculus is: definitions, properties, propositions and two theorems."""


def first_order(told: Iterable[dict[str, Any]]) -> list[str]:
    """Return the ids of the identities of `FIRST_ORDER` that are no bounds or second derivatives."""
    places = {c.id: c.where for c in read_paper(ROOT / "proofs" / "papers" / "curvature_gap.md").claims}

    def stands(place: str) -> bool:
        return any(place == p or place.startswith((f"{p},", f"{p}.", f"{p} ")) for p in FIRST_ORDER)

    return [c["id"] for c in told if stands(places[c["id"]]) and c["kind"] not in (*BOUNDS, "hessian")]


def audited(folder: Path, *arguments: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Run one audit; return its figures and the claims that it judged."""
    out = folder / "result.json"
    command = [sys.executable, "-m", "proofs.cli", "audit", *arguments, "--exit-zero", "-q", "--json", str(out)]
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
    start = time.perf_counter()
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 3):  # claims that end as errors are counted
        raise SystemExit(f"derive audit ended with exit code {process.returncode}")
    claims = [c for paper in json.loads(out.read_text(encoding="utf-8"))["papers"] for c in paper["claims"]]
    bounds = sum(c["seconds"] for c in claims if c["kind"] in BOUNDS)
    work = sum(c["seconds"] for c in claims)
    figures = {
        "wall_seconds": round(wall, 1),
        "work_seconds": {"identities": round(work - bounds, 1), "bounds": round(bounds, 1)},
        "largest_process_MiB": round(usage.ru_maxrss / 1024),
        "errors": sum(c["verdict"] == "error" for c in claims),
    }
    return figures, claims


def measure(normal: bool) -> dict[str, Any]:
    """Audit curvature_gap (whole, again, its first-order part) and all five papers; these at the effort ``normal``, too, if asked."""
    found: dict[str, Any] = {}
    first, quick = PAPERS[0], ("--effort", "quick")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        found[f"{first}, quick"], claims = audited(folder, first, *quick, "--fresh")
        found[f"{first}, quick, unchanged"], _ = audited(folder, first, *quick)
        ids = first_order(claims)
        told, _ = audited(folder, first, *quick, "--fresh", "--only", ",".join(ids))
        found["first-order identities, quick"] = {**told, "claims": len(ids)}
        for effort in ("quick", "normal") if normal else ("quick",):
            found[f"all five, {effort}"], _ = audited(folder, *PAPERS, "--effort", effort, "--fresh")
    return found


def measure_full() -> dict[str, Any]:
    """Audit each paper at its full sizes; tell for how many claims both sides were compared there, and why not for others."""
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as temporary:
        for paper in PAPERS:
            told, claims = audited(Path(temporary), paper, "--effort", "quick", "--full", "--fresh")
            words = [[e for e in c["evidence"] if e["detail"].get("full")] for c in claims]
            told["agree"] = sum(any(e["outcome"] == "agree" for e in one) for one in words)
            told["differ"] = sum(any(e["outcome"] == "disagree" for e in one) for one in words)
            told["claims"] = len(claims)
            found[f"{paper}, full"] = told
            print(f"{paper}: {told}", flush=True)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.audits", description=__doc__)
    parser.add_argument("--normal", action="store_true", help="all five at the effort normal, too: ten minutes more")
    parser.add_argument("--full", action="store_true", help="at the full sizes of the papers, and nothing else")
    options = parser.parse_args()
    before, name = machine(), "full" if options.full else "audits"
    result = measure_full() if options.full else measure(options.normal)
    RESULTS.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"benchmark": name, "machine": {**before, "threads": "one a process"}, **result}, indent=1)
    (RESULTS / f"{name}.json").write_text(text + "\n", encoding="utf-8")
    for name, told in result.items():
        work = told["work_seconds"]
        print(
            f"{name:40} {told['wall_seconds']:7.1f} s, {work['identities']:.1f} s of identities and {work['bounds']:.1f} s of "
            f"bounds, at most {told['largest_process_MiB']} MiB, {told['errors']} errors",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
