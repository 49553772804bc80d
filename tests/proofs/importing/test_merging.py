"""Importing again keeps what a user edited, removed and added, and takes over what changed in the source."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.cli import main
from proofs.importing.importer import import_tex
from proofs.importing.merging import merged
from proofs.reading.reader import read_text

ONE = r"\[ \operatorname{tr}(A B) = \operatorname{tr}(B A) \]"
TWO = r"\[ (A B)^\top = B^\top A^\top \]"
THREE = r"\[ \det(A B) = \det(A) \det(B) \]"


def made(*displays: str) -> str:
    return import_tex("\n\n".join(displays), infer=True).text


def statements(text: str) -> list[str]:
    return [claim.statement for claim in read_text(text, "made.md").claims]


def test_what_nobody_edited_is_what_the_source_says_now() -> None:
    base = made(ONE, TWO)
    new = made(THREE, TWO)
    assert merged(new, base, base).text == new and not merged(new, base, base).kept


def test_an_edited_declaration_stays_where_lines_move() -> None:
    base = made(ONE, TWO)
    edited = base.replace(r"A \in \mathbb{R}^{n \times m}", r"A \in \mathbb{R}^{3 \times m}", 1)
    assert edited != base
    result = merged(made("Text.", THREE, ONE, TWO), edited, base)
    assert result.kept == 1 and result.text.count(r"\mathbb{R}^{3 \times m}") == 1
    assert len(statements(result.text)) == 3


def test_what_the_user_removed_stays_away_and_what_was_added_stays() -> None:
    base = made(ONE, TWO)
    start = base.index("## equation-2")
    old = base[:start] + "## mine: my own\n```math given\nx \\in \\mathbb{R}\n```\n```math\nx = x\n```\n"
    result = merged(made(ONE, TWO, THREE), old, base)
    assert [s.strip() for s in statements(result.text)][1:] == ["x = x", r"\det(A B) = \det(A) \det(B)"]


def test_without_the_last_import_all_of_the_file_is_the_user_s() -> None:
    edited = made(ONE).replace(r"A \in \mathbb{R}^{n \times m}", r"A \in \mathbb{R}^{3 \times m}", 1)
    assert r"\mathbb{R}^{3 \times m}" in merged(made(ONE, TWO), edited, None).text


def test_an_edited_claim_that_left_the_source_is_kept_and_told() -> None:
    base = made(ONE, TWO)
    edited = base.replace("## equation-2: equation\n", "## equation-2: equation\nexpect: holds\n")
    result = merged(made(ONE), edited, base)
    assert result.gone == ("equation-2: equation",) and "expect: holds" in result.text


@pytest.fixture(name="folder")
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_source_is_audited_in_one_go_and_again_with_edits(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = folder / "notes.tex"
    source.write_text(ONE + "\n\n" + r"\[ x = \unknown{y} \]", encoding="utf-8")
    assert main(["audit", "notes.tex", "--jobs", "1"]) == 2  # one formula cannot be read
    out = capsys.readouterr().out
    assert "2 claims: 1 could not be read, 1 judged: 1 holds" in out and r"1 claim: Unknown command \unknown" in out
    paper = folder / "notes.paper.md"
    paper.write_text(
        paper.read_text()
        .replace(r"x = \unknown{y}", "x = x")
        .replace("## equation-2: equation\n", "## equation-2: equation\n\n```math given\nx \\in \\mathbb{R}\n```\n")
    )
    source.write_text(ONE + "\n\n" + TWO, encoding="utf-8")
    assert main(["audit", "notes.tex", "--jobs", "1"]) == 0
    assert "3 claims read, 3 judged: 3 holds" in capsys.readouterr().out
