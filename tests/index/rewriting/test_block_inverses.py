r"""Inverses of blocks by Schur complements, and blocks that numerals choose: ``(\Sigma^{-1})_{11}``."""

import pytest

from tests.judged import judged

PARTS = r"A \in \mathbb{R}^{n \times n}, \quad U \in \mathbb{R}^{n \times k}, \quad C \in \mathbb{R}^{k \times k}, \quad V \in \mathbb{R}^{k \times n}"
WHOLE = rf"{PARTS}, \quad M := \begin{{bmatrix}} A & U \\ V & C \end{{bmatrix}}, \quad S := C - V A^{{-1}} U"
UPPER = r"A^{-1} + A^{-1} U S^{-1} V A^{-1}"
SYMMETRIC = r"A \in \mathbb{R}^{n \times n}, \quad A \succ 0, \quad C \in \mathbb{R}^{k \times k}, \quad C \succ 0, \quad U \in \mathbb{R}^{n \times k}"
COVARIANCE = (
    rf"{SYMMETRIC}, \quad \Sigma := \begin{{pmatrix}} A & U \\ U^\top & C \end{{pmatrix}}, \quad L := \Sigma^{{-1}}"
)


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (WHOLE, rf"M^{{-1}} = \begin{{bmatrix}} {UPPER} & -A^{{-1}} U S^{{-1}} \\ -S^{{-1}} V A^{{-1}} & S^{{-1}} \end{{bmatrix}}", "holds"),
        (WHOLE, rf"M^{{-1}} = \begin{{bmatrix}} {UPPER} & A^{{-1}} U S^{{-1}} \\ -S^{{-1}} V A^{{-1}} & S^{{-1}} \end{{bmatrix}}", "refuted"),
        (WHOLE, r"\begin{bmatrix} I_n & 0 \end{bmatrix} M^{-1} \begin{bmatrix} I_n \\ 0 \end{bmatrix} = (A - U C^{-1} V)^{-1}", "holds"),
        (WHOLE, r"\begin{bmatrix} I_n & 0 \end{bmatrix} M^{-1} \begin{bmatrix} I_n \\ 0 \end{bmatrix} = (A + U C^{-1} V)^{-1}", "refuted"),
        (PARTS, r"\begin{bmatrix} A & U \\ 0 & C \end{bmatrix}^{-1} = \begin{bmatrix} A^{-1} & -A^{-1} U C^{-1} \\ 0 & C^{-1} \end{bmatrix}", "holds"),
        (PARTS, r"\begin{bmatrix} A & U \\ 0 & C \end{bmatrix}^{-1} = \begin{bmatrix} A^{-1} & -C^{-1} U A^{-1} \\ 0 & C^{-1} \end{bmatrix}", "ill-typed"),
        (COVARIANCE, r"L_{11} = (A - U C^{-1} U^\top)^{-1}", "holds"),
        (COVARIANCE, r"L_{11} = A - U C^{-1} U^\top", "refuted"),
        (COVARIANCE, r"L_{11} = (C - U^\top A^{-1} U)^{-1}", "ill-typed"),
        (COVARIANCE, r"L_{12} = -L_{11} U C^{-1}", "holds"),
        (COVARIANCE, r"L_{12} = L_{11} U C^{-1}", "refuted"),
        (COVARIANCE, r"L_{22}^{-1} = C - U^\top A^{-1} U", "holds"),
        (COVARIANCE, r"L_{22}^{-1} = C + U^\top A^{-1} U", "refuted"),
        (COVARIANCE, r"(\Sigma^{-1})_{12} = -A^{-1} U (C - U^\top A^{-1} U)^{-1}", "holds"),
        (COVARIANCE, r"\Sigma_{12} = U", "holds"),
        (COVARIANCE, r"\Sigma_{12} = U^\top", "ill-typed"),
        (COVARIANCE, r"\Sigma_{21}^\top = U", "holds"),
        (COVARIANCE, r"\Sigma_{12} = \Sigma_{21}", "holds"),  # entries, since blocks have no type
        (COVARIANCE, r"\Sigma_{11} > 0", "ambiguous"),
        (r"B := \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}", r"B_{12} = 3", "refuted"),
    ],
)  # fmt: skip
def test_blocks(given, claim, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
