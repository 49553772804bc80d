r"""Entries of columns whose entries sum to zero (Samuelson), and of normalized ones."""

import pytest

from tests.judged import judged, proved

X = r"x \in \mathbb{R}^d, Y \in \mathbb{R}^{n \times d}, C := I - \frac1d \mathbf{1} \mathbf{1}^\top"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (X, r"|\operatorname{LayerNorm}(x)_i| \le \sqrt{d - 1}"),
        (X, r"\|\operatorname{LayerNorm}(x)\|_\infty \le \sqrt{d}"),
        (X, r"|\operatorname{LayerNorm}(Y)_{ij}| \le \sqrt{d - 1}"),
        (X, r"\|C x\|_\infty \le \sqrt{1 - \frac{1}{d}} \|C x\|_2"),
        (X, r"\Big\|\frac{x}{\sqrt{\frac1d \|x\|_2^2}}\Big\|_\infty \le \sqrt{d}"),
    ],
)
def test_true(given: str, claim: str):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (X, r"|\operatorname{LayerNorm}(x)_i| \le \sqrt{d - 2}"),
        (X, r"|\operatorname{LayerNorm}(Y)_{ij}| \le \sqrt{n - 1}"),
        (X, r"\|C x\|_\infty \le \sqrt{1 - \frac{2}{d}} \|C x\|_2"),
        (X, r"\Big\|\frac{x}{\sqrt{\frac1d \|x\|_2^2}}\Big\|_\infty \le \sqrt{d - 1}"),
    ],
)
def test_false_neighbors(given: str, claim: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "refuted"
