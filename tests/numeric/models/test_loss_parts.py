"""Curvature and landscape as parts of an inspection."""

import pytest
import torch
from torch import nn

from derive.errors import NotSupported
from numeric.models.loss_parts import curvature_rows, landscape_rows, layer_norm_rows
from tests.numeric.models.model_heads import waves


def model():
    torch.manual_seed(2)
    layer = nn.TransformerEncoderLayer(6, 2, 8, batch_first=True, norm_first=True, dropout=0.0)
    return nn.Sequential(layer, nn.LayerNorm(6)).train()


def test_rows_of_blocks_and_layer_norms_and_the_model_stays_as_it_was():
    net, x = model(), waves(1, 4, 6).float()[None]
    hooks = sum(len(m._forward_pre_hooks) for m in net.modules())
    rows = curvature_rows(net, (x, torch.zeros(1, 4, 6)), loss="mse")
    blocks = [row for row in rows if row["part"] == "block"]
    (whole,) = [row for row in rows if row["part"] == "whole"]
    norms = [row for row in rows if row["part"] == "layer norm"]
    assert len(blocks) == 36 and whole["holds"] and max(b["norm"] for b in blocks) <= whole["norm"] * (1 + 1e-6)
    assert [row["name"] for row in norms] == ["0.norm1", "0.norm2", "1"]
    assert all(0 < row["jacobian"] <= row["eq 28"] and 0 < row["hessian"] <= row["eq 29"] for row in norms)
    J = torch.func.jacrev(lambda t: nn.functional.layer_norm(t, (6,), eps=1e-5))(x.double())
    assert norms[0]["jacobian"] == pytest.approx(float(torch.linalg.matrix_norm(J.reshape(24, 24), 2)), rel=1e-6)
    assert net.training and hooks == sum(len(m._forward_pre_hooks) for m in net.modules())


def test_a_constant_row_has_its_reason():
    (row,) = layer_norm_rows(nn.LayerNorm(3, eps=0.0), torch.ones(2, 3))
    assert "row 0 is constant" in row["reason"]


def test_rows_of_a_landscape():
    net = nn.Linear(3, 2)
    rows = landscape_rows(net, (waves(1, 130, 3), torch.arange(130) % 2), loss="ce", orders=2)
    assert len(rows) == 2 and all(row["holds"] and row["residual"] < 1e-12 for row in rows)


def test_negative_losses_violate_nothing():
    """The bound max l / (k + 1) is one of losses that are not negative."""
    for shift in (-5.0, -0.7):
        rows = landscape_rows(
            nn.Linear(3, 2), (waves(1, 20, 3), waves(2, 20, 2)), loss=lambda out, y, c=shift: (out - y).square().mean() + c, orders=2
        )
        assert all(row["holds"] and 0 < row["ratio_to_bound"] <= 1 + 1e-9 for row in rows)


def test_what_is_refused():
    with pytest.raises(NotSupported, match="need a target"):
        curvature_rows(model(), waves(1, 4, 6)[None], loss="mse")
    with pytest.raises(NotSupported, match="two samples, got 1"):
        landscape_rows(nn.Linear(3, 2), (waves(1, 1, 3), torch.zeros(1, dtype=torch.long)), loss="ce")
    with pytest.raises(NotSupported, match="pair of tensors"):
        landscape_rows(nn.Linear(3, 2), {"x": waves(1, 4, 3), "target": torch.zeros(4)}, loss="mse")
