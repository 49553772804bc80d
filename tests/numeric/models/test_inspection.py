"""A whole model measured: rows, bounds, modules, blocks, budgets, and what is left out by name."""

import math

import pytest
import torch
from torch import nn

import derive
from derive.errors import NotSupported
from numeric.models import inspection
from numeric.models.blocks import ModuleJacobian, activation_name
from numeric.models.capture import ModelFailed
from numeric.models.conditioning import JacobianCondition
from numeric.models.inspection import (
    Inspection,
    Options,
    _condition_verdict,
    _within_budget,
    inspect_maps,
    inspect_model,
)

TOKENS, WIDTH, HEADS = 5, 6, 3


def encoder(norm_first=True, activation="gelu"):
    torch.manual_seed(0)
    layer = nn.TransformerEncoderLayer(WIDTH, HEADS, 10, batch_first=True, norm_first=norm_first, activation=activation)
    return nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)


def tokens(batch=2):
    return torch.randn(batch, TOKENS, WIDTH, generator=torch.Generator().manual_seed(1))


def test_every_head_has_its_row_and_every_bound_its_verdict():
    found = inspect_model(encoder(), tokens(), Options(paper_form=True))
    assert len(found.rows) == 2 * 2 * HEADS
    assert not found.violations
    assert found.counts["VIOLATED"] == 0
    row = found.rows[0]
    assert row["centered"] >= row["sigma"] * (1 - 1e-6)
    assert row["centered"] <= row["thm-3"] <= row["thm-3-g1"]
    assert row["induced_at_least"] <= row["spectral-alpha"]
    assert row["kappa_WQ"] >= 1
    assert 1 <= row["rank_participation"] <= TOKENS
    assert len(found.modules) == 2 * 2
    for module in found.modules:
        assert module["sigma"] <= module["rss"] <= module["sum"]
    for verdict in ("holds", "n/a"):
        said = [v for r in found.rows + found.modules for k, v in r.items() if k.endswith(" verdict")]
        assert found.counts[verdict] == sum(v.startswith(verdict) for v in said)


def test_printed_statements_fail_at_their_inputs():
    found = inspect_model(encoder(), tokens(1), Options(paper_form=True))
    assert {p["id"] for p in found.printed} >= {"thm-1", "abstract-closed-form", "eq-12-transposes", "eq-5", "spectral-log-n", "eq-3"}
    assert all(p["fails"] for p in found.printed)
    assert not inspect_model(encoder(), tokens(1)).printed


def test_a_bound_that_is_false_is_violated_with_its_inputs():
    one = nn.MultiheadAttention(1, 1, bias=False, batch_first=True)
    with torch.no_grad():
        one.in_proj_weight[:] = torch.tensor([[0.0], [1.0], [1.0]])
    x = torch.full((1, 1, 1), 1 / 3)
    found = inspect_model(one, (x, x, x), Options(what=("bounds",)))
    assert [v["bound"] for v in found.violations] == ["thm-1"]
    only = found.violations[0]
    assert only["measured"] == pytest.approx(1)
    assert only["value"] == pytest.approx(2 / 9)
    assert torch.allclose(only["inputs"].X, torch.full((1, 1), 1 / 3, dtype=torch.float64), atol=1e-7)


@pytest.mark.parametrize("norm_first", [True, False])
def test_blocks_are_measured_as_their_dense_jacobian(norm_first):
    model = encoder(norm_first).eval()
    found = inspect_model(model, tokens(1), Options(what=("bounds", "blocks")))
    assert [b["name"] for b in found.blocks] == ["layers.0", "layers.1"]
    layer = model.layers[0]
    x = tokens(1).double()
    dense = torch.autograd.functional.jacobian(layer.double(), x).reshape(x.numel(), x.numel())
    assert found.blocks[0]["sigma"] == pytest.approx(float(torch.linalg.matrix_norm(dense, 2)), rel=1e-4)
    assert {b["verdict"] for b in found.blocks} == {"holds"}


def test_the_jacobian_of_a_module_and_its_transpose():
    module, x = nn.Sequential(nn.Linear(3, 5), nn.Tanh(), nn.Linear(5, 2)).double(), torch.ones(1, 3, dtype=torch.float64)
    J = ModuleJacobian(module, (x,), {})
    dense = torch.autograd.functional.jacobian(module, x).reshape(2, 3)
    assert torch.allclose(J.matmat(torch.eye(3, dtype=torch.float64)), dense)
    assert torch.allclose(J.T.matmat(torch.eye(2, dtype=torch.float64)), dense.T)


def test_the_model_from_its_first_block_on():
    torch.manual_seed(1)
    model = nn.Sequential(nn.Linear(4, WIDTH), encoder(), nn.Linear(WIDTH, 2)).eval()
    x = torch.randn(2, TOKENS, 4)
    found = inspect_model(model, x, Options(what=("bounds", "blocks")))
    assert [(m["from"], m["sample"]) for m in found.model] == [("1.layers.0", 0), ("1.layers.0", 1)]
    model = model.double()
    for m in found.model:
        inner = model[0](x[m["sample"] :][:1].double()).detach()
        dense = torch.autograd.functional.jacobian(lambda t: model[2](model[1](t)), inner)
        assert m["sigma"] == pytest.approx(float(torch.linalg.matrix_norm(dense.reshape(-1, inner.numel()), 2)), rel=1e-3)
        assert 10 ** m["log10 product of block bounds"] * float(torch.linalg.matrix_norm(model[2].weight.detach(), 2)) >= m["sigma"]


def test_activations_by_name():
    assert activation_name(nn.GELU()) == "gelu"
    assert activation_name(nn.GELU(approximate="tanh")) == "gelu_tanh"
    assert activation_name(nn.functional.relu) == "relu"
    assert activation_name(nn.ELU()) is None


def test_a_sample_of_heads_is_said():
    found = inspect_model(encoder(), tokens(1), Options(heads=2, layers=(1,)))
    assert [(r["layer"], r["head"]) for r in found.rows] == [(1, 0), (1, 2)]
    assert "2 heads of each module, evenly sampled" in found.notes
    assert not found.modules  # a module is bounded by all of its heads


def test_a_budget_sheds_samples_then_heads():
    from numeric.models.capture import Slot

    listed = [Slot(layer, b, h, "m", None) for layer in range(4) for b in range(3) for h in range(4)]
    out, options = Inspection(), Options(budget=10.0)
    assert _within_budget(listed, 48, options, out) == listed
    assert not out.notes
    kept = _within_budget(listed, 16, options, out)
    assert {s.sample for s in kept} == {0}
    assert len(kept) == 16
    fewer = _within_budget(listed, 4, options, out)
    assert len(fewer) == 4
    assert {s.layer for s in fewer} == {0, 1, 2, 3}
    assert any("heads of further samples were left out" in n for n in out.notes)
    assert any("one of 4 was kept" in n for n in out.notes)


def test_a_budget_that_is_spent_stops_and_says_what_is_left_out():
    found = inspect_model(encoder(), tokens(), Options(budget=1e-3))
    assert 1 <= len(found.rows) < 2 * 2 * HEADS
    assert any("left out" in note for note in found.notes)


def test_progress_has_an_estimate():
    told = []
    inspect_model(encoder(), tokens(1), Options(what=("spectra",)), progress=lambda *a: told.append(a))
    assert [t[:2] for t in told] == [(k, 2 * HEADS) for k in range(1, 2 * HEADS + 1)]
    assert told[-1][2] == 0
    assert told[0][2] > 0


def test_models_without_attention_and_options_that_are_none():
    with pytest.raises(NotSupported, match="no attention module could be measured: the model has none of a known family"):
        inspect_model(nn.Linear(3, 3), torch.ones(1, 3))
    with pytest.raises(NotSupported, match="called 'bound'; there are bounds, spectra"):
        Options(what=("bound",))
    with pytest.raises(NotSupported, match="heads must be at least 1, got 0"):
        Options(heads=0)


def test_where_a_hypothesis_is_not_met_only_maps_are_measured():
    mha = nn.MultiheadAttention(WIDTH, HEADS, kdim=4, vdim=4, batch_first=True)
    other = torch.randn(1, TOKENS, 4)
    found = inspect_model(mha, (tokens(1), other, other))
    assert {r["n/a"] for r in found.rows} == {"cross attention: keys and values are of other tokens"}
    assert "sigma" not in found.rows[0]
    assert found.rows[0]["rank_participation"] >= 1
    assert found.counts["n/a"] == HEADS
    mha = mha.double().eval()
    dense = torch.autograd.functional.jacobian(lambda x: mha(x, other.double(), other.double())[0], tokens(1).double())
    expected = float(torch.linalg.matrix_norm(dense.reshape(TOKENS * WIDTH, -1), 2))
    assert found.modules[0]["sigma"] == pytest.approx(expected, rel=1e-4)


def test_tokens_that_are_given_three_times_move_together():
    mha, x = nn.MultiheadAttention(WIDTH, HEADS, add_bias_kv=True, batch_first=True), tokens(1)
    found = inspect_model(mha, (x, x, x), Options(what=("bounds",)))
    assert "bias_k" in found.modules[0]["n/a"]
    mha = mha.double().eval()
    dense = torch.autograd.functional.jacobian(lambda t: mha(t, t, t)[0], x.double())
    expected = float(torch.linalg.matrix_norm(dense.reshape(TOKENS * WIDTH, -1), 2))
    assert found.modules[0]["sigma"] == pytest.approx(expected, rel=1e-4)


def test_maps_of_other_tools():
    maps = torch.softmax(torch.randn(2, 2, 3, 5, 5), -1)
    found = inspect_maps(tuple(maps))
    assert len(found.rows) == 2 * 2 * 3
    assert {(r["layer"], r["sample"], r["head"]) for r in found.rows} == {(a, b, c) for a in range(2) for b in range(2) for c in range(3)}
    report = derive.spectra(tuple(maps))
    assert report.summary["verdicts"]["holds"] == 2 * 12


def test_memory_that_is_used_up_while_heads_are_measured_is_one_line_and_the_model_is_as_it_was(monkeypatch):
    def greedy(*_, **__):
        raise torch.OutOfMemoryError("tried to allocate 100 GiB")

    model, threads = encoder().train(), torch.get_num_threads()
    for name, what in (("head_bounds", ("bounds",)), ("map_spectrum", ("spectra",)), ("jacobian_condition", ("conditioning",))):
        with monkeypatch.context() as patch:
            patch.setattr(inspection, name, greedy)
            with pytest.raises(ModelFailed, match="^out of memory .*fewer samples"):
                inspect_model(model, tokens(), Options(what=what))
    assert model.training and torch.get_num_threads() == threads
    assert not any(m._forward_pre_hooks or m._forward_hooks for m in model.modules())


def test_a_condition_number_beyond_float64_is_not_compared():
    """kappa(J) beyond 3e6 is squared away, so a finite bound above it is no evidence that it holds; nor is a bound below it a violation."""
    beyond = JacobianCondition(math.inf, 1e9, "> 3e6, numerically singular")
    assert _condition_verdict(beyond) == "n/a: numerically singular"
    assert _condition_verdict(JacobianCondition(math.nan, 5.0, "too large")) == "n/a: not computed"
    assert _condition_verdict(JacobianCondition(2.0, math.inf, "")) == "vacuous (infinite)"
    assert _condition_verdict(JacobianCondition(2.0, 1.9, "")) == "VIOLATED"
    assert _condition_verdict(JacobianCondition(1.001e6, 1e6, "", 2e-3)) == "holds"  # its rounding is 0.2 %
    assert _condition_verdict(JacobianCondition(2.0, 2.1, "")) == "holds"


def test_what_is_not_computed_is_noted_once(monkeypatch):
    monkeypatch.setattr(inspection, "GRAM_ROWS", 3)
    found = inspect_model(encoder(), tokens(), Options(what=("conditioning",)))
    assert {r["kappa_J verdict"] for r in found.rows} == {"n/a: not computed"}
    assert [n for n in found.notes if "kappa(J) has more than 3 rows" in n] == found.notes


def test_what_is_no_attention_map_violates_no_bound_of_maps():
    """Scores, and maps after dropout, do not meet the hypothesis; rounding of 16 bits is no violation."""
    from numeric.models.inspection import inspect_maps

    P = torch.softmax(torch.randn(1, 2, 5, 5, generator=torch.Generator().manual_seed(0)), -1)
    for other in (2 * P, P - 0.3, P.log()):
        found = inspect_maps(other)
        assert not found.rows and not found.violations and len(found.skipped) == 2
        assert "rows of an attention map are distributions" in found.skipped[0].reason
    one_hot = torch.eye(5)[None, None]
    for maps in (P.bfloat16(), one_hot, one_hot * 1.004):
        found = inspect_maps(maps)
        assert found.counts["VIOLATED"] == 0 and found.rows and not found.skipped
