r"""Inequalities between sums: Cauchy-Schwarz, Titu, Jensen, maxima, least singular values, and false neighbors."""

# ruff: noqa: E501 - formulas stay on one line

from __future__ import annotations

PAIR = r"x, y \in \mathbb{R}^n"
WEIGHTS = r"p, x \in \mathbb{R}^n, p \ge 0, \mathbf{1}^\top p = 1"
POSITIVE = r"x \in \mathbb{R}^n, x > 0"
TWO = r"p, q \in \mathbb{R}^n, p > 0, q > 0, \mathbf{1}^\top p = 1, \mathbf{1}^\top q = 1"
TALL = r"A \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{n \times k}, x \in \mathbb{R}^n, m \ge n"
VECTORS = r"x_i \in \mathbb{R}^d \quad \forall i \in \{1,\dots,n\}"
TRUE = [
    (PAIR, r"\left(\sum_i x_i y_i\right)^2 \le \sum_i x_i^2 \sum_j y_j^2"),
    (PAIR, r"\left|\sum_i x_i y_i\right| \le \sqrt{\sum_i x_i^2} \sqrt{\sum_i y_i^2}"),
    (PAIR, r"\left(\sum_i x_i\right)^2 \le n \sum_i x_i^2"),
    (PAIR, r"|x^\top y| \le |x|^\top |y|"),
    (PAIR, r"|x^\top y| \le \sum_i |x_i| |y_i|"),
    (PAIR, r"|x^\top y| \le (\max_i |x_i|) \sum_i |y_i|"),
    (PAIR, r"\|x\|_2^2 \le (\max_i |x_i|) \|x\|_1"),
    (WEIGHTS, r"\left(\sum_i p_i x_i\right)^2 \le \sum_i p_i x_i^2"),
    (WEIGHTS, r"\exp\left(\sum_i p_i x_i\right) \le \sum_i p_i e^{x_i}"),
    (WEIGHTS + r", x > 0", r"\sum_i p_i \log x_i \le \log\left(\sum_i p_i x_i\right)"),
    (PAIR, r"\exp\left(\frac1n \sum_i x_i\right) \le \frac1n \sum_i e^{x_i}"),
    (POSITIVE, r"\frac1n \sum_i \log x_i \le \log\left(\frac1n \sum_i x_i\right)"),
    (POSITIVE, r"\frac{n}{\sum_i 1/x_i} \le \frac1n \sum_i x_i"),
    (r"a, b \in \mathbb{R}^n, b > 0", r"\frac{(\sum_i a_i)^2}{\sum_i b_i} \le \sum_i \frac{a_i^2}{b_i}"),
    (TWO, r"\sum_i p_i \log \frac{p_i}{q_i} \ge 0"),
    (TWO, r"\sum_i p_i \log \frac{p_i}{q_i} \le \log\left(\sum_i \frac{p_i^2}{q_i}\right)"),
    (VECTORS, r"\left\|\frac1n \sum_i x_i\right\|^2 \le \frac1n \sum_i \|x_i\|^2"),
    (TALL, r"\sigma_{\min}(A) \|x\|_2 \le \|A x\|_2"),
    (TALL, r"\kappa(A^\top A) = \kappa(A)^2"),
    (TALL, r"\sigma_{\min}(A) \|B\|_F \le \|A B\|_F"),
]
FALSE = [
    (r"A \in \mathbb{R}^{m \times n}", r"\kappa(A^\top A) = \kappa(A)^2"),
    (
        r"p, x \in \mathbb{R}^n, p \ge 0, \mathbf{1}^\top p = 1, x > 0, n \ge 2",
        r"\sum_{i=1}^{n-1} p_i \log x_i \le \log\left(\sum_{i=1}^{n-1} p_i x_i\right)",
    ),
    (POSITIVE, r"\sum_{i=1}^{n-2} x_i \sum_{j=1}^{n-2} \frac1{x_j} \ge (n-2)^2"),
    (PAIR, r"\left(\sum_i x_i y_i\right)^2 \le \tfrac{9}{10} \left(\sum_i x_i^2\right) \left(\sum_i y_i^2\right)"),
    (PAIR, r"\left(\sum_i x_i y_i\right)^2 \le \left(\sum_i x_i\right) \left(\sum_i x_i y_i^2\right)"),
    (PAIR, r"\left(\sum_i x_i\right)^2 \le \sum_i x_i^2"),
    (PAIR, r"x^\top y \ge |x|^\top |y|"),
    (PAIR, r"|x^\top y| \le (\max_i x_i) \sum_i |y_i|"),
    (PAIR, r"x^\top y \le (\max_i x_i) \sum_i y_i"),
    (r"p, x \in \mathbb{R}^n, \mathbf{1}^\top p = 1", r"\left(\sum_i p_i x_i\right)^2 \le \sum_i p_i x_i^2"),
    (r"p, x \in \mathbb{R}^n, p \ge 0", r"\left(\sum_i p_i x_i\right)^2 \le \sum_i p_i x_i^2"),
    (WEIGHTS + r", x > 0", r"\sum_i p_i \log x_i \ge \log\left(\sum_i p_i x_i\right)"),
    (PAIR, r"\exp\left(\sum_i x_i\right) \le \sum_i e^{x_i}"),
    (r"a, b \in \mathbb{R}^n", r"\frac{(\sum_i a_i)^2}{\sum_i b_i} \le \sum_i \frac{a_i^2}{b_i}"),
    (TWO, r"\sum_i p_i \log \frac{p_i}{q_i} \le \log\left(\sum_i \frac{q_i^2}{p_i}\right)"),
    (VECTORS, r"\left\|\sum_i x_i\right\|^2 \le \sum_i \|x_i\|^2"),
    (r"A \in \mathbb{R}^{m \times n}, x \in \mathbb{R}^n", r"\sigma_{\min}(A) \|x\|_2 \le \|A x\|_2"),
]
