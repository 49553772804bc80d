"""Inequalities between functions of one number: logarithms, exponentials and their like against their tangents and parabolas."""

from __future__ import annotations

import random
from pathlib import Path

import mpmath
import pytest

from derive.bounds.inequalities.exponential_logs import (
    Sum,
    Unclear,
    exponential,
    logarithm,
    number,
    of_polynomial,
    sign_at,
    trimmed,
)
from derive.bounds.inequalities.sign_patterns import Range, pattern
from derive.fraction import Fraction
from tests.judged import judged, proved

X = r"x \in \mathbb{R}"
POSITIVE = r"x \in \mathbb{R}, x \ge 0"
BELOW_ONE = r"x \in \mathbb{R}, 0 \le x < 1"
INSIDE = r"x \in \mathbb{R}, 0 < x < 1"
N, P, U = r"n \in \mathbb{N}", r"p \in \mathbb{R}^n, p > 0, \mathbf{1}^\top p = 1", r"u \in \mathbb{R}^n"
ENTROPY = r"-x \log x - (1 - x) \log(1 - x)"
SIGMOID = r"\frac{1}{1 + e^{-x}}"

TRUE = [
    (POSITIVE, r"\log(1 + x) \ge x - \frac{x^2}{2}"),
    (X, r"\log(1 + x) \ge \frac{x}{1 + x}"),
    (r"x \in \mathbb{R}, x > 0", r"\log(1 + x) > \frac{x}{1 + x}"),
    (POSITIVE, r"\log(1 + x) \ge \frac{2 x}{2 + x}"),
    (X, r"\log(1 + x^2) \le |x|"),
    (r"x \in \mathbb{R}, x \le \frac{3}{2}", r"e^x \le 1 + x + x^2"),
    (POSITIVE, r"e^x \ge 1 + x + \frac{x^2}{2}"),
    (r"x \in \mathbb{R}, x \le 0", r"e^x \le 1 + x + \frac{x^2}{2}"),
    (X, r"e^x > x"),
    (X, r"e^x - x \le e^{x^2}"),
    (X, r"\cosh x \le e^{x^2 / 2}"),
    (POSITIVE, r"\tanh x \le x"),
    (X, r"|\tanh x| \le |x|"),
    (POSITIVE, r"\tanh x \ge x - \frac{x^3}{3}"),
    (X, r"x e^{-x} \le \frac{1}{e}"),
    (POSITIVE, r"x^2 e^{-x} \le \frac{4}{e^2}"),
    (X, r"x \log x \ge -\frac{1}{e}"),
    (X, r"x \log x \ge x - 1"),
    (INSIDE, ENTROPY + r" \le \log 2"),
    (X, r"\log(1 + e^x) > x"),
    (X, r"\log(1 + e^x) \le \log 2 + \frac{x}{2} + \frac{x^2}{8}"),
    (X, r"\max(x, 0) \le \log(1 + e^x) \le \max(x, 0) + \log 2"),
    (r"x \in \mathbb{R}, 0 \le x \le 1", r"1 - e^{-x} \ge (1 - \frac{1}{e}) x"),
    (X, SIGMOID + r" (1 - " + SIGMOID + r") \le \frac{1}{4}"),
    (X, r"x " + SIGMOID + r" \ge -\frac{28}{100}"),
    (X, r"\log x \le \frac{x}{e}"),
    (X, r"\log x \le 2 (\sqrt{x} - 1)"),
    (X, r"\log x \le \frac{2}{e} \sqrt{x}"),
    (POSITIVE, r"(1 + x) \log(1 + x) - x \ge \frac{x^2}{2 + \frac{2 x}{3}}"),
    (BELOW_ONE, r"(1 - x) \log(1 - x) + x \ge \frac{x^2}{2}"),
    (BELOW_ONE, r"\log \frac{1 + x}{1 - x} \ge 2 x"),
    (r"x \in \mathbb{R}, x > 0", r"\frac{e^x - 1}{x} \ge 1"),
    (X, r"\frac{e^x - 1}{x} > 0"),
    (X, r"x^4 - 4 x + 3 \ge 0"),
    (N, r"\log n < \sqrt{n}"),
    (N, r"\log n + \frac{1}{n + 1} \le \log(n + 1) \le \log n + \frac{1}{n}"),
    (U, r"\log(1 + \|u\|) \ge \frac{\|u\|}{1 + \|u\|}"),
    (P, r"p_i \log p_i \ge -\frac{1}{e}"),
]  # fmt: skip
FALSE = [
    (X, r"\log(1 + x) \ge x - \frac{x^2}{2}"),
    (POSITIVE, r"\log(1 + x) \ge x - \frac{x^2}{3}"),
    (X, r"\log(1 + x) > \frac{x}{1 + x}"),
    (POSITIVE, r"\log(1 + x) > \frac{x}{1 + x}"),
    (r"x \in \mathbb{R}, x > -1", r"\log(1 + x) \ge \frac{2 x}{2 + x}"),
    (X, r"\log(1 + x^2) \le \frac{3}{4} |x|"),
    (r"x \in \mathbb{R}, x \le 2", r"e^x \le 1 + x + x^2"),
    (X, r"e^x \ge 1 + x + \frac{x^2}{2}"),
    (POSITIVE, r"e^x \le 1 + x + \frac{x^2}{2}"),
    (X, r"e^x > 3 x"),
    (X, r"e^x - x \le e^{x^2 / 2}"),
    (X, r"\cosh x \le e^{x^2 / 3}"),
    (X, r"\tanh x \le x"),
    (X, r"|\tanh x| < |x|"),
    (POSITIVE, r"\tanh x \ge x - \frac{x^3}{4}"),
    (X, r"x e^{-x} \le \frac{1}{3}"),
    (X, r"x^2 e^{-x} \le \frac{4}{e^2}"),
    (X, r"x \log x \ge -\frac{1}{3}"),
    (X, r"x \log x \ge x"),
    (INSIDE, ENTROPY + r" \le \frac{2}{3}"),
    (X, r"\log(1 + e^x) > x + \frac{1}{100}"),
    (X, r"\log(1 + e^x) \le \log 2 + \frac{x}{2} + \frac{x^2}{9}"),
    (r"x \in \mathbb{R}, 0 \le x \le 2", r"1 - e^{-x} \ge (1 - \frac{1}{e}) x"),
    (X, SIGMOID + r" (1 - " + SIGMOID + r") < \frac{1}{4}"),
    (X, r"x " + SIGMOID + r" \ge -\frac{27}{100}"),
    (X, r"\log x \le \frac{2}{3} \sqrt{x}"),
    (POSITIVE, r"(1 + x) \log(1 + x) - x \ge \frac{x^2}{2 + \frac{x}{2}}"),
    (BELOW_ONE, r"(1 - x) \log(1 - x) + x > \frac{x^2}{2}"),
    (X, r"\log \frac{1 + x}{1 - x} \ge 2 x"),
    (X, r"\frac{e^x - 1}{x} \ge 1"),
    (X, r"x^4 - 4 x + 3 > 0"),
    (N, r"\log n < \frac{2}{3} \sqrt{n}"),
    (N, r"\log(n + 1) \le \log n + \frac{1}{n + 1}"),
    (U, r"\log(1 + \|u\|) > \frac{\|u\|}{1 + \|u\|}"),
    (P, r"p_i \log p_i \ge -\frac{1}{3}"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "claim"), TRUE)
def test_what_derivatives_tell(given: str, claim: str) -> None:
    assert proved(given, claim)


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_false_ones_are_refuted(given: str, claim: str, tmp_path: Path) -> None:
    assert not proved(given, claim)
    assert judged(claim, given, tmp_path).verdict in ("refuted", "needs-hypothesis")


# What no certificate shows (equality at numbers that are not rational) must at least not be proved.
OPEN = [
    (X, r"x e^{-x} < \frac{1}{e}"),
    (X, r"x \log x > -\frac{1}{e}"),
    (INSIDE, ENTROPY + r" < \log 2"),
    (X, r"\log x < \frac{x}{e}"),
    (r"x, y \in \mathbb{R}", r"e^x \le 1 + y"),
    (r"x \in \mathbb{R}, x \ge 1, x \le 1", r"e^x \le 2"),  # one point is no interval
]


@pytest.mark.parametrize(("given", "claim"), OPEN)
def test_strict_ones_with_equality_inside_are_not_proved(given: str, claim: str) -> None:
    assert not proved(given, claim)


# The signs of random functions against their values


LOGS = [
    logarithm(of_polynomial((Fraction(1), Fraction(1)))),  # log(1 + x)
    logarithm(of_polynomial((Fraction(0), Fraction(1)))),  # log x
    logarithm(number(1) + exponential((Fraction(0), Fraction(1)))),  # log(1 + e^x)
    logarithm(of_polynomial((Fraction(1), Fraction(0), Fraction(1)))),  # log(1 + x^2)
]


def _random(rnd: random.Random) -> Sum:
    def poly(degree: int) -> Sum:
        return of_polynomial(trimmed(Fraction(rnd.randint(-3, 3), rnd.choice([1, 2])) for _ in range(degree + 1)))

    found = poly(rnd.randint(0, 3))
    for _ in range(rnd.randint(1, 3)):
        exponent = trimmed([Fraction(0), Fraction(rnd.randint(-2, 2)), Fraction(rnd.choice([0, 0, 1, -1]), 2)])
        factor = exponential(exponent) if rnd.random() < 0.5 else rnd.choice(LOGS)
        found = found + poly(rnd.randint(0, 1)) * factor
    return found


def _value(f: Sum, x: Fraction) -> mpmath.mpf:
    def of(poly: tuple[Fraction, ...]) -> mpmath.mpf:
        return mpmath.fsum(
            mpmath.mpf(c.numerator) / c.denominator * mpmath.mpf(x.numerator) ** k / mpmath.mpf(x.denominator) ** k
            for k, c in enumerate(poly)
        )

    return mpmath.fsum(
        of(c) * mpmath.exp(of(p)) * mpmath.fprod(mpmath.log(_value(q, x)) ** m for q, m in powers)
        for (p, powers), c in f.terms
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(60))
def test_signs_are_those_of_the_values(seed: int) -> None:
    rnd = random.Random(seed)
    f = _random(rnd)
    low, high = rnd.choice([(0, None), (0, 2), (1, None), (1, 3)])
    try:
        found = pattern(f, Range(Fraction(low), None if high is None else Fraction(high)))
    except Unclear:
        pytest.skip("not found out")
    width = 1 if high is None else high - low
    points = [low + Fraction(width * k, 41) for k in range(1, 41)]
    points += [] if high is not None else [low + Fraction(k, 3) for k in range(4, 40)]
    with mpmath.workdps(40):
        for x in points:
            if not any(place.low <= x <= place.high for place in found.places):
                value = _value(f, x)
                if abs(value) > mpmath.mpf(10) ** -30:
                    assert mpmath.sign(value) == found.signs[sum(place.high < x for place in found.places)], (f, x)


def test_what_cancels_is_zero_exactly() -> None:
    two, e = logarithm(number(2)), exponential((Fraction(1),))
    assert sign_at(two + two - logarithm(number(4)), Fraction(0)) == 0
    assert sign_at(logarithm(e * e) - number(2), Fraction(0)) == 0
    assert sign_at(logarithm(number(8)) - number(Fraction(207944, 100000)), Fraction(0)) == 1
