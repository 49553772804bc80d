r"""Matrices that vanish because the squares of their entries sum to 0: ``A^T A x = 0 <=> A x = 0``, and false neighbors."""

import pytest

from tests.judged import judged, shown

GIVEN = r"x, y \in \mathbb{R}^{n}, \quad A, B \in \mathbb{R}^{m \times n}, \quad S \in \mathbb{R}^{n \times n}, \quad a, b \in \mathbb{R}"
SYMMETRIC = GIVEN + r", \quad S = S^\top"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (GIVEN, r"A^\top A x = 0 \iff A x = 0"),
        (GIVEN, r"A^\top A = 0 \implies A = 0"),
        (GIVEN, r"A A^\top = 0 \implies A = 0"),
        (GIVEN, r"A^\top A x = A^\top A y \implies A x = A y"),
        (GIVEN, r"x x^\top = 0 \implies x = 0"),
        (GIVEN, r"\operatorname{tr}(A^\top A) = 0 \implies A = 0"),
        (GIVEN, r"a^2 = 0 \implies a = 0"),
        (SYMMETRIC, r"S^2 = 0 \implies S = 0"),
        (SYMMETRIC, r"S^2 x = 0 \implies S x = 0"),
        (SYMMETRIC + r", \quad S^2 = S", r"x^\top S x = 0 \implies S x = 0"),
        (GIVEN + r", \quad S S^\top = S^\top S", r"S x = 0 \implies S^\top x = 0"),
    ],
)
def test_what_vanishes_is_shown(given: str, claim: str):
    assert shown(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (GIVEN, r"S^2 = 0 \implies S = 0"),
        (GIVEN, r"S^2 x = 0 \implies S x = 0"),
        (GIVEN, r"A^\top A x = A^\top A y \implies x = y"),
        (GIVEN, r"A A^\top A x = 0 \implies x = 0"),
        (GIVEN, r"x y^\top = 0 \implies x = 0"),
        (GIVEN, r"A^\top A = B^\top B \implies A = B"),
        (GIVEN, r"a^2 = a \implies a = 0"),
        (GIVEN, r"a^2 - b^2 = 0 \implies a = 0"),
        (GIVEN, r"S x = 0 \implies S^\top x = 0"),
        (SYMMETRIC, r"x^\top S x = 0 \implies S x = 0"),
        (GIVEN + r", \quad S^2 = S", r"x^\top S x = 0 \implies S x = 0"),
    ],
)
def test_false_neighbors_are_not(given: str, claim: str):
    assert not shown(given, claim)


def test_the_roads_agree(tmp_path):
    assert judged(r"A^\top A x = 0 \iff A x = 0", GIVEN, tmp_path).verdict == "holds"
    assert judged(r"A A^\top A x = 0 \implies x = 0", GIVEN, tmp_path).verdict == "refuted"
