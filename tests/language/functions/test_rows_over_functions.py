r"""Functions without brackets in front of a row: ``\log \mathbf{1}^\top \exp(x)``."""

from pathlib import Path

import pytest

from tests.judged import judged

VECTORS = r"a, x \in \mathbb{R}^n"
MATRIX = r"x \in \mathbb{R}^n, A \in \mathbb{R}^{m \times n}, a \in \mathbb{R}^m"
CLAIMS = [
    (VECTORS, r"\log \mathbf{1}^\top \exp(x) = \log \sum_i e^{x_i}", "holds"),
    (VECTORS, r"\log \mathbf{1}_n^\top e^x = \log \sum_i e^{x_i}", "holds"),
    (VECTORS, r"\log \mathbf{1}^\top \exp(x) \ge \max_i x_i", "holds"),
    (VECTORS, r"\log \mathbf{1}^\top \exp(x) \le \max_i x_i", "refuted"),
    (VECTORS, r"\nabla_x \log \mathbf{1}^\top \exp(x) = \operatorname{softmax}(x)", "holds"),
    (VECTORS, r"\nabla_x \log \mathbf{1}^\top \exp(x) = \exp(x)", "refuted"),
    (MATRIX, r"\log \mathbf{1}^\top \exp(A) \mathbf{1} = \log \sum_{i,j} e^{A_{ij}}", "holds"),
    (VECTORS, r"\exp a^\top \log x = \prod_i x_i^{a_i}", "ambiguous"),
    (VECTORS, r"\tanh a^\top \exp(x) = \tanh(a^\top \exp(x))", "ambiguous"),
    (VECTORS, r"\tanh a^\top \exp(x) = \tanh(a)^\top \exp(x)", "ambiguous"),
    (VECTORS, r"\tanh a^\top \exp(x) = 3 + \tanh(a)^\top \exp(x)", "refuted"),
    (MATRIX, r"\tanh a^\top A \exp(x) = \tanh(a^\top A \exp(x))", "ambiguous"),
    (VECTORS, r"\exp a^\top x \log 2 = \log(2) \exp(a^\top x)", "ambiguous"),
]


@pytest.mark.parametrize(("given", "claim", "verdict"), CLAIMS)
def test_how_far_functions_reach(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == verdict
