r"""Where an evaluation bar begins: ``(x - a) f'(x) \big|_{x = a}`` is a Taylor term, or zero."""

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

NUMBERS = r"x, y, a \in \mathbb{R}, \quad f(x) := x^3"
VECTORS = r"x, y \in \mathbb{R}^n, \quad f(x) := \|x\|^2"
MATRIX = r"A \in \mathbb{R}^{n \times n}, \quad t \in \mathbb{R}"

UNDECLARED = r"x, y \in \mathbb{R}^n, \quad f : \mathbb{R}^n \to \mathbb{R}, \quad g(x) := \|x\|^2"

BOTH = [
    (NUMBERS, r"(x - a) \frac{df}{dx} \Big|_{x=a} = 0"),
    (NUMBERS, r"(x - a) f'(x) |_{x=a} = 0"),
    (NUMBERS, r"\frac12 (x - a)^2 \frac{d^2 f}{dx^2} \Big|_{x=a} = 0"),
    (NUMBERS, r"\sum_{k=1}^3 x f(x) \big|_{x=1} = 3"),
    (NUMBERS, r"x \, f |_{x=2} = 16"),
    (NUMBERS, r"-x f(x) \big|_{x=2} = -16"),
    (NUMBERS, r"x f(x) / x^2 \big|_{x=2} = 4"),
    (NUMBERS, r"x \frac{\partial f}{\partial x} y \big|_{x=1} = 3 y"),
    (NUMBERS, r"x^2 \cdot \frac{df}{dx} \Big|_{x=a} = 3 a^2 x^2"),
    (NUMBERS, r"y \sin(x) f'(x) \big|_{x=a} = 3 a^2 y \sin(x)"),
    (VECTORS, r"(x - y)^\top \nabla f(x) \big|_{x=y} = 0"),
    (VECTORS, r"f(x) = f(y) + (x - y)^\top \nabla f(x) \big|_{x=y} + \|x - y\|^2"),
    (MATRIX, r"t \frac{d}{dt} \operatorname{tr}((I + t A)^2) \Big|_{t=0} = 0"),
]
TRUE = [
    (NUMBERS, r"\left. (x - a) \frac{df}{dx} \right|_{x=a} = 0"),
    (NUMBERS, r"y f'(x) \big|_{x=a} = 3 a^2 y"),
    (NUMBERS, r"y \cdot f'(x) \big|_{x=a} = 3 a^2 y"),
    (NUMBERS, r"f'(x) y \big|_{x=a} = 3 a^2 y"),
    (NUMBERS, r"f(x) / x^2 \big|_{x=2} = 2"),
    (NUMBERS, r"\frac{d}{dx} x f(x) \big|_{x=a} = 4 a^3"),
    (NUMBERS, r"\log f(x) \big|_{x=1} = 0"),
    (VECTORS, r"f(x) = f(y) + (x - y)^\top \left. \nabla f(x) \right|_{x=y} + \|x - y\|^2"),
    (VECTORS, r"\nabla f(x)^\top y \big|_{x=y} = 2 \|y\|^2"),
    (VECTORS, r"x^\top x \big|_{x=y} = \|y\|^2"),
    (UNDECLARED, r"\frac{d}{dt} g(x + t y) \big|_{t=0} = 2 x^\top y"),
    (UNDECLARED, r"\frac{d}{dt} f(x + t y) \big|_{t=0} = \nabla f(x)^\top y"),
    (UNDECLARED, r"\left. \frac{d^2}{dt^2} g(x + t y) \right|_{t=0} = 2 y^\top y"),
    (MATRIX, r"3 \frac{d}{dt} \operatorname{tr}((I + t A)^2) \Big|_{t=0} = 6 \operatorname{tr} A"),
    (MATRIX, r"t \frac{d}{dt} \Big|_{t=0} \operatorname{tr}((I + t A)^2) = 2 t \operatorname{tr} A"),
]
FALSE = [
    (VECTORS, r"x^\top x \big|_{x=y} = x^\top y"),
    (NUMBERS, r"(x - a) \left. \frac{df}{dx} \right|_{x=a} = 0"),
    (NUMBERS, r"y f'(x) \big|_{x=a} = 3 x^2 y"),
    (UNDECLARED, r"\frac{d}{dt} g(x + t y) \big|_{t=0} = x^\top y"),
    (UNDECLARED, r"\frac{d}{dt} f(x + t y) \big|_{t=0} = \nabla f(y)^\top x"),
    (MATRIX, r"t \frac{d}{dt} \Big|_{t=0} \operatorname{tr}((I + t A)^2) = 0"),
]


@pytest.mark.parametrize(("given", "claim"), BOTH)
def test_a_bar_behind_factors_with_its_variable_may_begin_at_the_last(given, claim, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "ambiguous"


@pytest.mark.parametrize(("given", "claim"), TRUE)
def test_a_bar_with_one_beginning_is_certain(given, claim, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "holds"


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_a_false_claim_with_a_bar_is_refuted(given, claim, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "refuted"


@pytest.mark.parametrize(
    "claim",
    [
        r"t \frac{d}{dt} g(x + t y) \big|_{t=0} = 0",
        r"\frac{d}{dt} g(x + t y) \big|_{t=0} = 2 x^\top y + t",
        r"\frac{d}{dt} g(x + t y) \big|_{t=2t} = 0",
        r"g(x + t y) \big|_{t=0} = g(x)",
    ],
)
def test_a_letter_that_a_bar_binds_is_undeclared_elsewhere(claim, tmp_path):
    with pytest.raises(BadPaper, match="t is not declared"):
        judged(claim, UNDECLARED, tmp_path)
