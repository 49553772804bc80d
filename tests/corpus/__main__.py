r"""What is shown of the true statements of the corpus, and of their false neighbors: ``python -m tests.corpus [--neighbors]``.

Every statement is judged at quick; prints what is proved, cited, holds by rules, is exact, or is not shown, by field, with the seconds.
``--neighbors`` judges the false ones: each has to be refuted by a certificate, which shows that it is false, and none may hold.
``--only WORD ...`` takes those with all these words, ``--list`` names what is not shown, ``--out FILE`` keeps a line for each.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter, defaultdict
from pathlib import Path

from tests.benchmarks.measure import table
from tests.corpus.statements import Statement, statements
from tests.judged import judged

KINDS = ("proved", "cited", "exact", "by rules", "not shown")


def said(one: Statement, neighbor: bool, folder: Path) -> tuple[str, str, float]:
    """Return verdict, strength and seconds of a statement or its neighbor; what cannot be read is refused."""
    start = time.perf_counter()
    try:
        result = judged(one.false if neighbor else one.true, one.told if neighbor else one.given, folder)
    except Exception as reason:  # noqa: BLE001
        return "refused", f"{type(reason).__name__}: {str(reason)[:80]}", time.perf_counter() - start
    why = result.message[:80] if result.verdict in ("undecided", "ambiguous") else result.strength
    return result.verdict, why, time.perf_counter() - start


def kind_of(verdict: str, strength: str) -> str:
    """Return under which heading a verdict of a true statement is counted."""
    return (strength if strength in KINDS else "by rules") if verdict == "holds" else "not shown"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--neighbors", action="store_true", help="judge the false ones")
    parser.add_argument("--only", nargs="+", default=[], metavar="WORD", help="those with all these words")
    parser.add_argument("--list", action="store_true", help="name what is not shown")
    parser.add_argument("--out", type=Path, metavar="FILE", help="keep a line for each")
    options = parser.parse_args()
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    times: dict[str, float] = defaultdict(float)
    lines, bad = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for one in statements():
            formula, given = (one.false, one.told) if options.neighbors else (one.true, one.given)
            text = f"{one.field} | {given} | {formula}"
            if not all(word in text for word in options.only):
                continue
            verdict, strength, seconds = said(one, options.neighbors, Path(folder))
            kind = verdict if options.neighbors else kind_of(verdict, strength)
            bad += verdict == "holds" if options.neighbors else verdict == "refuted"
            counts[one.field][kind] += 1
            times[one.field] += seconds
            lines.append(f"{kind}\t{verdict}\t{strength}\t{seconds:.1f}\t{text}")
            if options.list and kind in ("not shown", *(() if not options.neighbors else {*counts[one.field]} - {"refuted"})):
                print(f"{verdict} ({strength}) {seconds:.1f} s  {text}", flush=True)
            if options.out:
                options.out.write_text("\n".join(lines) + "\n", encoding="utf-8")
    kinds = KINDS if not options.neighbors else tuple(sorted({k for c in counts.values() for k in c}))
    counts["all"] = sum(counts.values(), Counter())
    times["all"] = sum(times.values())
    rows = [[f, c.total(), *(c[k] or "" for k in kinds), f"{times[f]:.0f}"] for f, c in counts.items()]
    print(table(["field", "statements", *kinds, "seconds"], rows))
    print(f"{'false ones that hold' if options.neighbors else 'true ones that are refuted'}: {bad}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
