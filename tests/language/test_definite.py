r"""``A \succeq B`` of matrices, evaluation bars, sums over unequal indices, powers of e."""

import pytest

from tests.judged import mended

GIVEN = r"A, B \in \mathbb{R}^{n \times n}, \quad x \in \mathbb{R}^n, \quad t, c \in \mathbb{R}"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"A \succeq 0 \implies \operatorname{tr}(A) \ge 0", "holds"),
        (r"A \succeq 0 \implies A_{1,1} \ge 1", "refuted"),
        (r"A \preceq 0 \implies \operatorname{tr}(A) \ge 0", "refuted"),
        (r"A + A^\top \succeq 0", "refuted"),
        (r"A \succeq 0 \land B \succeq 0 \implies A B \succeq 0", "refuted"),
        (r"\frac1n A^\top A + c^2 I_n + I_n \succ 0", "holds"),
        (r"A^\top A \succ 0", "needs-hypothesis"),
        (r"A \succ 0 \implies A^\top = A", "holds"),
        (r"A \succeq x", "ill-typed"),
        (r"\sum_{i \ne j} A_{ij} = \mathbf{1}_n^\top A \mathbf{1}_n - \operatorname{tr}(A)", "holds"),
        (r"\sum_{i \ne j} A_{ij} = \mathbf{1}_n^\top A \mathbf{1}_n", "refuted"),
        (r"c + t^2 |_{t = 2} = c + 4", "holds"),
        (r"c + t^2 \Big|_{t = 2} = c + 2", "refuted"),
        (r"\frac{d}{dt} t^3 \bigg|_{t = c} - 1 = 3c^2 - 1", "holds"),
        (r"|t| + |c| = |c| + |t|", "holds"),
        (r"\partial_t t^3 = 3 t^2", "holds"),
        (r"\partial_{x_i} (x^\top A x) = ((A + A^\top) x)_i", "holds"),
        (r"\partial_{x_i} (x^\top A x) = 2 (A x)_i", "refuted"),
        (r"e^A = \exp(A)", "ambiguous"),
        (r"e^x = \exp(x)", "holds"),
    ],
)
def test_verdicts(claim: str, verdict: str, tmp_path):
    assert mended(claim, GIVEN, tmp_path).verdict == verdict
