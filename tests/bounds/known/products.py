r"""Products of nonnegative factors: means, exponentials, Weierstrass' inequalities, and false neighbors."""

from __future__ import annotations

X = r"x \in \mathbb{R}^n"
UNIT = X + r", x \in [0, 1]^n"
POSITIVE = X + r", x \ge 0"
RATES = r"\beta \in \mathbb{R}^T, 0 < \beta_t < 1"
TRUE = [
    (UNIT, r"\prod_{i=1}^n (1 - x_i) \ge 1 - \sum_{i=1}^n x_i"),
    (UNIT, r"\prod_{i=1}^n x_i \le 1"),
    (POSITIVE, r"\prod_{i=1}^n (1 + x_i) \ge 1 + \sum_{i=1}^n x_i"),
    (POSITIVE, r"\prod_{i=1}^n (1 + x_i) \ge 1"),
    (POSITIVE, r"\prod_{i=1}^n (1 + x_i) \le \exp(\sum_{i=1}^n x_i)"),
    (RATES, r"\prod_{t=1}^T (1 - \beta_t) \le \exp(- \sum_{t=1}^T \beta_t)"),
    (POSITIVE, r"(\prod_{i=1}^n x_i)^{1/n} \le \frac1n \sum_{i=1}^n x_i"),
    (X, r"(\prod_{i=1}^n x_i^2)^{1/n} \le \frac1n \|x\|^2"),
]
FALSE = [
    (POSITIVE, r"\prod_{i=1}^n (1 - x_i) \ge 1 - \sum_{i=1}^n x_i"),
    (X, r"(\prod_{i=1}^n x_i)^{1/n} \le \frac1n \sum_{i=1}^n x_i"),
    (UNIT, r"\prod_{i=1}^n x_i < 1"),
    (X, r"\prod_{i=1}^n (1 - x_i) \ge 1 - \sum_{i=1}^n x_i"),
    (X, r"\prod_{i=1}^n (1 + x_i) \le \exp(\sum_{i=1}^n x_i)"),
    (POSITIVE, r"\prod_{i=1}^n (1 + x_i) \le 1 + \sum_{i=1}^n x_i"),
    (POSITIVE, r"\prod_{i=1}^n (1 + x_i) < \exp(\sum_{i=1}^n x_i)"),
    (POSITIVE, r"\prod_{i=1}^n x_i \le 1"),
    (POSITIVE, r"(\prod_{i=1}^n x_i)^{1/n} \le \frac1{n+1} \sum_{i=1}^n x_i"),
    (POSITIVE, r"(\prod_{i=1}^n x_i)^{1/n} \ge \frac1n \sum_{i=1}^n x_i"),
    (POSITIVE, r"\prod_{i=1}^n x_i \le \frac1n \sum_{i=1}^n x_i"),
]
