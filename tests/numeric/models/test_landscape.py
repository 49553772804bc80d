"""The exact identity of mean losses, slopes with known numbers, and scaling laws that are there or not."""

import math

import numpy as np
import pytest
import torch
from torch import nn

import derive
from numeric.models.landscape import differences, scaling_law, slope

GOLDEN = (math.sqrt(5) - 1) / 2


def test_known_slopes_and_the_bias_of_a_moving_average():
    steps, residual = differences(np.modf(GOLDEN * np.arange(1, 4001))[0])
    found = slope(steps)
    assert (found.raw, found.binned, found.smoothed) == pytest.approx((-0.99706, -0.99497, -1.29505), abs=5.1e-6)
    assert residual < 1e-12
    assert bool((steps <= 1 / np.arange(2, 4001)).all())


def test_few_samples_have_no_slope():
    assert math.isnan(slope(differences(np.arange(50.0))[0]).binned)
    assert math.isnan(slope(differences(np.ones(500))[0]).raw)


def regression():
    torch.manual_seed(1)
    return nn.Linear(3, 2), torch.randn(130, 3), torch.randn(130, 2)


def test_the_landscape_of_a_model():
    model, X, y = regression()
    found = derive.landscape(model, "mse", (X, y), orders=4)
    own = ((model(X) - y) ** 2).mean(1).detach().double().numpy()
    assert np.allclose(found.losses, own, rtol=1e-5)
    assert found.differences.shape == (4, 129) and found.residual < 1e-12 and 0 < found.bound <= 1
    assert len({s.binned for s in found.slopes}) == 4 and found.band[0] <= found.slopes[0].binned <= found.band[1]
    loss = ((model(X) - y) ** 2).mean()
    gradient = torch.autograd.grad(loss, list(model.parameters()))
    assert found.gradient_norm == pytest.approx(math.sqrt(sum(float(g.square().sum()) for g in gradient)), rel=1e-5)
    assert len(found.rows()) == 4 and model.weight.dtype == torch.float32
    pairs = derive.landscape(model, lambda a, b: ((a - b) ** 2).mean(), list(zip(X, y, strict=True)), orders=1)
    assert np.allclose(pairs.losses, found.losses)
    with pytest.raises(ValueError, match="at least two samples, got 1"):
        derive.landscape(model, "mse", (X[:1], y[:1]))


def test_classes():
    model, X, _ = regression()
    labels = torch.arange(130) % 2
    found = derive.landscape(model, "ce", (X, labels), orders=1)
    assert found.losses.mean() == pytest.approx(float(nn.functional.cross_entropy(model(X), labels).detach()), rel=1e-5)


def test_a_scaling_law_is_found_with_its_interval():
    k = np.geomspace(10, 10000, 12)
    noise = 1e-4 * np.sin(7 * np.arange(12))
    found = scaling_law(k, 0.3 + 2 * k**-0.5 + noise)
    assert (found.a, found.b, found.c) == pytest.approx((0.3, 2, 0.5), rel=0.01)
    assert found.interval[0] < 0.5 < found.interval[1] and found.interval[1] - found.interval[0] < 0.05
    wide = scaling_law(k, 0.3 + 2 * k**-0.5 + 100 * noise)
    assert wide.interval[1] - wide.interval[0] > 10 * (found.interval[1] - found.interval[0])


def test_no_law_from_less_than_two_decades():
    with pytest.raises(ValueError, match="two decades"):
        scaling_law([1, 2, 5, 90], [1, 1, 1, 1])
    with pytest.raises(ValueError, match="four points"):
        scaling_law([1, 10, 100], [3, 2, 1])
