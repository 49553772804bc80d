r"""One index below a matrix: ``Q_i`` is a row, a row written upright or a column, whichever has a type."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged

SCORES = r"Q \in \mathbb{R}^{n \times d}, K \in \mathbb{R}^{m \times d} \\ S := Q K^\top"
WIDE = r"A \in \mathbb{R}^{m \times n}, x \in \mathbb{R}^n, y \in \mathbb{R}^m"
SQUARE = r"A \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n"
ATTENTION = r"Q, K, V \in \mathbb{R}^{n \times d} \\ P := \operatorname{softmax}(Q K^\top) \\ O := P V"

CLAIMS = [
    (SCORES, r"S_{ij} = Q_i K_j^\top", "holds"),
    (SCORES, r"S_{ij} = Q_i^\top K_j", "holds"),
    (SCORES, r"S_{ij} = 2 Q_i^\top K_j", "refuted"),
    (SCORES, r"S_{ij} = Q_j^\top K_i", "ill-typed"),
    (SCORES, r"\|Q_i\|_2 \le \|Q\|_F", "holds"),
    (WIDE, r"A x = \sum_i x_i A_i", "holds"),
    (WIDE, r"A^\top y = \sum_i y_i A_i", "holds"),
    (WIDE, r"A^\top y = \sum_i y_i A_i^\top", "holds"),
    (WIDE, r"A^\top A = \sum_i A_i A_i^\top", "holds"),
    (WIDE, r"A A^\top = \sum_i A_i A_i^\top", "holds"),
    (WIDE, r"A A^\top = \sum_i A_i^\top A_i", "ill-typed"),
    (SQUARE, r"A x = \sum_i x_i A_i", "ambiguous"),
    (SQUARE, r"A^\top A = \sum_i A_i A_i^\top", "ambiguous"),
    (SQUARE, r"\|A\|_F^2 = \sum_i \|A_i\|^2", "holds"),
    (SQUARE, r"\|A\|_F^2 = \sum_i \|A_i\|", "refuted"),
    (ATTENTION, r"O_i = \sum_j P_{ij} V_j", "holds"),
    (ATTENTION, r"O_i = \sum_j P_{ji} V_j", "refuted"),
    (SQUARE, r"A_1 = 0", "undecided"),
]


@pytest.mark.parametrize(("given", "claim", "verdict"), CLAIMS)
def test_verdict(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    found = judged(claim, given, tmp_path)
    assert found.verdict == verdict, found.message
