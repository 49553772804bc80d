r"""Squares of norms are differentiable where the norm vanishes; norms are not."""

import pytest

from tests.judged import judged

GIVEN = (
    r"X \in \mathbb{R}^{n \times d}, \quad W, A \in \mathbb{R}^{n \times n}, \quad W = W^\top, \quad x, y \in \mathbb{R}^n, \quad t \in \mathbb{R}, \quad "
    r"L := \frac12 \sum_{i,j} W_{ij} \|X_{i,:} - X_{j,:}\|_2^2, \quad f(x) := \|x - y\|_2^2, \quad g(A) := \|A - W\|_F^2, \quad "
    r"h(x) := \|x - y\|_2, \quad k(x, y) := e^{-t \|x - y\|_2^2}, \quad s(t) := |t|^2"
)
HOLDS = [
    r"\nabla_X L = 2 (\operatorname{diag}(W \mathbf{1}) - W) X",
    r"\nabla f(y) = 0",
    r"\nabla g(W) = 0",
    r"\nabla_x k(x, x) = 0",
    r"\left. \nabla_x \|x\|_2^2 \right|_{x = 0} = 0",
    r"\left. \nabla_x \|x\|_2^4 \right|_{x = 0} = 0",
    r"\left. \nabla_x (\|x\|_2 \|x\|_2) \right|_{x = 0} = 0",
    r"s'(0) = 0",
]
REFUTED = [
    r"\nabla_X L = (\operatorname{diag}(W \mathbf{1}) - W) X",
    r"\nabla f(y) = y",
    r"\nabla f(x) = x - y",
    r"\nabla^2 f(y) = \mathbf{I}",
    r"\nabla g(W) = W",
]
NOWHERE = [r"\nabla h(y) = 0", r"\left. \nabla_x \|x\|_2 \right|_{x = 0} = 0"]


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [(c, v) for claims, v in ((HOLDS, "holds"), (REFUTED, "refuted"), (NOWHERE, "vacuous")) for c in claims],
)
def test_norms_where_they_vanish(claim: str, verdict: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == verdict
