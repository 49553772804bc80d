"""Tampers with certificates: ``python tests/benchmarks/bench_tampering.py [OUT.json]``; every one must be rejected."""

from __future__ import annotations

import json
import os
import platform
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "proofs")]

from tampering import tampered  # noqa: E402

from proofs.recheck import recheck  # noqa: E402

ROUNDS = 5


def measure() -> dict[str, object]:
    """Counts by kind of tampering, what was not rejected for its reason, and the seconds of the slowest."""
    ways: Counter[str] = Counter()
    missed, slowest = [], 0.0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "certificate.json")
        for case in tampered(seed=0, rounds=ROUNDS):
            path.write_text(case.text)
            start = time.perf_counter()
            report = recheck(path)
            slowest = max(slowest, time.perf_counter() - start)
            ways[case.how.split(": ")[1].split(" of ")[0]] += 1
            if report.accepted or not any(reason in report.reason for reason in case.reasons):
                missed.append([case.how, report.reason])
    counts = {"tampered": ways.total(), "ways": dict(sorted(ways.items())), "missed": missed}
    return {**counts, "slowest_seconds": round(slowest, 3)}


def main() -> None:
    machine = {"cores": os.cpu_count(), "python": platform.python_version(), "load": round(os.getloadavg()[0], 1)}
    text = json.dumps({"machine": machine, **measure()}, indent=1)
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
