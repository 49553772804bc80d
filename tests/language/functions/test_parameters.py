r"""``f(x; W, b)``: what stands behind the semicolon may be left out, ``f(x)``, and is then itself."""

import pytest

from tests.judged import judged

AFFINE = r"x, y \in \mathbb{R}^n, W \in \mathbb{R}^{m \times n}, b \in \mathbb{R}^m, f(x; W, b) := W x + b"
LAYERS = r"x, y \in \mathbb{R}^d, W_1 \in \mathbb{R}^{h \times d}, W_2 \in \mathbb{R}^{k \times h}, f(x; W_1, W_2) := W_2 W_1 x"
LOSS = r"x, w \in \mathbb{R}^d, \ell(x; w) := \log(1 + e^{-w^\top x})"
KERNEL = r"\frac{\partial f(x)}{\partial W_1} (\frac{\partial f(y)}{\partial W_1})^\top"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (AFFINE, r"\frac{\partial f(x)}{\partial W} = I_m \otimes x^\top", "holds"),
        (AFFINE, r"\frac{\partial f(y)}{\partial W} = I_m \otimes y^\top", "holds"),
        (AFFINE, r"\frac{\partial f(x; W, b)}{\partial b} = I_m", "holds"),
        (AFFINE, r"\frac{\partial f(x)}{\partial x} = W", "holds"),
        (AFFINE, r"f(y) = W y + b", "holds"),
        (AFFINE, r"f(y) = W y", "refuted"),
        (AFFINE, r"f(y; 2 W, b) = 2 W y + b", "holds"),
        (AFFINE, r"f(y; 2 W, b) = W y + b", "refuted"),
        (AFFINE, r"f(y, W) = W y", "ill-typed"),
        (AFFINE.replace(";", ","), r"f(y) = W y + b", "ill-typed"),
        (LAYERS, rf"{KERNEL} = (x^\top y) W_2 W_2^\top", "holds"),
        (LAYERS, rf"{KERNEL} = (x^\top x) W_2 W_2^\top", "refuted"),
        (LOSS, r"\nabla_w \ell(x) = -\frac{1}{1 + e^{w^\top x}} x", "holds"),
        (LOSS, r"\nabla_w \ell(x) = \frac{1}{1 + e^{w^\top x}} x", "refuted"),
    ],
)
def test_verdicts(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
