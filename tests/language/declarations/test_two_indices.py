r"""Numbers with two indices, ``r_{ij} \in \mathbb{R}``, beside vectors with one: the loss of a factorization, entry by entry."""

import pytest

from tests.judged import judged

LOSS = (
    r"u_i \in \mathbb{R}^k, v_j \in \mathbb{R}^k, r_{ij} \in \mathbb{R}, i = 1, \dots, m, j = 1, \dots, n, "
    r"\ell_{ij} := (r_{ij} - u_i^\top v_j)^2"
)
TOTAL = LOSS + r", L := \sum_{i=1}^m \sum_{j=1}^n \ell_{ij}"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (LOSS, r"\frac{\partial \ell_{ij}}{\partial u_i} = -2 (r_{ij} - u_i^\top v_j) v_j^\top", "holds"),
        (LOSS, r"\frac{\partial \ell_{ij}}{\partial u_i} = 2 (r_{ij} - u_i^\top v_j) v_j^\top", "refuted"),
        (LOSS, r"\nabla_{v_j} \ell_{ij} = -2 (r_{ij} - u_i^\top v_j) u_i", "holds"),
        (LOSS, r"\nabla_{v_j} \ell_{ij} = -2 (r_{ij} - u_i^\top v_j) v_j", "refuted"),
        (LOSS, r"\frac{\partial \ell_{ij}}{\partial r_{ij}} = 2 (r_{ij} - u_i^\top v_j)", "holds"),
        (TOTAL, r"\nabla_{u_i} L = -2 \sum_{j=1}^n (r_{ij} - u_i^\top v_j) v_j", "holds"),
        (TOTAL, r"\nabla_{u_i} L = -2 \sum_{j=1}^n (r_{ij} - u_i^\top v_j) u_i", "refuted"),
        (LOSS + r", a_{ij} \in \mathbb{R}_{\ge 0}", r"\sum_{i=1}^m \sum_{j=1}^n a_{ij} \ge 0", "holds"),
    ],
)
def test_losses(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
