"""Ranks of sums from below: rank(A + B) >= rank A - rank B."""

import pytest

from tests.judged import judged

LORA = (
    r"W_0 \in \mathbb{R}^{d \times k}, \quad B \in \mathbb{R}^{d \times r}, \quad A \in \mathbb{R}^{r \times k}, "
    r"\quad W := W_0 + B A"
)
TWO = r"A, B \in \mathbb{R}^{m \times n}"
ONE = r"A \in \mathbb{R}^{m \times n}, \quad u \in \mathbb{R}^m, \quad v \in \mathbb{R}^n"


@pytest.mark.parametrize(
    ("claim", "given", "verdict"),
    [
        (r"\operatorname{rank}(W) \ge \operatorname{rank}(W_0) - r", LORA, "holds"),
        (r"\operatorname{rank}(W) \ge \operatorname{rank}(W_0) - r + 1", LORA, "refuted"),
        (r"\operatorname{rank}(W) \le \operatorname{rank}(W_0) + r", LORA, "holds"),
        (r"\operatorname{rank}(W) \le \operatorname{rank}(W_0) + r - 1", LORA, "refuted"),
        (r"\operatorname{rank}(A + B) \ge \operatorname{rank}(A) - \operatorname{rank}(B)", TWO, "holds"),
        (r"\operatorname{rank}(A + B) \ge \operatorname{rank}(A) + \operatorname{rank}(B) - n", TWO, "refuted"),
        (r"\operatorname{rank}(A - u v^\top) \ge \operatorname{rank}(A) - 1", ONE, "holds"),
        (r"\operatorname{rank}(A - u v^\top) \ge \operatorname{rank}(A)", ONE, "refuted"),
    ],
)
def test_a_term_of_small_rank_takes_little_away(claim, given, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
