"""Options from Python and from a project file: what cannot be used is refused in one message that names it."""

from pathlib import Path

import pytest

import derive
import proofs
from proofs.cli import main
from proofs.reading.header import BadValue
from proofs.reading.option_values import value_of

CLAIM = "```math given\nA \\in \\mathbb{R}^{n \\times n}\n```\n## c: a claim\n```math\nA + A = 2 A\n```\n"
PAPER = "## {id}: a remark\nnot-checkable: prose\n"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("p.md").write_text(PAPER.format(id="a"))
    return tmp_path


BAD = [
    ("seed", "x"), ("seed", -1), ("seed", True), ("seed", 1.9), ("seed", [1]), ("seed", 2**70), ("effort", "huge"),
    ("effort", None), ("device", "gpu"), ("full", "false"), ("sizes", "n"), ("sizes", {"n": 0}), ("sizes", 3),
    ("sizes", (("n", 2), ("n", 3))), ("certificates", 5), ("certificates", ""),
]  # fmt: skip
BAD_OF_AUDITS = [
    ("shard", "0/2"), ("shard", (0, 0)), ("shard", (3, 2)), ("shard", 2), ("jobs", -1), ("jobs", True), ("jobs", "2"),
    ("ledger", 5), ("timeout", "5"), ("timeout", float("nan")), ("timeout", float("inf")), ("timeout", 0),
    ("timeout", True), ("executor", "foo"), ("fresh", "no"), ("only", 5), ("only", [5]), ("gpus", 0.5), ("gpus", -1),
]  # fmt: skip


@pytest.mark.parametrize(("option", "value"), BAD)
def test_a_check_with_a_value_that_cannot_be_used(option, value):
    with pytest.raises(BadValue, match=f"`{option}` is "):
        derive.check("A = A", r"A \in \mathbb{R}^{n \times n}", **{option: value})


@pytest.mark.parametrize(("option", "value"), [*BAD, *BAD_OF_AUDITS])
def test_an_audit_with_a_value_that_cannot_be_used(option, value):
    with pytest.raises(BadValue, match=f"`{option}` is "):
        proofs.audit("p.md", **{option: value})


@pytest.mark.parametrize("paths", [None, 5, [None], [""]])
def test_papers_that_are_no_names(paths):
    with pytest.raises(BadValue, match="`paths` is "):
        proofs.audit(paths)


def test_a_device_that_is_not_there(monkeypatch, capsys):
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    with pytest.raises(BadValue, match="no CUDA device"):
        proofs.audit("p.md", device="cuda")
    assert main(["audit", "p.md", "--device", "cuda"]) == 2
    assert "--device is 'cuda': no CUDA device" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "value", "used"),
    [
        ("sizes", "n=2, m=3", (("m", 3), ("n", 2))),
        ("sizes", {"n": 2}, (("n", 2),)),
        ("sizes", (("n", 2),), (("n", 2),)),
        ("shard", "1/2", (1, 2)),
        ("shard", (1, 2), (1, 2)),
        ("ledger", "led", Path("led")),
        ("ledger", None, None),
        ("timeout", 5, 5.0),
        ("timeout", None, None),
        ("only", "a, b", ("a", "b")),
        ("only", ["a,b", "c"], ("a", "b", "c")),
        ("jobs", 0, 0),
    ],
)
def test_values_as_on_the_command_line(option, value, used):
    assert value_of(option, value) == used


def test_an_audit_takes_the_words_of_the_command_line():
    Path("p.md").write_text(CLAIM)
    result = proofs.audit("p.md", shard="1/1", ledger="led", timeout=100, sizes="n=2", jobs=1)
    assert [c.verdict for c in result.claims] == ["holds"] and Path("led").is_dir()


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("seed = [1]", "`seed` in [tool.derive] is [1]"),
        ("seed = 1.9", "`seed` in [tool.derive] is 1.9"),
        ("papers = 5", "`papers` in [tool.derive] is 5"),
        ('papers = "p.md"', "must be a list"),
        ('device = "gpu"', "one of auto, cpu, cuda"),
        ('full = "false"', "true or false"),
        ("timeout = true", "`timeout` in [tool.derive] is True"),
        ("timeout = inf", "finite number of seconds"),
        ("jobs = true", "`jobs` in [tool.derive] is True"),
        ("sizes = {m=0}", "`sizes` in [tool.derive]"),
        ("sizes = 5", "`sizes` in [tool.derive] is 5"),
    ],
)
def test_a_project_file_with_a_value_that_cannot_be_used(table, words, capsys):
    Path("pyproject.toml").write_text(f"[tool.derive]\n{table}\n")
    arguments = [] if table.startswith("papers") else ["p.md"]
    assert main(["audit", *arguments]) == 2
    said = capsys.readouterr().err
    assert words in said and "--" not in said and "pyproject.toml" in said


@pytest.mark.parametrize("text", ["tool = 3", "[tool]\nderive = 3", "tool = [1]"])
def test_a_project_file_without_a_table(text, capsys):
    Path("pyproject.toml").write_text(text)
    assert main(["audit", "p.md"]) == 2
    assert "[tool.derive] must be a table" in capsys.readouterr().err


def test_papers_of_a_project_stand_beside_its_file(monkeypatch, capsys):
    Path("pyproject.toml").write_text('[tool.derive]\npapers = ["p.md"]\nsizes = {m = 2}\n')
    Path("below").mkdir()
    monkeypatch.chdir("below")
    assert main(["audit", "--json", "o.json"]) == 0
    assert "../p.md" in Path("o.json").read_text()


@pytest.mark.parametrize("value", ["inf", "1e400", "nan", "0", "-1"])
def test_a_time_limit_that_is_none(value, capsys):
    assert main(["audit", "p.md", "--timeout", value]) == 2
    assert "--timeout is " in capsys.readouterr().err


def test_a_very_long_time_limit_is_one():
    assert main(["audit", "p.md", "--timeout", "1e200"]) == 0
