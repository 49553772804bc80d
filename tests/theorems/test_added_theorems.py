r"""Theorems of the base that brought true statements within reach: each is shown, and its neighbor by a thin margin is not."""

from __future__ import annotations

import pytest

from tests.judged import proved

ADDED = [
    (
        r"A, B \in \mathbb{R}^{n \times n}, A \succeq 0",
        r"\operatorname{tr}(A B) \le \operatorname{tr}(A)\|B\|_2",
        r"\operatorname{tr}(A B) \le \tfrac{99}{100} \operatorname{tr}(A)\|B\|_2",
    ),
    (
        r"x \in \mathbb{R}^n, x \ge 0",
        r"\|x\|_2 \le \mathbf{1}^\top x",
        r"\|x\|_2 \le \tfrac{99}{100} \mathbf{1}^\top x",
    ),
    (r"x \in \mathbb{R}^n, x > 0", r"\sum_i (x_i - 1 - \log x_i) \ge 0", r"\sum_i (x_i - 1 - \log x_i) > 0"),
    (
        r"x, p \in \mathbb{R}^n, x > 0, p > 0, \mathbf{1}^\top p = 1",
        r"\prod_{i=1}^n x_i^{p_i} \le \sum_{i=1}^n p_i x_i",
        r"\prod_{i=1}^n x_i^{p_i} < \sum_{i=1}^n p_i x_i",
    ),
    (r"s, p \in \mathbb{R}, s \ge -1, p \ge 1", r"1 + p s \le (1 + s)^p", r"1 + p s < (1 + s)^p"),
    (r"x \in \mathbb{R}, x > 0", r"\sin x < x", r"\sin x < \tfrac{99}{100} x"),
    (
        r"P, Q \in \mathbb{R}^{n \times n}, P \succ 0, Q \succ 0",
        r"P^{-1} + Q^{-1} \succeq 4 (P + Q)^{-1}",
        r"P^{-1} + Q^{-1} \succeq 5 (P + Q)^{-1}",
    ),
    (
        r"A, B \in \mathbb{R}^{n \times n}, A \succeq 0, B \succeq 0",
        r"A^2 \succeq B^2 \implies A \succeq B",
        r"A \succeq B \implies A^2 \succeq B^2",
    ),
    (
        r"X \in \mathbb{R}^{m \times n}",
        r"\|X\|_* = \operatorname{tr}((X^\top X)^{1/2})",
        r"\|X\|_* = \tfrac{99}{100} \operatorname{tr}((X^\top X)^{1/2})",
    ),
    (
        r"X \in \mathbb{R}^{m \times n}, c > 0, n \le m",
        r"\operatorname{tr}(X (X^\top X + c I)^{-1} X^\top) = \sum_{i=1}^n \frac{\sigma_i(X)^2}{\sigma_i(X)^2 + c}",
        r"\operatorname{tr}(X (X^\top X + c I)^{-1} X^\top) \le \tfrac{99}{100} \sum_{i=1}^n \frac{\sigma_i(X)^2}{\sigma_i(X)^2 + c}",
    ),
    (r"A \in \mathbb{R}^{m \times n}", r"\|A\|_2^2 \le \|A\|_1 \|A\|_\infty", r"\|A\|_2^2 \le \|A\|_1"),
    (r"A, B, S \in \mathbb{R}^{n \times n}, A = A^\top, A \preceq B, S \succeq 0", r"\operatorname{tr}(A S) \le \operatorname{tr}(B S)", r"\operatorname{tr}(B S) \le \operatorname{tr}(A S)"),
    (r"A \in \mathbb{R}^{n \times n}, A = A^\top, x \in \mathbb{R}^n", r"x^\top A x \le \lambda_{\max}(A) \|x\|_2^2", r"x^\top A x \le \lambda_{\min}(A) \|x\|_2^2"),
    (r"S \in \mathbb{R}^{m \times n}, c > 0, |S_{ij}| \le c", r"\operatorname{softmax}(S)_{ij} \le \frac{e^{2 c}}{n}", r"\operatorname{softmax}(S)_{ij} \le \frac{e^c}{n}"),
    (r"x, y \in \mathbb{R}^n, c > 0", r"c \log \sum_j e^{x_j / c} - c \log \sum_j e^{y_j / c} \le \|x - y\|_\infty", r"c \log \sum_j e^{x_j / c} - c \log \sum_j e^{y_j / c} \le \frac12 \|x - y\|_\infty"),
    (r"A \in \mathbb{R}^{m \times n}, p \in \mathbb{R}^m, p \ge 0, \mathbf{1}^\top p = 1", r"\|A^\top p\|_2 \le \max_i \|A_{i,:}\|_2", r"\|A^\top p\|_2 \le \min_i \|A_{i,:}\|_2"),
    (r"P \in \mathbb{R}^{m \times n}, P \ge 0, P \mathbf{1} = \mathbf{1}", r"\|P\|_2^2 \le \|P\|_1", r"\|P\|_2^2 \le \frac12 \|P\|_1"),
    (r"a, b \in \mathbb{R}", r"\operatorname{ReLU}(a + b) \le \operatorname{ReLU}(a) + \operatorname{ReLU}(b)", r"\operatorname{ReLU}(a) + \operatorname{ReLU}(b) \le \operatorname{ReLU}(a + b)"),
]


@pytest.mark.parametrize(("given", "claim", "neighbor"), ADDED)
def test_true_statements_are_shown_and_their_neighbors_are_not(given: str, claim: str, neighbor: str) -> None:
    assert proved(given, claim)
    assert not proved(given, neighbor)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (r"A, B \in \mathbb{R}^{n \times n}, A = A^\top", r"\operatorname{tr}(A B) \le \operatorname{tr}(A)\|B\|_2"),
        (r"x \in \mathbb{R}^n", r"\|x\|_2 \le \mathbf{1}^\top x"),
        (r"x, p \in \mathbb{R}^n, x > 0, p > 0", r"\prod_{i=1}^n x_i^{p_i} \le \sum_{i=1}^n p_i x_i"),
        (r"s, p \in \mathbb{R}, s \ge -1, p \ge 0", r"1 + p s \le (1 + s)^p"),
        (r"x \in \mathbb{R}", r"\sin x < x"),
    ],
)
def test_without_their_hypotheses_they_are_not(given: str, claim: str) -> None:
    assert not proved(given, claim)
