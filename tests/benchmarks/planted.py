"""Planted false bounds: true inequalities with attained constants, made false by a margin; how many does the search find?

    python -m tests.benchmarks.planted [margin ...]      # writes results/planted.json

Every claim is ``small <= (1 - margin) large`` where ``small <= large`` is sharp. Counted are those found in floating
point, certified in exact or ball arithmetic, and accepted by the independent checker, with the entries of the inputs.
"""

from __future__ import annotations

import importlib.util
import json
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from derive.fraction import Fraction

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT)]

from derive import build
from derive.certificate import write_certificate
from derive.core import Problem, Rel
from derive.errors import DeriveError
from derive.exact.certification.certify import certify
from numeric.search.search import candidates, search
from proofs.recheck import recheck
from tests.benchmarks.measure import machine

HERE = Path(__file__).resolve().parent
MARGINS = ("1/5", "1/50", "1/500")
NOT_SHARP = ("softmax max", "softmax F", "softmax 2", "below sizes", "rank")
"""Suprema that are only approached, and inequalities without equality at most sizes."""


def _source() -> Any:
    path = HERE.parent / "bounds" / "test_true_inequalities.py"
    spec = importlib.util.spec_from_file_location("true_inequalities", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def planted(margin: str) -> dict[str, Problem]:
    """Return the false claims of one margin."""
    source = _source()
    factor = build.const(1 - Fraction(margin))
    found = {}
    for name in source.CLAIMS:
        if not name.startswith(NOT_SHARP):
            true = source.posed("<=", name)
            assert isinstance(true.goal, Rel)
            found[name] = replace(true, goal=Rel("<=", true.goal.lhs, build.scale(factor, true.goal.rhs)))
    return found


def attempt(name: str, problem: Problem, effort: str, folder: Path) -> dict[str, Any]:
    """Search, certify and recheck one planted claim."""
    start = time.process_time()
    row: dict[str, Any] = {"name": name, "found": False, "certified": False, "rechecked": False}
    try:
        result = search(problem, effort=effort)
        row["ratio"], row["found"] = round(result.best_ratio, 9), result.violated
        for point in candidates(result, limit=8):
            violation = certify(problem, point)
            if violation is not None:
                path = folder / f"{len(list(folder.iterdir()))}.json"
                write_certificate(problem, point, violation, claim_id="planted", latex=name, path=path)
                verdict = recheck(path)
                row |= {"certified": True, "rechecked": verdict.accepted}
                if not verdict.accepted:
                    row["reason"] = verdict.reason
                row["entries"] = sum(len(m) * len(m[0]) for m in point.inputs.values())
                break
    except DeriveError as error:
        row["reason"] = str(error)
    row["seconds"] = round(time.process_time() - start, 2)
    return row


def run(margins: tuple[str, ...], effort: str = "normal") -> dict[str, Any]:
    """Return the shares per margin with all rows."""
    report: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        for margin in margins:
            rows = [attempt(name, problem, effort, Path(folder)) for name, problem in planted(margin).items()]
            report[margin] = {key: sum(r[key] for r in rows) for key in ("found", "certified", "rechecked")} | {
                "claims": len(rows),
                "smallest": min((r["entries"] for r in rows if "entries" in r), default=None),
                "rows": rows,
            }
    return report


def main() -> None:
    report = run(tuple(sys.argv[1:]) or MARGINS)
    written = {"machine": machine(), **report}
    (HERE / "results" / "planted.json").write_text(json.dumps(written, indent=1) + "\n")
    for margin, shares in report.items():
        print(
            margin,
            {k: v for k, v in shares.items() if k != "rows"},
            "missed:",
            [r["name"] for r in shares["rows"] if not r["rechecked"]],
        )


if __name__ == "__main__":
    main()
