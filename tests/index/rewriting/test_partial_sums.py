r"""Sums over a part of a dimension and over pairs in order: telescoping sums, all but the first, i < j."""

# ruff: noqa: E501 - formulas stay on one line

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged, shown

TRUE = [
    (r"x \in \mathbb{R}^n", r"\sum_{i<j} (x_i-x_j)^2 = n \|x\|_2^2 - (\mathbf{1}^\top x)^2"),
    (r"x \in \mathbb{R}^n", r"\sum_{i=2}^n x_i = \sum_{i=1}^n x_i - x_1"),
    (r"n \ge 2, x \in \mathbb{R}^n", r"\sum_{i=1}^{n-1} (x_{i+1} - x_i) = x_n - x_1"),
    (r"x \in \mathbb{R}^n", r"\sum_{i=1}^{n-1} (x_{i+1} - x_i) = x_n - x_1"),
    (
        r"x \in \mathbb{R}^n",
        r"\sum_{i=1}^n \sum_{j=i+1}^n x_i x_j = \frac12 \left(\left(\sum_{i=1}^n x_i\right)^2 - \sum_{i=1}^n x_i^2\right)",
    ),
    (r"x \in \mathbb{R}^n", r"\left(\sum_{i=1}^n x_i\right)^2 = \sum_{i=1}^n x_i^2 + 2 \sum_{i<j} x_i x_j"),
    (
        r"x \in \mathbb{R}^n, W \in \mathbb{R}^{n \times n}, W = W^\top",
        r"\frac12\sum_{i,j}W_{ij}(x_i-x_j)^2 = \sum_{i<j}W_{ij}(x_i-x_j)^2",
    ),
    (r"x \in \mathbb{R}^n", r"\sum_{i<j} (x_i-x_j)^2 = \frac12\sum_{i=1}^n\sum_{j=1}^n (x_i-x_j)^2"),
    (r"x \in \mathbb{R}^n", r"\sum_{i<j} (x_i-x_j)^2 = \sum_{i>j} (x_i-x_j)^2"),
    (r"x \in \mathbb{R}^n", r"\sum_{i<j} (x_i-x_j)^3 = -\sum_{i>j} (x_i-x_j)^3"),
    (
        r"x \in \mathbb{R}^n, X \in \mathbb{R}^{n \times d}",
        r"\sum_{i<j} \|X_{i,:} - X_{j,:}\|_2^2 = n \|X\|_F^2 - \|\mathbf{1}^\top X\|_2^2",
    ),
    (r"A \in \mathbb{R}^{n \times n}, A = A^\top", r"\|A\|_F^2 = \sum_{i=1}^n A_{ii}^2 + 2 \sum_{i<j} A_{ij}^2"),
    (
        r"A \in \mathbb{R}^{n \times n}",
        r"\|A\|_F^2 = \sum_{i=1}^n A_{ii}^2 + \sum_{i<j} A_{ij}^2 + \sum_{i>j} A_{ij}^2",
    ),
    (r"n \ge 3, x \in \mathbb{R}^n", r"\sum_{i=1}^{n-2} (x_{i+2} - x_i) = x_n + x_{n-1} - x_1 - x_2"),
    (r"x, y \in \mathbb{R}^n", r"\sum_{k=1}^{n-1} x_{k+1} y_{k+1} = x^\top y - x_1 y_1"),
    (r"x \in \mathbb{R}^n", r"\sum_{i=2}^n \frac{1}{x_i - x_1} = \sum_{i=2}^n \frac{1}{x_i - x_1}"),
    (r"x \in \mathbb{R}^n", r"\sum_{i=1}^{n} \sum_{j=1}^{i-1} x_i x_j = \sum_{i<j} x_i x_j"),
    (r"A \in \mathbb{R}^{n \times n}", r"\sum_{i \ne j} A_{ij} = \sum_{i<j} (A_{ij} + A_{ji})"),
    (r"x \in \mathbb{R}^n", r"\sum_{i=1}^{n-2} (x_{i+2} - x_i) = x_n + x_{n-1} - x_1 - x_2"),  # where there is an x_2
]
FALSE = [
    (r"x \in \mathbb{R}^n", r"\sum_{i=2}^n x_i = \sum_{i=1}^n x_i - x_n"),
    (r"n \ge 2, x \in \mathbb{R}^n", r"\sum_{i=1}^{n-1} (x_{i+1} - x_i) = x_1 - x_n"),
    (r"x \in \mathbb{R}^n", r"\left(\sum_{i=1}^n x_i\right)^2 = \sum_{i=1}^n x_i^2 + \sum_{i<j} x_i x_j"),
    (
        r"x \in \mathbb{R}^n, W \in \mathbb{R}^{n \times n}",
        r"\frac12\sum_{i,j}W_{ij}(x_i-x_j)^2 = \sum_{i<j}W_{ij}(x_i-x_j)^2",
    ),
    (r"x \in \mathbb{R}^n", r"\sum_{i<j} (x_i-x_j)^3 = \sum_{i>j} (x_i-x_j)^3"),
    (r"A \in \mathbb{R}^{n \times n}", r"\|A\|_F^2 = \sum_{i=1}^n A_{ii}^2 + 2 \sum_{i<j} A_{ij}^2"),
    (r"x \in \mathbb{R}^n", r"\sum_{i=1}^{n} \sum_{j=1}^{i} x_i x_j = \sum_{i<j} x_i x_j"),
    (r"A \in \mathbb{R}^{n \times n}", r"\sum_{i \ne j} A_{ij} = \sum_{i<j} (A_{ij} - A_{ji})"),
]
ONLY_SOMETIMES = [
    (r"x \in \mathbb{R}^n", r"\sum_{i=2}^n \frac{1}{x_i} = \sum_{i=1}^n \frac{1}{x_i} - \frac{1}{x_1}"),
    (r"x, y \in \mathbb{R}^n", r"x - y = y - x"),
]


@pytest.mark.parametrize(("given", "claim"), TRUE)
def test_true_sums_are_shown(given: str, claim: str) -> None:
    assert shown(given, claim)


@pytest.mark.parametrize(("given", "claim"), [*FALSE, *ONLY_SOMETIMES])
def test_others_are_not_shown(given: str, claim: str) -> None:
    assert not shown(given, claim)


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_false_sums_are_refuted(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == "refuted"
