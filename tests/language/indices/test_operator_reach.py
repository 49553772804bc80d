r"""What sums, products and maxima take, and which letter a condition under them binds."""

import pytest

from proofs.api import ad_hoc_claim
from proofs.judging.judge import judge
from proofs.reading.options import How
from proofs.reading.paper import Settings
from tests.judged import judged

GIVEN = r"A \in \mathbb{R}^{n \times n}, \quad x, z \in \mathbb{R}^n, \quad y \in \mathbb{R}^m"
INDEXED = GIVEN + r", \quad i, j \in \{1, \dots, n\}"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (GIVEN, r"\prod_{i=1}^n x_i\, y = y \prod_{i=1}^n x_i", "holds"),
        (GIVEN, r"\prod_{i=1}^n x_i\, y = 2 y \prod_{i=1}^n x_i", "refuted"),
        (GIVEN, r"\prod_{i=1}^{n} x_i \cdot A = \det(\operatorname{diag}(x)) A", "holds"),
        (GIVEN, r"\max_i x_i\, A = A \max_i x_i", "holds"),
        (GIVEN, r"\min_i x_i\, y = \left(\min_i x_i\right) y", "holds"),
        (GIVEN, r"\max_i x_i\, z_i A = A", "refuted"),
        (GIVEN, r"\max_i x_i\, z^\top z\, A = A \max_i (x_i z^\top z)", "holds"),
        (GIVEN, r"\max_i x_i\, z^\top A = z", "ill-typed"),
        (GIVEN, r"\sum_i x_i + z_i = \mathbf{1}_n^\top (x + z)", "ambiguous"),
        (INDEXED, r"\sum_i x_i + z_i = \mathbf{1}_n^\top (x + z)", "ambiguous"),
        (INDEXED, r"\sum_{j \ne i} x_j = \mathbf{1}^\top x - x_i", "holds"),
        (INDEXED, r"\sum_{j < i} x_j = \mathbf{1}^\top x - x_i", "refuted"),
        (INDEXED, r"x_i \prod_{j \ne i} x_j = 2 \prod_{j} x_j", "refuted"),
    ],
)
def test_verdicts(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


def test_a_product_over_the_other_indices(tmp_path):
    for given in (GIVEN, INDEXED):
        claim = ad_hoc_claim(r"x_i \prod_{j \ne i} x_j = \prod_{j} x_j", given, Settings())
        assert judge(claim, How(effort="quick", certificates=tmp_path)).verdict in ("holds", "undecided")
