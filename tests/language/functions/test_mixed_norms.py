r"""Mixed norms ``\|A\|_{2,1}`` (of columns or of rows) and norms of linear maps ``\|A\|_{2 \to \infty}``."""

from pathlib import Path

import pytest

from tests.judged import judged

A = r"A \in \mathbb{R}^{m \times n}"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\|A\|_{2,1} = \sum_{j=1}^n \|A_{:,j}\|_2", "ambiguous"),
        (r"\|A\|_{2,1} = \sum_{i=1}^m \|A_{i,:}\|_2", "ambiguous"),
        (r"\|A\|_{2,1} = 2 \|A\|_{2,1}", "refuted"),
        (r"\|A\|_{2,\infty} \le \|A\|_2", "holds"),
        (r"\|A\|_{2,1} \le \|A\|_F", "refuted"),
        (r"\|A\|_{2,2} = \|A\|_F", "holds"),
        (r"\|A\|_{2,2} = \|A\|_2", "refuted"),
        (r"\|A\|_{1,1} = \sum_{i=1}^m \sum_{j=1}^n |A_{ij}|", "holds"),
        (r"\|A\|_{1,1} = \|A\|_1", "refuted"),
        (r"\|A\|_{\infty,\infty} = \max_{i,j} |A_{ij}|", "holds"),
        (r"\|A\|_{2 \to \infty} = \max_i \|A_{i,:}\|_2", "holds"),
        (r"\|A\|_{2 \to \infty} = \max_j \|A_{:,j}\|_2", "refuted ill-typed"),
        (r"\|A\|_{1 \to 2} = \max_j \|A_{:,j}\|_2", "holds"),
        (r"\|A\|_{1 \to 1} = \|A\|_1", "holds"),
        (r"\|A\|_{1 \to \infty} = \max_{i,j} |A_{ij}|", "holds"),
        (r"\|A\|_2 \le \sqrt{n} \|A\|_{2 \to \infty}", "refuted"),
        (r"\|A\|_{\infty \to 1} = \max_{i,j} |A_{ij}|", "undecided"),
    ],
)
def test_mixed_norms(claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, A, tmp_path).verdict in verdict.split()
