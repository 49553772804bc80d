"""Where the time of a run went is told by folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.parts import WHOLE, Parts, is_drawn, part_of

ROOT = Path(__file__).resolve().parents[1]


def test_the_part_of_a_test_is_its_folder() -> None:
    assert part_of("tests/bounds/rules/test_sums.py::test_sum[a/b::c]") == "tests/bounds"
    assert part_of("tests/test_flows.py::test_flow") == "tests"
    assert part_of("test_flows.py::test_flow") == "."


def test_a_tenth_of_the_cases_is_drawn_unless_all_are() -> None:
    drawn = [is_drawn(f"tests/a.py::test[{k}]") for k in range(300)]
    assert all(drawn) if WHOLE else 15 < sum(drawn) < 45


def test_phases_of_a_test_are_added_and_it_is_counted_once() -> None:
    parts = Parts()
    for test, seconds in (("tests/a/b.py::x", 1.0), ("tests/a/b.py::x", 0.5), ("tests/c.py::y", 4.0)):
        parts.add(test, seconds)
    assert [line.split() for line in parts.table().splitlines()] == [
        ["tests", "1", "tests", "4.0", "s"],
        ["tests/a", "1", "tests", "1.5", "s"],
        ["all", "2", "tests", "5.5", "s"],
    ]


def test_a_run_over_processes_ends_with_the_table() -> None:
    tests = ["tests/language/lexing", "tests/test_fraction.py"]
    command = [sys.executable, "-m", "pytest", "-n", "2", "-p", "no:cacheprovider", *tests]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    table = run.stdout.split("seconds by part, over 2 processes")[1].splitlines()
    assert any(line.startswith("tests/language ") for line in table)
    assert any(line.startswith("all ") for line in table)
