"""The order in which hypotheses are said does not matter: definitions of definitions, and symmetries that are said late."""

from itertools import permutations

import pytest

from tests.judged import shown

VECTORS = r"A \in \mathbb{R}^{n \times n}, g, v, x, y, p, q, r \in \mathbb{R}^n, \eta \in \mathbb{R}"
MATRICES = r"P, A, B \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n"
STEP, UNROLLED = (r"v = 2 g", r"x = y - \eta v"), (r"q = A g", r"p = A q", r"r = A p")
PROJECTION, SKEW = (r"P^2 = P", r"P = P^\top"), (r"A = B", r"A^\top = -A")

TRUE = [
    (VECTORS, STEP, r"x = y - 2 \eta g"),
    (VECTORS, STEP, r"y - x = \eta v"),
    (VECTORS, UNROLLED, r"r = A^3 g"),
    (MATRICES, PROJECTION, r"x^\top P x = \|P x\|_2^2"),
    (MATRICES, PROJECTION, r"(I - P)^2 = I - P"),
    (MATRICES, PROJECTION, r"\|P\|_F^2 = \operatorname{tr} P"),
    (MATRICES, SKEW, r"x^\top B x = 0"),
]
FALSE = [
    (VECTORS, STEP, r"x = y - \eta g"),
    (VECTORS, UNROLLED, r"r = A^2 g"),
    (VECTORS, (r"x = 2 y", r"y = 2 x"), r"x = y + g"),
    (MATRICES, PROJECTION, r"\|P\|_F^2 = 2 \operatorname{tr} P"),
    (MATRICES, PROJECTION[:1], r"\|P\|_F^2 = \operatorname{tr} P"),
    (MATRICES, (r"A = B B", r"A = A^\top"), r"B = B^\top"),
]


@pytest.mark.parametrize(("given", "told", "claim"), TRUE)
def test_any_order_will_do(given: str, told: tuple[str, ...], claim: str) -> None:
    assert all(shown(", ".join((given, *order)), claim) for order in permutations(told))


@pytest.mark.parametrize(("given", "told", "claim"), FALSE)
def test_no_order_shows_what_is_false(given: str, told: tuple[str, ...], claim: str) -> None:
    assert not any(shown(", ".join((given, *order)), claim) for order in permutations(told))
