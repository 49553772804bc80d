"""What every benchmark shares: the clock, calls that take turns, the machine, tables."""

from __future__ import annotations

import math
import os
import platform
import statistics
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
RESULTS = Path(__file__).parent / "results"
THREADS = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMEXPR_NUM_THREADS")


WARM = 2  # calls before the one that is timed


def clock() -> float:
    """Seconds of this process's processor time: with one thread, waiting for a busy machine does not count."""
    return time.process_time()


def interleaved(calls: Mapping[str, Callable[[], Any]], repeats: int) -> dict[str, dict[str, float]]:
    """Median and minimum in milliseconds; the calls take turns, so that a busy machine disturbs all alike."""
    times: dict[str, list[float]] = {name: [] for name in calls}
    for call in calls.values():
        call()
        call()
    for _ in range(repeats):
        for name, call in calls.items():
            for _ in range(WARM):  # no call pays for what the one before left in the caches
                call()
            start = clock()
            call()
            times[name].append((clock() - start) * 1e3)
    return {n: {"median_ms": round(statistics.median(t), 4), "min_ms": round(min(t), 4)} for n, t in times.items()}


def timed(call: Callable[[], Any]) -> tuple[Any, float]:
    """The result of a call and its seconds."""
    start = clock()
    result = call()
    return result, clock() - start


def slope(points: Iterable[tuple[float, float]]) -> float:
    """The exponent of the power law through (size, time) by least squares on logarithms."""
    xs, ys = zip(*((math.log(x), math.log(y)) for x, y in points), strict=True)
    x, y = statistics.fmean(xs), statistics.fmean(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / sum((a - x) ** 2 for a in xs)


def cpu_name() -> str:
    """The processor's name as the system gives it."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = (line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())


def machine() -> dict[str, Any]:
    """What a figure must be read with: processor, threads, versions and how busy the machine is now."""
    import importlib.metadata as metadata

    versions = {}
    for name in ("torch", "numpy", "scipy", "sympy", "python-flint", *PEERS.values()):
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            versions[name] = "not installed"
    return {
        "cpu": cpu_name(),
        "cores": os.cpu_count(),
        "threads": int(os.environ.get(THREADS[0], "0")) or "all",
        "load": [round(x, 2) for x in os.getloadavg()],
        "python": platform.python_version(),
        "versions": versions,
    }


# import name -> name of the package
PEERS = {
    "curvlinops": "curvlinops-for-pytorch",
    "linear_operator": "linear_operator",
    "cola": "cola-ml",
    "tensorgrad": "tensorgrad",
}
MISSING = "not installed"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table."""
    lines = [[str(c) for c in row] for row in (head, *rows)]
    widths = [max(len(line[k]) for line in lines) for k in range(len(head))]
    lines.insert(1, ["-" * w for w in widths])
    return "\n".join("| " + " | ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)) + " |" for line in lines)
