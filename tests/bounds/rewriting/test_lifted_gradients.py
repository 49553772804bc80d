r"""Differences of values by the bound of a gradient: true ones are shown, and those whose gradient is larger are not."""

from __future__ import annotations

import pytest

from tests.judged import proved

POINTS = r"x, y \in \mathbb{R}^n, i \in \{1,\dots,n\}"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (POINTS, r"|\log\operatorname{softmax}(x)_i - \log\operatorname{softmax}(y)_i| \le \sqrt2 \|x - y\|_2"),
        (POINTS, r"\log\operatorname{softmax}(x)_i - \log\operatorname{softmax}(y)_i \le \sqrt2 \|y - x\|_2"),
        (POINTS, r"\sqrt2 \|x - y\|_2 \ge |\log\operatorname{softmax}(y)_i - \log\operatorname{softmax}(x)_i|"),
        (r"x, y, a \in \mathbb{R}^n", r"|\sin(a^\top x) - \sin(a^\top y)| \le \|a\|_2 \|x - y\|_2"),
    ],
)
def test_the_bound_of_a_gradient_is_one_of_differences(given: str, claim: str) -> None:
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (POINTS, r"\|\log\operatorname{softmax}(x) - \log\operatorname{softmax}(y)\|_2 \le \sqrt2 \|x - y\|_2"),
        (POINTS, r"|\log\operatorname{softmax}(x)_i - \log\operatorname{softmax}(y)_i| \le \frac12 \|x - y\|_2"),
        (POINTS, r"|\log\operatorname{softmax}(x)_i + \log\operatorname{softmax}(y)_i| \le \sqrt2 \|x - y\|_2"),
        (r"x, y, a \in \mathbb{R}^n", r"|\sin(a^\top x) - \sin(a^\top y)| \le \|x - y\|_2"),
        (r"x, y \in \mathbb{R}", r"|x^2 - y^2| \le 2 |x - y|"),
        (r"x, y \in \mathbb{R}", r"|\operatorname{sign}(x) - \operatorname{sign}(y)| \le |x - y|"),
    ],
)
def test_what_has_a_larger_gradient_is_not_shown(given: str, claim: str) -> None:
    assert not proved(given, claim)
