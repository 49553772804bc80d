r"""Entries of the identity, ``I_{kj}``: a Kronecker delta where the subscript holds indices, a size where it holds sizes."""

from __future__ import annotations

import pytest

from derive.errors import NameProblem
from tests.judged import judged

GIVEN = (
    r"x, a \in \mathbb{R}^n, \quad A \in \mathbb{R}^{n \times n}, \quad B \in \mathbb{R}^{n \times d} \\"
    r" y(a) := \operatorname{softmax}(a)"
)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\frac{\partial x_i}{\partial x_j} = I_{ii}", "refuted"),
        (r"\sum_j A_{ij} (A^{-1})_{jk} = 2 I_{ik}", "refuted"),
        (r"\frac{\partial y_k}{\partial a_j} = y_k (I_{kj} - y_j)", "holds"),
        (r"y_k (I_{kj} - y_j) = \frac{\partial y_k}{\partial a_j}", "holds"),
        (r"\frac{\partial x_i}{\partial x_j} = I_{ij}", "holds"),
        (r"\sum_j A_{ij} (A^{-1})_{jk} = I_{ik}", "holds"),
        (r"\sum_j A_{ij} (A^{-1})_{jk} = I_{i,k}", "holds"),
        (r"\sum_{j=1}^n A_{ij} I_{j1} = A_{i1}", "holds"),
        (r"I_{nd} \mathrm{vec}(B) = \mathrm{vec}(B)", "holds"),
    ],
)
def test_indices_and_sizes(claim: str, verdict: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


def test_an_index_is_no_size(tmp_path):
    with pytest.raises(Exception, match="i is not declared as a size") as caught:
        judged(r"x_i = \mathbf{1}_i", GIVEN, tmp_path)
    assert not isinstance(caught.value, NameProblem) or caught.value.position is not None
