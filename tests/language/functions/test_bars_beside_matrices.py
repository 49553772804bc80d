r"""``|A| \le B`` with a matrix B compares entries: a determinant is a number."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged

SQUARE = r"A, B \in \mathbb{R}^{n \times n}"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"-|A| \le A \le |A|", "holds"),
        (r"A \le |A|", "holds"),
        (r"|A| \le A", "refuted"),
        (r"|A| \le B \implies \|A\|_F \le \|B\|_F", "holds"),
        (r"|A| \le B \implies \|A\|_F \le \frac12 \|B\|_F", "refuted"),
        # Between bars alone either may be meant.
        (r"|A B| = |A| |B|", "ambiguous"),
        (r"|A + B| \le |A| + |B|", "ambiguous"),
    ],
)
def test_bars_beside_a_matrix_are_absolute_values(claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, SQUARE, tmp_path).verdict == verdict


def test_bars_beside_a_matrix_in_a_given_block(tmp_path: Path) -> None:
    given = SQUARE + r"\\ |A| \le B"
    assert judged(r"B_{11} \ge 0", given, tmp_path).verdict in ("holds", "not-refuted")
    assert judged(r"B_{11} \ge 1", given, tmp_path).verdict == "refuted"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\frac{\partial |A|}{\partial A} = |A| A^{-\top} = |A| (A^{-1})^\top", "holds"),
        (r"\frac{\partial |A|}{\partial A} = \operatorname{adj}(A)^\top = |A| A^{-\top}", "holds"),
        (r"\frac{\partial |A|}{\partial A} = |A| A^{-\top} = |A^2| A^{-\top}", "refuted"),
        (r"\frac{\partial |A|}{\partial A} = |A| A^{-\top}, \quad |B^2| = |B|^2", "ambiguous"),  # other bars
    ],
)
def test_the_same_bars_are_a_determinant_in_all_links(claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, SQUARE, tmp_path, layout="gradient").verdict == verdict
