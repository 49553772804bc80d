r"""Functions that a text writes out are known by their names: the logistic function and softplus."""

import pytest

from tests.judged import judged, proved

SIGMOID = (
    r"a, b, x \in \mathbb{R}, z \in \mathbb{R}^d, W, V \in \mathbb{R}^{h \times d}, \sigma(x) := \frac{1}{1 + e^{-x}}"
)
SOFTPLUS = r"a, b, x \in \mathbb{R}, s(x) := \log(1 + e^x)"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (SIGMOID, r"|\sigma(a) - \sigma(b)| \le \tfrac14 |a - b|"),
        (SOFTPLUS, r"|s(a) - s(b)| \le |a - b|"),
        (SIGMOID, r"\|\sigma(W z) \odot V z\|_2 \le \|V\|_2 \|z\|_2"),
    ],
)
def test_true(given: str, claim: str):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (SIGMOID, r"|\sigma(a) - \sigma(b)| \le \tfrac15 |a - b|"),
        (SOFTPLUS, r"|s(a) - s(b)| \le \tfrac12 |a - b|"),
        (SIGMOID, r"\|\sigma(W z) \odot V z\|_2 \le \|W\|_2 \|z\|_2"),
    ],
)
def test_false_neighbors(given: str, claim: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "refuted"
