r"""Properties in words inside a claim, and that the conditions of a claim are shown with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

GIVEN = r"A, B \in \mathbb{R}^{n \times n}, \quad x, y \in \mathbb{R}^n, \quad C \in \mathbb{R}^{m \times n}, \quad a, b \in \mathbb{R}"


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (
            r"\text{if } A \text{ is positive definite, then } \det A > 0",
            r"\text{if } A \text{ is positive semidefinite, then } \det A > 0",
        ),
        (
            r"x^\top A y = y^\top A x \quad \text{for } A \text{ symmetric}",
            r"x^\top A y = y^\top A x \quad \text{for } A \text{ orthogonal}",
        ),
        (
            r"x^\top A y = y^\top A x \quad \text{for symmetric } A",
            r"x^\top A y = y^\top A x \quad \text{for orthogonal } A",
        ),
        (r"A \text{ is symmetric} \implies A^2 = A A^\top", r"A \text{ is orthogonal} \implies A^2 = A A^\top"),
        (
            r"A^{-1} A = I, \quad \text{where } A \text{ is invertible}",
            r"A^{-1} = A^{-\top}, \quad \text{where } A \text{ is invertible}",
        ),
        (
            r"\text{if } A \text{ and } B \text{ are symmetric, then } A + B = (A + B)^\top",
            r"\text{if } A, B \text{ are symmetric, then } A B = (A B)^\top",
        ),
        (
            r"\text{if } A \text{ is symmetric and } B \text{ is orthogonal, then } B^\top B A = A^\top",
            r"\text{if } A \text{ is symmetric and } B \text{ is orthogonal, then } B A = A^\top",
        ),
        (
            r"\text{if } A \text{ is symmetric and } A B = I, \text{ then } A^\top B = I",
            r"\text{if } A \text{ is symmetric and } A B = I, \text{ then } A^\top = B",
        ),
        (
            r"\text{Let } A \text{ be symmetric. Then } A = A^\top",
            r"\text{Let } A \text{ be symmetric. Then } A = A^\top \\ B = B^\top",
        ),
        (
            r"\text{if } C \text{ has full column rank, then } (C^\top C)^{-1} C^\top C = I",
            r"\text{if } C \text{ has full column rank, then } C (C^\top C)^{-1} C^\top = I",
        ),
    ],
)
def test_properties_are_conditions(true: str, false: str, tmp_path: Path) -> None:
    assert judged(true, GIVEN, tmp_path).verdict == "holds"
    assert judged(false, GIVEN, tmp_path).verdict in ("refuted", "needs-hypothesis")


@pytest.mark.parametrize(
    "claim",
    [
        r"\text{if } A \text{ is symmetric or } B \text{ is orthogonal, then } A = A^\top",
        r"\text{if } A \text{ is not symmetric, then } A = A^\top",
        r"A = A^\top \text{ unless } A \text{ is orthogonal}",
        r"A = A^\top \text{ if } A \text{ is symmetric but not diagonal}",
        r"\text{if } C \text{ is orthogonal, then } C^\top C = I",
    ],
)
def test_other_words_are_refused(claim: str, tmp_path: Path) -> None:
    with pytest.raises(BadPaper, match="the word"):
        judged(claim, GIVEN, tmp_path)


@pytest.mark.parametrize(
    ("claim", "understood"),
    [
        (r"a^3 \ge 0 \quad (a \ge 0)", r"a^{3} \ge 0 \quad \text{for } a \ge 0"),
        (r"\forall a > 0, b > 0 : a b > 0", r"a b > 0 \quad \forall a > 0, \forall b > 0"),
        (r"\text{if } A \succ 0, \; \det A > 0", r"\det(A) > 0 \quad \text{if } A \succ 0"),
        (r"a^2 \ge 0", r"a^{2} \ge 0"),
    ],
)
def test_conditions_are_shown(claim: str, understood: str, tmp_path: Path) -> None:
    assert judged(claim, GIVEN, tmp_path).understood == understood
