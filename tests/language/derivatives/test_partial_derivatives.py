r"""``\partial_{xx} f``, ``\partial_i f``, ``\partial_x^2 f``: derivatives one after the other, never by a product; ``x_{ij}`` of a vector."""

import pytest

from tests.judged import judged

PLANE = r"x, y \in \mathbb{R} \\ f(x,y) := x^2 y^3"
HEAT = r"x, t \in \mathbb{R} \\ u(x,t) := e^{-t}\sin x"
SPACE = r"x \in \mathbb{R}^n \\ f(x) := \|x\|^4"
FORM = r"A \in \mathbb{R}^{m \times n}, x \in \mathbb{R}^m, y \in \mathbb{R}^n \\ f := x^\top A y"
RESIDUAL = r"A \in \mathbb{R}^{m \times n}, x \in \mathbb{R}^n, b \in \mathbb{R}^m \\ F(x) := A x, g(x) := \frac12 \|F(x) - b\|^2"
MIXED = r"x, y \in \mathbb{R}^n, A \in \mathbb{R}^{n \times n} \\ f(x, y) := x^\top A y"
CUBE = r"x \in \mathbb{R} \\ f(x) := x^3"
PROBABILITY = r"x, v \in \mathbb{R}^n \\ p := \operatorname{softmax}(x)"
SQUARE = r"A \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n \\ F(x) := A x"
SYMMETRIC = r"A \in \mathbb{R}^{n \times n} \text{ symmetric}, x \in \mathbb{R}^n \\ f(x) := \frac12 x^\top A x"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (PLANE, r"\partial_{xx} f = 2 y^3", "holds"),
        (PLANE, r"\partial_{xx} f = y^3", "refuted"),
        (PLANE, r"\partial_{xy} f = 6 x y^2", "holds"),
        (PLANE, r"\partial_{xyy} f = 12 x y", "holds"),
        (PLANE, r"\partial_{x,y} f = 6 x y^2", "holds"),
        (PLANE, r"\partial_x^2 f = 2 y^3", "holds"),
        (PLANE, r"\partial^2_{xx} f = 2 y^3", "holds"),
        (PLANE, r"\partial^2_{xx} f = y^3", "refuted"),
        (PLANE, r"\nabla_{xx} f = 2 y^3", "holds"),
        (PLANE, r"\nabla_{xx} f = y^3", "refuted"),
        (PLANE, r"\partial_{xx} f(x,y) = \partial_x \partial_x f(x,y)", "holds"),
        (HEAT, r"\partial_t u = \partial_{xx} u", "holds"),
        (HEAT, r"\partial_t u = -\partial_{xx} u", "refuted"),
        (SPACE, r"\sum_i \partial_{x_i x_i} f(x) = (4n+8)\|x\|^2", "holds"),
        (SPACE, r"\sum_i \partial_{x_i x_i} f(x) = 2n\|x\|^2", "refuted"),
        (SPACE, r"\partial_{x_i x_j} f(x) = 8 x_i x_j + 4 \delta_{ij} \|x\|^2", "holds"),
        (SPACE, r"\partial_i f(x) = 4 \|x\|^2 x_i", "holds"),
        (SPACE, r"\partial_i f = 4 \|x\|^2", "refuted ill-typed"),
        (SPACE, r"\partial_{ij} f(x) = 8 x_i x_j + 4 \delta_{ij} \|x\|^2", "holds"),
        (SPACE, r"\partial_i \partial_j f(x) = 8 x_i x_j", "refuted"),
        (SPACE, r"\sum_i \partial_i^2 f(x) = (4n+8)\|x\|^2", "holds"),
        (SPACE, r"\partial_1 f(x) = 4\|x\|^2 x_1", "holds"),
        (SPACE, r"\partial_1 f(x) = 4\|x\|^2 x_2", "refuted"),
        (SYMMETRIC, r"\partial_{xx} f = A", "holds"),
        (SYMMETRIC, r"\partial_{xx} f = 2 A", "refuted"),
        (FORM, r"\partial_{xy} f = A", "holds"),
        (PLANE, r"\partial_2 f(x, y) = 3 x^2 y^2", "holds"),
        (PLANE, r"\partial_1 f(x, y) = 3 x^2 y^2", "refuted"),
        (PLANE, r"\nabla f(x, y) = (2 x y^3, 3 x^2 y^2)^\top", "holds"),
        (PLANE, r"\nabla f(x, y) = (2 x y^3, 2 x^2 y^2)^\top", "refuted"),
        (PLANE, r"\nabla^2 f = \begin{pmatrix} 2 y^3 & 6 x y^2 \\ 6 x y^2 & 6 x^2 y \end{pmatrix}", "holds"),
        (PLANE, r"\nabla^2 f = \begin{pmatrix} 2 y^3 & 3 x y^2 \\ 6 x y^2 & 6 x^2 y \end{pmatrix}", "refuted"),
        (PLANE, r"f_{xy} = 6 x y^2", "holds"),
        (PLANE, r"f_x f_y = 6 x^3 y^5", "holds"),
        (PLANE, r"f_x f_y = 6 x^3 y^3", "refuted"),
        (PLANE + r", f_x := 2", r"f_x = 2", "holds"),
        (HEAT, r"u_t = u_{xx}", "holds"),
        (HEAT, r"u_t = -u_{xx}", "refuted"),
        (HEAT, r"u u_x = \frac12 \partial_x (u^2)", "holds"),
        (HEAT, r"u_x^2 + u^2 = e^{-2t}", "holds"),
        (HEAT, r"u_x(0, t) = e^{-t}", "holds"),
        (HEAT, r"u_x(0, t) = 0", "refuted"),
        (SPACE + r", F(x) := x \|x\|^2", r"\partial_j F_i(x) = \delta_{ij} \|x\|^2 + 2 x_i x_j", "holds"),
        (SPACE + r", F(x) := x \|x\|^2", r"\sum_i \partial_i F_i(x) = (n + 1) \|x\|^2", "refuted"),
        (SPACE + r", z \in \mathbb{R}^n", r"\left.\frac{\partial f}{\partial x}\right|_{z} = 4 \|z\|^2 z^\top", "holds"),
        (SPACE + r", z \in \mathbb{R}^n", r"\nabla f(x) |_{z} = 4 \|z\|^2 z", "holds"),
        (SPACE + r", z \in \mathbb{R}^n", r"\nabla f(x) |_{z} = 4 \|x\|^2 x", "refuted"),
        (SPACE + r", v \in \mathbb{R}^n", r"\nabla_v f(x) = 0", "undecided"),
        (SPACE + r", v \in \mathbb{R}^n", r"\partial_v f(x) = 0", "undecided"),
        (r"\sigma, m \in \mathbb{R}, \sigma > 0 \\ D := \frac12(m^2 + \sigma^2 - 1 - \log \sigma^2)", r"\frac{\partial D}{\partial \sigma^2} = \frac12 - \frac{1}{2\sigma^2}", "holds"),
        (r"\sigma, m \in \mathbb{R}, \sigma > 0 \\ D := \frac12(m^2 + \sigma^2 - 1 - \log \sigma^2)", r"\frac{\partial D}{\partial \sigma^2} = \sigma - \frac{1}{\sigma}", "refuted"),
        (r"J^{ij}, X \in \mathbb{R}^{n \times n}", r"\frac{\partial X}{\partial X_{ij}} = J^{ij}", "undecided"),
        (FORM, r"\frac{\partial f}{\partial (x^\top A y)} = 1", "holds"),
        (RESIDUAL, r"\nabla g(x) = \nabla F(x)^\top (F(x) - b)", "holds"),
        (RESIDUAL, r"\nabla g(x) = 2 \nabla F(x)^\top (F(x) - b)", "refuted"),
        (RESIDUAL, r"\nabla g(x) = \nabla F(x)^\top F(x) - b", "refuted ill-typed"),
        (SQUARE, r"\nabla F(x) + \nabla F(x)^\top = A + A^\top", "holds"),
        (SQUARE, r"\nabla F(x) + \nabla F(x)^\top = 2 A", "refuted"),
        (SQUARE, r"\nabla F(x)^\top F(x) = A^\top A x", "ambiguous"),
        (SQUARE, r"\nabla F(x)^\top F(x) = 2 A^\top A x", "refuted"),
        (SQUARE, r"\nabla F^\top F = 2 A^\top A x", "refuted"),
        (SQUARE, r"\nabla_x F(x)^\top F(x) = 2 A^\top A x", "refuted"),
        (SQUARE, r"\langle \nabla F(x)^\top x, x \rangle = 2 x^\top A x", "refuted"),
        (SQUARE, r"\det A \ne 0 \implies \nabla F(x)^{-1} F(x) = x", "ambiguous"),
        (SQUARE, r"\nabla_x (F(x)^\top F(x)) = 2 A^\top A x", "holds"),
        (PROBABILITY, r"\nabla_x p^\top p = 2 (\operatorname{diag}(p) - p p^\top) p", "ambiguous"),
        (PROBABILITY, r"\nabla_x p^\top v = (\operatorname{diag}(p) - p p^\top) v", "holds"),
        (PROBABILITY, r"\nabla_x p^\top v = 2 (\operatorname{diag}(p) - p p^\top) v", "refuted"),
        (MIXED, r"\nabla_{xy}^2 f(x, y)^\top = A", "refuted"),
        (MIXED, r"\nabla_{xy}^2 f(x, y)^\top = A^\top", "holds"),
        (MIXED, r"\nabla_{xy} f^\top = A", "refuted"),
        (MIXED, r"\nabla_{xy}^2 f(x, y)^\top x = A x", "refuted"),
        (MIXED, r"\nabla_{xy}^2 f(x, y)^\top x = A^\top x", "holds"),
        (MIXED, r"\partial_{xy} f(x, y)^\top = A", "refuted"),
        (MIXED, r"\partial_{xy} f^\top x = A^\top x", "holds"),
        (MIXED, r"\partial_x f(x, y)^\top = A y", "holds"),
        (MIXED, r"\frac{\partial^2}{\partial x \partial y^\top} f(x, y) = A", "holds"),
        (MIXED, r"\frac{\partial^2}{\partial x \partial y^\top} f(x, y)^\top = A", "refuted"),
        (MIXED, r"\frac{\partial}{\partial x} f(x, y)^\top = A y", "holds"),
        (SQUARE, r"\partial_x F(x)^\top = A", "ambiguous"),
        (SQUARE, r"\partial_x F(x) = A", "holds"),
        (CUBE, r"\partial_{xx} f(x)^{-1} = \frac{1}{6 x}", "ambiguous"),
        (CUBE, r"\partial_x f(x)^2 = 6 x^5", "ambiguous"),
        (CUBE, r"\partial_x f(x)^2 = 3 x^4", "refuted"),
        (r"t \in \mathbb{R}", r"\partial_t t^3 = 3 t^2", "holds"),
        (SYMMETRIC, r"\sum_i \partial_i f(x)^2 = \|A x\|^2", "ambiguous"),
        (SYMMETRIC, r"\sum_i (\partial_i f(x))^2 = \|A x\|^2", "holds"),
        (SYMMETRIC, r"\sum_i (\partial_i f(x))^2 = 2 \|A x\|^2", "refuted"),
    ],
)  # fmt: skip
def test_one_after_the_other(given, claim, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict in verdict.split()


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (SPACE, r"\frac{\partial f}{\partial x_i x_i} = 2\|x\|^2"),
        (PLANE, r"\frac{\partial f}{\partial x y} = 3 x y^2"),
        (PLANE, r"\frac{\partial^2 f}{\partial x y} = 6 x y^2"),
    ],
)
def test_a_product_in_a_denominator_is_refused(given, claim, tmp_path):
    found = judged(claim, given, tmp_path)
    assert found.verdict == "undecided"
    assert "next to each other" in found.message


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (r"X \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n, i, j \in \{1, \dots, n\}", "x_{ij} = x_{ji}"),
        (r"X \in \mathbb{R}^{n \times d}, x \in \mathbb{R}^d", r"\|X\|_F^2 = \sum_{i=1}^n\sum_{j=1}^d x_{ij}^2"),
        (r"\delta, x \in \mathbb{R}^n", r"\frac{\partial x_i}{\partial x_j} = \delta_{ij}"),
        (
            r"A, B \in \mathbb{R}^{n \times n}, i,j,k,l \in \{1,\dots,n\}",
            r"(A \otimes B)_{ij,kl} = (A \otimes B)_{ji,lk}",
        ),
        (r"W \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n, i, j \in \{1,\dots,n\}", "(Wx)_{ij} = (Wx)_{ji}"),
    ],
)
def test_two_letters_are_no_single_index(given, claim, tmp_path):
    found = judged(claim, given, tmp_path)
    assert found.verdict == "undecided"
    assert "needed" in found.message


def test_products_with_numbers_and_sizes_are_indices(tmp_path):
    given = r"n \in \mathbb{N}, x \in \mathbb{R}^{2n}"
    assert judged(r"\sum_{i=1}^n (x_{2i}^2 + x_{2i-1}^2) = \|x\|^2", given, tmp_path).verdict != "refuted"
