"""Eigenvalues are those of symmetric matrices: of others nothing is said, by any road, and the message says why."""

from pathlib import Path

import pytest
import torch

from derive import build as b
from derive.sizes import Shape, Size
from numeric.evaluation.dense import evaluate
from tests.judged import judged

SQUARE = r"M, N \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n"
UPPER = r"M := \begin{pmatrix} 0 & 2 \\ 0 & 0 \end{pmatrix}"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (UPPER, r"\lambda_{\max}(M) = 1"),
        (UPPER, r"\lambda_{\max}(M) = 0"),
        (UPPER, r"\lambda_{\max}(M) \le 1"),
        (SQUARE, r"\lambda_{\max}(M) = \lambda_{\max}(\frac12(M + M^\top))"),
        (SQUARE, r"\|M\|_F^2 = \sum_{i=1}^n \lambda_i(M)^2"),
        (SQUARE, r"x^\top M x \le \lambda_{\max}(M) x^\top x"),
        (SQUARE, r"M N \succeq 0 \implies \lambda_{\min}(N M) \ge 0"),
        (SQUARE + r", \lambda_{\min}(M) \ge 0", r"x^\top M x \ge 0"),
    ],
)
def test_eigenvalues_of_a_matrix_that_is_not_symmetric_are_refused(given: str, claim: str, tmp_path: Path) -> None:
    result = judged(claim, given, tmp_path)
    assert result.verdict == "undecided", result
    assert result.message.startswith("eigenvalues are those of symmetric matrices here")


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (UPPER, r"\lambda_{\max}(M^\top M) = 4"),
        (UPPER, r"\lambda_{\max}(M + M^\top) = 2"),
        (SQUARE + r", M = M^\top", r"\lambda_{\max}(M) = \lambda_{\max}(\frac12(M + M^\top))"),
        (SQUARE + r", M = M^\top", r"\|M\|_F^2 = \sum_{i=1}^n \lambda_i(M)^2"),
        (SQUARE + r", M = M^\top", r"x^\top M x \le \lambda_{\max}(M) x^\top x"),
        (SQUARE + r", M \succeq 0, \lambda_{\min}(M) \ge 0", r"x^\top M x \ge 0"),
        (SQUARE, r"M = M^\top \implies \lambda_{\max}(M) \le \|M\|_2"),
    ],
)
def test_those_of_symmetric_ones_are_judged(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == "holds"


def test_the_kernel_has_a_value_for_symmetric_matrices_alone() -> None:
    largest = b.eig(b.var("M", Shape((Size.of("n"),), (Size.of("n"),))), "max")
    symmetric = torch.tensor([[2.0, 1.0], [1.0 + 1e-12, 2.0]], dtype=torch.float64)
    upper = torch.tensor([[2.0, 1.0], [0.0, 2.0]], dtype=torch.float64)
    assert abs(float(evaluate(largest, {"M": symmetric}, {"n": 2})) - 3) < 1e-9
    assert torch.isnan(evaluate(largest, {"M": upper}, {"n": 2})).all()
