r"""A sum ends in front of a term that none of its own letters occurs in: ``\sum_{j \ne i} x_j + x_i``."""

from __future__ import annotations

import pytest

from tests.judged import judged

X, A = r"x \in \mathbb{R}^n", r"x \in \mathbb{R}^n, A \in \mathbb{R}^{n \times n}"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (X, r"\sum_{j \ne i} x_j + x_i = \mathbf{1}^\top x"),
        (X, r"x_i + \sum_{j \ne i} x_j = \mathbf{1}^\top x"),
        (A, r"\sum_{j \ne i} A_{ij} x_j + A_{ii} x_i = (A x)_i"),
        (rf"{X}, \; k \in \{{1, \dots, n\}}", r"\sum_{j \ne k} x_j + x_k = \mathbf{1}^\top x"),
    ],
)
def test_a_term_with_the_given_letter_stands_outside(given, claim, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "holds"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (X, r"\sum_{j \ne i} x_j + 2 x_i = \mathbf{1}^\top x"),
        (X, r"\sum_{j \ne i} x_j - x_i = \mathbf{1}^\top x"),
        (A, r"\sum_{j \ne i} A_{ij} x_j - A_{ii} x_i = (A x)_i"),
    ],
)
def test_false_claims_with_such_a_term(given, claim, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "refuted"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (rf"{X}, \; y \in \mathbb{{R}}^n", r"\sum_i x_i + y_i = \mathbf{1}^\top x + \mathbf{1}^\top y"),
        (X, r"\sum_{i \ne j} x_i + x_j = \mathbf{1}^\top x"),
    ],
)
def test_a_term_with_a_letter_that_may_be_bound_has_two_readings(given, claim, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "ambiguous"
