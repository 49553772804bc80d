r"""Semidefinite matrices and the bounds of eigenvalues: what the rules prove, and false neighbours that they must not."""

import pytest

from tests.judged import proved


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (r"A \in \mathbb{R}^{m \times n}", r"A^\top A \succeq 0"),
        (r"A \in \mathbb{R}^{n \times n}", r"A \succeq 0 \implies \operatorname{tr}(A) \ge 0"),
        (r"A \in \mathbb{R}^{n \times n}", r"A \succeq 0 \implies \det(A) \ge 0"),
        (r"A \in \mathbb{R}^{n \times n}, A \succeq 0", r"A_{i,i} \ge 0"),
        (r"A \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n, A \succeq 0", r"x^\top A x \ge 0"),
        (r"A, B \in \mathbb{R}^{n \times n}, A \succeq 0", r"B^\top A B \succeq 0"),
        (r"A, B \in \mathbb{R}^{n \times n}, A \succeq 0, B \succeq 0", r"A + B \succeq 0"),
        (r"p \in \mathbb{R}^n, p \ge 0, \mathbf{1}^\top p = 1", r"\operatorname{diag}(p) - p p^\top \succeq 0"),
        (r"x \in \mathbb{R}^n", r"x x^\top \preceq \|x\|_2^2 I_n"),
        (r"A \in \mathbb{R}^{m \times n}", r"A^\top A \preceq \|A\|_2^2 I_n"),
        (r"A \in \mathbb{R}^{m \times n}, c \in \mathbb{R}_{>0}", r"\frac{1}{m} A^\top A + c I_n \succeq c I_n"),
        (r"A \in \mathbb{R}^{m \times n}, c \in \mathbb{R}_{>0}", r"A^\top A + 2 c I_n \succ c I_n"),
        (r"A \in \mathbb{R}^{n \times n}, A = A^\top", r"\max_i A_{ii} \le \lambda_{\max}(A)"),
        (
            r"A \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n, A = A^\top",
            r"x^\top A x \le \lambda_{\max}(A) \|x\|_2^2",
        ),
        (
            r"A \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n, A = A^\top",
            r"\lambda_{\min}(A) \|x\|_2^2 \le x^\top A x",
        ),
        (r"A \in \mathbb{R}^{n \times n}, A = A^\top", r"\operatorname{tr}(A) \le n \lambda_{\max}(A)"),
        (r"A \in \mathbb{R}^{m \times n}", r"\|A\|_2 = \sqrt{\lambda_{\max}(A^\top A)}"),
        (r"A \in \mathbb{R}^{m \times n}", r"\lambda_{\max}(A^\top A) = \|A\|_2^2"),
        (r"A \in \mathbb{R}^{n \times n}, c \in \mathbb{R}, A \succeq 0", r"c^2 A \succeq 0"),
        (r"v \in \mathbb{R}^n, v \ge 0", r"\operatorname{diag}(v) \succeq 0"),
        (r"A \in \mathbb{R}^{n \times n}, A \succeq 0", r"\|A\|_2 = \lambda_{\max}(A)"),
    ],
)
def test_true_claims_are_proved(given, claim):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (r"A \in \mathbb{R}^{n \times n}", r"A^\top + A \succeq 0"),
        (r"A, B \in \mathbb{R}^{n \times n}", r"A^\top B \succeq 0"),
        (r"A, B \in \mathbb{R}^{n \times n}, A \succeq 0", r"A B \succeq 0"),
        (r"A, B \in \mathbb{R}^{n \times n}, A \succeq 0, B \succeq 0", r"A B \succeq 0"),
        (r"A, B \in \mathbb{R}^{n \times n}, A \succeq 0, B \succeq 0", r"A - B \succeq 0"),
        (r"A, B \in \mathbb{R}^{n \times n}, A \succeq 0", r"A^\top B A \succeq 0"),
        (r"A \in \mathbb{R}^{n \times n}, A \succeq 0", r"A_{1,2} \ge 0"),
        (r"A \in \mathbb{R}^{n \times n}, A \succeq 0", r"A \ge 0"),
        (r"A \in \mathbb{R}^{n \times n}, A \succeq 0", r"-A \succeq 0"),
        (r"A \in \mathbb{R}^{n \times n}, c \in \mathbb{R}, A \succeq 0", r"c A \succeq 0"),
        (r"A \in \mathbb{R}^{n \times n}, A \succeq 0", r"\operatorname{tr}(A) > 0"),
        (r"A \in \mathbb{R}^{n \times n}, A \succeq 0", r"\det(A) > 0"),
        (r"A, B \in \mathbb{R}^{n \times n}, x, y \in \mathbb{R}^n, A \succeq 0", r"x^\top A y \ge 0"),
        (r"v \in \mathbb{R}^n", r"\operatorname{diag}(v) \succeq 0"),
        (r"v \in \mathbb{R}^n, v \ge 0", r"\operatorname{diag}(v) - v v^\top \succeq 0"),
        (r"p \in \mathbb{R}^n, p \ge 0, \mathbf{1}^\top p = 1", r"p p^\top - \operatorname{diag}(p) \succeq 0"),
        (r"x \in \mathbb{R}^n", r"x x^\top \preceq \|x\|_2 I_n"),
        (r"x \in \mathbb{R}^n", r"x x^\top \preceq \|x\|_\infty^2 I_n"),
        (r"x, y \in \mathbb{R}^n", r"x y^\top \preceq \|x\|_2 \|y\|_2 I_n"),
        (r"x \in \mathbb{R}^n", r"\|x\|_2^2 I_n \preceq x x^\top"),
        (r"A \in \mathbb{R}^{m \times n}", r"A^\top A \preceq \|A\|_{\max}^2 I_n"),
        (r"A \in \mathbb{R}^{n \times n}, A = A^\top", r"\min_i A_{ii} \ge \lambda_{\max}(A)"),
        (r"A \in \mathbb{R}^{n \times n}, A = A^\top", r"\max_i A_{ii} = \lambda_{\max}(A)"),
        (r"A \in \mathbb{R}^{n \times n}, A = A^\top", r"\max_{i} A_{i1} \le \lambda_{\max}(A)"),
        (r"A \in \mathbb{R}^{n \times n}, A = A^\top, x \in \mathbb{R}^n", r"x^\top A x \le \lambda_{\max}(A) \|x\|_2"),
        (
            r"A \in \mathbb{R}^{n \times n}, A = A^\top, x \in \mathbb{R}^n",
            r"x^\top A x \le \lambda_{\min}(A) \|x\|_2^2",
        ),
        (r"A \in \mathbb{R}^{n \times n}, A = A^\top", r"\operatorname{tr}(A) \le (n-1) \lambda_{\max}(A)"),
        (r"A \in \mathbb{R}^{n \times n}, A = A^\top", r"\operatorname{tr}(A) \le n \lambda_{\min}(A)"),
        (r"A \in \mathbb{R}^{n \times n}, A = A^\top", r"\|A\|_2 = \sqrt{\lambda_{\max}(A)}"),
        (r"A \in \mathbb{R}^{n \times n}, A = A^\top", r"\|A\|_2 = \lambda_{\max}(A)"),
        (r"A \in \mathbb{R}^{m \times n}, c \in \mathbb{R}_{>0}", r"A^\top A + c I_n \succeq 2 c I_n"),
        (r"A \in \mathbb{R}^{m \times n}, c \in \mathbb{R}_{>0}", r"A^\top A + c I_n \succ c I_n"),
        (r"A \in \mathbb{R}^{m \times n}", r"A^\top A \succeq 2 A^\top A"),
    ],
)
def test_false_claims_are_not(given, claim):
    assert not proved(given, claim)
