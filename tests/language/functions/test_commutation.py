r"""The commutation matrix ``K_{d,T}`` beside a declared K, and single indices at matrices."""

from __future__ import annotations

import pytest

from tests.judged import judged

KEYS = r"Z \in \mathbb{R}^{T \times d}, \quad W_K \in \mathbb{R}^{d \times k} \\ K := Z W_K"
NUMBER = r"Z \in \mathbb{R}^{T \times d}, \quad B \in \mathbb{R}^{K \times d}"
SAME = r"Z \in \mathbb{R}^{T \times d} \\ K := 2 Z"
SQUARE = r"Z \in \mathbb{R}^{d \times d} \\ K := 2 Z"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (KEYS, r"\mathrm{vec}_r(Z^\top) = K_{T,d}\,\mathrm{vec}_r(Z)", "refuted"),
        (KEYS, r"K_{ij} = \sum_l Z_{jl} (W_K)_{li}", "ill-typed"),
        (SAME, r"\mathrm{vec}_r(Z^\top) = K_{T,d}\,\mathrm{vec}_r(Z)", "refuted"),
        (SAME, r"K_{T,d} = Z_{T,d}", "refuted"),
        (SQUARE, r"\mathrm{vec}_r(Z^\top) = K_{d,d}\,\mathrm{vec}_r(Z)", "ambiguous"),
        (KEYS, r"\mathrm{vec}_r(Z^\top) = K_{d,T}\,\mathrm{vec}_r(Z)", "holds"),
        (KEYS, r"\mathrm{vec}_r(Z^\top) = \mathbf{K}_{d,T}\,\mathrm{vec}_r(Z)", "holds"),
        (KEYS, r"\mathrm{vec}_r(Z^\top) = K_{dT}\,\mathrm{vec}_r(Z)", "holds"),
        (KEYS, r"K_{ij} = \sum_l Z_{il} (W_K)_{lj}", "holds"),
        (SAME, r"K_{T,d} = 2 Z_{T,d}", "holds"),
        (NUMBER, r"\mathrm{vec}_r(Z^\top) = K_{d,T}\,\mathrm{vec}_r(Z)", "holds"),
    ],
)
def test_sizes_below_a_declared_letter(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


def test_one_number_below_a_matrix_is_refused(tmp_path):
    result = judged("A_1 = A_{1,:}", r"A \in \mathbb{R}^{n \times d}", tmp_path)
    assert result.verdict == "undecided" and "A_{1,:}" in result.message
