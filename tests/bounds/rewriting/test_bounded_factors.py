r"""``\|A_1 \cdots A_n\| \le c^n`` where every factor has a norm of at most c: vanishing gradients."""

from pathlib import Path

import pytest

from tests.judged import judged, proved

MATRICES = (
    r"c > 0, W \in \mathbb{R}^{n \times n}, D_1, \dots, D_T \in \mathbb{R}^{n \times n}, \|D_t\| \le 1 \quad \forall t"
)
SCALED = MATRICES.replace(r"\le 1", r"\le c")
NETWORK = (
    r"W \in \mathbb{R}^{n \times n}, U \in \mathbb{R}^{n \times d}, x_1, \dots, x_T \in \mathbb{R}^d, h_0 \in \mathbb{R}^n, "
    r"h_t = \tanh(W h_{t-1} + U x_t)"
)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (MATRICES, r"\left\| \prod_{t=T}^{1} D_t \right\| \le 1"),
        (MATRICES, r"\left\| \prod_{t=T}^{1} (D_t W) \right\| \le \|W\|^T"),
        (SCALED, r"\left\| \prod_{t=T}^{1} D_t \right\| \le c^T"),
        (SCALED, r"\left\| \prod_{t=T}^{1} (D_t W) \right\| \le (c \|W\|)^T"),
        (NETWORK, r"\left\| \frac{\partial h_T}{\partial h_0} \right\|_2 \le \|W\|_2^T"),
    ],
)
def test_bounded_factors(given: str, claim: str):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (SCALED, r"\left\| \prod_{t=T}^{1} D_t \right\| \le 1"),
        (SCALED, r"\left\| \prod_{t=T}^{1} D_t \right\| \le c^{T+1}"),
        (MATRICES, r"\left\| \prod_{t=T}^{1} (D_t W) \right\| \le 1"),
        (MATRICES, r"\left\| \prod_{t=T}^{1} D_t \right\| \le \frac12"),
        (NETWORK, r"\left\| \frac{\partial h_T}{\partial h_0} \right\|_2 \le \|W\|_2^{T+1}"),
    ],
)
def test_false_neighbors(given: str, claim: str, tmp_path: Path):
    assert judged(claim, given, tmp_path).verdict == "refuted"
