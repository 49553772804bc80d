r"""What stands in brackets in a superscript is no power, and ``\gamma^T`` of a number with a declared T is one."""

import pytest

from tests.judged import judged

FUNCTION = r"x \in \mathbb{R}, \quad f(x) := x^3, \quad A \in \mathbb{R}^{n \times n}, \quad v, w \in \mathbb{R}^n"
HORIZON = r"\gamma \in (0, 1), \quad T \in \mathbb{N}, \quad v, w \in \mathbb{R}^n, \quad X \in \mathbb{R}^{T \times n}"

STEPS = r"x \in \mathbb{R}^T, \quad X \in \mathbb{R}^{T \times n}, \quad w \in \mathbb{R}^n \\ y := X w"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (FUNCTION, r"f^{(2)}(x) = 6x", "holds"),
        (FUNCTION, r"f^{(2)}(x) = x^6", "refuted"),
        (FUNCTION, r"f^{(0)}(x) = x^3", "holds"),
        (FUNCTION, r"f^{(3)}(x) = 6", "holds"),
        (FUNCTION, r"f^{(1)}(2x) = 12 x^2", "holds"),
        (FUNCTION, r"f^{(2)}(x)^2 = 36 x^2", "holds"),
        (FUNCTION, r"f^2(x) = x^6", "holds"),
        (FUNCTION, r"\exp^{(2)}(x) = \exp(x)", "holds"),
        (FUNCTION, r"\exp^{(2)}(x) = \exp(2x)", "refuted"),
        (FUNCTION + r", \quad x^{(2)} \in \mathbb{R}", r"x^{(2)} = x^2", "refuted"),
        (FUNCTION, r"2^{(n + 1)} = 2 \cdot 2^n", "holds"),
        (FUNCTION, r"|x|^{(1/2)} = \sqrt{|x|}", "holds"),
        (r"W^{[1]} \in \mathbb{R}^{n \times d}, W^{[2]} \in \mathbb{R}^{m \times n}", r"(W^{[2]} W^{[1]})^\top = W^{[1]\top} W^{[2]\top}", "holds"),
        (r"W^{[1]}, W^{[2]} \in \mathbb{R}^{n \times n}", r"W^{[2]} W^{[1]} = W^{[1]\top} W^{[2]\top}", "refuted"),
        (r"A^{[l]} \in \mathbb{R}^{n \times n} \quad \forall l \in \{1, \dots, L\}", r"(A^{[1]} A^{[2]})^\top = A^{[2]\top} A^{[1]\top}", "holds"),
        (r"A^{[l]} \in \mathbb{R}^{n \times n} \quad \forall l \in \{1, \dots, L\}", r"A^{[1]} A^{[2]} = A^{[2]} A^{[1]}", "refuted"),
        (HORIZON, r"\gamma^T = \gamma", "refuted"),
        (HORIZON, r"\gamma^\top = \gamma", "holds"),
        (HORIZON, r"\gamma^T \gamma = \gamma^{T + 1}", "holds"),
        (HORIZON, r"\gamma^{-T} = \frac{1}{\gamma^T}", "holds"),
        (HORIZON, r"\gamma^{-T} = \frac{1}{\gamma}", "refuted"),
        (HORIZON, r"e^T = \exp(T)", "holds"),
        (HORIZON, r"\|v\|^T = \|v\|", "refuted"),
        (HORIZON, r"v_1^T = v_1", "ambiguous"),
        (HORIZON, r"v_1^T = 2 v_1", "refuted"),
        (HORIZON, r"v_1^{-T} = \frac{1}{v_1}", "ambiguous"),
        (STEPS, r"\sum_{t=1}^T x_t^T x_t = x^T x", "ambiguous"),
        (STEPS, r"\sum_{t=1}^T x_t^T x_t = 2 x^T x", "refuted"),
        (STEPS, r"y_t^T = X_{t,:} w", "ambiguous"),
        (STEPS, r"1^T x = \sum_t x_t", "holds"),
        (STEPS, r"1^T x = 2 \sum_t x_t", "refuted"),
        (HORIZON, r"(v^\top w)^T = w^\top v", "ambiguous"),
        (HORIZON, r"\|X v\|^2 = v^T X^T X v", "holds"),
    ],
)
def test_verdicts(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        (r"x^{[2]} = x^2", "label or the order"),
        (r"x^{(2)} = x^2", "label or the order"),
        (r"x^{\{2\}} = x^2", "label or the order"),
        (r"A^{(2)} = A A", "label or the order"),
        (r"A^{(2)\top} = (A A)^\top", "label or the order"),
        (r"f^{(2)} = 6x", "its argument"),
        (r"f^{[2]}(x) = x^6", "label or the order"),
        (r"v_{[1]} = v_1", "label or a rank"),
        (r"v_{\{1\}} = v_1", "label or a rank"),
    ],
)
def test_refused(claim: str, message: str, tmp_path):
    found = judged(claim, FUNCTION, tmp_path)
    assert found.verdict == "undecided"
    assert message in found.message
