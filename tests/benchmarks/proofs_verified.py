"""Proof objects of a fixed list of equations: how many the independent verifier accepts, by kind, and how long it takes.

``python -m tests.benchmarks.proofs_verified [--every N]``: of every N-th equation; what has no object is named with the reason.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections import Counter
from collections.abc import Iterator
from typing import Any

from derive.core import Problem
from derive.errors import DeriveError
from proofs import verify
from proofs.judging.understand import understand
from proofs.proving.objects import proof_of
from proofs.reading.reader import read_paper
from proofs.reading.shipped import find_papers
from tests.benchmarks.measure import ROOT, clock, table

FIXED = ROOT / "tests" / "benchmarks" / "fixed" / "equations.txt"


def measure(every: int) -> dict[str, Any]:
    """Make the object of every equation, have its file verified again, and count."""
    listed = [line.rsplit(" ", 3) for line in FIXED.read_text(encoding="utf-8").splitlines() if line[0] != "#"]
    wanted = {(paper, claim, int(link)): kind for paper, claim, link, kind in (listed[::every])}
    accepted, reasons, seconds, sizes = Counter[str](), {}, [], []
    base = verify.read_base()
    for place, problem in _problems(wanted):
        found = proof_of(problem, claim_id=place[1]) if problem is not None else None
        if found is None or found.data is None:
            reasons[" ".join(map(str, place))] = "no problem" if found is None else found.reason
            continue
        start = clock()
        assert verify.verify_data(found.data, base).accepted
        seconds.append(clock() - start)
        sizes.append(len(json.dumps(found.data)))
        accepted[wanted[place]] += 1
    kinds = {kind: {"accepted": accepted[kind], "all": n} for kind, n in sorted(Counter(wanted.values()).items())}
    return {
        "kinds": kinds,
        "accepted": sum(accepted.values()),
        "all": len(wanted),
        "median_seconds": round(statistics.median(seconds), 4),
        "largest_seconds": round(max(seconds), 3),
        "median_bytes": int(statistics.median(sizes)),
        "largest_bytes": max(sizes),
        "without": reasons,
    }


def _problems(wanted: dict[tuple[str, str, int], str]) -> Iterator[tuple[tuple[str, str, int], Problem | None]]:
    for paper in dict.fromkeys(place[0] for place in wanted):
        claims = {claim.id: claim for claim in read_paper(find_papers(paper)[0]).claims}
        for place in (p for p in wanted if p[0] == paper):
            try:
                (reading,) = understand(claims[place[1]])
                typed = reading.links[place[2] - 1].typed
            except (DeriveError, KeyError, IndexError, ValueError):
                typed = None
            yield place, None if typed is None else typed.problem


def report(result: dict[str, Any]) -> str:
    rows = [[kind, n["accepted"], n["all"], f"{n['accepted'] / n['all']:.0%}"] for kind, n in result["kinds"].items()]
    rows.append(["all", result["accepted"], result["all"], f"{result['accepted'] / result['all']:.0%}"])
    times = f"verified in {result['median_seconds']} s (median), at most {result['largest_seconds']} s"
    sizes = f"{result['median_bytes']} bytes (median), at most {result['largest_bytes']}"
    return table(["kind", "accepted", "listed", "share"], rows) + f"\n\n{times}; {sizes}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="look at every N-th equation of the list only")
    result = measure(parser.parse_args().every)
    print(report(result))
    for place, reason in result["without"].items():
        print(f"  {place}: {reason}")


if __name__ == "__main__":
    main()
