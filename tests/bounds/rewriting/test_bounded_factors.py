r"""``\|A_1 \cdots A_n\| \le c^n`` where every factor has a norm of at most c: vanishing gradients."""

from pathlib import Path

import pytest

from derive import build
from derive.bounds.rewriting.factors import with_bounded_factors
from derive.core import Problem, Rel, SizeRules
from derive.sizes import Shape, Size
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


@pytest.mark.parametrize(("first", "bases"), [(1, 2), (2, 2), (3, 1)])
def test_a_range_that_may_end_before_it_begins_has_no_negative_power(first: int, bases: int):
    """From 3 to T = 1 there are minus one factors: their product is I, and c^-1 is no bound of its norm."""
    matrix, length = build.var("W", Shape.of("n", "n")), Size.of("T")
    product = build.norm(build.mprod("k", Size.of(first), length, matrix))
    goal = Rel("<=", product, build.hpow(build.norm(matrix), build.size(length - first + 1)))
    problem = Problem((("W", matrix.shape),), (), (), ("T", "n"), SizeRules(), (), goal)
    assert len(list(with_bounded_factors(problem))) == bases
