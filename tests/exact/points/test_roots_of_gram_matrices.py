r"""Points at which a Gram matrix has a rational root: false claims about polar factors are refuted."""

import pytest

from tests.judged import judged

TALL = r"V \in \mathbb{R}^{m \times n}, V^\top V \succ 0, O := V (V^\top V)^{-1/2}"
WIDE = r"V \in \mathbb{R}^{m \times n}, V V^\top \succ 0, O := (V V^\top)^{-1/2} V"
SQUARE = r"V \in \mathbb{R}^{m \times m}, V^\top V \succ 0, O := (V^\top V)^{-1/2} V"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (TALL, r"O^\top O = I_n", "holds"),
        (TALL, r"O O^\top = I_m", "refuted"),
        (TALL, r"\langle V, O \rangle = \operatorname{tr}((V^\top V)^{1/2})", "holds"),
        (TALL, r"\langle V, O \rangle = \|V\|_F", "refuted"),
        (WIDE, r"O O^\top = I_m", "holds"),
        (WIDE, r"O^\top O = I_n", "refuted"),
        (WIDE, r"\operatorname{tr}(O V^\top) = \operatorname{tr}(V V^\top)", "refuted"),
        # the root on the wrong side: true for 1 x 1 matrices alone
        (SQUARE, r"O^\top O = I_m", "refuted"),
    ],
)
def test_verdicts(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
