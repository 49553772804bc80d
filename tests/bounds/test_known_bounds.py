"""Known inequalities are shown by the norm rules, and their false neighbors are not; `tests/pins` judges all of them whole."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

import pytest

from tests.bounds import known
from tests.judged import proved

TABLES = [import_module(f"{known.__name__}.{table.name}") for table in iter_modules(known.__path__)]
EACH = 3  # every so many false claims of a table are asked for; all of them are pinned


@pytest.mark.parametrize(("given", "claim"), [row for table in TABLES for row in table.TRUE])
def test_known_bounds_are_shown(given: str, claim: str) -> None:
    assert proved(given, claim)


@pytest.mark.parametrize(("given", "claim"), [row for table in TABLES for row in table.FALSE[::EACH]])
def test_false_neighbors_are_not_shown(given: str, claim: str) -> None:
    assert not proved(given, claim)
