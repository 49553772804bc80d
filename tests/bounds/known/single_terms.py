r"""A nonnegative term is at most the sum: partition functions, cross-entropies, geometric sums, and false neighbors."""

from __future__ import annotations

S = r"s \in \mathbb{R}^n"
PLACE = S + r", i \in \{1, \dots, n\}"
WARM = PLACE + r", \tau > 0"
POSITIVE = r"x \in \mathbb{R}^n, x \ge 0"
RATIO = r"a \in \mathbb{R}, 0 < a < 1, T \in \mathbb{N}"
TRUE = [
    (S, r"\sum_{j=1}^n e^{s_j} \ge e^{s_1}"),
    (S, r"-\log \frac{\exp(s_1)}{\sum_{j=1}^n \exp(s_j)} \ge 0"),
    (PLACE, r"\log \sum_{j=1}^n \exp(s_j) \ge s_i"),
    (WARM, r"\log \sum_{j=1}^n \exp(s_j / \tau) \ge s_i / \tau"),
    (WARM, r"\frac{\exp(s_i / \tau)}{\sum_{j=1}^n \exp(s_j / \tau)} \le 1"),
    (POSITIVE, r"\sum_{j=1}^n x_j \ge x_1"),
    (S + r", n \ge 2", r"\sum_{j=1}^n s_j^2 \ge s_2^2"),
    (RATIO, r"\sum_{k=0}^{T} a^k \le \frac{1}{1 - a}"),
    (RATIO, r"\sum_{k=1}^{T} a^k < \frac{a}{1 - a}"),
]
FALSE = [
    (S, r"\sum_{j=1}^n e^{s_j} > e^{s_1}"),  # n = 1
    (S, r"\sum_{j=2}^n e^{s_j} \ge e^{s_1}"),
    (RATIO, r"\sum_{k=0}^{T} a^k \le \frac{a}{1 - a}"),
    (PLACE, r"\log \sum_{j=1}^n \exp(s_j) \ge s_i + \log n"),
    (PLACE, r"\sum_{j=1}^{n-1} e^{s_j} \ge e^{s_i}"),
    (S, r"\sum_{j=1}^n s_j \ge s_1"),
    (WARM, r"\log \sum_{j=1}^n \exp(s_j / \tau) \ge s_i"),
    (r"a \in \mathbb{R}, 0 < a \le 2, a \ne 1, T \in \mathbb{N}", r"\sum_{k=0}^{T} a^k \le \frac{1}{1 - a}"),
]
