r"""Derivatives that are transposed, as some authors write them all: a reading of what has no type otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged

VECTOR = r"A \in \mathbb{R}^{m \times n}, x \in \mathbb{R}^n"
SQUARE = r"A \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n"
LEFT = r"A \in \mathbb{R}^{m \times n}, x \in \mathbb{R}^m"
MATRIX = r"A \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{p \times q}, X \in \mathbb{R}^{n \times p}"
CHAIN = r"A \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{p \times m}, x \in \mathbb{R}^n, y := Ax, z := By"
NUMBER = r"A \in \mathbb{R}^{m \times n}, x \in \mathbb{R}^n, y := Ax, z := \|y\|_2^2"
OTHER = "denominator layout"


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
        (SQUARE, r"\frac{\partial x^\top A x}{\partial x} = \frac{\partial Ax}{\partial x}x + A x", "holds"),
        (SQUARE, r"\frac{\partial x^\top A x}{\partial x} = \frac{\partial Ax}{\partial x}x - A x", "refuted"),
    ],
)
def test_it_is_a_reading_where_the_contract_has_none(given: str, claim: str, there: str, tmp_path: Path) -> None:
    result = judged(claim, given, tmp_path)
    verdicts = {reading["name"]: reading["verdict"] for reading in result.readings}
    assert result.verdict == "ambiguous"
    assert verdicts["numerator layout"] == "ill-typed"
    assert verdicts[OTHER] == there
    assert OTHER in result.message


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
