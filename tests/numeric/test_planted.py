"""A seeded part of the planted false bounds: found, certified and accepted by the independent checker."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

PATH = Path(__file__).resolve().parents[1] / "benchmarks" / "planted.py"
spec = importlib.util.spec_from_file_location("planted", PATH)
assert spec is not None and spec.loader is not None
planted = importlib.util.module_from_spec(spec)
sys.modules["planted"] = planted
spec.loader.exec_module(planted)
NAMES = sorted(planted.planted("1/5"))[::6]


@pytest.mark.parametrize("margin", planted.MARGINS)
@pytest.mark.parametrize("name", NAMES)
def test_found_certified_and_accepted(name, margin, tmp_path):
    row = planted.attempt(name, planted.planted(margin)[name], "quick", tmp_path)
    assert row["found"] and row["certified"] and row["rechecked"], row
