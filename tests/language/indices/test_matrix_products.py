r"""Products of matrices over an index: written out over a fixed range, else refused; never a type error."""

from __future__ import annotations

import pytest

from tests.judged import judged

FAMILY = r"W_l \in \mathbb{R}^{d \times d}, \; l = 1, \ldots, L"
NAMES = r"W_1, W_2, W_3 \in \mathbb{R}^{n \times n}"
ONE = r"W \in \mathbb{R}^{n \times n}, \quad x \in \mathbb{R}^n, \quad y \in \mathbb{R}^m"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (ONE, r"\prod_{l=1}^3 W = W^2", "refuted"),
        (NAMES, r"\prod_{l=1}^3 W_l = W_2 W_1 W_3", "refuted"),
        (ONE, r"\prod_{l=1}^3 x = x", "ill-typed"),
        (NAMES, r"\prod_{l=1}^3 W_l = W_1 W_2 W_3", "ambiguous"),
        (NAMES, r"\prod_{l=1}^3 W_l = W_3 W_2 W_1", "ambiguous"),
        (ONE, r"\prod_{l=1}^3 l W = 6 W^3", "ambiguous"),
        (ONE, r"\prod_{l=1}^3 W = W^3", "holds"),
        (ONE, r"\prod_{l=1}^2 (I + W) = I + 2 W + W^2", "holds"),
        (ONE, r"\prod_i x_i y = y \prod_j x_j", "holds"),
        (NAMES, r"\det(\prod_{l=1}^3 W_l) = \det(W_1) \det(W_2) \det(W_3)", "holds"),
    ],
)
def test_over_a_fixed_range(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\|\prod_{l=1}^L W_l\|_2 \le \prod_{l=1}^L \|W_l\|_2", "holds"),
        (r"\|\prod_{l=1}^L W_l\|_F \le \prod_{l=1}^L \|W_l\|_2", "refuted"),
        (r"\det(\prod_{l} W_l) = \prod_l \det(W_l)", "holds"),
        (r"\prod_{l=1}^{20} W_1 = W_1^{20}", "undecided"),
    ],
)
def test_over_another_range(claim: str, verdict: str, tmp_path):
    assert judged(claim, FAMILY, tmp_path).verdict == verdict
