r"""A definition for one declared index is not used where a sum binds the same letter."""

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

GIVEN = (
    r"X \in \mathbb{R}^{n \times k}, \quad w \in \mathbb{R}^k, \quad y \in \mathbb{R}^n, \quad i \in \{1, \ldots, n\}"
)
ONE = r"r := X_{i,:} w, \quad q := 2 r"
CAPTURED = [r"\sum_{i=1}^n r = n r", r"\sum_{i=1}^n q = n q", r"\max_i r = r", r"\prod_{i=1}^n r = r^n"]
HOLDS = [
    (ONE, r"r = X_{i,:} w"),
    (ONE, r"\sum_{j=1}^n r = n r"),
    (ONE, r"r + \sum_{i=1}^n X_{i,:} w = r + \mathbf{1}^\top X w"),
    (r"r_i := X_{i,:} w", r"\sum_{i=1}^n r_i = \mathbf{1}^\top X w"),
    (
        r"\ell_i(w) := (X_{i,:} w - y_i)^2, \quad L(w) := \frac{1}{n} \sum_{i=1}^n \ell_i(w)",
        r"\nabla L(w) = \frac{2}{n} X^\top (X w - y)",
    ),
]


@pytest.mark.parametrize("claim", CAPTURED)
def test_a_binder_over_the_letter_of_a_definition(claim: str, tmp_path):
    result = judged(claim, rf"{GIVEN} \\ {ONE}", tmp_path)
    assert result.verdict == "undecided"
    assert "is bound anew" in result.message


def test_a_definition_that_sums_over_the_letter_of_another(tmp_path):
    more = r"\ell(w) := (X_{i,:} w - y_i)^2 \\ L(w) := \frac{1}{n} \sum_{i=1}^n \ell(w)"
    with pytest.raises(BadPaper, match="is bound anew"):
        judged(r"L = \ell", rf"{GIVEN} \\ {more}", tmp_path)


@pytest.mark.parametrize(("more", "claim"), HOLDS)
def test_other_letters_and_families(more: str, claim: str, tmp_path):
    assert judged(claim, rf"{GIVEN} \\ {more}", tmp_path).verdict == "holds"
