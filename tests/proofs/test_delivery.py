r"""What leaves an audit: files before print, exit codes of the verdicts, parts that are missing, what a claim rests on."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import derive
from proofs.cli import main
from proofs.results.pin import pin
from proofs.results.schema import Audit, ClaimResult, PaperResult, audit_from_json, digest, finish
from proofs.results.table import table
from tests.judged import judged

ROOT = Path(__file__).resolve().parents[2]
PAPER = r"""# S
```math given
A \in \mathbb{R}^{n \times n}
```
## c1: false
```math
A = 2 A
```
## c2: true
uses: c1
```math
A = A
```
## c3: true
```math
A + A = 2 A
```
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.md").write_text(PAPER)
    return tmp_path


def audited(*arguments):
    return main(["audit", "p.md", "--effort", "quick", "--jobs", "1", *arguments])


def command(*arguments, **rest):
    line = [sys.executable, "-m", "proofs.cli", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    return subprocess.Popen(line, env=environment, stderr=subprocess.PIPE, text=True, **rest)


@pytest.mark.parametrize(("exit_zero", "code"), [((), 1), (("--exit-zero",), 0)])
def test_a_reader_that_goes_away_changes_neither_exit_code_nor_files(folder, exit_zero, code):
    reading, writing = os.pipe()
    os.close(reading)
    options = ("--effort", "quick", "--json", "o.json", "--junit", "j.xml", "--pin", *exit_zero)
    done = command("audit", "p.md", *options, stdout=writing)
    os.close(writing)
    _, errors = done.communicate(timeout=300)
    assert (done.returncode, errors) == (code, "")
    assert len(json.loads((folder / "o.json").read_text())["papers"][0]["claims"]) == 3
    assert (folder / "j.xml").is_file() and "expect: refuted" in (folder / "p.md").read_text()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_a_full_device_is_said_in_one_line(folder):
    with Path("/dev/full").open("w") as full:
        done = command("papers", stdout=full)
        _, errors = done.communicate(timeout=300)
    assert done.returncode == 2 and errors.strip() == "derive: standard output: No space left on device"


def test_a_file_that_cannot_be_written_does_not_hide_the_verdicts(folder, capsys):
    assert audited("--json", "p.md/o.json") == 2
    told = capsys.readouterr()
    assert "derive: p.md/o.json: " in told.err and "refuted" in told.out


def shards(folder, *numbers):
    for k in numbers:
        audited("--shard", f"{k}/3", "--json", f"s{k}.json", "--exit-zero")
    return [f"s{k}.json" for k in numbers]


def test_a_merge_without_a_shard_is_not_complete(folder, capsys):
    names = shards(folder, 1, 3)
    capsys.readouterr()
    assert main(["merge", *names, "--json", "m.json", "--junit", "m.xml"]) == 130
    told = capsys.readouterr()
    assert "3 claims read, 2 judged" in told.out and "not judged: p.md: c2" in told.out
    assert "no result of shard 2/3" in told.err
    assert json.loads((folder / "m.json").read_text())["interrupted"] is True
    assert 'name="c2"><error' in (folder / "m.xml").read_text()
    shards(folder, 2)
    assert main(["merge", "m.json", "s2.json", "--exit-zero", "--json", "w.json"]) == 0
    whole = json.loads((folder / "w.json").read_text())
    assert (whole["interrupted"], whole["read"], whole["papers"][0]["selected"]) == (False, 3, ["c1", "c2", "c3"])
    assert next(c for c in whole["papers"][0]["claims"] if c["id"] == "c2")["tainted_by"] == ["c1"]


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        (("--seed", "1"), (), "different seeds"),
        ((), ("--sizes", "n=3"), "different options: `sizes`"),
        ((), ("--full",), "different options: `full` is false here, true there"),
        (("--effort", "normal"), (), 'different options: `effort` is "normal" here, "quick" there'),
    ],
)
def test_parts_of_different_audits_are_not_merged(folder, capsys, first, second, words):
    for part, options in (("1/2", first), ("2/2", second)):
        main(["audit", "p.md", "--effort", "quick", "--shard", part, "--json", f"{part[0]}.json", *options])
    capsys.readouterr()
    assert main(["merge", "1.json", "2.json"]) == 2
    assert words in capsys.readouterr().err


def test_the_ends_of_lines_change_no_text(folder):
    names = shards(folder, 1)
    (folder / "p.md").write_bytes(PAPER.replace("\n", "\r\n").encode())
    names += shards(folder, 2, 3)
    assert main(["merge", *names, "--exit-zero"]) == 0


@pytest.mark.parametrize(
    ("old", "new"),
    [("c3: true", "c3: later"), (r"n}", r"n}, \|A\|_2 \le 1"), ("c1: false", "c1: false\nexpect: refuted")],
)
def test_parts_of_different_texts_are_not_merged(folder, capsys, old, new):
    names = shards(folder, 1)
    (folder / "p.md").write_text(PAPER.replace(old, new))
    names += shards(folder, 2)
    capsys.readouterr()
    assert main(["merge", *names, "--exit-zero"]) == 2
    assert "p.md: the results judge different texts of this paper" in capsys.readouterr().err


@pytest.mark.parametrize("key", ["options", "sha256"])
def test_a_result_that_does_not_say_what_it_judged_is_not_merged(folder, capsys, key):
    audited("--json", "o.json", "--exit-zero")
    data = json.loads((folder / "o.json").read_text())
    del (data if key in data else data["papers"][0])[key]
    (folder / "o.json").write_text(json.dumps({**data, "digest": digest(data)}))
    capsys.readouterr()
    assert main(["merge", "o.json"]) == 2
    assert "o.json: it does not say what text" in capsys.readouterr().err


def test_an_interrupted_part_is_not_complete(folder):
    audited("--json", "o.json", "--exit-zero")
    data = json.loads((folder / "o.json").read_text())
    assert (data["read"], data["shard"], data["interrupted"]) == (3, None, False)
    del data["papers"][0]["claims"][1:]
    (folder / "part.json").write_text(
        json.dumps({**data, "interrupted": True} | {"digest": digest({**data, "interrupted": True})})
    )
    assert main(["merge", "part.json", "--exit-zero"]) == 130
    assert main(["merge", "part.json", "o.json", "--exit-zero"]) == 0


@pytest.mark.parametrize("signed", [True, False])
@pytest.mark.parametrize(
    ("key", "value"),
    [("verdict", None), ("verdict", "true"), ("evidence", 3), ("links", [1]), ("counterexample", []), ("seconds", "x")],
)
def test_results_that_are_none_are_refused(folder, capsys, key, value, signed):
    made = {"id": "c", "verdict": "refuted", "statement": "A = B"}
    papers = [{"paper": "p.md", "claims": [{**made, key: value}]}]
    data = {"schema": 1, "checker": "1", "seed": 0, "errors": [], "papers": papers}
    (folder / "r.json").write_text(json.dumps({**data, "digest": digest(data) if signed else "0"}))
    for arguments in (["merge", "r.json"], ["report", "p.md", "-o", "r", "--against", "r.json"]):
        assert main(arguments) == 2
        told = capsys.readouterr().err
        assert "r.json: " in told and (key if signed else "digest") in told and told.count("\n") == 1


@pytest.mark.parametrize(
    "papers", [{}, [1], [{"paper": "p"}], [{"paper": 1, "claims": []}], [{"paper": "p", "claims": 1}]]
)
def test_papers_that_are_none_are_refused(papers):
    with pytest.raises(ValueError, match="not a result"):
        audit_from_json({"schema": 1, "papers": papers})


def test_an_edited_result_is_not_merged(folder, capsys):
    audited("--json", "o.json", "--exit-zero")
    text = (folder / "o.json").read_text()
    (folder / "e.json").write_text(text.replace('"refuted"', '"holds"'))
    data = json.loads(text)
    (folder / "laid-out.json").write_text(json.dumps(data, indent=7, sort_keys=True))
    del data["digest"]
    (folder / "bare.json").write_text(json.dumps(data))
    assert [main(["merge", name]) for name in ("e.json", "bare.json", "laid-out.json")] == [2, 2, 1]
    told = capsys.readouterr().err
    assert "e.json: it was edited" in told and "bare.json: it has no digest" in told


def test_an_output_that_is_a_file_is_refused_before_any_work(folder, capsys):
    for name in ("report", "export-tests"):
        assert main([name, "p.md", "-o", "p.md"]) == 2
        assert "-o p.md: this is a file, not a folder" in capsys.readouterr().err


@pytest.mark.parametrize("command", (["audit", "p.md"], ["check", "1 = 2"]), ids=("audit", "check"))
def test_a_folder_of_certificates_that_cannot_be_made_is_refused_before_any_work(command, folder, capsys):
    for name, why in (("p.md", "this is a file"), ("p.md/x", "Not a directory")):
        assert main([*command, "--certificates", name]) == 2
        assert f"--certificates {name}: {why}" in capsys.readouterr().err


def test_what_rests_on_an_unjudged_claim_says_so(folder, capsys):
    audited("--only", "c2")
    assert "[rests on c1, not judged here]" in capsys.readouterr().out
    audited("--exit-zero")
    told = capsys.readouterr().out
    assert "[rests on c1]" in told and "not judged here" not in told


def claim(name, verdict="holds", **rest):
    return ClaimResult(name, "", "", "identity", "A = A", "A = A", verdict, "proved", **rest)


def test_two_papers_of_one_name_taint_their_own_claims_only():
    papers = [
        PaperResult("x/p.md", (claim("a", "refuted"), claim("b", uses=("a",)))),
        PaperResult("y/p.md", (claim("a"), claim("b", uses=("a",)), claim("c", uses=("p:a",)))),
        PaperResult("x/q.md", (claim("d", uses=("p:a",)),)),
        PaperResult("y/q.md", (claim("d", uses=("p:a", "p:z")),)),
    ]
    found = finish(papers, {"x/p.md": "p", "y/p.md": "p", "x/q.md": "q", "y/q.md": "q"})
    assert [[c.tainted_by for c in p.claims] for p in found] == [[(), ("a",)], [(), (), ()], [("p:a",)], [()]]
    assert found[3].claims[0].unjudged == ("p:z",)


def test_pinning_names_what_is_open(tmp_path):
    path = tmp_path / "p.md"
    path.write_text("## c: one\n```math\nA = A\n```\n## d: two\n```math\nA = A\n```\n")
    claims = (claim("c", "error", message="timeout"), claim("d"))
    assert pin(Audit("1", 0, (), (PaperResult(str(path), claims),))) == [
        f"{path}: d: expect: holds",
        "not pinned, for nothing is decided: c: error",
    ]


@pytest.mark.parametrize(
    ("given", "stated", "hypotheses"),
    [
        (r"A \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n, \|A\|_2 \le 1", r"\|A x\|_2 \le \|x\|_2", [r"\left\|A\right\|_{2} \le 1"]),
        (r"a \in \mathbb{R}", r"a^2 \ge a \quad \forall a \ge 1", [r"a \ge 1"]),
        (r"a \in \mathbb{R}", r"a^2 \ge a \text{ if } a \ge 1", [r"a \ge 1"]),
        (r"a, b \in \mathbb{R}", r"\frac{a^2 - b^2}{a - b} = a + b \quad (a \ne b)", [r"a \ne b"]),
        (r"x \in \mathbb{R}^n, n = 1", r"\|x\|_1 \le \|x\|_2", ["n = 1"]),
        (r"x \in \mathbb{R}^n, n \ge 2", r"\|x\|_2 \le \|x\|_1", [r"n \ge 2"]),
        (r"A \in \mathbb{R}^{m \times n}, m = n + 1", r"A = A", ["m = n + 1"]),
        (r"x \in \mathbb{R}^n", r"x_i^2 \ge 0", [r"1 \le i \le n"]),
        (r"a \in \mathbb{R}", r"a^2 \ge 0", []),
    ],
)  # fmt: skip
def test_what_a_claim_is_judged_under_is_echoed(given, stated, hypotheses, tmp_path):
    result = judged(stated, given, tmp_path)
    assert result.verdict == "holds" and list(result.hypotheses) == hypotheses
    shown = table(Audit("1", 0, (), (PaperResult("p.md", (result,)),)), verbose=1)
    assert all(f"under: {one}" in shown for one in hypotheses)


def test_reports_state_what_a_claim_is_judged_under(folder):
    (folder / "h.md").write_text(
        "# S\n```math given\nx \\in \\mathbb{R}^n, n = 1\n```\n## c: norms\n```math\n\\|x\\|_1 \\le \\|x\\|_2\n```\n"
    )
    assert main(["report", "h.md", "-o", "r", "--format", "html,md,tex", "--effort", "quick"]) == 0
    for ending in ("md", "tex", "html"):
        assert "under the hypotheses" in (folder / "r" / f"h.{ending}").read_text()
    assert "n = 1" in (folder / "r" / "h.md").read_text().partition("under the hypotheses")[2]


@pytest.mark.parametrize(("latex", "given"), [("A = A", None), ("A = A", ["A"]), (None, "")])
def test_what_is_no_text_is_refused(latex, given):
    with pytest.raises(TypeError, match="is a text of LaTeX, not"):
        derive.check(latex, given=given)
