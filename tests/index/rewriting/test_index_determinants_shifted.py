r"""Determinants of ``\lambda I + U U^\top`` by those of the smaller matrix, and of blocks with an identity off the diagonal."""

from pathlib import Path

import pytest

from tests.judged import judged, shown

LOW = r"U \in \mathbb{R}^{p \times k}, \lambda > 0, \mu \in \mathbb{R}"
BLOCKS = r"A, B, C, D \in \mathbb{R}^{n \times n}, \beta > 0"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (LOW, r"\det(\lambda I_p + U U^\top) = \lambda^{p - k} \det(\lambda I_k + U^\top U)"),
        (LOW, r"\det(\lambda I_p + U U^\top) = \lambda^p \det(I_k + \lambda^{-1} U^\top U)"),
        (LOW, r"\log\det(\lambda I_p + U U^\top) = (p - k) \log \lambda + \log\det(\lambda I_k + U^\top U)"),
        (BLOCKS, r"\det \begin{bmatrix} A & I \\ C & D \end{bmatrix} = \det(D A - C)"),
        (BLOCKS, r"\det \begin{bmatrix} A & B \\ I & D \end{bmatrix} = \det(A D - B)"),
        (BLOCKS, r"\det \begin{bmatrix} A & -\beta I \\ I & 0 \end{bmatrix} = \beta^n"),
    ],
)
def test_smaller_determinants(given: str, claim: str):
    assert shown(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (LOW, r"\det(\lambda I_p + U U^\top) = \lambda^{k - p} \det(\lambda I_k + U^\top U)"),
        (LOW, r"\det(\lambda I_p + U U^\top) = \det(\lambda I_k + U^\top U)"),
        (BLOCKS, r"\det \begin{bmatrix} A & I \\ C & D \end{bmatrix} = \det(A D - C)"),
        (BLOCKS, r"\det \begin{bmatrix} A & B \\ I & D \end{bmatrix} = \det(B - A D)"),
        (BLOCKS, r"\det \begin{bmatrix} A & -\beta I \\ I & 0 \end{bmatrix} = (-\beta)^n"),
    ],
)
def test_false_neighbors(given: str, claim: str, tmp_path: Path):
    assert judged(claim, given, tmp_path).verdict == "refuted"
