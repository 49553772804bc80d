r"""Cauchy-Schwarz in the inner product of a semidefinite matrix, entries, inverses, and false neighbors."""

# ruff: noqa: E501 - formulas stay on one line

from __future__ import annotations

TRUE = [
    (r"x, y \in \mathbb{R}^n", r"|x^\top y| \le \|x\|_1 \|y\|_\infty"),
    (r"x, y \in \mathbb{R}^n", r"|x^\top y| \le \|x\|_\infty \|y\|_1"),
    (r"x, y \in \mathbb{R}^n", r"|x^\top y| \le \|x\|_2 \|y\|_2"),
    (r"A \in \mathbb{R}^{n\times n}, A \succ 0, x \in \mathbb{R}^n", r"(x^\top A x)(x^\top A^{-1} x) \ge \|x\|_2^4"),
    (r"A \in \mathbb{R}^{n\times n}, A = A^\top", r"\lambda_{\max}(A) \le \max_i \sum_{j} |A_{ij}|"),
    (r"A \in \mathbb{R}^{n\times n}, x \in \mathbb{R}^n, A \preceq 0", r"x^\top A x \le 0"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"|A_{ij}| \le \sqrt{A_{ii} A_{jj}}"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"A_{ij}^2 \le A_{ii} A_{jj}"),
    (r"A \in \mathbb{R}^{n\times n}, A \succ 0", r"\operatorname{tr}(A) \operatorname{tr}(A^{-1}) \ge n^2"),
    (
        r"A \in \mathbb{R}^{n\times n}, x, y \in \mathbb{R}^n, A \succeq 0",
        r"(x^\top A y)^2 \le (x^\top A x)(y^\top A y)",
    ),
    (
        r"A \in \mathbb{R}^{n\times n}, x, y \in \mathbb{R}^n, A \succ 0",
        r"(x^\top y)^2 \le (x^\top A x)(y^\top A^{-1} y)",
    ),
    (
        r"A \in \mathbb{R}^{n\times n}, x \in \mathbb{R}^n, A \succ 0",
        r"(x^\top A x)(x^\top A^{-1} x) \le \frac{(\lambda_{\max}(A) + \lambda_{\min}(A))^2}{4 \lambda_{\max}(A)\lambda_{\min}(A)} \|x\|_2^4",
    ),
    (r"A \in \mathbb{R}^{n\times n}, x \in \mathbb{R}^n, A \succ 0", r"(A + x x^\top)^{-1} \preceq A^{-1}"),
    (r"A \in \mathbb{R}^{n\times n}, x \in \mathbb{R}^n, A = A^\top", r"\lambda_k(A + x x^\top) \ge \lambda_k(A)"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"|A_{ij}| \le \max_k A_{kk}"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"|A_{ij}| \le \frac{A_{ii} + A_{jj}}{2}"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"2 A_{ij} \le A_{ii} + A_{jj}"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0, x \in \mathbb{R}^n", r"\|A x\|_2^2 \le \lambda_{\max}(A) x^\top A x"),
    (
        r"A \in \mathbb{R}^{n\times n}, A \succ 0, x \in \mathbb{R}^n",
        r"x^\top A^{-1} x \le \frac{\|x\|_2^2}{\lambda_{\min}(A)}",
    ),
    (
        r"A \in \mathbb{R}^{n\times n}, A \succ 0, x \in \mathbb{R}^n",
        r"x^\top A^{-1} x \ge \frac{\|x\|_2^2}{\lambda_{\max}(A)}",
    ),
    (r"A \in \mathbb{R}^{n\times n}, A \succ 0, x \in \mathbb{R}^n, x \ne 0", r"x^\top A x > 0"),
    (
        r"A \in \mathbb{R}^{n\times n}, A \succ 0, x, y \in \mathbb{R}^n",
        r"x^\top y \le \frac12 x^\top A x + \frac12 y^\top A^{-1} y",
    ),
    (
        r"A \in \mathbb{R}^{n\times n}, A \succ 0, x, y \in \mathbb{R}^n",
        r"|x^\top y| \le \sqrt{x^\top A x} \sqrt{y^\top A^{-1} y}",
    ),
    (
        r"A, B \in \mathbb{R}^{n\times n}, A \preceq B, A \succ 0",
        r"\operatorname{tr}(B^{-1}) \le \operatorname{tr}(A^{-1})",
    ),
    (
        r"A, B \in \mathbb{R}^{n\times n}, A \preceq B, A \succ 0, x \in \mathbb{R}^n",
        r"x^\top B^{-1} x \le x^\top A^{-1} x",
    ),
    (r"x \in \mathbb{R}^n", r"x x^\top \preceq \|x\|_2^2 I"),
    (r"\mu > 0, A \in \mathbb{R}^{n\times n}, A \succeq \mu I, x \in \mathbb{R}^n", r"x^\top A x \ge \mu \|x\|_2^2"),
]
FALSE = [
    (r"A \in \mathbb{R}^{n\times n}, A = A^\top", r"|A_{ij}| \le \max_k A_{kk}"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"|A_{ij}| \le \min_k A_{kk}"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"|A_{ij}| \le \frac{A_{ii} + A_{jj}}{3}"),
    (r"A \in \mathbb{R}^{n\times n}, A = A^\top", r"2 A_{ij} \le A_{ii} + A_{jj}"),
    (
        r"A \in \mathbb{R}^{n\times n}, A \succ 0, x \in \mathbb{R}^n",
        r"x^\top A^{-1} x > \frac{\|x\|_2^2}{\lambda_{\max}(A)}",
    ),
    (
        r"A \in \mathbb{R}^{n\times n}, A = A^\top, x \in \mathbb{R}^n",
        r"x^\top A^{-1} x \ge \frac{\|x\|_2^2}{\lambda_{\max}(A)}",
    ),
    (
        r"A \in \mathbb{R}^{n\times n}, A \succ 0, x \in \mathbb{R}^n",
        r"x^\top A^{-1} x \ge \frac{\|x\|_2^2}{\lambda_{\min}(A)}",
    ),
    (
        r"A \in \mathbb{R}^{n\times n}, A \succ 0, x, y \in \mathbb{R}^n",
        r"x^\top y \le \frac13 x^\top A x + \frac12 y^\top A^{-1} y",
    ),
    (
        r"A, B \in \mathbb{R}^{n\times n}, A \preceq B, A = A^\top",
        r"\operatorname{tr}(B^{-1}) \le \operatorname{tr}(A^{-1})",
    ),
    (
        r"A, B \in \mathbb{R}^{n\times n}, A \preceq B, A \succ 0, x \in \mathbb{R}^n",
        r"x^\top A^{-1} x \le x^\top B^{-1} x",
    ),
    (r"A \in \mathbb{R}^{n\times n}, -A \succeq 0", r"A_{ij} \le 0"),
    (r"A \in \mathbb{R}^{n\times n}, A \succ 0, x \in \mathbb{R}^n", r"(x^\top A x)(x^\top A^{-1} x) \ge 2\|x\|_2^4"),
    (r"A \in \mathbb{R}^{n\times n}, A \succ 0, x \in \mathbb{R}^n", r"(x^\top A x)(x^\top A^{-1} x) > \|x\|_2^4"),
    (r"A \in \mathbb{R}^{n\times n}, A = A^\top, x \in \mathbb{R}^n", r"(x^\top A x)(x^\top A^{-1} x) \ge \|x\|_2^4"),
    (
        r"A \in \mathbb{R}^{n\times n}, x \in \mathbb{R}^n, A \succ 0",
        r"(x^\top A x)(x^\top A^{-1} x) \le \frac{(\lambda_{\max}(A) + \lambda_{\min}(A))^2}{5 \lambda_{\max}(A)\lambda_{\min}(A)} \|x\|_2^4",
    ),
    (
        r"A \in \mathbb{R}^{n\times n}, x, y \in \mathbb{R}^n, A = A^\top",
        r"(x^\top A y)^2 \le (x^\top A x)(y^\top A y)",
    ),
    (r"A \in \mathbb{R}^{n\times n}, x, y \in \mathbb{R}^n, A \succ 0", r"(x^\top y)^2 \le (x^\top A x)(y^\top A y)"),
    (r"A \in \mathbb{R}^{n\times n}, x, y \in \mathbb{R}^n, A \succeq 0", r"(x^\top A y)^2 < (x^\top A x)(y^\top A y)"),
    (r"A \in \mathbb{R}^{n\times n}, A = A^\top", r"A_{ij}^2 \le A_{ii} A_{jj}"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"A_{ij}^2 < A_{ii} A_{jj}"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"A_{ij} \ge -\frac12 \sqrt{A_{ii} A_{jj}}"),
    (r"A \in \mathbb{R}^{n\times n}, A \succ 0", r"\operatorname{tr}(A) \operatorname{tr}(A^{-1}) > n^2"),
    (r"A \in \mathbb{R}^{n\times n}, A = A^\top", r"\operatorname{tr}(A) \operatorname{tr}(A^{-1}) \ge n^2"),
]
