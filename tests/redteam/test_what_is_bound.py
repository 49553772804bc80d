r"""Pairs of short statements whose truth is known by hand: which letter a sum binds, what a quantifier binds anew."""

import pytest

import derive
from derive import build as b
from derive.core import Quantified, Rel
from derive.errors import NotSupported
from derive.index.road import prove
from derive.language.parsing.parser import statements
from derive.language.problems.elaborate import elaborate_block
from derive.language.scope.scope import Scope

GIVEN = r"x, y \in \mathbb{R}^{n}, \quad A \in \mathbb{R}^{n \times n}"


def verdict(claim: str, given: str = GIVEN) -> str:
    return derive.check(claim, given=given, effort="quick").verdict


def problem(claim: str, given: str = GIVEN):
    scope = Scope.root().given(given)
    (typed,) = elaborate_block(statements(claim), scope)
    return typed.problem


@pytest.mark.parametrize(
    ("claim", "free"),
    [
        (r"\sum_{j \ne i} A_{ij} = \sum_j A_{ij} - A_{ii}", {"i"}),
        (r"\sum_{j < i} A_{ij} + A_{ii} = \sum_{j \le i} A_{ij}", {"i"}),
        (r"\sum_{j \ne i} A_{ij} = 0 \quad \forall i", {"i"}),
        (r"\sum_{i \ne j} A_{ij} = \mathbf{1}^\top A \mathbf{1} - \operatorname{tr} A", set()),
        (r"\sum_i \sum_{j \ne i} A_{ij} = \mathbf{1}^\top A \mathbf{1} - \operatorname{tr} A", set()),
        (r"\sum_{i < j} A_{ij} = \sum_{i > j} A_{ji}", set()),
    ],
)
def test_a_sum_binds_the_letters_of_its_condition_that_stand_for_nothing_else(claim: str, free: set[str]) -> None:
    assert {name for name, _, _ in problem(claim).indices} == free


def test_a_letter_that_the_body_does_not_use_may_be_meant_as_free() -> None:
    with pytest.raises(NotSupported, match="which letter it binds"):
        problem(r"\sum_{j \ne i} x_j \le \sum_j |x_j|")


def test_false_sums_under_a_condition_are_refuted() -> None:
    assert verdict(r"\sum_{j \ne i} A_{ij} = \sum_j A_{ij}") == "refuted"
    assert verdict(r"\sum_{i \ne j} A_{ij} = \mathbf{1}^\top A \mathbf{1}") == "refuted"


def test_comparisons_of_indices_are_equal_on_a_set_that_counts() -> None:
    false = problem(r"\sum_{j < i} A_{ij} = \sum_{j \le i} A_{ij}")
    assert prove(false).outcome == "none"
    assert verdict(r"\sum_{j < i} A_{ij} = \sum_{j \le i} A_{ij}") == "refuted"
    true = problem(r"\sum_{i < j} A_{ij} + \sum_{i \ge j} A_{ij} = \sum_{i, j} A_{ij}")
    assert prove(true).outcome == "agree"


@pytest.mark.parametrize(
    "hypothesis", [r"A y = 0 \quad \forall y \in \mathbb{R}^n", r"A y = 0 \text{ for all } y \in \mathbb{R}^n"]
)
def test_a_hypothesis_binds_a_declared_name_anew(hypothesis: str) -> None:
    (found,) = Scope.root().given(GIVEN).given(hypothesis).all_hypotheses()
    assert isinstance(found.formula, Quantified) and found.formula.kind == "forall"
    assert verdict(r"A x = 0", GIVEN + r" \\ " + hypothesis) not in ("refuted", "needs-hypothesis")


def test_a_hypothesis_binds_a_declared_index_anew() -> None:
    given = GIVEN + r", \quad i, j \in \{1, \dots, n\} \\ x_i = 0 \quad \forall i"
    (found,) = Scope.root().given(given).all_hypotheses()
    assert isinstance(found.formula, Quantified) and isinstance(found.formula.body, Rel)


@pytest.mark.parametrize(
    "claim", [r"\forall y \in \mathbb{R}^n: y \ge 0", r"\forall y \ge 0: y > 0", r"y > 0 \text{ for all } y \ge 0"]
)
def test_every_y_may_mean_every_y_of_the_hypotheses(claim: str) -> None:
    with pytest.raises(NotSupported, match="which hypotheses restrict"):
        problem(claim, GIVEN + r", \quad y > 0")
    assert problem(claim).goal.lhs == b.var("y", problem(claim).goal.lhs.shape)


@pytest.mark.parametrize(
    "claim",
    [
        r"\forall z \in \mathbb{R}^n: \|z\|_2 \le 2 \|x\|_2",
        r"\forall z: z = 2 x",
        r"\forall t > -1: t \ge 0",
        r"z = 2 x \quad \text{for all } z \in \mathbb{R}^n",
        r"\forall t \in \mathbb{R}, t < 4: t \ge 0",
    ],
)
def test_a_quantifier_over_a_defined_name_does_not_speak_of_its_definition(claim: str) -> None:
    with pytest.raises(NotSupported, match="which is defined"):
        problem(claim, GIVEN + r", \quad z := 2 x, \quad t := \|x\|_2")


def test_neighbors_of_defined_names_keep_their_meaning() -> None:
    given = GIVEN + r", \quad z := 2 x, \quad t := \|x\|_2"
    assert verdict(r"\forall s \in \mathbb{R}: s \ge 0", given) == "refuted"
    assert verdict(r"z = 2 x \quad \text{where } z \in \mathbb{R}^n", given) == "holds"
    assert verdict(r"\forall s > 0: s t \ge 0", given) == "holds"


@pytest.mark.parametrize(
    ("claim", "answer"), [(r"n = 2 \implies n^2 = 4", "holds"), (r"n = 2 \implies n^2 = 5", "refuted")]
)
def test_hypotheses_on_sizes_alone(claim: str, answer: str) -> None:
    assert verdict(claim) == answer


def test_a_negation_begins_a_line() -> None:
    first, second = elaborate_block(statements(r"x = x \\ \neg (A = A)"), Scope.root().given(GIVEN))
    assert first.problem.goal != second.problem.goal
