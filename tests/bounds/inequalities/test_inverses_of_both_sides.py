r"""An exponential or a logarithm on one side; the cosine; numbers that all terms of a sum are multiplied by."""

from pathlib import Path

import pytest

from tests.judged import judged, proved

NUMBERS = r"a, b \in \mathbb{R}_{>0}, \quad t \in \mathbb{R}"
VECTORS = r"s, u \in \mathbb{R}^{n}, \quad p := \operatorname{softmax}(s), \quad \tau > 0, \quad c \in \mathbb{R}"
SOFTMAXES = r"\|\operatorname{softmax}(s/\tau) - \operatorname{softmax}(u/\tau)\|_2"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (NUMBERS, r"e^{a} \le b \implies a \le \log b"),
        (NUMBERS, r"a \le e^{b} \implies \log a \le b"),
        (NUMBERS, r"\cos t \ge 1 - t^2 / 2"),
        (NUMBERS, r"1 - \cos(t) \le t^2"),
        (VECTORS, r"\exp\left(-\sum_i p_i \log p_i\right) \le n"),
        (VECTORS, r"\|s / \tau - u / \tau\|_2 \le \frac{1}{\tau} \|s - u\|_2"),
        (VECTORS, r"\|c s + c u\|_1 \le |c| \|s + u\|_1"),
        (VECTORS, r"\|2 s - 4 u\|_2 \le 2 \|s - 2 u\|_2"),
        (VECTORS, SOFTMAXES + r" \le \frac{1}{2 \tau} \|s - u\|_2"),
    ],
)
def test_true_ones(given: str, claim: str):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (NUMBERS, r"e^{a} \le b \implies a \le \tfrac12 \log b"),
        (NUMBERS, r"\log a \le b \implies a \le b"),
        (NUMBERS, r"\cos t \ge 1 - t^2 / 3"),
        (NUMBERS, r"\cos t > 1 - t^2 / 2"),
        (VECTORS, r"\exp\left(-\sum_i p_i \log p_i\right) \le n - 1"),
        (VECTORS, r"\|s / \tau - u\|_2 \le \frac{1}{\tau} \|s - u\|_2"),
        (VECTORS, r"\|c s + c u\|_1 \le c \|s + u\|_1"),
        (VECTORS, r"\|2 s - 4 u\|_2 \le 2 \|s - u\|_2"),
        (VECTORS, SOFTMAXES + r" \le \frac{1}{3 \tau} \|s - u\|_2"),
    ],
)
def test_false_neighbors(given: str, claim: str, tmp_path: Path):
    assert not proved(given, claim)
    assert judged(claim, given, tmp_path).verdict == "refuted"
