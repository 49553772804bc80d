"""What other programs read: the schema of results, SARIF, annotations, completion, and short messages."""

import json
import re
import subprocess
import sys
from copy import deepcopy
from pathlib import Path

import jsonschema
import pytest

from proofs.cli import COMMANDS, main, whole_parser
from proofs.commands.common import progress_line
from proofs.results.annotations import annotations
from proofs.results.sarif import RULES, sarif
from proofs.results.schema import audit_from_json

PAPER = """```math given
A \\in \\mathbb{R}^{m \\times n}, \\quad B \\in \\mathbb{R}^{n \\times p}
```
## right: a product
```math
(A B)^\\top = B^\\top A^\\top
```
## wrong: 100%, they say
```math
(A B)^\\top = A^\\top B^\\top
```
## false: an equation
uses: wrong
```math
\\|A B\\|_F = \\|A\\|_F \\|B\\|_F
```
## talk: prose
not-checkable: a measurement
"""
SCHEMA = json.loads((Path(__file__).parents[3] / "docs" / "result.schema.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """A real audit of four claims, as JSON."""
    folder = tmp_path_factory.mktemp("formats")
    (folder / "p.paper.md").write_text(PAPER, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        code = main("audit p.paper.md --effort quick --jobs 1 --quiet --json r.json --sarif r.sarif".split())
    assert code == 1
    return folder


@pytest.fixture
def data(found):
    return json.loads((found / "r.json").read_text(encoding="utf-8"))


def flaws(data) -> list[str]:
    return [error.message for error in jsonschema.Draft202012Validator(SCHEMA).iter_errors(data)]


def test_results_meet_their_schema(data):
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert flaws(data) == []
    claims = {claim["id"]: claim for claim in data["papers"][0]["claims"]}
    assert claims["false"]["counterexample"] and claims["false"]["repair"] and claims["wrong"]["repair"]
    assert SCHEMA["$defs"]["claim"]["properties"].keys() == claims["right"].keys()
    assert SCHEMA["properties"].keys() == data.keys()


@pytest.mark.parametrize(
    ("key", "value"),
    [("verdict", "true"), ("seconds", "1"), ("uses", "a"), ("counterexample", {"sizes": {}}), ("surprise", 1), ("id", None)],
)
def test_what_is_no_result_does_not_meet_the_schema(data, key, value):
    data["papers"][0]["claims"][0][key] = value
    assert len(flaws(data)) == 1


def test_sarif_names_file_line_rule_and_why(data, found):
    log = json.loads((found / "r.sarif").read_text(encoding="utf-8"))
    (run,) = log["runs"]
    assert log["version"] == "2.1.0" and {rule["id"] for rule in run["tool"]["driver"]["rules"]} == set(RULES)
    places = {
        one["ruleId"]: (one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], one["locations"][0]["physicalLocation"]["region"]["startLine"])
        for one in run["results"]
    }
    assert places == {"ill-typed": ("p.paper.md", 8), "refuted": ("p.paper.md", 12)}
    assert "left 0, right 1" in run["results"][1]["message"]["text"] and run["results"][1]["properties"]["certificate"]
    marks = [one["partialFingerprints"]["claim/v1"] for one in run["results"]]
    assert len(set(marks)) == 2
    # a claim that moved is the same finding; an audit with nothing wrong has none
    moved = deepcopy(data)
    moved["papers"][0]["paper"] = "/elsewhere/p.paper.md"
    del moved["digest"]
    again = sarif(audit_from_json(moved))["runs"][0]["results"]
    assert [one["partialFingerprints"]["claim/v1"] for one in again] == marks
    assert again[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].startswith("file:///elsewhere/")
    del data["papers"][0]["claims"][1:], data["papers"][0]["selected"][1:], data["digest"]
    assert sarif(audit_from_json(data))["runs"][0]["results"] == []


def test_every_verdict_has_a_rule():
    assert set(SCHEMA["$defs"]["verdict"]["enum"]) <= set(RULES)


def test_annotations_are_one_line_each_and_name_the_line(found, monkeypatch, capsys):
    monkeypatch.chdir(found)
    main("audit p.paper.md --effort quick --jobs 1 --format github".split())
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("::")]
    assert [re.match(r"::error file=([^,]*),line=(\d+),title=([^:]*)::", line).groups() for line in lines] == [
        ("p.paper.md", "8", "wrong%3A ill-typed"), ("p.paper.md", "12", "false%3A refuted"),
    ]  # fmt: skip
    assert "%0A" in lines[1]


def test_hostile_text_ends_no_annotation(data):
    data["papers"][0]["claims"][1] |= {"id": "a,file=b::\n::c", "message": "x\n::error::y % z"}
    data["interrupted"], data["errors"] = True, ["p,q.md:7: bad\n::error::"]
    del data["digest"]
    data["papers"][0]["selected"].append("lost")
    lines = annotations(audit_from_json(data))
    assert all("\n" not in line and line.count("::error") == 1 + line.count("%0A::error") + line.count(" ::error") for line in lines)
    assert lines[0].startswith("::error file=p%2Cq.md,line=7,title=bad input::bad")
    assert any("not judged" in line for line in lines) and "%25" in "".join(lines)


def test_sarif_on_standard_output_is_sarif_only(found, monkeypatch, capsys):
    monkeypatch.chdir(found)
    main("audit p.paper.md --effort quick --jobs 1 --format sarif --only right".split())
    assert json.loads(capsys.readouterr().out)["runs"][0]["results"] == []
    assert main("audit p.paper.md --format sarif --json -".split()) == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("aduit", "derive: there is no command 'aduit'; did you mean `audit`?"),
        ("qqqq", "derive: there is no command 'qqqq' (see `derive --help`)"),
        ("audit x.md --jsn y", "derive audit: there is no option --jsn; did you mean `--json`?"),
        ("audit x.md --effort=quik", "derive audit: --effort: 'quik' is no choice; did you mean `quick`?"),
        ("audit x.md --effort zzzz", "derive audit: --effort: 'zzzz' is no choice; it can be quick, normal, deep"),
    ],
)
def test_the_word_that_was_meant_is_named_in_one_line(arguments, said, capsys):
    assert main(arguments.split()) == 2
    told = capsys.readouterr().err
    assert told.startswith(said) and told.count("\n") == 1


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_commands_and_options(shell, capsys):
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert all(command in script for command in COMMANDS) and "exit-zero" in script and "effort" in script
    if shell == "bash":
        assert subprocess.run(["bash", "-n"], input=script, text=True, check=False).returncode == 0


def test_the_parser_of_all_commands_reads_what_each_reads():
    arguments = whole_parser().parse_args("audit p.md --effort quick --format github".split())
    assert (arguments.command, arguments.papers, arguments.format) == ("audit", ["p.md"], "github")


def test_progress_in_a_pipe_is_a_line_now_and_then(monkeypatch, capsys):
    clock = iter([0.0, 1.0, 16.0, 17.0, 40.0, 60.0])
    monkeypatch.setattr("proofs.commands.common.time.monotonic", lambda: next(clock))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False, raising=False)
    with progress_line(quiet=False) as progress:
        for k in range(1, 6):
            progress(k, 5, f"claim-{k}")
    assert capsys.readouterr().err.splitlines() == [
        "derive: 2 of 5 done after 16 s, claim-2", "derive: 4 of 5 done after 40 s, claim-4",
    ]  # fmt: skip
    with progress_line(quiet=True) as progress:
        assert progress is None


def test_the_pre_commit_hook_is_a_command_that_exists():
    import yaml

    (hook,) = yaml.safe_load((Path(__file__).parents[3] / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    command, name, *options = hook["entry"].split()
    assert command == "derive" and whole_parser().parse_args([name, *options, "p.paper.md"]).papers == ["p.paper.md"]
    assert re.search(hook["files"], "notes/p.paper.md") and not re.search(hook["files"], "README.md")
