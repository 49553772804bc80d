"""Heads of torch modules: what is read, what is refused, and that the model is left as it was."""

import math

import pytest
import torch
from torch import nn
from torch.nn import functional

import derive
from derive.errors import NotSupported
from numeric.models.capture import MapOnly, ModelFailed, Skipped, capture, heads_of

TOKENS, WIDTH, HEADS = 7, 12, 3


def state(model):
    """All that a capture could leave changed."""
    hooks = [(len(m._forward_hooks), len(m._forward_pre_hooks), m.training) for m in model.modules()]
    weights = {k: v.clone() for k, v in model.state_dict().items()}
    return hooks, weights, torch.random.get_rng_state(), torch.are_deterministic_algorithms_enabled(), torch.is_grad_enabled()


def unchanged(before, model):
    after = state(model)
    assert before[0] == after[0]
    assert all(torch.equal(before[1][k], v) for k, v in after[1].items())
    assert torch.equal(before[2], after[2])
    assert before[3:] == after[3:]


def encoder(**options):
    torch.manual_seed(0)
    layer = nn.TransformerEncoderLayer(WIDTH, HEADS, 20, dropout=0.3, batch_first=True, **options)
    return nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)


def tokens(batch=2):
    return torch.randn(batch, TOKENS, WIDTH, generator=torch.Generator().manual_seed(1))


def test_heads_of_an_encoder_and_that_it_is_left_as_it_was():
    model = encoder().train()
    model.layers[1].eval()  # modes that differ are restored one by one
    before = state(model)
    found = list(derive.heads(model, tokens()))
    unchanged(before, model)
    assert [(h.layer, h.sample, h.head) for h in found] == [(la, b, h) for la in range(2) for b in range(2) for h in range(HEADS)]
    assert {tuple(h.WQ.shape) for h in found} == {(WIDTH, WIDTH // HEADS)}
    assert {h.scale for h in found} == {(WIDTH // HEADS) ** -0.5}
    assert max(h.deviation for h in found) < 1e-6
    assert {h.name for h in found} == {"layers.0.self_attn", "layers.1.self_attn"}


@pytest.mark.parametrize("norm_first", [True, False])
def test_the_heads_make_the_output_of_the_module(norm_first):
    model = encoder(norm_first=norm_first).double().eval()
    mha = model.layers[0].self_attn
    found = [h for h in derive.heads(model, tokens(1).double(), layers=(0,))]
    X = found[0].X
    expected = mha(X[None], X[None], X[None])[0][0] - mha.out_proj.bias
    total = sum(h.output() @ h.WO for h in found)
    assert torch.allclose(total, expected, atol=1e-12)


def test_an_exception_of_the_model_is_one_line_and_all_is_restored():
    class Broken(nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = encoder()

        def forward(self, x):
            self.inner(x)
            raise ValueError("my\nown problem")

    model = Broken().train()
    before = state(model)
    with pytest.raises(ModelFailed, match=r"^the model raised ValueError: my own problem$"):
        list(derive.heads(model, tokens()))
    unchanged(before, model)


def test_an_exception_inside_of_attention_is_also_restored():
    model = encoder().train()
    before = state(model)
    with pytest.raises(ModelFailed, match="the model raised"):
        list(derive.heads(model, torch.ones(2, TOKENS, WIDTH + 1)))
    unchanged(before, model)


def test_memory_that_is_used_up_is_said():
    class Greedy(nn.Module):
        def forward(self, x):
            raise torch.OutOfMemoryError("tried to allocate 100 GiB")

    with pytest.raises(ModelFailed, match="^out of memory .*fewer samples"):
        list(derive.heads(Greedy(), torch.ones(1)))

    class Cpu(nn.Module):
        def forward(self, x):
            return torch.empty(2**52)

    with pytest.raises(ModelFailed, match="^out of memory"):
        list(derive.heads(Cpu(), torch.ones(1)))


def test_weights_that_are_nan_are_refused_head_by_head():
    model = encoder()
    with torch.no_grad():
        model.layers[1].self_attn.in_proj_weight[0, 0] = math.nan  # in the queries of its first head
    skipped = []
    found = list(derive.heads(model, tokens(1), skipped=skipped))
    assert [(h.layer, h.head) for h in found] == [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2)]
    assert [s.name for s in skipped] == ["layers.1.self_attn head 0 sample 0"]
    assert skipped[0].reason == "WQ have entries that are not finite"


def test_padding_is_cut_off():
    model, x = encoder(), tokens()
    padding = torch.zeros(2, TOKENS, dtype=torch.bool)
    padding[1, 5:] = True
    found = list(derive.heads(model, {"src": x, "src_key_padding_mask": padding}))
    assert {h.sample: h.n for h in found} == {0: 7, 1: 5}
    alone = list(derive.heads(model, x[1:, :5]))
    padded = [h for h in found if h.sample == 1 and h.layer == 0]
    for one, other in zip(padded, alone, strict=False):
        assert torch.allclose(one.X, other.X)
        assert torch.allclose(one.map, other.map, atol=1e-6)
        assert one.mask is None or float(one.mask.abs().max()) == 0


def test_a_causal_mask():
    model, x = encoder(), tokens()
    mask = nn.Transformer.generate_square_subsequent_mask(TOKENS)
    for options in ({"mask": mask}, {"mask": mask, "is_causal": True}):
        for head in derive.heads(model, {"src": x, **options}):
            assert float(head.map.triu(1).abs().max()) == 0
            assert torch.isneginf(head.mask[0, 1])
            assert head.deviation < 1e-6


def test_a_relative_bias_is_a_mask():
    mha = nn.MultiheadAttention(WIDTH, HEADS, batch_first=True)
    x, bias = tokens(1), torch.randn(TOKENS, TOKENS)
    found = list(derive.heads(mha, {"query": x, "key": x, "value": x, "attn_mask": bias}))
    assert len(found) == HEADS
    assert torch.allclose(found[0].mask, bias.double())


def test_sequences_first():
    mha = nn.MultiheadAttention(WIDTH, HEADS)
    x = tokens(2).transpose(0, 1)
    found = list(derive.heads(mha, (x, x, x)))
    assert torch.equal(found[HEADS].X, x[:, 1].double())


def test_keys_of_another_width_are_cross_attention():
    mha = nn.MultiheadAttention(WIDTH, HEADS, kdim=5, vdim=4, batch_first=True)
    skipped = []
    assert not list(derive.heads(mha, (tokens(1), torch.randn(1, 6, 5), torch.randn(1, 6, 4)), skipped=skipped))
    assert {s.reason for s in skipped} == {"cross attention: keys and values are of other tokens"}


def test_maps_are_captured_where_the_closed_forms_do_not_apply():
    mha = nn.MultiheadAttention(WIDTH, HEADS, add_bias_kv=True, batch_first=True)
    x = tokens(1)
    found = list(heads_of(capture(mha, (x, x, x))))
    assert {type(f) for f in found} == {MapOnly}
    assert "bias_k" in found[0].obstacle
    assert found[0].P.shape == (TOKENS, TOKENS + 1)


class Own(nn.Module):
    """Attention as people write it: three linear maps, a fused kernel or a softmax, and perhaps something of its own."""

    def __init__(self, kind="fused"):
        super().__init__()
        self.q_proj, self.k_proj, self.v_proj, self.o_proj = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.num_heads, self.kind = HEADS, kind

    def split(self, x):
        return x.unflatten(-1, (self.num_heads, -1)).transpose(1, 2)

    def forward(self, x):
        q, k, v = (self.split(f(x)) for f in (self.q_proj, self.k_proj, self.v_proj))
        scores = q @ k.transpose(-1, -2) * q.shape[-1] ** -0.5
        match self.kind:
            case "fused":
                out = functional.scaled_dot_product_attention(q, k, v)
            case "causal":
                out = functional.scaled_dot_product_attention(q, k, v, is_causal=True)
            case "boolean":
                out = functional.scaled_dot_product_attention(q, k, v, attn_mask=torch.ones(TOKENS, TOKENS).tril().bool())
            case "method":
                out = scores.softmax(-1) @ v
            case "cosine":  # something of its own
                out = torch.softmax(3 * functional.normalize(q, dim=-1) @ functional.normalize(k, dim=-1).transpose(-1, -2), -1) @ v
            case "none":
                out = (scores.exp() / scores.exp().sum(-1, keepdim=True)) @ v
        return self.o_proj(out.transpose(1, 2).flatten(2))


@pytest.mark.parametrize("kind", ["fused", "causal", "boolean", "method"])
def test_fused_kernels_and_softmax_are_seen(kind):
    found = list(derive.heads(Own(kind), tokens()))
    assert len(found) == 2 * HEADS
    assert (found[0].mask is not None) == (kind in ("causal", "boolean"))


def test_attention_that_is_not_what_it_looks_like_is_refused_with_both_numbers():
    skipped = []
    assert not list(derive.heads(Own("cosine"), tokens(1), skipped=skipped))
    assert "attention recomputed from X and the weights differs from the captured one by" in skipped[0].reason
    skipped = []
    assert not list(derive.heads(Own("none"), tokens(1), skipped=skipped))
    assert "calls neither softmax nor scaled_dot_product_attention" in skipped[0].reason


def test_half_precision_is_recomputed_in_float64():
    model = encoder().bfloat16()
    found = list(derive.heads(model, tokens(1).bfloat16()))
    assert len(found) == 2 * HEADS
    assert {h.X.dtype for h in found} == {torch.float64}
    assert max(h.deviation for h in found) <= 2e-2


def test_modules_that_nobody_knows_are_named():
    class StrangeAttention(nn.Module):
        def forward(self, x):
            return x

    model = nn.Sequential(StrangeAttention(), encoder())
    skipped = []
    assert len(list(derive.heads(model, tokens(1), skipped=skipped))) == 2 * HEADS
    assert skipped == [
        Skipped("0", "no adapter knows StrangeAttention: it has no query, key and value weights that are recognized")
    ]


def test_modules_that_are_not_called_are_named():
    class Half(nn.Module):
        def __init__(self):
            super().__init__()
            self.used, self.unused = Own(), Own()

        def forward(self, x):
            return self.used(x)

    skipped = []
    list(derive.heads(Half(), tokens(1), skipped=skipped))
    assert skipped == [Skipped("unused", "was not called at this batch")]


def test_layers_samples_and_a_layer_that_is_not_there():
    found = list(derive.heads(encoder(), tokens(), layers=(1,), samples=1))
    assert {(h.layer, h.sample) for h in found} == {(1, 0)}
    with pytest.raises(NotSupported, match="no layer 5: the model has 2 attention modules"):
        list(derive.heads(encoder(), tokens(), layers=(5,)))


class LensAttention(nn.Module):
    """The attributes of TransformerLens attention, with its softmax."""

    def __init__(self, rotary=False):
        super().__init__()
        torch.manual_seed(3)
        for name in "QKV":
            self.register_parameter(f"W_{name}", nn.Parameter(torch.randn(HEADS, WIDTH, 4)))
            self.register_parameter(f"b_{name}", nn.Parameter(torch.randn(HEADS, 4)))
        self.W_O, self.attn_scale = nn.Parameter(torch.randn(HEADS, 4, WIDTH)), 2.0
        self.cfg = type("Config", (), {"positional_embedding_type": "rotary" if rotary else "standard"})()

    def forward(self, query_input, key_input, value_input):
        q, k, v = (
            torch.einsum("bnd,hde->bhne", x, getattr(self, f"W_{s}")) + getattr(self, f"b_{s}")[:, None]
            for s, x in zip("QKV", (query_input, key_input, value_input), strict=True)
        )
        scores = q @ k.transpose(-1, -2) / self.attn_scale
        hidden = torch.full((q.shape[2],) * 2, -math.inf).triu(1)
        return torch.einsum("bhne,hed->bnd", functional.softmax(scores + hidden, dim=-1) @ v, self.W_O)


def test_the_layout_of_transformer_lens():
    model, x = LensAttention(), tokens(1)
    found = list(derive.heads(model, (x, x, x)))
    assert len(found) == HEADS
    total = sum(h.output() @ h.WO for h in found)
    assert torch.allclose(total, model(x, x, x)[0].double(), atol=1e-4)
    skipped = []
    assert not list(derive.heads(LensAttention(rotary=True), (x, x, x), skipped=skipped))
    assert {s.reason for s in skipped} == {"RoPE"}
