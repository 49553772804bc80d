r"""A place that may be 0 selects a member and has no sign: Jacobians of recurrent networks from step 0 on."""

import pytest

from tests.judged import judged

NETWORK = r"U \in \mathbb{R}^{h \times h}, \quad z_t \in \mathbb{R}^h, \quad z_{t+1} = \tanh(U z_t)"
NUMBERS = r"t \in \{0, \dots, T\}, \quad x \in \mathbb{R}"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (NETWORK, r"\frac{\partial z_{t+1}}{\partial z_t} = \operatorname{diag}(1 - z_{t+1}^2)\, U", "holds"),
        (NETWORK, r"\frac{\partial z_{t+1}}{\partial z_t} = \operatorname{diag}(1 - z_t^2)\, U", "refuted"),
        (NUMBERS, r"|(t - 1) x| = |t - 1| |x|", "holds"),
        (NUMBERS, r"|(t - 1) x| = (t - 1) |x|", "refuted"),
    ],
)
def test_verdicts(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
