"""Corrections of weights, condition numbers of weights and of the Jacobian, and Theorem 3.8 as printed and corrected."""

import copy
import dataclasses
import math
import warnings

import pytest
import torch
from hypothesis import given, settings
from torch import nn

import derive
from derive.errors import NotSupported
from numeric.models.conditioning import (
    check_theorem38,
    concentration,
    condition_bound,
    condition_number,
    conditioned,
    eye_correction,
    jacobian_condition,
    svd_correction,
)
from tests.numeric.models.model_heads import dense, heads, waves
from tests.numeric.models.test_penalties import encoder


def test_condition_numbers_of_a_known_weight():
    W = 0.5 * waves(2, 8, 3)
    values = torch.linalg.svdvals(W)
    assert condition_number(W) == pytest.approx(3.507783, abs=5e-7)
    assert condition_number(W + svd_correction(W)) == pytest.approx(1.556323, abs=5e-7)
    assert condition_number(W + svd_correction(W)) == pytest.approx(float(2 * values[0] / (values[0] + values[-1])))
    assert condition_number(W + eye_correction(W)) == pytest.approx(1.094, abs=5e-4)


def test_the_correction_of_a_singular_weight_reaches_two():
    """Equation 51 is printed with a strict sign."""
    W = torch.outer(waves(1, 4, 1)[:, 0], waves(2, 3, 1)[:, 0])
    assert condition_number(W + svd_correction(W)) == pytest.approx(2, abs=1e-12)
    assert math.isinf(condition_number(W))


def test_theorem_38_fails_as_printed_and_holds_corrected():
    found = check_theorem38(torch.diag(torch.tensor([0.9, -0.9, 0.76], dtype=torch.float64)), 10.0)
    assert (found.printed, found.before, found.after) == pytest.approx((1.17965, 1.18421, 1.19780), abs=5e-6)
    assert found.printed_holds and found.printed_refuted and not found.corrected_holds


@pytest.mark.parametrize("shape", [(3, 3), (5, 2), (2, 5)])
def test_the_corrected_hypothesis_suffices(shape):
    seen = 0
    for seed in range(60):
        generator = torch.Generator().manual_seed(seed)
        W = torch.randn(*shape, dtype=torch.float64, generator=generator) * 10 ** (seed % 5 / 2 - 1)
        for lam in (2.0, 10.0, 40.0):
            found = check_theorem38(W, lam)
            seen += found.corrected_holds
            assert found.lowered or not found.corrected_holds
    assert seen > 30


CASES = [  # n, D, d, scale, factor of X, factor of the weights; kappa and bound of original, svd, eye
    (5, 8, 3, 1.0, 1.0, 0.5, (9.44376, 1101.80, 2.60678), (6205.96, 164970, 2.60678)),
    (5, 8, 4, 0.5, 0.5, 0.3, (2715.27, 128.157, 2.76720), (3663.44, 159.041, 25.8034)),
    (9, 6, 3, 1.0, 0.5, 0.5, (844.433, 56.2953, 22877.4), (math.inf, math.inf, math.inf)),
]


@pytest.mark.parametrize(("n", "D", "d", "scale", "xs", "ws", "kappas", "bounds"), CASES)
def test_condition_numbers_of_the_jacobian(n, D, d, scale, xs, ws, kappas, bounds):
    """Better conditioned weights may make the Jacobian worse: by the SVD in the first case, by 10 I in the third."""
    head = derive.Head(X=xs * waves(1, n, D), WQ=ws * waves(2, D, d), WK=ws * waves(3, D, d), WV=ws * waves(4, D, d), scale=scale)
    for which, kappa, bound in zip((head, conditioned(head, "svd"), conditioned(head, "eye")), kappas, bounds, strict=True):
        found = jacobian_condition(which)
        assert found.value == pytest.approx(kappa, rel=5e-6)
        assert found.bound == pytest.approx(bound, rel=5e-6)
        J = torch.cat([dense(which, name) for name in ("WQ", "WK", "WV")], dim=1)
        assert found.value == pytest.approx(float(torch.linalg.cond(J)), rel=1e-6)
        assert math.isinf(found.printed_bound)


def test_condition_numbers_without_a_jacobian_to_twelve_digits():
    for (n, D, d, scale, xs, ws, *_), kappa in zip(CASES[::2], (9.44375861611787, 844.43303468), strict=True):
        head = derive.Head(X=xs * waves(1, n, D), WQ=ws * waves(2, D, d), WK=ws * waves(3, D, d), WV=ws * waves(4, D, d), scale=scale)
        assert derive.jacobian_condition(head).value == pytest.approx(kappa, rel=1e-9)


@settings(max_examples=60, deadline=None)
@given(heads())
def test_no_corrected_bound_is_below_the_condition_number(head):
    assert not jacobian_condition(head).violated


def test_a_bound_that_is_attained_is_not_violated_by_rounding():
    """Small tokens, nearly uniform attention: P X is nearly singular; half of the value as a bound is violated."""
    X, W = 2e-3 * waves(1, 2, 4), waves(2, 4, 3)
    found = jacobian_condition(derive.Head(X=X, WQ=W[:, :2], WK=W[:, 1:], WV=W))
    assert 1e4 < found.value < 3e6 and 1e-10 < found.rounding < 1e-1 and not found.violated
    assert dataclasses.replace(found, bound=0.5 * found.value).violated


def test_what_cannot_be_said_is_said():
    head = derive.Head(X=waves(1, 9, 2), WQ=waves(2, 2, 1), WK=waves(3, 2, 1), WV=waves(4, 2, 4))
    assert jacobian_condition(head).how == "singular: 36 rows and 12 columns"
    tall = derive.Head(X=waves(1, 3, 6), WQ=waves(2, 6, 4), WK=waves(3, 6, 4), WV=waves(4, 6, 2))
    far = jacobian_condition(tall, limit=5)
    assert math.isnan(far.value) and math.isfinite(far.bound) and "n d_v = 6 is more than 5" in far.how
    twice = derive.Head(X=waves(1, 3, 6)[[0, 0, 1]], WQ=waves(2, 6, 4), WK=waves(3, 6, 4), WV=waves(4, 6, 2))
    assert jacobian_condition(twice).singular and math.isinf(condition_bound(twice))


def weights(model: nn.Module) -> dict[str, torch.Tensor]:
    return {name: value.detach().clone() for name, value in model.state_dict().items()}


@pytest.mark.parametrize("mode", ["eye", "svd"])
@pytest.mark.parametrize("heads_as", ["per_head", "full"])
def test_the_model_computes_with_the_corrected_weights_and_unfolds_to_what_it_was(mode, heads_as):
    model, x = encoder(), waves(1, 5, 12)[None]
    before, parameters, plain = weights(model), dict(model.named_parameters()), model(x)
    by_hand = copy.deepcopy(model)
    for layer in by_hand.layers:
        with torch.no_grad():
            for rows in layer.self_attn.in_proj_weight.chunk(3):
                for block in rows.chunk(3 if heads_as == "per_head" else 1):
                    block += (eye_correction(block.T, 3.0) if mode == "eye" else svd_correction(block.T)).T
    assert derive.spectral_condition(model, mode=mode, lam=3.0, heads=heads_as) is model
    assert torch.allclose(model(x), by_hand(x), atol=1e-12)
    assert not torch.allclose(model(x), plain, atol=1e-3)
    for chosen in (model.eval(), by_hand.eval()):  # torch's fast path reads the weights itself
        chosen.requires_grad_(False)
    assert torch.allclose(model(x), by_hand(x), atol=1e-12)
    for chosen in (model.train(), by_hand):
        chosen.requires_grad_(True)
    assert derive.unfold(model) is model
    after = dict(model.named_parameters())
    assert after.keys() == parameters.keys() and all(after[n] is p for n, p in parameters.items())
    assert all(torch.equal(before[name], now) for name, now in model.state_dict().items())
    assert {type(m) for m in model.modules()} == {type(m) for m in encoder().modules()}
    assert torch.equal(model(x), plain)


def test_the_correction_has_no_gradient_and_the_weight_alone_is_trained():
    model = nn.MultiheadAttention(6, 2, batch_first=True).double()
    derive.spectral_condition(model, targets=("v",))
    names = [name for name, _ in model.named_parameters()]
    assert "parametrizations.in_proj_weight.original" in names and not any("constant" in name for name in names)
    moved = model.in_proj_weight - model.parametrizations.in_proj_weight.original
    assert torch.equal(moved[:12], torch.zeros(12, 6, dtype=torch.float64)) and float(moved[12:].diagonal().sum()) == 30
    x = waves(1, 4, 6)[None]
    model(x, x, x)[0].square().sum().backward()
    assert model.parametrizations.in_proj_weight.original.grad.norm() > 0
    computed = model(x, x, x)[0].detach()
    derive.unfold(model, keep=True)
    assert torch.allclose(model(x, x, x)[0], computed)


def test_the_two_readings_are_two_models():
    per_head, full = (nn.MultiheadAttention(6, 2) for _ in range(2))
    full.load_state_dict(per_head.state_dict())
    derive.spectral_condition(per_head, heads="per_head")
    derive.spectral_condition(full, heads="full")
    assert [float((m.in_proj_weight - m.parametrizations.in_proj_weight.original)[3].argmax()) for m in (per_head, full)] == [0, 3]


def test_one_hot_attention_is_told():
    model = nn.TransformerEncoderLayer(64, 2, 8, batch_first=True, dropout=0.0).double()
    x = nn.functional.layer_norm(waves(1, 7, 64), (64,))[None]
    sharp = copy.deepcopy(model)
    with pytest.warns(UserWarning, match="attention is one-hot"):
        derive.spectral_condition(sharp, heads="full", batch=x)
    assert sharp.training and concentration(sharp, x)["max_probability"] > 0.9
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        derive.spectral_condition(model, lam=0.01, batch=x)


def test_what_conditioning_refuses():
    with pytest.raises(ValueError, match="mode is eye or svd"):
        derive.spectral_condition(nn.MultiheadAttention(6, 2), mode="best")
    with pytest.raises(NotSupported, match="no attention module"):
        derive.spectral_condition(nn.Linear(3, 3))
    model = nn.MultiheadAttention(6, 2)
    derive.spectral_condition(model)
    with pytest.raises(NotSupported, match="parametrized already"):
        derive.spectral_condition(model)
    assert derive.unfold(nn.Linear(2, 2)) is not None
