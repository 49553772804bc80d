r"""Sizes that are integers though their coefficients are not: ``n (n + 1) / 2``."""

from __future__ import annotations

import pytest

from derive.errors import ShapeProblem
from derive.fraction import Fraction
from derive.language.scope.scope import Scope
from derive.sizes import Size
from tests.judged import judged

GIVEN = (
    r"x \in \mathbb{R}^{n(n+1)/2}, \quad y \in \mathbb{R}^{n(n-1)/2}, \quad z \in \mathbb{R}^{k-1}, "
    r"\quad D \in \mathbb{R}^{n^2 \times \frac{1}{2} n (n+1)}"
)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\|x\|_2^2 = x^\top x", "holds"),
        (r"\|x\|_2^2 = 2 x^\top x", "refuted"),
        (r"D x \in \mathbb{R}^{n^2}", "holds"),
        (r"D y \in \mathbb{R}^{n^2}", "ill-typed"),
        (r"x \in \mathbb{R}^{\frac{n(n+1)}{2}}", "holds"),
        (r"x \in \mathbb{R}^{n(n-1)/2}", "refuted"),
        (r"\mathbf{1}^\top x = \sum_{i=1}^{n(n+1)/2} x_i", "holds"),
        (r"\mathbf{1}^\top x = \sum_{i=1}^{n(n+1)/2} x_i^2", "refuted"),
        (r"\operatorname{tr} I_{\frac{1}{2} n (n+1)} = \frac{n^2 + n}{2}", "holds"),
        (r"\operatorname{tr} I_{\frac{1}{2} n (n+1)} = \frac{n^2 - n}{2}", "refuted"),
        # Lengths are positive: n >= 2, and k >= 2.
        (r"\|y\|_1 = \|y\|_2", "refuted"),
        (r"\|z\|_1 = \|z\|_2", "refuted"),
        (r"\|z\|_1 \ge \|z\|_2", "holds"),
    ],
)
def test_sizes_with_fractions(claim: str, verdict: str, tmp_path):
    found = judged(claim, GIVEN, tmp_path).verdict
    assert found == verdict or {found, verdict} == {"refuted", "needs-hypothesis"}


@pytest.mark.parametrize("size", ["n/2", "n^2/2", "n(n+1)/3", r"\frac{1}{2}", r"\frac{1}{2}n(n+2)", "n(n+1)/(2n)"])
def test_sizes_that_are_no_integers(size: str):
    with pytest.raises(ShapeProblem, match="is not an integer for all sizes"):
        Scope.root().given(rf"x \in \mathbb{{R}}^{{{size}}}")


def test_integer_polynomials():
    n, m = Size.of("n"), Size.of("m")
    pairs, triples = n * (n - 1), n * (n - 1) * (n - 2)
    assert (pairs * Fraction(1, 2)).is_integer
    assert (triples * Fraction(1, 6)).is_integer
    assert not (triples * Fraction(1, 12)).is_integer
    assert not (n * m * Fraction(1, 2)).is_integer
