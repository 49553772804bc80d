r"""How far a slash divides: ``a/2b`` has two readings; and whose a superscript in front of a subscript is."""

import pytest

from derive.errors import NotSupported, SyntaxProblem
from derive.language.parsing.parser import parse
from derive.language.printing.latex import to_latex
from derive.language.scope.scope import Scope
from tests.judged import judged

GIVEN = r"A \in \mathbb{R}^{n \times n}, \quad W \in \mathbb{R}^{m \times n}, \quad x, y \in \mathbb{R}^n, \quad a, b, c, t \in \mathbb{R}"
DEFINED = GIVEN + r", \quad f(t) := t^2"


def verdict_of(claim: str, given: str, folder) -> str:
    return judged(claim, given, folder).verdict


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"a/2b = \frac{a}{2} b", "ambiguous"),
        (r"a/2b = \frac{a}{2b}", "ambiguous"),
        (r"a/2b = \frac{a}{3b}", "refuted"),
        (r"a/(2b) = \frac{a}{2b}", "holds"),
        (r"(a/2)b = \frac{a}{2} b", "holds"),
        (r"\exp(-\|x\|^2/2b^2) = \exp\left(-\frac{\|x\|^2}{2b^2}\right)", "ambiguous"),
        (r"x^\top y / \|x\| \|y\| = \frac{x^\top y}{\|x\| \|y\|}", "ambiguous"),
        (r"a/c(a + b) = \frac{a}{c} (a + b)", "ambiguous"),
        (r"a/f(b) = \frac{a}{b^2}", "holds"),
        (r"a/\exp(b) = a \exp(-b)", "holds"),
        (r"x/b y^\top = \frac{1}{b} x y^\top", "holds"),
        (r"1/n \sum_i x_i = \frac{1}{n} \mathbf{1}^\top x", "holds"),
        (r"c \, d/dt (t^2) = 2 t c", "holds"),
        (r"a/b = a b^{-1}", "holds"),
    ],
)
def test_slashes(claim: str, verdict: str, tmp_path):
    assert verdict_of(claim, DEFINED, tmp_path) == verdict


@pytest.mark.parametrize(
    ("definition", "read"),
    [
        (r"g := a/2b", False),
        (r"g(a) := \exp(-a^2/2b)", False),
        (r"a/2b > 1", False),
        (r"g := a/(2b)", True),
        (r"g := x/b y^\top", True),
        (r"g := 1/n \sum_i x_i", True),
        (r"Z \in \mathbb{R}^{L/2h \times h}", False),
        (r"G_{ij} := A^2_{ij}", False),
        (r"G_{ij} := A^{-1}_{ij}", True),
    ],
)
def test_definitions_have_one_reading(definition: str, read: bool):
    text = GIVEN + r", \quad " + definition
    if read:
        Scope.root().given(text)
        return
    with pytest.raises((NotSupported, SyntaxProblem), match="slash|power"):
        Scope.root().given(text)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"A^{\top}_{ij} = A_{ij}", "refuted"),
        (r"A^{\top}_{ij} = A_{ji}", "holds"),
        # Print does not show which script was written first; the transpose of a number would say nothing.
        (r"A_{ij}^\top = A_{ij}", "refuted"),
        (r"A_{ij}^\top = A_{ji}", "holds"),
        (r"A^{-1}_{ij} = \frac{1}{A_{ij}}", "refuted"),
        (r"A^{-1}_{ij} = (A^{-1})_{ij}", "holds"),
        (r"A_{ij}^{-1} = \frac{1}{A_{ij}}", "ambiguous"),
        (r"A^{-\top}_{ij} = A^{-1}_{ji}", "holds"),
        (r"A^2_{ij} = A_{ij} A_{ij}", "ambiguous"),
        (r"A^2_{ij} = \sum_k A_{ik} A_{kj}", "ambiguous"),
        (r"A_{ij}^2 = A_{ij} A_{ij}", "holds"),
        (r"(A^2)_{ij} = A_{ij} A_{ij}", "refuted"),
        (r"W^2_{ij} = W_{ij} W_{ij}", "holds"),
        (r"W^\top_{ij} = W_{ji}", "holds"),
        (r"W^\top_{:,j} = W_{j,:}^\top", "holds"),
        (r"x^2_i = x_i x_i", "holds"),
    ],
)
def test_superscripts_in_front_of_subscripts(claim: str, verdict: str, tmp_path):
    assert verdict_of(claim, GIVEN, tmp_path) == verdict


def test_names_with_superscripts_stay_names(tmp_path):
    given = r"A^{(2)}, X^{Q} \in \mathbb{R}^{n \times n}"
    assert verdict_of(r"A^{(2)}_{ij} X^Q_{ij} = X^{Q}_{ij} A_{ij}^{(2)}", given, tmp_path) == "holds"


@pytest.mark.parametrize("text", [r"A^{-1}_{i j}", r"A_{i j}^{-1}", r"W^\top_Q", r"(A B)^2_{1 2}", r"x_i'^2"])
def test_the_order_of_scripts_is_kept(text: str):
    tree = parse(text)
    assert parse(to_latex(tree)).same(tree)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\nabla_x 1/2 \|x\|^2 = x", "holds"),
        (r"\nabla_x 1/2 \|x\|^2 = 2 x", "refuted"),
        (r"\nabla_x 1/2x^\top A x = \frac12 (A + A^\top) x", "holds"),
        (r"\nabla_x 1/(2n) \|x\|^2 = x/n", "holds"),
        (r"\nabla_x 1/(2n) \|x\|^2 = x", "refuted"),
        (r"\frac{\partial}{\partial x} 1/2 x^\top x = x^\top", "holds"),
        (r"1/(2n) \|x\|^2 = \frac{x^\top x}{2n}", "holds"),
        (r"1/(2n) \|x\|^2 = \frac{1}{2n x^\top x}", "refuted"),
        (r"1/2\|x\|^2 \le \|x\|^2", "holds"),
        (r"1/(2b^2) \|x\|^2 = \frac{\|x\|^2}{2 b^2}", "holds"),
        (r"\operatorname{tr} 1/2 (A + A^\top) = \operatorname{tr} A", "holds"),
        (r"\log 1/2 = -\log 2", "holds"),
        (r"\log 1/2 = 0", "refuted"),
        (r"1/2b = \frac{1}{2b}", "ambiguous"),
        (r"1/2(b + 1) = \frac{b + 1}{2}", "ambiguous"),
        (r"1/2b^2 \|x\|^2 = \frac{\|x\|^2}{2 b^2}", "ambiguous"),
    ],
)
def test_a_number_over_a_number_or_a_bracket_is_a_coefficient(claim: str, verdict: str, tmp_path):
    assert verdict_of(claim, GIVEN, tmp_path) == verdict
