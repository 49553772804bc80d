r"""Products with the same matrix in front or at the end; logarithms of absolute values; shifts that are not 0 by what is said."""

import pytest

from tests.judged import judged

STATE = (
    r"F \in \mathbb{R}^{s \times s}, \quad B \in \mathbb{R}^{s \times m}, \quad C \in \mathbb{R}^{p \times s}, \quad "
    r"u_t \in \mathbb{R}^m, \quad h_0 = 0, \quad h_t := F h_{t-1} + B u_t"
)
SQUARE = r"m \in \mathbb{N}, \quad L \in \mathbb{R}^{d \times d}, \quad \det L \ne 0, \quad a \ne 0, \quad a, b \in \mathbb{R}"
SHIFT = r"W \in \mathbb{R}^{n \times d}, \quad s > 0, \quad u \in \mathbb{R}"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (STATE, r"C h_t = \sum_{j=1}^{t} C F^{t-j} B u_j", "holds"),
        (STATE, r"C h_t = C \sum_{j=1}^{t} F^{t-j} B u_j", "holds"),
        (STATE, r"C h_t = \sum_{j=1}^{t} C F^{t-j+1} B u_j", "refuted"),
        (STATE, r"C h_t = \sum_{j=1}^{t} C F^{j-1} B u_j", "refuted"),
        (SQUARE, r"\log |\det (I_m \otimes L)| = m \log |\det L|", "holds"),
        (SQUARE, r"\log |\det (I_m \otimes L)| = d \log |\det L|", "refuted"),
        (SQUARE, r"\log |a^m| = m \log |a|", "holds"),
        (SQUARE, r"\log |a^m| = \log |a|", "refuted"),
        (SQUARE, r"\log |a b| = \log |a| + \log |b|", "holds"),
        (SQUARE, r"\log |a b| = \log |a| - \log |b|", "refuted"),
        (SHIFT, r"\det(W W^\top + s^2 I_n) = s^{2(n-d)} \det(W^\top W + s^2 I_d)", "holds"),
        (SHIFT, r"\det(W W^\top + s^2 I_n) = s^{n-d} \det(W^\top W + s^2 I_d)", "refuted"),
        # u may be 0, and 0 to the power n - d is no number where n < d
        (SHIFT, r"\det(W W^\top + u^2 I_n) = u^{n-d} \det(W^\top W + u^2 I_d)", "refuted"),
    ],
)
def test_verdicts(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
