r"""Norms and signs of derivatives by what the rules of derivations make of them: normalization layers, cross-entropy."""

import pytest

from tests.judged import judged, proved

X = r"x, g \in \mathbb{R}^d, \epsilon > 0"
FREE = r"z, y \in \mathbb{R}^k, \tau > 0, p := \operatorname{softmax}(z / \tau), L(z) := -\sum_{j=1}^k y_j \log p_j"
SIGNED = FREE + r", \mathbf{1}^\top y = 1"
LOSS = SIGNED + r", y \ge 0"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (
            X,
            r"\Big\|\frac{\partial}{\partial x} \frac{x}{\sqrt{\frac1d \sum_{i=1}^d x_i^2}}\Big\|_2 \le \frac{\sqrt{d}}{\|x\|_2}",
        ),
        (
            X,
            r"\Big\|\frac{\partial}{\partial x} \Big(g \odot \frac{x}{\|x\|_2}\Big)\Big\|_2 \le \frac{\|g\|_\infty}{\|x\|_2}",
        ),
        (
            X,
            r"\Big\|\frac{\partial}{\partial x} \frac{x}{\sqrt{\|x\|_2^2 + \epsilon}}\Big\|_2 \le \frac{1}{\sqrt{\epsilon}}",
        ),
        (LOSS, r"\|\nabla^2_z L\|_2 \le \frac{1}{2 \tau^2}"),
        (LOSS, r"\nabla^2_z L \succeq 0"),
        (SIGNED, r"\nabla^2_z L \succeq 0"),
        (X, r"\mathbf{1}^\top x^{\circ 2} \ge 0"),
    ],
)
def test_true(given: str, claim: str):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (
            X,
            r"\Big\|\frac{\partial}{\partial x} \frac{x}{\sqrt{\frac1d \sum_{i=1}^d x_i^2}}\Big\|_2 \le \frac{1}{\|x\|_2}",
        ),
        (X, r"\Big\|\frac{\partial}{\partial x} \Big(g \odot \frac{x}{\|x\|_2}\Big)\Big\|_2 \le \frac{1}{\|x\|_2}"),
        (LOSS, r"\|\nabla^2_z L\|_2 \le \frac{1}{4 \tau^2}"),
        (LOSS, r"\|\nabla^2_z L\|_2 \le \frac{1}{2 \tau}"),
        (FREE, r"\nabla^2_z L \succeq 0"),
    ],
)
def test_false_neighbors(given: str, claim: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "refuted"


LOW_RANK = (
    r"B \in \mathbb{R}^{m \times r}, A \in \mathbb{R}^{r \times n}, X \in \mathbb{R}^{n \times k}, Y \in \mathbb{R}^{m \times k}, "
    r"s \in \mathbb{R}, f := \frac12 \|s B A X - Y\|_F^2"
)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\Big\|\frac{\partial^2 f}{\partial A^2}\Big\|_2 = s^2 \|B\|_2^2 \|X\|_2^2", "holds"),
        (r"\Big\|\frac{\partial^2 f}{\partial A^2}\Big\|_2 \le s^2 \|B\|_F^2 \|X\|_2^2", "holds"),
        (r"\Big\|\frac{\partial^2 f}{\partial A^2}\Big\|_2 = s^2 \|B\|_F^2 \|X\|_2^2", "refuted"),
        (r"\Big\|\frac{\partial^2 f}{\partial A^2}\Big\|_2 = s \|B\|_2^2 \|X\|_2^2", "refuted"),
    ],
)
def test_curvature_of_squared_losses(claim: str, verdict: str, tmp_path):
    assert judged(claim, LOW_RANK, tmp_path).verdict == verdict


CONTRAST = r"K \in \mathbb{R}^{N \times d}, q \in \mathbb{R}^d, \tau > 0, s := \operatorname{softmax}(K q / \tau), \ell := -\log s_1"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\left\| \nabla_q^2 \ell \right\|_2 \le \frac{1}{2 \tau^2} \|K\|_2^2", "holds"),
        (r"\left\| \nabla_q^2 \ell \right\|_2 \le \frac{1}{4 \tau^2} \|K\|_2^2", "refuted"),
        (r"\left\| \nabla_q \ell \right\|_2 \le \frac{\sqrt{2}}{\tau} \|K\|_2", "holds"),
        (r"\left\| \nabla_q \ell \right\|_2 \le \frac{1}{2 \tau} \|K\|_2", "refuted"),
    ],
)
def test_logarithms_of_softmax(claim: str, verdict: str, tmp_path):
    assert judged(claim, CONTRAST, tmp_path).verdict == verdict
