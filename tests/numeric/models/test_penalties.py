"""JaSMin and Specformer: known numbers, what attaching leaves behind, and what is refused."""

import copy
import math

import pytest
import torch
from torch import nn

import derive
from derive.errors import NotSupported
from numeric.models.kernels import g, softmax_jacobian_norm
from numeric.models.penalties import MapCollector, fgsm, pgd
from tests.numeric.models.model_heads import waves

MAPS = [torch.stack([torch.softmax(2 * waves(1 + 3 * layer + h, 17, 17), -1) for h in range(3)]) for layer in range(2)]


@pytest.mark.parametrize(("k", "agg", "expected"), [
    (0, "max", -9.026593), (0, "mean", -10.148286), (2, "max", 1.205678), (2, "mean", 0.471602),
    (10, "max", 17.655378), (10, "mean", 14.126010), (16, "max", 23.719302), (16, "mean", 23.118265),
])  # fmt: skip
def test_jasmin_of_known_maps(k, agg, expected):
    assert float(derive.JaSMin(k=k, agg=agg)(MAPS)) == pytest.approx(expected, abs=5e-7)


def test_a_batch_is_averaged_and_heads_are_summed():
    reg = derive.JaSMin(k=2, agg="mean")
    batch = torch.stack([MAPS[0], MAPS[1]])
    assert float(reg([batch])) == pytest.approx(float(reg(MAPS)) / 2)
    assert float(reg(MAPS)) == pytest.approx(sum(float(reg([P[h : h + 1]])) for P in MAPS for h in range(3)))


def test_what_jasmin_refuses():
    for k in (1, -1):
        with pytest.raises(ValueError, match="k = 0 or k >= 2"):
            derive.JaSMin(k=k)
    with pytest.raises(ValueError, match="max or mean"):
        derive.JaSMin(agg="sum")
    with pytest.raises(ValueError, match="at least 18 tokens, got 17"):
        derive.JaSMin(k=17)(MAPS)
    with pytest.raises(ValueError, match="heads x n x n"):
        derive.JaSMin()([torch.rand(3, 4)])
    with pytest.raises(ValueError, match="no attention map"):
        derive.JaSMin()([])
    with pytest.raises(RuntimeError, match="attach"):
        derive.JaSMin().value()


def test_the_gradient_is_that_of_differences_also_near_one_hot_rows():
    scores = waves(3, 6, 6)[None].requires_grad_(True)
    reg = derive.JaSMin(k=3, agg="mean")
    (slope,) = torch.autograd.grad(reg([scores.softmax(-1)]), scores)
    step = 1e-6 * waves(7, 6, 6)[None]
    ends = [float(reg([(scores + t * step).detach().softmax(-1)])) for t in (1, -1)]
    assert (ends[0] - ends[1]) / 2 == pytest.approx(float((slope * step).sum()), rel=1e-6)
    for k in (0, 2):
        sharp = torch.tensor([[[60.0, 0, 0], [0, 900.0, 0], [0, 0, 0]]], dtype=torch.float64, requires_grad=True)
        value = derive.JaSMin(k=k)([sharp.softmax(-1)])
        (slope,) = torch.autograd.grad(value, sharp)
        assert math.isfinite(float(value.detach())) and bool(slope.isfinite().all())


def test_a_bound_of_the_ratio_bounds_the_norm():
    """Proposition 1: g_1 / g_k <= gamma <= k / 4 implies ||M|| <= (1 - sqrt(1 - 4 gamma / k)) / 2; gamma / k does too."""
    seen = 0
    for seed in range(40):
        P = torch.softmax(0.4 * seed / 10 * waves(seed + 1, 9, 9), -1)
        norms = softmax_jacobian_norm(P)
        for k in range(2, 9):
            gamma = g(P, 1) / g(P, k)
            fits = gamma <= k / 4
            seen += int(fits.sum())
            bound = (1 - torch.sqrt((1 - 4 * gamma / k).clamp_min(0))) / 2
            assert bool((norms <= bound * (1 + 1e-12))[fits].all())
            assert bool((norms <= gamma / k * (1 + 1e-12)).all())
    assert seen > 100


def encoder(dropout: float = 0.0) -> nn.Module:
    torch.manual_seed(0)
    layer = nn.TransformerEncoderLayer(12, 3, 20, dropout=dropout, batch_first=True, norm_first=True)
    return nn.TransformerEncoder(layer, 2, enable_nested_tensor=False).double()


def hooks(model: nn.Module) -> int:
    return sum(len(m._forward_hooks) + len(m._forward_pre_hooks) for m in model.modules())


def test_attached_to_a_model_it_penalizes_the_maps_that_the_model_uses_and_detaching_leaves_no_hook():
    model, x = encoder(), waves(1, 5, 12)[None]
    before, state = hooks(model), copy.deepcopy(model.state_dict())
    reg = derive.JaSMin(k=2).attach(model)
    plain = model(x)
    value = reg.value()
    value.backward()
    assert all(layer.self_attn.in_proj_weight.grad.norm() > 0 for layer in model.layers)
    seen = []
    handles = [
        layer.self_attn.register_forward_pre_hook(lambda m, a, k: (a, k | {"need_weights": True, "average_attn_weights": False}), with_kwargs=True)
        for layer in model.layers
    ] + [layer.self_attn.register_forward_hook(lambda m, a, out: seen.append(out[1])) for layer in model.layers]  # fmt: skip
    model(x)
    for handle in handles:
        handle.remove()
    assert float(value.detach()) == pytest.approx(float(derive.JaSMin(k=2)(seen).detach()), rel=1e-12)
    reg.detach()
    reg.detach()  # nothing is left to remove
    assert hooks(model) == before
    assert all(torch.equal(state[name], now) for name, now in model.state_dict().items())
    assert torch.equal(model(x), plain)
    with pytest.raises(RuntimeError, match="attach"):
        reg.value()


def test_maps_are_those_before_dropout_and_masks_count():
    module = nn.MultiheadAttention(12, 3, dropout=0.5, batch_first=False).double()
    x = waves(1, 5, 12)[:, None]
    causal = torch.triu(torch.ones(5, 5, dtype=torch.bool), 1)
    padding = torch.tensor([[False, False, False, False, True]])
    collector = MapCollector(module)
    module(x, x, x, attn_mask=causal, key_padding_mask=padding)
    P = collector.take()[0].detach()
    collector.close()
    assert P.shape == (1, 3, 5, 5)
    assert torch.allclose(P.sum(-1), torch.ones(1, 3, 5, dtype=torch.float64))
    assert float(P[..., -1].abs().max()) == 0 and float(P.triu(1).abs().max()) == 0
    reference = module.eval()(x, x, x, attn_mask=causal, key_padding_mask=padding, average_attn_weights=False)[1]
    assert torch.allclose(P, reference, atol=1e-14)


class Fused(nn.Module):
    """Attention of timm's shape."""

    def __init__(self):
        super().__init__()
        self.qkv, self.attn_drop, self.num_heads, self.fused_attn = nn.Linear(6, 18), nn.Dropout(0.3), 2, True

    def forward(self, x):
        q, k, v = self.qkv(x).unflatten(-1, (3, 2, 3)).permute(2, 0, 3, 1, 4)
        if self.fused_attn:
            return nn.functional.scaled_dot_product_attention(q, k, v)
        return self.attn_drop((q @ k.transpose(-1, -2) / 3**0.5).softmax(-1)) @ v


def test_a_fused_kernel_is_off_while_the_penalty_is_attached():
    model = Fused()
    with derive.JaSMin(k=2).attach(model) as reg:
        model(torch.rand(2, 4, 6))
        assert math.isfinite(float(reg.value().detach()))
        with pytest.raises(RuntimeError, match="no attention map was seen"):
            reg.value()
        with pytest.raises(RuntimeError, match="already"):
            reg.attach(model)
        assert not model.fused_attn
    assert model.fused_attn and hooks(model) == 0


def test_a_model_without_attention_is_refused():
    for penalty in (derive.JaSMin(), derive.Specformer(v=1)):
        with pytest.raises(NotSupported, match="no attention module"):
            penalty.attach(nn.Linear(3, 2))


def test_specformer_sums_squares_of_spectral_norms_head_by_head():
    model = encoder()
    expected = {"q": 0.0, "k": 0.0, "v": 0.0}
    for layer in model.layers:
        for target, rows in zip("qkv", layer.self_attn.in_proj_weight.detach().chunk(3), strict=True):
            expected[target] += sum(float(torch.linalg.svdvals(block)[0]) ** 2 for block in rows.chunk(3))
    for target in "qkv":
        assert float(derive.Specformer(**{target: 2.0}).attach(model).value().detach()) == pytest.approx(2 * expected[target])
    reg = derive.Specformer(q=1, k=1, v=1).attach(model)
    reg.value().backward()
    assert model.layers[0].self_attn.in_proj_weight.grad.norm() > 0
    reg.detach()
    with pytest.raises(RuntimeError, match="attach"):
        reg.value()
    with pytest.raises(ValueError, match="not negative"):
        derive.Specformer(q=-1)


def test_groups_of_queries_share_a_key():
    class Grouped(nn.Module):
        def __init__(self):
            super().__init__()
            self.q_proj, self.k_proj, self.v_proj = nn.Linear(8, 8), nn.Linear(8, 4), nn.Linear(8, 4)
            self.num_heads, self.num_key_value_heads = 4, 2

    model = Grouped().double()
    parts = [float(torch.linalg.svdvals(b)[0]) ** 2 for b in model.k_proj.weight.detach().chunk(2)]
    assert float(derive.Specformer(k=1).attach(model).value().detach()) == pytest.approx(2 * sum(parts))


def test_attacks_stay_in_their_ball_and_raise_the_loss():
    torch.manual_seed(1)
    model, x, y = nn.Sequential(nn.Linear(9, 7), nn.Tanh(), nn.Linear(7, 4)), torch.rand(30, 9), torch.arange(30) % 4
    loss = nn.functional.cross_entropy
    clean = float(loss(model(x), y).detach())
    for moved in (fgsm(model, x, y, 0.1), pgd(model, x, y, 0.1)):
        assert float((moved - x).abs().max()) <= 0.1 + 1e-6
        assert 0 <= float(moved.min()) and float(moved.max()) <= 1
        assert float(loss(model(moved), y).detach()) > clean
    assert all(p.grad is None for p in model.parameters())
