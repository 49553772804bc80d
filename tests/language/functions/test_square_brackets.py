r"""Square brackets behind functions hold their arguments, with all that round ones leave open."""

import pytest

from tests.judged import judged

NUMBER = r"x, y \in \mathbb{R}, \quad f(x) := x^2, \quad g(x) := x + 1"
SQUARED = r"x, y \in \mathbb{R}^n, \quad f(x) := \|x\|^2"
MATRIX = r"A, B \in \mathbb{R}^{n \times n}, \quad f(A) := A^2, \quad q(A) := \operatorname{tr}(A^2)"
VALUES = r"x \in \mathbb{R}, \quad u(x) \in \mathbb{R}, \quad V(x) \in \mathbb{R}^{m \times n}"
CASES = [
    (NUMBER, r"f[2x] = 2x f(x)", "refuted"),
    (NUMBER, r"f[2x] = 4 x^2", "holds"),
    (NUMBER, r"f^2[y] = x^4 y", "refuted"),
    (NUMBER, r"f^2[y] = y^4", "holds"),
    (NUMBER, r"f'[y] = 2x y", "refuted"),
    (NUMBER, r"f'[y] = 2y", "holds"),
    (NUMBER, r"f\left[x - y\right]^2 = (x - y)^4", "holds"),
    (NUMBER, r"\frac{d}{dx} f[x^2] = 3 x^4", "refuted"),
    (NUMBER, r"\frac{d}{dx} f[x^2] = 4 x^3", "holds"),
    (NUMBER, r"\frac{d f[x]}{dx} = 3 x^2", "refuted"),
    (NUMBER, r"\frac{d f[x]}{dx} = 2 x", "holds"),
    (NUMBER, r"\nabla f[y] = 2 y", "ambiguous"),
    (NUMBER, r"\nabla f[y] = 2 x y", "ambiguous"),
    (NUMBER, r"(f + g)[2y] = 2y (f + g)", "refuted"),
    (NUMBER, r"(f + g)[2y] = 4y^2 + 2y + 1", "holds"),
    (NUMBER, r"f \circ g [y] = (y + 1)^2", "holds"),
    (NUMBER, r"\sum_{i=1}^3 f[i y] = 14 y^2", "holds"),
    (NUMBER, r"2[x + y] = 2x + 2y", "holds"),
    (NUMBER + r", \quad h(x) := f[x] + f[2x]", r"h = 5 x^2", "holds"),
    (NUMBER + r", \quad h(x) := f[x] + f[2x]", r"h = x^3 + 2 x^3", "refuted"),
    (NUMBER + r", \quad h(x, y) := x y", r"h[2, y] = 2y", "holds"),
    (NUMBER + r", \quad i \in \{1, \dots, 3\}, \quad h_i(x) := i x", r"h_i[2x] = 2 i x", "holds"),
    (r"x \in \mathbb{R}, \quad s(x) := \frac{1}{1 + e^{-x}}", r"\frac{d s}{d x} = s [1 - s]", "holds"),
    (SQUARED, r"\nabla f [y] = 2y", "holds"),
    (SQUARED, r"\nabla f [y] = 2x", "refuted"),
    (SQUARED, r"\nabla_x f [y] = 2y", "holds"),
    (SQUARED, r"\nabla f [y] = 2x^\top y", "holds"),
    (SQUARED, r"D f [y] = 2x^\top y", "holds"),
    (SQUARED, r"D f(x) [y] = 2x^\top y", "holds"),
    (MATRIX, r"f[A + B] = A^2 (A + B)", "ambiguous"),
    (MATRIX, r"f[2 B] = 2 A^2 B", "refuted"),
    (MATRIX, r"f[2 B] = 4 B^2", "holds"),
    (MATRIX, r"q[B] = \operatorname{tr}(A^2) B", "ill-typed"),
    (MATRIX, r"q[B] = \operatorname{tr}(B^2)", "holds"),
    (r"x \in \mathbb{R}, \quad f : \mathbb{R} \to \mathbb{R}", r"f[x] = f(x)", "holds"),
    (VALUES, r"[\frac{\partial u V}{\partial x}]_{ij} = \frac{\partial u}{\partial x} V_{ij} + u [\frac{\partial V}{\partial x}]_{ij}", "holds"),
    (VALUES, r"[\frac{\partial u V}{\partial x}]_{ij} = \frac{\partial u}{\partial x} V_{ij} + u [V]_{ij}", "refuted"),
]
REFUSED = [
    (NUMBER, r"df[x] = 2x \, dx", "write D f(x)[h]"),
    (NUMBER, r"f[x]_+ = f(x)", r"f \cdot [x]_+ for a product"),
    (MATRIX, r"f[A, B] = 0", r"f \cdot [\ldots] for a product"),
    (MATRIX.replace("f(A)", r"D \in \mathbb{R}^{n \times n}, \quad f(A)"), r"D f[B] = D B^2", r"D \cdot f(h)"),
]


@pytest.mark.parametrize(("given", "claim", "verdict"), CASES)
def test_what_a_square_bracket_behind_a_function_is(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize(("given", "claim", "hint"), REFUSED)
def test_what_may_be_a_product_is_refused(given: str, claim: str, hint: str, tmp_path):
    result = judged(claim, given, tmp_path)
    assert (result.verdict, hint in result.message) == ("undecided", True)
