r"""Logarithms of sums of exponentials as the temperature goes to zero: the largest (or the least) exponent."""

import pytest

from tests.judged import judged

LOG_SUM = r"\tau \log \sum_{i=1}^n e^{x_i/\tau}"
LEAST = r"-\tau \log \sum_{i=1}^n e^{-x_i/\tau}"
INVERSE = r"\frac{1}{\beta} \log \sum_{i=1}^n e^{\beta x_i}"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (rf"\lim_{{\tau \to 0^+}} {LOG_SUM} = \max_i x_i", "holds"),
        (rf"\lim_{{\tau \to 0^+}} {LOG_SUM} = \min_i x_i", "refuted"),
        (rf"\lim_{{\tau \to 0^+}} {LOG_SUM} = 0", "refuted"),
        (rf"\lim_{{\tau \to 0^+}} {LEAST} = \min_i x_i", "holds"),
        (rf"\lim_{{\tau \to 0^+}} {LEAST} = \max_i x_i", "refuted"),
        (rf"\lim_{{\beta \to \infty}} {INVERSE} = \max_i x_i", "holds"),
        (rf"\lim_{{\beta \to \infty}} {INVERSE} = \frac{{1}}{{n}} \sum_i x_i", "refuted"),
    ],
)
def test_limits(claim, verdict, tmp_path):
    assert judged(claim, r"x \in \mathbb{R}^n", tmp_path).verdict == verdict


@pytest.mark.parametrize("wrong", [r"\tau^2 \log \sum_{i=1}^n e^{x_i/\tau}", r"\tau \log \sum_{i=1}^n e^{x_i/\tau^2}"])
def test_other_powers_are_not_taken_for_it(wrong, tmp_path):
    claim = rf"\lim_{{\tau \to 0^+}} {wrong} = \max_i x_i"
    assert judged(claim, r"x \in \mathbb{R}^n", tmp_path).verdict != "holds"
