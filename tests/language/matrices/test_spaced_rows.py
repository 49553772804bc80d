r"""``[A \; B]``: a row of blocks where space says so, never silently a product."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

GIVEN = r"A, B \in \mathbb{R}^{n \times n}, \quad a, b, v \in \mathbb{R}^n, \quad x, y, t \in \mathbb{R}"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"[A \; B] = A B", "ambiguous"),
        (r"[A\ B][A\ B]^\top = A A^\top + B B^\top", "ambiguous"),
        (r"[A \quad B][A \quad B]^\top = A B B^\top A^\top", "ambiguous"),
        (r"[a \; b]^\top v = \begin{pmatrix} a^\top v \\ b^\top v \end{pmatrix}", "holds"),
        (r"[a ~ b]^\top v = \begin{pmatrix} b^\top v \\ a^\top v \end{pmatrix}", "refuted"),
        (r"(x \; y)(x \; y)^\top = x^2 y^2", "ambiguous"),
        (r"(x \; y)(x \; y)^\top = x^2 + y^2", "ambiguous"),
        (r"[a_1 \; a_2 \; \dots \; a_n] = a^\top", "holds"),
        (r"(a_1 \; a_2 \; \dots \; a_n) = 2 a^\top", "refuted"),
        (r"[A\,B]^\top = B^\top A^\top", "holds"),
        (r"(A B)^\top = B^\top A^\top", "holds"),
        (r"(x \; - \; y)^2 = x^2 - 2 x y + y^2", "holds"),
        (r"\left[\int_0^1 t \; dt\right] x = \frac{x}{2}", "holds"),
    ],
)
def test_rows_with_space(claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    "claim",
    [
        r"[1 \; -1][1 \; -1]^\top = 0",
        r"(1 \; -1)(1 \; -1)^\top = 0",
        r"[x + y \; y] = x + y^2",
        r"\begin{pmatrix} x \; y \end{pmatrix} = x y",
        r"\begin{pmatrix} 1 \quad -1 \end{pmatrix} = 0",
    ],
)
def test_space_that_may_separate_entries(claim: str, tmp_path: Path) -> None:
    with pytest.raises(BadPaper, match="separates two entries"):
        judged(claim, GIVEN, tmp_path)


def test_a_given_block_has_one_reading(tmp_path: Path) -> None:
    with pytest.raises(BadPaper, match="two readings"):
        judged("C = A B", rf"{GIVEN}, \quad C := [A \; B]", tmp_path)
