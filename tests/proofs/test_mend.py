"""Mending: a repair is verified, a claim that holds is left alone, hypotheses come from the closed list only."""

# ruff: noqa: E501 - formulas stay on one line

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.judge import judge
from proofs.options import How
from proofs.reader import read_paper

HEAD = """---
title: Mending
source: a test
---
```math given
\\mathbf{A} \\in \\mathbb{R}^{m \\times n}, \\mathbf{X} \\in \\mathbb{R}^{n \\times p}, \\mathbf{S} \\in \\mathbb{R}^{n \\times n}, \\mathbf{x} \\in \\mathbb{R}^{n}, \\alpha \\in \\mathbb{R}
```
"""


def result(tmp_path: Path, claim: str, given: str = ""):
    block = f"```math given\n{given}\n```\n" if given else ""
    path = tmp_path / "mending.md"
    path.write_text(f"{HEAD}## c: claim\n{block}```math\n{claim}\n```\n", encoding="utf-8")
    (one,) = read_paper(path).claims
    return judge(one, How(certificates=tmp_path / "certificates", lean=True, effort="quick"))


def test_a_false_identity_gets_a_verified_repair(tmp_path):
    found = result(tmp_path, r"(\mathbf{A}\mathbf{X})^\top = \mathbf{X}^\top \mathbf{A}")
    assert found.verdict == "ill-typed" and found.repair is not None
    assert found.repair["statement"] == r"(\mathbf{A} \mathbf{X})^\top = \mathbf{X}^\top \mathbf{A}^\top"
    assert found.repair["verdict"] == "holds" and found.repair["strength"] == "proved"
    again = result(tmp_path, found.repair["statement"])
    assert again.verdict == "holds" and again.repair is None and again.hypothesis is None


def test_a_claim_that_holds_is_never_repaired(tmp_path):
    found = result(tmp_path, r"\operatorname{tr}(\mathbf{S}^\top) = \operatorname{tr}(\mathbf{S})")
    assert found.verdict == "holds" and found.repair is None and found.hypothesis is None


@pytest.mark.parametrize(
    "claim",
    [
        r"\frac{\partial\, \mathbf{x}^\top\mathbf{S}\mathbf{x}}{\partial \mathbf{x}} = 2\,\mathbf{x}^\top\mathbf{S}",
        r"\mathbf{S}\mathbf{S}^\top\mathbf{x} = \mathbf{S}^\top\mathbf{S}\mathbf{x} + \mathbf{S}\mathbf{S}\mathbf{S}\mathbf{x}",
    ],
)
def test_equal_sizes_and_symmetry_rescue_nothing(tmp_path, claim):
    found = result(tmp_path, claim)
    assert found.verdict == "refuted" and found.hypothesis is None


def test_a_size_of_at_least_two_is_a_hypothesis(tmp_path):
    found = result(
        tmp_path,
        r"\sup_{\mathbf{p}} \left\|\operatorname{diag}(\mathbf{p}) - \mathbf{p}\mathbf{p}^\top\right\|_2 = \tfrac{1}{2}",
        r"\mathbf{p} \in \mathbb{R}^{n}, \quad \mathbf{p} \ge 0, \quad \mathbf{1}^\top\mathbf{p} = 1",
    )
    assert found.verdict == "needs-hypothesis" and found.hypothesis == r"n \ge 2"
    assert found.counterexample is not None and found.counterexample["sizes"] == {"n": 1}


def test_the_supremum_over_one_point_is_not_refuted_where_it_is_right(tmp_path):
    found = result(
        tmp_path,
        r"\sup_{\mathbf{p}} \left\|\operatorname{diag}(\mathbf{p}) - \mathbf{p}\mathbf{p}^\top\right\|_2 \le \tfrac{1}{2}",
        r"\mathbf{p} \in \mathbb{R}^{n}, \quad \mathbf{p} \ge 0, \quad \mathbf{1}^\top\mathbf{p} = 1",
    )
    assert found.verdict == "holds"
