"""Sums and extremes by what is known of their members, matrices by their blocks, and rows of one length: objects of true claims, none of their neighbors."""

from __future__ import annotations

import pytest

from proofs.proving.objects import proof_of
from tests.proofs.proving.test_proofs_of_equations import problems

MEMBERS = r"x, c \in \mathbb{R}, a \in \mathbb{R}^m, |x| \le c, |a_i| \le c"
BETWEEN = r"c \in \mathbb{R}, a \in \mathbb{R}^m, 0 \le a \le c \mathbf{1}"
BLOCKS = r"C \in \mathbb{R}^{kp \times nq}, B_{i,j} := (e_i^\top \otimes I_p) C (e_j \otimes I_q)"
ONE_OF = r"x \in \mathbb{R}^m, k \in \{1, \dots, m\}, A_1, \dots, A_m \in \mathbb{R}^{p \times q}"
ROWS = r"S \in \mathbb{R}^{m \times n}, T \in \mathbb{R}^{m \times m}"


@pytest.mark.parametrize(
    ("claim", "given", "false"),
    [
        (r"\left|x - \frac{1}{m} \sum_{i=1}^m a_i\right| \le 2 c", MEMBERS, r"\left|x - \frac{1}{m} \sum_{i=1}^m a_i\right| \le c"),
        (r"\sum_{i=1}^m a_i \ge -m c", MEMBERS, r"\sum_{i=1}^m a_i \ge -c"),
        (r"-\frac{1}{m} \sum_{i=1}^m a_i \le 0", BETWEEN, r"-\frac{1}{m} \sum_{i=1}^m a_i \le -c"),
        (r"\sum_{i=1}^m a_i \le m c", BETWEEN, r"\sum_{i=1}^m a_i \ge m c"),
        (r"\|C\|_2 \le \sqrt{k n} \max_{i,j} \|B_{i,j}\|_2", BLOCKS, r"\|C\|_2 \le \sqrt{k} \max_{i,j} \|B_{i,j}\|_2"),
        (r"\|\operatorname{LayerNorm}(S)\|_F = \sqrt{m n}", ROWS, r"\|\operatorname{LayerNorm}(S)\|_F = \sqrt{m}"),
        (r"\|\operatorname{LayerNorm}(T S)\|_2 \le \sqrt{m n}", ROWS, r"\|\operatorname{LayerNorm}(T S)\|_2 \le \sqrt{n}"),
        (
            r"\sum_{i=1}^m \|\operatorname{LayerNorm}(S)_{i,:}\|_2^2 = m n",
            ROWS,
            r"\sum_{i=1}^m \|\operatorname{LayerNorm}(S)_{i,:}\|_2^2 = n",
        ),
        (
            r"m n = \sum_{i=1}^m \|\operatorname{LayerNorm}(S)_{i,:}\|_2^2",
            ROWS,
            r"m (n + 1) = \sum_{i=1}^m \|\operatorname{LayerNorm}(S)_{i,:}\|_2^2",
        ),
        (r"\max_{1 \le i \le m} (x_i^2 + 1) \ge x_k^2 + 1", ONE_OF, r"\max_{2 \le i \le m} (x_i^2 + 1) \ge x_k^2 + 1"),
        (r"|x_k| + 1 \ge \min_{1 \le i \le m} |x_i|", ONE_OF, r"|x_k| \ge \max_{1 \le i \le m} |x_i|"),
        (r"\|A_k\|_2 \le \max_{1 \le i \le m} \|A_i\|_2", ONE_OF, r"\|A_k\|_2 \le \min_{1 \le i \le m} \|A_i\|_2"),
        (r"\|\operatorname{ReLU}(T S)\|_2 \le \sqrt{\min(m, n)} \|T S\|_2", ROWS, r"\|\operatorname{ReLU}(T S)\|_2 \le \|T S\|_2"),
    ],
)
def test_what_members_say_of_a_sum(claim: str, given: str, false: str) -> None:
    assert all(proof_of(problem).data is not None for problem in problems(claim, given))
    assert all(proof_of(problem).data is None for problem in problems(false, given))
