r"""Brackets with an index behind a vector or a matrix: entries, or refused where a product is as likely."""

import pytest

from tests.judged import judged

GIVEN = (
    r"x \in \mathbb{R}^n, \quad A \in \mathbb{R}^{n \times n}, \quad a \in \mathbb{R}, \quad B \in \mathbb{R}^{n \times m}, \quad "
    r"y \in \mathbb{R}^m, \quad i, j \in \{1, \dots, n\}, \quad f(x) := \|x\|^2, \quad F(x) := x + x"
)
CASES = [
    (r"x[i] = i x", "ill-typed"),
    (r"x[i] = x_i", "holds"),
    (r"x[i] = x_j", "refuted"),
    (r"x[i] \le \|x\|", "holds"),
    (r"x[1] = x", "ill-typed"),
    (r"x[1] = x_1", "holds"),
    (r"A[i, j] = A_{ij}", "holds"),
    (r"A[i, j] = A_{ji}", "refuted"),
    (r"A(i, j) = A_{ij}", "holds"),
    (r"A(i, j) = A_{ji}", "refuted"),
    (r"A^\top[i, j] = A_{ji}", "holds"),
    (r"A[i, :] = A_{i,:}", "holds"),
    (r"A[:, j] = A_{j,:}^\top", "refuted"),
    (r"\sum_{k=1}^n x[k]^2 = \|x\|^2", "holds"),
    (r"\sum_{k=1}^n k x[k] = \mathbf{1}^\top x", "refuted"),
    (r"\sum_k \log x[k] = \sum_k \log x_k", "holds"),
    (r"(B y)[i] = \sum_k B[i, k] y[k]", "holds"),
    (r"\sum_{k=1}^n F(x)[k] = 2 \mathbf{1}^\top x", "holds"),
    (r"\nabla f(x)[i] = 2 x_i", "holds"),
    (r"\frac{\partial f(x)}{\partial x[i]} = 2 x_i", "holds"),
    (r"a[i] = i a", "holds"),
    (r"A[a] = a A", "holds"),
    (r"A[a + 1] = a A + A", "holds"),
    (r"x (n - 1) = n x - x", "holds"),
    (r"\int_0^1 x[t] dt = x / 2", "holds"),
    (r"x [1, 2] = [x, 2x]", "holds"),
    (r"A[i] = A_{i,:}", "holds"),
]
REFUSED = [
    (r"x(i) = x_i", "x_{i} for the entry"),
    (r"x(i) = i x", r"\cdot for the product"),
    (r"A(1, 2) = A_{12}", "A_{1, 2} for the entry"),
    (r"x[n] = n x", "x_{n} for the entry"),
    (r"A[1] = A_{1,:}", "A_{1,:} for the row"),
]


@pytest.mark.parametrize(("claim", "verdict"), CASES)
def test_what_a_bracket_with_an_index_is(claim: str, verdict: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


@pytest.mark.parametrize(("claim", "hint"), REFUSED)
def test_what_may_be_an_entry_or_a_product_is_refused(claim: str, hint: str, tmp_path):
    result = judged(claim, GIVEN, tmp_path)
    assert (result.verdict, hint in result.message) == ("undecided", True)


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (r"A \in \mathbb{R}^{2 \times 2}", r"\|A [1,2]^\top\|_2 \le \|A\|_2", "refuted"),
        (r"A \in \mathbb{R}^{2 \times 2}", r"A [1,2]^{\mathsf T} = A_{12}", "ill-typed"),
        (r"A \in \mathbb{R}^{2 \times 2}", r"[1,1] A [1,1]^\top = \mathbf{1}^\top A \mathbf{1}", "holds"),
        (r"A \in \mathbb{R}^{3 \times 3}", r"A [1,2,3]^\top = A_{:,1} + 2 A_{:,2} + 3 A_{:,3}", "holds"),
        (r"A \in \mathbb{R}^{2 \times 2}", r"A[1,:]^\top = A^\top [1,0]^\top", "holds"),
        (r"A \in \mathbb{R}^{2 \times 2}", r"A[1,2]^2 = A_{12}^2", "holds"),
        (r"A \in \mathbb{R}^{n \times n}, i, j \in \{1, \dots, n\}", r"A[i,j]^\top = A_{ij}", "undecided"),
    ],
)
def test_numerals_with_a_transpose_mark_are_a_row(given, claim, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
