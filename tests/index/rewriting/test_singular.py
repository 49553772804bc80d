"""Determinants that are 0: of matrices with a kernel, and of products that go through few dimensions."""

import pytest

from tests.judged import shown

SOFTMAX = r"z \in \mathbb{R}^n \\ p := \operatorname{softmax}(z)"
KERNEL = r"A \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n, A x = 0"

TRUE = [
    (SOFTMAX, r"\det(\operatorname{diag}(p) - p p^\top) = 0"),
    (KERNEL + r", x \ne 0", r"\det A = 0"),
    (KERNEL + r", x \ne 0", r"0 = \det A^\top"),
    (r"A \in \mathbb{R}^{n \times n}, A \mathbf{1} = \mathbf{1}", r"\det(A - I) = 0"),
    (r"A \in \mathbb{R}^{n \times n}, \mathbf{1}^\top A = \mathbf{1}^\top", r"\det(A - I) = 0"),
    (r"n \ge 2, u, v \in \mathbb{R}^n", r"\det(u v^\top) = 0"),
    (r"X \in \mathbb{R}^{m \times n}, m < n", r"\det(X^\top X) = 0"),
    (r"B \in \mathbb{R}^{n \times r}, C \in \mathbb{R}^{r \times n}, r < n", r"\det(2 B C) = 0"),
]
FALSE = [
    (SOFTMAX, r"\det(\operatorname{diag}(p) + p p^\top) = 0"),
    (KERNEL, r"\det A = 0"),
    (r"A \in \mathbb{R}^{n \times n}, A \mathbf{1} = \mathbf{1}", r"\det A = 0"),
    (r"u, v \in \mathbb{R}^n", r"\det(u v^\top) = 0"),
    (r"n \ge 2, u, v \in \mathbb{R}^n", r"\det(I + u v^\top) = 0"),
    (r"X \in \mathbb{R}^{m \times n}, m < n", r"\det(X X^\top) = 0"),
    (r"B \in \mathbb{R}^{n \times r}, C \in \mathbb{R}^{r \times n}, r \le n", r"\det(B C) = 0"),
    (r"B \in \mathbb{R}^{n \times r}, C \in \mathbb{R}^{r \times n}, r < n", r"\det(B C + I) = 0"),
]


@pytest.mark.parametrize(("given", "claim"), TRUE)
def test_true_equations_are_shown(given, claim):
    assert shown(given, claim)


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_false_equations_are_not(given, claim):
    assert not shown(given, claim)
