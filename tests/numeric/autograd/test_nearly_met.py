"""Inputs that meet equations only nearly say nothing of inverses of what would be singular if they met them."""

from pathlib import Path

import pytest

from tests.judged import judged

WHITE = (
    r"X \in \mathbb{R}^{n \times d}, L \in \mathbb{R}^{d \times d}, H := I_n - \frac1n 1_n 1_n^\top, "
    r"\frac1n X^\top H X = L L^\top, Y := H X L^{-\top}"
)
ROOT = r"X \in \mathbb{R}^{n \times d}, L \in \mathbb{R}^{d \times d}, X^\top X = L L^\top"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (WHITE, r"\frac1n Y^\top Y = I_d", "holds"),
        (WHITE, r"\frac1n Y^\top Y = \frac12 I_d", "undecided"),
        (ROOT, r"L^{-1} X^\top X L^{-\top} = I_d", "holds"),
        (ROOT, r"L^{-1} X^\top X L^{-\top} = 2 I_d", "refuted"),
    ],
)
def test_a_singular_root_contradicts_nothing(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == verdict
