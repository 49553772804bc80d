r"""A plain 1 beside a factor is the vector of ones; in front of a condition it is an indicator."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged

GIVEN = r"A, P \in \mathbb{R}^{n \times n}, B \in \mathbb{R}^{m \times n}, x, y \in \mathbb{R}^n, t \in \mathbb{R}"

VECTORS = [
    (r"1^\top B 1 = \sum_{i,j} B_{ij}", "holds"),
    (r"1^\top B 1 = n \sum_{i,j} B_{ij}", "refuted"),
    (r"x^\top 1 = \sum_i x_i", "holds"),
    (r"B 1 1^\top = B \mathbf{1}_n \mathbf{1}_n^\top", "holds"),
    (r"x - \frac1n 1 1^\top x = x - \left(\frac1n \sum_i x_i\right) 1", "holds"),
    (r"x - \frac1n 1 1^\top x = x - \left(\sum_i x_i\right) 1", "refuted"),
    (r"\|x - t 1\|^2 = \|x\|^2 - 2 t 1^\top x + n t^2", "holds"),
    (r"\|x - t 1\|^2 = \|x\|^2 - 2 t 1^\top x + t^2", "refuted"),
    (r"A 1 = 1 \implies A^2 1 = 1", "holds"),
    (r"A 1 = 1 \implies A^\top 1 = 1", "refuted"),
    (r"(A \odot P) 1 = \operatorname{diag}(A P^\top)", "holds"),
    (r"(A \odot P) 1 = \operatorname{diag}(A P)", "refuted"),
    (r"\|1 x^\top\|_F^2 = n \|x\|^2", "holds"),
    (r"\|1 x^\top\|_F^2 = 2 n \|x\|^2", "refuted"),
    (r"x 1^\top + 1 x^\top - x x^\top = 1 1^\top - (1 - x) (1 - x)^\top", "holds"),
    (r"x 1^\top + 1 x^\top + x x^\top = 1 1^\top - (1 - x) (1 - x)^\top", "refuted"),
]
NUMBERS = [
    (r"t 1 = t", "holds"),
    (r"\sum_{i=1}^n 1 = n", "holds"),
    (r"\log 1 = 0", "holds"),
    (r"1 (x_1 + t) = x_1 + t", "holds"),
    (r"1^\top x = 1", "refuted"),
    (r"x_1 \cdot 1 = x_1", "holds"),
    (r"1 x^\top = x^\top", "holds"),
    (r"-1 x^\top + 3 x^\top = 2 x^\top", "holds"),
    (r"-1 x^\top + 3 x^\top = x^\top", "refuted"),
    (r"A 1^\top = A", "ill-typed"),
]
INDICATORS = [
    (r"x_1 1[x_1 > 0] = \max(x_1, 0)", "holds"),
    (r"1\{x > 0\} \odot x = \operatorname{ReLU}(x)", "holds"),
    (r"1_{x > 0} \odot x = \operatorname{ReLU}(x)", "holds"),
    (r"1(x_1 > 0) x_1 = \operatorname{ReLU}(x_1)", "holds"),
    (r"\frac{\partial}{\partial x} \operatorname{ReLU}(x) = \operatorname{diag}(1[x > 0])", "holds"),
    (r"\frac{\partial}{\partial x} \operatorname{ReLU}(x) = \operatorname{diag}(1[x < 0])", "refuted"),
    (r"1^\top 1[x > 0] = \sum_i 1[x_i > 0]", "holds"),
    (r"1^\top 1[x > 0] = \sum_i 1[x_i < 0]", "refuted"),
]


@pytest.mark.parametrize(("claim", "verdict"), VECTORS + NUMBERS + INDICATORS)
def test_verdict(claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, GIVEN, tmp_path).verdict == verdict
