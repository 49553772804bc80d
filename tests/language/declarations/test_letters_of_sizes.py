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


DESCENT = (
    r"\mathbf{w}, \mathbf{v} \in \mathbb{R}^p, \quad H \in \mathbb{R}^{p \times p}, \quad w_t \in \mathbb{R}^p, \quad "
    r"w_{t+1} = w_t - H (w_t - \mathbf{v})"
)
ITERATES = r"w \in \mathbb{R}^p, \quad H \in \mathbb{R}^{p \times p}, \quad w_t \in \mathbb{R}^p, \quad w_{t+1} = H w_t"
ERRORS = (
    r"P \in \mathbb{R}^{A \times A}, \quad v \in \mathbb{R}^A, \quad \mathcal{T}(v) := P v, \quad \delta_t, A_t \in \mathbb{R}, \quad "
    r"\lambda \in (0, 1), \quad A_t = \delta_t + \lambda A_{t+1}"
)


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (DESCENT, r"w_t - \mathbf{v} = (I_p - H)^t (w_0 - \mathbf{v})", "holds"),
        (DESCENT, r"w_t - \mathbf{v} = (I_p - H)^t (w_1 - \mathbf{v})", "refuted"),
        (DESCENT, r"\|\mathbf{w}\|^2 = \sum_{i=1}^p \mathbf{w}_i^2", "holds"),
        (DESCENT, r"\|\mathbf{w}\|^2 = \sum_{i=1}^p \mathbf{w}_i", "refuted"),
        (ITERATES, r"w_t = H^t w_0", "holds"),
        (ITERATES, r"w_t = H^{t+1} w_0", "refuted"),
        (ITERATES, r"\|w\|^2 = \sum_{i=1}^p w_i^2", "holds"),
        (ITERATES, r"\|w\|^2 = \sum_{i=1}^p w_i", "refuted"),
        (ERRORS, r"A_t = \delta_t + \lambda \delta_{t+1} + \lambda^2 A_{t+2}", "holds"),
        (r"x_0, w \in \mathbb{R}^n", r"\sum_{i=1}^n x_{0,i} w_i = x_0^\top w", "holds"),
        (r"x_0, w \in \mathbb{R}^n", r"\sum_{i=1}^n x_{0,i} w_i = 2 x_0^\top w", "refuted"),
        (r"E \in \mathbb{R}^{v \times e}, \quad j \in \{1, \dots, v\}", r"E^\top \mathbf{e}_j = E_{j,:}^\top", "holds"),
        (
            r"E \in \mathbb{R}^{v \times e}, \quad j \in \{1, \dots, v\}",
            r"E^\top \mathbf{e}_j = 2 E_{j,:}^\top",
            "refuted",
        ),
        (r"f(A) := \|A\|_F^2, \quad A \in \mathbb{R}^{m \times n}", r"f(2 A) = 4 \|A\|_F^2", "holds"),
        (r"f(A) := \|A\|_F^2, \quad A \in \mathbb{R}^{m \times n}", r"f(2 A) = 2 \|A\|_F^2", "refuted"),
    ],
)
def test_sequences_beside_points(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
