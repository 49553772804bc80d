"""A constant that is enough at small sizes only: the claim is refuted at larger ones, and its true neighbours are not."""

import pytest

from proofs.api import check

MATRIX = r"A \in \mathbb{R}^{m \times n}"
SQUARE = r"A \in \mathbb{R}^{n \times n}"
VECTOR = r"x \in \mathbb{R}^n"
SIMPLEX = r"p \in \mathbb{R}^n, \quad p \ge 0, \quad \mathbf{1}^\top p = 1, \quad p_{(1)} = \max_i p_i"
INSIDE = r"p, q \in \mathbb{R}^n, \quad p > 0, \quad \mathbf{1}^\top p = 1, \quad q > 0, \quad \mathbf{1}^\top q = 1"
FALSE = [
    (r"\|A\|_F \le 1.9\,\|A\|_2", MATRIX),
    (r"\left\|A\right\|_F \le 3\left\|A\right\|_2", MATRIX),
    (r"\|A\|_2 \le 4\,\|A\|_{\max}", MATRIX),
    (r"\|A\|_1 \le 4\,\|A\|_2", MATRIX),
    (r"\|A\|_\infty \le 2\,\|A\|_F", MATRIX),
    (r"|\operatorname{tr}(A)| \le 4.5\,\|A\|_2", SQUARE),
    (r"\|x\|_1 \le 5\,\|x\|_2", VECTOR),
    (r"\log\sum_{i=1}^n e^{x_i} \le \max_i x_i + 2", VECTOR),
    (r"p_{(1)} \ge \frac15", SIMPLEX),
    (r"-\sum_{i=1}^n p_i \log p_i \le 1", INSIDE),
    (r"-\sum_{i=1}^n p_i \log p_i \le 3", INSIDE),
]
TRUE = [
    (r"\|A\|_2 \le \sqrt{\|A\|_1 \|A\|_\infty}", MATRIX),
    (r"\|A\|_F^2 \le \|A\|_1 \|A\|_\infty \operatorname{rank}(A)", MATRIX),
    (r"p_{(1)} \ge \frac{1}{n}", SIMPLEX),
    (r"\log\sum_{i=1}^n e^{x_i} \ge \frac1n \sum_{i=1}^n x_i + \log n", VECTOR),
]


@pytest.mark.parametrize(("claim", "given"), FALSE)
def test_too_small_a_constant_is_refuted(claim: str, given: str, tmp_path):
    assert check(claim, given=given, effort="quick", certificates=tmp_path).verdict == "refuted"


@pytest.mark.parametrize(("claim", "given"), TRUE)
def test_factors_that_grow_with_the_size_are_not(claim: str, given: str, tmp_path):
    assert check(claim, given=given, effort="quick", certificates=tmp_path).verdict in ("holds", "not-refuted")
