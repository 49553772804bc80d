r"""Jensen's inequality over many points, of functions that a hypothesis says to be convex or concave."""

import pytest

from tests.judged import proved

WEIGHTED = (
    r"p \in \mathbb{R}^n, p \ge 0, \mathbf{1}^\top p = 1, x \in \mathbb{R}^n, z_1, \dots, z_n, y \in \mathbb{R}^d"
)
CONVEX = rf"{WEIGHTED}, f : \mathbb{{R}}^d \to \mathbb{{R}} \text{{ convex}}"
CONCAVE = CONVEX.replace("convex", "concave")
OF_NUMBERS = rf"{WEIGHTED}, f : \mathbb{{R}} \to \mathbb{{R}} \text{{ convex}}"
MEAN = r"\frac1n \sum_{i=1}^n z_i"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (OF_NUMBERS, r"f\left(\sum_i p_i x_i\right) \le \sum_i p_i f(x_i)"),
        (CONVEX, r"f\left(\sum_{i=1}^n p_i z_i\right) \le \sum_{i=1}^n p_i f(z_i)"),
        (CONCAVE, r"f\left(\sum_{i=1}^n p_i z_i\right) \ge \sum_{i=1}^n p_i f(z_i)"),
        (CONVEX, rf"f\left({MEAN}\right) \le \frac1n \sum_{{i=1}}^n f(z_i)"),
        (CONVEX, rf"f\left({MEAN}\right) - f(y) \le \frac1n \sum_{{i=1}}^n (f(z_i) - f(y))"),
        (
            rf"{CONVEX}, C > 0, \sum_{{i=1}}^n (f(z_i) - f(y)) \le C",
            rf"f\left({MEAN}\right) - f(y) \le \frac{{C}}{{n}}",
        ),
    ],
)
def test_true(given: str, claim: str):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (OF_NUMBERS, r"f\left(\sum_i p_i x_i\right) \ge \sum_i p_i f(x_i)"),
        (OF_NUMBERS, r"f\left(\sum_i p_i x_i\right) \le \sum_i f(x_i)"),
        (OF_NUMBERS, r"f\left(2 \sum_i p_i x_i\right) \le \sum_i p_i f(x_i)"),
        (OF_NUMBERS.replace(r"p \ge 0, ", ""), r"f\left(\sum_i p_i x_i\right) \le \sum_i p_i f(x_i)"),
        (CONCAVE, rf"f\left({MEAN}\right) \le \frac1n \sum_{{i=1}}^n f(z_i)"),
        (CONVEX.replace(r" \text{ convex}", ""), rf"f\left({MEAN}\right) \le \frac1n \sum_{{i=1}}^n f(z_i)"),
        (CONVEX, rf"f\left({MEAN}\right) - f(y) \le \frac{{1}}{{2 n}} \sum_{{i=1}}^n (f(z_i) - f(y))"),
        (
            rf"{CONVEX}, C > 0, \sum_{{i=1}}^n (f(z_i) - f(y)) \le C",
            rf"f\left({MEAN}\right) - f(y) \le \frac{{C}}{{2 n}}",
        ),
    ],
)
def test_false_neighbors(given: str, claim: str):
    assert not proved(given, claim)
