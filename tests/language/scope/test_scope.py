"""Given blocks: what is declared, shadowed, refused, and which conventions they fix."""

import pytest

from derive import build as b
from derive.core import Rel
from derive.errors import NameProblem, NotSupported, SyntaxProblem
from derive.language.parsing.parser import statements
from derive.language.problems.elaborate import elaborate
from derive.language.scope.options import Options
from derive.language.scope.scope import Scope
from derive.language.tree.names import Key
from derive.sizes import Shape, Size

A = r"\mathbf{A} \in \mathbb{R}^{m \times n}"


def one(scope: Scope, claim: str):
    (found,) = elaborate(statements(claim)[0], scope)
    return found.problem


def test_lists_share_a_shape_and_declare_sizes():
    scope = Scope.root().given(r"\mathbf{a}, \mathbf{x} \in \mathbb{R}^{n}, \quad \lambda \in \mathbb{R}")
    assert scope.find(Key("bf", "x")).shape == Shape.of("n")
    assert scope.find(Key("", "lambda")).shape == Shape()
    assert scope.find(Key("", "n")).kind == "size"


def test_two_shapes_name_both():
    with pytest.raises(NameProblem, match="m x n and n x p"):
        Scope.root().given(A + r", \quad \mathbf{A} \in \mathbb{R}^{n \times p}")


def test_two_definitions_are_refused():
    with pytest.raises(NameProblem, match="defined twice"):
        Scope.root().given(A + r", \quad F := 2\mathbf{A}, \quad F := 3\mathbf{A}")


def test_inner_declaration_shadows():
    scope = Scope.root().given(A).child().given(r"\mathbf{A} \in \mathbb{R}^{n \times n}")
    assert one(scope, r"\mathbf{A} = 0").variables == (("A", Shape.of("n", "n")),)


def test_definition_that_mentions_a_shadowed_name_is_refused():
    scope = (
        Scope.root()
        .given(A + r", \quad \mathbf{F} := 2\mathbf{A}")
        .child()
        .given(r"\mathbf{A} \in \mathbb{R}^{n \times n}")
    )
    with pytest.raises(NameProblem, match=r"F.*mentions.*A"):
        one(scope, r"\mathbf{F} = 0")


def test_siblings_do_not_see_each_other():
    root = Scope.root().given(A)
    root.child().given(r"\mathbf{F} := 2\mathbf{A}")
    with pytest.raises(NameProblem, match="F is not declared"):
        one(root.child(), r"\mathbf{F} = 0")


def test_shape_and_definition_must_agree():
    assert Scope.root().given(A + r", \quad F \in \mathbb{R}^{m \times n}, \quad F := 2\mathbf{A}")
    with pytest.raises(NameProblem, match="declared as n x m but defined as m x n"):
        Scope.root().given(A + r", \quad F \in \mathbb{R}^{n \times m}, \quad F := 2\mathbf{A}")


def test_argument_of_a_function_must_be_declared():
    with pytest.raises(NameProblem, match="argument X of F"):
        Scope.root().given(r"\mathbf{F}(\mathbf{X}) := \mathbf{X}")


def test_equation_of_a_declared_name_is_a_hypothesis():
    scope = Scope.root().given(r"Q \in \mathbb{R}^{n \times n}, \quad Q^\top Q = I")
    q = b.var("Q", Shape.of("n", "n"))
    assert one(scope, r"Q = 0").hypotheses == (Rel("=", b.matmul(b.transpose(q), q), b.eye((Size.of("n"),))),)


def test_intervals_and_positive_numbers():
    scope = Scope.root().given(r"\alpha \in (0, 1], \quad n \ge 2, \quad x \in \mathbb{R}^{n}_{+}")
    problem = one(scope, r"\alpha x = 0")
    assert [h.op for h in problem.hypotheses] == [">", "<=", ">="]
    assert problem.rules.least == (("n", 2),)


def test_hypothesis_with_free_index_is_quantified():
    scope = Scope.root().given(A + r", \quad A_{i,j} \ge \|A_{i,:}\|")
    (found,) = one(scope, r"\mathbf{A} = 0").hypotheses
    assert (found.kind, [n[0] for n in found.names]) == ("forall", ["i", "j"])


def test_hypothesis_on_all_entries_is_one_on_the_matrix():
    scope = Scope.root().given(A + r", \quad A_{i,j} \ge 0")
    (found,) = one(scope, r"\mathbf{A} = 0").hypotheses
    assert (found.op, found.lhs.op, found.rhs.op) == (">=", "var", "zeros")


def test_size_equations():
    scope = Scope.root().given(
        r"h := d / d_k, \quad X \in \mathbb{R}^{n \times d}, \quad W \in \mathbb{R}^{h d_k \times n}"
    )
    assert one(scope, r"X W = 0").goal.lhs.op == "matmul"


@pytest.mark.parametrize(
    ("convention", "swapped"),
    [
        (r"\mathbf{K}_{m,n} \mathrm{vec}(\mathbf{A}) = \mathrm{vec}(\mathbf{A}^\top)", False),
        (r"\mathbf{K}_{n,m} \mathrm{vec}(\mathbf{A}) = \mathrm{vec}(\mathbf{A}^\top)", True),
        (r"\mathbf{K}_{m,n} \mathrm{vec}_r(\mathbf{A}) = \mathrm{vec}_r(\mathbf{A}^\top)", True),
        (r"\mathrm{vec}_r(\mathbf{A}^\top) = \mathbf{K}_{n,m} \mathrm{vec}_r(\mathbf{A})", False),
        (r"\mathbf{K}_{m,n} \mathrm{vec}(\mathbf{A}^\top) = \mathrm{vec}(\mathbf{A})", True),
    ],
)
def test_commutation_convention(convention, swapped):
    scope = Scope.root().given(A).given(convention)
    problem = one(scope, r"\mathbf{K}_{m,n} = \mathbf{K}_{m,n}")
    order = tuple(str(d[0]) for d in problem.goal.lhs.data)
    assert order == (("n", "m") if swapped else ("m", "n"))
    assert any("K_{m,n}" in note for note in problem.notes)
    # The convention itself must hold as a claim.
    left, right = one(scope, convention).goal.lhs, one(scope, convention).goal.rhs
    assert "reshape" not in {e.op for e in (left, right)}


def test_declared_name_beats_a_built_in():
    scope = Scope.root().given(r"e \in \mathbb{R}^{n}, \quad D \in \mathbb{R}^{n \times n}")
    assert one(scope, r"e_i = D_{i,i}").goal.lhs == b.entry(b.var("e", Shape.of("n")), Size.of("i"), Size.of(1))


def test_longest_declared_name_wins():
    scope = Scope.root().given(r"x \in \mathbb{R}^{n}, \quad x_1 \in \mathbb{R}^{m}")
    assert one(scope, r"x_1 = 0").variables == (("x_1", Shape.of("m")),)
    with pytest.raises(NotSupported, match="beside the declared x_1"):
        one(scope, r"x_2 = 0")


def test_errors_have_a_position():
    with pytest.raises(NameProblem) as caught:
        Scope.root().given(A + r", \quad F := \mathbf{A} + Q")
    assert caught.value.position == (A + r", \quad F := \mathbf{A} + Q").index("Q")


def test_options_are_checked():
    with pytest.raises(SyntaxProblem, match="layout"):
        Options(layout="sideways")


@pytest.mark.parametrize(
    "given",
    [
        r"A \in \mathbb{R}^{d \times r}, x \in \mathbb{R}^d, \quad r(x) = x^\top x",
        r"c \in \mathbb{R}, x \in \mathbb{R}^d, \quad c(x) = x^\top x",
        r"A \in \mathbb{R}^{d \times d}, x \in \mathbb{R}^d, \quad A(x) = x",
    ],
)
def test_a_definition_of_a_name_that_is_no_function_is_refused(given: str):
    with pytest.raises(NameProblem, match="function or speak of a product"):
        Scope.root().given(given)


def test_a_product_with_a_bracket_is_a_hypothesis():
    given = r"A \in \mathbb{R}^{d \times d}, x, y \in \mathbb{R}^d, \quad A(x + y) = x"
    assert len(Scope.root().given(given).all_hypotheses()) == 1
