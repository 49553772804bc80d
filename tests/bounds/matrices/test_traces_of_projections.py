r"""The trace of a projection is its rank."""

from pathlib import Path

import pytest

from tests.judged import judged, proved

IDEMPOTENT = r"P, Q \in \mathbb{R}^{n \times n}, \quad P^2 = P"
MATRICES = r"A \in \mathbb{R}^{m \times n}, \quad C \in \mathbb{R}^{n \times m}"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (IDEMPOTENT, r"\operatorname{tr}(P) = \operatorname{rank}(P)"),
        (IDEMPOTENT, r"\operatorname{tr}(P) \le n"),
        (MATRICES, r"\operatorname{tr}(A A^{+}) = \operatorname{rank}(A)"),
        (MATRICES, r"\operatorname{tr}(A^{+} A) = \operatorname{rank}(A)"),
        (f"{MATRICES}, \\quad A C A = A", r"\operatorname{tr}(C A) = \operatorname{rank}(A)"),
        (MATRICES, r"\operatorname{rank}(I_n - \frac{1}{n} \mathbf{1} \mathbf{1}^\top) = n - 1"),
        (MATRICES, r"\operatorname{rank}((I_m - \frac{1}{m} \mathbf{1} \mathbf{1}^\top) A) \le m - 1"),
        (MATRICES, r"\operatorname{rank}(A - \frac{1}{m} \mathbf{1} \mathbf{1}^\top A) \le m - 1"),
    ],
)
def test_traces(given: str, claim: str):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (IDEMPOTENT, r"\operatorname{tr}(Q) = \operatorname{rank}(Q)"),
        (IDEMPOTENT, r"\operatorname{tr}(P) = n"),
        (IDEMPOTENT, r"\operatorname{tr}(P Q) = \operatorname{rank}(P)"),
        (MATRICES, r"\operatorname{tr}(A A^{+}) = m"),
        (MATRICES, r"\operatorname{rank}(I_n - \frac{1}{n} \mathbf{1} \mathbf{1}^\top) = n"),
        (MATRICES, r"\operatorname{rank}(I_n - \frac{1}{2} \mathbf{1} \mathbf{1}^\top) = n - 1"),
        (MATRICES, r"\operatorname{rank}(A - \frac{1}{m} \mathbf{1} \mathbf{1}^\top A) \le n - 1"),
        (MATRICES, r"\operatorname{tr}(A C) = \operatorname{rank}(A)"),
        (f"{MATRICES}, \\quad C A C = C", r"\operatorname{tr}(C A) = \operatorname{rank}(A)"),
    ],
)
def test_false_neighbors(given: str, claim: str, tmp_path: Path):
    assert not proved(given, claim)
    assert judged(claim, given, tmp_path).verdict in ("refuted", "needs-hypothesis", "undecided")
