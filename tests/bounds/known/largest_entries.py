r"""Extreme entries, log-sum-exp and positive parts; blocks of matrices; norms against roots; entries of tables; and their false neighbors."""

# ruff: noqa: E501 - formulas stay on one line

from __future__ import annotations

V = r"x, y \in \mathbb{R}^n, a, b \in \mathbb{R}"
L = r"\log \sum_i e^{x_i} - \log \sum_i e^{y_i}"
BLOCKS = r"A \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{m \times p}, C \in \mathbb{R}^{q \times n}, E \in \mathbb{R}^{q \times p}"
WHOLE = r"\left\|\begin{pmatrix} A & B \\ C & E \end{pmatrix}\right\|"
NORMALIZED = r"x \in \mathbb{R}^n, X \in \mathbb{R}^{m \times n}"
KERNEL = r"x_1, \dots, x_N \in \mathbb{R}^d, K_{ij} := e^{-\|x_i - x_j\|^2}"

TRUE = [
    (V, L + r" \le \max_i (x_i - y_i)"),
    (V, r"|" + L + r"| \le \|x - y\|_\infty"),
    (V, r"|" + L + r"| \le \|x - y\|_2"),
    (V, r"\log \mathbf{1}^\top e^x - \log \mathbf{1}^\top e^y \le \|y - x\|_\infty"),
    (V, r"\max_i x_i - \min_i x_i \le 2 \|x\|_\infty"),
    (V, r"\max_i x_i \le \|x\|_2"),
    (V, r"\min_i x_i \ge -\|x\|_1"),
    (V, r"\operatorname{ReLU}(a + b) \le \operatorname{ReLU}(a) + \operatorname{ReLU}(b)"),
    (BLOCKS, r"\|[A, B]\|_2^2 \le \|A\|_2^2 + \|B\|_2^2"),
    (BLOCKS, r"\|[A, B]\|_* \ge \|B\|_*"),
    (BLOCKS, WHOLE + r"_2^2 \le \|A\|_2^2 + \|B\|_2^2 + \|C\|_2^2 + \|E\|_2^2"),
    (BLOCKS, WHOLE + r"_2 \ge \max(\|A\|_2, \|B\|_2, \|C\|_2, \|E\|_2)"),
    (NORMALIZED, r"\|\operatorname{LN}(x)\|_2 \le \sqrt{n}"),
    (NORMALIZED, r"\|\operatorname{LN}(X)\|_F \le \sqrt{m n}"),
    (KERNEL, r"K_{ij} \le 1"),
    (KERNEL, r"K_{ij} \ge 1 - \|x_i - x_j\|^2"),
]
FALSE = [
    (V, L + r" \le \min_i (x_i - y_i)"),
    (V, L + r" \le \max_i (y_i - x_i)"),
    (V, r"|" + L + r"| \le \frac{1}{2} \|x - y\|_\infty"),
    (V, r"|" + L + r"| \le \|x + y\|_\infty"),
    (V, r"\log \sum_i e^{x_i} - \log \sum_i e^{2 y_i} \le \|x - y\|_\infty"),
    (V, r"\max_i x_i - \min_i x_i \le \|x\|_\infty"),
    (V, r"\max_i x_i \ge \|x\|_\infty"),
    (V, r"\min_i x_i \ge \|x\|_1"),
    (V, r"\operatorname{ReLU}(a + b) \ge \operatorname{ReLU}(a) + \operatorname{ReLU}(b)"),
    (V, r"\operatorname{ReLU}(a - b) \le \operatorname{ReLU}(a) - \operatorname{ReLU}(b)"),
    (BLOCKS, r"\|[A, B]\|_2^2 < \|A\|_2^2 + \|B\|_2^2"),
    (BLOCKS, r"\|[A, B]\|_* > \|B\|_*"),
    (BLOCKS, WHOLE + r"_2^2 \le \|A\|_2^2 + \|B\|_2^2 + \|C\|_2^2"),
    (BLOCKS, WHOLE + r"_2 \ge \|A\|_2 + \|E\|_2"),
    (NORMALIZED, r"\|\operatorname{LN}(x)\|_2 < \sqrt{n}"),
    (NORMALIZED, r"\|\operatorname{LN}(X)\|_2 \le \sqrt{n}"),
    (KERNEL, r"K_{ij} < 1"),
    (KERNEL, r"K_{ij} \ge 1 - \frac{1}{2} \|x_i - x_j\|"),
    (KERNEL, r"K_{ij} \ge K_{ik}"),
]
