"""Tampers with certificates; every one must be rejected for its reason."""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from proofs.recheck import recheck
from tests.benchmarks.measure import ROOT, table

sys.path.insert(0, str(ROOT / "tests" / "proofs"))
from tampering import tampered  # noqa: E402

ROUNDS = 5


def measure(quick: bool) -> dict[str, Any]:
    """Counts by kind of tampering, what was not rejected for its reason, and the seconds of the slowest."""
    ways: Counter[str] = Counter()
    missed, slowest = [], 0.0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "certificate.json")
        for case in tampered(seed=0, rounds=1 if quick else ROUNDS):
            path.write_text(case.text)
            start = time.perf_counter()
            found = recheck(path)
            slowest = max(slowest, time.perf_counter() - start)
            ways[case.how.split(": ")[1].split(" of ")[0]] += 1
            if found.accepted or not any(reason in found.reason for reason in case.reasons):
                missed.append([case.how, found.reason])
    counts = {"tampered": ways.total(), "ways": dict(sorted(ways.items())), "missed": missed}
    return {**counts, "slowest_seconds": round(slowest, 3)}


def report(result: dict[str, Any]) -> str:
    rows = [*result["ways"].items(), ["all", result["tampered"]], ["not rejected", len(result["missed"])]]
    return table(["tampering", "cases"], rows)
