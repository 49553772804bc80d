r"""Entries of softmaxes of bounded scores."""

import pytest

from tests.judged import judged, proved

SCORES = r"S \in \mathbb{R}^{m \times n}, P := \operatorname{softmax}(S), c > 0, |S_{ij}| \le c"
ABOVE = r"S \in \mathbb{R}^{m \times n}, P := \operatorname{softmax}(S), c > 0, S_{ij} \le c"
VECTOR = r"s \in \mathbb{R}^n, p := \operatorname{softmax}(s), c > 0, \|s\|_\infty \le c"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (SCORES, r"P_{ij} \ge \frac{e^{-2 c}}{n}"),
        (SCORES, r"P_{ij} \le \frac{e^{2 c}}{n}"),
        (SCORES, r"P_{ij} \ge \frac{1}{n e^{2 c}}"),
        (VECTOR, r"p_i \le \frac{e^{2 c}}{n}"),
    ],
)
def test_true(given: str, claim: str):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (SCORES, r"P_{ij} \ge \frac{e^{-c}}{n}"),
        (SCORES, r"P_{ij} \le \frac{e^{2 c}}{m}"),
        (ABOVE, r"P_{ij} \ge \frac{e^{-2 c}}{n}"),
        (VECTOR, r"p_i \le \frac{e^c}{n}"),
    ],
)
def test_false_neighbors(given: str, claim: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "refuted"
