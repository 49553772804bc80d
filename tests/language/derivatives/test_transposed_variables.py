r"""Derivatives by a transpose: behind a matrix ``^\top`` is a transpose, behind a vector or a vec it says the layout."""

import pytest

from tests.judged import judged

GIVEN = r"X \in \mathbb{R}^{m \times n}, \quad A \in \mathbb{R}^{n \times m}, \quad B \in \mathbb{R}^{p \times m}, \quad x \in \mathbb{R}^{m}"
TRACE = r"\frac{\partial \operatorname{tr}(A X)}{\partial %s} = "


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (r"\frac{\partial X}{\partial X^\top} = K_{m,n}", "holds"),
        (r"\frac{\partial X}{\partial X^\top} = I_{mn}", "refuted"),
        (r"\frac{\partial X}{\partial X^\top} = K_{n,m}", "refuted"),
        (r"\frac{\partial B X}{\partial X^\top} = (B \otimes I_n) K_{m,n}", "holds"),
        (r"\frac{\partial B X}{\partial X^\top} = B \otimes I_n", "refuted"),
        (r"\frac{\partial B x}{\partial x^\top} = B", "holds"),
        (TRACE % r"X^\top" + r"\mathrm{vec}_r(A)^\top", "holds"),
        (TRACE % r"X^\top" + r"\mathrm{vec}_r(A^\top)^\top", "refuted"),
        (TRACE % r"(X^\top)" + r"\mathrm{vec}_r(A)^\top", "holds"),
        (TRACE % r"(X^\top)^\top" + r"\mathrm{vec}_r(A^\top)^\top", "holds"),
        (TRACE % r"\mathrm{vec}_r(X)^\top" + r"\mathrm{vec}_r(A^\top)^\top", "holds"),
        (TRACE % r"\mathrm{vec}_r X^\top" + r"\mathrm{vec}_r(A^\top)^\top", "holds"),
        (TRACE % r"\mathrm{vec}_r(X^\top)^\top" + r"\mathrm{vec}_r(A)^\top", "holds"),
        (TRACE % r"\mathrm{vec}(X^\top)^\top" + r"\mathrm{vec}(A)^\top", "holds"),
        (TRACE % r"\mathrm{vec}(X^\top)^\top" + r"\mathrm{vec}_r(A)^\top", "refuted"),
        (r"\nabla_{X^\top} \operatorname{tr}(A X) = A", "undecided"),
        (r"\frac{\partial \operatorname{tr}(A X A X)}{\partial (A X)^\top} = 2 \mathrm{vec}_r(A X)^\top", "undecided"),
    ],
)
def test_verdicts(claim, expected, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == expected
