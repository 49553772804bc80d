"""Terms that differ in fractions of sizes are added; the value stays."""

import pytest

from derive import build
from derive.bounds.forms.like_terms import over_common_sizes
from derive.bounds.forms.polynomial import Poly
from derive.fraction import Fraction
from derive.sizes import Shape, Size

K = Size.of("k")
S, T = (Poly.atom(build.var(name, Shape())) for name in "ST")


def over(size: Size) -> Poly:
    return Poly.atom(build.size(size), -1)


@pytest.mark.parametrize(
    ("poly", "wanted"),
    [
        (over(K + 1) * S - over(K) * S, -(over(K) * over(K + 1) * S)),
        (over(K) * S + over(K + 1) * S + T, over(K) * S + over(K + 1) * S + T),  # 2k + 1 has as many terms
        (
            over(K) * over(K + 1) * S + over(K + 1) * S,
            over(K) * S * Poly.of_size(K) * over(K + 1) + over(K) * over(K + 1) * S,
        ),
        (over(K + 1) * S + Poly.of_size(K) * over(K + 1) * S - S + T, T),
        (over(K) * S - over(K) * T, over(K) * S - over(K) * T),
    ],
)
def test_sums(poly: Poly, wanted: Poly):
    assert over_common_sizes(poly).same(wanted)


def test_roots_of_sizes_are_left_alone():
    poly = Poly.atom(build.size(K), Fraction(-1, 2)) * S - Poly.atom(build.size(K + 1), Fraction(-1, 2)) * S
    assert over_common_sizes(poly) is poly
