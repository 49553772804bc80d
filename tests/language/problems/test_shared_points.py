r"""A hypothesis about a function at a declared x may be meant for all arguments: what only fails at one x is not refuted."""

import pytest

from derive.errors import NotSupported
from derive.language.scope.scope import Scope
from tests.judged import judged

F = r"x, y, z \in \mathbb{R}, \quad f(x) \in \mathbb{R} \\ "
G = r"x, y \in \mathbb{R}^n, \quad x^* \in \mathbb{R}^n, \quad g(x) \in \mathbb{R}^n, \quad f(x) \in \mathbb{R} \\ "
X = r"x \in \mathbb{R}^n"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (F + r"f(-x) = f(x)", r"f'(x) = -f'(-x)", "ambiguous"),
        (F + r"|f(x)| \le 1", r"f(x) f(-x) \le 1", "ambiguous"),
        (F + r"f(x) \ge 0", r"f(2 x) \ge 0", "ambiguous"),
        (G + r"g(x)^\top g(y) = x^\top y", r"\|g(x)\|_2 = \|x\|_2", "ambiguous"),
        # one value, and nothing else is claimed of the function
        (F + r"|f(x)| \le 1", r"f(x)^2 \le 1", "holds"),
        (F + r"f(x) \ge 0", r"f(x) \ge 1", "refuted"),
        # a point with a mark is one point
        (G + r"\nabla f(x^*) = 0", r"\nabla f(x) = 0", "refuted"),
    ],
)
def test_verdicts(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize(("total", "verdict"), [("n", "holds"), ("2 n", "refuted")])
def test_a_premise_for_all_i_beside_a_sum_over_i(total: str, verdict: str, tmp_path):
    claim = rf"\sum_i x_i = {total} \text{{ if }} x_i = 1 \text{{ for all }} i"
    assert judged(claim, X, tmp_path).verdict == verdict


@pytest.mark.parametrize("comparison", [r"x_i \ne x_j", r"x_i < x_j"])
def test_entries_that_differ_from_themselves_are_refused(comparison: str, tmp_path):
    with pytest.raises(NotSupported, match="i = j contradicts"):
        Scope.root().given(rf"{X} \\ {comparison}")
    given = rf"{X} \\ {comparison} \text{{ for all }} i < j"
    assert judged(r"\|x\|_2 = 0", given, tmp_path).verdict == "refuted"
