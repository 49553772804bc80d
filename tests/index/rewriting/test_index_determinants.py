"""Determinants: common factors, identity matrices, what equations among the hypotheses say of them."""

import pytest

from tests.judged import judged

SQUARE = r"A, B, P, Q \in \mathbb{R}^{n \times n}, \quad C \in \mathbb{R}^{m \times m}, \quad c, t \in \mathbb{R}"


@pytest.mark.parametrize(
    ("claim", "given", "verdict"),
    [
        (r"\left.\frac{d}{dt}\det(\mathbf{I} + tA)\right|_{t=0} = \operatorname{tr} A", "", "holds"),
        (r"\left.\frac{d}{dt}\det(\mathbf{I} + tA)\right|_{t=0} = \operatorname{tr} A^2", "", "refuted"),
        (
            r"\left.\frac{d^2}{dt^2}\det(\mathbf{I} + tA)\right|_{t=0} = (\operatorname{tr} A)^2 - \operatorname{tr}(A^2)",
            "",
            "holds",
        ),
        (r"\det(2A + 4B) = 2^n \det(A + 2B)", "", "holds"),
        (r"\det(2A + 4B) = 2 \det(A + 2B)", "", "refuted"),
        (r"\det(-A - B) = (-1)^n \det(A + B)", "", "holds"),
        (r"\det(-A - B) = \det(A + B)", "", "refuted"),
        (r"\det(c A \otimes C) = c^{m n} \det(A)^m \det(C)^n", "", "holds"),
        (r"\det(c A \otimes C) = c^{m} \det(A)^m \det(C)^n", "", "refuted"),
        (r"(\det Q)^2 = 1", r"Q^\top Q = \mathbf{I}", "holds"),
        (r"\det Q = 1", r"Q^\top Q = \mathbf{I}", "refuted"),
        (r"\det(Q^\top A Q) = \det A", r"Q^\top Q = \mathbf{I}", "holds"),
        (r"\det(Q A) = \det A", r"Q^\top Q = \mathbf{I}", "refuted"),
        (r"(\det P)^2 = \det P", "P^2 = P", "holds"),
        (r"\det P = 1", "P^2 = P", "refuted"),
        (r"\det A = (-1)^n \det A", r"A^\top = -A", "holds"),
        (r"\det A \det P = \det P \det B", "A P = P B", "holds"),
        (r"\det A = \det B", "A P = P B", "refuted"),
    ],
)
def test_determinants(claim, given, verdict, tmp_path):
    assert judged(claim, rf"{SQUARE}, \quad {given}" if given else SQUARE, tmp_path).verdict == verdict


BLOCKS = r"A \in \mathbb{R}^{n \times n}, \quad U \in \mathbb{R}^{n \times k}, \quad C \in \mathbb{R}^{k \times k}, \quad V \in \mathbb{R}^{k \times n}"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\det\begin{bmatrix} A & U \\ V & C \end{bmatrix} = \det(C) \det(A - U C^{-1} V)", "holds"),
        (r"\det\begin{bmatrix} A & U \\ V & C \end{bmatrix} = \det(C) \det(A + U C^{-1} V)", "refuted"),
        (r"\det\begin{bmatrix} A & U \\ V & C \end{bmatrix} = \det(A) \det(A - U C^{-1} V)", "refuted"),
        (r"\det\begin{bmatrix} A & U \\ V & \mathbf{I} \end{bmatrix} = \det(A - U V)", "holds"),
        (r"\det\begin{bmatrix} A & U \\ V & \mathbf{I} \end{bmatrix} = \det(A + U V)", "refuted"),
        (r"\det(A) \det(C - V A^{-1} U) = \det(C) \det(A - U C^{-1} V)", "holds"),
        (r"\det(A + U C V) = \det(C^{-1} + V A^{-1} U) \det(C) \det(A)", "holds"),
        (r"\det(A + U C V) = \det(C + V A^{-1} U) \det(C) \det(A)", "refuted"),
        (r"\det(A + U C V) = \det(C^{-1} + V A^{-1} U) \det(A)", "refuted"),
    ],
)
def test_determinants_by_either_corner(claim, verdict, tmp_path):
    assert judged(claim, BLOCKS, tmp_path).verdict == verdict
