"""Spectra of attention maps: printed digits, extreme maps, the sources that maps come from."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from derive.errors import NotSupported
from numeric.models.heads import Head
from numeric.models.spectra import (
    decay,
    head_scaling,
    map_claims,
    map_spectrum,
    maps_of,
    power_law_order,
    power_law_rank,
    printed_effective_rank,
    scaling_exponents,
)
from tests.numeric.models.model_heads import waves


def uniform(n):
    return torch.full((n, n), 1 / n, dtype=torch.float64)


def identity(n):
    return torch.eye(n, dtype=torch.float64)


def sink(n):
    P = torch.zeros(n, n, dtype=torch.float64)
    P[:, 0] = 1
    return P


def causal_mean(n):
    P = torch.tril(torch.ones(n, n, dtype=torch.float64))
    return P / P.sum(1, keepdim=True)


def test_printed_digits():
    found = map_spectrum(torch.softmax(2 * waves(1, 16, 16), 1))
    expected = {
        "frobenius": 1.448758, "spectral": 1.007222, "rank_participation": 9.504081, "rank_entropy": 11.969697,
        "exp_row_entropy": 9.296421, "decay": 0.999284, "decay_from_2": 1.115898,
    }  # fmt: skip
    assert {k: f"{found[k]:.6f}" for k in expected} == {k: f"{v:.6f}" for k, v in expected.items()}
    assert f"{found['decay_r2_exponential']:.3f}" == "0.954"
    assert f"{found['decay_r2_power']:.3f}" == "0.825"


@pytest.mark.parametrize(("make", "spectral", "frobenius"), [
    (uniform, "0.000", "0.000"), (identity, "0.000", "0.500"), (sink, "0.500", "0.500"), (causal_mean, "0.055", "0.114"),
])  # fmt: skip
def test_exponents_over_the_length(make, spectral, frobenius):
    found = scaling_exponents(make(n) for n in (16, 32, 64, 128))
    assert f"{abs(found['spectral']):.3f}" == spectral
    assert f"{abs(found['frobenius']):.3f}" == frobenius


@pytest.mark.parametrize(("a", "exact", "printed"), [
    (0.5, "521.12", "0.00"), (0.75, "144.40", "33.86"), (1.0, "34.30", "512.00"), (1.5, "5.409", "6880.8"),
])  # fmt: skip
def test_effective_rank_of_a_power_law(a, exact, printed):
    for value, told in ((power_law_rank(a, 1024), exact), (printed_effective_rank(a, 1024), printed)):
        assert f"{value:.{len(told.partition('.')[2])}f}" == told


@pytest.mark.parametrize("a", [0.5, 0.75, 1.0, 1.5])
def test_orders_of_the_effective_rank(a):
    """The ratio to the right order stays; that to the printed one does not."""
    small, large = 2**12, 2**20
    drift = [power_law_rank(a, n) / power_law_order(a, n) for n in (small, large)]
    assert abs(math.log(drift[1] / drift[0])) < 0.25
    if a > 0.5:
        wrong = [power_law_rank(a, n) / printed_effective_rank(a, n) for n in (small, large)]
        assert abs(math.log(wrong[1] / wrong[0])) > 0.3


def test_extreme_maps():
    one, many = map_spectrum(uniform(8)), map_spectrum(identity(8))
    ranks = ("rank_participation", "rank_entropy", "rank_energy", "rank_stable")
    assert [round(one[r], 9) for r in ranks] == [1] * 4
    assert [round(many[r], 9) for r in ranks] == [8] * 4
    assert (round(one["exp_row_entropy"], 9), many["exp_row_entropy"]) == (8, 1)  # eq. 5 says they are equal to the rank
    assert one["decay"] is None
    assert one["decay_points"] == 1
    assert many["decay"] == 0
    assert map_spectrum(sink(5))["sink"] == 0
    assert map_spectrum(sink(5))["column_sum"] == 5
    assert map_spectrum(identity(1))["decay"] is None


@given(st.integers(1, 9), st.integers(0, 999), st.sampled_from([0.0, 1.0, 30.0]))
def test_corrected_statements_hold_at_every_map(n, seed, sharp):
    P = torch.softmax(sharp * torch.randn(n, n, dtype=torch.float64, generator=torch.Generator().manual_seed(seed)), 1)
    found = map_spectrum(P)
    assert {c.verdict for c in map_claims(found)} == {"holds"}
    assert found["rank_stable"] <= found["rank_participation"] * (1 + 1e-9)
    assert float(found["eigenvalue_moduli"][0]) == pytest.approx(1)


def test_printed_statements_fail_at_given_maps():
    claims = {c.id: c for c in map_claims(map_spectrum(identity(16)), paper_form=True)}
    assert claims["eq-5"].verdict == "VIOLATED"
    assert claims["eq-2"].verdict == "VIOLATED"
    claims = {c.id: c for c in map_claims(map_spectrum(sink(256)), paper_form=True)}
    assert claims["spectral-log-n"].verdict == "VIOLATED"
    claims = {c.id: c for c in map_claims(map_spectrum(torch.softmax(2 * waves(1, 16, 16), 1)), paper_form=True)}
    assert claims["eq-3"].verdict == "VIOLATED"


def test_a_claim_outside_of_its_range_is_violated():
    found = map_spectrum(uniform(4)) | {"frobenius": 2.1}
    assert {c.id: c.verdict for c in map_claims(found)} == {"frobenius-range": "VIOLATED", "spectral-range": "holds"}


def test_both_laws_are_told_apart():
    i = torch.arange(1, 21, dtype=torch.float64)
    power, exponential = decay(i.pow(-1.5)), decay((-0.7 * i).exp())
    assert power.exponent == pytest.approx(1.5)
    assert power.power_r2 == pytest.approx(1)
    assert power.power_r2 > power.exponential_r2
    assert exponential.exponential_r2 == pytest.approx(1)
    assert exponential.exponential_r2 > exponential.power_r2


def test_sources_of_maps():
    batch = torch.softmax(torch.randn(2, 3, 5, 5), -1)
    assert [(la, b, h) for la, b, h, _ in maps_of((batch, batch))][:4] == [(0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 1, 0)]
    assert len(maps_of(batch)) == 6
    assert len(maps_of(batch[0])) == 3
    assert len(maps_of(batch[0, 0])) == 1
    cache = {"blocks.1.attn.hook_pattern": batch, "blocks.0.attn.hook_pattern": 2 * batch, "blocks.0.hook_resid_pre": batch}
    found = maps_of(cache)
    assert [la for la, *_ in found] == [0] * 6 + [1] * 6
    assert torch.equal(found[0][3], 2 * batch[0, 0])
    with pytest.raises(NotSupported, match="shape .* got \\(2, 3, 5\\)"):
        maps_of(torch.rand(2, 3, 5))
    with pytest.raises(NotSupported, match="not int"):
        maps_of(3)
    with pytest.raises(NotSupported, match="hook_pattern"):
        maps_of({"x": batch})


def test_maps_that_cannot_be_measured():
    with pytest.raises(NotSupported, match=r"square, got shape \(3, 4\)"):
        map_spectrum(torch.rand(3, 4))
    with pytest.raises(NotSupported, match="not finite"):
        map_spectrum(torch.full((3, 3), math.nan))
    long = torch.full((1, 1), 1.0).expand(2049, 2049)
    with pytest.raises(NotSupported, match="n = 2049 is more than 2048: give lowrank="):
        map_spectrum(long)


def test_some_singular_values_of_a_long_map():
    P = torch.softmax(torch.outer(torch.linspace(0, 9, 90), torch.linspace(0, 1, 90)), 1).double()
    whole, some = map_spectrum(P), map_spectrum(P, lowrank=12)
    assert "the 12 largest singular values alone" in some["note"]
    assert some["spectral"] == pytest.approx(whole["spectral"], rel=1e-9)


def test_scaling_of_a_head_with_its_first_tokens():
    head = Head(X=waves(1, 40, 3), WQ=torch.zeros(3, 2), WK=waves(3, 3, 2), WV=waves(4, 3, 2))
    assert head_scaling(head)["spectral"] == pytest.approx(0, abs=1e-9)  # uniform at every length
    assert head_scaling(head, shortest=32) is None
