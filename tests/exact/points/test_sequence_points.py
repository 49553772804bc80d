"""Sequences told step by step: their members are computed at exact points, so that false claims about them are refuted."""

import pytest

from tests.judged import judged

FIBONACCI = r"F_0 = 0, \quad F_1 = 1, \quad F_{k+1} = F_k + F_{k-1}"
STEPS = r"a_0 = 1, \quad a_{k+1} = a_k + 2"
SQUARES = r"a_0 = 2, \quad a_{k+1} = a_k^2"
LINEAR = r"A \in \mathbb{R}^{n \times n}, \quad x_k \in \mathbb{R}^n, \quad x_{k+1} = A x_k"
MOMENTUM = (
    r"\beta, \eta \in \mathbb{R}, \quad v_k, g_k, x_k \in \mathbb{R}^n, \quad v_0 = 0, \quad "
    r"v_{k+1} = \beta v_k + g_k, \quad x_{k+1} = x_k - \eta v_{k+1}"
)


@pytest.mark.parametrize(
    ("claim", "given", "verdict"),
    [
        (r"F_5 = 5", FIBONACCI, "holds"),
        (r"F_5 = 8", FIBONACCI, "refuted"),
        (r"F_{15} = 610", FIBONACCI, "holds"),
        (r"F_{15} = 611", FIBONACCI, "refuted"),
        (r"F_5 \le 5", FIBONACCI, "holds"),
        (r"F_5 \le 4", FIBONACCI, "refuted"),
        (r"F_n = n", FIBONACCI, "refuted"),
        (r"F_{n+1} F_{n-1} - F_n^2 = 1", FIBONACCI, "refuted"),
        (r"a_3 = 7", STEPS, "holds"),
        (r"a_3 = 8", STEPS, "refuted"),
        (r"a_3 = 256", SQUARES, "holds"),
        (r"a_4 = 256", SQUARES, "refuted"),
        (r"x_3 = A^3 x_0", LINEAR, "holds"),
        (r"x_3 = A^2 x_0", LINEAR, "refuted"),
        (r"x_2 = x_0 - \eta ((1 + \beta) g_0 + g_1)", MOMENTUM, "holds"),
        (r"x_2 = x_0 - \eta (\beta g_0 + g_1)", MOMENTUM, "refuted"),
    ],
)
def test_single_members(claim, given, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [(r"x_3 = 0", "refuted"), (r"x_3 - x_2 = x_3 - x_2 + x_1 - x_1", "holds"), (r"\|x\|_2 \ge |x_4|", "holds")],
)
def test_a_claim_about_one_entry_is_about_vectors_that_have_it(claim, verdict, tmp_path):
    found = judged(claim, r"x \in \mathbb{R}^n", tmp_path)
    assert found.verdict == verdict
    if verdict == "refuted":
        assert found.counterexample is not None
        assert found.counterexample["sizes"]["n"] >= 3
