"""The road of norm rules: a few true bounds are proved, their false neighbors are not."""

from __future__ import annotations

import pytest

from derive import build
from derive.bounds import prove_bound
from derive.core import Problem, Rel, SizeRules
from derive.sizes import Shape, Size, dim

A = build.var("A", Shape.of("m", "n"))
X = build.var("X", Shape.of("n", "p"))
P = build.var("p", Shape.of("n"))
SIMPLEX = (Rel(">=", P, build.const(0)), Rel("=", build.matmul(build.ones((), dim("n")), P), build.const(1)))
JACOBIAN = build.sub(build.diag(P), build.matmul(P, build.transpose(P)))


def outcome(goal, hypotheses=(), rules=SizeRules()):
    return prove_bound(Problem((), (), (), ("m", "n", "p"), rules, tuple(hypotheses), goal)).outcome


def n2(e):
    return build.norm(e, "2")


def nf(e):
    return build.norm(e, "F")


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        (Rel("<=", n2(build.matmul(A, X)), build.scale(n2(A), n2(X))), "agree"),
        (Rel("<", n2(build.matmul(A, X)), build.scale(n2(A), n2(X))), "none"),
        (Rel("<=", nf(build.matmul(A, X)), build.scale(n2(A), nf(X))), "agree"),
        (Rel("<=", nf(build.matmul(A, X)), build.scale(n2(A), n2(X))), "none"),
        (Rel("=", n2(build.kron(A, X)), build.scale(n2(A), n2(X))), "agree"),
        (Rel("<=", nf(A), build.scale(build.sqrt(build.size("n")), n2(A))), "agree"),
        (Rel("<=", nf(A), n2(A)), "none"),
        (Rel("<=", n2(A), nf(A)), "agree"),
        (Rel("=", n2(build.ones(dim("m"), dim("m"))), build.size("m")), "agree"),
    ],
)
def test_norm_relations(goal, expected):
    assert outcome(goal) == expected


@pytest.mark.parametrize(
    ("limit", "op", "expected"), [("1/2", "<=", "agree"), ("49/100", "<=", "none"), ("1/2", "<", "none")]
)
def test_softmax_jacobian(limit, op, expected):
    assert outcome(Rel(op, n2(JACOBIAN), build.const(limit)), SIMPLEX) == expected
    assert outcome(Rel(op, n2(JACOBIAN), build.const(limit))) == "none"  # without the simplex nothing is known


def test_supremum_needs_two_entries():
    sup = build.bound("sup", [("p", Shape.of("n"))], SIMPLEX, n2(JACOBIAN))
    goal = Rel("=", sup, build.const("1/2"))
    assert outcome(goal) == "none"
    assert outcome(goal, rules=SizeRules((("n", 2),))) == "agree"


def test_sign_unknown_square_is_not_bounded_by_upper_bound_alone():
    c = build.var("c", Shape())
    goal = Rel("<=", build.scale(c, c), build.const(1))
    assert outcome(goal, [Rel("<=", c, build.const(1))]) == "none"
    assert outcome(goal, [Rel("<=", c, build.const(1)), Rel(">=", c, build.const(0))]) == "agree"


def test_block_diagonal_is_the_largest_block():
    soft = build.softmax(build.var("Z", Shape.of("L", "L")))
    row = build.row(soft, Size.of("i"))
    block = build.blockdiag("i", Size.of("L"), build.diag(row))
    assert outcome(Rel("<=", n2(block), build.const(1))) == "agree"
    assert outcome(Rel("<=", nf(block), build.const(1))) == "none"
