r"""A trace, a determinant or a rank without brackets is that of the whole product behind it."""

import pytest

from tests.judged import judged

GIVEN = r"A, B \in \mathbb{R}^{n \times n}, \quad x \in \mathbb{R}^n, \quad c \in \mathbb{R}"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        # of the first factor where nothing else has a type
        (r"\operatorname{tr} A B = \operatorname{tr}(A) B", "holds"),
        (r"\det A B = \det(A)\, B", "holds"),
        (r"\operatorname{rank} A\, B = \operatorname{rank}(A)\, B", "holds"),
        (r"\operatorname{tr} A B = \operatorname{tr}(B) A", "refuted"),
        (r"\det A B = A\, \det(B)", "refuted"),
        (r"\operatorname{tr} A B = \operatorname{tr} B A", "holds"),
        (r"\det A B = \det(A) \det(B)", "holds"),
        # no product that has a trace
        (r"\operatorname{tr} A\, x = \operatorname{tr}(A) x", "holds"),
        (r"\det A\, c = c \det(A)", "ambiguous"),
    ],
)
def test_verdicts(claim: str, verdict: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


ANGLE = r"\theta, a, b \in \mathbb{R}, \quad p \in (0, 1)"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\cos\theta\,(a + b) = (a + b) \cos(\theta)", "holds"),
        (r"\cos\theta\;(a + b) = (a + b) \sin(\theta)", "refuted"),
        (r"\log p\,(1 - p) = (1 - p) \log(p)", "holds"),
        # what shows no space may be either
        (r"\cos\theta (a + b) = (a + b) \cos(\theta)", "ambiguous"),
        (r"\log p(1 - p) = (1 - p) \log(p)", "ambiguous"),
    ],
)
def test_space_in_front_of_a_sum_makes_it_a_factor(claim: str, verdict: str, tmp_path):
    assert judged(claim, ANGLE, tmp_path).verdict == verdict
