"""Enclosures contain the true value, and each end is what it says."""

import math

import pytest
import torch

from numeric.norms import (
    DenseMap,
    Enclosure,
    certified_norm,
    cholesky_upper,
    condition_number,
    frobenius_norm,
    golub_kahan_lanczos,
    probable_norm,
    smallest_singular_value,
    spectral_norm,
)


def matrix(rows, cols, seed=0):
    return torch.randn(rows, cols, dtype=torch.float64, generator=torch.Generator().manual_seed(seed))


@pytest.mark.parametrize("shape", [(50, 70), (70, 50), (1, 9), (9, 1), (1, 1)])
def test_lanczos_finds_the_norm_from_below(shape):
    a = matrix(*shape)
    true = float(torch.linalg.matrix_norm(a, 2))
    found = spectral_norm(DenseMap(a), seed=3)
    assert true * (1 - 1e-5) < found.lower <= true * (1 + 1e-15)
    assert found.upper == math.inf and "no upper bound" in found.how


def test_few_products_where_the_gap_is_usual():
    a = matrix(300, 200) @ torch.diag(torch.logspace(0, -3, 200, dtype=torch.float64))
    counts = sorted(golub_kahan_lanczos(DenseMap(a), seed=s).products for s in range(9))
    assert counts[4] <= 27


def test_the_basis_stays_orthogonal_where_many_steps_are_needed():
    """Singular values that lie close together, like those of a Gaussian matrix: a hundred steps and more."""
    values = 0.5 + 0.25 * torch.cos(torch.linspace(0, math.pi, 3000, dtype=torch.float64))

    class Diagonal:
        shape = (3000, 3000)

        def matvec(self, v):
            return values * v

        rmatvec = matvec

    for steps in (60, 120):
        top = golub_kahan_lanczos(Diagonal(), seed=1, tolerance=0.0, max_steps=steps)
        assert 0.74 < top.quotient <= 0.75 * (1 + 1e-12)
        assert top.value == pytest.approx(top.quotient, rel=1e-9)
        assert top.residual < 1e-2


def test_the_zero_map_has_norm_zero():
    found = spectral_norm(DenseMap(torch.zeros(4, 6, dtype=torch.float64)))
    assert found.lower == 0.0 and found.estimate == 0.0


def test_cholesky_certifies_only_true_bounds():
    a = matrix(60, 90)
    true = float(torch.linalg.matrix_norm(a, 2))
    gram = a @ a.T
    assert cholesky_upper(gram, true * (1 + 1e-6))
    assert not cholesky_upper(gram, true * (1 - 1e-8))
    assert not cholesky_upper(gram, true)  # the margin refuses what rounding could hide
    found = certified_norm(a)
    assert found.lower <= true <= found.upper <= found.lower * (1 + 1e-5)


def test_probable_upper_bound_holds_and_tightens():
    a = matrix(400, 300)
    true = float(torch.linalg.matrix_norm(a, 2))
    wide, narrow = probable_norm(DenseMap(a), seed=1, steps=30), probable_norm(DenseMap(a), seed=1, steps=100)
    assert wide.lower <= true * (1 + 1e-12) and true <= narrow.upper <= wide.upper
    assert "probability" in narrow.how
    assert probable_norm(DenseMap(a), seed=1, steps=3).upper == math.inf


def test_smallest_singular_value_is_dense_or_refused():
    a = matrix(30, 20)
    true = float(torch.linalg.svdvals(a)[-1])
    found = smallest_singular_value(DenseMap(a))
    assert found.lower <= true <= found.upper and found.upper - found.lower < 1e-10
    refused = smallest_singular_value(DenseMap(a), dense_limit=5)
    assert refused.how.startswith("refused") and refused.lower == 0.0 and refused.upper >= true
    wide = smallest_singular_value(DenseMap(a.T), dense_limit=5)
    assert wide.upper == math.inf


def test_condition_number_of_a_singular_matrix_may_be_infinite():
    singular = torch.ones(4, 4, dtype=torch.float64)
    assert condition_number(DenseMap(singular)).upper == math.inf
    a = matrix(12, 9)
    values = torch.linalg.svdvals(a)
    found = condition_number(DenseMap(a))
    assert found.lower <= float(values[0] / values[-1]) <= found.upper


@pytest.mark.parametrize("rank", [1, 20])
def test_frobenius_interval_covers(rank):
    a = matrix(40, rank) @ matrix(rank, 30, 1)
    true = float(a.norm())
    hits = sum(e.lower <= true <= e.upper for e in (frobenius_norm(DenseMap(a), seed=s) for s in range(20)))
    assert hits >= 19
    estimate = frobenius_norm(DenseMap(a), seed=0)
    assert "confidence" in estimate.how and estimate.lower < estimate.upper


def test_an_empty_interval_is_an_error():
    with pytest.raises(ValueError, match="lower <= upper"):
        Enclosure(2.0, 1.0, "", 0, 1.0)
