r"""Ranges with conditions under an operator: ``\sum_{i=1, i \ne j}^n``, ``\sum_{\substack{1 \le i, j \le n \\ i < j}}``."""

from __future__ import annotations

import pytest

from tests.judged import judged

X = r"x \in \mathbb{R}^n"


@pytest.mark.parametrize(
    "claim",
    [
        r"\sum_{\substack{i=1 \\ i \ne j}}^n x_i = \mathbf{1}^\top x - x_j",
        r"\sum_{i=1, i \ne j}^n x_i = \mathbf{1}^\top x - x_j",
        r"\sum_{i=1, i \ne j}^n x_i + x_j = \mathbf{1}^\top x",
        r"\sum_{1 \le i \le n, i \ne j} x_i = \mathbf{1}^\top x - x_j",
        r"\sum_{i,j=1, i \ne j}^n x_i x_j = (\mathbf{1}^\top x)^2 - \|x\|^2",
        r"\sum_{\substack{1 \le i, j \le n \\ i < j}} x_i x_j = \sum_{i=1}^n \sum_{j=i+1}^n x_i x_j",
        r"\sum_{i=1, i \ne j, i \ne k}^n x_i = \mathbf{1}^\top x - x_j - x_k \quad \text{for } j \ne k",
        r"\sum_{i=1, j=1}^n x_i x_j = (\mathbf{1}^\top x)^2",
        r"\sum_{i \ne j, i \ne k} x_i = \mathbf{1}^\top x - x_j - x_k \quad \text{for } j \ne k",
    ],
)
def test_true_claims(claim, tmp_path):
    assert judged(claim, X, tmp_path).verdict == "holds"


@pytest.mark.parametrize(
    "claim",
    [
        r"\sum_{\substack{i=1 \\ i \ne j}}^n x_i = \mathbf{1}^\top x + x_j",
        r"\sum_{i=1, i \ne j}^n x_i - x_j = \mathbf{1}^\top x",
        r"\sum_{i,j=1, i \ne j}^n x_i x_j = (\mathbf{1}^\top x)^2",
        r"\sum_{\substack{1 \le i, j \le n \\ i < j}} x_i x_j = \sum_{i=1}^n \sum_{j=i}^n x_i x_j",
        r"\sum_{i=1, i \ne j, i \ne k}^n x_i = \mathbf{1}^\top x - x_j - x_k",
        r"\sum_{i=1, j=1}^n x_i x_j = \|x\|^2",
        r"\sum_{i \ne j, i \ne k} x_i = \mathbf{1}^\top x - x_j - x_k",
    ],
)
def test_false_claims(claim, tmp_path):
    assert judged(claim, X, tmp_path).verdict == "refuted"


@pytest.mark.parametrize(
    "claim", [r"\sum_{i=1, j < i}^n x_i x_j \le \|x\|_1^2", r"\sum_{i=1, i \ne j}^n x_i = \mathbf{1}^\top x"]
)
def test_a_condition_binds_no_letter_of_its_own(claim, tmp_path):
    result = judged(claim, X, tmp_path)
    assert result.verdict == "undecided"
    assert "which letter it binds" in result.message
