"""What follows from the Loewner order, from spectra of shifted matrices and from equations, and what does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged, proved

TWO = r"A, B, C \in \mathbb{R}^{n \times n}, A = A^\top, A \preceq B"
THREE = r"A, B, C \in \mathbb{R}^{n \times n}, A \preceq B, C \succeq 0, A \succeq 0"
DEFINITE = r"A, B \in \mathbb{R}^{n \times n}, A \succ 0, A \preceq B"
SHIFTED = r"A \in \mathbb{R}^{n \times n}, G \in \mathbb{R}^{m \times m}, A \succeq 0, G \succeq 0, \lambda > 0"
RIDGE = r"X \in \mathbb{R}^{n \times d}, \lambda > 0"
SYMMETRIC = r"H \in \mathbb{R}^{n \times n}, H = H^\top, \eta \in \mathbb{R}"
STEP = r"s, t, g \in \mathbb{R}^n, \eta > 0, s = t - \eta g"
SUMS = r"L, M \in \mathbb{R}^{n \times n}, G \in \mathbb{R}^{n \times k}, L = M + G G^\top"

TRUE = [
    (DEFINITE, r"B^{-1} \preceq A^{-1}"),
    (TWO + r", C \succeq 0", r"\operatorname{tr}(A C) \le \operatorname{tr}(B C)"),
    (TWO + r", C \succeq 0", r"\operatorname{tr}(C A) \le \operatorname{tr}(B C)"),
    (TWO + r", C \succeq 0", r"A \otimes C \preceq B \otimes C"),
    (TWO + r", C \succeq 0", r"A \odot C \preceq B \odot C"),
    (THREE, r"A \otimes A \preceq B \otimes B"),
    (THREE, r"\operatorname{tr}(B) \ge 0"),
    (SHIFTED, r"\|(A + \lambda I)^{-1} \otimes (G + \lambda I)^{-1}\|_2 \le \lambda^{-2}"),
    (RIDGE, r"\|X (X^\top X + \lambda I)^{-1} X^\top\|_2 < 1"),
    (SYMMETRIC, r"\|I - \eta H\|_2 = \max\{|1 - \eta \lambda_{\min}(H)|, |1 - \eta \lambda_{\max}(H)|\}"),
    (SYMMETRIC, r"\max_i |\lambda_i(H)| = \|H\|_2"),
    (SYMMETRIC, r"\max(|\lambda_{\max}(H)|, |\lambda_{\min}(H)|) = \|H\|_2"),
    (STEP, r"\|s - t\| = \eta \|g\|"),
    (SUMS, r"M \preceq L"),
]
FALSE = [
    (DEFINITE, r"A^{-1} \preceq B^{-1}"),
    (DEFINITE, r"B^{-1} \prec A^{-1}"),
    (DEFINITE, r"A^2 \preceq B^2"),
    (TWO, r"B^{-1} \preceq A^{-1}"),
    (TWO, r"\operatorname{tr}(A C) \le \operatorname{tr}(B C)"),
    (TWO + r", C = C^\top", r"\operatorname{tr}(A C) \le \operatorname{tr}(B C)"),
    (TWO + r", C \succeq 0", r"\operatorname{tr}(B C) \le \operatorname{tr}(A C)"),
    (TWO + r", C \succeq 0", r"\operatorname{tr}(A C) < \operatorname{tr}(B C)"),
    (TWO + r", C = C^\top", r"A \otimes C \preceq B \otimes C"),
    (TWO + r", C = C^\top", r"A \odot C \preceq B \odot C"),
    (TWO, r"A \otimes A \preceq B \otimes B"),
    (TWO, r"\operatorname{tr}(B) \ge 0"),
    (THREE, r"B \otimes B \preceq A \otimes A"),
    (SHIFTED, r"\|(A + \lambda I)^{-1} \otimes (G + \lambda I)^{-1}\|_2 \le \lambda^{-1}"),
    (SHIFTED, r"\|(A + \lambda I)^{-1} \otimes (G + \lambda I)^{-1}\|_2 < \lambda^{-2}"),
    (RIDGE, r"\|X (X^\top X + \lambda I)^{-1} X^\top\|_2 < \frac{1}{2}"),
    (r"X \in \mathbb{R}^{n \times d}, \lambda \ge 0", r"\|X (X^\top X + \lambda I)^{-1} X^\top\|_2 < 1"),
    (SYMMETRIC, r"\|I - \eta H\|_2 = |1 - \eta \lambda_{\max}(H)|"),
    (SYMMETRIC, r"\|I - \eta H\|_2 = \max\{|1 - \eta \lambda_{\min}(H)|, |1 + \eta \lambda_{\max}(H)|\}"),
    (SYMMETRIC, r"\max_i |\lambda_i(H)| = \|H\|_F"),
    (SYMMETRIC, r"\max_i \lambda_i(H) = \|H\|_2"),
    (STEP, r"\|s - t\| = \|g\|"),
    (STEP, r"\|s + t\| = \eta \|g\|"),
    (SUMS, r"L \preceq M"),
    (SUMS, r"M \prec L"),
]


@pytest.mark.parametrize(("given", "claim"), TRUE)
def test_consequences_are_shown(given: str, claim: str) -> None:
    assert proved(given, claim)


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_false_neighbors_are_not(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict != "holds"


def test_orders_that_lead_in_a_circle_end() -> None:
    given = r"A, B \in \mathbb{R}^{n \times n}, A \succeq 0, A \preceq B, B \preceq A"
    assert not proved(given, r"B^{-1} \prec A^{-1}")
