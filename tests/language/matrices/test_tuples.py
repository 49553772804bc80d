r"""Lists in round brackets: columns of numbers, rows where only these have a type, columns stacked or side by side."""

from __future__ import annotations

import pytest

from derive.errors import NotSupported
from derive.language.scope.scope import Scope
from tests.judged import judged

GIVEN = (
    r"s, t \in \mathbb{R}, \quad x, y \in \mathbb{R}^n, \quad p, q \in \mathbb{R}^3, \quad A, B \in \mathbb{R}^{n \times m} \\"
    r" u := (s, t), \quad v := (s, t)^\top, \quad r := [s, t], \quad z := (e^{x_1}, \ldots, e^{x_n}), \quad G(s, t) := (s t, s + t, t)"
)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"u^\top u = s^2 - t^2", "refuted"),
        (r"u_2 = s", "refuted"),
        (r"\|(x_1, \ldots, x_n)\|_1 = \max_i |x_i|", "refuted"),
        (r"x = (x_1, \ldots, x_n)", "holds"),
        (r"x = (x_1, \ldots, x_n)^\top", "holds"),
        (r"x^\top = (x_1, \ldots, x_n)", "holds"),
        (r"u^\top u = s^2 + t^2", "holds"),
        (r"v^\top v = s^2 + t^2", "holds"),
        (r"r r^\top = s^2 + t^2", "holds"),
        (r"(s, t)(s, t)^\top = s^2 + t^2", "holds"),
        (r"(s, t)^\top (s, t) = s^2 + t^2", "holds"),
        (r"\nabla_x \sum_i e^{x_i} = (e^{x_1}, \ldots, e^{x_n})", "holds"),
        (r"\mathbf{1}^\top z = \sum_i e^{x_i}", "holds"),
        (r"\langle (p_1, p_2, p_3), q \rangle = p^\top q", "holds"),
        (r"(p_1, p_2, p_3) q = p^\top q", "holds"),
        (r"\frac{\partial G}{\partial s} = (t, 1, 0)", "holds"),
        (r"\frac{\partial G}{\partial s} = (1, t, 0)", "refuted"),
    ],
)
def test_lists_of_numbers(claim: str, verdict: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\|(x, y)\|_2^2 = \|x\|^2 + \|y\|^2", "ambiguous"),
        (r"\|(x, y)\|_F^2 = \|x\|^2 + \|y\|^2", "holds"),
        (r"\|(x, y)\|_F^2 = \|x\|^2 - \|y\|^2", "refuted"),
        (r"\|(x, t)\|_2^2 = \|x\|^2 + t^2", "holds"),
        (r"\|(x, t)\|_2^2 = \|x\|^2 - t^2", "refuted"),
        (r"(A, B) (A, B)^\top = A A^\top + B B^\top", "holds"),
    ],
)
def test_lists_of_columns_and_matrices(claim: str, verdict: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


def test_a_definition_by_columns_in_round_brackets_is_refused():
    with pytest.raises(NotSupported, match="one column") as caught:
        Scope.root().given(GIVEN + r", \quad w := (x, y)")
    assert "[x; y]" in (caught.value.hint or "")
    assert Scope.root().given(GIVEN + r", \quad w := (x^\top, y^\top)^\top")
