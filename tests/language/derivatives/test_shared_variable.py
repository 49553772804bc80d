r"""A nabla in front of a bracket of functions of one argument differentiates by that: ``\nabla (f g)``."""

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

GIVEN = r"x, y \in \mathbb{R}^n, \quad f(x) := \|x\|^2, \quad g(x) := \|x\|^4, \quad h(y) := \|y\|^2"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\nabla (f g) = f \nabla g + g \nabla f", "holds"),
        (r"\nabla (f g) = f \nabla g", "refuted"),
        (r"\nabla (f(x) + g(x)) = \nabla f(x) + \nabla g(x)", "holds"),
        (r"\nabla (f^2 g)^\top y = (f^2 \nabla g + 2 f g \nabla f)^\top y", "holds"),
        (r"\nabla (f^2 g)^\top y = (f^2 \nabla g + f g \nabla f)^\top y", "refuted"),
        (r"\nabla^2 (f + g) = \nabla^2 f + \nabla^2 g", "holds"),
        (r"\nabla^2 (f + g) = \nabla^2 f", "refuted"),
    ],
)
def test_functions_of_one_variable_share_it(claim, verdict, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


@pytest.mark.parametrize("claim", [r"\nabla (f h) = f \nabla h", r"\nabla (f(x) + f(y)) = 2 x"])
def test_functions_of_several_variables_share_none(claim, tmp_path):
    with pytest.raises(BadPaper, match="write by what"):
        judged(claim, GIVEN, tmp_path)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\nabla \|x\|_2^2 = 2 x", "holds"),
        (r"\nabla \|x\| = \frac{x}{\|x\|}", "holds"),
        (r"\nabla \|x\| = x", "refuted"),
        (r"\nabla (x^\top x) = 2 x", "holds"),
    ],
)
def test_the_only_name_in_bars_or_brackets_is_the_variable(claim, verdict, tmp_path):
    assert judged(claim, r"x, y \in \mathbb{R}^n, x \ne 0", tmp_path).verdict == verdict


@pytest.mark.parametrize("claim", [r"\nabla \|x - y\|^2 = 2 (x - y)", r"\nabla \|z\|^2 = 8 x"])
def test_of_several_names_and_of_defined_ones_none_is(claim, tmp_path):
    with pytest.raises(BadPaper, match="write by what"):
        judged(claim, r"x, y \in \mathbb{R}^n, z := 2 x", tmp_path)
