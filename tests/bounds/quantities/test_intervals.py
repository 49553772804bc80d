"""Largest and smallest values of polynomials over intervals, and of squared norms that tend or are integrated."""

import pytest

from tests.judged import judged

GIVEN = r"x, y \in \mathbb{R}^n, \quad a, b \in \mathbb{R}"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\sup_{t \in [0, 1]} t (1 - t) = \frac14", "holds"),
        (r"\sup_{t \in [0, 1]} t (1 - t) = \frac12", "refuted"),
        (r"\sup_{t \in [0, 1]} t (1 - t) \le \frac15", "refuted"),
        (r"\sup_{t \in [0, 1]} t^2 (1 - t) = \frac{4}{27}", "holds"),
        (r"\sup_{t \in [0, 1]} t^2 (1 - t) = \frac{1}{8}", "refuted"),
        (r"\inf_{t \in [0, 1]} (t - 2)^2 = 1", "holds"),
        (r"\inf_{t \in [0, 1]} (t - 2)^2 = 0", "refuted"),
        (r"\inf_{t \in [0, 3]} (t - 2)^2 = 0", "holds"),
        (r"\max_{0 \le t \le 1} t^2 (1 - t)^2 = \frac{1}{16}", "holds"),
        (r"\max_{-1 \le t \le 3} (t^3 - 3 t) = 18", "holds"),
        (r"\max_{-1 \le t \le 2} (t^3 - 3 t) = 18", "refuted"),
        (r"\max_{|t| \le 2} t^2 = 4", "holds"),
        (r"\min_{|t| \le 2} t^2 = 4", "refuted"),
        (r"\max_{0 \le t \le 1} (a t + b) = \max(b, a + b)", "holds"),
        (r"\lim_{t \to 0} \frac{\|x + t y\|_2^2 - \|x\|_2^2}{t} = 2 x^\top y", "holds"),
        (r"\lim_{t \to 0} \frac{\|x + t y\|_2^2 - \|x\|_2^2}{t} = x^\top y", "refuted"),
        (r"\int_0^1 \|x + t y\|_2^2 \, dt = \|x\|_2^2 + x^\top y + \frac13 \|y\|_2^2", "holds"),
        (r"\int_0^1 \|x + t y\|_2^2 \, dt = \|x\|_2^2 + x^\top y + \frac12 \|y\|_2^2", "refuted"),
    ],
)
def test_verdicts(claim: str, verdict: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    "claim",
    [
        r"\max_{|t| \le 1} (t^4 - t^2) = 1",
        r"\max_{0 \le t \le 1} (t - t^5) = \frac12",  # where the derivative vanishes at irrational numbers only
        r"\max_{0 \le t \le 1} (a t - t^2) = a - 1",  # with a coefficient that is no number
        r"\max_{a \le t \le b} (t - t^2) = \frac14",  # with ends that are none
    ],
)
def test_what_is_not_known_is_not_shown(claim: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict != "holds"
