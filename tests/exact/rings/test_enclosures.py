"""Enclosures of spectra hold the truth: clusters, zeros, tiny and huge entries, wide balls."""

import numpy as np
import pytest
from flint import arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st

from derive.exact.rings.spectra import ball_eigenvalues, ball_singular_values


def balls(matrix, radius=0.0):
    entries = np.empty(matrix.shape, dtype=object)
    for place in np.ndindex(*matrix.shape):
        entries[place] = arb(float(matrix[place]), radius)
    return entries


@pytest.mark.parametrize("bits", [128, 256, 4096])
@settings(max_examples=25, deadline=None)
@given(
    rows=st.integers(1, 5), cols=st.integers(1, 5), rank=st.integers(1, 5), seed=st.integers(0, 2**20),
    power=st.sampled_from([0, -200, 150]), equal=st.booleans(), radius=st.sampled_from([0.0, 1e-6]),
)  # fmt: skip
def test_singular_values_are_enclosed(bits, rows, cols, rank, seed, power, equal, radius):
    rng = np.random.default_rng(seed)
    matrix = rng.normal(size=(rows, min(rank, rows, cols))) @ rng.normal(size=(min(rank, rows, cols), cols))
    matrix = np.eye(rows, cols) if equal else matrix
    truth = np.linalg.svd(matrix, compute_uv=False)
    with ctx.workprec(bits):
        scaled = np.vectorize(lambda x: x * arb(2) ** power, otypes=[object])(balls(matrix, radius))
        found = ball_singular_values(scaled)
        assert len(found) == len(truth)
        for ball, value in zip(found, truth, strict=True):
            back = ball / arb(2) ** power
            assert (back - arb(float(value), 1e-12 * (1 + truth[0]))).contains(0)
        largest = found[0] / arb(2) ** power
        assert largest.rad() <= 1e-12 * (1 + truth[0]) + 1000 * radius


@pytest.mark.parametrize("bits", [128, 512])
def test_a_cluster_beside_underflowing_entries(bits):
    """Two saturated softmax rows and one that is all but constant: eigenvalues 1/2, 1/2 and (all but) zeros."""
    with ctx.workprec(bits):
        tiny = (-(arb(10) ** 7)).exp()
        block = np.array([[0.25, -0.25, 0.0], [-0.25, 0.25, 0.0], [0.0, 0.0, 0.0]])
        entries = balls(np.kron(np.diag([1.0, 1.0, 0.0]), block))
        entries[8, 8] = tiny
        found = ball_eigenvalues(entries)
        assert found[0] > arb("0.4999999") and found[0] < arb("0.5000001") and found[1] > arb("0.4999999")
        assert all(x.contains(0) or x < arb("1e-9") for x in found[2:])
