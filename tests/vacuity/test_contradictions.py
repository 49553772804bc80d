"""Restrictions of sizes and hypotheses without a solution are named; those that can be met are left alone."""

from __future__ import annotations

import pytest

from derive import build
from derive.bounds.forms.linear import infeasible
from derive.bounds.forms.restrictions import impossible_sizes
from derive.core import Logic, Quantified, Rel, SizeRules
from derive.sizes import Shape, Size, dim
from derive.vacuity.contradictions import contradiction

N, M, K = Size.of("n"), Size.of("m"), Size.of("k")
A = build.var("a", Shape())
B = build.var("b", Shape())
P = build.var("p", Shape.of("k"))
Q = build.var("Q", Shape.of("k", "k"))
GRAM = build.matmul(build.transpose(Q), Q)


def rules(*relations, **least):
    return SizeRules(tuple(sorted(least.items())), relations)


@pytest.mark.parametrize(
    "found",
    [
        rules(("<=", N - 2), n=3),
        rules(("<", N - M), ("<", M - N)),
        rules(("<=", N - M), ("<=", M - K), ("<", K - N)),
        rules(("<=", N * M - 5), n=2, m=3),
        rules(("=", N * M - 5), n=2, m=3),
        rules(("=", N + M - 1)),
        rules(("!=", Size(()))),
        rules(("<", N - 1)),
    ],
)
def test_sizes_that_do_not_exist(found):
    assert impossible_sizes(found) is not None


@pytest.mark.parametrize(
    "found",
    [
        rules(),
        rules(("<=", N - 3), n=3),
        rules(("<=", N - M), ("<=", M - K), ("<=", K - N)),
        rules(("=", N * M - 6), n=2, m=3),
        rules(("!=", N - M)),
        rules(("<=", N * M - 6), n=2),
        rules(("<=", N - 1)),
    ],
)
def test_sizes_that_exist(found):
    assert impossible_sizes(found) is None


def test_elimination_is_exact():
    assert not infeasible([{"n": 1, "": -1}, {"n": -1, "": 1}])
    assert infeasible([{"n": 3, "m": -1}, {"n": -3, "m": 1, "": -1}])


def first_entry_above(low):
    entry = build.entry(P, Size.of("i"), Size.of(1))
    return Quantified("forall", (("i", Size.of(1), K),), Rel(">", entry, build.const(low)))


SIMPLEX = (Rel(">=", P, build.const(0)), Rel("=", build.matmul(build.ones((), dim("k")), P), build.const(1)))
ZERO = build.zeros(dim("k"), dim("k"))
EYE = build.eye(dim("k"))


def reason(*hypotheses):
    return contradiction(SizeRules(), hypotheses)


@pytest.mark.parametrize(
    "hypotheses",
    [
        (*SIMPLEX, first_entry_above(1)),
        (Rel("=", A, build.const(1)), Rel("=", A, build.const(2))),
        (Rel("=", A, B), Rel("!=", B, A)),
        (Rel("=", Q, ZERO), Rel("=", GRAM, EYE)),
        (Rel("=", Q, build.scale(build.const(2), EYE)), Rel("=", GRAM, EYE)),
        (Rel("=", GRAM, build.neg(EYE)),),
        (Rel(">", P, build.const(1)), Rel("<", P, build.const(1))),
        (Logic("and", (Rel("<", A, B), Rel("<", B, A))),),
        (Rel(">", A, build.const(0)), Rel("<=", build.scale(A, A), build.const(0))),
    ],
)
def test_hypotheses_that_exclude_each_other(hypotheses):
    assert reason(*hypotheses) is not None


@pytest.mark.parametrize(
    "hypotheses",
    [
        (*SIMPLEX, first_entry_above("1/9")),
        (Rel("=", A, B), Rel("=", B, A)),
        (Rel("!=", A, B),),
        (Rel("=", Q, EYE), Rel("=", GRAM, EYE)),
        (Rel("=", Q, build.neg(EYE)), Rel("=", GRAM, EYE)),
        (Rel(">=", P, build.const(1)), Rel("<=", P, build.const(1))),
        (Rel("!=", Q, ZERO), Rel("=", build.trace(Q), build.const(0))),
        (Rel(">", A, build.const(0)), Rel("<", build.scale(A, B), build.const(0))),
    ],
)
def test_hypotheses_that_go_together(hypotheses):
    assert reason(*hypotheses) is None
