r"""``\|A - B\|_2 \ge \sigma_{k+1}(A)`` for every B of rank at most k (Eckart and Young)."""

from pathlib import Path

import pytest

from tests.judged import judged, proved

TOLD = r"A, B \in \mathbb{R}^{m \times n}, k \in \mathbb{N}, \operatorname{rank}(B) \le k"
FACTORS = r"A \in \mathbb{R}^{m \times n}, U \in \mathbb{R}^{m \times k}, V \in \mathbb{R}^{n \times k}, b \in \mathbb{R}^m, c \in \mathbb{R}^n"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (TOLD, r"\|A - B\|_2 \ge \sigma_{k+1}(A)"),
        (TOLD, r"\sigma_{k+1}(A) \le \|A + B\|_F"),
        (FACTORS, r"\|A - U V^\top\|_2 \ge \sigma_{k+1}(A)"),
        (FACTORS, r"\|A - 3 b c^\top\|_2 \ge \sigma_2(A)"),
    ],
)
def test_best_approximations(given: str, claim: str):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (TOLD, r"\|A - B\|_2 \ge \sigma_k(A)"),
        (TOLD, r"\|A - B\|_2 \le \sigma_{k+1}(A)"),
        (FACTORS, r"\|A - U V^\top\|_2 \ge \sigma_k(A)"),
        (FACTORS, r"\|A - b c^\top\|_2 \ge \sigma_1(A)"),
        (TOLD.replace(r"\le k", r"\le k + 1"), r"\|A - B\|_2 \ge \sigma_{k+1}(A)"),
    ],
)
def test_false_neighbors(given: str, claim: str, tmp_path: Path):
    assert judged(claim, given, tmp_path).verdict == "refuted"


def test_the_rank_of_a_multiple_says_nothing_where_the_number_is_0():
    given = TOLD.replace("(B)", "(t B)") + r", t \in \mathbb{R}"
    assert not proved(given, r"\|A - B\|_2 \ge \sigma_{k+1}(A)")
