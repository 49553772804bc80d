"""What may go wrong around an audit: encodings, signals, a ledger that cannot be written, a defect; nothing done is lost."""

import json
import os
import pickle
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from proofs.cli import main
from proofs.reading.paper import Block, Claim
from proofs.results.schema import audit_from_json

ROOT = Path(__file__).resolve().parents[2]
PAPER = r"""```math given
A \in \mathbb{R}^{n \times n}
```
## c1: true — ✓
```math
A = A
```
## c2: false
```math
A = 2 A
```
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.md").write_text(PAPER, encoding="utf-8")
    return tmp_path


def started(*arguments, **environment):
    everything = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", **environment}
    line = [sys.executable, "-m", "proofs.cli", *arguments]

    def listening():  # a test run in the background of a shell hands on that SIGINT is ignored
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    return subprocess.Popen(line, env=everything, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=listening)


@pytest.mark.parametrize(
    "environment",
    [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}],
)
def test_an_encoding_without_the_marks(environment):
    out, err = started("audit", "p.md", "--effort", "quick", "--jobs", "1", **environment).communicate(timeout=300)
    assert not err and b"+ holds" in out and b"x refuted" in out
    done = started("audit", "p.md", "--effort", "quick", "--json", "-", **environment)
    out, _ = done.communicate(timeout=300)
    assert done.returncode == 1
    assert [c.title for c in audit_from_json(json.loads(out)).claims] == ["true — ✓", "false"]


def test_a_defect_has_an_exit_code_of_its_own(monkeypatch, capsys):
    def broken(*_: object) -> int:
        raise RecursionError("so\ndeep")

    monkeypatch.setattr("proofs.commands.papers.run", broken)
    assert main(["papers"]) == 4
    assert "derive: internal error: RecursionError: so deep\n" in capsys.readouterr().err
    monkeypatch.setenv("DERIVE_TRACEBACK", "1")
    assert main(["papers"]) == 4
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize("broken", ["a file", "an entry"])
def test_a_ledger_that_cannot_be_written_costs_no_verdict(broken, monkeypatch, capsys):
    if broken == "a file":
        Path(".derive").mkdir()
        Path(".derive/ledger").write_text("")
    else:
        monkeypatch.setattr("proofs.auditing.ledger.Ledger._path", lambda self, key: Path("entry"))
        Path("entry/inside").mkdir(parents=True)
    assert main(["audit", "p.md", "--effort", "quick", "--jobs", "1", "--json", "o.json"]) == 1
    told = capsys.readouterr()
    assert told.err.count("derive: results are not kept: ") == 1 and "refuted" in told.out
    assert len(json.loads(Path("o.json").read_text())["papers"][0]["claims"]) == 2


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_what_is_done_is_written_when_an_audit_is_ended(number, folder):
    claims = "".join(f"## d{k}: true\n```math\nA + {k} A = {k + 1} A\n```\n" for k in range(400))
    Path("p.md").write_text(PAPER + claims, encoding="utf-8")
    process = started("audit", "p.md", "--jobs", "1", "--json", "o.json")
    deadline = time.monotonic() + 200
    while not any((folder / ".derive").rglob("*.json")) and time.monotonic() < deadline and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(number)
    process.communicate(timeout=200)
    data = json.loads(Path("o.json").read_text())
    assert process.returncode == 130 and data["interrupted"] is True and data["papers"][0]["claims"]


def test_a_long_chain_of_uses_is_handed_on():
    claim = Claim("c0", "", 1, "p.md", math=(Block("A = A", 1),))
    for k in range(1, 3000):
        claim = replace(claim, id=f"c{k}", uses=(f"c{k - 1}",), lemmas=(claim,))
    copy = pickle.loads(pickle.dumps(claim))
    depth = 0
    while copy.lemmas:
        assert (copy.id, copy.uses, copy.math) == (claim.id, claim.uses, claim.math)
        copy, claim, depth = copy.lemmas[0], claim.lemmas[0], depth + 1
    assert depth == 2999
