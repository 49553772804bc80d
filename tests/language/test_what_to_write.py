r"""Messages that name what is meant in full and say what to write instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

POINT = r"x, \hat x \in \mathbb{R}^n, f(x) := x^\top x"


@pytest.mark.parametrize(
    ("given", "claim", "part"),
    [
        (r"x \in \mathbb{R}^n, \mu \in \mathbb{R}", r"\|x - \mu\|_2^2 = 0", r"write \mu \mathbf{1}_{n}"),
        (r"X \in \mathbb{R}^{m \times n}, c \in \mathbb{R}", r"\|c + X\|_F = 0", r"write c \mathbf{1}_{m \times n}"),
        (r"x \in \mathbb{R}^n", r"x - \max_i x_i = x", r"write \max_i x_i \mathbf{1}_{n}"),
        (r"Y \in \mathbb{R}^{n \times k}", r"\nabla_Y \|Y\|_F^2 = 2Y^\top", r"\nabla_Y \lVert Y \rVert_F^2 is n x k"),
        (POINT, r"\nabla^2 f(x) = x", r"\nabla^2 f(x) is n x n"),
        (POINT, r"\nabla f(x) = 2x^\top", r"\nabla f(x) is n x 1"),
        (
            r"X \in \mathbb{R}^{m \times n}, H \in \mathbb{R}^{n \times n}, f(X) := \|X\|_F^2",
            r"Df(X)[H] = 0",
            "does not fit: X is m x n",
        ),
        (POINT, r"\left. f(x)\right|_{\hat x} = \hat x^\top \hat x", r"\right|_{x = \hat x}"),
    ],
)
def test_the_message_says_what_to_write(given: str, claim: str, part: str, tmp_path: Path) -> None:
    assert part in judged(claim, given, tmp_path).message


@pytest.mark.parametrize(
    ("given", "claim", "part"),
    [
        (r"s \in \mathbb{R}^n", r"\nabla\cdot s = n", r"\nabla_x \cdot F"),
    ],
)
def test_a_refusal_says_what_to_write(given: str, claim: str, part: str, tmp_path: Path) -> None:
    with pytest.raises(BadPaper) as refused:
        judged(claim, given, tmp_path)
    assert part in str(refused.value)


@pytest.mark.parametrize(
    ("given", "claim", "verdict", "hidden"),
    [
        (
            r"X \in \mathbb{R}^{n \times d}, \beta \in \mathbb{R}^d, \sigma \in \mathbb{R}",
            r"\sigma(X\beta) = \sigma X\beta",
            "holds",
            True,
        ),
        (
            r"A \in \mathbb{R}^{n \times n}, \lambda \in \mathbb{R}^n, A = A^\top",
            r"\lambda_1(2 A) = 2 \lambda_1 A",
            "holds",
            True,
        ),
        (r"A \in \mathbb{R}^{n \times n}, A = A^\top", r"\lambda_1(A) \le \|A\|_2", "holds", False),
        (r"X \in \mathbb{R}^{n \times d}, c \in \mathbb{R}", r"c(X + X) = 2cX", "holds", False),
    ],
)
def test_a_hidden_function_is_noted(given: str, claim: str, verdict: str, hidden: bool, tmp_path: Path) -> None:
    result = judged(claim, given, tmp_path)
    assert result.verdict == verdict
    assert any("is a factor, no argument" in note for note in result.notes) is hidden
