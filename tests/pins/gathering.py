"""Lists the claims that the shipped papers, the tables and the tests state: ``python -m tests.pins --gather``."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from derive.language.scope.options import Options
from proofs.reading.reader import read_paper
from tests.pins import collecting
from tests.pins.pin import Json, Pin, named, of_papers, stated

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 4000
"""Letters; longer claims are made by programs, to see what the reader does with them."""
APART = (
    "tests/benchmarks", "tests/test_benchmarks.py", "tests/test_mutation.py", "tests/test_health.py", "tests/pins",
    "tests/proofs/test_hostile.py", "tests/redteam/test_random_claims.py", "tests/proofs/test_delivery.py",
)  # fmt: skip
"""Tests that state no claims of their own."""


def gathered() -> list[Pin]:
    """Return all claims that the repository knows, nothing found of any; this runs the tests twice, judging nothing.

    The second time the tests that failed are run with the opposite answers, so that none ends at its first claim.
    """
    with tempfile.TemporaryDirectory(prefix="pins") as folder:
        for said, more in (("yes", ["-n", "2"]), ("no", ["--last-failed"])):
            command = [sys.executable, "-m", "pytest", "-p", collecting.__name__, "-q", "--tb=no", *more]
            command += ["-o", f"cache_dir={folder}/cache", *(f"--ignore={one}" for one in APART), "tests"]
            environment = {**os.environ, "DERIVE_WHOLE": "1", collecting.FOLDER: folder, collecting.SAID: said}
            subprocess.run(command, cwd=ROOT, env=environment, check=False)
        found = [*collected(Path(folder)), *of_conformance()]
        return [*(Pin(one, {}, {}) for one in of_papers()), *pins_of(found)]


def collected(folder: Path) -> Iterator[Json]:
    """Yield what the tests stated."""
    for path in sorted(folder.glob("*.jsonl")):
        yield from map(json.loads, path.read_text("utf-8").splitlines())


def of_conformance() -> Iterator[Json]:
    """Yield the claims of the file that holds one for every convention; a test judges them."""
    path = ROOT / "tests" / "conformance" / "good.paper.md"
    for claim in read_paper(path).claims:
        if claim.math:
            yield {"test": "tests/conformance/good.paper.md", "judged": True, **stated(claim)}


def pins_of(entries: Iterable[Json]) -> list[Pin]:
    """Return a pin for every claim that was stated; one that a test judges whole is said to be so."""
    found: dict[str, Pin] = {}
    usual = repr(Options())
    for entry in sorted(entries, key=lambda one: (not one.get("judged"), one["test"])):
        stated = {key: entry[key] for key in ("given", "claim", "settings") if key in entry}
        if len(json.dumps(stated)) > LONGEST or entry.get("options", usual) != usual or not stated["claim"]:
            continue
        pin = Pin(named(_group(entry["test"]), stated), stated, {}, bool(entry.get("judged")))
        found.setdefault(pin.id.split("/")[1], pin)
    return list(found.values())


def _group(test: str) -> str:
    """The group of a test: the folder that it stands in, or the tables that it reads."""
    parts = test.split("::", maxsplit=1)[0].split("/")
    if parts[-1] == "test_known_bounds.py":
        return "known"
    return parts[1] if len(parts) > 2 else "whole"
