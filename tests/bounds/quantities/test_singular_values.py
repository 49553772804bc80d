"""Singular values and eigenvalues beyond the rank of u v^T are zero; squares of all singular values add to ||A||_F^2."""

from pathlib import Path

import pytest

from tests.judged import judged

GIVEN = r"""L \in \mathbb{N}, \quad L \ge 3, \quad \mathbf{B} := \mathbf{1}_{L \times L}, \quad i \in \{2, \dots, L\}, \quad j \in \{1, \dots, L\} \\
m \le n, \quad \mathbf{A} \in \mathbb{R}^{m \times n}, \quad \mathbf{C} \in \mathbb{R}^{n \times m}, \quad \mathbf{u}, \mathbf{v} \in \mathbb{R}^{L}, \quad \mathbf{S} \in \mathbb{R}^{L \times L}"""
TRUE = (
    r"\lambda_i(\mathbf{B}) = 0",
    r"\sigma_i(\mathbf{B}) = 0",
    r"\lambda_{\min}(\mathbf{B}) = 0",
    r"\sigma_2(\mathbf{u}\mathbf{v}^\top) = 0",
    r"\lambda_2(2\mathbf{u}\mathbf{u}^\top) = 0",
    r"\sigma_2(\mathbf{B}\mathbf{S}) = 0",
    r"\|\mathbf{A}\|_F = \sqrt{\sum_{k=1}^{m} \sigma_k(\mathbf{A})^2}",
    r"\|\mathbf{C}\|_F = \sqrt{\sum_{k=1}^{m} \sigma_k(\mathbf{C})^2}",
    r"\|\mathbf{S}\|_* = \sum_{k=1}^{L} \sigma_k(\mathbf{S})",
)
FALSE = (
    r"\lambda_j(\mathbf{B}) = 0",
    r"\sigma_1(\mathbf{B}) = 0",
    r"\lambda_{\min}(-\mathbf{B}) = 0",
    r"\lambda_2(\mathbf{S}^\top\mathbf{S} + \mathbf{B}) = 0",
    r"\sigma_2(\mathbf{u}\mathbf{v}^\top + \mathbf{B}) = 0",
    r"\sigma_2(\mathbf{B} \otimes \mathbf{S}) = 0",
    r"\sigma_2(\mathbf{B} \odot \mathbf{S}) = 0",
    r"\|\mathbf{A}\|_F = \sum_{k=1}^{m} \sigma_k(\mathbf{A})",
    r"\|\mathbf{S}\|_F^2 = \sum_{k=1}^{L-1} \sigma_k(\mathbf{S})^2",
    r"\|\mathbf{S}\|_F^2 = \sum_{k=2}^{L} \sigma_k(\mathbf{S})^2",
)


@pytest.mark.parametrize("claim", TRUE)
def test_what_the_form_of_a_matrix_says_of_its_singular_values(claim: str, tmp_path: Path) -> None:
    result = judged(claim, GIVEN, tmp_path)
    assert result.verdict == "holds" and result.strength != "exact", result.evidence


@pytest.mark.parametrize("claim", FALSE)
def test_neighbours_are_refuted(claim: str, tmp_path: Path) -> None:
    assert judged(claim, GIVEN, tmp_path).verdict == "refuted"


def test_more_places_than_singular_values(tmp_path: Path) -> None:
    claim = r"\|\mathbf{C}\|_F = \sqrt{\sum_{k=1}^{n} \sigma_k(\mathbf{C})^2}"
    assert judged(claim, GIVEN, tmp_path).verdict != "holds"
