"""Squared norms in expansions near zero are the polynomials that they are."""

import pytest

from tests.judged import judged

GIVEN = r"x, y \in \mathbb{R}^{n}, \quad h \in \mathbb{R}"


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        (r"\|x + h y\|_2^2 = \|x\|_2^2 + 2 h x^\top y + O(h^2) \text{ as } h \to 0", True),
        (r"\|x + h y\|_2^2 = \|x\|_2^2 + 2 h x^\top y + O(h^3) \text{ as } h \to 0", False),
        (r"\|x + h y\|_2^2 = \|x\|_2^2 + h x^\top y + O(h^2) \text{ as } h \to 0", False),
        (r"\|h x\|_2^2 = O(h^2) \text{ as } h \to 0", True),
        (r"\|h x\|_2 = O(h) \text{ as } h \to 0", True),
        (r"\|h x\|_2 = O(h^2) \text{ as } h \to 0", False),
    ],
)
def test_expansions(claim: str, holds: bool, tmp_path):
    assert (judged(claim, GIVEN, tmp_path).verdict == "holds") is holds
