r"""Derivatives of declared names by others: zero where that is said, refused where more is meant."""

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

NUMBERS = r"t, x, y, f \in \mathbb{R}"
VECTORS = r"x, y \in \mathbb{R}^n, \quad X, Y, H \in \mathbb{R}^{m \times n}, \quad L, t \in \mathbb{R}"
INVERSE = r"Y \in \mathbb{R}^{n \times n}, \quad x \in \mathbb{R}"
RECURRENT = (
    r"h_{t-1}, x_t \in \mathbb{R}^d, \quad W, U \in \mathbb{R}^{d \times d}, \quad h_t := \tanh(W h_{t-1} + U x_t)"
)
LAYERS = r"h_0, h_1 \in \mathbb{R}^n, \quad W \in \mathbb{R}^{n \times n}, \quad h_2 := \tanh(W h_1)"
LOSS = r"X \in \mathbb{R}^{m \times n}, \quad W \in \mathbb{R}^{n \times k}, \quad Y \in \mathbb{R}^{m \times k}, \quad L \in \mathbb{R}"
HEAT = r"t \in \mathbb{R}, \quad x \in \mathbb{R}^n, \quad A \in \mathbb{R}^{n \times n} \\ "

REFUSED = [
    (INVERSE, r"\frac{\partial Y^{-1}}{\partial x} = Y^{-1} \frac{\partial Y}{\partial x} Y^{-1}"),
    (INVERSE, r"\frac{\partial Y^{-1}}{\partial x} = -Y^{-1} \frac{\partial Y}{\partial x} Y^{-1}"),
    (
        INVERSE,
        r"\frac{\partial \det(Y)}{\partial x} = 3 \det(Y) \operatorname{tr}(Y^{-1} \frac{\partial Y}{\partial x})",
    ),
    (NUMBERS, r"\frac{d(xy)}{dt} = 17 \frac{dx}{dt}"),
    (NUMBERS, r"\frac{\partial^2 f}{\partial x \partial y} = 2 \frac{\partial^2 f}{\partial y \partial x}"),
    (NUMBERS, r"\frac{\partial^2 y}{\partial x^2} + 1 = 1"),
    (NUMBERS, r"\frac{dy}{dx} \le 0"),
    (VECTORS, r"\frac{\partial x^\top y}{\partial x} = y^\top + x^\top \frac{\partial y}{\partial x}"),
    (VECTORS, r"D_X Y[H] + H = H"),
    (VECTORS, r"\nabla_x L + x = x"),
    (VECTORS, r"\frac{\partial Y}{\partial X_{ij}} + H = H"),
    (VECTORS, r"\nabla_x L = 0 \implies x = x"),
    (
        RECURRENT,
        r"\frac{\partial h_t}{\partial W} = \operatorname{diag}(\tanh'(W h_{t-1} + U x_t)) "
        r"(\mathbf{I} \otimes h_{t-1}^\top + 9 W \frac{\partial h_{t-1}}{\partial W})",
    ),
    (
        LAYERS,
        r"\|\frac{\partial h_2}{\partial h_0}\|_2 \le \frac12 \|W\|_2 \|\frac{\partial h_1}{\partial h_0}\|_2",
    ),
    (LAYERS, r"\|\frac{\partial h_2}{\partial h_0}\|_2 \le \|W\|_2"),
    (
        r"t, a \in \mathbb{R}, \quad u(t) \in \mathbb{R}, \quad \dot u = a u",
        r"\frac{\partial}{\partial a} \frac{du}{dt} = u",
    ),
    (LOSS, r"\nabla_X L = (\nabla_Y L) W^\top"),
    (LOSS + r", \quad Y = X W", r"\nabla_X L = (\nabla_Y L) W^\top"),
]
HOLDS = [
    (NUMBERS, r"\frac{\partial y}{\partial x} = 0"),
    (NUMBERS, r"\frac{\partial^2 y}{\partial x^2} = 0"),
    (NUMBERS, r"\frac{\partial (x y)}{\partial x} = y"),
    (NUMBERS, r"\frac{\partial^2 (x y)}{\partial x \partial y} = 1"),
    (VECTORS, r"\frac{\partial y}{\partial x} = 0"),
    (VECTORS, r"\frac{\partial x^\top y}{\partial x} = y^\top"),
    (VECTORS, r"d(X^\top Y) = dX^\top Y + X^\top dY"),
    (r"x \in \mathbb{R}, \quad Y(x) \in \mathbb{R}^{n \times n}", REFUSED[1][1]),
    (
        RECURRENT,
        r"\frac{\partial h_t}{\partial W} = \operatorname{diag}(\tanh'(W h_{t-1} + U x_t)) (\mathbf{I} \otimes h_{t-1}^\top)",
    ),
    (
        HEAT.replace("x ", "x(t) ") + r"A = A^\top, \quad \frac{dx}{dt} = -A x, \quad E := \tfrac12 x^\top A x",
        r"\frac{dE}{dt} = -\|A x\|_2^2",
    ),
]
REFUTED = [
    (NUMBERS, r"\frac{\partial (x y)}{\partial x} = 0"),
    (r"x \in \mathbb{R}, \quad Y(x) \in \mathbb{R}^{n \times n}", REFUSED[0][1]),
    (
        HEAT.replace("x ", "x(t) ") + r"A = A^\top, \quad \frac{dx}{dt} = -A x, \quad E := \tfrac12 x^\top A x",
        r"\frac{dE}{dt} = -7 \|A x\|_2^2",
    ),
]


@pytest.mark.parametrize(("given", "claim"), REFUSED)
def test_more_is_meant_than_zero(given: str, claim: str, tmp_path):
    result = judged(claim, given, tmp_path)
    assert result.verdict == "undecided"
    assert "does not depend on" in result.message


def test_a_hypothesis_means_more_than_zero(tmp_path):
    with pytest.raises(BadPaper, match="x does not depend on t"):
        judged(r"\frac{d}{dt} \|x\|^2 = 0", HEAT + r"\frac{dx}{dt} = -A x", tmp_path)


@pytest.mark.parametrize(("given", "claim"), HOLDS)
def test_what_is_said_holds(given: str, claim: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "holds"


@pytest.mark.parametrize(("given", "claim"), REFUTED)
def test_false_neighbours(given: str, claim: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "refuted"
