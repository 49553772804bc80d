r"""Bars around vectors, ``|x|``: the absolute values of the entries and the Euclidean norm; with a subscript a norm."""

from __future__ import annotations

import pytest

from derive.errors import NotSupported
from derive.language.scope.scope import Scope
from tests.judged import judged

GIVEN = r"x, y \in \mathbb{R}^n, \quad A, B \in \mathbb{R}^{n \times n}, \quad W \in \mathbb{R}^{n \times m}"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"|x|^2 = 2 x^\top x", "refuted"),
        # Behind a logarithm or a d bars around a square matrix are its determinant.
        (r"\mathrm{d}|A| = |A|\operatorname{tr}(A^{-1}\mathrm{d}A)", "holds"),
        (r"\mathrm{d}|A| = |A|\operatorname{tr}(A\,\mathrm{d}A)", "refuted"),
        (r"\log|A| = -\log|A^{-1}|", "holds"),
        (r"\log|A| = \log|A^{-1}|", "refuted"),
        (r"\log|A| \odot B = B \odot \log|A|", "undecided"),  # log may be that of the matrix
        (r"|A B| = |A||B|", "ambiguous"),
        (r"|x^\top y| \ge |x||y|", "refuted"),
        (r"|x| \le \mathbf{1}", "refuted"),
        (r"|x|^2 = x^\top x", "holds"),
        (r"|x| = \sqrt{x^\top x}", "holds"),
        (r"|x^\top y| \le |x||y|", "holds"),
        (r"|x + y| \le |x| + |y|", "holds"),
        (r"|x| \le \max_i |x_i|", "ambiguous"),
        (r"|A x| \le \|A\|_2 |x|", "ambiguous"),
        (r"\frac{\partial |x|}{\partial x} = \frac{x^\top}{|x|}", "holds"),
        (r"|x|_2 = 2 \sqrt{x^\top x}", "refuted"),
        (r"|x|_2 = \sqrt{x^\top x}", "holds"),
        (r"|x|_\infty = \max_i |x_i|", "holds"),
        (r"|x|_i = |x_i|", "holds"),
        (r"|W|_F^2 = \sum_{i,j} W_{ij}^2", "holds"),
        (r"|W|_{ij} = |W_{ij}|", "holds"),
    ],
)
def test_bars_of_vectors(claim: str, verdict: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


def test_a_definition_with_bars_says_which():
    with pytest.raises(NotSupported, match="Euclidean") as caught:
        Scope.root().given(GIVEN + r", \quad r := |x|")
    assert "abs" in (caught.value.hint or "")
    assert Scope.root().given(GIVEN + r", \quad u := \frac{x}{|x|}")
