r"""Softmaxes written entry by entry are softmaxes; their entries are those of a distribution; extrema move with what they are of."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged

COLUMN = r"x \in \mathbb{R}^n \\ p_i := \frac{e^{x_i}}{\sum_j e^{x_j}}"
ROWS = r"S \in \mathbb{R}^{m \times n}, V \in \mathbb{R}^{n \times d} \\ A_{ij} := \frac{\exp(S_{ij})}{\sum_k \exp(S_{ik})}"
COLUMNS = r"S \in \mathbb{R}^{m \times n} \\ A_{ij} := \frac{\exp(S_{ij})}{\sum_k \exp(S_{kj})}"
NOT_QUITE = r"S \in \mathbb{R}^{m \times n}, V \in \mathbb{R}^{n \times d} \\ A_{ij} := \frac{\exp(S_{ij})}{\sum_k \exp(2 S_{ik})}"
SOFTMAX = r"x \in \mathbb{R}^n, S \in \mathbb{R}^{m \times n} \\ p := \operatorname{softmax}(x) \\ A := \operatorname{softmax}(S)"
SIMPLEX = r"p \in \mathbb{R}^n, p \ge 0, \sum_i p_i = 1"
VECTORS = r"x, y \in \mathbb{R}^n, c \in \mathbb{R}"

TRUE = [
    (COLUMN, r"\|p\|_2 \le 1"),
    (COLUMN, r"\|\operatorname{diag}(p) - p p^\top\|_2 \le \frac12"),
    (COLUMN, r"\max_i p_i \ge \frac1n"),
    (COLUMN, r"\sum_i p_i^2 \ge \frac1n"),
    (ROWS, r"\|A V\|_\infty \le \|V\|_\infty"),
    (ROWS, r"\|A\|_2 \le \sqrt{m}"),
    (SOFTMAX, r"\sum_i p_i^2 \le \max_i p_i"),
    (SOFTMAX, r"\sum_i p_i^2 \ge \frac1n"),
    (SOFTMAX, r"\max_j A_{ij} \ge \frac1n"),
    (SIMPLEX, r"\min_i p_i \le \frac1n \le \max_i p_i"),
    (SIMPLEX, r"\max(p) \ge \frac1n"),
    (VECTORS, r"|\max_i x_i - \max_i y_i| \le \|x - y\|_\infty"),
    (VECTORS, r"|\min_i x_i - \min_i y_i| \le \|x - y\|_\infty"),
    (VECTORS, r"|c \max_i x_i - c \max_i y_i| \le |c| \|x - y\|_\infty"),
]
FALSE = [
    (COLUMN, r"\|p\|_2 \le \frac12"),
    (COLUMN, r"\sum_i p_i^2 \le \frac1n"),
    (COLUMNS, r"\|A\|_\infty \le 1"),
    (NOT_QUITE, r"\|A V\|_\infty \le \|V\|_\infty"),
    (SOFTMAX, r"\max_i A_{ij} \ge \frac1n"),
    (SIMPLEX, r"\max_i p_i > \frac1n"),
    (SIMPLEX, r"\min_i p_i \ge \frac1n"),
    (VECTORS, r"|\max_i x_i - \min_i y_i| \le \|x - y\|_\infty"),
    (VECTORS, r"|\max_i x_i + \max_i y_i| \le \|x - y\|_\infty"),
    (VECTORS, r"|\max_i x_i - \max_i y_i| \le \frac12 \|x - y\|_\infty"),
]


@pytest.mark.parametrize(("given", "claim"), TRUE)
def test_shown(given: str, claim: str, tmp_path: Path) -> None:
    found = judged(claim, given, tmp_path)
    assert found.verdict == "holds" and found.strength != "exact", found.message


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_refuted(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == "refuted"
