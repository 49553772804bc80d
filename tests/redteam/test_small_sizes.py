"""Claims that are true at all small sizes that anyone tries first, and false in general."""

import pytest

from proofs.api import check

GIVEN = (
    r"\mathbf{S} \in \mathbb{R}^{n \times n}, \quad \mathbf{A} \in \mathbb{R}^{m \times n}, "
    r"\quad \mathbf{x} \in \mathbb{R}^{n}"
)


@pytest.mark.parametrize(
    "claim",
    [
        r"(n-2)(n-3)\operatorname{tr}(\mathbf{S}) = 0",
        r"(n-1)(n-2)(n-3)(n-4)(n-5)\mathbf{S} = 0",
        r"(n-2)(n-3)(m-2)(m-3)\operatorname{tr}(\mathbf{A}\mathbf{A}^\top) = 0",
        r"A_{i,a}A_{j,b}A_{k,c} - A_{i,a}A_{j,c}A_{k,b} + A_{i,b}A_{j,c}A_{k,a} - A_{i,b}A_{j,a}A_{k,c} "
        r"+ A_{i,c}A_{j,a}A_{k,b} - A_{i,c}A_{j,b}A_{k,a} = 0",
    ],
)
def test_vanishing_at_the_first_sizes_is_no_proof(claim: str):
    assert check(claim, given=GIVEN).verdict != "holds"


def test_sizes_that_nobody_tries_first_refute():
    result = check(r"(n-2)(n-3)\operatorname{tr}(\mathbf{S}) = 0", given=GIVEN, effort="quick")
    assert result.verdict == "refuted" and result.counterexample["sizes"] == {"n": 1}
