r"""Hypotheses that follow from definitions, and those that only say what a name is: neither stands in the way."""

import pytest

from derive.language.scope.scope import Scope
from tests.judged import judged

SOFTMAX = (
    r"z \in \mathbb{R}^n, \quad \tau \in \mathbb{R}_{>0}, \quad \mathbf{p} := \operatorname{softmax}(z / \tau), \quad "
    r"p_i = \frac{\exp(z_i / \tau)}{\sum_j \exp(z_j / \tau)}"
)
POLICY = (
    r"\theta, r, \rho, \pi^* \in \mathbb{R}^K, \quad \rho > 0, \quad \beta, Z \in \mathbb{R}_{>0}, \quad "
    r"\pi := \operatorname{softmax}(\theta), \quad J := \pi^\top r, \quad \pi^*_i = \frac1Z \rho_i e^{r_i / \beta}"
)
HOLDS = [
    (SOFTMAX, r"\frac{\partial p_i}{\partial z_j} = \frac{1}{\tau} p_i (\delta_{ij} - p_j)"),
    (POLICY, r"\frac{\partial J}{\partial \theta_i} = \pi_i (r_i - J)"),
]
REFUTED = [
    (SOFTMAX, r"\frac{\partial p_i}{\partial z_j} = p_i (\delta_{ij} - p_j)"),
    (POLICY, r"\frac{\partial J}{\partial \theta_i} = \pi_i r_i"),
]
KEPT = [
    r"q = \log x",  # x must be positive
    r"q = x, \quad q \ge 0",
    r"q = q \odot q",
    r"q_n = 3, \quad q_1 = 2",
    r"q = x \odot y^{\circ -1}",
]
DROPPED = [r"q = x + y", r"q_1 = 3", r"q_i = x_i e^{y_i}", r"q_i = \frac{x_i}{c}", r"q = c x, \quad u = q"]


@pytest.mark.parametrize(("given", "claim"), HOLDS)
def test_what_holds_beside_them(given: str, claim: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "holds"


@pytest.mark.parametrize(("given", "claim"), REFUTED)
def test_what_is_false_beside_them(given: str, claim: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "refuted"


def test_an_equation_that_does_not_follow_stays(tmp_path):
    given = SOFTMAX.replace(r"\exp(z_i / \tau)}", r"\exp(z_i)}")
    assert judged(HOLDS[0][1], given, tmp_path).verdict == "undecided"


@pytest.mark.parametrize("more", [*KEPT, *DROPPED])
def test_only_what_can_always_be_met_is_left_out(more: str):
    from derive.language.problems.determined import without_determined

    given = rf"q, u, x, y \in \mathbb{{R}}^n, \quad c \in \mathbb{{R}}_{{>0}} \\ {more}"
    formulas = [h.formula for h in Scope.root().given(given).all_hypotheses()]
    left = without_determined(formulas, [])
    assert (len(left) == len(formulas)) if more in KEPT else (len(left) == 1)
