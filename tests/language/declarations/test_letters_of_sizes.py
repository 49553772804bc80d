r"""A size has no members: ``h_t`` beside ``\mathbb{R}^{n \times h}`` is a sequence, ``m_t`` beside a size m the momentum."""

import pytest

from tests.judged import judged

STATE = (
    r"X \in \mathbb{R}^{n \times h}, \quad F \in \mathbb{R}^{s \times s}, \quad B \in \mathbb{R}^{s \times m}, \quad "
    r"u_t \in \mathbb{R}^m, \quad h_0 = 0, \quad h_t := F h_{t-1} + B u_t"
)
MOMENTUM = (
    r"V \in \mathbb{R}^{m \times n}, \quad \gamma \in \mathbb{R}^d, \quad \beta \in (0, 1), \quad m_0 = 0, \quad "
    r"m_t := \beta m_{t-1} + (1 - \beta) \gamma"
)
RESIDUAL = r"U \in \mathbb{R}^{m \times r}, \quad S \in \mathbb{R}^{n \times n}, \quad r_t \in \mathbb{R}^n, \quad r_{t+1} = S r_t"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (STATE, r"h_t = \sum_{j=1}^{t} F^{t-j} B u_j", "holds"),
        (STATE, r"h_t = \sum_{j=1}^{t} F^{t-j+1} B u_j", "refuted"),
        (STATE, r"\|X\|_F^2 \le h \|X\|_2^2", "holds"),
        (MOMENTUM, r"m_t = (1 - \beta^t) \gamma", "holds"),
        (MOMENTUM, r"m_t = (1 - \beta^{t+1}) \gamma", "refuted"),
        (MOMENTUM, r"\|V\|_F^2 \le m \|V\|_2^2", "holds"),
        (RESIDUAL, r"r_t = S^t r_0", "holds"),
        (RESIDUAL, r"r_t = S^{t+1} r_0", "refuted"),
        (RESIDUAL, r"\operatorname{rank}(U) \le r", "holds"),
    ],
)
def test_verdicts(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
