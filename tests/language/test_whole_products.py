r"""A trace, a determinant or a rank without brackets is that of the whole product behind it."""

import pytest

from proofs.api import ad_hoc_claim
from proofs.judge import judge
from proofs.options import How
from proofs.paper import Settings

GIVEN = r"A, B \in \mathbb{R}^{n \times n}, \quad x \in \mathbb{R}^n, \quad c \in \mathbb{R}"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\operatorname{tr} A B = \operatorname{tr}(A) B", "ill-typed"),
        (r"\det A B = \det(A)\, B", "ill-typed"),
        (r"\operatorname{rank} A\, B = \operatorname{rank}(A)\, B", "ill-typed"),
        (r"\operatorname{tr} A B = \operatorname{tr} B A", "holds"),
        (r"\det A B = \det(A) \det(B)", "holds"),
        # no product that has a trace
        (r"\operatorname{tr} A\, x = \operatorname{tr}(A) x", "holds"),
        (r"\det A\, c = c \det(A)", "ambiguous"),
    ],
)
def test_verdicts(claim: str, verdict: str, tmp_path):
    assert judge(ad_hoc_claim(claim, GIVEN, Settings()), How(effort="quick", certificates=tmp_path)).verdict == verdict
