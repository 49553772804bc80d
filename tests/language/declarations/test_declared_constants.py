r"""``\mathbf{1} \in \mathbb{R}^n`` tells the length of the vector of ones; it declares no arbitrary vector of that name."""

import pytest

from derive.errors import NotSupported
from derive.language.scope.scope import Scope
from tests.judged import judged

SHAPES = r"A \in \mathbb{R}^{m \times n}, \quad x \in \mathbb{R}^n"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (r"\mathbf{1} \in \mathbb{R}^n", r"\mathbf{1}^\top x = \sum_{i=1}^n x_i", "holds"),
        (r"\mathbf{1} \in \mathbb{R}^n", r"\mathbf{1}^\top x = 0", "refuted"),
        (r"\mathbf{1} \in \mathbb{R}^n", r"\mathbf{1}^\top \mathbf{1} = n", "holds"),
        (r"\mathbf{1} \in \mathbb{R}^n", r"\mathbf{1}^\top \mathbf{1} = m", "refuted"),
        (r"\mathbf{1}_n \in \mathbb{R}^n", r"\mathbf{1}_n \mathbf{1}_n^\top x = n x", "refuted"),
        (r"\mathbf{1}_n \in \mathbb{R}^n", r"\mathbf{1}_n^\top x = \sum_{i=1}^n x_i", "holds"),
        (r"\mathbb{1} \in \mathbb{R}^{1 \times n}", r"\mathbb{1} x = \sum_{i=1}^n x_i", "holds"),
        (r"\mathbf{1} \in \mathbb{R}^{1 \times n}", r"\mathbf{1}^\top x = \sum_{i=1}^n x_i", "ill-typed"),
        (r"\mathbf{0} \in \mathbb{R}^n", r"\mathbf{0}^\top x = 0", "holds"),
        (r"I_n \in \mathbb{R}^{n \times n}", r"A I_n = A", "holds"),
        (r"I_n \in \mathbb{R}^{n \times n}", r"I_n = 0", "refuted"),
        (r"I \in \mathbb{R}^{m \times n}", r"I = A", "refuted"),
    ],
)
def test_verdicts(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, rf"{SHAPES}, \quad {given}", tmp_path).verdict == verdict


@pytest.mark.parametrize("given", [r"I \in \mathbb{R}^{n \times n}", r"\mathbf{I} \in \mathbb{R}^{n \times n}"])
def test_a_square_matrix_of_the_name_of_the_identity_is_refused(given: str):
    with pytest.raises(NotSupported, match="it may be the identity"):
        Scope.root().given(given)
