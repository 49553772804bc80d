"""Eigenvalues during training: what is kept, times that are known, and fits that say how bad they are."""

import numpy as np
import pytest
import torch
from torch import nn

import derive
from numeric.models.relaxation import relaxation


def test_a_known_time_is_found_and_another_law_has_a_residual():
    t = np.arange(0, 200, 10)
    tau, residual = relaxation(t, 0.2 + 0.7 * np.exp(-t / 37))
    assert tau == pytest.approx(37, rel=1e-5) and residual < 1e-6
    wave = relaxation(t, np.sin(t / 5))[1]
    assert wave > 0.5
    assert relaxation(t, np.ones(20)) == (None, None)
    assert relaxation(t[:4], np.arange(4.0)) == (None, None)


def test_eigenvalues_are_kept_during_training_and_the_model_is_as_it_was():
    torch.manual_seed(0)
    model = nn.MultiheadAttention(6, 2, dropout=0.5, batch_first=True).train()
    x = torch.randn(3, 5, 6)
    log, optimizer = derive.SpectraLogger(every=3, modes=2), torch.optim.SGD(model.parameters(), lr=0.5)
    for _ in range(16):
        log(model, (x, x, x))
        model(x, x, x)[0].square().mean().backward()
        optimizer.step()
        optimizer.zero_grad()
    assert log.steps == [0, 3, 6, 9, 12, 15] and model.training
    assert not model._forward_pre_hooks and not model._forward_hooks
    assert all(torch.allclose(m[..., 0], torch.ones(1, 2, dtype=torch.float64)) for m in log.moduli)  # the largest is 1 at all times
    rows = log.rows()
    assert [(r["head"], r["i"]) for r in rows] == [(0, 2), (0, 3), (1, 2), (1, 3)]
    assert all(r["tau"] is None or (r["tau"] > 0 and 0 <= r["residual"] <= 1 + 1e-9) for r in rows)
    maps = model.eval()(x, x, x, average_attn_weights=False)[1].mean(0)
    last = derive.SpectraLogger()
    last(model, (x, x, x))
    assert torch.allclose(last.moduli[0][0], torch.linalg.eigvals(maps.double()).abs().sort(descending=True).values, atol=1e-6)
    assert derive.SpectraLogger().rows() == []
    with pytest.raises(ValueError, match="at least 1, got 0"):
        derive.SpectraLogger(every=0)
