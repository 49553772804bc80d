"""Empty claims are named with a proof; claims that say something are not called empty."""

from __future__ import annotations

import pytest

from derive import build
from derive.core import Logic, Problem, Rel, SizeRules
from derive.sizes import Shape, Size, dim
from derive.vacuity import vacuous
from tests.judged import judged

P = build.var("p", Shape.of("n"))
X = build.var("X", Shape.of("n", "d"))
R = build.var("R", Shape())
ONES = build.ones((), dim("n"))
NONNEGATIVE = Rel(">=", P, build.const(0))
GOAL = Rel("<=", build.norm(P), build.const("1/2"))


def total(value):
    return Rel("=", build.matmul(ONES, P), build.const(value))


def reason(goal, *hypotheses):
    return vacuous(Problem((), (), (), ("n", "d"), SizeRules(), hypotheses, goal))


@pytest.mark.parametrize(
    "hypotheses",
    [
        (NONNEGATIVE, total(-1)),
        (Rel(">", P, build.const(0)), Rel("<=", build.matmul(ONES, P), build.const(0))),
        (Rel("<", build.norm(X), build.const(0)),),
        (Rel("<=", build.norm(X), build.const(-1)),),
        (Rel(">=", R, build.const(2)), Rel("<=", R, build.const(1))),
        (Rel("<=", build.norm(X, "F"), R), Rel(">", build.norm(X), R)),
        (NONNEGATIVE, Rel("<", P, build.const(0))),
    ],
)
def test_contradictory_hypotheses(hypotheses):
    assert reason(GOAL, *hypotheses) is not None
    implication = Logic("implies", (*hypotheses, GOAL))
    assert reason(implication) is not None


@pytest.mark.parametrize(
    "hypotheses",
    [
        (),
        (NONNEGATIVE, total(1)),
        (NONNEGATIVE, total(0)),
        (total(-1),),
        (Rel("<=", build.norm(X), build.const(0)),),
        (Rel(">=", R, build.const(1)), Rel("<=", R, build.const(1))),
        (Rel("<=", build.norm(X), R), Rel(">", build.norm(X, "F"), R)),
    ],
)
def test_hypotheses_that_can_be_met(hypotheses):
    assert reason(GOAL, *hypotheses) is None


def jacobian(p):
    return build.sub(build.diag(p), build.matmul(p, build.transpose(p)))


def test_condition_number_of_a_softmax_jacobian_is_infinite():
    row = build.row(build.softmax(X), Size.of("i"))
    block = build.blockdiag("i", Size.of("n"), build.sub(build.diag(row), build.matmul(build.transpose(row), row)))
    bound = build.add(build.scale(build.kappa(X), build.kappa(block)), build.kappa(X))
    assert "= 0" in (reason(Rel("<=", build.kappa(X), bound)) or "")


@pytest.mark.parametrize(
    ("numerator", "size", "infinite"), [(1, "n", True), (2, "n", False), (-1, "n", False), (1, "d", False)]
)
def test_condition_number_of_a_centering_is_infinite(numerator, size, infinite):
    weight = build.scale(build.const(numerator), build.hpow(build.size(size), build.const(-1)))
    centering = build.sub(build.eye(dim("n")), build.scale(weight, build.ones(dim("n"), dim("n"))))
    found = reason(Rel("<=", build.norm(X), build.kappa(centering)))
    assert ("1 - 1 = 0" in found) if infinite else (found is None)


def test_infinity_is_not_less_than_infinity():
    infinite = build.kappa(jacobian(build.transpose(build.softmax(build.transpose(P)))))
    problem = Problem((), (), (), ("n",), SizeRules(), (), Rel("<", build.kappa(X), infinite))
    assert vacuous(problem) is not None
    assert vacuous(problem, violated=True) is None  # the left side may be infinite too
    weak = Problem((), (), (), ("n",), SizeRules(), (), Rel("<=", build.kappa(X), infinite))
    assert vacuous(weak, violated=True) is not None


def test_condition_number_of_other_matrices_is_not():
    assert reason(Rel("<=", build.norm(X), build.kappa(jacobian(P)))) is None  # p is no distribution here
    assert reason(Rel("<=", build.norm(X), build.kappa(build.matmul(build.transpose(X), X)))) is None
    finite = build.scale(build.norm(X), build.kappa(jacobian(P)))  # 0 times infinity at X = 0: nothing is said
    assert reason(Rel("<=", build.norm(X), finite), NONNEGATIVE, total(1)) is None


@pytest.mark.parametrize("beyond", [1, 2])
def test_what_is_beyond_the_last_entry_or_singular_value_is_defined_nowhere(beyond):
    last = Size.of("n") + beyond
    assert "the indices run from 1 to" in (reason(Rel("<=", build.order(P, last), build.order(P, Size.of("n")))) or "")
    assert "the indices run from 1 to" in (reason(Rel("<=", R, build.scale(R, build.sigma(X, last)))) or "")
    assert "the indices run from 1 to" in (reason(Rel("<=", R, build.eig(build.diag(P), last))) or "")


def test_what_may_exist_is_not_called_beyond_the_last():
    n, k, d = Size.of("n"), Size.of("k"), Size.of("d")
    assert reason(Rel("<=", build.order(P, n), R)) is None
    assert reason(Rel("<=", build.order(P, k + 1), R)) is None  # at k < n
    assert reason(Rel("<=", build.sigma(X, d), R)) is None  # where d <= n
    possibly_empty = Rel("<=", build.sum_("i", k, n, build.order(P, n + 1)), R)
    assert "wherever there is a term at all" in (reason(possibly_empty) or "")  # at k > n the sum is empty
    assert vacuous(Problem((), (), (), ("n", "k"), SizeRules(), (), possibly_empty), violated=True) is None


def test_sizes_without_values_are_no_contradiction_of_the_others(tmp_path):
    result = judged(r"\|\operatorname{LayerNorm}(x)\|_2 = \sqrt{d}", r"x \in \mathbb{R}^d", tmp_path)
    assert result.verdict != "vacuous" and "zero at every input" not in result.message
