"""A literal zero as an argument, a point, a direction or a factor of an inner product has the shape that is needed there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged

F = r"x, y \in \mathbb{R}^n, \quad f : \mathbb{R}^n \to \mathbb{R}"
SOFTMAX = r"x \in \mathbb{R}^n, \quad s(x) := \operatorname{softmax}(x)"
LINEAR = r"x \in \mathbb{R}^n, \quad A \in \mathbb{R}^{m \times n} \\ g(x) := A x"
QUADRATIC = r"x, h, b \in \mathbb{R}^n, \quad A \in \mathbb{R}^{n \times n} \\ g(x) := x^\top A x + b^\top x"
MATRIX = r"X \in \mathbb{R}^{m \times n}, \quad W \in \mathbb{R}^{n \times k} \\ F(X) := X W"
TWO = r"x, y \in \mathbb{R}^n, \quad z \in \mathbb{R}^m \\ g(x, y) := x^\top y"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (F, r"f(0) = f(\mathbf{0})", "holds"),
        (F, r"f(0) \ge 1", "refuted"),
        (F, r"\nabla_x f(0) = \nabla f(\mathbf{0})", "holds"),
        (F, r"\nabla_x f(0) = 0", "refuted"),
        (F, r"\nabla_x f(\mathbf{0}) = 0", "refuted"),
        (F, r"\nabla_x f(y) = \nabla f(y)", "holds"),
        (F, r"\nabla_x f(y) = 0", "refuted"),
        (SOFTMAX, r"s(0) = \frac{1}{n} \mathbf{1}", "holds"),
        (SOFTMAX, r"s(0) = \mathbf{1}", "refuted"),
        (LINEAR, r"g(0) = 0", "holds"),
        (LINEAR, r"g(0) = A \mathbf{1}", "refuted"),
        (QUADRATIC, r"\nabla g(0) = b", "holds"),
        (QUADRATIC, r"\nabla g(0) = 0", "refuted"),
        (QUADRATIC, r"\nabla^2 g(0) = A + A^\top", "holds"),
        (QUADRATIC, r"D g(0)[h] = b^\top h", "holds"),
        (QUADRATIC, r"D g(0)[h] = 0", "refuted"),
        (QUADRATIC, r"D g(x)[0] = 0", "holds"),
        (QUADRATIC, r"\langle x, 0 \rangle = 0", "holds"),
        (QUADRATIC, r"\langle 0, x \rangle = 1", "refuted"),
        (MATRIX, r"F(0) = 0", "holds"),
        (TWO, r"g(0, y) = 0", "holds"),
        (TWO, r"g(0, z) = 0", "holds"),
        (TWO, r"g(x, 0) = 1", "refuted"),
    ],
)
def test_zero_where_a_shape_is_known(given, claim, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


def test_another_number_is_no_vector(tmp_path):
    result = judged(r"s(1) = 1", SOFTMAX, tmp_path)
    assert result.verdict == "ill-typed"
    assert "is a number" in result.message


def test_a_size_that_changes_with_the_argument_is_noted(tmp_path: Path) -> None:
    given = r"x \in \mathbb{R}^n, \quad y \in \mathbb{R}^m, \quad f(x) := \|x\|_2 / \sqrt{n}"
    result = judged(r"f(y) = \|y\|_2 / \sqrt{m}", given, tmp_path)
    assert result.verdict == "holds"
    assert any("the number n in the definition of f is m" in note for note in result.notes)
    assert not judged(r"f(x) = \|x\|_2 / \sqrt{n}", given, tmp_path).notes
