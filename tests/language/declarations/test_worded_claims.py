r"""Properties in words as claims: ``A^\top A \text{ is symmetric}`` says ``(A^\top A) = (A^\top A)^\top``."""

from pathlib import Path

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

GIVEN = r"A, B \in \mathbb{R}^{n \times n}, C \in \mathbb{R}^{m \times n}"


@pytest.mark.parametrize(
    ("claim", "more", "verdict"),
    [
        (r"C^\top C \text{ is symmetric}", "", "holds"),
        (r"A^\top B \text{ is symmetric}", "", "refuted"),
        (r"C^\top C \text{ is symmetric and positive semidefinite.}", "", "holds"),
        (r"C^\top C \text{ is positive definite}", "", "refuted"),
        (r"\text{the matrix } C^\top C \text{ is positive definite}", r", C \text{ has full column rank}", "holds"),
        (r"A - A^\top \text{ is skew-symmetric}", "", "holds"),
        (r"A + A^\top \text{ is skew-symmetric}", "", "refuted"),
        (r"A \text{ is symmetric}", "", "refuted"),
        (r"A B \text{ is symmetric}", r", A, B \text{ are symmetric}", "refuted"),
        (r"A B + B A \text{ is symmetric}", r", A, B \text{ are symmetric}", "holds"),
        (r"C (C^\top C)^{-1} C^\top \text{ is idempotent}", r", C^\top C \text{ is invertible}", "holds"),
        (r"C (C^\top C)^{-1} \text{ is symmetric}", r", C^\top C \text{ is invertible}", "ill-typed"),
        (r"A \text{ is positive definite} \implies A^{-1} \text{ is positive definite}", "", "holds"),
        (r"A \text{ is invertible} \implies A \text{ is positive definite}", "", "refuted"),
        (r"A A^\top \text{ is symmetric} \implies A \text{ is symmetric}", "", "refuted"),
        (r"A \text{ is symmetric} \iff A^\top \text{ is symmetric}", "", "holds"),
    ],
)
def test_properties_of_expressions(claim: str, more: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, GIVEN + more, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    "claim",
    [
        r"A + A^\top \text{ is not symmetric}",
        r"A, A + A^\top \text{ are symmetric}",
        r"A = B \text{ is symmetric}",
        r"C^\top C \text{ is orthogonal}",
        r"A + A^\top \text{ is symmetric unless it is zero}",
    ],
)
def test_words_that_may_mean_something_else_are_refused(claim: str, tmp_path: Path) -> None:
    with pytest.raises(BadPaper, match="the word 'are symmetric'|the word 'is"):
        judged(claim, GIVEN, tmp_path)
