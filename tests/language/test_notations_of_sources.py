r"""Notations of LaTeX sources, each with a true and a false claim: factorials, entries of functions, matrices with dots, labels."""

from __future__ import annotations

from pathlib import Path

import pytest

from derive.errors import DeriveError
from derive.language.parsing.parser import statements
from proofs.reading.paper import BadPaper
from tests.judged import judged

KRONECKER = (
    r"\begin{bmatrix} a_{11} B & a_{12} B & \cdots & a_{1n} B \\ a_{21} B & a_{22} B & \cdots & a_{2n} B \\"
    r" \vdots & \vdots & \ddots & \vdots \\ a_{m1} B & a_{m2} B & \cdots & a_{mn} B \end{bmatrix}"
)
TRANSPOSED = (
    r"\begin{bmatrix} a_{11} & a_{21} & \cdots & a_{m1} \\ a_{12} & a_{22} & \cdots & a_{m2} \\"
    r" \vdots & \vdots & \ddots & \vdots \\ a_{1n} & a_{2n} & \cdots & a_{mn} \end{bmatrix}"
)
CLAIMS = [  # given, claim, verdict
    (r"n \in \mathbb{N}, n \ge 1", r"n! = n (n-1)!", "holds"),
    (r"n \in \mathbb{N}, n \ge 1", r"n! = n^2 (n-1)!", "refuted"),
    (r"x \in \mathbb{R}", r"\frac{x}{3!} = \frac{x}{6}", "holds"),
    (r"x \in \mathbb{R}", r"\frac{x}{3!} = \frac{x}{5}", "refuted"),
    (r"x \in \mathbb{R}", r"2 \cdot 0! = 2", "holds"),
    (r"x \in \mathbb{R}, U(x) \in \mathbb{R}^{m \times n}", r"\left[\frac{\partial U}{\partial x}\right]_{ij} = \frac{\partial u_{ij}}{\partial x}", "holds"),
    (r"x \in \mathbb{R}, U(x) \in \mathbb{R}^{n \times n}", r"\left[\frac{\partial U}{\partial x}\right]_{ij} = \frac{\partial u_{ji}}{\partial x}", "refuted"),
    (r"\mathbf{u} \in \mathbb{R}^l, \mathbf{U} \in \mathbb{R}^{m \times n}", r"[\mathbf{U}^\top]_{ij} = u_{ji}", "holds"),
    (r"u \in \mathbb{R}, \mathbf{U} \in \mathbb{R}^{m \times n}", r"[\mathbf{U}^\top]_{ij} = u_{ji}", "holds"),
    (r"\mathbf{u} \in \mathbb{R}^l, \mathbf{U} \in \mathbb{R}^{n \times n}", r"\mathbf{U}_{ij} = u_{ji}", "refuted"),
    (r"a \in \mathbb{R}, x \in \mathbb{R}^n", r"\frac{\partial a}{\partial x} = \mathbf{0}^\top", "holds"),
    (r"a \in \mathbb{R}, x \in \mathbb{R}^n", r"\frac{\partial a}{\partial x} = \mathbf{1}^\top", "undecided"),
    (r"A \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{p \times q}", rf"A \otimes B = {KRONECKER}", "holds"),
    (r"A \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{p \times q}", rf"A \otimes B = 2 {KRONECKER}", "refuted"),
    (r"A \in \mathbb{R}^{m \times n}", rf"A^\top = {TRANSPOSED}", "holds"),
    (r"A \in \mathbb{R}^{m \times n}", rf"-A^\top = {TRANSPOSED}", "refuted"),
    (r"X \in \mathbb{R}^{n \times n}", r"X^{-2\top} = (X^{-1})^\top (X^{-1})^\top", "holds"),
    (r"X \in \mathbb{R}^{n \times n}", r"X^{-2\top} = (X^{-1})^\top X^{-1}", "refuted"),
    (r"W^{[2]}, W^{[1]} \in \mathbb{R}^{n \times n}", r"(W^{[2]} W^{[1]})^\top = W^{[1]\top} W^{[2]\top}", "holds"),
    (r"W^{[2]}, W^{[1]} \in \mathbb{R}^{n \times n}", r"W^{[2]} W^{[1]} = W^{[1]} W^{[2]}", "refuted"),
    (r"X : \mathbb{R}^m \times \mathbb{R}^n \to \mathbb{R}, x \in \mathbb{R}^m, s \in \mathbb{R}^n", r"X(x \mid s) = X(x, s)", "holds"),
    (r"x, s \in \mathbb{R}^n, P(x \mid s) := e^{-\|x - s\|^2}", r"P(x | s) = P(s | x)", "holds"),
    (r"x, s \in \mathbb{R}^n, P(x \mid s) := e^{-\|x - s\|^2}", r"P(x | s) = 2 P(s | x)", "refuted"),
    (r"f : \mathbb{R}^n \to \mathbb{R}, x, y \in \mathbb{R}^n", r"f(x | y) = f(x)", "undecided"),
    (r"W^{[l]} \in \mathbb{R}^{n \times n} \quad \forall l \in \{1, \dots, L\}", r"\det(W^{[l]\top}) = \det(W^{[l]})", "holds"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "claim", "verdict"), CLAIMS)
def test_true_and_false_neighbors(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize(("given", "claim"), [
    (r"x \in \mathbb{R}", r"x! = x"),
    (r"x \in \mathbb{R}", r"1.5! = 1"),
    (r"x \in \mathbb{R}, U(x) \in \mathbb{R}^{m \times n}", r"\left[\frac{\partial U}{\partial x}\right]_{ij} = \frac{\partial w_{ij}}{\partial x}"),
])  # fmt: skip
def test_what_is_not_known_is_not_judged(given: str, claim: str, tmp_path: Path) -> None:
    with pytest.raises(BadPaper):
        judged(claim, given, tmp_path)


@pytest.mark.parametrize("text", [r"n!! = 1", r"! = 1"])
def test_factorials_that_are_none(text: str) -> None:
    with pytest.raises(DeriveError):
        statements(text)
