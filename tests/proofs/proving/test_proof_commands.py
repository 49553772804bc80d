"""`derive check --proof` writes proofs, `derive recheck` checks them and compares their LaTeX with what they prove."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from proofs.cli import main
from proofs.proving.objects import digest

CLAIM, GIVEN = r"x^\top Q^\top Q x = \|x\|_2^2", r"Q \in \mathbb{R}^{m \times n}, x \in \mathbb{R}^n, Q^\top Q = I"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("proofs") / "isometry.json"
    arguments = ["check", CLAIM, "--given", GIVEN, "--effort", "quick", "--proof", str(path), "--certificates", str(path.parent / "c")]
    assert main(arguments) == 0
    return path


def rechecked(data: dict[str, Any], folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    path = folder / "proof.json"
    path.write_text(json.dumps({**data, "hash": digest(data)}), encoding="utf-8")
    code = main(["recheck", str(path)])
    return code, capsys.readouterr().out


def test_a_proof_is_accepted(written: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(written.read_text(encoding="utf-8"))
    assert rechecked(data, tmp_path, capsys) == (0, f"{tmp_path / 'proof.json'}: accepted as a proof of the claim check\n")


def test_latex_without_a_hypothesis_of_the_problem_is_rejected(written: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(written.read_text(encoding="utf-8"))
    data["given"] = [GIVEN.rpartition(",")[0]]
    code, said = rechecked(data, tmp_path, capsys)
    assert code == 3
    assert "which its LaTeX does not state" in said


def test_latex_with_one_hypothesis_more_is_accepted(written: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(written.read_text(encoding="utf-8"))
    data["given"] = [GIVEN + r", x \ne 0"]
    assert rechecked(data, tmp_path, capsys)[0] == 0


def test_latex_of_another_claim_is_rejected(written: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(written.read_text(encoding="utf-8"))
    data["claim"] = r"x^\top Q^\top Q x = \|x\|_2^3"
    code, said = rechecked(data, tmp_path, capsys)
    assert code == 3
    assert "another claim" in said


def test_a_tampered_proof_is_rejected(written: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(written.read_text(encoding="utf-8"))
    data["steps"] = data["steps"][1:]
    code, said = rechecked(data, tmp_path, capsys)
    assert code == 3
    assert "REJECTED: step 1 (identity)" in said


def test_a_refuted_claim_has_no_proof(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "none.json"
    arguments = ["check", r"A B = B A", "--given", r"A, B \in \mathbb{R}^{n \times n}", "--effort", "quick", "--proof", str(path)]
    assert main([*arguments, "--certificates", str(tmp_path / "c")]) == 1
    assert "proof: none, the claim is refuted" in capsys.readouterr().out
    assert not path.exists()


def test_the_steps_are_shown_as_formulas(written: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["recheck", "-v", str(written)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == r"  (H1) Q^{\top} Q = \mathbf{I}_{n}"
    assert lines[2].endswith("[a hypothesis]")
    assert lines[3].startswith("  (2) ")
    assert lines[3].endswith("[both sides have the same entries; from (1)]")


PAPER = """---
title: Three claims
---
```math given
A \\in \\mathbb{R}^{m \\times n}, B \\in \\mathbb{R}^{n \\times p}, S \\in \\mathbb{R}^{n \\times n}
```
## a: transposes
```math
(A B)^\\top = B^\\top A^\\top
```
## b: an inverse
```math
(S^{-1})^{-1} = S
```
## c: a bound
```math
\\sum_{j=1}^n e^{S_{j 1}} \\ge e^{S_{1 1}}
```
"""


def test_an_audit_counts_its_proofs_and_keeps_them(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "three.md").write_text(PAPER, encoding="utf-8")
    arguments = ["audit", "three.md", "--effort", "quick", "--jobs", "1", "--proofs", "kept", "-v"]
    assert main(arguments) == 0
    said = capsys.readouterr().out
    assert "holds 3: 2 proved, 1 by rules; 1 on part of its domain" in said
    assert "proofs: 2 objects accepted; claims without: 1" in said
    assert main([*arguments, "--strict"]) == 1
    assert "not as expected: c" in capsys.readouterr().out
    assert "c: no proof object" in said
    kept = {path.name: path.read_bytes() for path in (tmp_path / "kept" / "three").iterdir()}
    assert sorted(kept) == ["a.1.json", "b.1.json"]
    (tmp_path / "kept" / "three" / "a.1.json").write_text("{}", encoding="utf-8")
    assert main(arguments) == 0
    assert {path.name: path.read_bytes() for path in (tmp_path / "kept" / "three").iterdir()} == kept


def test_a_proof_is_written_as_markdown_and_latex(written: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["recheck", "-v", "--format", "md", str(written)]) == 0
    markdown = capsys.readouterr().out
    assert "# Proof of check" in markdown
    assert r"(H1) $Q^{\top} Q = \mathbf{I}_{n}$" in markdown
    assert "both sides have the same entries; from (1)" in markdown
    assert main(["recheck", "-v", "--format", "tex", str(written)]) == 0
    tex = capsys.readouterr().out
    assert r"\begin{document}" in tex and r"(1)\quad $Q^{\top} Q = \mathbf{I}_{n}$\quad a hypothesis" in tex


def test_a_report_has_a_page_for_every_proof(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    bound = PAPER.replace(r"\sum_{j=1}^n e^{S_{j 1}} \ge e^{S_{1 1}}", r"\|A B\|_F \le \|A\|_F \|B\|_F")
    (tmp_path / "three.md").write_text(bound, encoding="utf-8")
    arguments = ["report", "three.md", "-o", "out", "--effort", "quick", "--jobs", "1", "-q", "--proofs", "kept"]
    assert main(arguments) == 0
    report = (tmp_path / "out" / "three.html").read_text(encoding="utf-8")
    assert all(f'href="proofs/three.{name}.1.html"' in report for name in "abc")
    page = (tmp_path / "out" / "proofs" / "three.c.1.html").read_text(encoding="utf-8")
    assert 'href="../three.html#claim-c"' in page
    assert "theorem product-2-F; A := " in page
    assert "Horn and Johnson, Matrix Analysis" in page
    (tmp_path / "kept" / "three" / "c.1.json").write_text("{}", encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("proofs.judging.proofs.prove_all", lambda *_: None)
        assert main(arguments) == 0
    report = (tmp_path / "out" / "three.html").read_text(encoding="utf-8")
    assert "proofs/three.c.1.html" not in report, "what the verifier does not accept has no page"
