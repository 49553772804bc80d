r"""A declared d or D (the usual letter of a dimension) leaves ``\frac{d f}{d t}`` a derivative."""

import pytest

from proofs.api import ad_hoc_claim
from proofs.judging.understand import understand
from proofs.reading.paper import BadPaper, Settings
from tests.judged import judged

NUMBER = r"X \in \mathbb{R}^{n \times d}, \quad t \in \mathbb{R}, \quad f(t) := t^3"
VECTOR = r"w \in \mathbb{R}^d, \quad L(w) := w^\top w"
SQUARE = r"X \in \mathbb{R}^{d \times d}, \quad W \in \mathbb{R}^{d \times n}, \quad w \in \mathbb{R}^d"
CAPITAL = r"x \in \mathbb{R}^D, \quad f(x) := x^\top x"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (NUMBER, r"\frac{df}{dt} = 3t^2", "holds"),
        (NUMBER, r"\frac{df}{dt} = \frac{f(t)}{t}", "refuted"),
        (NUMBER, r"df/dt = 3t^2", "holds"),
        (NUMBER, r"\frac{d}{dt} e^t = e^t", "holds"),
        (NUMBER, r"\frac{d}{dt} e^t = e^t / t", "refuted"),
        (NUMBER, r"\frac{d^2 f}{dt^2} = 6t", "holds"),
        (NUMBER, r"df = 3t^2 dt", "ambiguous"),
        (NUMBER, r"df = t^2 dt", "ambiguous"),
        (NUMBER, r"\frac{d t}{d n} = \frac{t}{n}", "holds"),
        (VECTOR, r"\frac{dL}{dw} = 2 w^\top", "holds"),
        (VECTOR, r"\frac{dL}{dw} = w^\top", "refuted"),
        (VECTOR, r"dL = 2 w^\top dw", "ambiguous"),
        (VECTOR, r"\|w\|_1^2 \le d w^\top w", "holds"),
        (VECTOR, r"\operatorname{tr}(2 I_d) = 2 d", "holds"),
        (CAPITAL, r"D f(x)[x] = 2 x^\top x", "holds"),
        (CAPITAL, r"D f(x)[x] = x^\top x", "refuted"),
        (CAPITAL, r"D^2 f(x)[x, x] = 2 x^\top x", "holds"),
        (CAPITAL, r"\|x\|_1^2 \le D [1 + \|x\|^2]", "holds"),
        # In front of functions, with the choices that only the differential leaves.
        (SQUARE, r"d\operatorname{tr}(X^2) = \operatorname{tr}(X dX)", "ambiguous"),
        (SQUARE, r"d\operatorname{tr}(X^2) = 2\operatorname{tr}(X dX)", "ambiguous"),
        (SQUARE, r"d\operatorname{tr}(X^2) = 3\operatorname{tr}(X dX)", "refuted"),
        (SQUARE, r"d\operatorname{diag}(XX) = \operatorname{diag}(X dX)", "ambiguous"),
        (SQUARE, r"d\operatorname{vec}(XX) = \operatorname{vec}(X dX)", "ambiguous"),
        (SQUARE, r"d\log\det X = \operatorname{tr}(X^{-1}dX)", "ambiguous"),
        (SQUARE, r"d\det X = \det(X)\operatorname{tr}(X^{-1}dX)", "ambiguous"),
        (SQUARE, r"d|X| = |X|\operatorname{tr}(X^{-1}dX)", "ambiguous"),
        (SQUARE, r"dX^{-1} = -X^{-1} dX X^{-1}", "ambiguous"),
        (SQUARE, r"d(XW) = X dW", "ambiguous"),
        (SQUARE, r"d(XW) = X dW + dX\,W", "ambiguous"),
        (SQUARE, r"d(XW) = X dW - dX\,W", "refuted"),
        (SQUARE, r"d\|w\|^2 = w^\top dw", "ambiguous"),
        (SQUARE, r"d\sum_i w_i^2 = \sum_i w_i dw_i", "ambiguous"),
        (SQUARE, r"d\tfrac12 w^\top w = \tfrac12 w^\top dw", "ambiguous"),
        (SQUARE, r"\operatorname{tr}(X \otimes I_d) = d\operatorname{tr}(X)", "holds"),
        (SQUARE, r"d\operatorname{tr}(X) = d\operatorname{tr}(X^\top)", "holds"),
        (SQUARE, r"d\operatorname{tr}(X) = \operatorname{tr}(dX)", "holds"),
        (r"d, x \in \mathbb{R}, \quad f(x) := x^3", r"\frac{df}{dx} = 3x^2", "ambiguous"),
        (r"d, x \in \mathbb{R}^n, \quad t \in \mathbb{R}", r"\frac{d}{dt} \|x + t d\|^2 = 2 x^\top d + 2t \|d\|^2", "holds"),
    ],
)  # fmt: skip
def test_verdicts(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


def test_no_operand_is_no_quotient():
    with pytest.raises(BadPaper, match="what is differentiated is missing"):
        understand(ad_hoc_claim(r"\frac{d}{dt} = \frac{1}{t}", NUMBER, Settings()))
