r"""Means, extremes, tangents, sums over a part of a range, inverses and determinants: what the rules prove, and false neighbours."""

import pytest

from tests.judged import proved


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (r"x \in \mathbb{R}^n", r"\max_i x_i \ge x_j"),
        (r"x \in \mathbb{R}^n", r"\min_i x_i \le \frac1n \sum_{i=1}^n x_i"),
        (r"x \in \mathbb{R}^n", r"\frac1n \sum_{i=1}^n x_i \le \max_i x_i"),
        (r"x, y \in \mathbb{R}^n", r"\left| \|x\|_2 - \|y\|_2 \right| \le \|x-y\|_2"),
        (r"x, y \in \mathbb{R}^n", r"|\max_i x_i - \max_i y_i| \le \|x-y\|_\infty"),
        (r"x \in \mathbb{R}", r"1 + x \le e^x"),
        (r"x \in \mathbb{R}", r"\log x \le x - 1"),
        (r"x \in \mathbb{R}^n", r"(\sum_i x_i)^2 \le n \sum_i x_i^2"),
        (r"x \in \mathbb{R}^n", r"\sum_{i=2}^{n} x_i^2 \le \|x\|_2^2"),
        (r"x \in \mathbb{R}^n, n \ge 2", r"\operatorname{softmax}(x)_i < 1"),
        (
            r"W \in \mathbb{R}^{m \times n}, x, y \in \mathbb{R}^n, b \in \mathbb{R}^m",
            r"\|\operatorname{ReLU}(W x + b) - \operatorname{ReLU}(W y + b)\|_2 \le \|W\|_2 \|x - y\|_2",
        ),
        (r"A \in \mathbb{R}^{n \times n}", r"\|A^{-1}\|_2 = 1/\sigma_{\min}(A)"),
        (r"A \in \mathbb{R}^{m \times n}", r"\|A\|_F^2 \le \|A\|_2 \|A\|_*"),
        (r"A \in \mathbb{R}^{n \times n}", r"|\det(A)| \le \|A\|_2^n"),
        (r"A \in \mathbb{R}^{m \times n}", r"\|A\|_\infty = \max_i \|A_{i,:}\|_1"),
        (r"A \in \mathbb{R}^{n \times n}", r"\kappa(A) = \|A\|_2 \|A^{-1}\|_2"),
        (r"A \in \mathbb{R}^{m \times n}", r"\|A\|_1 = \max_j \|A_{:,j}\|_1"),
    ],
)
def test_true_claims_are_proved(given, claim):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (r"x \in \mathbb{R}^n", r"\max_i x_i > x_j"),
        (r"x \in \mathbb{R}^n", r"\min_i x_i \ge x_j"),
        (r"x \in \mathbb{R}^n", r"\min_i x_i < \frac1n \sum_{i=1}^n x_i"),
        (r"x \in \mathbb{R}^n", r"\min_i x_i \ge \frac1n \sum_{i=1}^n x_i"),
        (r"x \in \mathbb{R}^n", r"\frac1n \sum_{i=1}^{n-1} x_i \le \max_i x_i"),
        (r"x \in \mathbb{R}^n", r"\frac1n \sum_{i=1}^n x_i \le \min_i x_i + 1"),
        (r"x, y \in \mathbb{R}^n", r"\left| \|x\|_2 - \|y\|_2 \right| < \|x-y\|_2"),
        (r"x, y \in \mathbb{R}^n", r"\left| \|x\|_2 + \|y\|_2 \right| \le \|x+y\|_2"),
        (r"x, y \in \mathbb{R}^n", r"|\max_i x_i - \max_i y_i| \le \frac12\|x-y\|_\infty"),
        (r"x, y \in \mathbb{R}^n", r"|\max_i x_i - \min_i y_i| \le \|x-y\|_\infty"),
        (r"x \in \mathbb{R}", r"1 + x < e^x"),
        (r"x \in \mathbb{R}", r"1 - x \le e^x"),
        (r"x \in \mathbb{R}", r"\log x < x - 1"),
        (r"x \in \mathbb{R}", r"\log x \ge x - 1"),
        (r"x \in \mathbb{R}^n", r"(\sum_i x_i)^2 \le (n-1) \sum_i x_i^2"),
        (r"x \in \mathbb{R}^n", r"(\sum_{i} x_i)^2 \le n \sum_{i=2}^n x_i^2"),
        (r"x \in \mathbb{R}^n", r"\sum_{i=2}^{n} x_i \le \sum_{i=1}^n x_i"),
        (r"x \in \mathbb{R}^n", r"\sum_{i=2}^{n} x_i^2 < \|x\|_2^2"),
        (r"x \in \mathbb{R}^n", r"\sum_{i=2}^{n} x_i^3 \le \sum_{i=1}^n x_i^3"),
        (r"x \in \mathbb{R}^n", r"\operatorname{softmax}(x)_i < 1"),
        (r"x \in \mathbb{R}^n, n \ge 2", r"\operatorname{softmax}(x)_i < \frac12"),
        (
            r"W \in \mathbb{R}^{m \times n}, x, y \in \mathbb{R}^n, b, c \in \mathbb{R}^m",
            r"\|\operatorname{ReLU}(W x + b) - \operatorname{ReLU}(W y + c)\|_2 \le \|W\|_2 \|x - y\|_2",
        ),
        (r"A \in \mathbb{R}^{n \times n}", r"\|A^{-1}\|_F = 1/\sigma_{\min}(A)"),
        (r"A \in \mathbb{R}^{n \times n}", r"\|A^{-1}\|_2 = \sigma_{\min}(A)"),
        (r"A \in \mathbb{R}^{m \times n}", r"\|A\|_F^2 \le \|A\|_2 \|A\|_F"),
        (r"A \in \mathbb{R}^{n \times n}", r"|\det(A)| \le \|A\|_2"),
        (r"A \in \mathbb{R}^{n \times n}", r"|\det(A)| < \|A\|_2^n"),
        (r"A \in \mathbb{R}^{m \times n}", r"\|A\|_1 = \max_i \|A_{i,:}\|_1"),
        (r"A \in \mathbb{R}^{m \times n}", r"\|A\|_\infty = \max_i \|A_{i,:}\|_2"),
        (r"A \in \mathbb{R}^{m \times n}", r"\|A\|_\infty = \max_i \|A_{i,:}\|_\infty"),
    ],
)
def test_false_claims_are_not(given, claim):
    assert not proved(given, claim)
