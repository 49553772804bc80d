r"""Inverses of commutation matrices and of products with them, whose rows and columns have other factor orders."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged

SQUARES = (
    r"A \in \mathbb{R}^{m \times n}, S \in \mathbb{R}^{n \times n}, T \in \mathbb{R}^{m \times m}, R \in \mathbb{R}^{p \times p}, "
    r"V \in \mathbb{R}^{m \times n}"
)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"K_{m,n}^{-1} = K_{n,m} = K_{m,n}^\top", "holds"),
        (r"K_{m,n}^{-1} = K_{m,n}", "refuted"),
        (r"(K_{m,n} \otimes R)^{-1} = K_{n,m} \otimes R^{-1}", "holds"),
        (r"(K_{m,n} \otimes R)^{-1} = K_{m,n} \otimes R^{-1}", "refuted"),
        (r"(K_{m,n} (S \otimes T))^{-1} = (S^{-1} \otimes T^{-1}) K_{n,m}", "holds"),
        (r"(K_{m,n} (S \otimes T))^{-1} = K_{n,m} (T^{-1} \otimes S^{-1})", "holds"),
        (r"(K_{m,n} (S \otimes T))^{-1} = (T^{-1} \otimes S^{-1}) K_{n,m}", "refuted"),
        (r"((S \otimes T) K_{n,m})^{-\top} = (S^{-\top} \otimes T^{-\top}) K_{n,m}", "holds"),
        (r"((S \otimes T) K_{n,m})^{-\top} = (S^{-1} \otimes T^{-1}) K_{n,m}", "refuted"),
        (r"K_{m,n} (S \otimes T)^{-1} K_{m,n}^{-1} = (T \otimes S)^{-1}", "holds"),
        (r"K_{n,m} (S \otimes T)^{-1} K_{n,m}^{-1} = (T \otimes S)^{-1}", "refuted"),
        (r"K_{m,n}^{-1} \operatorname{vec}(V^\top) = \operatorname{vec}(V)", "holds"),
        (r"K_{m,n}^{-1} \operatorname{vec}(V^\top) = \operatorname{vec}(V^\top)", "refuted"),
    ],
)
def test_verdict(claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, SQUARES, tmp_path).verdict == verdict


BLOCKS = (
    r"O \in \mathbb{R}^{2v \times d}, U, V \in \mathbb{R}^{v \times d}, H, G \in \mathbb{R}^{L \times v}, "
    r"O = \begin{bmatrix} U \\ V \end{bmatrix}"
)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\begin{bmatrix} H & G \end{bmatrix} O = H U + G V", "holds"),
        (r"\begin{bmatrix} H & G \end{bmatrix} O = H V + G U", "refuted"),
        (
            r"\frac{\partial (\begin{bmatrix} H & G \end{bmatrix} O)}{\partial G} = I_L \otimes V^\top",
            "holds",
        ),
        (
            r"\frac{\partial (\begin{bmatrix} H & G \end{bmatrix} O)}{\partial G} = I_L \otimes U^\top",
            "refuted",
        ),
        (r"O^\top O = U^\top U + V^\top V", "holds"),
        (r"O^\top O = U^\top V + V^\top U", "refuted"),
    ],
)
def test_two_equal_blocks_of_a_matrix_declared_with_twice_their_length(
    claim: str, verdict: str, tmp_path: Path
) -> None:
    assert judged(claim, BLOCKS, tmp_path).verdict == verdict
