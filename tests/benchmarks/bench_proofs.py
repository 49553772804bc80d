"""Times the all-sizes proofs: ``python tests/benchmarks/bench_proofs.py [OUT.json]`` writes them with the machine."""

from __future__ import annotations

import json
import os
import platform
import statistics
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "index")]

from index_claims import all_claims  # noqa: E402

from derive.core import Problem, Rel, SizeRules  # noqa: E402
from derive.index import prove  # noqa: E402

REPEATS = 5


def measure() -> dict[str, float]:
    """Median seconds per claim; every claim must be proved."""
    result = {}
    for claim in all_claims():
        problem = Problem((), (), claim.indices, (), SizeRules(), claim.hypotheses, Rel("=", claim.lhs, claim.rhs))
        times = []
        for _ in range(REPEATS):
            start = time.perf_counter()
            evidence = prove(problem)
            times.append(time.perf_counter() - start)
            if evidence.outcome != "agree":
                raise SystemExit(f"{claim.name} is not proved: {evidence.detail}")
        result[claim.name] = round(statistics.median(times), 5)
    return result


def processor() -> str:
    """The name of the processor."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    return next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), platform.processor())


def main() -> None:
    seconds = measure()
    report = {
        "machine": {
            "cpu": processor(),
            "cores": os.cpu_count(),
            "load": os.getloadavg()[0],
            "python": platform.python_version(),
        },
        "median_seconds": seconds,
    }
    text = json.dumps(report, indent=1)
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
