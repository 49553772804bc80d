"""Verdicts of whole claims against the contract: what no input meets, what other symbols leave open, what rescues."""

# ruff: noqa: E501 - formulas stay on one line

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proofs.judging.judge import judge
from proofs.reading.options import How
from proofs.reading.reader import read_paper
from proofs.recheck import recheck

HEAD = """---
title: Semantics
source: a test
---
```math given
X \\in \\mathbb{R}^{n \\times d}, x \\in \\mathbb{R}^{n}
```
"""
FALSE = r"X^\top X = \mathbf{0}"


def result(tmp_path: Path, claim: str, given: str = ""):
    block = f"```math given\n{given}\n```\n" if given else ""
    path = tmp_path / "semantics.md"
    path.write_text(f"{HEAD}## c: claim\n{block}```math\n{claim}\n```\n", encoding="utf-8")
    (one,) = read_paper(path).claims
    return judge(one, How(certificates=tmp_path / "certificates", lean=True, effort="quick"))


@pytest.mark.parametrize(
    "given",
    [
        r"a \in \mathbb{R}, a > 0, a < 0",
        r"z \in \mathbb{R}^{k}, \|z\|_2 < 0",
        r"p \in \mathbb{R}^{k}, p \ge 0, \mathbf{1}^\top p = 1, p_i > 1",
        r"n \ge 3, n \le 2",
        r"k \in \mathbb{N}, k \ge 3, k \le 2",
        r"B \in \mathbb{R}^{k \times k}, B^\top B = I, B = \mathbf{0}",
    ],
)
def test_contradictory_hypotheses_are_vacuous_wherever_they_stand(tmp_path, given):
    for claim in (FALSE, r"\|x\|_2 \le \|x\|_1", r"X \in \mathbb{R}^{d \times n}"):
        found = result(tmp_path, claim, given)
        assert found.verdict == "vacuous" and found.message and found.counterexample is None


@pytest.mark.parametrize(
    "given",
    [
        r"a \in \mathbb{R}, a > 0, b \in \mathbb{R}^{k}, \|b\|_2 = 1",
        r"W \in \mathbb{R}^{n \times k}, W^\top W = I",
        r"k \in \mathbb{N}, k \ge 3, k \le 4",
    ],
)
def test_a_certificate_meets_the_hypotheses_on_other_symbols(tmp_path, given):
    found = result(tmp_path, FALSE, given)
    assert found.verdict == "refuted" and recheck(found.counterexample["certificate"]).accepted
    inputs = json.loads(Path(found.counterexample["certificate"]).read_text(encoding="utf-8"))["inputs"]
    for name in ("a", "b", "W"):
        assert (name in inputs) == (rf"{name} \in \mathbb{{R}}" in given)
        assert name not in found.counterexample["inputs"]  # what the claim does not mention is not shown


def test_what_no_input_is_found_for_refutes_nothing(tmp_path):
    given = (
        r"B \in \mathbb{R}^{2 \times 2}, B B = -B^\top B - I, \operatorname{tr}(B) = 7"  # unsolvable, but not by a rule
    )
    found = result(tmp_path, FALSE, given)
    assert found.verdict == "undecided" and found.counterexample is None


def test_a_variable_defined_from_the_right_is_certified(tmp_path):
    found = result(tmp_path, r"x^\top y = 2 x^\top x", r"y \in \mathbb{R}^{n}, y = x")
    assert found.verdict == "refuted" and recheck(found.counterexample["certificate"]).accepted


def test_whether_a_variable_equated_with_another_depends_on_it_is_not_guessed(tmp_path):
    claim = r"\frac{\partial x^\top y}{\partial x} = 2 x^\top"
    found = result(tmp_path, claim, r"y \in \mathbb{R}^{n}, y = x")
    assert found.verdict == "undecided" and "y := " in found.message
