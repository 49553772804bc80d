r"""``\|C\|_2 \le \sqrt{m n} \max_{i,j} \|B_{ij}\|_2`` for the m x n blocks of a matrix."""

from pathlib import Path

import pytest

from tests.judged import judged, proved

BLOCKS = r"C \in \mathbb{R}^{mp \times nq}, B_{i,j} := (e_i^\top \otimes I_p) C (e_j \otimes I_q)"
STRIPES = r"C \in \mathbb{R}^{mp \times qn}, B_{i,j} := (e_i^\top \otimes I_p) C (I_q \otimes e_j)"
ROWS = r"C \in \mathbb{R}^{mp \times n}, B_i := (e_i^\top \otimes I_p) C"
SQUARE = r"C \in \mathbb{R}^{mp \times mq}"
TURNED = r"C \in \mathbb{R}^{m \times n}"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (BLOCKS, r"\|C\|_2 \le \sqrt{mn} \max_{i,j} \|B_{i,j}\|_2"),
        (BLOCKS, r"\|C\|_F \le \sqrt{mn} \max_{i,j} \|B_{i,j}\|_F"),
        (BLOCKS, r"\|C\|_2 \le \sqrt{mn} \max_{i,j} \|B_{i,j}\|_F"),
        (STRIPES, r"\|C\|_2 \le \sqrt{mn} \max_{i,j} \|B_{i,j}\|_2"),
        (ROWS, r"\|C\|_2 \le \sqrt{m} \max_i \|B_i\|_2"),
        (TURNED, r"\|C\|_2 \le \sqrt{n} \max_j \|C_{:,j}\|_2"),
    ],
)
def test_true(given: str, claim: str):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (BLOCKS, r"\|C\|_2 \le \max_{i,j} \|B_{i,j}\|_2"),
        (BLOCKS, r"\|C\|_2 \le \sqrt{m} \max_{i,j} \|B_{i,j}\|_2"),
        (BLOCKS, r"\|C\|_2 \le \sqrt{pq} \max_{i,j} \|B_{i,j}\|_2"),
        (BLOCKS, r"\|C\|_F \le \sqrt{mn} \max_{i,j} \|B_{i,j}\|_2"),
        (ROWS, r"\|C\|_2 \le \sqrt{n} \max_i \|B_i\|_2"),
        (TURNED, r"\|C\|_2 \le \sqrt{m} \max_j \|C_{:,j}\|_2"),
    ],
)
def test_false_neighbors(given: str, claim: str, tmp_path: Path):
    assert judged(claim, given, tmp_path).verdict == "refuted"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (BLOCKS, r"\|C\|_1 \le \sqrt{mn} \max_{i,j} \|B_{i,j}\|_1"),
        (BLOCKS, r"\|C\|_2 < \sqrt{mn} \max_{i,j} \|B_{i,j}\|_2"),
        (SQUARE, r"\|C\|_2 \le m \max_i \|(e_i^\top \otimes I_p) C (e_i \otimes I_q)\|_2"),
    ],
)
def test_other_norms_strict_bounds_and_blocks_on_the_diagonal_are_not_proved(given: str, claim: str):
    assert not proved(given, claim)
