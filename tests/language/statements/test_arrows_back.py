r"""``A \impliedby B`` says ``B \implies A``; sets of consecutive numbers as ranges."""

from pathlib import Path

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

A = r"A \in \mathbb{R}^{n \times n}"
X = r"x \in \mathbb{R}^3"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (A, r"A^\top = A \impliedby A = 0", "holds"),
        (A, r"A = 0 \Leftarrow A^\top = A", "refuted"),
        (A, r"A^\top = A \Longleftarrow A \ge 0", "refuted"),
        (X, r"\max_{k \in \{1, 2\}} x_k \le \max_k x_k", "holds"),
        (X, r"\max_{k \in \{1, 2\}} x_k \ge \max_k x_k", "refuted"),
        (X, r"\sum_{k \in \{2, 3\}} x_k = x_2 + x_3", "holds"),
        (X, r"\sum_{k \in \{2, 3\}} x_k = x_1 + x_3", "refuted"),
        (X, r"\sum_{k \in \{1, 3\}} x_k = x_1 + x_3", "undecided"),
        (X, r"\sum_{k \in \{2, 1\}} x_k = x_1", "undecided"),
    ],
)
def test_arrows_back_and_sets_of_numbers(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == verdict


def test_arrows_to_both_sides_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadPaper, match="both sides"):
        judged(r"A = 0 \impliedby A^\top = A \implies A = 0", A, tmp_path)
