"""The corpus is what it says: many true statements with a source, each with a neighbor that is another claim; a few are judged."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.corpus.__main__ import kind_of, said
from tests.corpus.statements import FILE, statements

ALL = list(statements())


def test_there_are_at_least_three_hundred_pairs_with_sources() -> None:
    assert len(ALL) >= 300
    assert all(one.field and one.source and one.given for one in ALL)
    assert len({(one.given, one.true) for one in ALL}) == len(ALL)
    assert all((one.given, one.true) != (one.told, one.false) for one in ALL)


def test_a_statement_without_a_neighbor_is_no_corpus(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    lone = tmp_path / "lone.txt"
    lone.write_text(FILE.read_text(encoding="utf-8") + "\n+ 1 = 1\n", encoding="utf-8")
    monkeypatch.setattr("tests.corpus.statements.FILE", lone)
    with pytest.raises(ValueError, match="stand together"):
        list(statements())


@pytest.mark.parametrize("one", ALL[7::100], ids=lambda one: one.true)
def test_some_are_judged(one, tmp_path: Path) -> None:
    verdict, strength, _ = said(one, False, tmp_path)
    assert kind_of(verdict, strength) != "not shown"
    assert said(one, True, tmp_path)[0] == "refuted"
