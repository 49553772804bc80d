r"""Factors behind a product that do not speak of its index: ``\prod_i x_i \cdot c``."""

import pytest

from tests.judged import judged

GIVEN = r"c \in \mathbb{R}, s, t \in \mathbb{R}^n"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"c \prod_i s_i = \prod_i s_i \cdot c", "ambiguous"),
        (r"c^n \prod_i s_i = \prod_i s_i \, c", "ambiguous"),
        (r"c^2 \prod_i s_i = \prod_i s_i \, c", "refuted"),
        (r"c^n \prod_i s_i = \prod_i c s_i", "holds"),
        (r"c \prod_i s_i = (\prod_i s_i) c", "holds"),
        (r"\prod_i s_i / c = \frac{1}{c} \prod_i s_i", "ambiguous"),
        (r"\prod_i s_i / c = c^{-n} \prod_i s_i", "ambiguous"),
        (r"\prod_i s_i / c = c^{-2} \prod_i s_i", "refuted"),
        (r"(\prod_i s_i) / c = \frac{1}{c} \prod_i s_i", "holds"),
        (r"\prod_i s_i t_i = \prod_i s_i \prod_i t_i", "holds"),
    ],
)
def test_they_may_be_factors_of_the_whole(claim, verdict, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == verdict
