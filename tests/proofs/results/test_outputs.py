"""Files that a command writes or reads: nothing of the user's is lost, nothing hangs, what has no effect is said."""

import json
import os
import threading
from pathlib import Path

import pytest

from proofs.cli import main
from proofs.files import write_text

PAPER = "```math given\nA \\in \\mathbb{R}^{n \\times n}, n \\ge 4\n```\n## a: t\n```math\nA = A\n```\n## b: t\nuses: a\n```math\nA + A = 2A\n```\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.md").write_text(PAPER)
    return tmp_path


def audited(*arguments, paper="p.md"):
    return main(["audit", paper, "--effort", "quick", "--jobs", "1", *arguments])


@pytest.mark.parametrize("option", ["--json", "--junit"])
@pytest.mark.parametrize("name", ["p.md", "./p.md", "link.md", "hard.md", "notes.txt", "sub/../p.md"])
def test_no_paper_and_no_other_file_is_overwritten(folder, capsys, option, name):
    (folder / "sub").mkdir()
    (folder / "link.md").symlink_to("p.md")
    os.link("p.md", "hard.md")
    (folder / "notes.txt").write_text("my notes")
    assert audited(option, name) == 2
    assert "would be lost" in capsys.readouterr().err
    assert (folder / "p.md").read_text() == PAPER and (folder / "notes.txt").read_text() == "my notes"
    assert not (folder / ".derive").exists()  # refused before any time is spent


def test_the_papers_of_a_folder_are_not_overwritten_either(folder, capsys):
    assert audited("--json", "p.md", paper=".") == 2
    assert "would be lost" in capsys.readouterr().err


def test_two_results_need_two_files(folder, capsys):
    assert audited("--json", "r.x", "--junit", "./r.x") == 2
    assert "name two files" in capsys.readouterr().err and not (folder / "r.x").exists()


def test_results_replace_results_and_keep_mode_and_links(folder):
    (folder / "real.json").write_text("{}")
    (folder / "real.json").chmod(0o600)
    (folder / "r.json").symlink_to("real.json")
    (folder / "r.xml").write_text("")
    assert audited("--json", "r.json", "--junit", "r.xml", "--only", "a") == 0
    assert (folder / "r.json").is_symlink() and json.loads((folder / "real.json").read_text())["schema"] == 1
    assert (folder / "real.json").stat().st_mode & 0o777 == 0o600
    assert (folder / "r.xml").read_text().startswith("<?xml")


def test_what_is_no_regular_file_is_written_to(folder):
    os.mkfifo("pipe")
    heard = []
    reader = threading.Thread(target=lambda: heard.append(Path("pipe").read_text()))
    reader.start()
    write_text(Path("pipe"), "{}")
    reader.join(timeout=60)
    assert heard == ["{}"] and (folder / "pipe").is_fifo()


@pytest.mark.parametrize("paper", [".", "pipe.md", "loop.md", "lost.md"])
def test_pipes_and_circles_of_links_are_refused(folder, capsys, paper):
    os.mkfifo("pipe.md")
    (folder / "loop.md").symlink_to("loop.md")
    (folder / "lost.md").symlink_to("nowhere.md")
    assert audited("--only", "a", paper=paper) == 2
    told = capsys.readouterr().err
    assert "Traceback" not in told
    if paper in (".", "pipe.md"):
        assert "pipe.md: this is a pipe or a device, not a paper file" in told
    if paper == ".":
        assert "loop.md: the file cannot be read" in told and "lost.md: there is no such file" in told


@pytest.mark.parametrize("only", ["", ",", " , "])
def test_only_must_name_a_claim(folder, capsys, only):
    assert audited("--only", only) == 2
    assert "--only names no claim" in capsys.readouterr().err


def test_sizes_of_no_claim_are_refused(folder, capsys):
    assert audited("--sizes", "n=5,q=3") == 2
    assert "--sizes: no claim that is judged has the size `q`; there are n" in capsys.readouterr().err
    assert audited("--sizes", "n=5") == 0


def test_sizes_that_contradict_what_is_given_are_said(folder, capsys):
    assert audited("--sizes", "n=2", "--only", "b", "--json", "r.json") == 0
    (found,) = json.loads((folder / "r.json").read_text())["papers"][0]["claims"]
    assert found["notes"][-1] == "the sizes n = 2 that were asked for do not fit what is given, and are not used"
    assert audited("--sizes", "n=4", "--only", "b", "--json", "r.json") == 0
    (found,) = json.loads((folder / "r.json").read_text())["papers"][0]["claims"]
    assert not any("asked for" in note for note in found["notes"])


def test_what_has_no_effect_is_said(folder, capsys):
    (folder / "q.md").write_text(f"---\nsmall: [{{q: 7, n: 4}}]\n---\n{PAPER}")
    assert audited("--full", "--only", "a", paper="q.md") == 0
    told = capsys.readouterr().err
    assert "q.md: the size `q` of `small` or `full` occurs in no claim" in told and "`n`" not in told
    assert "--full has no effect" in told


def test_an_empty_shard_lets_a_job_array_go_on(folder, capsys):
    codes = [audited("--shard", f"{k}/3", "--json", f"s{k}.json") for k in (1, 2, 3)]
    told = capsys.readouterr()
    assert codes == [0, 0, 0] and "the shard 1/3 is empty" in told.err
    assert main(["merge", "s1.json", "s2.json", "s3.json"]) == 0
    assert "2 claims read, 2 judged" in capsys.readouterr().out


def test_a_paper_that_is_used_and_refused_is_not_called_unknown(folder, capsys):
    (folder / "one.md").write_text("## bad: t\nexpects: holds\n```math\nA = A\n```\n")
    (folder / "two.md").write_text(PAPER.replace("uses: a", "uses: one:bad"))
    assert audited(paper="two.md") == 2
    told = capsys.readouterr().err
    assert "two.md:9: the paper `one` in `uses:` is refused: one.md:2: unknown option `expects`" in told


def test_a_report_does_not_replace_its_paper(folder, capsys):
    assert main(["report", "p.md", "-o", ".", "--format", "html,md", "--effort", "quick"]) == 2
    assert "-o p.md: this file is read by the same command" in capsys.readouterr().err
    assert (folder / "p.md").read_text() == PAPER


def test_sizes_of_an_option_line_are_its_own(folder, capsys):
    (folder / "q.md").write_text(f"---\nfull: {{n: 9, q: 3}}\n---\n{PAPER.replace('uses: a', 'small: [{n: 4, k: 2}]')}")
    assert audited("--only", "a", paper="q.md") == 0
    told = capsys.readouterr().err
    assert "q.md: the size `q`" in told and "q.md:12: the size `k`" in told and "q.md:12: the size `q`" not in told
