r"""Declarations that show what a name is made of: ``X = [x_1, \dots, x_n] \in S``, ``A = [a_{ij}] \in S``, ``Q = X W \in S``."""

from __future__ import annotations

from pathlib import Path

import pytest

from derive.errors import DeriveError
from derive.language.declarations.given import read_given
from derive.language.scope.scope import Scope
from tests.judged import judged

COLUMNS = r"X = [x_1, x_2, \dots, x_n] \in \mathbb{R}^{d \times n}"
ROWS = r"X = [x_1, \dots, x_n]^\top \in \mathbb{R}^{n \times d}"
STACK = r"X = \begin{bmatrix} x_1^\top \\ \vdots \\ x_n^\top \end{bmatrix} \in \mathbb{R}^{n \times d}"
BELOW = r"X = [x_1; \dots; x_n] \in \mathbb{R}^{n \times d}"
GRAM, OUTER = r"(X^\top X)_{ij} = x_i^\top x_j", r"X X^\top = \sum_i x_i x_i^\top"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (COLUMNS, GRAM, "holds"),
        (COLUMNS, OUTER, "holds"),
        (COLUMNS, r"X^\top X = \sum_i x_i x_i^\top", "ill-typed"),
        (COLUMNS + r", x_i \in \mathbb{R}^d", OUTER, "holds"),
        (r"x_1, \dots, x_n \in \mathbb{R}^d, " + COLUMNS, OUTER, "holds"),
        (
            COLUMNS.replace("=", ":="),
            r"\frac{\partial}{\partial X} \sum_i \|x_i\|^2 = 2 \operatorname{vec}_r(X)^\top",
            "holds",
        ),
        (COLUMNS, r"\frac{\partial}{\partial X} \sum_i \|x_i\|^2 = \operatorname{vec}_r(X)^\top", "refuted"),
        (COLUMNS.replace(", ", r" \; "), OUTER, "holds"),
        (COLUMNS.replace("x_", "X_"), r"X X^\top = \sum_i X_i X_i^\top", "holds"),
        (ROWS, r"X^\top X = \sum_i x_i x_i^\top", "holds"),
        (ROWS, r"X^\top X = \sum_i x_i^\top x_i", "ill-typed"),
        (STACK, r"X^\top X = \sum_i x_i x_i^\top", "holds"),
        (STACK, r"X^\top X = - \sum_i x_i x_i^\top", "refuted"),
        (BELOW, r"X^\top X = \sum_i x_i^\top x_i", "holds"),
        (r"A = [a_{ij}] \in \mathbb{R}^{m \times n}", r"\|A\|_F^2 = \sum_{i,j} a_{ij}^2", "holds"),
        (r"A = (a_{i,j}) \in \mathbb{R}^{m \times n}", r"a_{i,j} = A_{i,j}", "holds"),
        (r"A = (a_{ij})_{i,j=1}^n \in \mathbb{R}^{n \times n}", r"a_{ij} = A_{ji}", "refuted"),
        (r"A = [A_{ij}] \in \mathbb{R}^{m \times n}", r"\|A\|_F^2 = \sum_{i,j} A_{ij}^2", "holds"),
        (r"x = (x_1, \dots, x_n)^\top \in \mathbb{R}^n", r"\|x\|^2 = \sum_i x_i^2", "holds"),
        (r"x = (x_i)_{i=1}^n \in \mathbb{R}^n", r"\|x\|^2 = \sum_i x_i^2", "holds"),
        (r"\mathbf{x} = [x_1, \dots, x_n]^\top \in \mathbb{R}^n", r"\|\mathbf{x}\|^2 = \sum_i x_i^2", "holds"),
        (r"x = (a_1, \dots, a_n) \in \mathbb{R}^n", r"\|x\|_1 = \sum_i a_i", "refuted"),
        (r"p = (p_1, \dots, p_n) \in \Delta^{n-1}", r"\sum_i p_i = 1", "holds"),
        (r"p = (p_1, \dots, p_n) \in \Delta^{n-1}", r"\sum_i p_i^2 = 1", "refuted"),
    ],
)
def test_members_are_columns_rows_or_entries(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == verdict


ATTENTION = (
    r"X \in \mathbb{R}^{L \times d}, \quad W_Q, W_K \in \mathbb{R}^{d \times k}, \quad "
    r"Q = X W_Q \in \mathbb{R}^{L \times k}, \quad K := X W_K \in \mathbb{R}^{L \times k}"
)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"Q K^\top = X W_Q W_K^\top X^\top", "holds"),
        (r"Q K^\top = X W_Q^\top W_K X^\top", "ill-typed"),
        (r"\frac{\partial Q}{\partial W_Q} = X \otimes I_k", "holds"),
        (r"\frac{\partial Q}{\partial W_Q} = 2 X \otimes I_k", "refuted"),
    ],
)
def test_an_equation_with_its_set_defines(claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, ATTENTION, tmp_path).verdict == verdict


def test_a_function_is_defined_with_its_set(tmp_path: Path) -> None:
    given = r"A \in \mathbb{R}^{m \times n}, \quad F(A) = A + A \in \mathbb{R}^{m \times n}"
    assert judged("F(2 A) = 4 A", given, tmp_path).verdict == "holds"
    assert judged("F(2 A) = 2 A", given, tmp_path).verdict == "refuted"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (r"A \in \mathbb{R}^{m \times n}, H = A + A \in \mathbb{R}^{n \times m}", "two shapes"),
        (r"A \in \mathbb{R}^{m \times n}, F(A) := A + A \in \mathbb{R}^{n \times m}", "two shapes"),
        (r"X = [x_1, \dots, x_n] \in \mathbb{R}^{n \times d}", "shown with n columns, and its set says d"),
        (r"X = [x_1, \dots, x_n]^\top \in \mathbb{R}^{d \times n}", "shown with n rows, and its set says d"),
    ],
)
def test_what_does_not_fit_is_refused(given: str, message: str) -> None:
    with pytest.raises(DeriveError) as refused:
        read_given(Scope(), given)
    assert message in str(refused.value)
