r"""Permutations and selections: 0-1 matrices with a single one in every column or row, in the index form."""

import pytest

from tests.judged import shown

ONES = r"Q \in \mathbb{R}^{m \times n}, \quad Q \odot Q = Q, \quad x \in \mathbb{R}^{n}, \quad y \in \mathbb{R}^{m}"
SQUARE = r"Q \in \mathbb{R}^{n \times n}, \quad Q \odot Q = Q, \quad Q^\top Q = I_n, \quad x \in \mathbb{R}^{n}"
COLUMNS, ROWS = r", \quad Q^\top \mathbf{1} = \mathbf{1}", r", \quad Q \mathbf{1} = \mathbf{1}"
JACOBIAN = r"\operatorname{diag}(Q x) - Q x (Q x)^\top = Q (\operatorname{diag}(x) - x x^\top) Q^\top"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (SQUARE, JACOBIAN),
        (SQUARE, r"\operatorname{diag}(Q^\top x) = Q^\top \operatorname{diag}(x) Q"),
        (SQUARE.replace(r"Q \odot Q", r"Q^{\circ 2}").replace(r"Q^\top Q", r"Q Q^\top"), JACOBIAN),
        (ONES + COLUMNS, r"\operatorname{diag}(Q x) = Q \operatorname{diag}(x) Q^\top"),
        (ONES + ROWS, r"(Q x)^{\circ 2} = Q x^{\circ 2}"),
        (ONES + ROWS, r"\operatorname{diag}(Q^\top y) = Q^\top \operatorname{diag}(y) Q"),
    ],
)
def test_selections(given: str, claim: str):
    assert shown(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (SQUARE, "Q = I_n"),
        (SQUARE, r"\operatorname{diag}(Q x) = Q \operatorname{diag}(x)"),
        (SQUARE, JACOBIAN.replace("- Q x", "+ Q x")),
        (SQUARE.replace(r"\quad Q \odot Q = Q, ", ""), JACOBIAN),
        (SQUARE.replace(r", \quad Q^\top Q = I_n", ""), JACOBIAN),
        (SQUARE.replace(r"Q \odot Q = Q", r"Q \odot Q = 2 Q"), JACOBIAN),
        # a single one in every row is none in every column, and the other way round
        (ONES + ROWS, r"\operatorname{diag}(Q x) = Q \operatorname{diag}(x) Q^\top"),
        (ONES + COLUMNS, r"(Q x)^{\circ 2} = Q x^{\circ 2}"),
        (
            ONES + COLUMNS.replace(r"= \mathbf{1}", r"= 2 \mathbf{1}"),
            r"\operatorname{diag}(Q x) = Q \operatorname{diag}(x) Q^\top",
        ),
    ],
)
def test_false_neighbors(given: str, claim: str):
    assert not shown(given, claim)
