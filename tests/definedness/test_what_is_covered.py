"""What a proof object shows on its domain says nothing of points beyond: they must be points where the claim has no value."""

import pytest

from proofs.proving.objects import proof_of
from tests.judged import judged, problems_of

QUOTIENT = r"p, q, z, v, a, b \in \mathbb{R}, \quad z (a + b) = p + q, \quad v (a + b) = 0, \quad n \in \mathbb{N}"
CASES = [
    (r"\sum_{i=1}^{n} \frac{p + q}{a + b} = \sum_{i=1}^{n} z + v", True),
    (r"\sum_{i=1}^{n-1} \frac{p + q}{a + b} = \sum_{i=1}^{n-1} z + v", False),  # for n = 1 nothing is divided, and v is anything
    (r"\frac{p + q}{a + b} = z + v", True),
    (r"\delta_{1n} \frac{p + q}{a + b} = \delta_{1n} z + v", False),  # for n > 1 as well
]


@pytest.mark.parametrize(("claim", "is_shown"), CASES)
def test_an_object_counts_where_its_domain_is_that_of_the_claim(claim, is_shown, tmp_path):
    (problem,) = problems_of(QUOTIENT, claim)
    assert (proof_of(problem).data is not None) is is_shown
    result = judged(claim, QUOTIENT, tmp_path)
    assert result.verdict == ("holds" if is_shown else "refuted"), result.message

