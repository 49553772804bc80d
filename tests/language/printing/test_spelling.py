"""Understood formulas call what is defined by its name."""

from derive.language.parsing.parser import parse
from derive.language.problems.elaborate import elaborate
from derive.language.scope.scope import Scope

GIVEN = r"""
X \in \mathbb{R}^{m \times n}, \quad W \in \mathbb{R}^{n \times k} \\
Y := X W, \quad f(X) := X X^\top, \quad Z := \operatorname{LayerNorm}(Y)
"""


def understood(statement: str) -> str:
    scope = Scope.root().given(GIVEN)
    return elaborate(parse(statement), scope)[0].understood


def test_a_defined_matrix_is_called_by_its_name_also_inside_a_derivative() -> None:
    text = understood(r"\frac{\partial Z}{\partial W} = \frac{\partial Z}{\partial Y} (X \otimes \mathbf{I}_k)")
    assert r"\mathrm{vec}_r(Z)}{\partial \mathrm{vec}_r(W)" in text
    assert r"\operatorname{LayerNorm}(Y)" in text  # by Y: what depends on it is written out one level
    assert "softmax" not in text
    assert r"\tfrac{1}{2}" not in text


def test_the_definition_itself_is_written_out() -> None:
    assert understood(r"Y = X W") == "X W = X W"


def test_an_applied_function_keeps_its_argument() -> None:
    assert "f(Y)" in understood(r"2 f(Y) = f(Y) + X W W^\top X^\top")


def test_what_only_looks_like_a_definition_keeps_its_own_form() -> None:
    text = understood(r"2 X^\top X = X^\top X + X^\top X")
    assert "f(" not in text
