r"""Entries written with the small letter of a declared matrix: ``a_{ij}`` of A."""

from __future__ import annotations

from pathlib import Path

import pytest

from derive.errors import DeriveError
from tests.judged import judged

GIVEN = (
    r"A \in \mathbb{R}^{m \times n}, \quad \mathbf{B} \in \mathbb{R}^{n \times m}, \quad S \in \mathbb{R}^{n \times n}, \quad "
    r"\Sigma \in \mathbb{R}^{n \times n}, \quad C := A \mathbf{B}, \quad M \in \mathbb{R}^{2 \times 2}, \quad x \in \mathbb{R}^n, \quad "
    r"D \in \mathbb{R}^{n \times n}, \quad d_{ij} := 2 D_{ij}, \quad \Delta \in \mathbb{R}^{n \times n}"
)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\|A\|_F^2 = \sum_{i=1}^m \sum_{j=1}^n a_{ij}^2", "holds"),
        (r"\|A\|_F^2 = \sum_{i=1}^m \sum_{j=1}^n |a_{i,j}|", "refuted"),
        (r"\|A\|_1 = \max_{1 \le j \le n} \sum_{i=1}^m |a_{ij}|", "holds"),
        (r"\|A\|_1 = \max_{1 \le i \le m} \sum_{j=1}^n |a_{ij}|", "refuted"),
        (r"c_{ij} = \sum_k a_{ik} b_{kj}", "holds"),
        (r"c_{ij} = \sum_k a_{ik} b_{jk}", "ill-typed"),
        (r"x^\top S x = \sum_{i,j} s_{ij} x_i x_j", "holds"),  # no singular value
        (r"x^\top S x = \sum_{i} s_{ii} x_i^2", "refuted"),
        (r"\operatorname{tr} \Sigma = \sum_i \sigma_{ii}", "holds"),
        (r"\sigma_{ij} = \sigma_{ji}", "refuted"),
        (r"\det M = m_{11} m_{22} - m_{12} m_{21}", "holds"),
        (r"\det M = m_{11} m_{22} + m_{12} m_{21}", "refuted"),
        (r"\frac{\partial \operatorname{tr}(A \mathbf{B})}{\partial a_{ij}} = b_{ji}", "holds"),
        (r"\frac{\partial \|A\|_F^2}{\partial a_{ij}} = a_{ij}", "refuted"),
        (r"d_{ij} = 2 D_{ij}", "holds"),  # what is declared is what it says
        (r"d_{ij} = D_{ij}", "refuted"),
        (r"\Delta_{ij} = \delta_{ij}", "refuted"),  # Kronecker's
        (r"I_n = [\delta_{ij}]_{i,j=1}^n", "holds"),
        (r"\sigma_1(A) = \|A\|_2", "holds"),
        (r"\sigma_{12}(S) \le \sigma_{11}(S)", "holds"),
    ],
)
def test_verdict(claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


def test_they_may_be_restricted(tmp_path: Path) -> None:
    given = r"A \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n, a_{ij} \ge 0, x \ge 0"
    assert judged(r"x^\top A x \ge 0", given, tmp_path).verdict == "holds"
    assert judged(r"x^\top A x \ge a_{11}", given, tmp_path).verdict == "refuted"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (r"A \succ 0", r"\det(A) \le \prod_{i=1}^n a_{ii}", "holds"),
        (r"A \succ 0", r"\det(A) \ge \prod_{i=1}^n a_{ii}", "refuted"),
        (r"n \ge 2", r"a_{12}^{-1} A_{12} = 1", "holds"),  # of the number, and no inverse
        (r"a \in \mathbb{R}^{n \times n}, \quad a = 0", r"a_{12} = 0", "holds"),
        (r"a \in \mathbb{R}^{n \times n}, \quad A = 0", r"a_{12} = 0", "refuted"),
    ],
)
def test_beside_hypotheses(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, rf"A \in \mathbb{{R}}^{{n \times n}}, \quad {given}", tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("claim", "given"),
    [
        (r"a_i = A_{i,:}", r"A \in \mathbb{R}^{n \times n}"),  # a row or a column
        (r"a_{ij} = a_{ji}", r"x \in \mathbb{R}^n"),
        (r"a_{ij} = a_{ji}", r"A \in \mathbb{R}^n"),
        (r"a_{ij} = a_{ji}", r"A \in \mathbb{R}^{n \times n}, \mathbf{A} \in \mathbb{R}^{m \times m}"),
        (r"\mathbf{a}_{ij} = 1", r"A \in \mathbb{R}^{n \times n}"),
    ],
)
def test_anything_else_must_be_declared(claim: str, given: str, tmp_path: Path) -> None:
    with pytest.raises((DeriveError, Exception), match="is not declared"):
        judged(claim, given, tmp_path)
