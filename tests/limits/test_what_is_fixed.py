"""Orders of growth: what hypotheses about growing matrices force to grow is not held fixed; what they leave alone is."""

import pytest

from tests.judged import judged

GIVEN = r"n, d \in \mathbb{N}, \quad R, c \in \mathbb{R}, \quad R > 0, \quad x \in \mathbb{R}^n, \quad X \in \mathbb{R}^{n \times d}"
ROWS = r"\|X_{i,:}\|_2 \le R \text{ for all } i \in \{1, \dots, n\}"


@pytest.mark.parametrize(
    ("hypotheses", "claim"),
    [
        (ROWS, r"n R^2 = \Theta(n)"),
        (r"\|x\|_2 \le R", "R = O(1)"),
        (r"\|X\|_F \le R \|x\|_2", r"n R = O(n)"),
    ],
)
def test_holds_where_zero_meets_the_hypotheses(hypotheses: str, claim: str, tmp_path):
    claim += r" \quad \text{as } n \to \infty"
    assert judged(claim, GIVEN + "\\\\\n" + hypotheses, tmp_path).verdict == "holds"


@pytest.mark.parametrize(
    ("hypotheses", "claim"),
    [
        (ROWS, "n R^2 = O(1)"),
        (r"\|x + \mathbf{1}\|_2 \le R \\ \|x\|_{\max} \le \frac12", "R = O(1)"),
        (r"\|x\|_2 \le R \\ \min_i x_i \ge 1", "R = O(1)"),
        (r"\sum_{i=1}^n x_i \le R \\ x_i \ge 1 \text{ for all } i \in \{1, \dots, n\}", "R = O(1)"),
        (r"\|X\|_F \le R \\ X = \mathbf{1}_{n \times d}", "R = O(1)"),
        (r"c \ge i \text{ for all } i \in \{1, \dots, n\}", "c = O(1)"),
        (r"c \ge n", "c = O(1)"),
    ],
)
def test_does_not_hold_where_the_hypotheses_make_it_grow(hypotheses: str, claim: str, tmp_path):
    claim += r" \quad \text{as } n \to \infty"
    assert judged(claim, GIVEN + "\\\\\n" + hypotheses, tmp_path).verdict != "holds"
