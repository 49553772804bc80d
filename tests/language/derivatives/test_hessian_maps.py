r"""A Hessian by a matrix is applied to a matrix; the Jacobian of a vector under a trace may be written with a nabla."""

import pytest

from tests.judged import judged

MATRIX = (
    r"U, Z, M \in \mathbb{R}^{n \times r}, \quad f(U) := \tfrac12 \|U\|_F^2, \quad g(U) := \tfrac14 \|U U^\top\|_F^2"
)
VECTOR = r"x, h \in \mathbb{R}^d, \quad A \in \mathbb{R}^{d \times d}, \quad s(x) := -x, \quad q(x) := Ax, \quad f(x) := \tfrac12 \|x\|^2"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (MATRIX, r"\nabla^2 f(U)[Z] = Z", "holds"),
        (MATRIX, r"\nabla^2 f(U)[Z] = 2Z", "refuted"),
        (MATRIX, r"\langle \nabla^2 f(U)[Z], Z \rangle = \nabla^2 f(U)[Z, Z]", "holds"),
        (MATRIX, r"\langle Z, \nabla^2 f(U)[Z] \rangle = 2\|Z\|_F^2", "refuted"),
        (MATRIX, r"\nabla^2 f(U)(Z, Z) = \|Z\|_F^2", "holds"),
        (MATRIX, r"[\nabla^2 f(U)](Z, Z) = \|Z\|_F^2", "holds"),
        (MATRIX, r"[\nabla^2 f(U)](Z, M) = \|Z\|_F^2", "refuted"),
        (MATRIX, r"(\nabla_U^2 f(U))[U] = U", "holds"),
        (MATRIX, r"\nabla^2 f(U) \operatorname{vec}_r(Z) = \operatorname{vec}_r(Z)", "holds"),
        (MATRIX, r"\nabla^2 g(M)[Z] = Z M^\top M + M Z^\top M + M M^\top Z", "holds"),
        (MATRIX, r"\nabla^2 g(M)[Z] = Z U^\top U + U Z^\top U + U U^\top Z", "refuted"),
        (MATRIX, r"\nabla^2 g(U)[Z] = Z U^\top U + U Z^\top U", "refuted"),
        (VECTOR, r"\nabla^2 f(x)[h] = h", "holds"),
        (VECTOR, r"[\nabla^2 f(x)](h, h) = 2\|h\|^2", "refuted"),
        (VECTOR, r"\operatorname{tr}(\nabla_x s(x)) = -d", "holds"),
        (VECTOR, r"\operatorname{tr}(\nabla s(x)) = d", "refuted"),
        (VECTOR, r"\operatorname{tr}(\nabla_x q(x)) = \operatorname{tr}(A)", "holds"),
        (VECTOR, r"\det(\nabla_x q(x)) = \det(A)", "holds"),
        (VECTOR, r"\nabla_x q(x) = A", "ambiguous"),
        (VECTOR, r"\nabla_x q(x) = A^\top", "ambiguous"),
        (VECTOR, r"\nabla_x q(x) = 2 A", "refuted"),
        (VECTOR, r"\nabla_x s(x) = -I", "holds"),
        (VECTOR, r"\nabla_x q(x) h = A h", "ambiguous"),
        (VECTOR, r"\operatorname{tr}(A \nabla_x q(x)) = \operatorname{tr}(A^2)", "ambiguous"),
        (VECTOR, r"\operatorname{tr}(\nabla_x q(x) A) = \operatorname{tr}(A^2)", "ambiguous"),
    ],
)
def test_derivatives_as_linear_maps(given, claim, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
