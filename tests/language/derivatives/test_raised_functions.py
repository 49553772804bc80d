r"""A power of a function behind a bare nabla or a D is a part of what is differentiated: ``\nabla f^2`` is ``2 f \nabla f``."""

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

GIVEN = r"x, y \in \mathbb{R}^n, \quad f(x) := \|x\|^2, \quad f_1(x) := \|x\|^2, \quad \mathcal{L}(x) := \|x\|^2"
MATRICES = r"X, H \in \mathbb{R}^{n \times n}, \quad F(X) := X"
ANY = r"x \in \mathbb{R}^n, \quad f : \mathbb{R}^n \to \mathbb{R}"

FALSE = [
    (GIVEN, r"\nabla f^2 = 2 x"),
    (GIVEN, r"\nabla f^3 = 2 x"),
    (GIVEN, r"\nabla f^{-1} = 2 x"),
    (GIVEN, r"\nabla f^{\circ 2} = 2 x"),
    (GIVEN, r"\nabla f^2(x) = 2 x"),
    (GIVEN, r"\nabla f^2(2y) = 4 y"),
    (GIVEN, r"\|\nabla f^2\| = 2 \|x\|"),
    (GIVEN, r"\nabla f^2 \cdot y = 2 x^\top y"),
    (GIVEN, r"\nabla f^2(x)^\top y = 2 x^\top y"),
    (GIVEN, r"\nabla f^2(x)[y] = 2 x^\top y"),
    (GIVEN, r"\nabla^2 f^2 = 2 I"),
    (GIVEN, r"D f^2(x)[y] = 2 x^\top y"),
    (GIVEN, r"D^2 f^2(x)[y, y] = 2 y^\top y"),
    (GIVEN, r"\nabla f_1^2 = 2 x"),
    (GIVEN, r"\nabla \mathcal{L}^2 = 2 x"),
    (ANY, r"\nabla f^2(x) = \nabla f(x)"),
    (MATRICES, r"D F^2(X)[H] = H"),
    (MATRICES, r"D F^\top(X)[H] = H"),
]
TRUE = [
    (GIVEN, r"\nabla f^2 = 4 \|x\|^2 x"),
    (GIVEN, r"\nabla (f)^2 = 4 \|x\|^2 x"),
    (GIVEN, r"\nabla (f^2) = 4 \|x\|^2 x"),
    (GIVEN, r"\nabla f^{1/2} = \frac{x}{\|x\|}"),
    (GIVEN, r"\nabla f^2(2y) = 32 \|y\|^2 y"),
    (GIVEN, r"\nabla f^2 \cdot y = 4 \|x\|^2 x^\top y"),
    (GIVEN, r"\nabla f^2(x)^\top y = 4 \|x\|^2 x^\top y"),
    (GIVEN, r"\nabla f(x)^\top y = 2 x^\top y"),
    (GIVEN, r"\nabla f^\top(x) y = 2 x^\top y"),
    (GIVEN, r"\nabla^2 f^2 = 4 \|x\|^2 I + 8 x x^\top"),
    (GIVEN, r"D f^2(x)[y] = 4 \|x\|^2 x^\top y"),
    (GIVEN, r"D^2 f^2(x)[y, y] = 4 \|x\|^2 y^\top y + 8 (x^\top y)^2"),
    (GIVEN, r"\nabla \mathcal{L}^2 = 2 \mathcal{L} \nabla \mathcal{L}"),
    (ANY, r"\nabla f^2(x) = 2 f(x) \nabla f(x)"),
    (MATRICES, r"D F^2(X)[H] = H X + X H"),
    (MATRICES, r"D F^{-1}(X)[H] = -X^{-1} H X^{-1}"),
]


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_a_power_of_a_function_is_not_dropped(given, claim, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "refuted"


@pytest.mark.parametrize(("given", "claim"), TRUE)
def test_a_power_of_a_function_is_differentiated(given, claim, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "holds"


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        (r"\nabla f(x)^2 = 4 \|x\|^2 x", "value or its gradient"),
        (r"\nabla^2 f^{-1}(x) = \frac12 I", "value or its second derivative inverted"),
    ],
)
def test_a_power_that_may_be_of_the_derivative_is_refused(claim, message, tmp_path):
    with pytest.raises(BadPaper, match=message):
        judged(claim, GIVEN, tmp_path)
