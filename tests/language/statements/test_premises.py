r"""A premise on entries may be meant for one entry or for all: two readings, unless its index is fixed elsewhere."""

import pytest

from derive.core import Quantified, Rel
from derive.language.statements.premises import ALL_INDICES, ONE_INDEX
from proofs.api import ad_hoc_claim
from proofs.judging.judge import judge
from proofs.judging.understand import understand
from proofs.reading.options import How
from proofs.reading.paper import Settings
from tests.judged import judged

GIVEN = r"A \in \mathbb{R}^{m \times n}, \quad x, y \in \mathbb{R}^n, \quad B \in \mathbb{R}^{n \times n}"
BOTH = [ONE_INDEX, ALL_INDICES]


def readings(claim: str, given: str = GIVEN):
    (reading,) = understand(ad_hoc_claim(claim, given, Settings()))
    return dict(reading.links[0].typed.readings)


@pytest.mark.parametrize(
    ("claim", "names"),
    [
        (r"x_i \ge 0 \implies \|x\|_1 = \mathbf{1}^\top x", BOTH),
        (r"x_i \ge 0 \land y_i \ge 0 \implies x^\top y \ge 0", BOTH),
        (r"A_{ij} = 0 \implies A = 0", BOTH),
        (r"x_i \ge 0 \implies x_i + 1 > 0", []),
        (r"i \ne j \implies B_{ij} = B_{ji}", []),
        (r"x \ge 0 \implies \|x\|_1 = \mathbf{1}^\top x", []),
        (r"\|x\|_1 = 0 \implies x_i = 0", []),
    ],
)
def test_readings(claim: str, names: list[str]):
    assert list(readings(claim)) == names


def test_an_index_that_is_declared_is_one_number():
    given = GIVEN + r", \quad k \in \{1, \dots, n\}"
    assert not readings(r"x_k \ge 0 \implies \|x\|_1 = \mathbf{1}^\top x", given)


def test_conditions_on_the_indices_stay_with_the_premise():
    every = readings(r"i < j \land \|B_{:,i}\|_2 = B_{ij} \implies \|B\|_F^2 = \sum_{k=1}^n B_{kk}^2")[ALL_INDICES]
    assert not every.indices
    premise = every.goal.args[0]
    assert isinstance(premise, Quantified) and len(premise.names) == 2 and premise.body.op == "implies"
    matrices = readings(r"i \ne j \land B_{ij} = 0 \implies \|B\|_F^2 = \sum_{k=1}^n B_{kk}^2")[ALL_INDICES]
    assert isinstance(matrices.goal.args[0], Rel) and matrices.goal.args[0].rhs.op == "diag"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"A_{ij} = 0 \implies A = 0", "ambiguous"),
        (r"A_{ij} = 0 \implies \operatorname{tr}(A A^\top) = n", "refuted"),
        (r"A_{ij} = 0 \implies \|A\|_F \ge 0", "holds"),
        # a premise may define a variable
        (r"B = x y^\top \implies \operatorname{tr}(B) = x^\top y", "holds"),
        (r"B = x y^\top \implies \operatorname{tr}(B) = x^\top x", "refuted"),
        (r"B = 0 \implies B x = x", "refuted"),
        (r"A \mathbf{1}_n = 0 \implies A \mathbf{1}_n \mathbf{1}_n^\top = 0", "holds"),
    ],
)
def test_verdicts(claim: str, verdict: str, tmp_path):
    how = How(effort="quick", certificates=tmp_path)
    assert judge(ad_hoc_claim(claim, GIVEN, Settings()), how).verdict == verdict


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (r"A_{ij} = 0 \text{ for } i \ne j", r"\|A\|_F^2 = \sum_{k=1}^n A_{kk}^2", "holds"),
        (r"A_{ij} = 0 \text{ for } i \ne j", r"(A B)_{ij} = A_{ii} B_{ij}", "holds"),
        (r"A_{ij} = 0 \text{ for } i \ne j", r"(A B)_{ij} = A_{jj} B_{ij}", "refuted"),
        (r"A = I \odot A", r"A^\top = A", "holds"),
        (r"A^\top = -A", r"x^\top A x = 0", "holds"),
        (r"A = -A^\top", r"(I - A)^\top (I - A) = (I + A)^\top (I + A)", "holds"),
        (r"A = -A^\top", r"A A = 0", "refuted"),
        (r"A_{ij} = 0 \text{ for } i < j", r"\operatorname{tr}(A A^\top) = \sum_{k=1}^n A_{kk}^2", "refuted"),
        (r"A_{ij} = 0 \text{ for } i < j", r"\operatorname{tr}(A A) = \sum_{k=1}^n A_{kk}^2", "holds"),
        (r"A_{ij} = A_{ji}", r"A = A^\top", "holds"),
        (r"x_i \ge 0", r"\mathbf{1}^\top x \ge 0", "holds"),
        (r"x_i \ge 0", r"\mathbf{1}^\top x \ge 1", "refuted"),
    ],
)
def test_statements_about_all_entries_are_used(given: str, claim: str, verdict: str, tmp_path):
    how = How(effort="quick", certificates=tmp_path)
    declared = r"A, B \in \mathbb{R}^{n \times n}, \quad x \in \mathbb{R}^n, \quad "
    assert judge(ad_hoc_claim(claim, declared + given, Settings()), how).verdict == verdict


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (r"S_{ij} = x_j y_i", r"S = y x^\top", "holds"),
        (r"S_{ij} = x_j y_i", r"S = x y^\top", "refuted"),
        (r"\sum_j S_{ij} = 1", r"S^2 \mathbf{1}_n = \mathbf{1}_n", "holds"),
        (r"\sum_i S_{ij} = 1", r"S^2 \mathbf{1}_n = \mathbf{1}_n", "refuted"),
    ],
)
def test_equations_of_all_entries_define(given: str, claim: str, verdict: str, tmp_path):
    block = rf"S \in \mathbb{{R}}^{{n \times n}}, \quad x, y \in \mathbb{{R}}^n, \quad {given}"
    assert judged(claim, block, tmp_path).verdict == verdict
