r"""1-norms as sums of absolute values, and matrices with orthonormal rows or columns."""

from pathlib import Path

import pytest

from tests.judged import mended

X = r"x \in \mathbb{R}^n"
A = r"A \in \mathbb{R}^{m \times n}"
ROWS = r"Q \in \mathbb{R}^{k \times n}, Q Q^\top = I"
TURN = r"Q \in \mathbb{R}^{n \times n}, Q Q^\top = I, A \in \mathbb{R}^{n \times m}"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (X, r"\|x\|_1 = \sum_{i=1}^n |x_i|", "holds"),
        (X, r"\|x\|_1 = \sum_{i=1}^n x_i", "needs-hypothesis"),
        (X + ", x > 0", r"\|x\|_1 = \mathbf{1}^\top x", "holds"),
        (X, r"\frac{\partial \|x\|_1}{\partial x} = \operatorname{sign}(x)^\top", "holds"),
        (X, r"\|x\|_2 \le \sum_{i=1}^n |x_i|", "holds"),
        (X, r"\sum_{i=1}^n |x_i| \le \sqrt{n} \|x\|_2", "holds"),
        (X, r"\sum_{i=1}^n |x_i| \le \|x\|_2", "refuted"),
        (A, r"\|\operatorname{vec}(A)\|_1 = \sum_{i=1}^m \sum_{j=1}^n |A_{ij}|", "holds"),
        (A, r"\|A\|_1 = \sum_{i=1}^m \sum_{j=1}^n |A_{ij}|", "refuted"),
        (A, r"\sum_{j=1}^n |A_{ij}| \le \sqrt{n} \|A\|_2", "holds"),
        (A, r"\sum_{i=1}^m |A_{ij}| \le \sqrt{n} \|A\|_2", "refuted"),
        (ROWS, r"\|Q\|_2 = 1", "holds"),
        (ROWS, r"\|Q\|_F = \sqrt{k}", "holds"),
        (ROWS, r"\|Q\|_F = \sqrt{n}", "refuted"),
        (TURN, r"\|Q A\|_2 = \|A\|_2", "holds"),
        (TURN, r"\|Q A\|_\infty = \|A\|_\infty", "refuted"),
    ],
)
def test_one_norms_and_orthonormal_rows(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    assert mended(claim, given, tmp_path).verdict == verdict
