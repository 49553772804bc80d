r"""Residual blocks: x + f(x) changes by what x and f(x) change by, seen together; and at least by the difference."""

import pytest

from tests.judged import judged, proved

WEIGHTS = r"W \in \mathbb{R}^{h \times d}, V \in \mathbb{R}^{d \times h}, x, y \in \mathbb{R}^d, "
BLOCK = WEIGHTS + r"f(x) := x + V \tanh(W x)"
RELU = WEIGHTS + r"f(x) := x + V \operatorname{ReLU}(W x)"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (BLOCK, r"\|f(x) - f(y)\|_2 \le (1 + \|V\|_2 \|W\|_2) \|x - y\|_2"),
        (BLOCK, r"\|f(x) - f(y)\|_2 \ge (1 - \|V\|_2 \|W\|_2) \|x - y\|_2"),
        (RELU, r"\|f(x) - f(y)\|_2 \le (1 + \|V\|_2 \|W\|_2) \|x - y\|_2"),
    ],
)
def test_true(given: str, claim: str):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (BLOCK, r"\|f(x) - f(y)\|_2 \le \|V\|_2 \|W\|_2 \|x - y\|_2"),
        (BLOCK, r"\|f(x) - f(y)\|_2 \ge \|x - y\|_2"),
        (RELU, r"\|f(x) - f(y)\|_2 \le (1 + \|V\|_2) \|x - y\|_2"),
    ],
)
def test_false_neighbors(given: str, claim: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "refuted"
