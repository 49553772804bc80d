r"""``\min(m, n)`` of ordered sizes, and indicators of undeclared indices, ``\mathbb{1}_{i = j} x_i``."""

from __future__ import annotations

import pytest

from tests.judged import judged

A = r"A \in \mathbb{R}^{m \times n}"
X = r"x \in \mathbb{R}^n"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (rf"{A} \\ m \le n", r"\sum_{i=1}^{\min(m,n)} \sigma_i(A)^2 = \|A\|_F^2", "holds"),
        (rf"{A} \\ n \le m", r"\sum_{i=1}^{\min\{m,n\}} \sigma_i(A)^2 = \|A\|_F^2", "holds"),
        (rf"{A} \\ m \le n", r"\sum_{i=1}^{\min(m,n)} \sigma_i(A)^2 = 2 \|A\|_F^2", "refuted"),
        (A, r"\sum_{i=1}^{\min(m,n)} \sigma_i(A)^2 = \|A\|_F^2", "holds"),
        (X, r"\mathbf{1}\{i=j\} x_i = \delta_{ij} x_j", "holds"),
        (X, r"\mathbb{1}_{i=j} x_i x_j = \delta_{ij} x_j^2", "holds"),
        (X, r"\mathbb{1}_{i=j} x_i x_j = \delta_{ij} x_j", "refuted"),
        (X, r"\mathbb{1}_{i \ne j} x_i = \delta_{ij} x_j", "refuted"),
    ],
)
def test_judged(given, claim, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
