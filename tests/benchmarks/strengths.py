"""What stands behind every claim of a fixed list that holds: ``python -m tests.benchmarks.strengths [--judge] [--list KIND]``.

The list is `fixed/holds.txt`: all claims of the five papers and of the textbook file that hold. Their strengths are those of the pins,
which `make pins` judges; `--judge` audits them anew at quick. `--list KIND` names those of a kind that hold by rules alone.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Mapping

from proofs.results.verdicts import STRENGTHS
from tests.benchmarks.measure import ROOT, table
from tests.pins.pin import read_pins

FIXED = ROOT / "tests" / "benchmarks" / "fixed" / "holds.txt"
BOOK = "textbook"


def listed() -> dict[str, str]:
    """Return the kinds of the claims of the list, by their names."""
    lines = FIXED.read_text(encoding="utf-8").splitlines()
    return dict(line.rsplit(" ", 1) for line in lines if line[0] != "#")


def pinned() -> dict[str, str]:
    """Return the strengths of the claims of papers that hold, as they are pinned."""
    return {pin.id: pin.found["strength"] for pin in read_pins() if pin.found.get("verdict") == "holds"}


def judged(names: Mapping[str, str]) -> dict[str, str]:
    """Return the strengths that an audit at quick finds now."""
    from proofs.auditing.auditor import audit
    from proofs.reading.options import AuditOptions, How

    papers = sorted({name.split(":")[0] for name in names})
    result = audit(papers, AuditOptions(how=How(effort="quick"), only=tuple(names), ledger=None))
    found = [(paper, claim) for paper, one in zip(papers, result.papers, strict=True) for claim in one.claims]
    return {f"{paper}:{claim.id}": claim.strength for paper, claim in found if claim.verdict == "holds"}


def report(kinds: Mapping[str, str], strengths: Mapping[str, str]) -> str:
    """Return a table of the shares by kind, the papers and the textbook file apart."""
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for name, kind in kinds.items():
        of = BOOK if name.startswith(f"{BOOK}:") else "five papers"
        for row in ((of, kind), (of, "all")):
            counts[row][strengths.get(name, "no longer holds")] += 1
    names = [*reversed(STRENGTHS), "no longer holds"]
    rows = [
        [of, kind, n.total(), *(f"{n[s]} ({n[s] / n.total():.0%})" if n[s] else "" for s in names)]
        for (of, kind), n in sorted(counts.items())
    ]
    return table(["of", "kind", "listed", *names], rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--judge", action="store_true", help="audit the claims anew (minutes)")
    parser.add_argument("--list", metavar="KIND", help="name the claims of a kind that hold by rules")
    options = parser.parse_args()
    kinds = listed()
    strengths = judged(kinds) if options.judge else pinned()
    print(report(kinds, strengths))
    for name in (k for k, kind in kinds.items() if kind == options.list and strengths.get(k) == STRENGTHS[0]):
        print(f"  {name}")


if __name__ == "__main__":
    main()
