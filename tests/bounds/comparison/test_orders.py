"""What a known square says of the size of a number, and what it does not say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged, proved

TRUE = [
    (r"y \in \{-1, 1\}", r"|y| = 1"),
    (r"y \in \{-1, 1\}, w \in \mathbb{R}^n", r"\|y w\|_1 = \|w\|_1"),
    (r"x \in \mathbb{R}, x^2 \le 4", r"|x| \le 2"),
    (r"x \in \mathbb{R}, x^2 < 4", r"|x| < 2"),
    (r"x \in \mathbb{R}, x^2 \ge 9", r"|x| \ge 3"),
    (r"x \in \mathbb{R}, x^4 \le 16", r"|x| \le 2"),
    (r"x \in \mathbb{R}^n, \|x\|^2 \le 4", r"\|x\| \le 2"),
]
FALSE = [
    (r"y \in \{-1, 1\}", r"y = 1"),
    (r"y \in \{-2, 2\}", r"|y| = 1"),
    (r"x \in \mathbb{R}, x^2 \le 4", r"|x| < 2"),
    (r"x \in \mathbb{R}, x^2 \le 4", r"|x| \le 1"),
    (r"x \in \mathbb{R}, x^2 \ge 9", r"x \ge 3"),
    (r"x \in \mathbb{R}, x^3 \le 8", r"|x| \le 2"),
    (r"x \in \mathbb{R}, x^4 \le 16", r"|x| \le 1"),
]


@pytest.mark.parametrize(("given", "claim"), TRUE)
def test_known_squares_bound_their_roots(given: str, claim: str) -> None:
    assert proved(given, claim)


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_no_more_is_said(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict in ("refuted", "needs-hypothesis")
