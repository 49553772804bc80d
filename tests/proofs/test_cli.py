"""The command line as a user meets it: exit codes, streams, messages; never a traceback."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from proofs.cli import COMMANDS, main

PROSE = "## {id}: a remark\nnot-checkable: prose\n"
BAD = Path(__file__).parent.parent / "conformance" / "bad"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(path, text):
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text)
    return str(path)


def run(*arguments):
    return main(list(arguments))


def test_help_names_every_command_and_imports_nothing_heavy():
    code = "import sys; from proofs.cli import main; main(['--help']); print(sorted(sys.modules))"
    root = Path(__file__).parent.parent.parent
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=root, check=True)
    assert all(f"    {name}" in done.stdout for name in COMMANDS)
    modules = done.stdout.splitlines()[-1]
    assert not any(f"'{name}'" in modules for name in ("sympy", "torch", "numpy", "flint", "rich", "yaml"))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(command, capsys):
    assert run(command, "--help") == 0
    text = capsys.readouterr().out
    assert f"usage: derive {command}" in text
    assert command == "papers" or "example" in text


@pytest.mark.parametrize(
    "arguments",
    [["nonsense"], ["audit", "--nonsense"], ["audit", "x.md", "--effort", "huge"], ["--nonsense"], ["check"]],
)
def test_bad_usage(arguments, capsys):
    assert run(*arguments) == 2
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["audit"], "name a paper file"),
        (["audit", "no/such.md"], "there is no such file"),
        (["audit", "curvature_gab"], "did you mean `curvature_gap`"),
        (["audit", "p.md", "--only", "nowhere"], "unknown claim `nowhere`"),
        (["audit", "p.md", "--sizes", "L=x"], "sizes are written"),
        (["audit", "p.md", "--shard", "3/2"], "a shard is written"),
        (["audit", "p.md", "--jobs", "0"], "--jobs"),
        (["audit", "p.md", "--timeout", "-1"], "--timeout"),
        (["audit", "p.md", "--seed", "-1"], "seed"),
        (["merge", "no.json"], "no.json"),
        (["import", "no.tex"], "no.tex"),
        (["report", "p.md", "-o", "r", "--format", "doc"], "doc"),
        (["check", "a = a"], "check"),
    ],
)
def test_bad_input(arguments, words, capsys):
    write("p.md", PROSE.format(id="a"))
    assert run(*arguments) == 2
    captured = capsys.readouterr()
    assert words in captured.err
    assert captured.err.startswith("derive: ")


def test_audit_writes_a_table_and_json(capsys):
    write("p.md", PROSE.format(id="a") + PROSE.format(id="b"))
    assert run("audit", "p.md", "--json", "r.json") == 0
    assert "2 claims read, 2 judged" in capsys.readouterr().out
    data = json.loads(Path("r.json").read_text())
    assert [c["verdict"] for c in data["papers"][0]["claims"]] == ["not-checkable"] * 2


def test_json_on_standard_output_is_json_only(capsys):
    write("p.md", PROSE.format(id="a"))
    assert run("audit", "p.md", "--json", "-") == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["schema"] == 1
    assert "1 claim read" in captured.err


def test_a_bad_paper_does_not_keep_the_others_from_running(capsys):
    write("d/a.md", PROSE.format(id="a"))
    write("d/b.md", PROSE.format(id="b") + "expects: holds\n")
    assert run("audit", "d", "--json", "r.json") == 2
    data = json.loads(Path("r.json").read_text())
    assert [p["paper"] for p in data["papers"]] == ["d/a.md"]
    assert "expects" in data["errors"][0]
    assert "d/b.md:3: unknown option `expects`" in capsys.readouterr().err


def test_a_folder_leaves_other_markdown_alone(capsys):
    write("d/README.md", "# read me\n")
    write("d/a.paper.md", PROSE.format(id="a"))
    assert run("audit", "d") == 0
    write("e/README.md", "# read me\n")
    assert run("audit", "e") == 2


def test_no_claim_is_exit_code_five(capsys):
    write("p.md", "---\ntitle: t\n---\nprose\n")
    assert run("audit", "p.md") == 5


def test_only_and_shards_partition_the_claims():
    write("p.md", "".join(PROSE.format(id=f"c{k}") for k in range(5)))
    assert run("audit", "p.md", "--only", "c1,c2", "--only", "c4", "--json", "r.json") == 0
    assert [c["id"] for c in json.loads(Path("r.json").read_text())["papers"][0]["claims"]] == ["c1", "c2", "c4"]
    for part in (1, 2, 3):
        assert run("audit", "p.md", "--shard", f"{part}/3", "--json", f"r{part}.json") == 0
    assert run("merge", "r1.json", "r2.json", "r3.json", "--json", "all.json") == 0
    assert run("audit", "p.md", "--json", "whole.json") == 0
    assert Path("all.json").read_text() == Path("whole.json").read_text()


def test_claims_of_other_papers_must_exist(capsys):
    write("a.md", PROSE.format(id="x"))
    write("b.md", PROSE.format(id="y") + "uses: a:x\n")
    assert run("audit", "b.md") == 0
    write("b.md", PROSE.format(id="y") + "uses: a:z\n")
    assert run("audit", "b.md") == 2
    write("b.md", PROSE.format(id="y") + "uses: nowhere:z\n")
    assert run("audit", "b.md") == 2
    assert "unknown paper" in capsys.readouterr().err


def test_options_of_the_project(capsys):
    write("p.md", PROSE.format(id="a"))
    write("pyproject.toml", '[tool.derive]\npapers = ["p.md"]\nseed = 7\n')
    assert run("audit", "--json", "r.json") == 0
    assert json.loads(Path("r.json").read_text())["seed"] == 7
    write("pyproject.toml", "[tool.derive]\nseeds = 7\n")
    assert run("audit", "p.md") == 2
    assert "did you mean `seed`" in capsys.readouterr().err


def test_new_never_overwrites(capsys):
    assert run("new", "n.paper.md") == 0
    text = Path("n.paper.md").read_text()
    assert run("new", "n.paper.md") == 2
    assert Path("n.paper.md").read_text() == text


def test_papers_lists_what_is_shipped(capsys):
    assert run("papers") == 0
    assert "curvature_gap" in capsys.readouterr().out


def test_recheck_of_nothing_and_of_what_is_missing(capsys):
    Path("empty").mkdir()
    assert run("recheck", "empty") == 5
    assert run("recheck", "gone.json") == 2


def test_import_of_a_source(capsys):
    source = r"""\title{On \emph{traces}} \newcommand{\R}{\mathbb{R}} \newcommand{\f}[1]{#1}
    \begin{lemma}[Cyclic]\label{lem:cyc} \[ \operatorname{tr}(AB) = \operatorname{tr}(BA) \] \end{lemma}
    % \begin{equation} x = 1 \end{equation}
    \begin{equation}\label{eq:a} y = 2x \end{equation} \begin{equation} z = x \end{equation} \input{/etc/passwd}"""
    write("p.tex", source)
    assert run("import", "p.tex", "-o", "p.md") == 0
    from proofs.reading.reader import read_paper

    paper = read_paper("p.md")
    assert [c.id for c in paper.claims] == ["lem-cyc", "equation-1"]
    assert "Defined in line 4: `y := 2x`" in Path("p.md").read_text()  # the first use of y
    assert paper.settings.macros == ()
    assert paper.claims[1].statement == "z = x"


def test_version(capsys):
    assert run("--version") == 0
    assert capsys.readouterr().out.startswith("derive 0.1.0+")
