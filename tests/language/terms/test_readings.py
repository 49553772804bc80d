r"""Texts with several readings: all that have a type are judged, and where they differ the claim is ambiguous."""

import pytest

from derive.errors import NotSupported
from derive.language.scope.scope import Scope
from tests.judged import judged

GIVEN = r"""A, E \in \mathbb{R}^{m \times n}, \quad S, T \in \mathbb{R}^{n \times n}, \quad x, y, z \in \mathbb{R}^n, \quad
\alpha, \beta, t \in \mathbb{R}"""


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        # Bars around a square matrix: entries or the determinant.
        (r"|S T| = |S||T|", "ambiguous"),
        (r"|S T| = |T||S| + 1", "refuted"),
        (r"|S| = \det S", "holds"),
        (r"\| |S| \|_F = \|S\|_F", "holds"),
        (r"|S|_{ij} = |S_{ij}|", "holds"),
        (r"|x|^\top |x| = x^\top x", "holds"),
        # A function in front of several factors.
        (r"\log \alpha\beta = \log\alpha + \log\beta", "ambiguous"),
        (r"\log \alpha\beta = \alpha", "refuted"),
        (r"\log S T = \log (S T)", "ambiguous"),  # log may be that of the matrix
        (r"\cos\alpha\, x = x \cos\alpha", "holds"),
        (r"\operatorname{vec} A x x^\top = \operatorname{vec}(A x x^\top)", "holds"),
        (r"\operatorname{tr} S T = \operatorname{tr} T S", "holds"),
        (r"\operatorname{tr} S T = \operatorname{tr} S \operatorname{tr} T", "refuted"),
        (r"\operatorname{tr} A E^\top = \langle A, E\rangle", "holds"),
        (r"\operatorname{tr} S x = x \operatorname{tr}(S)", "holds"),
        (r"\operatorname{tr} S x = y \operatorname{tr}(S)", "refuted"),
        (r"\det S T = \det S \det T", "holds"),
        (r"\det S t = t \det S", "ambiguous"),
        # How far a sum reaches.
        (r"\sum_i x_i + y_i = \mathbf{1}^\top (x + y)", "ambiguous"),
        (r"\sum_i x_i + y_i = \sum_i x_i + 1", "refuted"),
        (r"\sum_i x_i + y_i = y_i + \mathbf{1}^\top x", "holds"),
        (r"\sum_i x_i + t = t + \mathbf{1}^\top x", "holds"),
        (r"\sum_i x_i + t = n t + \mathbf{1}^\top x", "refuted"),
        (r"\sum_i \sum_j S_{ij} + T_{ij} = \mathbf{1}^\top (S + T) \mathbf{1}", "ambiguous"),
        (r"\frac{1}{n} \sum_i x_i - y_i + t = \frac{1}{n} \mathbf{1}^\top (x - y) + t", "ambiguous"),
    ],
)
def test_verdicts(claim: str, verdict: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    "given",
    [r"f(S) := 2 |S|", r"f(t) := \log \alpha t", r"|S| \ge 0", r"\sum_i x_i + y_i = 0"],
)
def test_given_blocks_with_two_readings_are_refused(given: str):
    with pytest.raises(NotSupported):
        Scope.root().given(GIVEN).given(given)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (r"|S| = 1", r"\det(S)^2 = 1"),
        (r"r \in \mathbb{R}, \quad r := \log |S|", r"r = \log \det S"),
        (r"r := \operatorname{tr} S T", r"r = \langle S^\top, T \rangle"),
    ],
)
def test_the_only_reading_of_a_given_block_is_taken(given: str, claim: str, tmp_path):
    found = judged(claim, rf"{GIVEN}, \quad {given}", tmp_path)
    assert found.verdict == "holds"
