r"""Infinite values, cases, ranges that may be empty, 0 log 0, ranks above the sizes: what the rules must not conclude from them."""

import pytest

from tests.judged import judged

SQUARE = r"A \in \mathbb{R}^{n \times n}"
VECTORS = r"x, y \in \mathbb{R}^n"
SIMPLEX = r"p \in \mathbb{R}^n, \quad p \ge 0, \quad \mathbf{1}^\top p = 1, \quad n \ge 2"
CASES = r"\begin{cases} %s & %s > 0 \\ 0 & \text{otherwise} \end{cases}"
INVERSE = r"x \in \mathbb{R}, \quad x \ge 0, \quad f := " + CASES % (r"\frac{1}{x}", "x")
LENGTH = r"x \in \mathbb{R}^n, \quad f := " + CASES % (r"\frac{1}{\|x\|_2}", r"\|x\|_2")
SMALLEST = SQUARE + r", \quad f := " + CASES % (r"\frac{1}{\sigma_{\min}(A)}", r"\sigma_{\min}(A)")
Q = r"Q \in \mathbb{R}^{m \times n}, \quad "


def verdict(claim: str, given: str, folder) -> str:
    return judged(claim, given, folder).verdict


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (SQUARE, r"\frac{1}{\kappa(A)} \ne 0"),
        (SQUARE, r"\frac{1}{\kappa(A)} + \|A\|_2 \ne 0"),
        (SQUARE, r"\exp(-\kappa(A)) \ne 0"),
        (SQUARE, r"\frac{1}{1 + \kappa(A)} > 0"),
        (SQUARE, r"\frac{1}{\kappa(A)} = 0 \implies \sigma_{\min}(A) = 1"),
        (INVERSE, r"x + 0 \cdot f > 0"),
        (LENGTH, r"0 < \|x\|_2 + f^2 \|x\|_2"),
        (SMALLEST, r"\sigma_{\min}(A) + f^2 \sigma_{\min}(A) > 0"),
        (VECTORS, r"\|x\|_2 + \sum_{i=1}^{n-1} \frac{y_i^2}{\|x\|_2} > 0"),
        (VECTORS, r"\left|\sum_{i=1}^{n-2} x_i\right| \le (n-2) \max_i |x_i|"),
        (SIMPLEX, r"-\sum_{i=1}^n p_i \log p_i > 0"),
        (SIMPLEX, r"-\sum_{i=1}^n p_i \log p_i \ne 0"),
        (SIMPLEX, r"p^\top \log p < 0"),
        (VECTORS, r"\sum_{k=-2}^{1} k \|x\|_2 \ge 0"),
        (VECTORS, r"\sum_{k=-2}^{1} |k| = \sum_{k=-2}^{1} k"),
        (VECTORS, r"\prod_{k=0}^{n} k \ne 0"),
        (VECTORS + r", \quad k \in \{-2, \dots, 3\}", r"|k| = k"),
        (VECTORS + r", \quad k \in \{-2, \dots, 3\}", r"\|k x\|_2 = k \|x\|_2"),
        (VECTORS + r", \quad k \in \{-2, \dots, 3\}", r"k \|x\|_2 \ge 0"),
        (VECTORS + r", \quad k \in \{0, \dots, 3\}", r"\operatorname{sign}(k) = 1"),
    ],
)
def test_false_claims_do_not_hold(given, claim, tmp_path):
    assert verdict(claim, given, tmp_path) in ("not-refuted", "undecided", "refuted", "needs-hypothesis")


@pytest.mark.parametrize(
    ("given", "claim", "expected"),
    [
        (SQUARE, r"\frac{1}{\kappa(A)} \ge 0", "holds"),
        (SQUARE + r", \quad \sigma_{\min}(A) > 0", r"\frac{1}{\kappa(A)} > 0", "holds"),
        (SQUARE, r"\frac{\|A\|_2}{1 + \kappa(A)} \le \|A\|_2", "holds"),
        (VECTORS, r"\|x\|_2 + \sum_{i=1}^{n} \frac{y_i^2}{\|x\|_2} > 0", "holds"),
        (VECTORS, r"\left|\sum_{i=1}^{n-1} x_i\right| \le (n-1) \max_i |x_i|", "holds"),
        (SIMPLEX, r"-\sum_{i=1}^n p_i \log p_i \ge 0", "holds"),
        (SIMPLEX + r", \quad p > 0", r"-\sum_{i=1}^n p_i \log p_i > 0", "holds"),
        (SIMPLEX + r", \quad p > 0", r"p^\top \log p < 0", "holds"),
        (VECTORS, r"\sum_{k=0}^{n} (k + 1) \|x\|_2 \ge 0", "holds"),
        (VECTORS + r", \quad k \in \{1, \dots, 3\}", r"\operatorname{sign}(k) = 1", "holds"),
        (VECTORS + r", \quad k \in \{-2, \dots, 3\}", r"\|k x\|_2 = |k| \|x\|_2", "holds"),
        (Q + r"Q^\top Q = I_n", r"\|Q\|_2 = 1", "holds"),
        (Q + r"Q^\top Q = I_n, \quad m \le n", r"\|Q\|_2 = 1", "holds"),
        (Q + r"Q^\top Q = I_n, \quad m < n", r"\|Q\|_2 = 1", "vacuous"),
        (Q + r"Q^\top Q = 2 I_n, \quad n \ge m + 1", r"\|Q\|_2 = 2", "vacuous"),
        (Q + r"\operatorname{rank}(Q) \ge n, \quad m < n", r"\|Q\|_2 \ge 0", "vacuous"),
        (Q + r"\operatorname{rank}(Q) = m, \quad m < n", r"\|Q\|_2 \ge 0", "holds"),
    ],
)
def test_their_neighbours(given, claim, expected, tmp_path):
    assert verdict(claim, given, tmp_path) == expected
