r"""Inputs made to take long: each ends below limits of processor time and memory, with one sentence that says why.

A regression is ended by the operating system (a signal, no exit code of ours), which no row expects.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SECONDS, BYTES = 120, 4 << 30
GIVEN = "# A\n```math given\nx \\in \\mathbb{R}^n \\\\\n"


def _limited() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))


def derive(folder: Path, *arguments: str) -> tuple[int, str, str]:
    """Run the command line in a folder, below the limits; return its exit code and what it printed."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "proofs.cli", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=_limited,  # nothing else runs in this process yet
    )
    return done.returncode, done.stdout, done.stderr


FILES: dict[str, Callable[[], str]] = {
    "nested.md": lambda: "---\nmacros: " + "[" * 100_000 + "]" * 100_000 + "\n---\n## a: b\n```math\nx = x\n```\n",
    "indented.md": lambda: "---\n" + "".join(" " * k + "a:\n" for k in range(1_500)) + "---\n## a: b\n```math\nx = x\n```\n",
    "large.tex": lambda: "\\[ x = x \\]\n" * 1_900_000,
    "brackets.tex": lambda: "\\newcommand{\\a}[" * 20_000,
    "spaces.tex": lambda: "\\[ a " + "\\quad " * 100_000 + " = b \\]",
    "empty.tex": lambda: "\\[ \\]\n" * 4_000 + "\\[ a = a \\]",
    "flawed.md": lambda: GIVEN + "".join(f"\\foo{k} \\in \\mathbb{{R}}^n \\\\\n" for k in range(80)) + "y \\in \\mathbb{R}^n\n```\n"
    + "".join(f"## c{k}: c\n```math\n\\|x\\|^2 + {k} \\ge {k}\n```\n" for k in range(10)),
    "one.md": lambda: GIVEN + "z \\foo\n```\n## c: c\n```math\n\\|x\\| \\ge 0\n```\n## d: d\n```math\nz = z\n```\n",
}  # fmt: skip
REFUSED = [  # file, command, what the one line says
    ("nested.md", "audit", "the header nests more than 200 brackets"),
    ("indented.md", "audit", "the header"),
    ("large.tex", "import", "at most 4,000,000 characters are read"),
    ("brackets.tex", "import", "no displayed formula was found in it"),
    ("spaces.tex", "import", "no displayed formula was found in it"),
]


@pytest.mark.parametrize(("name", "command", "words"), REFUSED)
def test_it_is_refused_with_one_sentence(name: str, command: str, words: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(FILES[name](), encoding="utf-8")
    code, out, error = derive(tmp_path, command, name)
    lines = [line for line in error.splitlines() if not line.startswith("wrote")]
    assert (code, out, len(lines)) == (2, "", 1) and words in lines[0] and "Traceback" not in error


def test_empty_displays_are_told_once(tmp_path: Path) -> None:
    (tmp_path / "empty.tex").write_text(FILES["empty.tex"](), encoding="utf-8")
    code, out, error = derive(tmp_path, "import", "empty.tex")
    assert code == 0 and "## equation-1" in out
    assert "4001 displays: 1 claims" in error and "it is empty (and 3999 more)" in error


def test_many_flawed_lines_are_one_cause_and_cost_no_claim(tmp_path: Path) -> None:
    (tmp_path / "flawed.md").write_text(FILES["flawed.md"](), encoding="utf-8")
    code, out, error = derive(tmp_path, "audit", "flawed.md", "--effort", "quick", "--jobs", "1")
    assert code == 2 and "10 judged: 10 holds" in out.replace("10 claims read, ", "")
    assert error.count("Unknown command") == 1 and "(and in 79 more places)" in error


def test_one_flawed_line_costs_the_claims_that_need_it(tmp_path: Path) -> None:
    (tmp_path / "one.md").write_text(FILES["one.md"](), encoding="utf-8")
    code, out, _ = derive(tmp_path, "audit", "one.md", "--effort", "quick", "--jobs", "1")
    assert code == 2 and "2 claims: 1 could not be read, 1 judged: 1 holds" in out


def test_a_sum_of_many_terms_is_judged(tmp_path: Path) -> None:
    terms = " + ".join(f"x_{{{k}}}" for k in range(1, 401))
    given = r"x \in \mathbb{R}^{400}"
    code, out, _ = derive(tmp_path, "check", f"{terms} = {terms}", "--given", given, "--effort", "quick")
    assert code == 0 and "holds" in out
    code, out, _ = derive(tmp_path, "check", f"{terms} = {terms} + x_1", "--given", given, "--effort", "quick")
    assert code == 1 and "refuted" in out


@pytest.mark.parametrize("arguments", [
    ("recheck", "nothing.json"),
    ("check", "x = x + 1", "--given", r"x \in \mathbb{R}", "--certificates", "/proc/self/x"),
    ("check", "nothing.json"),
])  # fmt: skip
def test_bad_files_are_bad_input(arguments: tuple[str, ...], tmp_path: Path) -> None:
    code, out, error = derive(tmp_path, *arguments)
    told = (out + error).strip().splitlines()
    assert code == 2 and len(told) == 1 and "Traceback" not in told[0]
