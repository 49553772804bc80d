r"""Scripts at one symbol: print does not show whether the subscript or the superscript was written first."""

from __future__ import annotations

import pytest

from derive.errors import NotSupported
from derive.language.scope.scope import Scope
from tests.judged import judged

GIVEN = r"A, B \in \mathbb{R}^{n \times n}, \quad W \in \mathbb{R}^{n \times m}, \quad x \in \mathbb{R}^n \\ D := \operatorname{diag}(x), \quad F(A) := A B"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"A_{ij}^\top = A_{ij}", "refuted"),
        (r"{A_{ij}}^\top = A_{ij}", "refuted"),
        (r"A_{12}^\top = A_{12}", "refuted"),
        (r"F(A)_{ij}^\top = F(A)_{ij}", "refuted"),
        (r"\sum_j A_{ij} A_{jk}^{\top} = (A A)_{ik}", "refuted"),
        (r"\frac{\partial A_{ij}^\top}{\partial A_{ij}} = 1", "refuted"),
        (r"A_{ij}^\top = A_{ji}", "holds"),
        (r"{A_{ij}}^\top = A_{ji}", "holds"),
        (r"A_{12}^\top = A_{21}", "holds"),
        (r"W_{ij}^\top = W_{ji}", "holds"),
        (r"A^\top_{ij} = A_{ij}^\top", "holds"),
        (r"A_{ij}^{-\top} = A^{-1}_{ji}", "holds"),
        (r"\sum_j A_{ij} A_{jk}^\top = (AA^\top)_{ik}", "holds"),
        (r"(AB)_{ij}^\top = (B^\top A^\top)_{ij}", "holds"),
        (r"F(A)_{ij}^\top = \sum_k B_{ki} A_{jk}", "holds"),
        (r"W_{i,:}^\top = (W_{i,:})^\top", "holds"),
        (r"W_{:,j}^\top W_{:,j} = \sum_i W_{ij}^2", "holds"),
        (r"x_i^\top = x_i", "holds"),
    ],
)
def test_a_transpose_mark_beside_two_indices_is_that_of_the_matrix(claim: str, verdict: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"A_{ij}^{-1} = \frac{1}{A_{ij}}", "ambiguous"),
        (r"A_{ij}^{-1} = A^{-1}_{ij}", "ambiguous"),
        (r"\sum_j A_{ij} A_{jk}^{-1} = \delta_{ik}", "ambiguous"),
        (r"\frac{\partial \log\det A}{\partial A_{ij}} = A_{ji}^{-1}", "ambiguous"),
        (r"A_{ij}^{-1} = A_{ij}", "refuted"),
        (r"W_{ij}^{-1} = \frac{1}{W_{ij}}", "holds"),
        (r"D_{ii}^{-1} = \frac{1}{x_i}", "holds"),
        (r"A_{ij}^2 = A_{ij} A_{ij}", "holds"),
    ],
)
def test_an_inverse_behind_two_indices_has_two_readings(claim: str, verdict: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


def test_a_declared_T_leaves_a_power(tmp_path):
    assert judged(r"Z_{ij}^T = Z_{ji}", r"Z \in \mathbb{R}^{T \times T}", tmp_path).verdict == "ambiguous"
    assert judged(r"Z_{ij}^\top = Z_{ji}", r"Z \in \mathbb{R}^{T \times T}", tmp_path).verdict == "holds"


def test_a_definition_with_such_an_inverse_is_refused():
    with pytest.raises(NotSupported, match="two readings"):
        Scope.root().given(GIVEN + r", \quad G_{ij} := A_{ij}^{-1}")
