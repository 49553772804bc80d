r"""Spectra place by place: scaling, orthogonal factors, inverses, Gram matrices, diagonals; sums and products over all places."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged, proved

TRUE = [
    (
        r"h \in \{1, \dots, H\}, J_h \in \mathbb{R}^{m \times q}",
        r"\left\|\begin{pmatrix} J_1 & \dots & J_H \end{pmatrix}\right\|_2 = \sqrt{\lambda_{\max}\left(\begin{pmatrix} J_1 & \dots & J_H \end{pmatrix}\begin{pmatrix} J_1 & \dots & J_H \end{pmatrix}^\top\right)}",
    ),
    (r"A \in \mathbb{R}^{m \times n}", r"\|A\|_2 = \sqrt{\lambda_{\max}(A A^\top)}"),
    (r"A \in \mathbb{R}^{m \times n}", r"\|A\|_2 = \sqrt{\lambda_{\max}(A^\top A)}"),
    (r"A \in \mathbb{R}^{m \times n}", r"\|A\|_2^2 = \lambda_1(A^\top A)"),
    (r"A \in \mathbb{R}^{m \times n}", r"\|A\|_2 = \sigma_1(A)"),
    (r"A \in \mathbb{R}^{m \times n}, m \ge n, k \in \{1, \dots, n\}", r"\sigma_k(A)^2 = \lambda_k(A^\top A)"),
    (r"A \in \mathbb{R}^{m \times n}", r"\sigma_1(A)^2 = \lambda_{\max}(A^\top A)"),
    (r"A \in \mathbb{R}^{m \times n}", r"\sigma_{\max}(A) = \sqrt{\lambda_{\max}(A A^\top)}"),
    (
        r"A \in \mathbb{R}^{n \times n}, A = A^\top, Q \in \mathbb{R}^{n \times n}, Q^\top Q = I, k \in \{1, \dots, n\}",
        r"\sigma_k(Q A Q^\top) = \sigma_k(A)",
    ),
    (
        r"A \in \mathbb{R}^{n \times n}, A = A^\top, Q \in \mathbb{R}^{n \times n}, Q^\top Q = I, k \in \{1, \dots, n\}",
        r"\lambda_k(Q A Q^\top) = \lambda_k(A)",
    ),
    (
        r"A \in \mathbb{R}^{m \times n}, Q \in \mathbb{R}^{m \times m}, Q^\top Q = I, k \in \{1, \dots, m\}, n \ge m",
        r"\sigma_k(Q A) = \sigma_k(A)",
    ),
    (r"A \in \mathbb{R}^{m \times n}, Q \in \mathbb{R}^{m \times m}, Q^\top Q = I", r"\|Q A\|_2 = \|A\|_2"),
    (
        r"A \in \mathbb{R}^{n \times n}, c \in \mathbb{R}, A = A^\top",
        r"\lambda_{\max}(A + c I) = \lambda_{\max}(A) + c",
    ),
    (
        r"A \in \mathbb{R}^{n \times n}, c \in \mathbb{R}, A = A^\top, k \in \{1, \dots, n\}",
        r"\lambda_k(A + c I) = \lambda_k(A) + c",
    ),
    (r"A \in \mathbb{R}^{n \times n}, A = A^\top, k \in \{1, \dots, n\}", r"\lambda_k(-A) = -\lambda_{n+1-k}(A)"),
    (r"A \in \mathbb{R}^{n \times n}, A = A^\top", r"\lambda_{\min}(-A) = -\lambda_{\max}(A)"),
    (r"A \in \mathbb{R}^{n \times n}, A = A^\top", r"\sum_{k=1}^n \lambda_k(A) = \operatorname{tr}(A)"),
    (r"A \in \mathbb{R}^{n \times n}, A = A^\top", r"\prod_{k=1}^n \lambda_k(A) = \det(A)"),
    (r"A \in \mathbb{R}^{n \times n}, A \succeq 0", r"\|A\|_2 = \lambda_{\max}(A)"),
    (r"A \in \mathbb{R}^{n \times n}, A \succ 0", r"\|A^{-1}\|_2 = 1/\lambda_{\min}(A)"),
    (r"A \in \mathbb{R}^{n \times n}, \det(A) \ne 0", r"\|A^{-1}\|_2 = 1/\sigma_{\min}(A)"),
    (r"A \in \mathbb{R}^{n \times n}, \det(A) \ne 0", r"\kappa(A) = \|A\|_2 \|A^{-1}\|_2"),
    (r"A \in \mathbb{R}^{m \times n}, m \ge n, k \in \{1, \dots, n\}", r"\sigma_k(A^\top) = \sigma_k(A)"),
    (
        r"A \in \mathbb{R}^{m \times n}, m \ge n, k \in \{1, \dots, n\}, c \in \mathbb{R}",
        r"\sigma_k(c A) = |c| \sigma_k(A)",
    ),
    (
        r"A \in \mathbb{R}^{n \times n}, A = A^\top, x \in \mathbb{R}^n, \|x\|_2 = 1",
        r"\lambda_{\min}(A) \le x^\top A x \le \lambda_{\max}(A)",
    ),
    (r"A \in \mathbb{R}^{n \times n}, A = A^\top", r"\|A\|_F^2 = \sum_{k=1}^n \lambda_k(A)^2"),
    (r"A \in \mathbb{R}^{n \times n}, A = A^\top", r"\lambda_{\max}(A^2) = \|A\|_2^2"),
    (r"A \in \mathbb{R}^{n \times n}, A \succ 0", r"\kappa(A) = \frac{\lambda_{\max}(A)}{\lambda_{\min}(A)}"),
    (r"A \in \mathbb{R}^{n \times n}, A \succeq 0, c \in \mathbb{R}_{>0}", r"\lambda_{\min}(A + c I) \ge c"),
    (r"A \in \mathbb{R}^{m \times n}, m \ge n", r"\sum_{k=1}^n \sigma_k(A)^2 = \|A\|_F^2"),
    (r"A \in \mathbb{R}^{m \times n}, n \le m", r"\sum_{k=1}^n \sigma_k(A)^2 = \|A\|_F^2"),
    (r"A \in \mathbb{R}^{n \times n}", r"\sum_{k=1}^n \sigma_k(A)^2 = \|A\|_F^2"),
    (r"A \in \mathbb{R}^{n \times n}, A \succ 0", r"\kappa(A) = \frac{\lambda_{\max}(A)}{\lambda_{\min}(A)}"),
    (
        r"A \in \mathbb{R}^{n \times n}, A = A^\top, \lambda_{\min}(A) > 0",
        r"\kappa(A) = \frac{\lambda_{\max}(A)}{\lambda_{\min}(A)}",
    ),
    (r"A \in \mathbb{R}^{n \times n}, A \succ 0", r"\log\det A = \sum_{i=1}^n \log \lambda_i(A)"),
    (r"A \in \mathbb{R}^{n \times n}, A \succ 0", r"\det A = \prod_{i=1}^n \lambda_i(A)"),
    (r"A \in \mathbb{R}^{n \times n}, A \succ 0", r"\operatorname{tr}(A^{-1}) = \sum_{i=1}^n \frac{1}{\lambda_i(A)}"),
    (r"A \in \mathbb{R}^{n \times n}, A \succ 0", r"\lambda_{\max}(A^{-1}) = \frac{1}{\lambda_{\min}(A)}"),
    (r"A \in \mathbb{R}^{n \times n}, A \succeq 0", r"\lambda_{\max}(A) \le \sum_{i=1}^n \lambda_i(A)"),
    (r"A \in \mathbb{R}^{n \times n}, A \succeq 0", r"\sum_{i=1}^n \lambda_i(A) \le n \lambda_{\max}(A)"),
    (r"A \in \mathbb{R}^{n \times n}", r"|\det A| = \prod_{i=1}^n \sigma_i(A)"),
    (r"d \in \mathbb{R}^n, k \in \{1,\dots,n\}", r"\lambda_k(\operatorname{diag}(d)) = d_{(k)}"),
    (r"d \in \mathbb{R}^n", r"\lambda_{\max}(\operatorname{diag}(d)) = \max_i d_i"),
    (r"d \in \mathbb{R}^n", r"\lambda_{\min}(\operatorname{diag}(d)) = \min_i d_i"),
    (r"A \in \mathbb{R}^{m \times n}, k \in \{1, \dots, m\}, m \le n", r"\lambda_k(A A^\top) = \sigma_k(A)^2"),
    (
        r"A \in \mathbb{R}^{n \times n}, A = A^\top, k \in \{1, \dots, n\}, c \in \mathbb{R}_{\ge 0}",
        r"\lambda_k(c A + I) = c \lambda_k(A) + 1",
    ),
    (
        r"A, P \in \mathbb{R}^{n \times n}, A = A^\top, k \in \{1, \dots, n\}, P^\top P = I",
        r"\lambda_k(P^\top A P) = \lambda_k(A)",
    ),
    (
        r"A \in \mathbb{R}^{n \times n}, A = A^\top, c \in \mathbb{R}",
        r"\sum_{k=1}^n \lambda_k(A) \lambda_k(A) = \operatorname{tr}(A^2)",
    ),
    (
        r"A \in \mathbb{R}^{n \times n}, A = A^\top",
        r"\lambda_{\max}(A) - \lambda_{\min}(A) = \lambda_{\max}(A) + \lambda_{\max}(-A)",
    ),
]

FALSE = [
    (r"A \in \mathbb{R}^{n \times n}, A = A^\top", r"\kappa(A) = \frac{\lambda_{\max}(A)}{\lambda_{\min}(A)}"),
    (
        r"A \in \mathbb{R}^{n \times n}, A = A^\top, \det A \ne 0",
        r"\lambda_{\max}(A^{-1}) = \frac{1}{\lambda_{\min}(A)}",
    ),
    (r"A \in \mathbb{R}^{n \times n}, A = A^\top", r"\lambda_{\max}(A) \le \operatorname{tr}(A)"),
    (r"A \in \mathbb{R}^{n \times n}", r"\det A = \prod_{i=1}^n \sigma_i(A)"),
    (r"d \in \mathbb{R}^n, k \in \{1,\dots,n\}", r"\sigma_k(\operatorname{diag}(d)) = d_{(k)}"),
    (r"d \in \mathbb{R}^n, k \in \{1,\dots,n\}", r"\lambda_k(\operatorname{diag}(d)) = d_k"),
    (r"A \in \mathbb{R}^{m \times n}", r"\lambda_{\min}(A A^\top) = \sigma_{\min}(A)^2"),
    (
        r"A \in \mathbb{R}^{n \times n}, A = A^\top, c \in \mathbb{R}, k \in \{1, \dots, n\}",
        r"\lambda_k(c A) = c \lambda_k(A)",
    ),
    (r"A \in \mathbb{R}^{n \times n}, A = A^\top, k \in \{1, \dots, n\}", r"\lambda_k(-A) = -\lambda_k(A)"),
    (
        r"A \in \mathbb{R}^{n \times n}, P \in \mathbb{R}^{n \times m}, A = A^\top, k \in \{1, \dots, m\}, P^\top P = I",
        r"\lambda_k(P^\top A P) = \lambda_k(A)",
    ),
]


@pytest.mark.parametrize(("given", "claim"), TRUE)
def test_true_facts_are_proved(given: str, claim: str) -> None:
    assert proved(given, claim)


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_false_neighbours_are_refuted(given: str, claim: str, tmp_path: Path) -> None:
    assert not proved(given, claim)
    assert judged(claim, given, tmp_path).verdict in ("refuted", "needs-hypothesis")


def test_squares_of_eigenvalues_are_entries_of_symmetric_matrices_alone() -> None:
    """Whether or not inputs that meet the hypotheses are found, on which another check depends."""
    given = r"M \in \mathbb{R}^{n \times n}, \quad M M M = M, \quad \operatorname{tr}(M) = 1, \quad \|M\|_F = 2"
    assert not proved(given, r"\sum_{k=1}^n \lambda_k(M)^2 = \|M\|_F^2")
