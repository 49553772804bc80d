r"""Derivatives that are transposed, as some authors write them all: where the header says so, else as a repair."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from proofs.api import ad_hoc_claim
from proofs.judging.judge import judge
from proofs.reading.options import How
from proofs.reading.paper import Settings
from tests.judged import judged

VECTOR = r"A \in \mathbb{R}^{m \times n}, x \in \mathbb{R}^n"
SQUARE = r"A \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n"
LEFT = r"A \in \mathbb{R}^{m \times n}, x \in \mathbb{R}^m"
MATRIX = r"A \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{p \times q}, X \in \mathbb{R}^{n \times p}"
CHAIN = r"A \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{p \times m}, x \in \mathbb{R}^n, y := Ax, z := By"
NUMBER = r"A \in \mathbb{R}^{m \times n}, x \in \mathbb{R}^n, y := Ax, z := \|y\|_2^2"
BETWEEN = r"A \in \mathbb{R}^{m \times n}, X \in \mathbb{R}^{n \times m}"
LAYOUTS = ("layout: denominator", "layout: gradient")


@pytest.mark.parametrize(
    ("given", "claim", "there"),
    [
        (VECTOR, r"\frac{\partial Ax}{\partial x} = A^\top", "holds"),
        (VECTOR, r"\frac{\partial Ax}{\partial x} = 2A^\top", "refuted"),
        (LEFT, r"\frac{\partial x^\top A}{\partial x} = A", "holds"),
        (LEFT, r"\frac{\partial}{\partial x} (x^\top A) = A", "holds"),
        (MATRIX, r"\frac{\partial \operatorname{vec}(AXB)}{\partial\operatorname{vec}(X)} = B \otimes A^\top", "holds"),
        (
            MATRIX,
            r"\frac{\partial \operatorname{vec}(AXB)}{\partial\operatorname{vec}(X)} = -B \otimes A^\top",
            "refuted",
        ),
        (CHAIN, r"\frac{\partial z}{\partial x} = \frac{\partial y}{\partial x}\frac{\partial z}{\partial y}", "holds"),
        (
            NUMBER,
            r"\frac{\partial z}{\partial x} = \frac{\partial y}{\partial x}\frac{\partial z}{\partial y}",
            "holds",
        ),
    ],
)
def test_it_has_to_be_asked_for(given: str, claim: str, there: str, tmp_path: Path) -> None:
    result = judged(claim, given, tmp_path)
    assert result.verdict == "refuted"
    assert (result.repair is not None and result.repair["edit"] in LAYOUTS) == (there == "holds")
    settings = replace(Settings(), layout="denominator")
    assert judge(ad_hoc_claim(claim, given, settings), How(effort="quick", certificates=tmp_path)).verdict == there


@pytest.mark.parametrize(
    ("given", "claim", "edit"),
    [
        (BETWEEN, r"\frac{\partial \operatorname{tr}(A X)}{\partial X} = A", "layout: numerator-transposed"),
        (BETWEEN, r"\frac{\partial \operatorname{tr}(A X)}{\partial X} = A^\top", "layout: gradient"),
        (BETWEEN, r"\frac{\partial \operatorname{tr}(A X)}{\partial X} = 2 A", None),
        (SQUARE, r"\frac{\partial \operatorname{tr}(A A)}{\partial A} = 2 A", "layout: numerator-transposed"),
        (SQUARE, r"\frac{\partial x^\top x}{\partial x} = 2 x", "layout: gradient"),
        (SQUARE, r"\frac{\partial x^\top x}{\partial x} = 3 x", None),
        (SQUARE, r"\frac{\partial x^\top x}{\partial x} = 2 x^\top", ""),
    ],
)
def test_the_layout_in_which_a_claim_holds_is_its_repair(given: str, claim: str, edit: str | None, tmp_path) -> None:
    result = judged(claim, given, tmp_path)
    assert result.verdict == ("holds" if edit == "" else "refuted")
    assert (result.repair or {}).get("edit") == (edit or None)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\frac{\partial \operatorname{tr}(A X)}{\partial X} = A", "holds"),
        (r"\frac{\partial \operatorname{tr}(A X)}{\partial X} = A^\top", "refuted"),
        (r"\frac{\partial u^\top v}{\partial u} = v^\top", "holds"),
        (r"\frac{\partial u^\top v}{\partial u} = v", "refuted"),
        (r"\frac{\partial A u}{\partial u} = A", "holds"),
    ],
)
def test_the_transposed_numerator_layout(claim: str, verdict: str, tmp_path: Path) -> None:
    settings = replace(Settings(), layout="numerator-transposed")
    given = rf"{BETWEEN}, u, v \in \mathbb{{R}}^n"
    assert judge(ad_hoc_claim(claim, given, settings), How(effort="quick", certificates=tmp_path)).verdict == verdict


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (VECTOR, r"\frac{\partial Ax}{\partial x} = A", "holds"),
        (VECTOR, r"\frac{\partial Ax}{\partial x^\top} = A", "holds"),
        (VECTOR, r"\frac{\partial Ax}{\partial x^\top} = A^\top", "ill-typed"),
        (SQUARE, r"\frac{\partial Ax}{\partial x} = A^\top", "refuted"),
        (SQUARE, r"\frac{\partial x^\top A}{\partial x} = A", "refuted"),
        (MATRIX, r"\frac{\partial \operatorname{vec}(AXB)}{\partial\operatorname{vec}(X)} = B^\top \otimes A", "holds"),
        (
            MATRIX,
            r"\frac{\partial \operatorname{vec}(AXB)}{\partial\operatorname{vec}(X)^\top} = B \otimes A^\top",
            "ill-typed",
        ),
        (CHAIN, r"\frac{\partial z}{\partial x} = \frac{\partial z}{\partial y}\frac{\partial y}{\partial x}", "holds"),
        (CHAIN, r"\frac{\partial y}{\partial x} = \left(\frac{\partial y}{\partial x}\right)^\top", "ill-typed"),
    ],
)
def test_what_has_a_type_is_read_by_the_contract(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == verdict
