r"""What a gradient is applied to, whose its scripts are and where it is taken, as papers write it."""

import pytest

from proofs.api import check
from proofs.reading.paper import BadPaper

GIVEN = (
    r"X, Y \in \mathbb{R}^{m \times n}, \quad A \in \mathbb{R}^{n \times n}, \quad w, x, q, p \in \mathbb{R}^n, \quad u \in \mathbb{R}^m, \quad "
    r"t \in \mathbb{R}, \quad S \in \mathbb{R}^{n \times n}, \quad S = S^\top, \quad f(x) := x^\top A x, \quad h(x) := x^\top S x, \quad "
    r"G(x, w) := x^\top A w + \|x\|_2^2, \quad L := x^\top A x"
)
HOLDS = [
    r"\nabla_X \tfrac12\|X - Y\|_F^2 = X - Y",
    r"\nabla_x t \|x\|_2^2 = 2tx",
    r"\nabla_w \, u^\top X w = X^\top u",
    r"\nabla_X\, u^\top X w = u w^\top",
    r"\nabla_x x^\top A x = (A + A^\top) x",
    r"\nabla_x^2 x^\top A x = A + A^\top",
    r"\nabla_x (A x)^\top w = A^\top w",
    r"\nabla_x \|x\|_2^2 w^\top = 2 x w^\top",
    r"\nabla_x (\tfrac12\|x\|_2^2) w^\top = x w^\top",
    r"\nabla f(x)^\top w = x^\top (A + A^\top) w",
    r"\nabla_x f(x)^\top w = x^\top (A + A^\top) w",
    r"\nabla_x L^\top w = x^\top (A + A^\top) w",
    r"\nabla f(x)_i = ((A + A^\top) x)_i",
    r"\nabla^2 h(x)^{-1} = \tfrac12 S^{-1}",
    r"f(w) = f(x) + \nabla f(x)^\top (w - x) + \tfrac12 (w - x)^\top \nabla^2 f(x) (w - x)",
    r"\nabla_x f(q) = (A + A^\top) q",
    r"\nabla_x f(A x) = A^\top (A + A^\top) A x",
    r"\nabla_w G(q, p) = A^\top q",
    r"\nabla_x G(x, x) = (A + A^\top + 2 I_n) x",
    r"D_x f(q)[w] = q^\top (A + A^\top) w",
]
REFUTED = [
    r"\nabla_X \tfrac12\|X - Y\|_F^2 = 2 (X - Y)",
    r"\nabla_x x^\top A x = 2 A x",
    r"\nabla f(x)^\top w = 2 x^\top A w",
    r"f(w) = f(x) + \nabla f(x)^\top (w - x) + (w - x)^\top \nabla^2 f(x) (w - x)",
    r"\nabla_x f(q) = 0",
    r"\nabla_w G(q, p) = A^\top p",
    r"\|\nabla_x f(x) - \nabla_x f(q)\|_2 \le \|A\|_2 \|x - q\|_2",
]


@pytest.mark.parametrize("claim", HOLDS)
def test_true_as_papers_read_it(claim: str, tmp_path):
    assert check(claim, given=GIVEN, effort="quick", certificates=tmp_path).verdict == "holds"


@pytest.mark.parametrize("claim", REFUTED)
def test_false_as_papers_read_it(claim: str, tmp_path):
    assert check(claim, given=GIVEN, effort="quick", certificates=tmp_path).verdict == "refuted"


def test_a_power_of_a_gradient_is_not_guessed(tmp_path):
    with pytest.raises(BadPaper, match="is the value or its gradient meant"):
        check(r"\nabla f(x)^2 = 0", given=GIVEN, certificates=tmp_path)
