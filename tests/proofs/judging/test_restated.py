"""No hypothesis rescues a claim that it only repeats."""

import pytest

from tests.judged import mended

GIVEN = r"x \in \mathbb{R}^n, A \in \mathbb{R}^{m \times n}"


@pytest.mark.parametrize(
    "claim",
    [
        r"x \ge 0",
        r"\min_i x_i \ge 0",
        r"0 \le \min_i x_i",
        r"\min(x) \ge 0",
        r"\max_i (-x_i) \le 0",
        r"\min_{i,j} A_{i,j} \ge 0",
        r"\sum_j x_j \ge 0 \text{ only if } x \ge 0",
        r"\sum_j x_j \ge 0 \implies \min_i x_i \ge 0",
        r"\sum_j x_j \ge 0 \iff x \ge 0",
    ],
)
def test_repeated(claim: str, tmp_path):
    result = mended(claim, GIVEN, tmp_path)
    assert (result.verdict, result.hypothesis) == ("refuted", None)


@pytest.mark.parametrize("claim", [r"\max_i x_i \ge 0", r"\sum_j x_j \ge 0"])
def test_concluded(claim: str, tmp_path):
    assert mended(claim, GIVEN, tmp_path).verdict == "needs-hypothesis"


SQUARE = r"S, T \in \mathbb{R}^{n \times n}, \quad A \in \mathbb{R}^{m \times n}"


@pytest.mark.parametrize("claim", [r"\det(S + T) \ne 0", r"\sigma_{\min}(S + T) \ne 0"])
def test_full_rank_is_what_a_determinant_tells(claim: str, tmp_path):
    result = mended(claim, SQUARE, tmp_path)
    assert (result.verdict, result.hypothesis) == ("refuted", None)


def test_full_rank_of_a_factor_is_a_hypothesis(tmp_path):
    result = mended(r"\det(A^\top A) \ne 0", SQUARE + r", \quad m \ge n", tmp_path)
    assert result.verdict == "needs-hypothesis" and r"\operatorname{rank}(A)" in result.hypothesis
