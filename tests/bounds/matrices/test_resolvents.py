r"""Ridge regression: ``(X^\top X + \lambda I)^{-1} X^\top`` beside other factors, and effective dimensions."""

import pytest

from tests.judged import proved

RIDGE = r"X, Y \in \mathbb{R}^{m \times n}, y \in \mathbb{R}^m, \lambda > 0, \hat\beta := (X^\top X + \lambda I)^{-1} X^\top y"
SEMIDEFINITE = r"A \in \mathbb{R}^{n \times n}, \lambda > 0, A \succeq 0"
SYMMETRIC = r"A \in \mathbb{R}^{n \times n}, \lambda > 0, A = A^\top"

TRUE = [
    (RIDGE, r"\|\hat\beta\|_2 \le \frac{\|y\|_2}{2 \sqrt\lambda}"),
    (RIDGE, r"\|X \hat\beta\|_2 \le \|y\|_2"),
    (RIDGE, r"\|X (X^\top X + \lambda I)^{-1}\|_2 \le \frac{1}{2 \sqrt\lambda}"),
    (RIDGE, r"\|X^\top (X X^\top + \lambda I)^{-1} Y\|_2 \le \frac{\|Y\|_2}{2 \sqrt\lambda}"),
    (RIDGE, r"\|Y^\top (X X^\top + \lambda I)^{-1} X\|_2 \le \frac{\|Y\|_2}{2 \sqrt\lambda}"),
    (RIDGE, r"\|X^\top (X X^\top + \lambda I)^{-1} X\|_2 < 1"),
    (RIDGE, r"\operatorname{tr}(X (X^\top X + \lambda I)^{-1} X^\top) < n"),
    (RIDGE, r"\operatorname{tr}(X (X^\top X + \lambda I)^{-1} X^\top) \le m"),
    (RIDGE, r"\operatorname{tr}((X^\top X + \lambda I)^{-1} X^\top X) < n"),
    (SEMIDEFINITE, r"\operatorname{tr}(A (A + \lambda I)^{-1}) < n"),
    (SEMIDEFINITE, r"\operatorname{tr}(A (A + \lambda I)^{-1}) \ge 0"),
]
FALSE = [
    (RIDGE, r"\|\hat\beta\|_2 \le \frac{\|y\|_2}{3 \sqrt\lambda}"),
    (RIDGE, r"\|X \hat\beta\|_2 < \|y\|_2"),
    (RIDGE, r"\|X^\top (Y Y^\top + \lambda I)^{-1} X\|_2 < 1"),
    (RIDGE, r"\|Y^\top (X X^\top + \lambda I)^{-1} X\|_2 \le \frac{\|X\|_2}{2 \sqrt\lambda}"),
    (RIDGE, r"\|X^\top (X X^\top - \lambda I)^{-1} X\|_2 < 1"),
    (RIDGE, r"\operatorname{tr}(X (X^\top X + \lambda I)^{-1} X^\top) \le n - 1"),
    (RIDGE, r"\operatorname{tr}(X (X^\top X + \lambda I)^{-1} Y^\top) \le n"),
    (RIDGE, r"\operatorname{tr}(X (X^\top X + \lambda I)^{-1} X^\top) < m - 1"),
    (SYMMETRIC, r"\operatorname{tr}(A (A + \lambda I)^{-1}) < n"),
    (SEMIDEFINITE, r"\operatorname{tr}(A (A + \lambda I)^{-1}) > 0"),
]


@pytest.mark.parametrize(("given", "claim"), TRUE)
def test_true_claims_are_proved(given, claim):
    assert proved(given, claim)


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_false_claims_are_not(given, claim):
    assert not proved(given, claim)
