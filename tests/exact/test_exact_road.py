"""The exact road: true claims agree, false ones end in a certified point, lies at small sizes are marked."""

# One claim per line reads better than one claim per ten lines.
# ruff: noqa: E501
from __future__ import annotations

import numpy as np
import pytest

from derive import build
from derive.core import Expr, Formula, Logic, Problem, Quantified, Rel, SizeRules
from derive.evidence import Point
from derive.exact import certify, choose_sizes, decide, instantiate, shrink, sufficient_sizes
from derive.fraction import Fraction
from derive.sizes import Shape, Size, dim

A = build.var("A", Shape.of("m", "n"))
X = build.var("X", Shape.of("n", "p"))
B = build.var("B", Shape.of("p", "q"))
S = build.var("S", Shape.of("n", "n"))
M = build.var("M", Shape.of("n", "n"))
x = build.var("x", Shape.of("n"))
y = build.var("y", Shape.of("n"))
t = build.var("t", Shape())
ONE = build.ones(dim("n"))
T = build.transpose
i, j, n = (Size.of(name) for name in "ijn")


def eq(left: Expr, right: Expr) -> Rel:
    return Rel("=", left, right)


def problem(
    goal: Formula, *variables: Expr, hypotheses=(), indices=(), functions=(), sizes=None, rules=None
) -> Problem:
    names = sizes or sorted({k for v in variables for s in (*v.shape.rows, *v.shape.cols) for k in s.names})
    return Problem(
        tuple((v.data[0], v.shape) for v in variables),
        functions,
        indices,
        tuple(names),
        rules or SizeRules(),
        tuple(hypotheses),
        goal,
    )


def outcome(p: Problem) -> str:
    evidence, point = decide(p, choose_sizes(p), 0)
    assert (point is not None) == (evidence.outcome == "disagree")
    if point is not None:
        assert certify(p, point) is not None
    return evidence.outcome


SOFTMAX = T(build.softmax(T(x)))
SIMPLEX = [Rel(">=", x, build.const(0)), eq(build.matmul(T(ONE), x), build.const(1))]
ORTHOGONAL = [eq(build.matmul(T(S), S), build.eye(dim("n")))]


@pytest.mark.parametrize(
    "p",
    [
        problem(eq(build.deriv(build.matmuls(A, X, B), "X", X), build.kron(A, T(B))), A, X, B),
        problem(eq(build.deriv(SOFTMAX, "x", x), build.sub(build.diag(SOFTMAX), build.matmul(SOFTMAX, T(SOFTMAX)))), x),
        problem(eq(build.softmax(build.add(T(x), build.matmul(t, T(ONE)))), build.softmax(T(x))), x, t),
        problem(eq(build.deriv(build.inv(S), "S", S), build.neg(build.kron(build.inv(S), T(build.inv(S))))), S),
        problem(eq(build.grad(build.map_("log", build.det(S)), "S", S), T(build.inv(S))), S),
        problem(eq(build.det(build.matmul(S, M)), build.hadamard(build.det(S), build.det(M))), S, M),
        problem(eq(build.deriv(build.map_("relu", x), "x", x), build.diag(build.map_("step", x))), x),
        problem(
            eq(
                build.grad(build.map_("gelu", t), "t", t),
                build.add(build.map_("Phi", t), build.hadamard(t, build.map_("phi", t))),
            ),
            t,
        ),
        problem(eq(build.sqrt(build.hadamard(t, t)), build.map_("abs", t)), t),
        problem(eq(build.matmul(S, T(S)), build.eye(dim("n"))), S, hypotheses=ORTHOGONAL),
        problem(
            eq(build.trace(build.matmul(x, T(x))), build.const(1)), x, hypotheses=[eq(build.norm(x), build.const(1))]
        ),
        problem(
            eq(build.matmuls(T(ONE), build.sub(build.diag(x), build.matmul(x, T(x))), ONE), build.const(0)),
            x,
            hypotheses=SIMPLEX,
        ),
        problem(
            eq(
                build.sum_("k", Size.of(1), Size.of("p"), build.entry(build.softmax(X), i, Size.of("k"))),
                build.const(1),
            ),
            X,
            indices=(("i", Size.of(1), n),),
        ),
        problem(
            eq(build.entry(build.eye(dim("n")), i, j), build.const(0)),
            hypotheses=[Rel("!=", build.size(i), build.size(j))],
            indices=(("i", Size.of(1), n), ("j", Size.of(1), n)),
            sizes=["n"],
        ),
        problem(eq(build.add(build.const("0.1"), build.const("0.2")), build.const("0.3"))),
    ],
)
def test_true_equality_agrees(p):
    assert outcome(p) == "agree"


@pytest.mark.parametrize(
    "p",
    [
        problem(
            eq(build.deriv(build.matmuls(A, X, B), "X", X), build.kron(A, build.scale(build.const(2), T(B)))), A, X, B
        ),
        problem(eq(build.deriv(SOFTMAX, "x", x), build.sub(build.diag(SOFTMAX), build.matmul(SOFTMAX, T(x)))), x),
        problem(eq(build.softmax(build.matmul(t, T(x))), build.softmax(T(x))), x, t),
        problem(eq(build.deriv(build.inv(S), "S", S), build.neg(build.kron(build.inv(S), build.inv(S)))), S),
        problem(eq(build.sqrt(build.hadamard(t, t)), t), t),
        problem(eq(build.deriv(build.map_("relu", x), "x", x), build.diag(build.map_("sign", x))), x),
        problem(eq(build.map_("relu", t), build.map_("relu", build.sub(t, build.const(2)))), t),
        problem(eq(build.indicator(">", t, build.const(0)), build.indicator(">=", t, build.const(0))), t),
        problem(eq(build.det(S), build.const(1)), S, hypotheses=ORTHOGONAL),
        problem(eq(build.matmul(T(x), x), build.const(1)), x, hypotheses=SIMPLEX),
        problem(
            Logic(
                "implies", (eq(build.matmul(S, x), build.matmul(t, x)), eq(build.matmuls(S, S, x), build.matmul(t, x)))
            ),
            S,
            x,
            t,
        ),
        problem(
            eq(build.sum_("k", Size.of(1), n, build.entry(build.softmax(X), Size.of("k"), j)), build.const(1)),
            X,
            indices=(("j", Size.of(1), Size.of("p")),),
        ),
        problem(Rel("<", build.norm(build.matmul(A, X)), build.hadamard(build.norm(A), build.norm(X))), A, X),
        problem(Rel("<=", build.norm(A, "F"), build.norm(A, "2")), A),
        problem(Rel("!=", build.matmul(S, M), build.matmul(S, M)), S, M),
        problem(Rel("shape", build.kron(A, X), build.zeros(dim("m"), dim("n"))), A, X),
        problem(Quantified("forall", (("x", x.shape),), eq(build.matmul(S, x), build.matmul(M, x))), S, M),
    ],
)
def test_false_claim_ends_in_a_certified_point(p):
    assert outcome(p) == "disagree"


def test_agreement_on_one_component_shows_nothing():
    # Solving for S at random x and t misses x = 0, where S may be anything.
    p = problem(
        Logic(
            "implies",
            (
                eq(build.matmul(S, x), build.matmul(t, x)),
                eq(build.det(build.sub(S, build.matmul(t, build.eye(dim("n"))))), build.const(0)),
            ),
        ),
        S,
        x,
        t,
    )
    assert outcome(p) != "agree"


def test_true_bound_is_neither_shown_nor_refuted():
    p = problem(Rel("<=", build.norm(build.matmul(A, X)), build.hadamard(build.norm(A), build.norm(X))), A, X)
    assert outcome(p) == "none"


def test_small_sizes_lie_is_marked_and_the_third_size_refutes():
    square, trace = build.matmul(S, S), build.trace(S)
    half = build.scale(build.const(Fraction(1, 2)), build.sub(build.hadamard(trace, trace), build.trace(square)))
    claim = build.add(square, build.neg(build.matmul(trace, S)), build.matmul(half, build.eye(dim("n"))))
    p = problem(eq(claim, build.zeros(dim("n"), dim("n"))), S)
    evidence, _ = decide(p, [{"n": 2}], 0)
    assert evidence.outcome == "agree"
    assert evidence.detail["contracted"]["n=2"]["beyond"] == {"n": False}
    evidence, point = decide(p, [{"n": 2}, {"n": 3}], 0)
    assert evidence.outcome == "disagree" and point is not None and point.sizes == {"n": 3}


def test_sufficient_sizes_of_a_polynomial_identity():
    p = problem(eq(build.matmul(A, X), build.matmul(A, X)), A, X)
    assert sufficient_sizes(p) == {"m": 2, "n": 2, "p": 2}
    assert sufficient_sizes(problem(eq(build.trace(build.eye(dim("n"))), build.const(2)), S)) is None


def test_arbitrary_function_chain_rule():
    z = build.var("z", Shape.of("n"))

    def f(argument: Expr) -> Expr:
        return build.fun("f", (argument,), Shape())

    functions = (("f", (Shape.of("n"),), Shape()),)
    inner = build.matmul(S, x)
    left, outer = build.grad(f(inner), "x", x), build.grad(f(z), "z", inner)
    right = problem(eq(left, build.matmul(T(S), outer)), S, x, functions=functions)
    wrong = problem(eq(left, build.matmul(S, outer)), S, x, functions=functions)
    assert decide(right, choose_sizes(right), 0)[0].outcome == "agree"
    evidence, point = decide(wrong, choose_sizes(wrong), 0)
    assert evidence.outcome == "disagree" and point is not None
    assert certify(instantiate(wrong, 0), point) is not None


def test_supremum_is_refuted_by_a_witness():
    s = build.var("s", Shape.of("n"))
    simplex = (Rel(">=", s, build.const(0)), eq(build.matmul(T(ONE), s), build.const(1)))
    body = build.norm(build.sub(build.diag(s), build.matmul(s, T(s))))
    supremum = build.bound("sup", [("s", s.shape)], simplex, body)
    p = problem(Rel("<=", supremum, build.const(Fraction(1, 4))), sizes=["n"])
    assert outcome(p) == "disagree"
    assert outcome(problem(Rel("<=", supremum, build.const(Fraction(1, 2))), sizes=["n"])) == "none"


def test_unsupported_goal_abstains():
    p = problem(Quantified("exists", (("x", x.shape),), eq(build.matmul(S, x), x)), S)
    assert outcome(p) == "none"


def test_huge_sizes_abstain():
    p = problem(eq(build.matmul(S, M), build.transpose(build.matmul(build.transpose(M), build.transpose(S)))), S, M)
    evidence, point = decide(p, [{"n": 10**9}], 0)
    assert evidence.outcome == "none" and point is None and evidence.detail["reason"]


def test_where_sizes_are_too_large_tiny_ones_may_refute():
    p = problem(eq(build.matmul(S, M), build.matmul(M, S)), S, M)
    evidence, point = decide(p, [{"n": 10**9}], 0)
    assert evidence.outcome == "disagree" and point is not None and point.sizes == {"n": 2}
    assert certify(p, point) is not None


def test_a_seed_fixes_everything():
    p = problem(eq(build.matmul(S, M), build.matmul(M, S)), S, M)
    first, second = (decide(p, choose_sizes(p), 7) for _ in range(2))
    assert first[1] == second[1] and first[0].detail == second[0].detail


# Certification.


def point(sizes: dict[str, int], **inputs: object) -> Point:
    return Point(sizes, {k: tuple(tuple(Fraction(e) for e in row) for row in v) for k, v in inputs.items()})  # type: ignore[attr-defined]


def test_hypotheses_must_hold_exactly():
    p = problem(eq(build.matmul(T(x), x), build.const(1)), x, hypotheses=SIMPLEX)
    assert certify(p, point({"n": 2}, x=[["1/2"], ["1/2"]])) is not None
    assert certify(p, point({"n": 2}, x=[["1/2"], ["1/3"]])) is None
    assert certify(p, point({"n": 2}, x=[[1], [0]])) is None  # the goal holds here


def test_exact_equality_violates_a_strict_bound():
    p = problem(Rel("<", build.norm(build.matmul(A, X)), build.hadamard(build.norm(A), build.norm(X))), A, X)
    found = certify(p, point({"m": 1, "n": 2, "p": 1}, A=[[1, 1]], X=[[1], [1]]))
    assert found is not None and found.kind == "exact" and (found.lhs, found.rhs) == ("2", "2")


def test_equal_sides_are_never_certified_unequal():
    p = problem(eq(build.map_("exp", build.hadamard(t, t)), build.hpow(build.map_("exp", t), t)), t)
    assert certify(p, point({}, t=[[3]])) is None


def test_spectra_are_enclosed():
    p = problem(Rel("<=", build.norm(S), build.const(2)), S)
    found = certify(p, point({"n": 3}, S=[[1, 1, 0], [0, 1, 1], [0, 1, 2]]))
    assert found is not None and float(found.lhs.strip("[]").split(",")[0]) == pytest.approx(
        np.linalg.norm([[1, 1, 0], [0, 1, 1], [0, 1, 2]], 2)
    )
    assert certify(p, point({"n": 3}, S=[[1, 0, 0], [0, 1, 1], [0, 1, 1]])) is None  # the norm is exactly 2


def test_condition_number_of_a_singular_matrix_is_infinite():
    p = problem(Rel("<", build.kappa(S), build.real("infinity")), S)
    assert certify(p, point({"n": 2}, S=[[1, 1], [1, 1]])) is not None
    assert certify(p, point({"n": 2}, S=[[1, 1], [0, 1]])) is None


def test_undefined_point_is_no_violation():
    p = problem(eq(build.hpow(t, build.const(-1)), build.const(1)), t)
    assert certify(p, point({}, t=[[0]])) is None
    assert certify(p, point({}, t=[[2]])) is not None


def test_size_rules_bind_the_point():
    p = problem(eq(S, M), S, M, rules=SizeRules(least=(("n", 2),)))
    assert certify(p, point({"n": 1}, S=[[1]], M=[[0]])) is None


def test_shrinking_reaches_the_known_minimum():
    p = problem(Rel("<", build.norm(build.matmul(A, X)), build.hadamard(build.norm(A), build.norm(X))), A, X)
    start = point({"m": 2, "n": 2, "p": 2}, A=[[5, 0], [0, 0]], X=[[7, 0], [0, 0]])
    small = shrink(p, start)
    assert small == point({"m": 1, "n": 1, "p": 1}, A=[[0]], X=[[0]])


def test_shrinking_keeps_what_is_needed():
    p = problem(eq(build.matmul(S, M), build.matmul(M, S)), S, M)
    start = point({"n": 3}, S=[[4, "7/2", 1], [0, 3, 1], [2, 2, 1]], M=[[1, 2, 3], [4, 5, 6], [7, 8, 10]])
    small = shrink(p, start)
    assert small.sizes == {"n": 2} and certify(p, small) is not None
    entries = [e for matrix in small.inputs.values() for row in matrix for e in row]
    assert sum(e != 0 for e in entries) <= 3 and all(abs(e) <= 1 for e in entries)


def test_sizes_are_different_and_admitted():
    rules = SizeRules(relations=(("=", Size.of("d") - Size.of("h") * Size.of("k")),))
    p = problem(eq(S, S), S, sizes=["L", "d", "h", "k"], rules=rules)
    chosen = choose_sizes(p, [{"L": 5}])
    assert len(chosen) == 2 and chosen[0]["L"] == 5
    assert all(s["d"] == s["h"] * s["k"] and len(set(s.values())) == 4 for s in chosen)


def test_a_huge_power_abstains():
    p = problem(eq(build.mpow(S, 10**12), S), S)
    evidence, found = decide(p, [{"n": 2}], 0)
    assert evidence.outcome == "none" and found is None and "power" in evidence.detail["screen"]
