r"""Points of linear hypotheses that no family draws: found where there are any, never where there are none."""

import pytest

from derive.core import Problem
from derive.definedness.linear import linear_points
from derive.definedness.points import find, sides_defined, truth
from proofs.api import ad_hoc_claim
from proofs.judging.understand import understand
from proofs.reading.paper import Settings

SPLIT = (
    r"u, a \in \mathbb{R}^{m}, \quad v, b \in \mathbb{R}^{q}, \quad a \ge 0, \quad b \le 0, \quad \mathbf{1}^\top a + \mathbf{1}^\top b = 0, \quad "
    r"a_m > 0, \quad u \ge u_m, \quad u_m \ge v_1, \quad v \le v_1, \quad v \ge 0, \quad \mathbf{1}^\top u + \mathbf{1}^\top v = 1"
)


def _problem(given: str) -> Problem:
    (reading,) = understand(ad_hoc_claim("u^\\top a + v^\\top b = v^\\top b + u^\\top a", given, Settings()))
    assert reading.links[0].typed is not None
    return reading.links[0].typed.problem


@pytest.mark.parametrize("sizes", [{"m": 1, "q": 2}, {"m": 3, "q": 2}, {"m": 2, "q": 5}])
def test_points_meet_the_hypotheses_exactly(sizes: dict[str, int]):
    problem = _problem(SPLIT)
    (point,) = linear_points(problem, sizes)
    assert all(truth(point, h) for h in problem.hypotheses)


def test_of_contradictory_hypotheses_there_is_none():
    problem = _problem(SPLIT + r", \quad \mathbf{1}^\top a \le 0")
    assert not any(all(truth(p, h) for h in problem.hypotheses) for p in linear_points(problem, {"m": 3, "q": 2}))
    assert find(problem, [sides_defined(problem.goal)]) is None


def test_what_is_not_linear_is_left_to_the_exact_examination():
    problem = _problem(SPLIT + r", \quad u^\top u = 9")
    assert not any(all(truth(p, h) for h in problem.hypotheses) for p in linear_points(problem, {"m": 3, "q": 2}))
