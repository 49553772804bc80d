r"""Weighted sums of bounded numbers: ``|\sum_t \gamma^t r_t| \le \|r\|_\infty / (1 - \gamma)``."""

import pytest

from tests.judged import judged, proved

GIVEN = r"\gamma \in (0, 1), \quad p, r \in \mathbb{R}^k, \quad p \ge 0, \quad \mathbf{1}^\top p = 1"
BOUNDED = rf"{GIVEN}, \quad |r_i| \le 1"
RETURN = r"\left|\sum_{t=1}^k \gamma^t r_t\right|"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (GIVEN, rf"{RETURN} \le \|r\|_\infty \sum_{{t=1}}^k \gamma^t"),
        (GIVEN, rf"{RETURN} \le \frac{{\|r\|_\infty}}{{1 - \gamma}}"),
        (BOUNDED, rf"{RETURN} \le \frac{{1}}{{1 - \gamma}}"),
        (BOUNDED, rf"{RETURN} \le \frac{{\gamma}}{{1 - \gamma}}"),
    ],
)
def test_true(given, claim):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (GIVEN, rf"{RETURN} \le \frac12 \|r\|_\infty \sum_{{t=1}}^k \gamma^t"),
        (GIVEN, rf"{RETURN} \le \frac{{1}}{{1 - \gamma}}"),
        (BOUNDED, rf"{RETURN} \le \frac{{\gamma^2}}{{1 - \gamma}}"),
        (BOUNDED.replace("(0, 1)", "(-1, 1)"), rf"{RETURN} \le \frac{{1}}{{1 + \gamma^2}} \gamma"),
        (BOUNDED.replace(r"\gamma \in (0, 1)", r"\gamma > 0"), rf"{RETURN} \le 1"),
    ],
)
def test_false_neighbours(given, claim, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "refuted"
