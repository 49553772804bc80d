"""A hypothesis under which a claim says nothing rescues nothing: a side vanishes, or both become the same constant."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import mended


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (
            r"u, v \in \mathbb{R}^n",
            r"\|\operatorname{softmax}(u)-\operatorname{softmax}(v)\|_1 \le \frac12\|u-v\|_\infty",
        ),
        (
            r"z \in \mathbb{R}^n",
            r"\frac{\partial \operatorname{softmax}(z)_i}{\partial z_j} = "
            r"\operatorname{softmax}(z)_i(\mathbf{1}\{i=j\} - \operatorname{softmax}(z)_i)",
        ),
    ],
)
def test_a_trivial_claim_is_not_rescued(given: str, claim: str, tmp_path: Path) -> None:
    assert mended(claim, given, tmp_path).verdict == "refuted"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (
            r"X \in \mathbb{R}^{n\times d}, A := \operatorname{softmax}(XX^\top)",
            r"\|AX\|_F \le \frac{1}{\sqrt{n}}\|\mathbf{1}^\top X\|",
        ),
        (r"x \in \mathbb{R}^n", r"\operatorname{ReLU}(x) = x"),
        (r"x \in \mathbb{R}", "|x| - x = 0"),
    ],
)
def test_a_claim_that_still_says_something_is(given: str, claim: str, tmp_path: Path) -> None:
    assert mended(claim, given, tmp_path).verdict == "needs-hypothesis"
