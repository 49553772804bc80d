"""Formulas as one line of Unicode text."""

import pytest

from derive.language.parsing.parser import parse
from derive.language.printing.mathml import to_mathml
from derive.language.printing.plain_text import to_text
from derive.language.tree.syntax import Syn


@pytest.mark.parametrize(
    ("latex", "said"),
    [
        (r"X^{-\top} W_Q^\top x_1", "X⁻ᵀ W_Qᵀ x₁"),
        (r"\frac{a + b}{2 n} A", "((a + b)/(2 n)) A"),
        (r"\frac{\partial \mathrm{vec}_r(P)}{\partial \mathrm{vec}_r(W)^\top} B", "∂vec_r(P)/∂vec_r(W)ᵀ B"),
        (r"\sqrt{x^\top x} - \sum_{i=1}^n x_i", "√(xᵀ x) − ∑ᵢ₌₁ⁿ xᵢ"),
        (r"A \otimes (B + C)", "A ⊗ (B + C)"),
        (r"x^{\circ 2} \odot \mathbf{1}_n", "x^(∘2) ⊙ 𝟏ₙ"),
        (r"P_{i,:}^\top \le \|x\|_2^2", "P_{i,:}ᵀ ≤ ‖x‖₂²"),
        (r"\hat{x} + \operatorname{softmax}(x)", "x\u0302 + softmax(x)"),
    ],
)
def test_text(latex, said):
    assert to_text(parse(latex)) == said


def test_what_is_marked_is_in_brackets():
    tree = Syn("add", "+-", (parse("A"), Syn("group", "mark", (parse("B + C"),))))
    assert to_text(tree) == "A − ⟦B + C⟧"
    assert to_text(tree, "[{}]".format) == "A − [B + C]"


def test_color_is_no_bracket():
    for inner, said in (("B + C", "A − (B + C)"), ("B C", "A − B C")):
        tree = Syn("add", "+-", (parse("A"), Syn("group", "mark", (parse(inner),))))
        assert to_text(tree, str, enclosed=False) == said
        assert ("<mo>(</mo>" in to_mathml(tree)) == ("(" in said)
