r"""A letter that runs in the given blocks is a number in a claim, too: the t of ``1 - \beta^t`` beside ``m_t := \beta m_{t-1} + ...``."""

from pathlib import Path

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

MOMENTS = r"g_1, \dots, g_T \in \mathbb{R}^d, \beta \in (0, 1), m_0 := 0, m_t := \beta m_{t-1} + (1 - \beta) g_t"
TABLE = r"b_1, \dots, b_T \in (0, 1), a_t := 1 - b_t, \lambda > 0"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (MOMENTS, r"(1 - \beta) \sum_{i=1}^t \beta^{t-i} = 1 - \beta^t", "holds"),
        (MOMENTS, r"(1 - \beta) \sum_{i=1}^t \beta^{t-i} = 1 - \beta^{t-1}", "refuted"),
        (MOMENTS, r"1 - \beta^t > 0", "holds"),
        (MOMENTS, r"1 - \beta^t \ge 1 - \beta^2", "refuted"),
        (TABLE, r"\lambda^t \lambda = \lambda^{t+1}", "holds"),
        (TABLE, r"\lambda^t = \lambda", "refuted"),
    ],
)
def test_running_letters(given: str, claim: str, verdict: str, tmp_path: Path):
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize("claim", [r"1 - \beta^k > 0", r"1 - \beta^j > 0"])
def test_other_letters_are_refused(claim: str, tmp_path: Path):
    with pytest.raises(BadPaper, match="is not declared"):
        judged(claim, MOMENTS, tmp_path)
