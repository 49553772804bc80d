r"""Nested bars, logarithms to a base, entries of a softmax, blocks with a bar between them."""

import pytest

from tests.judged import judged

GIVEN = r"a, b \in \mathbb{R}, \quad x, y \in \mathbb{R}^n, \quad s \in \mathbb{R}_{>0}, \quad A, B \in \mathbb{R}^{n \times n}"
CASES = [
    (r"||a| - |b|| \le |a - b|", "holds"),
    (r"||a| - |b|| \le |a| - |b|", "refuted"),
    (r"||a| - b| \le |a| + |b|", "holds"),
    (r"||a| - b| \le |a| - |b|", "refuted"),
    (r"||x|| - ||y|| \le ||x - y||", "holds"),
    (r"||x|| |a| - |b| \le ||x|| |a|", "holds"),
    (r"\log_2 s = \frac{\log s}{\log 2}", "holds"),
    (r"\log_2 s = \log s", "refuted"),
    (r"\log_{10}(s^2) = 2 \log_{10} s", "holds"),
    (r"\operatorname{softmax}_i(x) = \frac{e^{x_i}}{\sum_j e^{x_j}}", "holds"),
    (r"\sum_{i=1}^n \operatorname{softmax}_i(x) = 1", "holds"),
    (r"\operatorname{softmax}_i(A) = A", "undecided"),
    (r"A \mathbf{0} = \mathbf{0}, \quad \mathbf{0}^\top x = 0", "holds"),
    (r"A \mathbf{0} = \mathbf{1}", "refuted"),
    (r"\mathbf{0}^\top x = a", "refuted"),
    (r"[A \mid B] = \begin{pmatrix} A & B \end{pmatrix}", "holds"),
    (r"[A \mid B] = \begin{pmatrix} B & A \end{pmatrix}", "refuted"),
    (r"A_{ij} \operatorname{tr}(B \otimes E_{ij}) = A_{ij} \operatorname{tr}(B) \delta_{ij} = \operatorname{tr}(B) \delta_{ij} A_{ii}", "holds"),
    (r"\operatorname{tr}(A E_{ij} A) = [A^2]_{ji}, \quad \operatorname{tr}(E_{ij}) = \delta_{ij} = \delta_{ij}^2", "holds"),
    (r"\operatorname{tr}(A E_{ij} A) = [A^2]_{ji}, \quad \operatorname{tr}(E_{ij}) = 1 - \delta_{ij}", "refuted"),
]


@pytest.mark.parametrize(("claim", "verdict"), CASES)
def test_small_notations(claim: str, verdict: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == verdict
