r"""A declared T: a transpose of a matrix or a power of a number, and not both in one statement."""

from pathlib import Path

import pytest

from tests.judged import judged

GIVEN = r"T \in \mathbb{N}, P \in \mathbb{R}^{n \times n}, \gamma \in \mathbb{R}"


@pytest.mark.parametrize("claim", [r"\|P^T\|_2 \le \|P\|_2^T", r"\gamma^T P^T = \gamma^T P"])
def test_both_in_one_statement_are_refused(claim: str, tmp_path: Path) -> None:
    result = judged(claim, GIVEN, tmp_path)
    assert result.verdict == "undecided"
    assert r"\top" in result.message


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\|P^T\|_2 = \|P\|_2", "ambiguous"),
        (r"(I - P) \sum_{t=0}^{T-1} P^t = I - P^T", "ambiguous"),
        (r"\gamma^T \gamma = \gamma^{T+1}", "holds"),
        (r"\gamma^T P^\top = \gamma^T P", "refuted"),
    ],
)
def test_one_of_them_is_read(claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


def test_a_number_of_tokens_is_no_exponent(tmp_path: Path) -> None:
    given = r"Q, K \in \mathbb{R}^{T \times d}, W \in \mathbb{R}^{d \times d}"
    assert judged(r"(Q W K^T)^T = K W^T Q^T", given, tmp_path).verdict == "holds"
