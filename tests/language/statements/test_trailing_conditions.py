r"""Conditions behind a statement: what is written behind them, ``\implies`` or a comma, never vanishes."""

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

GIVEN = r"A \in \mathbb{R}^{n \times n}, \quad x, y \in \mathbb{R}^n, \quad a, b, c \in \mathbb{R}"


def result_of(claim: str, folder, given: str = GIVEN):
    return judged(claim, given, folder)


@pytest.mark.parametrize(
    "claim",
    [
        r"x^\top A x = x^\top A^\top x \text{ for all } x \ne 0 \implies A = A^\top",
        r"x_i x_j = x_j x_i \text{ for all } i \ne j \implies x = y",
        r"x_i x_j = x_j x_i \quad \forall i \ne j \implies x = y",
        r"a^2 \ge 0 \text{ for all } a > 0 \implies b = 7",
        r"a^2 = a \cdot a \text{ if } b > 0 \implies c = 1",
        r"a b = b a \text{ for all } a > 0 \text{ if and only if } c = 0",
        r"a b = b a \text{ where } a = 1 \implies b = 2",
        r"a b = b a \text{ for } a > 0 \iff b = 0",
        r"a b = b a \text{ whenever } a > 0 \text{ only if } b = 0",
        r"a b = b a \\ \text{if } a > 0 \implies a = 7",
        r"\text{if } a > 0 \implies a = 7 \\ b^2 \ge 0",
        r"(x^\top A x = 0 \text{ for all } x \ne 0 \implies A = 7 A)",
    ],
)
def test_a_false_conclusion_is_not_lost(claim: str, tmp_path):
    assert result_of(claim, tmp_path).verdict in ("refuted", "undecided", "ambiguous", "needs-hypothesis")


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"A_{ij} = 0 \text{ for all } i \ne j \implies A^\top = A", "holds"),
        (r"A_{ij} = 0 \text{ for } i \ne j \implies A^\top = A", "holds"),
        (r"A_{ij} = 0, \quad \forall i \ne j \implies A^\top = A", "holds"),
        (r"A_{ij} = 0 \text{ for all } i \ne j \implies A^\top = 2 A", "refuted"),
        (r"A_{ij} = 0 \text{ for all } i \ne j \implies A = \operatorname{diag}(\operatorname{diag}(A))", "holds"),
        (r"\text{If } A_{ij} = 0 \text{ for all } i \ne j \text{ then } A^\top = A", "holds"),
        (r"A_{ij} = 0 \text{ for all } i, j \implies A = 0", "holds"),
        (r"x_i = 0 \text{ for all } i = 1, \dots, n \iff x = 0", "holds"),
        (r"x_i = 0 \text{ for all } i \implies x = y", "refuted"),
        (r"A t = 0 \text{ for all } t \in \mathbb{R}^n \implies A = 0", "holds"),
        (r"a = b \text{ if } c > 0 \implies a c = b c", "ambiguous"),
    ],
)
def test_a_condition_governs_the_side_that_it_follows(claim: str, verdict: str, tmp_path):
    result = result_of(claim, tmp_path)
    assert result.verdict == verdict and ("implies" in result.understood or "iff" in result.understood)


@pytest.mark.parametrize(
    "claim",
    [
        r"a > 0 \implies b > 0 \text{ for } c > 0 \implies c = 1",
        r"a b = b a, \text{ if } a > 0 \implies a = 7",
        r"a > 0 \land b > 0 \text{ for all } c > 0 \implies a = 1",
        r"x_i x_j = x_j x_i \text{ for } i \ne j, \quad x = y",
        r"x_i x_j = x_j x_i \text{ for } i \ne j,\ x = y",
        r"x_i x_j = x_j x_i \text{ for } i \ne j \text{ and } x = y",
        r"x_i x_j = x_j x_i \quad \forall i \ne j, \quad x = y",
        r"a b = b a \text{ for } a > 0, \quad |b| = b",
        r"x^\top y = y^\top x,\ \text{for } x \ne 0,\ y = 0",
    ],
)
def test_what_may_be_a_condition_or_a_claim_is_refused(claim: str, tmp_path):
    with pytest.raises(BadPaper):
        result_of(claim, tmp_path)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"a b > 0 \text{ for } a > 0, b > 0", "holds"),
        (r"a b > 0 \text{ if } a > 0 \text{ and } b > 0", "holds"),
        (r"a b = 2 \text{ for } a = 1, b = 2", "holds"),
        (r"x^\top x > 0 \quad \forall x \in \mathbb{R}^n, \; x \ne 0", "holds"),
        (r"x_i x_j = x_j x_i \text{ for } i \ne j \\ x = y", "refuted"),
    ],
)
def test_lists_of_conditions(claim: str, verdict: str, tmp_path):
    assert result_of(claim, tmp_path).verdict == verdict


def test_a_given_block_has_one_reading(tmp_path):
    given = GIVEN + r", \quad a = b \text{ if } c > 0 \implies a = 0"
    with pytest.raises(BadPaper):
        result_of("a = a", tmp_path, given)
    given = GIVEN + r", \quad x_i = 0 \text{ for all } i \implies a = 0"
    assert result_of("a = 0", tmp_path, given).verdict != "holds"


INDEXED = GIVEN + r", \quad i, j \in \{1, \dots, n\}"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"e_i^\top A e_j = A_{ij},\ i \ne j.", "holds"),
        (r"\delta_{ij} = 1, \quad i \ne j", "refuted"),
        (r"x_i = x_j \\ i = j", "refuted"),
        (r"i \le j", "refuted"),
        (r"\frac{a}{a} = 1 \quad (a \ne 0)", "holds"),
        (r"\frac{a^2}{a} = a, \quad (a \ne 0)", "holds"),
        (r"\frac{a}{a} = b \quad (b = 1, a \ne 0)", "holds"),
        (r"\frac{a}{a} = b \quad (a \ne 0)", "refuted"),
        (r"e^a \le 1 + a \quad (a \le 1)", "refuted"),
    ],
)
def test_relations_of_indices_and_relations_in_brackets_are_conditions(claim: str, verdict: str, tmp_path):
    result = result_of(claim, tmp_path, INDEXED)
    assert result.verdict == verdict


def test_a_condition_on_declared_indices_is_used(tmp_path):
    result = result_of(r"\frac{\partial x_i}{\partial x_j} = 0, \quad i \ne j", tmp_path, INDEXED)
    assert result.verdict != "refuted" and not result.links


def test_conditions_in_brackets_in_a_given_block(tmp_path):
    given = GIVEN + r", \quad x_i \ge 0 \quad (i = 1, \dots, n)"
    assert result_of(r"\mathbf{1}^\top x \ge 0", tmp_path, given).verdict == "holds"
    assert result_of(r"\mathbf{1}^\top x \ge 1", tmp_path, given).verdict == "refuted"
    given = GIVEN + r", \quad x_i \ge x_{i+1} \quad (1 \le i \le n-1)"
    assert result_of(r"x_1 \ge x_n", tmp_path, given).verdict != "refuted"


def test_a_condition_on_one_of_several_lines_is_refused(tmp_path):
    with pytest.raises(BadPaper):
        result_of(r"x_i = x_j, \quad i = j \\ x_i = x_j", tmp_path)
