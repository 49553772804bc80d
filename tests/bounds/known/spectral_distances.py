r"""Distances between spectra, Gershgorin's circles, and their false neighbors."""

# ruff: noqa: E501 - formulas stay on one line

from __future__ import annotations

TRUE = [
    (r"A, B \in \mathbb{R}^{m\times n}", r"|\sigma_k(A) - \sigma_k(B)| \le \|A - B\|_2"),
    (r"A, B \in \mathbb{R}^{m\times n}, m \ge n", r"\sum_{k=1}^n (\sigma_k(A) - \sigma_k(B))^2 \le \|A - B\|_F^2"),
    (
        r"A, B \in \mathbb{R}^{n\times n}, A = A^\top, B = B^\top",
        r"\sum_{k=1}^n (\lambda_k(A) - \lambda_k(B))^2 \le \|A - B\|_F^2",
    ),
    (r"A, B \in \mathbb{R}^{n\times n}", r"\max_k |\sigma_k(A) - \sigma_k(B)| \le \|A - B\|_2"),
    (r"A, B \in \mathbb{R}^{n\times n}", r"\sum_{k=1}^n |\sigma_k(A) - \sigma_k(B)| \le \|A - B\|_*"),
    (r"A, B \in \mathbb{R}^{n\times n}", r"\operatorname{tr}(A^\top B) \le \sum_{k=1}^n \sigma_k(A)\sigma_k(B)"),
    (r"A, B \in \mathbb{R}^{n\times n}", r"\sqrt{\sum_{k=1}^n (\sigma_k(A) - \sigma_k(B))^2} \le \|A - B\|_F"),
    (
        r"A \in \mathbb{R}^{n\times n}, A = A^\top",
        r"\lambda_{\max}(A) \le \max_i \left(A_{ii} + \sum_{j \ne i} |A_{ij}|\right)",
    ),
    (r"A, E \in \mathbb{R}^{m\times n}", r"|\sigma_k(A + E) - \sigma_k(A)| \le \|E\|_2"),
]
FALSE = [
    (
        r"A, B \in \mathbb{R}^{n\times n}",
        r"\sum_{k=1}^n (\lambda_k(A A^\top) - \lambda_k(B B^\top))^2 \le \|A - B\|_F^2",
    ),
    (r"A, B \in \mathbb{R}^{m\times n}, m \ge n", r"\sum_{k=1}^n (\sigma_k(A) - \sigma_k(B))^2 \le \|A - B\|_2^2"),
    (r"A, B \in \mathbb{R}^{m\times n}, m \ge n", r"\sum_{k=1}^n (\sigma_k(A) - \sigma_k(B))^2 < \|A - B\|_F^2"),
    (r"A, B \in \mathbb{R}^{m\times n}, m \ge n", r"\sum_{k=1}^n (\sigma_k(A) + \sigma_k(B))^2 \le \|A - B\|_F^2"),
    (
        r"A, B \in \mathbb{R}^{n\times n}, A = A^\top, B = B^\top",
        r"\sum_{k=1}^n (\lambda_k(A) - 2 \lambda_k(B))^2 \le \|A - B\|_F^2",
    ),
    (r"A, B \in \mathbb{R}^{n\times n}", r"\sum_{k=1}^n |\sigma_k(A) - \sigma_k(B)| \le \|A - B\|_F"),
    (r"A, B \in \mathbb{R}^{n\times n}", r"\max_k |\sigma_k(A) - \sigma_k(B)| \ge \|A - B\|_2"),
    (r"A, B \in \mathbb{R}^{n\times n}", r"\max_k |\sigma_k(A) - \sigma_k(B)| \le \frac12\|A - B\|_2"),
    (r"A, B \in \mathbb{R}^{n\times n}", r"\operatorname{tr}(A^\top B) \ge \sum_{k=1}^n \sigma_k(A)\sigma_k(B)"),
    (
        r"A, B \in \mathbb{R}^{n\times n}, n \ge 2",
        r"\operatorname{tr}(A^\top B) \le \sum_{k=1}^{n-1} \sigma_k(A)\sigma_k(B)",
    ),
    (
        r"A, B \in \mathbb{R}^{n\times n}, A = A^\top, B = B^\top",
        r"\operatorname{tr}(A B) \le \sum_{k=1}^n \lambda_k(A)\lambda_{n+1-k}(B)",
    ),
    (r"A, B \in \mathbb{R}^{n\times n}, A \succeq B, B = B^\top", r"\sigma_k(A) \ge \sigma_k(B)"),
    (r"A \in \mathbb{R}^{n\times n}, A = A^\top", r"\lambda_{\max}(A) \le \max_i A_{ii}"),
    (r"A \in \mathbb{R}^{n\times n}, A = A^\top", r"\lambda_{\max}(A) \le \max_i \sum_{j \ne i} |A_{ij}|"),
    (
        r"A \in \mathbb{R}^{n\times n}, A = A^\top",
        r"\lambda_{\max}(A) \le \min_i \left(A_{ii} + \sum_{j \ne i} |A_{ij}|\right)",
    ),
    (
        r"A \in \mathbb{R}^{n\times n}, A = A^\top",
        r"\lambda_{\min}(A) \ge \max_i \left(A_{ii} - \sum_{j \ne i} |A_{ij}|\right)",
    ),
    (
        r"A \in \mathbb{R}^{n\times n}, A = A^\top",
        r"\lambda_{\max}(A) < \max_i \left(A_{ii} + \sum_{j \ne i} |A_{ij}|\right)",
    ),
]
