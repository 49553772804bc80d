"""A glance in floats passes over points only where exact and ball arithmetic find nothing."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import derive
from derive.evidence import Point
from derive.exact.certification.certify import examine
from derive.exact.certification.glance import NO, YES, glance, worth_a_look
from derive.exact.points.setup import Setup, draw, make_point
from derive.fraction import Fraction
from derive.language.parsing.parser import statements
from derive.language.problems.elaborate import elaborate
from derive.language.scope.scope import Scope
from tests.exact.certification.test_glance_claims import CLAIMS, GIVEN

SIZES = {"m": 2, "n": 3, "k": 4}


def problem_of(claim, extra=""):
    scope = Scope().given(GIVEN + extra)
    (tree,) = statements(claim, (), {key.plain for key in scope.visible()})
    return elaborate(tree, scope)[0].problem


def points_of(problem, seed, count=24):
    found = []
    for turn in range(count):
        drawn = draw(list(problem.variables), SIZES, random.Random(f"{seed} {turn}"), bits=1 + turn % 3, density=0.7)
        found.append(make_point(Setup(problem), SIZES, drawn, seed, 2))
    return [p for p in found if p is not None]


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(CLAIMS), st.integers(0, 10**6))
def test_what_is_passed_over_is_satisfied(claim, seed):
    problem = problem_of(claim[0], claim[1])
    points = points_of(problem, seed)
    allowed = {
        "hypotheses": {"hypotheses", "undefined"},
        "satisfied": {"satisfied", "open"},
        "undefined": {"undefined"},
    }
    for point, said in zip(points, worth_a_look(problem, points, {}), strict=True):
        if said not in ("look", "close"):
            assert examine(problem, point)[0] in allowed[said], (claim, point)


@pytest.mark.parametrize(
    ("claim", "extra", "passed"),
    [
        (r"\|A\|_2 \le \|A\|_F + 1", "", True),
        (r"\|A\|_F \le \|A\|_2", "", False),
        (r"\operatorname{tr}(C) \le 1", r", C \ge 100", True),
    ],
)
def test_most_points_are_passed_over_where_nothing_is_to_be_found_and_none_where_something_is(claim, extra, passed):
    problem = problem_of(claim, extra)
    looks = worth_a_look(problem, points_of(problem, 1), {})
    assert (looks.count("look") <= len(looks) // 4) is passed


def test_where_floats_say_nothing_all_points_are_examined():
    problem = problem_of(r"\sup_{\|y\|_2 \le 1} \|A y\|_2 \le 10^9", r", y \in \mathbb{R}^n")
    points = points_of(problem, 3)
    assert set(worth_a_look(problem, points, {})) == {"look"}


@pytest.mark.parametrize(
    "claim",
    [
        r"(1 + 10^{-14}) x = x",
        r"(1 + 10^{-14}) \|x\|_2 \le \|x\|_2",
        r"\operatorname{tr}(C) + 10^{-12} \le \operatorname{tr}(C)",
        r"10^{-12} + \|A\|_F^2 = \operatorname{tr}(A^\top A)",
    ],
)
def test_a_margin_that_floats_cannot_tell_is_refuted_all_the_same(claim):
    result = derive.check(claim, given=GIVEN)
    assert (result.verdict, result.counterexample is not None) == ("refuted", True)


@pytest.mark.parametrize(("bound", "goals"), [("1.5", [YES, NO]), ("2.5", [YES, YES]), ("0.5", [NO, NO])])
def test_ranks_are_seen_in_floats(bound, goals):
    problem = problem_of(rf"\operatorname{{rank}}(R) \le {bound}", r", R \in \mathbb{R}^{2 \times 3}")
    matrices = [((1, 2, 3), (2, 4, 6)), ((1, 2, 3), (2, 4, 5))]
    points = [Point(SIZES, {"R": tuple(tuple(map(Fraction, row)) for row in matrix)}) for matrix in matrices]
    assert glance(problem, points, {}) == (goals, [False, False])


def test_what_is_not_chosen_may_be_undefined():
    claim = r"\left\|\begin{cases} \frac{x}{\|x\|_2} & x \ne 0 \\ 0 & \text{otherwise} \end{cases}\right\|_2 = 1"
    points = [Point(SIZES, {"x": tuple((Fraction(v),) for v in values)}) for values in ((0, 0, 0), (3, 4, 0))]
    assert worth_a_look(problem_of(claim), points, {})[0] == "look"
    points = [Point(SIZES, {"x": tuple((Fraction(v),) for v in values)}) for values in ((0, 0, 0), (1, 0, 0))]
    assert worth_a_look(problem_of(r"\|x\|_2^{-1} \le 2"), points, {}) == ["undefined", "satisfied"]


def test_determinants_of_matrices_with_entries_of_all_sizes_are_told_from_each_other():
    """The recursion of exact rings loses all digits there: a true claim would clearly fail."""
    true, false = (
        problem_of(
            rf"\log|\det \operatorname{{diag}}(\exp(10 x))| = {factor} \sum_{{i=1}}^n x_i", r", x \in \mathbb{R}^n"
        )
        for factor in (10, 11)
    )
    points = [Point(SIZES, {"x": ((Fraction(a),), (Fraction(-3),), (Fraction(1, 2),))}, {}) for a in (2, 3)]
    assert all(goal != NO for goal in glance(true, points, {})[0])
    assert glance(false, points, {})[0] == [NO, NO]
