r"""The root of a defined ``\sigma^2(u)``: what batch normalization divides by."""

import pytest

from tests.judged import judged

DEVIATION = (
    r"u \in \mathbb{R}^B, \epsilon > 0, \mu(u) := \frac{1}{B} \sum_{b=1}^{B} u_b, "
    r"\sigma^2(u) := \frac{1}{B} \sum_{b=1}^{B} (u_b - \mu)^2"
)
NORMALIZED = DEVIATION + r", \hat{u}(u) := \frac{u - \mu \mathbf{1}_B}{\sqrt{\sigma^2 + \epsilon}}"
JACOBIAN = r"\frac{\partial \hat{u}_b}{\partial u_c} = \frac{1}{\sqrt{\sigma^2 + \epsilon}}"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (DEVIATION, r"\sigma^2 \ge 0", "holds"),
        (DEVIATION, r"\frac{\partial \sigma}{\partial u_b} = \frac{u_b - \mu}{B \sigma}", "holds"),
        (DEVIATION, r"\frac{\partial \sigma}{\partial u_b} = \frac{u_b - \mu}{\sigma}", "refuted"),
        (DEVIATION, r"\sigma(2 u) = 2 \sigma(u)", "holds"),
        (DEVIATION, r"\sigma(2 u) = \sigma(u)", "refuted"),
        (DEVIATION, r"\sigma(2 u) = 4 \sigma(u)", "refuted"),
        (
            NORMALIZED,
            JACOBIAN + r" (\delta_{bc} - \tfrac{1}{B} - \tfrac{1}{B} \hat{u}_b \hat{u}_c)",
            "holds",
        ),
        (NORMALIZED, JACOBIAN + r" (\delta_{bc} - \tfrac{1}{B} - \hat{u}_b \hat{u}_c)", "refuted"),
    ],
)
def test_verdicts(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
