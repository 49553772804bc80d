"""Quadratic forms that are zero: ``x^T S x = 0`` says ``S x = 0`` for a positive semidefinite S."""

import pytest

from tests.judged import judged

GIVEN = r"x, y \in \mathbb{R}^n, \quad X \in \mathbb{R}^{n \times m}, \quad S \in \mathbb{R}^{n \times n}"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (r"S \succeq 0", r"x^\top S x = 0 \implies S x = 0", "holds"),
        (r"S = S^\top", r"x^\top S x = 0 \implies S x = 0", "refuted"),
        (r"S \succeq 0", r"x^\top S x = 0 \iff S x = 0", "holds"),
        (r"S \succ 0", r"x^\top S x = 0 \implies x = 0", "holds"),
        (r"S \succeq 0", r"x^\top S x = 0 \implies x = 0", "refuted"),
        (r"S \succeq 0, \quad X^\top S X = 0", r"S X = 0", "holds"),
        (r"S = S^\top, \quad X^\top S X = 0", r"S X = 0", "refuted"),
        (r"S \succeq 0, \quad x^\top S x = 0", r"y^\top S x = 0", "holds"),
        (r"S \succeq 0, \quad x^\top S x = 0", r"y^\top S y = 0", "refuted"),
        (r"S \succeq 0, \quad x^\top S y = 0", r"S y = 0", "refuted"),
    ],
)
def test_vanishing_forms(given, claim, verdict, tmp_path):
    assert judged(claim, rf"{GIVEN}, \quad {given}", tmp_path).verdict == verdict
