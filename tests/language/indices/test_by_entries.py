r"""Matrices and columns by their entries in brackets: ``[x_i y_j]_{ij}``, ``(w^\top x_i)_{i=1}^n``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged

GIVEN = (
    r"x, u \in \mathbb{R}^n, \quad y \in \mathbb{R}^m, \quad A \in \mathbb{R}^{n \times m}, \quad S \in \mathbb{R}^{n \times n}, \quad "
    r"W = [w_1, \dots, w_n] \in \mathbb{R}^{m \times n}, \quad f(x) := (x^\top x)^2, \quad g(x) := S x"
)

TABLE = [
    (r"x y^\top = [x_i y_j]_{ij}", "holds"),
    (r"x y^\top = [x_i y_j]_{i,j}", "holds"),
    (r"x y^\top = [x_i y_j]_{ji}", "ill-typed"),
    (r"y x^\top = [x_i y_j]_{ij}^\top", "holds"),
    (r"x y^\top = 2 [x_i y_j]_{ij}", "refuted"),
    (r"x x^\top = [x_i x_j]_{i,j=1}^n", "holds"),
    (r"x u^\top = [x_j u_i]_{i,j=1}^n", "refuted"),
    (r"x x^\top = (x_i x_j)_{1 \le i, j \le n}", "holds"),
    (r"x x^\top = (x_i x_j)_{i, j \in [n]}", "holds"),
    (r"x y^\top = (x_i y_j)_{i=1,j=1}^{n,m}", "holds"),
    (r"x y^\top = (x_i y_j)_{1 \le i \le n, 1 \le j \le m}", "holds"),
    (r"A^\top = [A_{ji}]_{ij}", "holds"),
    (r"A \odot A = [A_{ij}^2]_{ij}", "holds"),
    (r"S S = [S_{ij}^2]_{ij}", "refuted"),
    (r"[S_{ij}]_{ij}^2 = S S", "holds"),
    (r"W^\top y = (w_i^\top y)_{i=1}^n", "holds"),
    (r"W^\top y = (y^\top w_i)_{i}", "holds"),
    (r"W^\top W = [w_i^\top w_j]_{i,j=1}^n", "holds"),
    (r"\|(x_i u_i)_i\|_1 \le \|x\|_2 \|u\|_2", "holds"),
    (r"\|(x_i u_i)_i\|_1 \le \|x\|_2 \|u\|_\infty", "refuted"),
    (r"\operatorname{softmax}(x) = \left(\frac{e^{x_i}}{\sum_k e^{x_k}}\right)_{i=1}^n", "holds"),
    (r"\operatorname{softmax}(x) = \left(\frac{e^{-x_i}}{\sum_k e^{-x_k}}\right)_{i=1}^n", "refuted"),
    (r"\nabla^2 f(x) = \left[\frac{\partial^2 f}{\partial x_i \partial x_j}\right]_{i,j=1}^n", "holds"),
    (r"\frac{\partial g}{\partial x} = \left[\frac{\partial g_i}{\partial x_j}\right]_{ij}", "holds"),
    (r"\frac{\partial g}{\partial x} = \left[\frac{\partial g_j}{\partial x_i}\right]_{ij}", "refuted"),
    # A matrix in brackets has the entry.
    (r"(A y)_i = \sum_j A_{ij} y_j", "holds"),
    (r"(S S)_{ij} = \sum_k S_{ik} S_{kj}", "holds"),
    (r"(x x^\top)_{ij} = x_i x_j", "holds"),
    (r"(x_i x_j)^2 \le \|x\|^4", "holds"),
    # A range that is not that of the entries.
    (r"x y^\top = [x_i y_j]_{i,j=1}^n", "ill-typed"),
    (r"x = (x_i)_{i=1}^m", "ill-typed"),
]


@pytest.mark.parametrize(("claim", "verdict"), TABLE)
def test_verdict(claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, GIVEN, tmp_path).verdict == verdict
