r"""Inverses of ``S + c I``: norms, smallest singular values, quadratic forms and traces."""

import pytest

from tests.judged import judged

CLAIMS = [
    (
        r"X \in \mathbb{R}^{n \times d}, \lambda > 0, \beta \in \mathbb{R}^d",
        r"\|\lambda (X^\top X + \lambda I)^{-1} \beta\|_2 \le \|\beta\|_2",
        "holds",
    ),
    (
        r"X \in \mathbb{R}^{n \times d}, \lambda > 0, \beta \in \mathbb{R}^d",
        r"\|\lambda (X^\top X + \lambda I)^{-1} \beta\|_2 \le \frac{1}{2} \|\beta\|_2",
        "refuted",
    ),
    (
        r"F \in \mathbb{R}^{n \times n}, F \succeq 0, \lambda > 0, B \in \mathbb{R}^{k \times n}",
        r"\|B (F + \lambda I)^{-1}\|_F \le \|B\|_F / \lambda",
        "holds",
    ),
    (
        r"F \in \mathbb{R}^{n \times n}, F \succ 0, \lambda > 0, B \in \mathbb{R}^{k \times n}",
        r"\|B (F + \lambda I)^{-1}\|_F < \|B\|_F / \lambda",
        "refuted",
    ),
    (r"F \in \mathbb{R}^{n \times n}, F \succ 0, \lambda > 0", r"\|(F + \lambda I)^{-1}\|_2 < 1/\lambda", "holds"),
    (r"F \in \mathbb{R}^{n \times n}, F \succeq 0, \lambda > 0", r"\|(F + \lambda I)^{-1}\|_2 < 1/\lambda", "refuted"),
    (
        r"A, B \in \mathbb{R}^{n \times n}, A \succeq 0, B \succeq 0",
        r"\sigma_{\min}(A + B) \ge \sigma_{\min}(A)",
        "holds",
    ),
    (
        r"A, E \in \mathbb{R}^{m \times n}",
        r"\sigma_{\min}(A + E) \ge \sigma_{\min}(A) - \|E\|_2",
        "holds",
    ),
    (
        r"A, E \in \mathbb{R}^{m \times n}",
        r"\sigma_{\min}(A + E) \ge \sigma_{\min}(A) - \frac12 \|E\|_2",
        "refuted",
    ),
    (
        r"A \in \mathbb{R}^{n \times n}, A \succeq 0, \lambda > 0",
        r"\|(A + \lambda I)^{-1}\|_2 \le 1/\lambda",
        "holds",
    ),
    (
        r"A \in \mathbb{R}^{n \times n}, A \succeq 0, \lambda > 0, v \in \mathbb{R}^n",
        r"v^\top (A + \lambda I)^{-1} v \le \|v\|^2 / \lambda",
        "holds",
    ),
    (
        r"A \in \mathbb{R}^{n \times n}, A \succeq 0, \lambda > 0, v \in \mathbb{R}^n",
        r"v^\top (A + \lambda I)^{-1} v \le \|v\|^2 / (2\lambda)",
        "refuted",
    ),
    (
        r"A \in \mathbb{R}^{n \times n}, A \succeq 0, \lambda > 0",
        r"\operatorname{tr}((A + \lambda I)^{-1}) \le n/\lambda",
        "holds",
    ),
    (
        r"A \in \mathbb{R}^{n \times n}, A \succeq 0, \lambda > 0",
        r"\operatorname{tr}(A (A + \lambda I)^{-1}) \le n",
        "holds",
    ),
    (
        r"A \in \mathbb{R}^{n \times n}, A \succeq 0, \lambda > 0",
        r"\operatorname{tr}(A (A + \lambda I)^{-1}) \le \operatorname{tr}(A)/\lambda",
        "holds",
    ),
    (
        r"X \in \mathbb{R}^{n \times d}, \lambda > 0",
        r"\sigma_{\min}(X^\top X + \lambda I) \ge \lambda",
        "holds",
    ),
    (
        r"X \in \mathbb{R}^{n \times d}, \lambda > 0",
        r"\|(X^\top X + \lambda I)^{-1}\|_2 \le 1/\lambda",
        "holds",
    ),
    (
        r"X \in \mathbb{R}^{n \times d}, \lambda > 0, v \in \mathbb{R}^d",
        r"v^\top (X^\top X + \lambda I)^{-1} v \ge 0",
        "holds",
    ),
    (
        r"X \in \mathbb{R}^{n \times d}, \lambda > 0, v \in \mathbb{R}^d",
        r"\lambda v^\top (X^\top X + \lambda I)^{-1} v \le \|v\|^2",
        "holds",
    ),
    (
        r"X \in \mathbb{R}^{n \times d}, \lambda > 0, v \in \mathbb{R}^d",
        r"v^\top (X^\top X + \lambda I)^{-2} v \le \|v\|^2 / \lambda^2",
        "holds",
    ),
    (
        r"X \in \mathbb{R}^{n \times d}, \lambda > 0, y \in \mathbb{R}^n",
        r"\|(X^\top X + \lambda I)^{-1} X^\top y\|_2 \le \frac{\|y\|}{2 \sqrt{\lambda}}",
        "holds",
    ),
    (
        r"K, L \in \mathbb{R}^{n \times n}, K \succ 0, L \succeq 0, v \in \mathbb{R}^n",
        r"v^\top (K + L)^{-1} v \le v^\top K^{-1} v",
        "holds",
    ),
    (
        r"K, L \in \mathbb{R}^{n \times n}, K \succ 0, L \succeq 0, v \in \mathbb{R}^n",
        r"v^\top (K + L)^{-1} v \ge v^\top K^{-1} v",
        "refuted",
    ),
    (
        r"K, L \in \mathbb{R}^{n \times n}, K \succ 0, L \succeq 0",
        r"\operatorname{tr} (K + L)^{-1} \le \operatorname{tr} K^{-1}",
        "holds",
    ),
    (
        r"K \in \mathbb{R}^{n \times n}, k \in \mathbb{R}^n, K \succeq 0, \sigma > 0, c \in \mathbb{R}",
        r"c - k^\top (K + \sigma^2 I)^{-1} k \le c",
        "holds",
    ),
    (
        r"K \in \mathbb{R}^{n \times n}, K \succeq 0, \sigma > 0",
        r"\log \det (I + \sigma^{-2} K) \le \operatorname{tr}(K) / \sigma^2",
        "holds",
    ),
    (
        r"A, B \in \mathbb{R}^{n \times n}, A \succ 0, B \succeq 0",
        r"\|(A + B)^{-1}\|_2 \le \|A^{-1}\|_2",
        "holds",
    ),
    (
        r"A, B \in \mathbb{R}^{n \times n}, A \succ 0, B \succeq 0",
        r"\sigma_{\min}(A + B) \ge \lambda_{\min}(A)",
        "holds",
    ),
    (
        r"A \in \mathbb{R}^{n \times n}, A \succeq 0, \lambda \in \mathbb{R}, \lambda \ne 0, v \in \mathbb{R}^n",
        r"\lambda v^\top (A + \lambda^2 I)^{-1} v \le \|v\|^2 / \lambda",
        "refuted",
    ),
    (
        r"A, B \in \mathbb{R}^{n \times n}, A \succeq 0, \lambda > 0",
        r"\operatorname{tr}(B (A + \lambda I)^{-1}) \le \operatorname{tr}(B)/\lambda",
        "refuted",
    ),
    (
        r"A, B \in \mathbb{R}^{n \times n}, A = A^\top, \lambda > 0",
        r"\operatorname{tr}((A + \lambda I)^{-1}) \le n/\lambda",
        "refuted",
    ),
]


@pytest.mark.parametrize(("given", "claim", "verdict"), CLAIMS)
def test_inverses_of_sums_with_a_multiple_of_the_identity(given, claim, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
