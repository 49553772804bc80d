"""What needs no extra works without one; what needs one says which, and how to get it."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from proofs.extras import EXTRAS
from proofs.report.figures import claim_figure

ROOT = Path(__file__).resolve().parents[2]
ABSENT = ("torch", "scipy", "cma", "matplotlib", "opt_einsum")
HOOK = """import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {absent!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Absent())
"""
GIVEN = "A \\in \\mathbb{R}^{m \\times n}, B \\in \\mathbb{R}^{n \\times p}"
PAPER = f"""```math given
{GIVEN}
```
## right: a product
```math
(A B)^\\top = B^\\top A^\\top
```
## false: an equation
```math
\\|A B\\|_F = \\|A\\|_F \\|B\\|_F
```
## open: nothing proves or refutes it
```math
\\|A B\\|_F \\le \\|A\\|_F \\|B\\|_F + \\|A\\|_2 \\|B\\|_2 \\sin(\\|A\\|_F)^2
```
"""


@pytest.fixture
def derive(tmp_path):
    """Run a command where the packages of the extras cannot be imported, in worker processes neither."""
    (tmp_path / "hook").mkdir()
    (tmp_path / "hook" / "sitecustomize.py").write_text(HOOK.format(absent=ABSENT))
    (tmp_path / "p.paper.md").write_text(PAPER)
    path = os.pathsep.join((str(tmp_path / "hook"), str(ROOT)))

    def run(*arguments):
        command = [sys.executable, "-c", "import sys; from proofs.cli import main; sys.exit(main())", *arguments]
        environment = {**os.environ, "PYTHONPATH": path}
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300, check=False)

    return run


def test_the_hook_does_hide_them(derive):
    done = derive("inspect", "demo:digits")
    assert done.returncode == 2
    assert done.stderr == "derive: torch is not installed: pip install 'derive-checker[torch]' (this command needs it)\n"


def test_commands_work_without_extras(derive, tmp_path):
    done = derive("check", "A B = B A", "--given", "A, B \\in \\mathbb{R}^{n \\times n}")
    assert done.returncode == 1 and "refuted" in done.stdout
    (certificate,) = (tmp_path / ".derive").rglob("*.json")
    assert derive("recheck", str(certificate)).returncode == 0
    done = derive("check", "\\|A B\\|_F \\le \\|A\\|_2 \\|B\\|_F", "--given", GIVEN)
    assert done.returncode == 0 and "holds" in done.stdout
    done = derive("jacobian", "A B", "--given", GIVEN, "--wrt", "B")
    assert done.returncode == 0 and "A \\otimes \\mathbf{I}_{p}" in done.stdout


def test_audits_and_reports_work_without_extras_and_say_what_is_missing(derive, tmp_path):
    done = derive("audit", "p.paper.md", "--jobs", "1", "--effort", "quick", "-v")
    assert done.returncode == 1 and "crash" not in done.stdout
    assert "holds (proved)   right" in done.stdout and "refuted          false" in done.stdout
    assert done.stderr.count("torch is not installed: pip install 'derive-checker[torch]'") == 1
    assert derive("report", "p.paper.md", "-o", "out", "--effort", "quick").returncode == 0
    assert (tmp_path / "out" / "p.html").exists()
    # a choice of roads that needs none of them is not told what others would need
    done = derive("audit", "p.paper.md", "--jobs", "1", "--effort", "quick", "-v", "--fresh", "--roads", "index,exact")
    assert "not installed" not in done.stderr and "sympy:" not in done.stdout and "exact: disagree" in done.stdout
    done = derive("audit", "p.paper.md", "--roads", "index,search")
    assert done.returncode == 2 and "the road search needs torch" in done.stderr
    assert "pip install 'derive-checker[torch]'" in done.stderr


def test_roads_are_chosen_by_name(tmp_path, capsys, monkeypatch):
    from proofs.cli import main

    monkeypatch.chdir(tmp_path)
    Path("p.paper.md").write_text(PAPER)
    assert main("audit p.paper.md --jobs 1 --only right --roads sympy -v --json r.json".split()) == 0
    shown = capsys.readouterr().out
    assert "sympy: agree" in shown and "index form" not in shown and "exact" not in shown
    assert '"roads"' in Path("r.json").read_text()
    assert main("audit p.paper.md --roads nonsense".split()) == 2
    assert "index, rules, exact, sympy, autograd, search" in capsys.readouterr().err


def test_a_figure_that_cannot_be_drawn_says_why(monkeypatch):
    from proofs.results.schema import claim_from_json

    detail = {"best_ratio": 0.5, "evaluations": 4, "histogram": [0, 1, 2, 1], "per sizes": [{"sizes": {"m": 2}, "ratio": 0.5}]}
    evidence = [{"road": "search", "outcome": "none", "scope": "m=2", "detail": detail, "seconds": 0.1}]
    one = claim_from_json({"id": "c", "verdict": "holds", "statement": "a \\le b", "evidence": evidence})
    assert "<svg" in str(claim_figure(one))
    monkeypatch.setattr("proofs.report.figures.is_here", lambda _: False)
    assert "pip install 'derive-checker[report]'" in str(claim_figure(one)) and "<svg" not in str(claim_figure(one))


def test_every_package_of_an_extra_is_named_with_it():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    for package, extra in EXTRAS.items():
        assert any(line.startswith(package) for line in extras[extra])
        assert not any(line.startswith(package) for line in project["dependencies"])
    assert extras["full"] == ["derive-checker[torch,report]"]
    makefile = (ROOT / "Makefile").read_text()
    assert '--editable ".[full]"' in makefile and '--editable ".[full,test,dev,ray]"' in makefile
