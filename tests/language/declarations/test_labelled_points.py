r"""Equations that define a name which differs from a declared one by a label: ``x^\star = A^{-1} b``, ``x^+ = x - \eta g``."""

import pytest

from derive.errors import DeriveError
from derive.language.scope.scope import Scope
from tests.judged import judged

GIVEN = r"A \in \mathbb{R}^{d \times d}, \quad A \succ 0, \quad b, g, x \in \mathbb{R}^d, \quad \eta > 0"
FUNCTION = r"f(x) = \tfrac12 x^\top A x - b^\top x, \quad x^\star = A^{-1} b, \quad f^\star = f(x^\star)"


@pytest.mark.parametrize(
    ("definition", "claim", "verdict"),
    [
        (r"x^\star = A^{-1} b", r"A x^\star = b", "holds"),
        (r"x^\star = A^{-1} b", r"A x^* = -b", "refuted"),
        (r"x_* = A^{-1} b", r"A x_* = b", "holds"),
        (r"x_{\min} = A^{-1} b", r"A x_{\min} = b", "holds"),
        (r"x_{\text{new}} = x - g", r"x - x_{\text{new}} = g", "holds"),
        (r"x^+ = x - \eta g", r"x^+ - x = -\eta g", "holds"),
        (r"x^+ = x - \eta g", r"x^+ - x = \eta g", "refuted"),
        (FUNCTION, r"f^\star = -\tfrac12 b^\top A^{-1} b", "holds"),
        (FUNCTION, r"f^\star = \tfrac12 b^\top A^{-1} b", "refuted"),
        (r"x_1 = 0", r"x_1 = 0", "holds"),
        (r"x_1 = 0", r"x = 0", "refuted"),
    ],
)
def test_a_label_makes_a_name(definition, claim, verdict, tmp_path):
    assert judged(claim, rf"{GIVEN}, \quad {definition}", tmp_path).verdict == verdict


def test_the_star_of_a_matrix_may_be_its_adjoint():
    with pytest.raises(DeriveError, match="superscript"):
        Scope.root().given(rf"{GIVEN}, \quad A^* = A")
