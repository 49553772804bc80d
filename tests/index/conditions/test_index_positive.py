"""Logarithms, roots and signs of what is positive: by hypothesis, or because the claim takes its logarithm."""

# ruff: noqa: E501 - formulas stay on one line

import pytest

from tests.index.outcomes import outcome

GIVEN = r"a, b, t \in \mathbb{R}, \quad x, y, p, q \in \mathbb{R}^{n}, \quad X \in \mathbb{R}^{m \times n}"


@pytest.mark.parametrize(
    ("claim", "given"),
    [
        (r"\log(ab) = \log a + \log b", r"a > 0, \quad b > 0"),
        (r"\log(ab) = \log a + \log b", ""),
        (r"\log(a / b) = \log a - \log b", ""),
        (r"\log(a^2) = 2\log a", ""),
        (r"\log(a^2) = 2\log |a|", ""),
        (r"\log(a^2 b) = 2\log |a| + \log b", ""),
        (r"\log(|a||b|) = \log |a| + \log |b|", ""),
        (r"\log(a^b) = b \log a", r"a > 0"),
        (r"\sqrt{a^2 b} = a \sqrt{b}", r"a > 0"),
        (r"|a| b = a b", r"a > 0"),
        (r"\operatorname{sign}(a)^2 = 1", r"a > 0"),
        (r"\log(x \odot y) = \log x + \log y", r"x_i > 0"),
        (r"\log(X \odot X) = 2 \log X", r"X > 0"),
        (r"\sum_{i=1}^{n} \log(x_i y_i) = \sum_{i=1}^n \log x_i + \sum_{i=1}^n \log y_i", ""),
        (
            r"\sum_{i=1}^{n} p_i \log (p_i / q_i) = \sum_{i=1}^n p_i \log p_i - \sum_{i=1}^n p_i \log q_i",
            r"p > 0, \quad q > 0",
        ),
        (r"\frac{\partial \log(ab)}{\partial a} = \frac{1}{a}", ""),
        (r"\frac{\partial (a \log(ab))}{\partial a} = \log a + \log b + 1", r"a > 0, \quad b > 0"),
    ],
)
def test_proved_where_it_is_positive(claim: str, given: str):
    assert outcome(GIVEN, claim, given) == "agree"


@pytest.mark.parametrize(
    ("claim", "given"),
    [
        (r"\log(a + b) = \log a + \log b", r"a > 0, \quad b > 0"),
        (r"\log(ab) = \log a \log b", r"a > 0, \quad b > 0"),
        (r"\log(ab) = \log |a| + \log |b| + \operatorname{sign}(a) - 1", ""),
        (r"\log(a^2) = \log |a|", ""),
        (r"\log(a^2 b) = \log |a| + \log b", ""),
        (r"\log(a^3) = 2\log |a|", ""),
        (r"\sqrt{a^2 b} = a \sqrt{b}", r"b > 0"),
        (r"\sqrt{a^2 b} = a \sqrt{b}", r"a < 0"),
        (r"|a| = a", r"b > 0"),
        (r"|a| = a", r"a \ne 0"),
        (r"|a| + \log b = a + \log b", ""),
        (r"\operatorname{sign}(a) = 1", r"a \ge 0"),
        (r"|x| + \mathbf{1}_n \log(x_1) = x + \mathbf{1}_n\log(x_1)", ""),
        (r"|a| + \int_0^1 \log(t)\, dt = a + \int_0^1 \log(t)\, dt", ""),
        (r"|t| + \int_0^1 \log(t + 1)\, dt = t + \int_0^1 \log(t + 1)\, dt", ""),
        (r"\frac{\partial |ab|}{\partial a} = b", r"a > 0"),
        (r"\frac{\partial \sqrt{a^2 b}}{\partial b} = \frac{a}{2\sqrt{b}}", ""),
    ],
)
def test_false_claims_are_not_proved(claim: str, given: str):
    assert outcome(GIVEN, claim, given) == "none"
