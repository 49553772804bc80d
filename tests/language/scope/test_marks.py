r"""Primes and dots on functions in given blocks: equations for derivatives, never definitions of other names."""

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

SQUARE = r"x \in \mathbb{R}, \quad f(x) := x^2 \\ "
LOGISTIC = r"x \in \mathbb{R}, \quad \sigma(x) := \frac{1}{1 + e^{-x}} \\ "
GROWTH = r"t, a \in \mathbb{R}, \quad u(t) := e^{a t} \\ "
ABSTRACT = r"x \in \mathbb{R}, \quad f(x) \in \mathbb{R} \\ "
INDEXED = r"x \in \mathbb{R}, \quad f_1(x) := x^2 \\ "

REFUSED = [
    (SQUARE + r"f'(x) = 3 x", "not shown to agree"),
    (SQUARE + r"f' = 3 x", "f' is not declared"),
    (SQUARE + r"\frac{df}{dx} = 3 x", "not shown to agree"),
    (SQUARE + r"\ddot f(x) = 3 x", "not shown to agree"),
    (INDEXED + r"f_1'(x) = 3 x", "not shown to agree"),
    (INDEXED + r"f'_1(x) = 3 x", "not shown to agree"),
    (LOGISTIC + r"\sigma'(x) = \sigma(x)(1 + \sigma(x))", "not shown to agree"),
    (GROWTH + r"\dot u(t) = -a u(t)", "not shown to agree"),
    (GROWTH + r"\dot u = -a u", "not shown to agree"),
    (r"x \in \mathbb{R}, \quad \tanh'(x) = 1 + \tanh^2(x)", "not shown to agree"),
    (SQUARE + r"f'(x) := 2 x", "is the derivative of the function"),
    (SQUARE + r"f'(x) \in \mathbb{R}", "is the derivative of the function"),
    (GROWTH + r"\dot u(t) := a u(t)", "is the derivative of the function"),
    (r"x \in \mathbb{R}, \quad f'(x) := 3 x, \quad f(x) := x^2", "is the derivative of the function"),
    (r"x \in \mathbb{R}, \quad \tanh'(x) := 1 + \tanh^2(x)", "is the derivative of the function"),
    (r"x \in \mathbb{R}^n, \quad f(x) := \|x\|^2, \quad f'(x) := 3 x", "is the derivative of the function"),
    (r"t \in \mathbb{R}, \quad w(t) \in \mathbb{R}^n, \quad E := \|w\|^2, \quad \dot E := -E", "is the derivative of"),
    (r"x \in \mathbb{R}^n, \quad f(x) := \|x\|^2, \quad f'(x) = 3 x", "functions of one number"),
    (SQUARE + r"f^{(2)}(x) = 3 x", "or another function"),
]
HOLDS = [
    (SQUARE + r"f'(x) = 2 x", r"f'(2) = 4"),
    (SQUARE + r"f'(x) = 0", r"x = 0"),
    (LOGISTIC + r"\sigma'(x) = \sigma(x)(1 - \sigma(x))", r"\sigma'(0) = \frac{1}{4}"),
    (GROWTH, r"\dot u(t) = a u(t)"),
    (GROWTH, r"\dot u = a u"),
    (GROWTH, r"\ddot u = a^2 u"),
    (GROWTH + r"\dot u = a u", r"\dot u(0) = a"),
    (ABSTRACT + r"f'(x) = f(x)", r"\frac{d}{dx} f(x) = f(x)"),
    (r"W \in \mathbb{R}^{n \times n}, \quad W' := W + \mathbf{I}", r"W' - W = \mathbf{I}"),
    (r"x \in \mathbb{R}^n, \quad x' = 2 x", r"x' - x = x"),
    (r"x \in \mathbb{R}^n, \quad \dot x = 2 x", r"\dot x - x = x"),
    (r"\pi, \pi' : \mathbb{R}^n \to \mathbb{R}, \quad x \in \mathbb{R}^n", r"\pi(x) + \pi'(x) = \pi'(x) + \pi(x)"),
]
REFUTED = [
    (GROWTH, r"\dot u(t) = -a u(t)"),
    (GROWTH, r"\ddot u = a u"),
    (SQUARE, r"\dot f(x) = 3 x"),
    (SQUARE + r"f'(x) = 2 x", r"f'(2) = 6"),
    (ABSTRACT + r"f'(x) = f(x)", r"\frac{d}{dx} f(x) = 2 f(x)"),
]


@pytest.mark.parametrize(("given", "message"), REFUSED)
def test_what_cannot_be_meant(given: str, message: str, tmp_path):
    with pytest.raises(BadPaper, match=message):
        judged("1 = 1", given, tmp_path)


@pytest.mark.parametrize(("given", "claim"), HOLDS)
def test_derivatives_and_other_names(given: str, claim: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "holds"


@pytest.mark.parametrize(("given", "claim"), REFUTED)
def test_their_false_neighbours(given: str, claim: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "refuted"
