r"""A function in front of a bracket that speaks of its value: applied, or the value times the bracket."""

import pytest

from tests.judged import judged

GIVEN = (
    r"t \in \mathbb{R}, \quad w, x, y \in \mathbb{R}^n, \quad A \in \mathbb{R}^{n \times n}, \quad \sigma(t) := \frac{1}{1 + e^{-t}}, \quad f(t) := 1 - t, \quad "
    r"p(w) := \frac{1}{1 + e^{-w^\top x}}, \quad s(x) := \operatorname{softmax}(x), \quad g(x) := A x"
)
VERDICTS = [
    (r"\frac{d \sigma}{dt} = \sigma (1 - \sigma)", "holds"),
    (r"\frac{d \sigma}{dt} = 2 \sigma (1 - \sigma)", "refuted"),
    (r"\frac{d \sigma}{dt} = \sigma(t) (1 - \sigma(t))", "holds"),
    (r"f (1 - f) = f", "refuted"),
    (r"f(1 - f(t)) = f(t)", "holds"),
    (r"f(f(t)) = t", "holds"),
    (r"\nabla_w p = p (1 - p) x", "holds"),
    (r"\nabla_w p = 2 p (1 - p) x", "refuted"),
    (r"s^\top (y - s) = s^\top y - \|s\|_2^2", "holds"),
    (r"s^\top (y - s) = s^\top y", "refuted"),
    (r"g(x - g(x)) = A x - A^2 x", "holds"),
]


@pytest.mark.parametrize(("claim", "verdict"), VERDICTS)
def test_the_value_of_a_function_as_a_factor(claim: str, verdict: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == verdict
