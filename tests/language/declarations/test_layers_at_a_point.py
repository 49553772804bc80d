r"""Equations with a built-in layer on the left: what defines the layer anew, and what only says something of one point."""

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

GIVEN = r"x, y, z \in \mathbb{R}^n, "


@pytest.mark.parametrize(
    ("hypothesis", "claim", "verdict"),
    [
        (r"\operatorname{LN}(x) = \frac{x}{\|x\|}", r"\operatorname{LN}(y) = \frac{y}{\|y\|}", "holds"),
        (r"\operatorname{LN}(x) := x", r"\operatorname{LN}(y) = y", "holds"),
        (r"\operatorname{LN}(x) = z", r"\operatorname{LN}(y) = z", "refuted"),
    ],
)
def test_definitions_and_points(hypothesis: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, GIVEN + hypothesis, tmp_path).verdict == verdict


def test_a_normalized_argument_is_no_definition(tmp_path):
    with pytest.raises(BadPaper, match="may define another .*, or say something of this argument"):
        judged(r"\operatorname{LN}(y) = y", GIVEN + r"\operatorname{LN}(x) = x", tmp_path)
