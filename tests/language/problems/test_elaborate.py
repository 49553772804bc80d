"""Elaboration: what a formula becomes in the core language, and why it is refused."""

import pytest

from derive import build as b
from derive.alike import formula_key
from derive.core import Logic, Quantified, Rel
from derive.errors import NameProblem, NotSupported, ShapeProblem, SyntaxProblem
from derive.language.parsing.parser import statements
from derive.language.printing.core_latex import core_to_latex
from derive.language.problems.elaborate import alpha_key, elaborate, elaborate_block
from derive.language.scope.options import Options
from derive.language.scope.scope import Scope
from derive.sizes import Shape, Size, dim

GIVEN = r"""
\mathbf{A} \in \mathbb{R}^{m \times n}, \quad \mathbf{X} \in \mathbb{R}^{n \times p}, \quad \mathbf{B} \in \mathbb{R}^{p \times q} \\
\mathbf{S}, \mathbf{R} \in \mathbb{R}^{n \times n}, \quad \mathbf{a}, \mathbf{x} \in \mathbb{R}^{n}, \quad \lambda, t \in \mathbb{R}
"""


def var(name: str, *shape: str) -> b.Expr:
    return b.var(name, Shape.of(*shape))


A, X, B = var("A", "m", "n"), var("X", "n", "p"), var("B", "p", "q")
S, R, a, x = var("S", "n", "n"), var("R", "n", "n"), var("a", "n"), var("x", "n")


def typed(claim: str, given: str = "", **options):
    scope = Scope.root(Options(**options)).given(GIVEN)
    if given:
        scope = scope.child().given(given)
    return [t for s in statements(claim) for t in elaborate(s, scope)]


def goal(claim: str, given: str = "", **options):
    (only,) = typed(claim, given, **options)
    return only.problem.goal


def same(found, expected) -> bool:
    return formula_key(found) == formula_key(expected)


def test_names_products_and_transposes():
    assert goal(r"\mathbf{A}\mathbf{X} = (\mathbf{X}^\top \mathbf{A}^T)^\top") == Rel(
        "=", b.matmul(A, X), b.transpose(b.matmul(b.transpose(X), b.transpose(A)))
    )


def test_plain_letter_is_the_bold_one_if_only_that_is_declared():
    assert goal(r"A X = A X") == Rel("=", b.matmul(A, X), b.matmul(A, X))


def test_both_styles_declared_are_two_symbols():
    problem = typed(r"\lambda X = \lambda \mathbf{X}", r"X \in \mathbb{R}^{n \times p}")[0].problem
    assert len([name for name, shape in problem.variables if shape == X.shape]) == 2


def test_one_by_one_product_scales_the_rest():
    found = goal(r"\mathbf{x}^\top \mathbf{a} \mathbf{A} = \mathbf{A} \mathbf{x}^\top \mathbf{a}")
    inner = b.matmul(b.transpose(x), a)
    assert found == Rel("=", b.scale(inner, A), b.scale(inner, A))


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        (r"\mathbf{A} + \mathbf{X} = 0", ("cannot add", "m x n", "n x p")),
        (r"\mathbf{X}\mathbf{A} = 0", ("cannot multiply", "n x p", "m x n")),
        (r"\mathbf{x} = \mathbf{x}^\top", ("do not match", "n x 1", "1 x n")),
        (r"\mathbf{S} + 1 = 0", ("cannot add", "1 x 1")),
        (r"\mathbf{A} \odot \mathbf{X} = 0", ("Hadamard", "m x n", "n x p")),
        (r"\operatorname{tr}(\mathbf{A}) = 0", ("square", "m x n")),
        (r"\mathbf{A}^{-1} = 0", ("square", "m x n")),
        (r"\frac{\mathbf{A}}{\mathbf{A}^\top} = 0", ("scalar", "n x m")),
    ],
)
def test_ill_typed_says_what_and_both_shapes(claim, words):
    with pytest.raises(ShapeProblem) as caught:
        typed(claim)
    assert all(word in str(caught.value) for word in words), str(caught.value)


@pytest.mark.parametrize(
    ("claim", "kind", "words"),
    [
        (r"\mathbf{A} = \mathbf{Q}", NameProblem, "Q is not declared"),
        (r"\mathbf{A} = \mathbf{I}_{k}", NameProblem, "k is not declared as a size"),
        (r"\operatorname{tr}(\mathbf{I}) = 1", NameProblem, "cannot be inferred"),
        (r"\mathbf{A}", SyntaxProblem, "relation"),
        (r"\mathbf{A} \approx \mathbf{A}", NotSupported, "approx"),
        (r"\frac{\partial^2 \mathbf{X}}{\partial \mathbf{X}} = 0", SyntaxProblem, "order 2"),
    ],
)
def test_refusals_name_the_reason(claim, kind, words):
    with pytest.raises(kind) as caught:
        typed(claim)
    assert words in str(caught.value)


def test_did_you_mean():
    with pytest.raises(NameProblem, match="did you mean"):
        typed(r"\lambda = \beta_1", r"\beta_{10} \in \mathbb{R}")


# Inferred sizes.


def test_identity_takes_the_order_of_its_neighbors():
    found = goal(r"\mathbf{I}_{mn} \operatorname{vec}_r(\mathbf{A}) = \mathbf{I}_{nm} \operatorname{vec}_r(\mathbf{A})")
    assert found.lhs == found.rhs == b.matmul(b.eye(dim("m", "n")), b.vecr(A))


def test_identity_without_size():
    assert goal(r"\mathbf{I} \mathbf{A} = \mathbf{A} \mathbf{I}") == Rel(
        "=", b.matmul(b.eye(dim("m")), A), b.matmul(A, b.eye(dim("n")))
    )


def test_zero_takes_any_shape():
    assert goal(r"\mathbf{A} - \mathbf{A} = 0").rhs == b.zeros(dim("m"), dim("n"))


def test_unlike_factor_order_is_a_reshape_not_an_error():
    found = goal(r"\frac{\partial \mathbf{X}}{\partial \mathbf{X}} = \mathbf{I}_p \otimes \mathbf{I}_n")
    assert found.rhs.op == "reshape"


def test_equal_sizes_are_written_out():
    problem = typed(
        r"\mathbf{Y} \in \mathbb{R}^{h d_k \times h}", r"d = h d_k, \quad \mathbf{Y} \in \mathbb{R}^{d \times h}"
    )[0].problem
    assert problem.variables == (("Y", Shape(dim("h", "d_k"), dim("h"))),)
    assert problem.rules.relations == (("=", Size.of("d") - Size.of("h") * Size.of("d_k")),)


# Derivatives.


def test_derivative_binds_a_fresh_name():
    found = goal(
        r"\frac{\partial \mathbf{A}\mathbf{X}\mathbf{B}}{\partial \mathbf{X}} = \mathbf{A} \otimes \mathbf{B}^\top"
    )
    body = b.matmuls(A, var("X~0", "n", "p"), B)
    assert same(found, Rel("=", b.deriv(body, "X~0", X), b.kron(A, b.transpose(B))))


def test_numerator_without_brackets_is_the_whole_numerator():
    found = goal(r"\frac{\partial \mathbf{A} \otimes \mathbf{X}}{\partial \mathbf{X}} = 0")
    assert found.lhs.args[0].op == "kron"


def test_vectorization_option():
    found = goal(
        r"\frac{\partial \mathbf{A}\mathbf{X}}{\partial \mathbf{X}} = \mathbf{I}_p \otimes \mathbf{A}",
        vectorization="vec",
    )
    assert found.lhs.data[1] == "vec"
    assert found.lhs.shape == Shape(dim("p", "m"), dim("p", "n"))


def test_denominator_says_the_vectorization():
    found = goal(
        r"\frac{\partial \mathrm{vec}(\mathbf{A}\mathbf{X})}{\partial \mathrm{vec}(\mathbf{X})^\top} = \mathbf{I}_p \otimes \mathbf{A}"
    )
    assert found.lhs.data[1] == "vec"


def test_through_definitions_and_by_a_defined_name():
    given = r"\mathbf{Y} := \mathbf{X}\mathbf{B}, \quad \mathbf{Z} := \mathbf{A}\mathbf{Y}"
    through = goal(r"\frac{\partial \mathbf{Z}}{\partial \mathbf{B}} = 0", given).lhs
    assert same(
        Rel("=", through, through),
        Rel("=", d := b.deriv(b.matmul(A, b.matmul(X, var("B~0", "p", "q"))), "B~0", B), d),
    )
    by = goal(r"\frac{\partial \mathbf{Z}}{\partial \mathbf{Y}} = 0", given).lhs
    assert by.args[1] == b.matmul(X, B)
    assert by.args[0] == b.matmul(A, b.var(by.data[0], Shape.of("n", "q")))


def test_absent_defined_name_is_an_error_not_zero():
    with pytest.raises(NameProblem, match="does not occur"):
        typed(
            r"\frac{\partial \mathbf{F}}{\partial \mathbf{Y}} = 0",
            r"\mathbf{Y} := 2\mathbf{A}, \quad \mathbf{F} := 3\mathbf{A}",
        )


def test_absent_declared_name_is_a_zero_derivative():
    assert goal(r"\frac{\partial \mathbf{A}}{\partial \mathbf{X}} = 0").lhs.op == "deriv"


def test_derivative_by_a_subexpression():
    found = goal(r"\frac{\partial \operatorname{ReLU}(\mathbf{A}\mathbf{X})}{\partial (\mathbf{A}\mathbf{X})} = 0").lhs
    assert found.args[1] == b.matmul(A, X)
    assert found.args[0] == b.map_("relu", b.var(found.data[0], Shape.of("m", "p")))


def test_layouts():
    claim = r"\frac{\partial\, \mathbf{a}^\top\mathbf{x}}{\partial \mathbf{x}} = \mathbf{a}"
    (other,) = typed(claim)
    assert [(name, isinstance(problem, ShapeProblem)) for name, problem in other.readings] == [
        ("numerator layout", True),
        ("gradient layout", False),
    ]
    assert goal(claim, layout="gradient").lhs.op == "grad"
    (row,) = typed(claim + r"^\top")
    assert row.readings == ()


def test_nabla_and_directional():
    assert goal(r"\nabla_{\mathbf{x}} (\mathbf{a}^\top \mathbf{x}) = \mathbf{a}").lhs.op == "grad"
    given = r"\Delta \mathbf{X} \in \mathbb{R}^{n \times p}, \quad \mathbf{G}(\mathbf{X}) := \mathbf{X}\mathbf{X}^\top"
    found = goal(r"D_{\mathbf{X}} \mathbf{G}(\mathbf{X})[\Delta \mathbf{X}] = 0", given).lhs
    assert found.op == "frechet"
    assert found.args[2] == b.var("Delta X", X.shape)


def test_differentials_are_arbitrary_directions():
    found = typed(r"\mathrm{d}(\mathbf{A}\mathbf{X}) = \mathbf{A}\,\mathrm{d}\mathbf{X}")[0].problem
    assert found.goal.lhs.op == "frechet"
    assert found.goal.rhs == b.matmul(A, b.var("dX", X.shape))


def test_second_derivative_order_of_variables():
    found = goal(r"\frac{\partial^2 \mathbf{A}\mathbf{X}\mathbf{B}}{\partial \mathbf{X} \partial \mathbf{B}} = 0").lhs
    assert found.shape == Shape(dim("m", "q", "n", "p"), dim("p", "q"))


# Functions.


def test_function_at_another_argument():
    given = r"\mathbf{C} \in \mathbb{R}^{n \times p}, \quad \mathbf{G}(\mathbf{X}) := \mathbf{X}^\top\mathbf{X}"
    found = goal(r"\mathbf{G}(\mathbf{X} + \mathbf{C}) = \mathbf{G}", given)
    whole = b.add(X, var("C", "n", "p"))
    assert found == Rel("=", b.matmul(b.transpose(whole), whole), b.matmul(b.transpose(X), X))


def test_function_adapts_to_other_sizes():
    given = r"\mathbf{z} \in \mathbb{R}^{k}, \quad \Lambda(\mathbf{z}) := \operatorname{diag}(\mathbf{z}) - \mathbf{z}\mathbf{z}^\top"
    assert goal(r"\Lambda(\mathbf{x}) = 0", given).lhs.shape == Shape.of("n", "n")


def test_function_refuses_a_wrong_shape():
    with pytest.raises(ShapeProblem, match="takes an argument"):
        typed(r"\mathbf{G}(\mathbf{A}) = 0", r"\mathbf{G}(\mathbf{S}) := \mathbf{S}^2")


def test_abstract_functions():
    problem = typed(
        r"\frac{\partial \mathbf{U}}{\partial \mathbf{X}} = 0", r"\mathbf{U}(\mathbf{X}) \in \mathbb{R}^{k \times l}"
    )[0].problem
    assert problem.functions == (("U", (X.shape,), Shape.of("k", "l")),)


# Indices.


def test_free_indices_and_their_ranges():
    problem = typed(r"A_{i,j} X_{j,k} = 0")[0].problem
    assert problem.indices == (
        ("i", Size.of(1), Size.of("m")),
        ("j", Size.of(1), Size.of("n")),
        ("k", Size.of(1), Size.of("p")),
    )


def test_index_over_two_lengths_is_ill_typed():
    with pytest.raises(ShapeProblem, match="runs over"):
        typed(r"\sum_i A_{i,i} = 0")


def test_shifted_index_shortens_the_range():
    problem = typed(r"x_{i+1} - x_i = 0")[0].problem
    assert problem.indices == (("i", Size.of(1), Size.of("n") - 1),)


def test_family_beside_a_matrix_of_the_same_letter():
    given = r"P := \operatorname{softmax}(\mathbf{S}), \quad P_i := P_{i,:}^\top"
    found = goal(r"P_i = P_{i,:}^\top", given)
    assert found.lhs == found.rhs


def test_entrywise_definition():
    found = goal(r"\mathbf{V} = 0", r"\mathbf{V}_{i,j} := \mathbf{A}_{i,j} + 1").lhs
    assert found.op == "blocks"
    assert found.shape == A.shape


def test_dots():
    found = goal(
        r"\frac{\partial \operatorname{diag}(\mathbf{x})}{\partial \mathbf{x}} = (e_1 \otimes e_1 \dots e_n \otimes e_n)"
    ).rhs
    assert found.op == "blocks"
    assert found.shape == Shape(dim("n", "n"), dim("n"))


def test_dots_must_fit_the_elements():
    with pytest.raises(SyntaxProblem, match="does not fit"):
        typed(r"(e_1 \;\; e_3 \dots e_n) = \mathbf{I}_n")
    with pytest.raises(SyntaxProblem, match="does not fit"):
        typed(r"[e_1, e_3, \dots, e_n] = \mathbf{I}_n")


# Bracketings, statements, hypotheses.


def test_two_bracketings_are_two_readings():
    (found,) = typed(r"\mathbf{S} \mathbf{R} \odot \mathbf{S} = 0")
    assert len(found.readings) == 2
    assert found.problem.goal.lhs == b.hadamard(b.matmul(S, R), S)
    assert found.readings[1][1].goal.lhs == b.matmul(S, b.hadamard(R, S))
    assert alpha_key(found.readings[0][1]) != alpha_key(found.readings[1][1])


def test_only_bracketing_that_types_is_taken_and_noted():
    (found,) = typed(r"\mathbf{A} \mathbf{S} \odot \mathbf{R} = 0")
    assert found.readings == ()
    assert found.problem.goal.lhs == b.matmul(A, b.hadamard(S, R))
    assert any("only bracketing" in note for note in found.notes)


def test_chain_is_split_into_links():
    links = typed(r"\|\mathbf{A}\|_2 \le \|\mathbf{A}\|_F \le 2 \|\mathbf{A}\|_F")
    assert [t.problem.goal.op for t in links] == ["<=", "<="]


def test_implication_is_one_goal():
    found = goal(r"\mathbf{S}\mathbf{x} = \lambda\mathbf{x} \implies \mathbf{S}^2\mathbf{x} = \lambda^2\mathbf{x}")
    assert isinstance(found, Logic)
    assert found.op == "implies"


def test_differential_in_a_premise_is_arbitrary():
    given = r"\mathbf{F}(\mathbf{X}) := \mathbf{A}\mathbf{X}, \quad \mathbf{J} \in \mathbb{R}^{mp \times np}"
    found = goal(
        r"\mathrm{d}\,\mathrm{vec}_r(\mathbf{F}) = \mathbf{J}\,\mathrm{d}\,\mathrm{vec}_r(\mathbf{X}) \implies \frac{\partial \mathbf{F}}{\partial \mathbf{X}} = \mathbf{J}",
        given,
    )
    assert isinstance(found.args[0], Quantified)
    assert found.args[0].names == (("dX", X.shape),)


def test_conditions_of_a_block():
    scope = Scope.root().given(GIVEN)
    (found,) = elaborate_block(statements(r"\delta_{ij} S_{i,j} = 0, \quad i \ne j"), scope)
    assert found.problem.hypotheses == (Rel("!=", b.size("i"), b.size("j")),)


def test_order_with_a_stated_limit():
    scope = Scope.root().given(GIVEN)
    (found,) = elaborate_block(statements(r"t^2 = O(t) \quad \text{as } t \to 0"), scope)
    assert (found.problem.goal.op, found.problem.goal.data) == ("O", ("t", "zero"))


def test_existence():
    scope = Scope.root().given(GIVEN)
    (found,) = elaborate_block(
        statements(r"\exists C \in \mathbb{R}^{n \times n} : \kappa(\mathbf{S} + C) \le 2"), scope
    )
    assert (found.problem.goal.kind, len(found.problem.goal.names)) == ("exists", 1)


def test_supremum_takes_the_hypotheses_of_its_variable():
    given = r"\mathbf{p} \in \mathbb{R}^{n}, \quad \mathbf{p} \ge 0, \quad \mathbf{1}^\top\mathbf{p} = 1"
    problem = typed(r"\sup_{\mathbf{p}} \|\mathbf{p}\|_2 = 1", given)[0].problem
    assert problem.goal.lhs.op == "sup"
    assert len(problem.goal.lhs.data[1]) == 2
    assert problem.hypotheses == ()
    assert problem.variables == ()


def test_supremum_over_a_direction_binds_the_direction_alone():
    given = r"X, \Delta X \in \mathbb{R}^{n \times d}"
    problem = typed(r"\sup_{\Delta X \ne 0} \frac{\|\Delta X\|_F}{\|X\|_F} = 1", given)[0].problem
    assert [name for name, _ in problem.variables] == ["it.X"]


def test_unrelated_hypotheses_stay_out():
    given = r"\mathbf{p} \in \mathbb{R}^{n}, \quad \mathbf{1}^\top\mathbf{p} = 1"
    assert typed(r"\mathbf{x} = \mathbf{x}", given)[0].problem.hypotheses == ()


def test_shared_definitions_stay_small():
    given = ", ".join(rf"Y_{{{k + 1}}} := Y_{{{k}}} \odot Y_{{{k}}}" for k in range(1, 60))
    problem = typed(r"Y_{60} = 0", r"Y_1 := \mathbf{X}, \quad " + given)[0]
    assert problem.understood.endswith("_{n \\times p}")


def test_deep_definitions_end_in_a_clear_error():
    given = ", ".join(rf"Y_{{{k + 1}}} := \operatorname{{ReLU}}(Y_{{{k}}})" for k in range(1, 700))
    with pytest.raises(NotSupported, match="nested"):
        typed(r"Y_{700} = 0", r"Y_1 := \mathbf{X}, \quad " + given)


def test_understood_shows_inferred_sizes():
    (found,) = typed(r"\mathbf{I} \mathbf{A} = \mathbf{A}")
    assert found.understood == r"\mathbf{I}_{m} A = A"
    assert core_to_latex(b.kron(b.add(A, A), X)) == r"\left(A + A\right) \otimes X"


def test_derivative_by_a_row():
    found = goal(r"\frac{\partial \mathbf{S}_{i,:}}{\partial \mathbf{S}_{j,:}} = \delta_{ij} \mathbf{I}_n").lhs
    assert found.op == "deriv"
    assert found.args[1] == b.zeros((), dim("n"))


def test_largest_singular_value_beside_a_declared_sigma():
    given = r"\sigma \in \mathbb{R}, \quad f: \mathbb{R}^{n} \to \mathbb{R}"
    assert goal(r"\sigma_{\max}(\mathbf{A}) = \sigma", given).lhs == b.sigma(A, "max")


CONFORMANCE_BAD = {
    "undeclared": (r"\mathbf{A} = \mathbf{Q}", NameProblem),
    "unbalanced": (r"\left(\mathbf{A} + \mathbf{A} = 2\mathbf{A}", SyntaxProblem),
}


@pytest.mark.parametrize("name", sorted(CONFORMANCE_BAD))
def test_bad_formulas(name):
    claim, kind = CONFORMANCE_BAD[name]
    with pytest.raises(kind):
        typed(claim)


def test_derivative_by_a_function_value_is_by_that_expression():
    given = r"\mathbf{U} \in \mathbb{R}^{m \times p}, \quad \sigma(\mathbf{U}) := \operatorname{ReLU}(\mathbf{U})"
    found = goal(
        r"\frac{\partial \sigma(\mathbf{A}\mathbf{X})\mathbf{B}}{\partial \sigma(\mathbf{A}\mathbf{X})} = 0", given
    ).lhs
    assert found.args[1] == b.map_("relu", b.matmul(A, X))


def test_bracketed_vec_in_a_denominator():
    found = goal(
        r"\frac{\partial \mathrm{vec}_r(\mathbf{A}\mathbf{X})}{\partial (\mathrm{vec}_r(\mathbf{X}))^\top} = 0"
    ).lhs
    assert found.args[1] == X


@pytest.mark.parametrize(
    ("claim", "equal"),
    [
        (r"\operatorname{tr}(\mathbf{S}^2) = \operatorname{tr}(\mathbf{S})^\top{}^2", False),
        (r"\operatorname{tr}(\mathbf{S})^2 = \operatorname{tr}(\mathbf{S})^\top{}^2", True),
        (r"\operatorname{erf}(\mathbf{S})^\top{}^2 = (\operatorname{erf}(\mathbf{S})^\top)^2", True),
        (r"\operatorname{erf}(\mathbf{S})^2{}^\top = \operatorname{erf}(\mathbf{S}^2)^\top", False),
    ],
)
def test_scripts_after_an_argument_are_the_values(claim, equal):
    """However many scripts follow f(x), they apply to f(x), not to x."""
    import derive

    verdict = derive.check(claim, given=r"\mathbf{S} \in \mathbb{R}^{n \times n}").verdict
    assert verdict == ("holds" if equal else "refuted")


def test_an_entry_of_a_declared_matrix_is_a_hypothesis():
    """``B_{i,j} = 1/L`` for all i, j says what B is; it does not declare a size of that name."""
    import derive

    given = r"\mathbf{T} \in \mathbb{R}^{L \times L}, \mathbf{B}(\mathbf{T}) := \operatorname{softmax}(\mathbf{T}), \mathbf{B}_{i,j} = "
    claim = r"\mathbf{B} = \frac{1}{L} \mathbf{1}_{L \times L}"
    assert derive.check(claim, given=given + r"\frac{1}{L}").verdict == "holds"
    given = r"B \in \mathbb{R}^{L \times L}, B_{i,j} = \frac{1}{L + 1}"
    assert derive.check(claim.replace(r"\mathbf{B}", "B"), given=given).verdict == "refuted"


def test_a_range_may_begin_at_an_index_of_the_same_block():
    import derive

    given = r"n \ge 3, x \in \mathbb{R}^n, k \in \{2, \dots, n - 1\}, q \in \{k, \dots, n\}"
    assert derive.check(r"x_q^2 \ge 0", given=given).verdict in ("holds", "not-refuted")
