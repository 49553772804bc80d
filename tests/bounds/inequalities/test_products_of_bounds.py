r"""Products of many factors, each at most one number or those of another product."""

import pytest

from tests.judged import judged, proved

BLOCKS = r"J_1, \dots, J_L \in \mathbb{R}^{d \times d}, c > 0, \|J_k\|_2 \le c"
SMALL = r"J_1, \dots, J_L \in \mathbb{R}^{d \times d}, c > 0, \|J_k\|_2 \le \frac{c}{L}"
NUMBERS = r"a \in \mathbb{R}^n, c > 0, 0 \le a_i \le c"
PAIRS = r"a, b \in \mathbb{R}^n, 0 \le a_i, a_i \le b_i"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (BLOCKS, r"\|\prod_{k=1}^L J_k\|_2 \le c^L"),
        (SMALL, r"\|\prod_{k=1}^L (I + J_k)\|_2 \le (1 + \frac{c}{L})^L"),
        (BLOCKS, r"\prod_{k=1}^L \|J_k\|_2 \le c^L"),
        (BLOCKS, r"\|\prod_{k=1}^L (I + J_k)\|_2 \le \prod_{k=1}^L (1 + \|J_k\|_2)"),
        (NUMBERS, r"\prod_{i=1}^n a_i \le c^n"),
        (PAIRS, r"\prod_{i=1}^n a_i \le \prod_{i=1}^n b_i"),
    ],
)
def test_true(given: str, claim: str):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (BLOCKS, r"\|\prod_{k=1}^L J_k\|_2 \le c^{L - 1}"),
        (SMALL, r"\|\prod_{k=1}^L (I + J_k)\|_2 \le 1 + c"),
        (BLOCKS, r"\|\prod_{k=1}^L (I - J_k)\|_2 \le (1 - c)^L"),
        (r"a \in \mathbb{R}^n, c > 0, a_i \le c", r"\prod_{i=1}^n a_i \le c^n"),
        (r"a, b \in \mathbb{R}^n, a_i \le b_i", r"\prod_{i=1}^n a_i \le \prod_{i=1}^n b_i"),
    ],
)
def test_false_neighbors(given: str, claim: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "refuted"
