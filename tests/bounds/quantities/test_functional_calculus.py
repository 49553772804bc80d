"""Rational functions of one symmetric matrix: true relations that the norm rules show, and neighbors that they must not."""

from __future__ import annotations

import pytest

from tests.judged import proved

DEFINITE = r"P, Q \in \mathbb{R}^{n \times n} \text{ symmetric positive definite}, x \in \mathbb{R}^n, c > 0"
SEMIDEFINITE = r"P, Q \in \mathbb{R}^{n \times n} \text{ symmetric positive semidefinite}, x \in \mathbb{R}^n, c > 0"
SYMMETRIC = r"P, Q \in \mathbb{R}^{n \times n} \text{ symmetric}, x \in \mathbb{R}^n, c > 0"
SQUARE = r"P, Q \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n, c > 0"
TALL = r"A \in \mathbb{R}^{m \times n}, c > 0"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (DEFINITE, r"P (P + c I_n)^{-1} \preceq I_n"),
        (DEFINITE, r"P (P + c I_n)^{-1} \succ 0"),
        (DEFINITE, r"P (P + I_n)^{-2} \preceq \frac{1}{4} I_n"),
        (DEFINITE, r"P + P^{-1} \succeq 2 I_n"),
        (DEFINITE, r"\|P (P + I_n)^{-1}\|_2 < 1"),
        (DEFINITE, r"\|(I_n - P) (I_n + P)^{-1}\|_2 < 1"),
        (DEFINITE, r"x^\top P (P + I_n)^{-1} x \le x^\top x"),
        (SEMIDEFINITE, r"P (P + c I_n)^{-1} \succeq 0"),
        (SEMIDEFINITE, r"\lambda_{\max}(P (P + I_n)^{-1}) < 1"),
        (SEMIDEFINITE, r"(P + I_n)^{-1} \succeq I_n - P"),
        (SYMMETRIC, r"(P^2 + I_n)^{-1} \preceq I_n"),
        (TALL, r"(A^\top A + c I_n)^{-1} A^\top A \preceq I_n"),
    ],
)
def test_functions_of_one_matrix_are_compared_at_its_eigenvalues(given: str, claim: str) -> None:
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (DEFINITE, r"P (P + c I_n)^{-1} \preceq \frac{999}{1000} I_n"),
        (DEFINITE, r"P (P + I_n)^{-2} \preceq \frac{249}{1000} I_n"),
        (DEFINITE, r"P + P^{-1} \succ 2 I_n"),
        (DEFINITE, r"P + Q^{-1} \succeq 2 I_n"),
        (DEFINITE, r"P (Q + I_n)^{-1} \preceq P"),
        (SEMIDEFINITE, r"P (P + c I_n)^{-1} \succ 0"),
        (SEMIDEFINITE, r"\|(I_n - P) (I_n + P)^{-1}\|_2 < 1"),
        (SYMMETRIC, r"(P + I_n)^{-1} \preceq I_n"),
        (SYMMETRIC, r"P (P + c I_n)^{-1} \preceq I_n"),
        (SYMMETRIC, r"(P^2 + I_n)^{-1} \prec I_n"),
        (SQUARE, r"P (P + c I_n)^{-1} \preceq I_n"),
        # The eigenvalues of P are positive: nothing is said of those of Q, which the number in front is made of.
        (DEFINITE.replace("P, Q", "P") + r", Q \in \mathbb{R}^{n \times n} \text{ symmetric}",
         r"\operatorname{tr}(Q (Q + I_n)^{-1}) P (P + I_n)^{-1} \succeq 0"),
        (TALL, r"(A^\top A + c I_n)^{-1} A^\top A \succ 0"),
    ],
)  # fmt: skip
def test_a_neighbor_that_fails_at_some_eigenvalue_is_not_shown(given: str, claim: str) -> None:
    assert not proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim", "true"),
    [
        (DEFINITE, r"P (P + Q)^{-1} P \preceq P", True),
        (DEFINITE, r"P (P + Q)^{-1} P \preceq \frac{1}{2} P", False),
        (DEFINITE, r"P (P - Q)^{-1} P \preceq P", False),
        (DEFINITE, r"x^\top P (P + Q)^{-1} P x \le x^\top P x", True),
        (DEFINITE, r"x^\top P (2 Q + P)^{-1} P x \le x^\top Q x", False),
        (DEFINITE, r"x^\top (P + x x^\top)^{-1} x < 1", True),
        (DEFINITE, r"x^\top (P + 2 x x^\top)^{-1} x < \frac{1}{2}", True),
        (DEFINITE, r"x^\top (P + 2 x x^\top)^{-1} x < \frac{499}{1000}", False),
        (DEFINITE, r"x^\top (P - x x^\top)^{-1} x \le 1", False),
        (SYMMETRIC, r"x^\top (P + x x^\top)^{-1} x \le 1", False),
        (DEFINITE, r"(P^{-1})_{11} P_{11} \ge 1", True),
        (DEFINITE, r"(P^{-1})_{11} P_{11} > 1", False),
        (DEFINITE, r"(P^{-1})_{12} P_{12} \ge 1", False),
        (SYMMETRIC, r"(P^{-1})_{11} P_{11} \ge 1", False),
        (SEMIDEFINITE, r"\|P\|_{\max} = \max_i P_{ii}", True),
        (SYMMETRIC, r"\|P\|_{\max} = \max_i P_{ii}", False),
        (SEMIDEFINITE, r"\|P - Q\|_{\max} \le \max_i (P - Q)_{ii}", False),
        (SEMIDEFINITE, r"\|P x\|_2 \ge \lambda_{\min}(P) \|x\|_2", True),
        (SYMMETRIC, r"\|P x\|_2 \ge \lambda_{\min}(P) \|x\|_2 + c", False),
        (TALL, r"\sigma_{\max}(A (A^\top A + I_n)^{-1}) \le \frac{1}{2}", True),
        (TALL, r"\sigma_{\max}(A (A^\top A + I_n)^{-1}) \le \frac{499}{1000}", False),
    ],
)
def test_semidefinite_matrices_beside_their_inverses(given: str, claim: str, true: bool) -> None:
    assert proved(given, claim) == true


@pytest.mark.parametrize(
    ("claim", "true"),
    [
        (r"\sum_i p_i (1 - p_i) \le 1 - \frac{1}{n}", True),
        (r"\sum_i p_i (1 - p_i) < 1 - \frac{1}{n}", False),
        (r"\sum_i p_i (1 - p_i) \le 1 - \frac{101}{100 n}", False),
    ],
)
def test_sums_of_squares_inside_a_sum_are_norms(claim: str, true: bool) -> None:
    assert proved(r"p \in \mathbb{R}^n, p_i > 0, \sum_i p_i = 1", claim) == true
