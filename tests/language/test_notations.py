"""Notations of papers mean what they say: each identity is true in the intended reading, and its false twin is not shown."""

import pytest

from derive.index.road import prove
from derive.language.parsing.parser import statements
from derive.language.problems.elaborate import elaborate_block
from derive.language.scope.scope import Scope

GIVEN = r"""
A, B \in \mathbb{R}^{n \times n}, \quad x, y \in \mathbb{R}^{n}, \quad t, c \in \mathbb{R}, \quad f(x) := \frac{1}{2} x^\top A x, \quad
F \in \mathbb{R}^{n \times m}
"""

TRUE = [
    r"A B \otimes B = (A B) \otimes B",
    r"-A^\top B = -(A^\top B)",
    r"A/c = \frac{1}{c} A",
    r"f(x) y = y f(x)",
    r"\frac{\partial}{\partial x} \frac{1}{2} x^\top A x = \frac{1}{2} x^\top (A + A^\top)",
    r"\partial f/\partial x = \frac{1}{2} x^\top (A + A^\top)",
    r"\nabla_x f = \frac{1}{2} (A + A^\top) x",
    r"\nabla f(x) = \frac{1}{2} (A + A^\top) x",
    r"\frac{\partial^2 f}{\partial x \partial x^\top} = \frac{1}{2}(A + A^\top)",
    r"\frac{d}{dt} t^2 = 2t",
    r"x_i y_i = y_i x_i",
    r"\sum_i x_i y_i + c = c + x^\top y",
    r"\sum_{i=1}^n x_i y_i A = x^\top y A",
    r"\|x\|^2 = x^\top x",
    r"\|A x\|_2^2 = x^\top A^\top A x",
    r"\sum_{i,j} A_{ij}^2 = \|A\|_F^2",
    r"\operatorname{tr}(A) B = B \operatorname{tr}(A)",
    r"A^{-1} B^\top = (B A^{-\top})^\top",
    r"(A^\top)_{ij} = A_{ji}",
    r"A^2 = A A",
    r"x^\top A y = \langle A^\top x, y \rangle",
    r"\operatorname{diag}(x) y = x \odot y",
    r"x x^\top y = (y^\top x) x",
    r"c/2t = \frac{c}{2} t",
    r"A_{i,:} x = (A x)_i",
    r"A e_i = A_{:,i}",
    r"2 A B^\top c = 2c A B^\top",
]
FALSE = [
    r"A B \otimes B = A \otimes B B",
    r"-A^\top B = -(A B)^\top",
    r"\partial f/\partial x = x^\top A",
    r"\nabla_x f = A x",
    r"c/2t = \frac{c}{2t}",
    r"\sum_i x_i y_i + c = x^\top y + n c",
    r"(A^\top)_{ij} = A_{ij}",
    r"A^2 = A \odot A",
    r"A e_i = A_{i,:}^\top",
    r"\|A x\|_2^2 = \|A\|_2^2 x^\top x",
]


def outcome(claim: str) -> str:
    scope = Scope.root().given(GIVEN)
    (only,) = elaborate_block(statements(claim), scope)
    return prove(only.problem).outcome


@pytest.mark.parametrize("claim", TRUE)
def test_true_in_the_intended_reading(claim):
    assert outcome(claim) == "agree"


@pytest.mark.parametrize("claim", FALSE)
def test_false_twins_are_not_shown(claim):
    assert outcome(claim) != "agree"
