r"""Norms with an exponent of their own: Minkowski, Hoelder, Young, and how they are ordered."""

import pytest

from tests.judged import judged, proved

PLAIN = r"x, y \in \mathbb{R}^n, a, b \ge 0"
CONJUGATE = rf"{PLAIN}, p, q > 1, \frac1p + \frac1q = 1"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (CONJUGATE, r"a b \le \frac{a^p}{p} + \frac{b^q}{q}"),
        (CONJUGATE, r"\|x + y\|_p \le \|x\|_p + \|y\|_p"),
        (CONJUGATE, r"|x^\top y| \le \|x\|_p \|y\|_q"),
        (CONJUGATE, r"\sum_i |x_i y_i| \le \left(\sum_i |x_i|^p\right)^{1/p} \left(\sum_i |y_i|^q\right)^{1/q}"),
        (CONJUGATE, r"\|x\|_p \le \|x\|_1"),
        (CONJUGATE, r"\|x\|_\infty \le \|x\|_p"),
        (PLAIN, r"\|x\|_4 \le \|x\|_3"),
        (PLAIN, r"\|x\|_4 \le \|x\|_2"),
        (PLAIN, r"\|x - y\|_3 \le \|x\|_3 + \|y\|_3"),
        (PLAIN, r"\|x\|_2 \le n^{1/4} \|x\|_4"),
        (PLAIN, r"\|x\|_3 \le n^{1/3} \|x\|_\infty"),
        (PLAIN, r"|x^\top y| \le \|x\|_3 \|y\|_{3/2}"),
        (PLAIN, r"a b \le \frac{a^3}{3} + \frac{2 b^{3/2}}{3}"),
    ],
)
def test_true(given: str, claim: str):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (CONJUGATE, r"a b \le \frac{a^p}{q} + \frac{b^q}{p}"),
        (CONJUGATE, r"|x^\top y| \le \|x\|_p \|y\|_p"),
        (PLAIN, r"\|x\|_4 \ge \|x\|_2"),
        (PLAIN, r"\|x\|_2 \le n^{1/5} \|x\|_4"),
        (PLAIN, r"\|x + y\|_3 \le \|x\|_3 + \|y\|_4"),
        (PLAIN, r"|x^\top y| \le \|x\|_3 \|y\|_2"),
        (PLAIN, r"a b \le \frac{a^3}{3} + \frac{b^{3/2}}{3}"),
    ],
)
def test_false_neighbors(given: str, claim: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "refuted"


@pytest.mark.parametrize(
    "claim",
    [
        r"\|x + y\|_p \le \|x\|_p + \|y\|_p",  # of p below 1 the other way round
        r"\|x\|_p \le \|x\|_1",
    ],
)
def test_exponents_below_one_have_no_such_rule(claim: str):
    assert not proved(rf"{PLAIN}, p \in \mathbb{{R}}_{{>0}}", claim)
