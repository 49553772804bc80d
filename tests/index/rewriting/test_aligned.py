r"""Products of matrices over one range whose factors are equal one by one, also counted from the end and written from T down to 1."""

from pathlib import Path

import pytest

from tests.judged import judged, shown

GIVEN = r"W_1, \dots, W_T \in \mathbb{R}^{n \times n}, A, B \in \mathbb{R}^{n \times n}, a \in \mathbb{R}^T"


@pytest.mark.parametrize(
    "claim",
    [
        r"\left(\prod_{k=0}^{T-1} W_{T-k}\right)^\top = \prod_{t=1}^{T} W_t^\top",
        r"\prod_{t=T}^{1} W_t = \prod_{k=0}^{T-1} W_{T-k}",
        r"\prod_{t=T}^{1} (A W_t B) = \prod_{t=T}^{1} ((B^\top W_t^\top A^\top)^\top)",
        r"\prod_{k=0}^{T-1} ((A + B) W_{T-k}) = \prod_{k=0}^{T-1} (A W_{T-k} + B W_{T-k})",
        r"\sum_{t=T}^{1} a_t = \sum_{t=1}^{T} a_t",
        r"\prod_{t=T}^{1} a_t = \prod_{t=1}^{T} a_t",
    ],
)
def test_equal_factors(claim: str):
    assert shown(GIVEN, claim)


@pytest.mark.parametrize(
    "claim",
    [
        r"\prod_{t=T}^{1} (A W_t) = \prod_{t=T}^{1} (W_t A)",
        r"\prod_{k=0}^{T-1} W_{T-k} = \prod_{k=0}^{T-1} (W_{T-k} W_{T-k})",
        r"\prod_{k=0}^{T-1} (A W_{T-k}) = \prod_{k=0}^{T-1} (A^\top W_{T-k})",
        r"\prod_{t=T}^{1} W_t = \left(\prod_{k=0}^{T-1} W_{T-k}\right)^\top",
    ],
)
def test_other_factors_are_refuted(claim: str, tmp_path: Path):
    assert judged(claim, GIVEN, tmp_path).verdict == "refuted"
