"""Known inequalities are shown by the norm rules, their false neighbors are not, and some of these are judged whole."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from tests.bounds import known
from tests.judged import judged, proved

TABLES = [import_module(f"{known.__name__}.{table.name}") for table in iter_modules(known.__path__)]
JUDGED = 3  # false claims of each table


@pytest.mark.parametrize(("given", "claim"), [row for table in TABLES for row in table.TRUE])
def test_known_bounds_are_shown(given: str, claim: str) -> None:
    assert proved(given, claim)


@pytest.mark.parametrize(("given", "claim"), [row for table in TABLES for row in table.FALSE])
def test_false_neighbors_are_not_shown(given: str, claim: str) -> None:
    assert not proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"), [row for table in TABLES for row in table.FALSE[:: max(1, len(table.FALSE) // JUDGED)]]
)
def test_false_neighbors_do_not_hold(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict != "holds"
