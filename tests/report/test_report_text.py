"""Markdown and LaTeX reports, the errata draft, values to copy, residual patterns."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from reports import claim, hostile, result, toy

from derive.fraction import Fraction
from proofs.report import values, write_report
from proofs.report.formulas import Formulas
from proofs.report.tex import _pieces, plain


def written(data: dict, folder: Path, kind: str) -> str:
    (path,) = write_report(data, folder, (kind,))
    return path.read_text(encoding="utf-8")


def test_markdown_has_the_formulas_in_math_fences(tmp_path: Path) -> None:
    text = written(toy(tmp_path), tmp_path, "md")
    fences = [t.content for t in MarkdownIt().parse(text) if t.type == "fence" and t.info == "math"]
    assert any(r"\otimes" in f for f in fences) and len(fences) >= 8
    assert "✗ **refuted**" in text and "| breaks |" in text and "SHA-256" in text


def test_hostile_markdown_makes_no_markup(tmp_path: Path) -> None:
    text = written(hostile(tmp_path), tmp_path, "md")
    page = MarkdownIt("commonmark", {"html": True}).enable("table").render(text)
    assert not re.search(r"<(script|img|svg|a\s+href=.javascript|style)", page, re.IGNORECASE)
    links = re.findall(r'href="([^"]*)"', page)
    assert links and all(link.startswith("#") for link in links)
    assert not re.search("[\x00\x1b\u202a-\u202e\u2066-\u2069]", text)


def test_latex_of_hostile_text_runs_no_command(tmp_path: Path) -> None:
    text = written(hostile(tmp_path), tmp_path, "tex")
    assert text.count(r"\end{document}") == 1 and text.rstrip().endswith(r"\end{document}")
    assert r"\input{/" not in text and r"\write18" not in text
    assert plain(r"\input{x}") == r"\textbackslash{}input\{x\}"


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
@pytest.mark.parametrize("make", [toy, hostile])
def test_latex_compiles(make, tmp_path: Path) -> None:
    (path,) = write_report(make(tmp_path), tmp_path / "out", ("tex",))
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", path.name]
    done = subprocess.run(command, cwd=path.parent, capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]
    assert b"Overfull" not in done.stdout


def test_a_long_statement_is_the_same_in_parts() -> None:
    text = "x_{1} - y = - a + " + " - ".join(f"b_{{{k}}}" for k in range(40)) + r" \le +c - (d + e) + " + "f g " * 40
    (parts,) = _pieces(text, Formulas(), 20) or [[]]
    (whole,) = Formulas().trees("".join(parts).replace("{}", "")) or [None]
    (tree,) = Formulas().trees(text) or [None]
    assert len(parts) == 45 and whole.same(tree)


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
@pytest.mark.parametrize("fit", [True, False])
def test_no_line_of_latex_is_overfull(fit: bool, tmp_path: Path) -> None:
    """A long sum is broken, a wide product shrunk; without that the same lines are overfull."""
    long = "x = " + " + ".join(f"A_{{{k}}}" for k in range(80)) + r" \\ y = \frac{" + " ".join(["A B"] * 60) + "}{c}"
    (path,) = write_report(result("long.md", [claim("a" * 300, "undecided", long)]), tmp_path, ("tex",))
    if not fit:
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(r"\ifdim\wd\fitbox>\linewidth", r"\iffalse"), encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-no-shell-escape", path.name]
    done = subprocess.run(command, cwd=path.parent, capture_output=True, timeout=120, check=False)
    assert done.returncode == 0 and (b"Overfull" not in done.stdout) == fit


def test_errata_name_place_counterexample_and_correction(tmp_path: Path) -> None:
    text = written(toy(tmp_path), tmp_path, "tex").partition("Errata (draft)")[2]
    assert text.count(r"\item ") == 3
    assert r"\textbf{swapped}" in text and "A counterexample:" in text and "It should read" in text
    assert "not well-formed" in text and r"\textbf{product}" not in text


def test_counterexamples_can_be_copied(tmp_path: Path) -> None:
    example = toy(tmp_path)["papers"][0]["claims"][1]["counterexample"]
    space: dict = {}
    exec(values.as_python(example), space)
    assert space["A"] == [[0, Fraction(-3, 2)]] and space["sizes"] == {"m": 1, "n": 2}
    assert abs(space["C"][1][0] - 0.6931471805599453) < 1e-15
    assert json.loads(values.as_json(example))["inputs"] == example["inputs"]
    assert r"\tfrac{3}{2}" in values.as_latex(example)


@pytest.mark.parametrize("text", ["x; import os", "__import__('os')", "1/0", "(((", "('log', Fraction(2, 1)"])
def test_a_number_that_is_none_is_quoted(text: str) -> None:
    code = values.as_python({"sizes": {}, "inputs": {"A": [[text]]}, "lhs": text, "rhs": "0"})
    space: dict = {}
    exec(code, space)
    assert space["A"] == [[text]]


def test_residual_pattern_by_the_independent_checker(tmp_path: Path) -> None:
    from proofs.api import check
    from proofs.report.residual import residual

    given = r"\mathbf{A} \in \mathbb{R}^{m \times n}"
    found = check(
        r"\mathbf{K}_{n,m}\,\mathrm{vec}(\mathbf{A}) = \mathrm{vec}(\mathbf{A}^\top)",
        given,
        lean=True,
        certificates=str(tmp_path),
    )
    assert found.verdict == "refuted"
    example = found.counterexample or {}
    program = values.as_python(example, Path(example["certificate"]).read_text(encoding="utf-8"))
    exec(program, {})  # it asserts that the checker accepts the certificate
    with pytest.raises(AssertionError):
        exec(program.replace('"lhs": "', '"lhs": "7'), {})
    pattern = residual(found)
    assert pattern is not None and pattern.cols == 1 and pattern.rows == 6
    # the first and the last entry of a vector stay where they are under every such permutation
    assert pattern.wrong and not {(1, 1), (6, 1)} & set(pattern.wrong)
    right = check(
        r"\mathbf{K}_{m,n}\,\mathrm{vec}(\mathbf{A}) = \mathrm{vec}(\mathbf{A}^\top)",
        given,
        lean=True,
        certificates=str(tmp_path),
    )
    assert right.verdict == "holds" and residual(right) is None
