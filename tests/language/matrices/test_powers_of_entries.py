r"""Powers of vectors are those of their entries, whatever the exponent; powers of diagonal matrices those of the diagonal."""

import pytest

from tests.judged import judged

GIVEN = (
    r"Q \in \mathbb{R}^{s \times s}, \quad Q^\top Q = I, \quad \lambda, b, c \in \mathbb{R}^s, \quad k \in \mathbb{N}, "
    r"\quad t \in \{0, \dots, T\}"
)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"c^\top \operatorname{diag}(\lambda)^k b = \sum_{i=1}^s c_i b_i \lambda_i^k", "holds"),
        (r"c^\top \operatorname{diag}(\lambda)^k b = \sum_{i=1}^s c_i b_i \lambda_i^{k+1}", "refuted"),
        (r"\operatorname{diag}(\lambda)^t = \operatorname{diag}(\lambda^{\circ t})", "holds"),
        (r"\operatorname{diag}(\lambda)^k = \operatorname{diag}(\lambda^k)", "holds"),
        (r"\operatorname{diag}(\lambda)^k = \operatorname{diag}(\lambda^{k+1})", "refuted"),
        (r"\operatorname{diag}(\lambda^{-1}) = \operatorname{diag}(\lambda)^{-1}", "holds"),
        (r"\operatorname{diag}(\lambda^{-2}) = \operatorname{diag}(\lambda)^{-1}", "refuted"),
        (r"(Q \operatorname{diag}(\lambda) Q^\top)^k = Q \operatorname{diag}(\lambda^k) Q^\top", "holds"),
        (r"(Q \operatorname{diag}(\lambda) Q^\top)^k = Q \operatorname{diag}(\lambda)^k Q^\top", "holds"),
        (r"(Q \operatorname{diag}(\lambda) Q^\top)^k = Q^\top \operatorname{diag}(\lambda^k) Q", "refuted"),
        (r"\lambda^k = \lambda^\top \lambda", "ill-typed"),
    ],
)
def test_verdicts(claim: str, verdict: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == verdict
