r"""Spectra of sums (Weyl, Ky Fan), traces of products, commutators and Hadamard products, and their false neighbors."""

# ruff: noqa: E501 - formulas stay on one line

from __future__ import annotations

S = r"A, B \in \mathbb{R}^{n \times n} \text{ symmetric}"
M = r"A, B \in \mathbb{R}^{m \times n}"
Q = r"A, B \in \mathbb{R}^{n \times n}"
K = r", k \in \{1, \dots, n\}"

TRUE = [
    (S, r"\lambda_{i+j-1}(A + B) \le \lambda_i(A) + \lambda_j(B)"),
    (S, r"\lambda_{i+j-n}(A + B) \ge \lambda_i(A) + \lambda_j(B)"),
    (S, r"\lambda_{3}(A + B) \le \lambda_2(A) + \lambda_2(B)"),
    (M, r"\sigma_{i+j-1}(A + B) \le \sigma_i(A) + \sigma_j(B)"),
    (S, r"\sum_{i=1}^k \lambda_i(A + B) \le \sum_{i=1}^k \lambda_i(A) + \sum_{i=1}^k \lambda_i(B)"),
    (Q + K, r"\sum_{i=1}^k \sigma_i(A + B) \le \sum_{i=1}^k \sigma_i(A) + \sum_{i=1}^k \sigma_i(B)"),
    (S, r"\operatorname{tr}(A B) \le \sum_{i=1}^n \lambda_i(A) \lambda_i(B)"),
    (S, r"\operatorname{tr}(A B) \ge \sum_{i=1}^n \lambda_i(A) \lambda_{n+1-i}(B)"),
    (S, r"\operatorname{tr}(A B) \ge \sum_{i=1}^n \lambda_{n-i+1}(A) \lambda_i(B)"),
    (Q, r"\|A B - B A\|_F \le \sqrt{2} \|A\|_F \|B\|_F"),
    (Q, r"\|A^\top A - A A^\top\|_F \le \sqrt{2} \|A\|_F^2"),
    (M, r"\|A \odot B\|_* \le \|A\|_F \|B\|_F"),
]
FALSE = [
    (S, r"\lambda_{i+j}(A + B) \ge \lambda_i(A) + \lambda_j(B)"),
    (S, r"\lambda_{i+j-1}(A + B) \ge \lambda_i(A) + \lambda_j(B)"),
    (S, r"\lambda_{3}(A + B) \le \lambda_2(A) + \lambda_3(B)"),
    (S, r"\lambda_{i+j-1}(A + B) < \lambda_i(A) + \lambda_j(B)"),
    (Q, r"\lambda_{\max}(A B^\top + B A^\top) \le \lambda_{\max}(A A^\top)"),
    (M, r"\sigma_{i+j-1}(A + B) \ge \sigma_i(A) - \sigma_j(B)"),
    (M, r"\sigma_{i+j-1}(A - 2 B) \le \sigma_i(A) + \sigma_j(B)"),
    (S, r"\sum_{i=1}^k \lambda_i(A + B) \ge \sum_{i=1}^k \lambda_i(A) + \sum_{i=1}^k \lambda_i(B)"),
    (S, r"\sum_{i=1}^k \lambda_i(A + B) < \sum_{i=1}^k \lambda_i(A) + \sum_{i=1}^k \lambda_i(B)"),
    (S, r"\sum_{i=2}^n \lambda_i(A + B) \le \sum_{i=2}^n \lambda_i(A) + \sum_{i=2}^n \lambda_i(B)"),
    (S, r"\operatorname{tr}(A B) \le \sum_{i=1}^n \lambda_i(A) \lambda_{n+1-i}(B)"),
    (S, r"\operatorname{tr}(A B) \ge \sum_{i=1}^n \lambda_i(A) \lambda_i(B)"),
    (Q, r"\|A B - B A\|_F \le \|A\|_F \|B\|_F"),
    (Q, r"\|A B - B A\|_F < \sqrt{2} \|A\|_F \|B\|_F"),
    (Q, r"\|A B - B^\top A\|_F \le \sqrt{2} \|A\|_F \|B\|_F"),
    (Q, r"\|A B + B A\|_F \le \sqrt{2} \|A\|_F \|B\|_F"),
    (M, r"\|A \odot B\|_* \le \|A\|_F \|B\|_2"),
]
