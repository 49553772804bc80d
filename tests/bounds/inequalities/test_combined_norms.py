"""The triangle inequality between the norms that a claim writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged

VECTORS = r"x, y, z, w \in \mathbb{R}^n"
MATRICES = r"A, B, C \in \mathbb{R}^{m \times n}"

TRUE = [
    (VECTORS, r"\|x - z\| \le \|x - y\| + \|y - z\|"),
    (VECTORS, r"\|x - z\| \ge \|x - y\| - \|y - z\|"),
    (VECTORS, r"\|x - z\|_1 \le \|x - y\|_1 + \|y - z\|_1"),
    (VECTORS, r"\|x - w\|_\infty \le \|x - y\|_\infty + \|y - z\|_\infty + \|z - w\|_\infty"),
    (VECTORS, r"\|x\| \le \frac12 \|x + y\| + \frac12 \|x - y\|"),
    (VECTORS, r"\|x - z\|^2 \le 2 \|x - y\|^2 + 2 \|y - z\|^2"),
    (MATRICES, r"\|A - C\|_2 \le \|A - B\|_2 + \|B - C\|_2"),
    (MATRICES, r"\|A - C\|_* \le \|A - B\|_* + \|B - C\|_*"),
]
FALSE = [
    (VECTORS, r"\|x - z\| \le \|x - y\| + \|y + z\|"),
    (VECTORS, r"\|x - z\| < \|x - y\| + \|y - z\|"),
    (VECTORS, r"\|x\| \le \frac12 \|x + y\| + \frac14 \|x - y\|"),
    (VECTORS, r"\|x - z\|^2 \le \|x - y\|^2 + \|y - z\|^2"),
    (MATRICES, r"\|A - C\|_F \le \|A - B\|_2 + \|B - C\|_2"),
]


@pytest.mark.parametrize(("given", "claim"), TRUE)
def test_shown(given: str, claim: str, tmp_path: Path) -> None:
    found = judged(claim, given, tmp_path)
    assert found.verdict == "holds" and found.strength != "exact", found.message


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_refuted(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == "refuted"
