"""Pinning writes one line per claim, where the reader will read it, and leaves everything else of the file as it is."""

import stat
from pathlib import Path

import pytest

from proofs.reading.paper import BadPaper
from proofs.reading.reader import read_paper, read_text
from proofs.results.pin import pin, pin_text
from proofs.results.schema import Audit, ClaimResult, PaperResult

MATH = "```math\nA = A\n```\n"


def result(verdict: str, statement: str = "A = A", name: str = "c") -> ClaimResult:
    return ClaimResult(name, "", "", "identity", statement, statement, verdict, "proved")


def pinned(path: Path, verdict: str = "refuted", **rest: str) -> list[str]:
    return pin(Audit("1", 0, (), (PaperResult(str(path), (result(verdict, **rest),)),)))


BEFORE = [
    f"## c: t\n{MATH}",
    f"## c: t\n  expect  :holds\n{MATH}",
    f"## c: t\n<!-- a comment -->\nexpect: holds\nwhere: p. 2\n{MATH}",
    f"## c: t\nwhere: p. 2\n<!-- a\ncomment -->\nuses: c\n{MATH}",
    f"## c: one\u2028two\x0cthree\n{MATH}",
    f"<!--\n## c: t\n-->\n## c: t\n{MATH}",
    f"---\nsource: |\n  ## c: t\n  expect: holds\n---\n## c: t\n{MATH}",
    f"~~~\n```\n~~~\n## c: t\n{MATH}",
    f"````\n```\n## c: no\n````\n## c: t\n{MATH}",
    f"## b: u\n{MATH}## c: t\nexpect:\tholds  \n{MATH}## cc: v\nexpect: holds\n{MATH}",
    "## c: t\nwhere: here\nnot-checkable: measured",
    "## c: t\nnot-checkable: measured\n<!-- x -->",
]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("text", BEFORE)
def test_the_reader_reads_what_is_pinned_and_nothing_else_changes(
    text: str, mark: str, ending: str, tmp_path: Path
) -> None:
    path = tmp_path / "p.md"
    before = (mark + text).replace("\n", ending)
    path.write_bytes(before.encode())
    claims = {c.id: c for c in read_paper(path).claims}
    assert pinned(path, statement=claims["c"].statement) == [f"{path}: c: expect: refuted"]
    after = path.read_bytes().decode()
    there = {c.id: c.expect for c in read_paper(path).claims}
    assert there == {name: "refuted" if name == "c" else c.expect for name, c in claims.items()}
    old, new = before.split(ending), after.split(ending)
    assert [line for line in old if "expect" not in line] == [line for line in new if "expect" not in line]
    assert len(new) - len(old) == (claims["c"].expect is None)
    assert ending != "\r" or "\n" not in after
    assert pinned(path, statement=claims["c"].statement) == ["nothing to pin: every claim has its verdict already"]


def test_a_link_stays_a_link_and_a_file_keeps_its_mode(tmp_path: Path) -> None:
    path, link = tmp_path / "p.md", tmp_path / "link.md"
    path.write_text(f"## c: t\n{MATH}")
    path.chmod(0o750)
    link.symlink_to(path)
    pinned(link)
    assert link.is_symlink() and "expect: refuted" in path.read_text()
    assert stat.S_IMODE(path.stat().st_mode) == 0o750
    assert sorted(p.name for p in tmp_path.iterdir()) == ["link.md", "p.md"]


def test_a_claim_that_was_edited_since_is_not_pinned(tmp_path: Path) -> None:
    path = tmp_path / "p.md"
    path.write_text(f"## c: t\n{MATH}")
    assert pinned(path, statement="A = 2A") == [f"{path}: c: not pinned: it was edited since it was judged"]
    path.write_text("## c: t\n")
    assert "not pinned: the claim `c` has no claim block" in pinned(path)[0]
    assert path.read_text() == "## c: t\n"


def test_nothing_is_said_of_claims_that_were_not_judged() -> None:
    assert pin(Audit("1", 0, ("p.md:1: bad",), ())) == ["nothing to pin"]
    assert pin(Audit("1", 0, (), ())) == ["nothing to pin"]


def test_a_text_that_is_refused_is_not_pinned() -> None:
    with pytest.raises(BadPaper):
        pin_text("## c: t\nexpect: holds\nexpect: holds\n", {"c": "holds"})
    assert read_text(pin_text(f"## c: t\n{MATH}", {"c": "holds"})[0], "").claims[0].expect == "holds"
