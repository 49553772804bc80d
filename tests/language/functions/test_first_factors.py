"""Traces and determinants in front of a matrix: of the first factor where the product leaves the statement without a type."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged

SQUARE = r"X, Y \in \mathbb{R}^{n \times n}, \quad u, v \in \mathbb{R}^n, \quad c \in \mathbb{R}"
SMALL = r"A \in \mathbb{R}^{2 \times 2}"

HOLDING = [
    (SQUARE, r"\nabla_X \det X = \det X X^{-\top}"),
    (SQUARE, r"\nabla_X \det X = \det X (X^{-1})^\top"),
    (SQUARE, r"\nabla_X (\log\det X)^2 = 2\log\det X \, X^{-\top}"),
    (SQUARE, r"\det(X + u v^\top) = \det X \left(1 + v^\top X^{-1} u\right)"),
    (SQUARE, r"\det X Y (1 + c) = (1 + c) \det(X) \det(Y)"),
    (SQUARE, r"\det X (\det Y) = \det(X Y)"),
    (SQUARE, r"\operatorname{tr} X Y = \operatorname{tr}(Y X)"),
    (SMALL, r"A^2 - \operatorname{tr} A\, A + \det A\, I = 0"),
    (SMALL, r"\operatorname{tr} A\, I - A = \det A\, A^{-1}"),
]
FALSE = [
    (SQUARE, r"\nabla_X \det X = \det X X^{-1}"),
    (SQUARE, r"\nabla_X (\log\det X)^2 = 2\log\det X \, X^{-1}"),
    (SQUARE, r"\det(X + u v^\top) = \det X \left(1 - v^\top X^{-1} u\right)"),
    (SQUARE, r"\det X (\det Y) = 2 \det(X Y)"),
    (SQUARE, r"\operatorname{tr} X Y = \operatorname{tr}(X) \operatorname{tr}(Y)"),
    (SMALL, r"A^2 + \operatorname{tr} A\, A + \det A\, I = 0"),
    (SMALL, r"\operatorname{tr} A\, I - A = 2 \det A\, A^{-1}"),
]


@pytest.mark.parametrize(("given", "claim"), HOLDING)
def test_true_claims_hold(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == "holds"


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_false_claims_are_refuted(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == "refuted"


def test_a_number_without_a_bracket_leaves_both_readings(tmp_path: Path) -> None:
    assert judged(r"\det X c = c^n \det X", SQUARE, tmp_path).verdict == "ambiguous"
