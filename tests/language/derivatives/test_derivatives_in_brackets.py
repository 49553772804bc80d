r"""A bracket around the derivative of a function, applied: ``(\partial_y f)(y, x)`` is taken at the point, no derivative of ``f(y, x)``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged

NUMBERS = r"x, y \in \mathbb{R} \\ f(x, y) := x^2 y \\ g(x, y) := f(y, x)"
VECTORS = r"x, y \in \mathbb{R}^n \\ f(x, y) := \|x\|^2 x^\top y \\ h(x) := \|x\|^2"
CUBE = r"x \in \mathbb{R} \\ f(x) := x^3"
QUARTIC = r"x, h, k \in \mathbb{R}^n \\ f(x) := \|x\|^4 \\ g(x) := x \odot x"
THROUGH = (
    r"x \in \mathbb{R}^n, W \in \mathbb{R}^{m \times n}, h \in \mathbb{R}^m \\ h := W x \\ L(x, h) := \|h\|^2 + \|x\|^2"
)
MOVING = r"x, y \in \mathbb{R} \\ y := x^2 \\ f(x, y) := x^2 y"
STATES = r"W \in \mathbb{R}^{n \times n}, h_l \in \mathbb{R}^n \quad \forall l \in \{0, \dots, L\} \\ h_l := W h_{l-1}"

CLAIMS = [
    (NUMBERS, r"(\partial_y f)(y, x) = y^2", "holds"),
    (NUMBERS, r"(\partial_y f)(y, x) = 2 x y", "refuted"),
    (NUMBERS, r"(\partial_x f)(y, x) = 2 x y", "holds"),
    (NUMBERS, r"(\partial_x f)(y, x) = y^2", "refuted"),
    (NUMBERS, r"\partial_x g(x, y) = (\partial_y f)(y, x)", "holds"),
    (NUMBERS, r"\left(\frac{\partial f}{\partial y}\right)(y, x) = y^2", "holds"),
    (NUMBERS, r"\left(\frac{\partial f}{\partial y}\right)(y, x) = 2 x y", "refuted"),
    (NUMBERS, r"(\partial_y f)(2, 3) = 4", "holds"),
    (NUMBERS, r"(\partial_x f)(x, x) = 2 x^2", "holds"),
    (NUMBERS, r"(\partial_x f)(x, x) = 3 x^2", "refuted"),
    (NUMBERS, r"(\partial_y f + g)(y, x) = y^2", "undecided"),
    (VECTORS, r"(\nabla_y f)(y, x) = \|y\|^2 y", "undecided"),
    (VECTORS, r"(\nabla h)(y) = 2 y", "holds"),
    (VECTORS, r"(\nabla h)(y) = 2 x", "refuted"),
    (VECTORS, r"(\nabla h)(2 x) = 4 x", "holds"),
    (CUBE, r"(\nabla f)(2 x) = 12 x^2", "holds"),
    (CUBE, r"(\nabla f)(2 x) = 6 x^3", "refuted"),
    (CUBE, r"\left(\frac{d f}{d x}\right)(2 x) = 6 x^3", "ambiguous"),
    (CUBE, r"(D f)(2 x) = 12 x^2", "holds"),
    (CUBE, r"(D f)(2 x) = 6 x^3", "refuted"),
    (QUARTIC, r"(J_g)(2 x) = 4 \operatorname{diag}(x)", "holds"),
    (QUARTIC, r"(J_g)(2 x) = 4 x \odot x", "ill-typed"),
    (QUARTIC, r"(\nabla^2 f)(2 x) = 16 \|x\|^2 I + 32 x x^\top", "holds"),
    (QUARTIC, r"(\nabla^2 f)(x)[h, k] = 4 \|x\|^2 h^\top k + 8 (x^\top h) (x^\top k)", "holds"),
    (QUARTIC, r"(\nabla^2 f(x))(h, k) = 4 \|x\|^2 h^\top k + 4 (x^\top h) (x^\top k)", "refuted"),
    (QUARTIC, r"(\nabla f)^\top(x) h = 4 \|x\|^2 x^\top h", "holds"),
    (QUARTIC, r"(\nabla f)^\top(h) x = 4 \|x\|^2 x^\top h", "refuted"),
    (QUARTIC, r"(J_g)^\top(x) h = 2 x \odot h", "holds"),
    (THROUGH, r"\frac{\partial L}{\partial x} = 2 x", "refuted"),
    (MOVING, r"\frac{\partial f}{\partial x} = 2 x y", "ambiguous"),
    (MOVING, r"\partial_x f(x, y) = 4 x^3", "ambiguous"),
    (MOVING, r"\frac{\partial}{\partial x} f(x, y) = 3 x y", "refuted"),
    (MOVING, r"\frac{d}{d x} f(x, y) = 4 x^3", "holds"),
    (STATES, r"\frac{\partial h_2}{\partial h_1} = 0", "refuted"),
    (STATES, r"\frac{\partial h_l}{\partial h_{l-1}} = 0", "refuted"),
    (STATES, r"\nabla_{h_0} \|h_1\|^2 = 0", "refuted"),
    (r"x \in \mathbb{R}^n, n \ge 2 \\ x_2 = x_1^2", r"\frac{\partial x_2}{\partial x_1} = 0", "undecided"),
]


@pytest.mark.parametrize(("given", "claim", "verdict"), CLAIMS)
def test_verdict(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == verdict


def test_the_partial_reading_is_offered_in_the_other_layout_too(tmp_path):
    found = judged(r"\frac{\partial L}{\partial x} = 2 x", THROUGH, tmp_path)
    assert "holds" in {reading["verdict"] for reading in found.readings}
