r"""A limit says something only where the hypotheses let what tends come near."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged

DECAY = r"\exp(-t) \to 0 \text{ as } t \to \infty"
SQUARE = r"h^2 = O(h) \text{ as } h \to 0"


@pytest.mark.parametrize(
    ("given", "claim", "holds"),
    [
        (r"t \in \mathbb{R}", DECAY, True),
        (r"t \in \mathbb{R} \\ t \ge 5", DECAY, True),
        (r"t, x \in \mathbb{R} \\ t > x", DECAY, True),
        (r"t \in \mathbb{R} \\ t \le 5", DECAY, False),
        (r"t \in (0, 1)", DECAY, False),
        (r"t \in \mathbb{R} \\ t^2 \le 4", DECAY, False),
        (r"t, x \in \mathbb{R} \\ t \le x \\ x \le 5", DECAY, False),
        (r"n \in \mathbb{N} \\ n \ge 3", r"n = O(n^2) \text{ as } n \to \infty", True),
        (r"n \in \mathbb{N} \\ n \le 5", r"n = O(n^2) \text{ as } n \to \infty", False),
        (r"h \in \mathbb{R} \\ h > 0", SQUARE, True),
        (r"h \in (0, 1)", SQUARE, True),
        (r"h \in \mathbb{R} \\ h \ge 1", SQUARE, False),
        (r"h, c \in \mathbb{R} \\ h > c \\ c > 0", SQUARE, False),
    ],
)
def test_what_tends_must_come_near(given: str, claim: str, holds: bool, tmp_path: Path) -> None:
    assert (judged(claim, given, tmp_path).verdict == "holds") == holds
