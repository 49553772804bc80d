r"""Inequalities for determinants and their logarithms, and what becomes false with a hypothesis dropped or a side moved."""

# ruff: noqa: E501 - formulas stay on one line

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged, proved

TRUE = [
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"\det(A) \le \prod_{i=1}^n A_{ii}"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"\det(A)^{1/n} \le \frac{\operatorname{tr}(A)}{n}"),
    (r"A \in \mathbb{R}^{n\times n}, A \succ 0", r"\log\det A \le \operatorname{tr}(A) - n"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"\det(I + A) \ge 1 + \operatorname{tr} A"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"\det(I + A) \ge 1 + \det A"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"\log \det(I + A) \le \operatorname{tr} A"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"\det(I + A) \le e^{\operatorname{tr} A}"),
    (r"A \in \mathbb{R}^{n\times n}", r"|\det A| \le \prod_{j=1}^n \|A_{:,j}\|_2"),
    (r"A \in \mathbb{R}^{n\times n}", r"|\det A| \le \|A\|_2^n"),
    (r"A \in \mathbb{R}^{n\times n}, A \succ 0", r"\det A > 0"),
    (r"A, B \in \mathbb{R}^{n\times n}, A \succeq B, B \succeq 0", r"\det A \ge \det B"),
    (r"A, B \in \mathbb{R}^{n\times n}, A \succeq B, B \succ 0", r"\log\det A \ge \log\det B"),
    (
        r"A, B \in \mathbb{R}^{n\times n}, A \succ 0, B \succ 0",
        r"\log\det A - \log\det B \le \operatorname{tr}(B^{-1}(A - B))",
    ),
    (
        r"A, B \in \mathbb{R}^{n\times n}, A \succ 0, B \succ 0",
        r"\operatorname{tr}(B^{-1}A) - n - \log\frac{\det A}{\det B} \ge 0",
    ),
    (r"A, B \in \mathbb{R}^{n\times n}, A \succeq 0, B \succeq 0", r"\det(A+B) \ge \det A + \det B"),
    (r"A, B \in \mathbb{R}^{n\times n}, A \succeq 0, B \succeq 0", r"\det(A \odot B) \ge \det A \det B"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"\det(A) \le \left(\frac{\operatorname{tr} A}{n}\right)^n"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"\det(A) \le \|A\|_2^n"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"\det(A) \le \lambda_{\max}(A)^n"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"\det(A) \ge \lambda_{\min}(A)^n"),
    (r"A \in \mathbb{R}^{n\times n}, A \succ 0", r"\log\det A \le n \log \frac{\operatorname{tr} A}{n}"),
    (
        r"X \in \mathbb{R}^{n\times d}, \lambda > 0",
        r"\log\det(\lambda I + X^\top X) \le d \log\left(\lambda + \frac{\|X\|_F^2}{d}\right)",
    ),
    (r"A \in \mathbb{R}^{n\times n}, a_j \in \mathbb{R}^n", r"|\det A| \le \prod_{i=1}^n \|A_{i,:}\|_2"),
    (r"A \in \mathbb{R}^{n\times n}", r"\det(A)^2 \le \prod_{i=1}^n \|A_{i,:}\|_2^2"),
    (r"A \in \mathbb{R}^{n\times n}", r"(\det A)^2 \le \prod_{i=1}^n \sum_{j=1}^n A_{ij}^2"),
    (r"A \in \mathbb{R}^{n\times n}", r"|\det A| \le \prod_{j=1}^n \|A e_j\|_2"),
    (r"X \in \mathbb{R}^{n\times d}, \lambda > 0", r"\det(\lambda I + X^\top X) \ge \lambda^d"),
    (r"X \in \mathbb{R}^{n\times d}", r"\log\det(I + X^\top X) \le \|X\|_F^2"),
    (r"X \in \mathbb{R}^{n\times d}", r"\det(I + X^\top X) \ge 1 + \|X\|_F^2"),
    (r"A \in \mathbb{R}^{n\times n}, x \in \mathbb{R}^n, A \succ 0", r"\det(A + x x^\top) \ge \det A"),
    (r"A \in \mathbb{R}^{n\times n}, x \in \mathbb{R}^n, A \succ 0", r"\log\det(A + x x^\top) \ge \log\det A"),
    (r"A \in \mathbb{R}^{n\times n}, A \succ 0", r"\det(A) \le \prod_i A_{ii}"),
    (r"A \in \mathbb{R}^{n\times n}, A \succ 0", r"\log\det A \le \sum_{i=1}^n \log A_{ii}"),
    (r"A \in \mathbb{R}^{n\times n}, A \succ 0", r"\log\det A \ge n - \operatorname{tr}(A^{-1})"),
    (r"A \in \mathbb{R}^{n\times n}", r"|\det A| \le \left(\frac{\|A\|_F}{\sqrt n}\right)^n"),
]
FALSE = [
    (r"A \in \mathbb{R}^{n\times n}", r"|\det A| \le \left(\frac{\|A\|_2}{\sqrt n}\right)^n"),
    (r"A \in \mathbb{R}^{n\times n}", r"|\det A| < \left(\frac{\|A\|_F}{\sqrt n}\right)^n"),
    (r"A \in \mathbb{R}^{n\times n}", r"|\det A| \le \left(\frac{\|A\|_F}{n}\right)^n"),
    (r"A \in \mathbb{R}^{n\times n}, A \prec 0", r"\det(A) < 0"),
    (r"A \in \mathbb{R}^{n\times n}", r"\det(A) \le \prod_{i=1}^n A_{ii}"),
    (r"A \in \mathbb{R}^{n\times n}, A = A^\top", r"\det(A) \le \prod_{i=1}^n A_{ii}"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"\det(A) < \prod_{i=1}^n A_{ii}"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"\det(A) \ge \prod_{i=1}^n A_{ii}"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"\det(A) \le \prod_{i=2}^n A_{ii}"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"\det(A)^{1/n} \ge \frac{\operatorname{tr}(A)}{n}"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"\det(A)^{1/n} \le \frac{\operatorname{tr}(A)}{n+1}"),
    (r"A \in \mathbb{R}^{n\times n}, A \succ 0", r"\det(A)^{1/n} < \frac{\operatorname{tr}(A)}{n}"),
    (r"A \in \mathbb{R}^{n\times n}, A \succ 0", r"\log\det A \le \operatorname{tr}(A) - n - 1"),
    (r"A \in \mathbb{R}^{n\times n}, A \succ 0", r"\log\det A < \operatorname{tr}(A) - n"),
    (r"A \in \mathbb{R}^{n\times n}, \det A > 0", r"\log\det A \le \operatorname{tr}(A) - n"),
    (r"A \in \mathbb{R}^{n\times n}, A = A^\top, \det A > 0", r"\log\det A \le \operatorname{tr}(A) - n"),
    (r"A \in \mathbb{R}^{n\times n}, A = A^\top", r"\det(I + A) \ge 1 + \operatorname{tr} A"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"\det(I + A) > 1 + \operatorname{tr} A"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"\det(I + A) \le 1 + \operatorname{tr} A"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"\det(2 I + A) \ge 3 + \operatorname{tr} A"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"\det(I + A) \ge 2 + \det A"),
    (r"A \in \mathbb{R}^{n\times n}", r"\det(I + A) \ge 1 + \det A"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"\det(I + A) \ge e^{\operatorname{tr} A}"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"\det(A) \le e^{\operatorname{tr} A - 2n}"),
    (r"A \in \mathbb{R}^{n\times n}", r"|\det A| \le \prod_{j=1}^n \|A_{:,j}\|_1 / 2"),
    (r"A \in \mathbb{R}^{n\times n}", r"|\det A| < \prod_{j=1}^n \|A_{:,j}\|_2"),
    (r"A \in \mathbb{R}^{n\times n}", r"|\det A| \le \prod_{j=1}^n \|A_{:,j}\|_\infty"),
    (r"A \in \mathbb{R}^{n\times n}", r"|\det A| \le \prod_{j=1}^n \|A_{:,j}\|_2^2"),
    (r"A, B \in \mathbb{R}^{n\times n}", r"|\det A| \le \prod_{j=1}^n \|B_{:,j}\|_2"),
    (r"A \in \mathbb{R}^{n\times n}", r"|\det A| \le \prod_{j=1}^{n-1} \|A_{:,j}\|_2"),
    (r"A, B \in \mathbb{R}^{n\times n}, A \succeq B, B = B^\top", r"\det A \ge \det B"),
    (r"A, B \in \mathbb{R}^{n\times n}, A \succeq B, B \succeq 0", r"\det A > \det B"),
    (
        r"A, B \in \mathbb{R}^{n\times n}, A \succ 0, B \succ 0",
        r"\log\det A - \log\det B \ge \operatorname{tr}(B^{-1}(A - B))",
    ),
    (
        r"A, B \in \mathbb{R}^{n\times n}, A \succ 0, B \succ 0",
        r"\log\det A - \log\det B \le \operatorname{tr}(A^{-1}(A - B))",
    ),
    (
        r"A, B \in \mathbb{R}^{n\times n}, A \succ 0, B \succ 0",
        r"\operatorname{tr}(B^{-1}A) - n - \log\frac{\det B}{\det A} \ge 0",
    ),
    (
        r"A, B \in \mathbb{R}^{n\times n}, A \succ 0, B \succ 0",
        r"\operatorname{tr}(B^{-1}A) - n - \log\frac{\det A}{\det B} > 0",
    ),
    (r"A, B \in \mathbb{R}^{n\times n}, A \succeq 0, B = B^\top", r"\det(A+B) \ge \det A + \det B"),
    (r"A, B \in \mathbb{R}^{n\times n}, A \succeq 0, B \succeq 0", r"\det(A+B) \le \det A + \det B"),
    (r"A, B \in \mathbb{R}^{n\times n}, A \succeq 0, B = B^\top", r"\det(A \odot B) \ge \det A \det B"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"\det(A) \ge \left(\frac{\operatorname{tr} A}{n}\right)^n"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"\det(A) \le \lambda_{\min}(A)^n"),
    (r"A \in \mathbb{R}^{n\times n}, A = A^\top", r"\det(A) \le \lambda_{\max}(A)^n"),
    (r"A \in \mathbb{R}^{n\times n}, A = A^\top", r"\det(A) \ge \lambda_{\min}(A)^n"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"\det(A) \le \lambda_{\max}(A)^{n-1}"),
    (r"A \in \mathbb{R}^{n\times n}, A \succ 0", r"\log\det A \ge n \log \frac{\operatorname{tr} A}{n}"),
]


@pytest.mark.parametrize(("given", "claim"), TRUE)
def test_known_bounds_are_shown(given: str, claim: str) -> None:
    assert proved(given, claim)


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_false_neighbors_are_not_shown(given: str, claim: str) -> None:
    assert not proved(given, claim)


@pytest.mark.parametrize(("given", "claim"), FALSE[:: max(1, len(FALSE) // 6)])
def test_false_neighbors_do_not_hold(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict != "holds"
