"""What a head refuses, and what it computes itself."""

import math

import pytest
import torch

import derive
from derive.errors import NotSupported, ShapeProblem
from tests.numeric.models.model_heads import case, waves


def test_a_head_is_in_float64_and_computes_its_map():
    head = derive.Head(X=torch.rand(3, 5), WQ=torch.rand(5, 2), WK=torch.rand(5, 2), WV=torch.rand(5, 4))
    assert {head.X.dtype, head.map.dtype} == {torch.float64}
    assert head.scale == 1 / math.sqrt(2)
    assert torch.allclose(head.map.sum(1), torch.ones(3, dtype=torch.float64))
    assert head.output().shape == (3, 4)


def test_a_bias_is_a_further_column():
    """X -> [X, 1], W -> [W; b]."""
    head = case("tiny", bQ=waves(5, 1, 4)[0], bK=waves(6, 1, 4)[0], bV=waves(7, 1, 3)[0])
    one = torch.ones(head.n, 1, dtype=torch.float64)
    wide = derive.Head(
        X=torch.cat([head.X, one], 1), WQ=torch.cat([head.WQ, head.bQ[None]]), WK=torch.cat([head.WK, head.bK[None]]),
        WV=torch.cat([head.WV, head.bV[None]]),
    )  # fmt: skip
    assert torch.allclose(head.output(), wide.output(), rtol=0, atol=1e-14)


@pytest.mark.parametrize(("field", "value", "said"), [
    ("WK", torch.zeros(6, 3), r"WK of shape \(6, 4\), got \(6, 3\)"),
    ("bQ", torch.zeros(3), r"bQ of shape \(4,\), got \(3,\)"),
    ("mask", torch.zeros(5, 4), r"mask of shape \(5, 5\), got \(5, 4\)"),
    ("WO", torch.zeros(4, 6), r"WO with 3 rows, got shape \(4, 6\)"),
])  # fmt: skip
def test_sizes_that_do_not_match_are_named(field, value, said):
    parts = {"X": waves(1, 5, 6), "WQ": waves(2, 6, 4), "WK": waves(3, 6, 4), "WV": waves(4, 6, 3)} | {field: value}
    with pytest.raises(ShapeProblem, match=said):
        derive.Head(**parts)


def test_what_is_not_finite_is_refused_with_its_reason():
    mask = torch.zeros(5, 5)
    mask[3] = -math.inf
    with pytest.raises(NotSupported, match="row 3 of the attention map is not finite: it is masked as a whole"):
        case("tiny", mask=mask)
    with pytest.raises(NotSupported, match="WQ have entries that are not finite"):
        derive.Head(X=waves(1, 5, 6), WQ=torch.full((6, 4), math.nan), WK=waves(3, 6, 4), WV=waves(4, 6, 3))
