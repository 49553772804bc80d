r"""Integrals, limits and suprema that may have no finite value: ``I - I`` and ``0 I`` are no zeros where ``I`` is infinite."""

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
        (r"\lim_{t \to 0} (f(t) + g(t)) = \lim_{t \to 0} f(t) + \lim_{t \to 0} g(t)", "undecided"),  # nothing says that they are continuous
        (r"\lim_{t \to 0} (f'(t) + g'(t)) = \lim_{t \to 0} f'(t) + \lim_{t \to 0} g'(t)", "holds"),
        (r"\lim_{t \to \infty} (f(t) + g(t)) = \lim_{t \to \infty} f(t) + \lim_{t \to \infty} g(t)", "undecided"),
    ],
)  # fmt: skip
def test_several_on_one_side(claim: str, verdict: str, tmp_path):
    assert judged(claim, FUNCTIONS, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        ("", r"0 \cdot \sup_x f(x) = 0", "undecided"),
        ("", r"0 \cdot \sup_{x \in [0, 1]} f(x) = 0", "holds"),
        ("", r"0 \cdot \sup_x f(x) \le 1", "undecided"),
        ("", r"\sup_x f(x) \ge \inf_x f(x)", "holds"),
        (r", A \in \mathbb{R}^{m \times n}, c \in \mathbb{R}", r"c \sup_{v \ne 0} \frac{\|A v\|_2}{\|v\|_2} = c \|A\|_2", "holds"),
        ("", r"0 \int_0^\infty f(t) \, dt = 0", "undecided"),
        ("", r"0 \int_0^1 f(t) \, dt = 0", "holds"),
        (r", c \in \mathbb{R}", r"c \int_0^\infty f(t) \, dt = \int_0^\infty c f(t) \, dt", "holds"),
        (r", c \in \mathbb{R}", r"(c - c) \int_0^\infty f(t) \, dt = 0", "undecided"),
        ("", r"\lim_{x \to 0} \frac1x = \lim_{x \to 0} \frac1x", "undecided"),
        ("", r"\lim_{x \to 0} \frac{\sin x}{x} = \lim_{x \to 0} \frac{\sin x}{x}", "holds"),
        (r", c \in \mathbb{R}", r"\lim_{t \to \infty} f(t) = c \implies c = \lim_{t \to \infty} f(t)", "holds"),
        (r", c \in \mathbb{R}", r"c = \lim_{t \to \infty} f(t) \implies \lim_{t \to \infty} g(t) = \lim_{t \to \infty} g(t)", "undecided"),
    ],
)  # fmt: skip
def test_calculations_with_infinite_values(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, FUNCTIONS + given, tmp_path).verdict == verdict
