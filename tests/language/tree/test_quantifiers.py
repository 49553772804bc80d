"""Quantifiers, negations, orders, limits and cases: what governs a claim is never lost and never governs another one."""

import pytest

from derive.core import Logic, Quantified, Rel
from derive.errors import DeriveError, NameProblem, NotSupported, ShapeProblem
from derive.language.parsing.parser import statements
from derive.language.printing.core_latex import formula_to_latex
from derive.language.problems.elaborate import elaborate_block
from derive.language.scope.scope import Scope

GIVEN = r"""
A, P \in \mathbb{R}^{n \times n}, \quad X, \Delta X \in \mathbb{R}^{n \times m}, \quad h \in \mathbb{R}, \quad v \in \mathbb{R}^{m}, \quad
f(X) := X^\top X
"""


def typed(claim: str, given: str = ""):
    scope = Scope.root().given(GIVEN)
    if given:
        scope = scope.child().given(given)
    return elaborate_block(statements(claim), scope)


def problem(claim: str, given: str = ""):
    (only,) = typed(claim, given)
    return only.problem


def hypotheses(given: str) -> list[str]:
    return [formula_to_latex(h.formula) for h in Scope.root().given(GIVEN).given(given).all_hypotheses()]


def test_existence_binds_all_names_before_the_colon():
    goal = problem(r"\exists B, C \in \mathbb{R}^{n \times n} : A = B C").goal
    assert isinstance(goal, Quantified) and goal.kind == "exists" and len(goal.names) == 2


def test_restrictions_of_an_existence_are_part_of_it():
    found = problem(r"\exists x \in \mathbb{R}^{n} : x \ne 0, \quad A x = 0")
    assert isinstance(found.goal, Quantified) and isinstance(found.goal.body, Logic) and found.goal.body.op == "and"
    assert not found.hypotheses and [name for name, _ in found.variables if name == "x"] == []


def test_order_of_quantifiers():
    goal = problem(r"\exists c > 0 : \forall x \in \mathbb{R}^n : \|A x\| \le c \|x\|").goal
    assert isinstance(goal, Quantified) and goal.kind == "exists" and isinstance(goal.body, Logic)
    inner = goal.body.args[-1]
    assert isinstance(inner, Quantified) and inner.kind == "forall"


def test_outermost_universal_names_are_variables():
    found = problem(r"\forall x, y \in \mathbb{R}^{n} : x^\top y = y^\top x")
    assert isinstance(found.goal, Rel) and [name for name, _ in found.variables] == ["x", "y"]


@pytest.mark.parametrize(
    "claim",
    [
        r"P_{ij} = 0 \quad \forall i \ne j",
        r"\forall i \ne j: P_{ij} = 0",
        r"P_{ij} = 0, \quad i \ne j",
        r"P_{ij} = 0 \text{ for } i \ne j",
    ],
)
def test_a_condition_on_indices_is_a_hypothesis(claim):
    (condition,) = problem(claim).hypotheses
    assert isinstance(condition, Rel) and condition.op == "!="


def test_a_leading_condition_governs_its_statement_only():
    first, second = typed(r"\forall i \ne j: P_{ij} = 0, \quad P_{ij} \ge 0")
    assert first.problem.hypotheses and not second.problem.hypotheses


def test_an_implication_among_what_exists_is_refused():
    with pytest.raises(NotSupported):
        typed(r"\exists x \in \mathbb{R}^{n} : x \ne 0, \quad A x = 0 \implies \det(A) = 0")


def test_negation():
    goal = problem(r"\neg (A = A^\top)").goal
    assert isinstance(goal, Logic) and goal.op == "not"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (
            r"P_{ij} = 0 \quad \forall i \ne j",
            r"\forall i \in \{1, \dots, n\}, j \in \{1, \dots, n\} : i \ne j \implies P_{i,j} = 0",
        ),
        (r"P_{ii} = 0 \quad \forall i \in \{2, \dots, n\}", r"\forall i \in \{2, \dots, n\} : P_{i,i} = 0"),
        (r"x^\top P x \ge 0 \quad \forall x \in \mathbb{R}^n", r"\forall x \in \mathbb{R}^{n} : x^{\top} P x \ge 0"),
        (r"P \ne 0 \text{ if } n \ge 2", r"n \ge 2 \implies P \ne \mathbf{0}_{n \times n}"),
        (r"\exists y \in \mathbb{R}^n : P y = 0", r"\exists y \in \mathbb{R}^{n} : P y = \mathbf{0}_{n}"),
    ],
)
def test_hypotheses_keep_their_conditions(given, expected):
    (found,) = hypotheses(given)
    assert found == expected


def test_a_definition_under_a_condition_is_refused():
    with pytest.raises(NotSupported):
        Scope.root().given(GIVEN).given(r"Q_{ij} := P_{ji} \quad \forall i \ne j")


@pytest.mark.parametrize(
    ("claim", "op", "data"),
    [
        (r"\frac{1}{n} \to 0 \quad \text{as } n \to \infty", "to", ("n", "infinity")),
        (r"\frac{1}{n} \to 0, \quad n \to \infty", "to", ("n", "infinity")),
        (r"\frac{1}{n} \xrightarrow{n \to \infty} 0", "to", ("n", "infinity")),
        (r"h^2 = o(h) \quad (h \to 0)", "o", ("h", "zero")),
        (r"h^2 = o(h)", "o", ("h", "zero")),
        (r"n^2 + n \sim n^2 \text{ as } n \to \infty", "~", ("n", "infinity")),
        (r"n^2 + n \in \Theta(n^2)", "Theta", ("n", "infinity")),
        (r"f(X + \Delta X) = f(X) + \mathcal{O}(\|\Delta X\|)", "O", ("Delta X", "zero")),
        (r"\lim_{\Delta X \to 0} \|\Delta X\| = 0", "to", ("Delta X", "zero")),
        (r"\frac{\|\Delta X\|^2}{\|\Delta X\|} \to 0 \quad \text{as } \|\Delta X\| \to 0", "to", ("Delta X", "zero")),
    ],
)
def test_orders_and_limits(claim, op, data):
    goal = problem(claim).goal
    assert isinstance(goal, Rel) and (goal.op, goal.data) == (op, data)


@pytest.mark.parametrize("claim", [r"f(X) \to 0", r"h \sim h", r"\|X\| = O(\|\Delta X\| h)", r"X = O(n)"])
def test_limits_without_saying_what_tends_are_refused(claim):
    with pytest.raises(NotSupported):
        typed(claim)


def test_upper_limits_are_nodes_of_their_own():
    goal = problem(r"\limsup_{h \to 0} h \le 0").goal
    assert isinstance(goal, Rel) and goal.lhs.op == "limsup"


def test_points_that_no_case_covers_are_left_out():
    found = problem(
        r"\frac{\partial \operatorname{ReLU}(h)}{\partial h} = \begin{cases} 1 & \text{if } h > 0, \\ 0 & \text{if } h < 0 \end{cases}"
    )
    (left_out,) = found.hypotheses
    assert isinstance(left_out, Rel) and left_out.op == "!=" and any("left out" in note for note in found.notes)
    covering = problem(r"|h| = \begin{cases} h & h \ge 0 \\ -h & h < 0 \end{cases}")
    assert not covering.hypotheses


def test_gaps_between_cases_are_refused():
    with pytest.raises(NotSupported):
        typed(r"|h| = \begin{cases} h & h \ge 0 \\ -h & h < -1 \end{cases}")
    with pytest.raises(DeriveError):
        Scope.root().given(GIVEN).given(r"g(h) := \begin{cases} 1 & h > 0 \\ 0 & h < 0 \end{cases}")


def test_the_size_of_a_unit_vector_can_be_said():
    with pytest.raises(NameProblem):
        typed(r"\|\mathbf{e}_2 v^\top\| = \|v\|")
    found = problem(r"\|\mathbf{e}_2 v^\top\| = \|v\| \quad \text{with } \mathbf{e}_2 \in \mathbb{R}^n")
    assert "n" in found.sizes
    with pytest.raises(ShapeProblem):
        typed(r"v^\top \mathbf{e}_2 = v_2 \quad \text{with } \mathbf{e}_2 \in \mathbb{R}^n")


def test_an_index_that_only_a_definition_mentions_is_quantified():
    found = problem(r"w = w", r"i \in \{1, \dots, n\}, \quad w := X_{i,:}")
    assert [index[0] for index in found.indices] == ["i"]


def test_what_is_differentiated_is_named():
    with pytest.raises(NameProblem, match=r"Q does not occur in f"):
        typed(r"\frac{\partial f}{\partial Q} = 0", r"Q := A + A")
