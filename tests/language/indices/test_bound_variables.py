r"""A supremum binds the variables that its condition restricts by numbers, and leaves those that the statement uses elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged

VECTORS = r"A \in \mathbb{R}^{n \times n} \\ x, y \in \mathbb{R}^n"
NUMBERS = r"x, y \in \mathbb{R}"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (VECTORS, r"\sup_{\|x\|_2 = \|y\|_2 = 1} x^\top A y \le \|A\|_2", "holds"),
        (VECTORS, r"\sup_{\|x\|_2 = \|y\|_2 = 1} x^\top A y \le 1", "refuted"),
        (VECTORS, r"\sup_{\|x\|_2, \|y\|_2 \le 1} x^\top A y \le \|A\|_2", "holds"),
        (NUMBERS, r"\inf_{0 \le x \le y \le 1} (y - x) \ge 0", "holds"),
        (NUMBERS, r"\inf_{0 \le x \le y \le 1} (y - x) \ge 1", "refuted"),
        # What the other side speaks of is given.
        (VECTORS, r"\sup_{\|y\|_2 \le \|x\|_2} x^\top y \le \|x\|_2^2", "holds"),
        (VECTORS, r"\sup_{\|x\|_2 \ge \|y\|_2} x^\top y \le \|x\|_2^2", "holds"),
        (NUMBERS + r"\\ t \in \mathbb{R} \\ t > 0", r"\sup_{0 \le x \le t} x \le t", "holds"),
        # With its set a name says what it is taken over.
        (VECTORS, r"\sup_{x, y \in \mathbb{R}^n, x \ne y} \frac{\|A x - A y\|_2}{\|x - y\|_2} \le \|A\|_2", "holds"),
    ],
)
def test_what_a_condition_binds(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (VECTORS, r"\sup_{x \ne y} \frac{\|A x - A y\|_2}{\|x - y\|_2} = \|A\|_2"),
        (NUMBERS, r"\inf_{x \le y} (y - x + y^2) = 0"),
        (NUMBERS, r"\inf_{0 \le x \le y} (y - x) \ge 0"),
    ],
)
def test_what_may_be_given_is_refused(given: str, claim: str, tmp_path: Path) -> None:
    result = judged(claim, given, tmp_path)
    assert result.verdict == "undecided"
    assert "may bind y or take it as given" in result.message
