r"""``[A, B]`` of square matrices of one size: side by side, or AB - BA; what is false of one and true of the other is ambiguous."""

from pathlib import Path

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

GIVEN = r"A, B, C \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n"
COMMUTING = GIVEN + r", A B = B A"
JACOBI = r"[A, [B, C]] + [B, [C, A]] + [C, [A, B]] = 0"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (COMMUTING, r"[A, B] = 0", "ambiguous"),
        (GIVEN, r"[A, B] = 0", "refuted"),
        (GIVEN, r"[A, B] = -[B, A]", "ambiguous"),
        (GIVEN, r"[A, B] = [B, A]", "refuted"),
        (GIVEN, JACOBI, "ambiguous"),
        (GIVEN, r"\|[A, B]\|_F \le 2 \|A\|_F \|B\|_F", "ambiguous"),
        (GIVEN, r"\|[A, B]\|_F \le \frac12 \|A\|_F \|B\|_F", "refuted"),
        (GIVEN, r"[A, B] = A B - B A", "holds"),
        (GIVEN, r"[A, B] \begin{bmatrix} x \\ x \end{bmatrix} = A x + B x", "holds"),
        (GIVEN, r"[A, B] \begin{bmatrix} x \\ x \end{bmatrix} = A x - B x", "refuted"),
        (GIVEN + r", W := [A, B]", r"W W^\top = A A^\top + B B^\top", "holds"),
        (GIVEN + r", W := [A, B]", r"W W^\top = A A^\top - B B^\top", "refuted"),
    ],
)
def test_both_readings_are_kept(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == verdict


def test_a_hypothesis_with_both_readings_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadPaper, match="two readings in a given block"):
        judged(r"A = 0", GIVEN + r", [A, B] = 0", tmp_path)
