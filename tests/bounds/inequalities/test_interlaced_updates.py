r"""Eigenvalues of matrices that differ by rank one, and the least stretch of a matrix that is no wider than tall."""

import pytest

from tests.judged import proved

UPDATE = (
    r"n \ge 2, \quad B \in \mathbb{R}^{n \times n}, \quad B = B^\top, \quad p \in \mathbb{R}^{n}, \quad \varepsilon \in \mathbb{R}"
    r", \quad A := B + \varepsilon p p^\top, \quad k \in \{1, \dots, n - 1\}, \quad i \in \{1, \dots, n\}"
)
TALL = r"A \in \mathbb{R}^{m \times n}, \quad z \in \mathbb{R}^n, \quad m \ge n"
LEAST = r"\sigma_{\min}(A) = \min_{\|z\|_2 = 1} \|A z\|_2"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (UPDATE, r"\lambda_k(A) \ge \lambda_{k+1}(B)"),
        (UPDATE, r"\lambda_k(B) \ge \lambda_{k+1}(A)"),
        (UPDATE, r"\varepsilon (\lambda_i(A) - \lambda_i(B)) \ge 0"),
        (TALL, LEAST),
        (TALL, r"\sigma_{\min}(A)^2 = \inf_{\|z\|_2 = 1} \|A z\|_2^2"),
        (TALL.replace(r"m \times n", r"m k \times n k").replace(r"\mathbb{R}^n", r"\mathbb{R}^{n k}"), LEAST),
    ],
)
def test_eigenvalues_and_stretches(given: str, claim: str):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (UPDATE, r"\lambda_k(A) \ge \lambda_k(B)"),
        (UPDATE, r"\lambda_{k+1}(A) \ge \lambda_k(B)"),
        (UPDATE, r"\varepsilon (\lambda_i(B) - \lambda_i(A)) \ge 0"),
        (UPDATE, r"\varepsilon (\lambda_i(A) - \lambda_i(B)) \ge \varepsilon^2"),
        (UPDATE.replace("p p^\\top", "B p p^\\top"), r"\lambda_k(A) \ge \lambda_{k+1}(B)"),
        (UPDATE.replace("p p^\\top", "p p^\\top + \\varepsilon^2 I_n"), r"\lambda_k(B) \ge \lambda_{k+1}(A)"),
        (TALL.replace(r"m \ge n", r"m \ge 1"), LEAST),
        (TALL.replace(r"m \ge n", r"m \le n"), LEAST),
        (TALL, LEAST.replace("= 1", r"\le 1")),
        (TALL, LEAST.replace("= 1", "= 2")),
        (TALL, LEAST.replace(r"\|z\|_2", r"\|z\|_1")),
        (TALL, LEAST.replace(r"\|A z\|_2", r"\|A z\|_1")),
    ],
)
def test_false_neighbors(given: str, claim: str):
    assert not proved(given, claim)
