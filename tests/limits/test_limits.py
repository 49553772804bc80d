r"""Limits as values: continuity, ``u = 1/t``, difference quotients; a false one is refuted by its value."""

from pathlib import Path

import pytest

from tests.judged import judged

Z = r"z \in \mathbb{R}^n, \tau > 0"
T = r"c, t \in \mathbb{R}"
N = r"n \in \mathbb{N}"
XY = r"x, y \in \mathbb{R}"
TRUE = [
    (Z, r"\lim_{\tau \to \infty} \mathrm{softmax}(z / \tau) = \frac{1}{n} \mathbf{1}_n"),
    (T, r"\lim_{t \to \infty} \frac{c}{t} = 0"),
    (T, r"\lim_{t \to \infty} \frac{c t^2 + 1}{2 t^2 - t + 1} = c / 2"),
    (T, r"\lim_{t \to \infty} c + \frac{1}{\sqrt{t}} = c"),
    (T, r"c = \lim_{t \to \infty} c + \frac{1}{t} + \tanh(c / t)"),
    (T + ", c > 0", r"\lim_{t \to \infty} \frac{t}{\sqrt{t^2 + c}} = 1"),
    (N, r"\lim_{n \to \infty} \frac{n - 1}{n} = 1"),
    (N, r"\lim_{n \to \infty} \frac{n + 2}{n} \le 1"),
    (XY, r"\lim_{t \to 0} \frac{(x + t y)^2 - x^2}{t} = 2 x y"),
    (XY, r"\lim_{t \to 0} \frac{\log(1 + t)}{t} = 1"),
    (XY, r"\lim_{t \to 0} \frac{e^t - 1 - t}{t^2} = \frac12"),
    (T, r"\log(1 + t) = t + O(t^2) \quad (t \to 0)"),
    (T, r"\sqrt{1 + t} = 1 + \frac{t}{2} + o(t) \quad (t \to 0)"),
]
FALSE = [
    (Z, r"\lim_{\tau \to \infty} \mathrm{softmax}(z / \tau) = \mathbf{1}_n"),
    (Z, r"\lim_{\tau \to \infty} \mathrm{softmax}(2 z / \tau) = \mathrm{softmax}(z)"),
    (T, r"\lim_{t \to \infty} \frac{c t}{2 t + 1} = c"),
    (T, r"\lim_{t \to \infty} c + \frac{1}{\sqrt{t}} = 2 c"),
    (N, r"\lim_{n \to \infty} \frac{2 n + 2}{n} \le 1"),
    (XY, r"\lim_{t \to 0} \frac{(x + t y)^2 - x^2}{t} = x y"),
    (XY, r"\lim_{t \to 0} \frac{\sin(2 t)}{t} = 1"),
    (XY, r"\lim_{t \to 0} \frac{e^t - 1 - t}{t^2} = 1"),
]
UNKNOWN = [
    (T, r"\log(1 + t) = t + O(t^3) \quad (t \to 0)"),
    (XY, r"\lim_{t \to 0} \frac{\log t}{t} = 1"),  # without a limit, or with one that is not a value at zero
    (Z, r"\lim_{\tau \to \infty} \mathrm{softmax}(\tau z) = \frac{1}{n} \mathbf{1}_n"),
    (T, r"\lim_{t \to \infty} \frac{c t^2 + 1}{t + 1} = c"),
    (T + ", t = c", r"\lim_{t \to \infty} \frac{c}{t} = 0"),
    (T + r", t \le 5", r"\lim_{t \to \infty} \frac{c}{t} = 0"),
    (r"x \in \mathbb{R}^n, n \in \mathbb{N}", r"\lim_{n \to \infty} \frac{1}{n} \sum_{i=1}^n x_i = 0"),
    (N, r"\lim_{n \to \infty} \frac{1}{n} \sum_{i=1}^n i = 0"),
    (T + r", x \in \mathbb{R}", r"\lim_{t \to \infty} \sup_{|x| \le t} (x c) = \sup_{|x| \le 1} (x c)"),
    (T + r", x \in \mathbb{R}", r"\lim_{t \to 0} \sup_{|x| \le t + 1} (x c) = \sup_{|x| \le 2} (x c)"),
]


@pytest.mark.parametrize(("given", "claim"), TRUE)
def test_limits_are_proved(given: str, claim: str, tmp_path: Path) -> None:
    result = judged(claim, given, tmp_path)
    assert result.verdict == "holds" and result.strength != "exact"


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_false_limits_are_refuted(given: str, claim: str, tmp_path: Path) -> None:
    result = judged(claim, given, tmp_path)
    assert (result.verdict, result.strength) == ("refuted", "certified")


@pytest.mark.parametrize(("given", "claim"), UNKNOWN)
def test_what_is_not_known_is_left_open(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict in ("undecided", "vacuous")
