r"""Products up to an index whose factors are entries of another table: ``\bar\alpha_t := \prod_{s=1}^t \alpha_s`` with ``\alpha_s := 1 - \beta_s``."""

from pathlib import Path

import pytest

from tests.judged import judged, shown

NOISE = r"\beta_1, \dots, \beta_T \in (0, 1), \alpha_t := 1 - \beta_t, \bar\alpha_t := \prod_{s=1}^t \alpha_s"


@pytest.mark.parametrize(
    "claim",
    [
        r"\bar\alpha_t = \alpha_t \bar\alpha_{t-1}",
        r"\bar\alpha_t = (1 - \beta_t) \bar\alpha_{t-1}",
        r"\alpha_t (1 - \bar\alpha_{t-1}) + \beta_t = 1 - \bar\alpha_t",
    ],
)
def test_what_follows_is_shown(claim: str):
    assert shown(NOISE, claim)


@pytest.mark.parametrize(
    "claim",
    [
        r"\bar\alpha_t = \alpha_{t-1} \bar\alpha_{t-1}",
        r"\bar\alpha_t = \beta_t \bar\alpha_{t-1}",
        r"\alpha_t (1 - \bar\alpha_{t-1}) - \beta_t = 1 - \bar\alpha_t",
    ],
)
def test_neighbors_are_refuted(claim: str, tmp_path: Path):
    assert judged(claim, NOISE, tmp_path).verdict == "refuted"
