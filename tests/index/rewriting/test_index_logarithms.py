r"""Logarithms of products and determinants of blocks: what the index form shows, and false neighbours that it must not."""

import pytest

from tests.judged import shown


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (
            r"A \in \mathbb{R}^{n \times n}, S \in \mathbb{R}^{m \times m}, \det(A) > 0, \det(S) > 0",
            r"\log\det(A \otimes S) = m \log\det A + n \log\det S",
        ),
        (r"A, B \in \mathbb{R}^{n \times n}, \det(A) > 0, \det(B) > 0", r"\log\det(A B) = \log\det(A) + \log\det(B)"),
        (r"A, B \in \mathbb{R}^{n \times n}", r"\log\det(A B) = \log\det(A) + \log\det(B)"),
        (r"A \in \mathbb{R}^{n \times n}, \det(A) > 0", r"\log\det(A^{-1}) = -\log\det(A)"),
        (
            r"A \in \mathbb{R}^{n \times n}, u \in \mathbb{R}^n, \det(A) > 0",
            r"\log\det(A + u u^\top) = \log\det(A) + \log(1 + u^\top A^{-1} u)",
        ),
        (r"s \in \mathbb{R}^n", r"\log\det(\operatorname{diag}(\exp(s))) = \sum_i s_i"),
        (r"s \in \mathbb{R}^n, s > 0", r"\log \prod_{i=1}^n s_i = \sum_{i=1}^n \log s_i"),
        (r"s \in \mathbb{R}^n, s > 0", r"\log\det(\operatorname{diag}(s)) = \sum_{i=1}^n \log s_i"),
        (r"x, y \in \mathbb{R}, x > 0, y > 0", r"\log(x y) = \log x + \log y"),
        (r"x, y \in \mathbb{R}, x > 0", r"\log(x^2) = 2 \log x"),
        (r"x \in \mathbb{R}, n \in \mathbb{N}, x > 0", r"\log(x^n) = n \log x"),
        (r"A, B \in \mathbb{R}^{n \times n}", r"\det(A B) = \det(A) \det(B)"),
        (r"A \in \mathbb{R}^{n \times n}, \det(A) > 0", r"\log\det(2 A) = n \log 2 + \log\det(A)"),
        (r"A \in \mathbb{R}^{n \times n}, \det(A) > 0", r"\log\det(A^\top A) = 2 \log\det(A)"),
        (
            r"B \in \mathbb{R}^{m \times m}, C \in \mathbb{R}^{k \times k}, D \in \mathbb{R}^{k \times m}",
            r"\det\begin{pmatrix} I & 0 \\ D & C\end{pmatrix} = \det C",
        ),
        (
            r"B \in \mathbb{R}^{m \times m}, C \in \mathbb{R}^{k \times k}, D \in \mathbb{R}^{k \times m}, E \in \mathbb{R}^{m \times k}",
            r"\det\begin{pmatrix} I & E \\ D & C\end{pmatrix} = \det(C - D E)",
        ),
        (r"x \in \mathbb{R}^n", r"\frac{\partial \log(x^\top x)}{\partial x} = 2 \frac{x^\top}{x^\top x}"),
    ],
)
def test_true_identities_are_shown(given, claim):
    assert shown(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (r"A, B \in \mathbb{R}^{n \times n}, \det(A) > 0, \det(B) > 0", r"\log\det(A + B) = \log\det(A) + \log\det(B)"),
        (
            r"A \in \mathbb{R}^{n \times n}, S \in \mathbb{R}^{m \times m}, \det(A) > 0, \det(S) > 0",
            r"\log\det(A \otimes S) = n \log\det A + m \log\det S",
        ),
        (r"A \in \mathbb{R}^{n \times n}, \det(A) > 0", r"\log\det(2 A) = \log 2 + \log\det(A)"),
        (
            r"A \in \mathbb{R}^{n \times n}, u \in \mathbb{R}^n, \det(A) > 0",
            r"\log\det(A + u u^\top) = \log\det(A) + u^\top A^{-1} u",
        ),
        (r"s \in \mathbb{R}^n", r"\log\det(\operatorname{diag}(\exp(s))) = \prod_i s_i"),
        (
            r"B \in \mathbb{R}^{m \times m}, C \in \mathbb{R}^{k \times k}, D \in \mathbb{R}^{k \times m}, E \in \mathbb{R}^{m \times k}",
            r"\det\begin{pmatrix} I & E \\ D & C\end{pmatrix} = \det C",
        ),
    ],
)
def test_false_ones_are_not(given, claim):
    assert not shown(given, claim)
