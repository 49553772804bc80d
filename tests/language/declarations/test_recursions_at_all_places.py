r"""A recursion whose letter is also the number of members holds at every place: ``g_1, \dots, g_t``, ``m_t = \beta m_{t-1} + g_t``."""

import pytest

from tests.judged import judged

MEAN = r"\beta \in (0, 1), g_1, \ldots, g_t \in \mathbb{R}^d, m_0 = 0, m_t = \beta m_{t-1} + (1 - \beta) g_t"
STATES = (
    r"A \in \mathbb{R}^{d \times d}, B \in \mathbb{R}^{d \times p}, u_1, \ldots, u_n \in \mathbb{R}^p, h_0 \in \mathbb{R}^d, "
    r"h_n = A h_{n-1} + B u_n"
)
DECLARED = r"A \in \mathbb{R}^{d \times d}, x_0, \ldots, x_n \in \mathbb{R}^d, x_n = A x_{n-1}"
FROM_ONE = r"T \in \mathbb{N}, a \in \mathbb{R} \\ m_0 \in \mathbb{R} \\ m_t := a m_{t-1} + 1 \quad \forall t \ge 1"
FROM_TWO = r"a \in \mathbb{R} \\ m_t \in \mathbb{R} \quad \forall t \in \{0, \dots, 5\} \\ m_t = a m_{t-1} + 1 \quad \forall t \ge 2"
ENTRIES = r"a \in \mathbb{R}, x \in \mathbb{R}^n, x_n = a x_{n-1}"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (MEAN, r"m_t = (1 - \beta) \sum_{k=1}^t \beta^{t-k} g_k", "holds"),
        (MEAN, r"m_t = (1 - \beta) \sum_{k=1}^t \beta^{t-k+1} g_k", "refuted"),
        (STATES, r"h_n = A^n h_0 + \sum_{k=1}^n A^{n-k} B u_k", "holds"),
        (STATES, r"h_n = A^n h_0 + \sum_{k=1}^n A^{n-k+1} B u_k", "refuted"),
        (DECLARED, r"x_n = A^n x_0", "holds"),
        (DECLARED, r"x_n = A^{n+1} x_0", "refuted"),
        (ENTRIES, r"x_n = a^{n-1} x_1", "refuted"),  # entries of a vector: the last two alone
        (ENTRIES, r"x_n = a x_{n-1}", "holds"),
        (FROM_ONE, r"m_t = a m_{t-1} + 1", "holds"),
        (FROM_ONE, r"m_t = a m_{t-1} + 2", "refuted"),
        (FROM_TWO, r"m_1 = a m_0 + 1", "undecided"),
    ],
)
def test_verdicts(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
