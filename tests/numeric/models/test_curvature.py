"""Hessian blocks against torch.func, the corrected and printed bounds of attention, LayerNorm and the block."""

import copy
import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn
from torch.func import functional_call, hessian, jacfwd, jacrev

import derive
from derive.errors import NotSupported, ShapeProblem
from numeric.models.attention_curvature import attention_curvature
from numeric.models.block_curvature import BlockWeights, block_curvature
from numeric.models.layer_norms import layer_norm_norms
from tests.numeric.models.model_heads import heads, waves


def norm(matrix: torch.Tensor) -> float:
    return float(torch.linalg.matrix_norm(matrix.detach(), 2))


def attention_hessian(head, target):
    """All nine blocks by torch.func: the second implementation."""

    def loss(WQ, WK, WV):
        q = head.X @ WQ + (0 if head.bQ is None else head.bQ)
        k = head.X @ WK + (0 if head.bK is None else head.bK)
        P = torch.softmax(head.scale * q @ k.T + (0 if head.mask is None else head.mask), -1)
        return (P @ (head.X @ WV + (0 if head.bV is None else head.bV)) - target).square().mean()

    weights = (head.WQ, head.WK, head.WV)
    found = hessian(loss, argnums=(0, 1, 2))(*weights)
    return [[b.reshape(u.numel(), w.numel()) for b, w in zip(row, weights, strict=True)] for row, u in zip(found, weights, strict=True)]


def whole(blocks) -> float:
    return norm(torch.cat([torch.cat(list(row), 1) for row in blocks]))


NAMES = {(0, 0): "QQ", (1, 1): "KK", (2, 2): "VV", (0, 1): "QK", (0, 2): "QV", (1, 2): "KV"}


def blocks_below(head, target) -> None:
    found, exact = attention_curvature(head, target), attention_hessian(head, target)
    for (i, j), name in NAMES.items():
        assert norm(exact[i][j]) <= found.blocks[name] * (1 + 1e-9) + 1e-300, name
    assert whole(exact) <= found.corrected * (1 + 1e-9) + 1e-300


@pytest.mark.parametrize(("n", "d_V", "d_K", "exact", "corrected", "printed"), [
    (3, 4, 2, 0.449236, 2.390906, 8147.105), (6, 5, 3, 0.172879, 4.522219, 19036.3),
])  # fmt: skip
def test_known_bounds_of_attention(n, d_V, d_K, exact, corrected, printed):
    head = derive.Head(X=waves(1, n, d_V), WQ=waves(2, d_V, d_K) / 2, WK=waves(3, d_V, d_K) / 2, WV=waves(4, d_V, d_V) / 2)
    found = attention_curvature(head, waves(5, n, d_V))
    assert whole(attention_hessian(head, waves(5, n, d_V))) == pytest.approx(exact, abs=5e-7)
    assert found.corrected == pytest.approx(corrected, abs=5e-7)
    assert found.printed == pytest.approx(printed, rel=3e-6)
    blocks_below(head, waves(5, n, d_V))


@pytest.mark.parametrize(("x", "q", "exact", "printed", "appendix"), [(4.0, 1.0, 8192, 6144, 3072), (8.0, 2.0, 2097152, 98304, None)])
def test_theorem_1_is_false_as_printed_and_the_corrected_bound_is_attained(x, q, exact, printed, appendix):
    one = torch.ones(1, 1, dtype=torch.float64)
    head = derive.Head(X=torch.tensor([[x], [-x]]), WQ=q * one, WK=0 * one, WV=one)
    found = attention_curvature(head, torch.zeros(2, 1))
    measured = whole(attention_hessian(head, torch.zeros(2, 1, dtype=torch.float64)))
    assert measured == pytest.approx(exact, rel=1e-12)
    assert found.corrected == pytest.approx(exact, rel=1e-12)
    assert found.printed == pytest.approx(printed, rel=1e-12)
    assert found.printed < measured and found.printed_appendix < measured
    assert appendix is None or found.printed_appendix == pytest.approx(appendix, rel=1e-12)


@settings(max_examples=40, deadline=None)
@given(heads(most=4), st.integers(0, 99))
def test_no_corrected_block_is_below_the_measured_one(head, seed):
    target = torch.randn(head.n, head.d_v, dtype=torch.float64, generator=torch.Generator().manual_seed(seed))
    blocks_below(head, target)


def test_a_target_of_another_shape_is_refused():
    with pytest.raises(ShapeProblem, match=r"shape \(3, 2\), got \(2, 3\)"):
        attention_curvature(derive.Head(X=torch.rand(3, 4), WQ=torch.rand(4, 1), WK=torch.rand(4, 1), WV=torch.rand(4, 2)), torch.zeros(2, 3))


@pytest.mark.parametrize(("X", "expected"), [
    (waves(1, 3, 4), (1.480818, 1.550559, 1.266026)), (waves(1, 2, 7) / 2, (2.874828, 6.984891, 3.606982)),
    (waves(1, 4, 3), (1.444409, 1.703470, 1.390878)),
])  # fmt: skip
def test_known_norms_of_layer_norm(X, expected):
    found = layer_norm_norms(X)
    assert (found.jacobian, found.hessian, found.trilinear) == pytest.approx(expected, abs=5e-7)
    n = X.shape[1]
    sigma = float(X.var(1, correction=0).min()) ** 0.5
    closed = (1 / sigma, math.sqrt(max(n - 2, 2) / n) / sigma**2, 2 / (math.sqrt(3 * n) * sigma**2))
    assert (found.jacobian, found.hessian, found.trilinear) == pytest.approx(closed, rel=1e-12)


def test_lemma_4_is_false_with_the_norms_of_rows_and_loose_with_their_deviations():
    found = layer_norm_norms(waves(1, 2, 7) / 2)
    assert (found.printed_jacobian_rows, found.printed_hessian_rows) == pytest.approx((1.892891, 4.736870), abs=5e-7)
    assert found.printed_jacobian_rows < found.jacobian and found.printed_hessian_rows < found.hessian
    assert (found.printed_jacobian, found.printed_hessian) == pytest.approx((17.8, 242.4), rel=1e-3)


@pytest.mark.parametrize("shape", [(3, 4), (2, 5), (1, 3), (3, 2), (2, 1)])
@pytest.mark.parametrize("eps", [0.0, 0.01, 0.5])
def test_norms_of_layer_norm_are_those_of_dense_derivatives(shape, eps):
    if shape[1] == 1 and eps == 0:
        with pytest.raises(NotSupported, match="row 0 is constant"):
            layer_norm_norms(waves(3, *shape))
        return
    X = waves(3, *shape)

    def layer(x):
        return nn.functional.layer_norm(x, (shape[1],), eps=eps)

    J, H = jacrev(layer)(X), jacfwd(jacrev(layer))(X)
    found = layer_norm_norms(X, eps=eps)
    assert found.jacobian == pytest.approx(norm(J.reshape(X.numel(), -1)), rel=1e-9, abs=1e-7)
    assert found.hessian == pytest.approx(norm(H.reshape(-1, X.numel())), rel=1e-9, abs=1e-7)
    best = 0.0
    for seed in range(6):  # alternating ascent: a lower bound of the trilinear norm
        h = torch.randn(X.numel(), dtype=torch.float64, generator=torch.Generator().manual_seed(seed))
        for _ in range(60):
            h = h / h.norm()
            value = H.reshape(X.numel(), X.numel(), X.numel()) @ h @ h
            if float(value.norm()) < 1e-7:
                break
            best = max(best, float(value.norm()))
            h = torch.einsum("oij,o,i->j", H.reshape(X.numel(), X.numel(), X.numel()), value / value.norm(), h)
    assert found.trilinear == pytest.approx(best, rel=1e-4, abs=1e-7)
    assert layer_norm_norms(X, gamma=torch.tensor([-3.0] * shape[1]), eps=eps).jacobian == pytest.approx(3 * found.jacobian)


def block(L, d_V, d_K, d_ff, xs, ws):
    shapes = {"W1": (5, d_V, d_ff), "W2": (6, d_ff, d_V), "WK": (3, d_V, d_K), "WQ": (2, d_V, d_K), "WV": (4, d_V, d_V)}
    return xs * waves(1, L, d_V), BlockWeights(**{k: ws * waves(*v) for k, v in shapes.items()}), waves(7, L, d_V)


@pytest.mark.parametrize(("sizes", "factors", "exact", "printed", "with_factor", "explicit"), [
    ((3, 4, 2, 5), (1.0, 0.5), 0.842303, 49.8474, 9.612827, 5.9e7), ((4, 3, 2, 4), (0.5, 0.7), 1.029916, 83.4736, 16.8131, 1.41e9),
])  # fmt: skip
def test_three_readings_of_the_bound_of_a_block(sizes, factors, exact, printed, with_factor, explicit):
    found = block_curvature(*block(*sizes, *factors))
    assert found.exact == pytest.approx(exact, abs=5e-7)
    assert found.printed == pytest.approx(printed, abs=5e-5)
    assert found.with_factor == pytest.approx(with_factor, rel=5e-6)
    assert found.explicit == pytest.approx(explicit, rel=5e-3)
    assert found.exact <= found.composed <= found.with_factor
    if sizes[0] == 3:
        assert found.composed == pytest.approx(1.089792, abs=5e-7)


def test_a_block_too_large_for_its_second_derivatives_has_the_explicit_bound_alone():
    found = block_curvature(*block(9, 16, 8, 64, 1.0, 0.2))
    assert math.isnan(found.exact) and found.explicit > 0


def dense_hessian(model, loss, groups):
    """torch.func, by names of whole parameters."""
    names = [name for group in groups.values() for name in group]
    parameters = dict(model.named_parameters())
    chosen = {name: parameters[name].detach() for name in names}
    found = hessian(lambda values: loss(lambda x: functional_call(model, values, (x,))))(chosen)
    return [[found[a][b].reshape(chosen[a].numel(), chosen[b].numel()) for b in names] for a in names]


def small_model():
    torch.manual_seed(3)
    return nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2)).double()


@pytest.mark.parametrize("limit", [8000, 0])
def test_blocks_are_those_of_torch_func(limit):
    model, x, y = small_model(), waves(1, 6, 3), torch.tensor([0, 1, 1, 0, 1, 0])
    groups = {"first": ["0.weight"], "second": ["2.weight"]}
    found = derive.hessian_blocks(model, "ce", (x, y), groups, dense_limit=limit)
    exact = dense_hessian(model, lambda run: nn.functional.cross_entropy(run(x), y), groups)
    for i in range(2):
        for j in range(2):
            assert float(found.norms[i, j]) == pytest.approx(norm(exact[i][j]), rel=1e-6)
    assert found.norm == pytest.approx(whole(exact), rel=1e-6)
    assert found.norm <= found.composed * (1 + 1e-6)
    assert (found.names, found.sizes, found.how) == (("first", "second"), (12, 8), "dense" if limit else "Lanczos")
    assert len(found.rows()) == 4
    if limit:
        assert found.trace == pytest.approx(sum(float(exact[i][i].trace()) for i in range(2)), rel=1e-9)
        assert torch.allclose(found.dense, torch.cat([torch.cat(row, 1) for row in exact]), atol=1e-12)


def test_default_groups_of_an_encoder_and_the_model_stays_as_it_was():
    torch.manual_seed(0)
    model = nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 10, batch_first=True), 2, enable_nested_tensor=False)
    x = torch.randn(2, 4, 8, generator=torch.Generator().manual_seed(5))
    state = copy.deepcopy(model.state_dict())
    found = derive.hessian_blocks(model, "mse", (x, torch.zeros(2, 4, 8)))
    assert found.names == ("Q", "K", "V", "W_1", "W_2", "other")
    assert found.sizes == (128, 128, 128, 160, 160, 128)
    assert model.training and all(p.dtype == torch.float32 and p.grad is None for p in model.parameters())
    assert all(torch.equal(state[n], v) for n, v in model.state_dict().items())
    assert found.norm <= found.composed and bool((found.norms >= 0).all())
    rows = {"V of the first layer": [("layers.0.self_attn.in_proj_weight", 16, 24)]}
    part = derive.hessian_blocks(model, "mse", (x, torch.zeros(2, 4, 8)), rows)
    assert 0 < part.norm <= float(found.norms[2, 2]) * (1 + 1e-9)
    derive.spectral_condition(model, lam=1.0)
    assert derive.hessian_blocks(model, "mse", (x, torch.zeros(2, 4, 8)), dense_limit=10**4).names == found.names


def test_the_attention_of_a_model_has_the_hessian_of_its_head():
    module = nn.MultiheadAttention(4, 1, bias=False, batch_first=True).double()
    with torch.no_grad():
        module.in_proj_weight.copy_(torch.cat([waves(s, 4, 4).T / 2 for s in (2, 3, 4)]))
        module.out_proj.weight.copy_(torch.eye(4))

    class Self(nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = module

        def forward(self, x):
            return self.inner(x, x, x, need_weights=False)[0]

    x, target = waves(1, 3, 4), waves(5, 3, 4)
    found = derive.hessian_blocks(Self(), "mse", (x[None], target[None]))
    head = derive.Head(X=x, WQ=waves(2, 4, 4) / 2, WK=waves(3, 4, 4) / 2, WV=waves(4, 4, 4) / 2)
    exact = attention_hessian(head, target)
    assert found.names[:3] == ("Q", "K", "V")
    for i in range(3):
        for j in range(3):
            assert float(found.norms[i, j]) == pytest.approx(norm(exact[i][j]), rel=1e-9)


def test_groups_of_some_rows_in_any_order_and_twice_have_the_dense_hessian_of_torch_func():
    """Rows are taken from the input on, groups stand as they are asked for; what is unused, or of no second order, is zero."""
    model, x, y = small_model(), waves(1, 6, 3), waves(2, 6, 2)
    exact = dense_hessian(model, lambda run: nn.functional.mse_loss(run(x), y), {"all": ["0.weight", "2.weight", "2.bias"]})
    model[2].unused = nn.Parameter(torch.ones(2, 1).double())
    groups = {"late": ["2.weight", "2.bias"], "rows": [("0.weight", 1, 3)], "again": [("0.weight", 2, 4)], "unused": ["2.unused"]}
    found = derive.hessian_blocks(model, "mse", (x, y), groups)
    H = torch.cat([torch.cat(row, 1) for row in exact])
    index = [*range(12, 22), *range(3, 9), *range(6, 12)]
    assert found.sizes == (10, 6, 6, 2)
    assert torch.allclose(found.dense[:22, :22], H[index][:, index], atol=1e-12)
    assert not found.dense[22:].any() and not found.dense[:, 22:].any()


def test_what_hessian_blocks_refuse():
    model, batch = small_model(), (waves(1, 6, 3), torch.zeros(6, 2))
    with pytest.raises(ValueError, match="no parameter 'absent'"):
        derive.hessian_blocks(model, "mse", batch, {"a": ["absent"]})
    with pytest.raises(ValueError, match="group a is empty"):
        derive.hessian_blocks(model, "mse", batch, {"a": []})
    with pytest.raises(ValueError, match="mse, ce or a function"):
        derive.hessian_blocks(model, "huber", batch)
    with pytest.raises(ValueError, match="needs a scalar"):
        derive.hessian_blocks(model, lambda output, target: output, batch)


def test_dicts_and_models_that_return_their_loss():
    class Lossy(nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = small_model()

        def forward(self, x, scale):
            return scale * self.inner(x).square().sum()

    found = derive.hessian_blocks(Lossy(), None, {"x": waves(1, 6, 3), "scale": 2.0}, {"w": ["inner.2.weight"]})
    assert found.norm > 0 and found.gradient_norm > 0


def test_the_norm_is_that_of_curvlinops():
    curvlinops = pytest.importorskip("curvlinops")
    from scipy.sparse.linalg import eigsh

    model, x, y = small_model(), waves(1, 6, 3), torch.tensor([0, 1, 1, 0, 1, 0])
    operator = curvlinops.HessianLinearOperator(model, nn.CrossEntropyLoss(), list(model.parameters()), [(x, y)])
    theirs = abs(float(eigsh(operator.to_scipy(), k=1, which="LM", return_eigenvectors=False)[0]))
    ours = derive.hessian_blocks(model, "ce", (x, y), {"all": [name for name, _ in model.named_parameters()]})
    assert ours.norm == pytest.approx(theirs, rel=1e-6)
