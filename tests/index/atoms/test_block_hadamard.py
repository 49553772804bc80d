r"""Hadamard products of block matrices with equal partitions are taken block by block."""

# ruff: noqa: E501 - formulas stay on one line

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged, shown

SQUARE = r"A, B, C, D, E, F, G, H \in \mathbb{R}^{n \times n}, x, y \in \mathbb{R}^{n}"
WIDE = r"A, B \in \mathbb{R}^{m \times n}, C, D \in \mathbb{R}^{m \times p}"
COLUMNS = r"a, b \in \mathbb{R}^{m}, c, d \in \mathbb{R}^{n}"
GRID = r"\begin{bmatrix} A & B \\ C & D \end{bmatrix} \odot \begin{bmatrix} E & F \\ G & H \end{bmatrix}"
MASKED = r"\left(\begin{bmatrix} A & B \\ B & A \end{bmatrix} \odot \begin{bmatrix} A & 0 \\ B & A \end{bmatrix}\right) \begin{bmatrix} x \\ y \end{bmatrix}"
PAIR = r"\begin{bmatrix} a \\ c \end{bmatrix}^\top \left(\begin{bmatrix} b \\ d \end{bmatrix} \odot \begin{bmatrix} b \\ d \end{bmatrix}\right)"
TRUE = [
    (SQUARE, rf"{GRID} = \begin{{bmatrix}} A \odot E & B \odot F \\ C \odot G & D \odot H \end{{bmatrix}}"),
    (SQUARE, rf"{MASKED} = \begin{{bmatrix}} (A \odot A) x \\ (B \odot B) x + (A \odot A) y \end{{bmatrix}}"),
    (
        WIDE,
        r"\begin{bmatrix} A & C \end{bmatrix} \odot \begin{bmatrix} B & D \end{bmatrix} = \begin{bmatrix} A \odot B & C \odot D \end{bmatrix}",
    ),
    (COLUMNS, rf"{PAIR} = a^\top (b \odot b) + c^\top (d \odot d)"),
]
FALSE = [
    (SQUARE, rf"{GRID} = \begin{{bmatrix}} A \odot E & B \odot G \\ C \odot F & D \odot H \end{{bmatrix}}"),
    (SQUARE, rf"{MASKED} = \begin{{bmatrix}} (A \odot A) x \\ (B \odot A) x + (A \odot A) y \end{{bmatrix}}"),
    (
        WIDE,
        r"\begin{bmatrix} A & C \end{bmatrix} \odot \begin{bmatrix} B & D \end{bmatrix} = \begin{bmatrix} A \odot B & D \odot D \end{bmatrix}",
    ),
    (COLUMNS, rf"{PAIR} = a^\top b + c^\top (d \odot d)"),
]


@pytest.mark.parametrize(("given", "claim"), TRUE)
def test_products_of_blocks_are_shown_for_all_sizes(given: str, claim: str) -> None:
    assert shown(given, claim)


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_others_are_refuted(given: str, claim: str, tmp_path: Path) -> None:
    assert not shown(given, claim)
    assert judged(claim, given, tmp_path).verdict == "refuted"
