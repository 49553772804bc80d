r"""Integrals and limits that may have no finite value: ``I - I`` is no zero where ``I`` is infinite."""

import pytest

from tests.judged import judged

FUNCTIONS = r"f, g : \mathbb{R} \to \mathbb{R}"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\int_0^1 \frac1t \, dt - \int_0^1 \frac1t \, dt = 0", "undecided"),
        (r"\int_1^\infty \left(\frac1t - \frac{1}{t + 1}\right) dt = \int_1^\infty \frac1t \, dt - \int_1^\infty \frac{1}{t + 1} dt", "undecided"),
        (r"\int_0^\infty (f(t) + g(t)) \, dt = \int_0^\infty f(t) \, dt + \int_0^\infty g(t) \, dt", "undecided"),
        (r"\int_0^1 (f(t) + g(t)) \, dt = \int_0^1 f(t) \, dt + \int_0^1 g(t) \, dt", "holds"),
        (r"\int_0^1 (f(t) + g(t)) \, dt = \int_0^1 f(t) \, dt - \int_0^1 g(t) \, dt", "refuted"),
        (r"\int_0^1 \operatorname{sign}(t) f(t) \, dt - \int_0^1 \operatorname{sign}(t) f(t) \, dt = 0", "holds"),
        (r"\lim_{t \to 0} (f(t) + g(t)) = \lim_{t \to 0} f(t) + \lim_{t \to 0} g(t)", "holds"),
        (r"\lim_{t \to \infty} (f(t) + g(t)) = \lim_{t \to \infty} f(t) + \lim_{t \to \infty} g(t)", "undecided"),
    ],
)  # fmt: skip
def test_several_on_one_side(claim: str, verdict: str, tmp_path):
    assert judged(claim, FUNCTIONS, tmp_path).verdict == verdict
