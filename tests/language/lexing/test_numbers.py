r"""Numbers of several groups of digits are one number, or are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

GIVEN = r"x \in \mathbb{R}^n, \quad E \in \mathbb{R}^{n \times n}"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\|x\|^2 \ge 1\,000", "refuted"),
        (r"1\,000 x = 0", "refuted"),
        (r"1\,000 x = 500 x + 500 x", "holds"),
        (r"1\,000\,000.5 x = 0.5 x + 1{,}000{,}000 x", "holds"),
        (r"2 \cdot 10 x = 20 x", "holds"),
        (r"2 E-3E = -E", "holds"),
        (r"2E-3E = -E", "holds"),
    ],
)
def test_groups_of_digits(claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        (r"\|x\|_1 \ge 10 000", "Two numbers next to each other"),
        (r"\|x\|_1 \ge 1\ 000", "Two numbers next to each other"),
        (r"2 \, 10^2 x = 0", "Two numbers next to each other"),
        (r"\|x\|_1 \ge 12345\,678", "Two numbers next to each other"),
        (r"x_1^{1 0} = x_1^{10}", "Two numbers next to each other"),
        (r"\|x\|_1 \ge 1,000", "separate digits or numbers"),
        (r"\|x\|_1 \ge 1e-3", "power of ten"),
        (r"\|x\|_1 \ge 2.5e3", "power of ten"),
        (r"\|x\|_1 \ge 1E-3", "power of ten"),
    ],
)
def test_numbers_that_may_be_another(claim: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(BadPaper, match=reason):
        judged(claim, GIVEN, tmp_path)
