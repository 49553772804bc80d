"""A claim says nothing where a variable has no logarithm or no root, and its result says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged

SAID = [
    (r"x \in \mathbb{R}", r"\log x^2 = 2 \log x", True),
    (r"x \in \mathbb{R}", r"\sqrt{x}^2 = x", True),
    (r"x, y \in \mathbb{R}", r"\log(x y) = \log x + \log y", True),
    (r"x \in \mathbb{R}_{>0}", r"\log x^2 = 2 \log x", False),
    (r"x \in \mathbb{R}, x \ge 0", r"\sqrt{x}^2 = x", False),
]


@pytest.mark.parametrize(("given", "claim", "said"), SAID)
def test_what_is_left_out_is_said(given: str, claim: str, said: bool, tmp_path: Path) -> None:
    result = judged(claim, given, tmp_path)
    assert result.verdict == "holds"
    assert bool(result.domain) is said
