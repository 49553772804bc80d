r"""Functions without their argument in derivatives, components, and brackets behind derivatives that are factors."""

from __future__ import annotations

from pathlib import Path

import pytest

from derive.errors import DeriveError
from proofs.reading.paper import BadPaper
from tests.judged import judged

GIVEN = (
    r"x, z \in \mathbb{R}^n, y \in \mathbb{R}^m, g(x) \in \mathbb{R}^m, f(x) \in \mathbb{R}, q(x) \in \mathbb{R}^n, "
    r"k : \mathbb{R}^n \to \mathbb{R}, h : \mathbb{R}^n \to \mathbb{R}^m, s(x, z) := \exp(-\tfrac12 \|x - z\|^2)"
)

# What stands behind a transposed Jacobian in brackets is a factor where it is no place.
FACTORS = [
    (r"\nabla_x \tfrac12 \|g(x) - y\|^2 = \left(\frac{\partial g}{\partial x}\right)^\top (g(x) - y)", "holds"),
    (r"\nabla_x \tfrac12 \|g(x) - y\|^2 = \left(\frac{\partial g}{\partial x}\right)^\top (y - g(x))", "refuted"),
    (r"\nabla_x \tfrac12 \|q(x) - z\|^2 = \left(\frac{\partial q}{\partial x}\right)^\top (q(x) - z)", "holds"),
    (r"\nabla_x \tfrac12 \|q(x) - z\|^2 = \left(\frac{\partial q}{\partial x}\right) (q(x) - z)", "refuted"),
    (r"(\nabla f)^\top (x - z) = \langle \nabla f(x), x - z \rangle", "holds"),
    (r"(\nabla f)^\top (x - z) = \langle \nabla f(z), x - z \rangle", "refuted"),
    (r"\nabla f^\top (x - z) = \langle \nabla f(x), x - z \rangle", "holds"),
    (r"\nabla f^\top (x - z) = \langle \nabla f(z), x - z \rangle", "refuted"),
    (r"\nabla f^\top(z) (x - z) = \langle \nabla f(z), x - z \rangle", "holds"),
    (r"(\nabla^2 f)(x - z) = \nabla^2 f(x) (x - z)", "holds"),
    (r"(\nabla^2 f)(x - z) = \nabla^2 f(z) (x - z)", "refuted"),
]
BY_TYPE = [
    (r"\frac{\partial h}{\partial x} = \nabla h(x)", "holds"),
    (r"\frac{\partial h}{\partial x} = \nabla h(z)", "refuted"),
    (r"\nabla_x k = \nabla k(x)", "holds"),
    (r"\nabla_x^2 k = \nabla^2 k(x)", "holds"),
    (r"D_x k[z] = \langle \nabla k(x), z \rangle", "holds"),
    (r"D_x k[z] = \langle \nabla k(z), x \rangle", "refuted"),
    (r"\frac{\partial h}{\partial x}(z) (x - z) = D_x h(z)[x - z]", "holds"),
    (r"\frac{\partial h_i}{\partial x_j} = \left[\frac{\partial h}{\partial x}\right]_{ij}", "holds"),
    (r"\frac{\partial h_i}{\partial x_j} = \left[\frac{\partial h}{\partial x}\right]_{ji}", "refuted"),
    (r"\nabla_x \tfrac12 \|h(x) - y\|^2 = \left(\frac{\partial h}{\partial x}\right)^\top (h(x) - y)", "holds"),
]
COMPONENTS = [
    (r"\nabla g_i(x) = \left(\frac{\partial g}{\partial x}\right)^\top e_i", "holds"),
    (r"\nabla h_i(z) = \left(\frac{\partial h}{\partial x}(z)\right)^\top e_i", "holds"),
    (r"\nabla h_i(x) = \left(\frac{\partial h}{\partial x}(z)\right)^\top e_i", "refuted"),
    (
        r"\nabla_x^2 \tfrac12 \|h(x) - y\|^2 = \left(\frac{\partial h}{\partial x}\right)^\top \frac{\partial h}{\partial x} "
        r"+ \sum_{i=1}^m (h_i(x) - y_i) \nabla^2 h_i(x)",
        "holds",
    ),
    (
        r"\nabla_x^2 \tfrac12 \|h(x) - y\|^2 = \left(\frac{\partial h}{\partial x}\right)^\top \frac{\partial h}{\partial x} "
        r"+ \sum_{i=1}^m h_i(x) \nabla^2 h_i(x)",
        "refuted",
    ),
]
OUTER = [
    (r"\nabla \nabla^\top f = \nabla^2 f", "holds"),
    (r"\nabla_x \nabla_x^\top f = \nabla^2 f", "holds"),
    (r"\nabla_x \nabla_z^\top s = s(x, z) (I - (x - z)(x - z)^\top)", "holds"),
    (r"\nabla_x \nabla_z^\top s = -s(x, z) (I - (x - z)(x - z)^\top)", "refuted"),
    (r"\nabla_x \nabla_y^\top (x^\top B y) = B", "holds"),
    (r"\nabla_x \nabla_y^\top (x^\top B y) = B^\top", "ill-typed"),
]
# What a nabla without a subscript differentiates by is the one variable of the functions behind it.
SHARED = [
    (r"\nabla e^{f(x)} = e^{f(x)} \nabla f(x)", "holds"),
    (r"\nabla e^{f(x)} = e^{f(z)} \nabla f(x)", "refuted"),
    (r"\nabla^2 e^{f(x)} = e^{f(x)} (\nabla f(x) \nabla f(x)^\top + \nabla^2 f(x))", "holds"),
    (r"\nabla \sqrt{f(x)} = \frac{\nabla f(x)}{2 \sqrt{f(x)}}", "holds"),
    (r"\nabla \sqrt{f(x)} = \frac{\nabla f(x)}{\sqrt{f(x)}}", "refuted"),
    (r"\nabla \frac{1}{f(x)} = -\frac{\nabla f(x)}{f(x)^2}", "holds"),
    (r"\nabla \frac{1}{f(x)} = \frac{\nabla f(x)}{f(x)^2}", "refuted"),
    (r"\nabla \tfrac12 f^2 = f \nabla f", "holds"),
    (r"\nabla \tfrac12 f^2 = \nabla f", "refuted"),
    (r"\nabla \tfrac12 \|g(x)\|^2 = J_g(x)^\top g(x)", "holds"),
]


@pytest.mark.parametrize(("claim", "verdict"), FACTORS + BY_TYPE + COMPONENTS + OUTER + SHARED)
def test_verdict(claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, GIVEN + r", B \in \mathbb{R}^{n \times m}", tmp_path).verdict == verdict


def test_a_function_without_its_argument_stands_in_derivatives_only(tmp_path: Path) -> None:
    with pytest.raises((BadPaper, DeriveError), match="h needs its argument"):
        judged(r"\left(\frac{\partial h}{\partial x}\right)^\top (h - y) = 0", GIVEN, tmp_path)


def test_a_number_at_another_point_is_differentiated_by_nothing(tmp_path: Path) -> None:
    with pytest.raises((BadPaper, DeriveError), match="by what"):
        judged(r"\nabla \tfrac12 f(z)^2 = f(z) \nabla f(z)", GIVEN, tmp_path)
