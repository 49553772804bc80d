"""The action for GitHub workflows: its script in a repository of its own, and what its file may not do."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
TRUE = "# Setting\n```math given\nA \\in \\mathbb{R}^{m \\times n}\n```\n## one: a claim\n```math\nA + A = 2 A\n```\n"
FALSE = TRUE.replace("2 A", "3 A")
ODD = "a $(touch made), it's.paper.md"


def git(folder: Path, *arguments: str) -> str:
    who = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    return subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository whose last commit changes a paper of two, and a file that is none; `derive` says what it is asked."""
    folder, tools = tmp_path / "repository", tmp_path / "tools"
    folder.mkdir()
    tools.mkdir()
    git(folder, "init", "-q")
    for name in ("same.paper.md", ODD, "notes.md"):
        (folder / name).write_text(TRUE)
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "first")
    for name in (ODD, "notes.md"):
        (folder / name).write_text(FALSE)
    git(folder, "commit", "-qam", "second")
    (tools / "derive").write_text('#!/bin/sh\nprintf "[%s]" "$@"\nexit 1\n')
    (tools / "derive").chmod(0o755)
    return folder


def run(repository: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    path = f"{repository.parent / 'tools'}{os.pathsep}{os.environ['PATH']}"
    whole = {**os.environ, "PATH": path, **environment}
    return subprocess.run(["bash", str(ROOT / "action/audit.sh")], cwd=repository, env=whole, capture_output=True, text=True, check=False)


def test_changed_papers_are_audited_and_annotated(repository: Path, tmp_path: Path) -> None:
    (tmp_path / "tools/derive").write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -c "import sys; from proofs.cli import main; sys.exit(main(sys.argv[1:]))" "$@"\n')
    summary = tmp_path / "summary.md"
    done = run(repository, BASE=git(repository, "rev-parse", "HEAD^"), GITHUB_STEP_SUMMARY=str(summary))
    assert done.returncode == 1, done.stderr
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("::error")]
    assert line.startswith("::error file=a $(touch made)%2C it's.paper.md,line=") and "one" in line
    assert "refuted" in summary.read_text() and not (repository / "made").exists()


@pytest.mark.parametrize(
    ("environment", "said", "code"),
    [
        ({"BASE": "HEAD"}, "no paper has changed", 0),
        ({"BASE": "HEAD^"}, f"[--][{ODD}]", 1),
        ({"BASE": "HEAD^", "FAIL": "false", "EFFORT": "normal"}, "[--effort][normal]", 1),
        ({"BASE": "HEAD^", "FAIL": "false"}, "[--exit-zero][--]", 1),
        ({"BASE": "HEAD^", "ALL": "true"}, f"[--][{ODD}][same.paper.md]", 1),
        ({"BASE": "0" * 40}, f"[--][{ODD}][same.paper.md]", 1),
        ({"BASE": ""}, f"[--][{ODD}][same.paper.md]", 1),
        ({"BASE": "HEAD^", "PAPERS": "\n  same*.md  \n\n notes.md"}, "[--][notes.md]", 1),
    ],
)
def test_which_papers(repository: Path, environment: dict[str, str], said: str, code: int) -> None:
    base = environment["BASE"]
    done = run(repository, **{**environment, "BASE": git(repository, "rev-parse", base) if base.startswith("HEAD") else base})
    assert done.returncode == code and said in done.stdout + "\n", done.stdout + done.stderr
    assert done.stdout.endswith("]") or code == 0


def test_a_commit_that_is_not_there_is_an_error(repository: Path) -> None:
    assert run(repository, BASE="1" * 40).returncode not in (0, 1)  # and no paper passes for want of it


def test_no_text_of_a_change_becomes_a_command() -> None:
    """What others write reaches the shell as values of variables alone, and every value that is used is given."""
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    steps = action["runs"]["steps"]
    assert action["runs"]["using"] == "composite" and all("shell" in step for step in steps if "run" in step)
    assert [step["run"] for step in steps if "${{" in step.get("run", "")] == []
    used = set(re.findall(r"inputs\.(\w+)", str(steps)))
    assert used == set(action["inputs"])
    script = (ROOT / "action/audit.sh").read_text(encoding="utf-8")
    assert set(re.findall(r"\$\{([A-Z]+)\b", script)) == set(steps[-1]["env"]) - {"DERIVE"}
    assert all(re.search(r"@v\d", step["uses"]) for step in steps if "uses" in step)
