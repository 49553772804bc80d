"""The search finds planted violations, hands over points that certify, and leaves true bounds alone."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from derive import build
from derive.core import Logic, Problem, Rel, SizeRules
from derive.exact.certification.certify import certify
from derive.fraction import Fraction
from derive.sizes import Shape, Size, dim
from numeric.search.objective import WORST, build_objective
from numeric.search.parametrize import analyze
from numeric.search.search import VIOLATED, _slopes, candidates, search
from numeric.search.seeds import embedded
from numeric.search.sizes import size_tuples
from numeric.search.values import values
from proofs.api import ad_hoc_claim
from proofs.judging.understand import understand
from proofs.reading.paper import Settings

A, X = build.var("A", Shape.of("m", "n")), build.var("X", Shape.of("n", "p"))
P, Q = build.var("p", Shape.of("n")), build.var("Q", Shape.of("n", "n"))
R, U = build.var("R", Shape()), build.var("u", Shape.of("n"))
SIMPLEX = (Rel(">=", P, build.const(0)), Rel("=", build.matmul(build.ones((), dim("n")), P), build.const(1)))
JACOBIAN = build.sub(build.diag(P), build.matmul(P, build.transpose(P)))
ORTHONORMAL = (Rel("=", build.matmul(build.transpose(Q), Q), build.eye(dim("n"))),)


def problem(goal, variables, hypotheses=(), least=()):
    names = sorted({n for v in variables for d in (*v.shape.rows, *v.shape.cols) for n in d.names})
    shapes = tuple((v.data[0], v.shape) for v in variables)
    return Problem(shapes, (), (), tuple(names), SizeRules(tuple(least)), tuple(hypotheses), goal)


def times(factor, e):
    return build.scale(build.const(factor), e)


def n2(e):
    return build.norm(e, "2")


def nf(e):
    return build.norm(e, "F")


FALSE = {
    "frobenius under spectral": (Rel("<=", nf(A), n2(A)), (A,), ()),
    "strict at equality": (Rel("<", n2(build.matmul(A, X)), build.scale(n2(A), n2(X))), (A, X), ()),
    "thin softmax": (Rel("<=", n2(JACOBIAN), build.const("499/1000")), (P,), SIMPLEX),
    "thin submultiplicativity": (Rel("<=", n2(build.matmul(A, X)), times("99/100", build.scale(n2(A), n2(X)))), (A, X), ()),
    "orthonormal": (Rel("<=", nf(Q), build.const(1)), (Q,), ORTHONORMAL),
    "radius": (Rel("<=", nf(A), R), (A, R), (Rel("<=", n2(A), R),)),
    "unit vector": (Rel("<=", build.norm(U, "1"), build.const(1)), (U,), (Rel("=", n2(U), build.const(1)),)),
    "greater": (Rel(">=", n2(A), nf(A)), (A,), ()),
    "implication": (Logic("implies", (Rel("<=", nf(A), build.const(1)), Rel("<=", build.norm(A, "1"), build.const(1)))), (A,), ()),
    "softmax rows": (Rel("<=", n2(build.softmax(Q)), build.const(1)), (Q,), ()),
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE)
def test_planted_violations_are_found_and_certified(name):
    goal, variables, hypotheses = FALSE[name]
    result = search(problem(goal, variables, hypotheses), effort="quick")
    assert any(certify(result.problem, point) is not None for point in candidates(result))


TRUE = {
    "submultiplicativity": (Rel("<=", n2(build.matmul(A, X)), build.scale(n2(A), n2(X))), (A, X), ()),
    "softmax": (Rel("<=", n2(JACOBIAN), build.const("1/2")), (P,), SIMPLEX),
    "orthonormal": (Rel("<=", n2(Q), build.const(1)), (Q,), ORTHONORMAL),
    "saturated softmax": (Rel("<=", nf(build.softmax(Q)), build.sqrt(build.size("n"))), (Q,), ()),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_bounds_are_not_certified_false(name):
    goal, variables, hypotheses = TRUE[name]
    result = search(problem(goal, variables, hypotheses), effort="quick")
    assert result.best_ratio <= 1 + VIOLATED
    assert all(certify(result.problem, point) is None for point in candidates(result))


@pytest.mark.parametrize("scale", [1.0, 1e3, 1e6, 1e9])
@pytest.mark.parametrize("n", [2, 3, 4, 7])
def test_orthonormal_values_are_orthonormal_however_large_their_parameters(n: int, scale: float):
    space = analyze((("Q", Q.shape),), ORTHONORMAL)
    z = scale * torch.from_numpy(np.random.default_rng(n).normal(size=n * n))
    q = values(space, z, {"n": n})["Q"]
    assert torch.allclose(q.T @ q, torch.eye(n, dtype=q.dtype), rtol=0, atol=1e-12)


def test_supremum_joins_the_search():
    sup = build.bound("sup", [("p", Shape.of("n"))], SIMPLEX, n2(JACOBIAN))
    named = Problem((), (), (), ("n",), SizeRules(), (), Rel("<=", sup, build.const("2/5")))
    found = search(named, effort="quick")
    points = list(candidates(found))
    assert any(certify(found.problem, point) is not None for point in points)
    assert points[0].inputs["p"] == ((Fraction(1, 2),), (Fraction(1, 2),))


def test_same_seed_same_result():
    goal, variables, hypotheses = FALSE["radius"]
    first, second = (search(problem(goal, variables, hypotheses), effort="quick", seed=5) for _ in range(2))
    assert (first.best_ratio, first.evaluations, first.witnesses) == (
        second.best_ratio,
        second.evaluations,
        second.witnesses,
    )


def test_violation_at_one_size_only():
    """m <= n fails for sizes with m > n alone: the ratio of sizes is what has to be found."""
    goal = Rel("<=", nf(A), build.scale(build.sqrt(build.size("n")), n2(A)))
    smaller = Rel("<=", times(2, nf(A)), build.scale(build.sqrt(build.size(Size.of("n") + 2)), n2(A)))
    assert not search(problem(goal, (A,)), effort="quick").violated
    result = search(problem(smaller, (A,)), effort="quick")
    assert any(certify(result.problem, point) is not None for point in candidates(result))


def test_each_size_is_once_the_larger_one():
    a, b = build.var("A", Shape.of("m", "n")), build.var("B", Shape.of("n", "k"))
    claim = Rel("<=", build.norm(build.matmul(a, b)), build.const(1))
    problem = Problem((("A", a.shape), ("B", b.shape)), (), (), ("m", "n", "k"), SizeRules(), (), claim)
    wanted = [{"m": 2, "n": 3, "k": 4}, {"m": 3, "n": 4, "k": 2}]
    tuples = size_tuples(problem, 4, 0, wanted)
    assert all(sizes in tuples for sizes in wanted)
    assert any(s["m"] > s["n"] for s in tuples)
    ruled = Problem(
        problem.variables, (), (), problem.sizes, SizeRules((), (("<=", Size.of("m") - Size.of("n")),)), (), claim
    )
    assert not any(s["m"] > s["n"] for s in size_tuples(ruled, 4, 0, wanted))


def test_inputs_are_carried_to_other_sizes():
    space = analyze([("A", A.shape), ("p", P.shape)], ())
    small, large = {"m": 2, "n": 3}, {"m": 3, "n": 2}
    (padded, repeated) = embedded(space, small, np.arange(9.0), large)
    assert padded.tolist() == [0, 1, 3, 4, 0, 0, 6, 7]
    assert repeated.tolist() == [0, 1, 3, 4, 3, 4, 6, 7]


def test_climbs_begin_where_there_is_a_slope():
    flat, high, low = (0.0, np.zeros(1)), (-0.1, np.ones(1)), (-2.0, np.ones(1))
    assert _slopes([flat, high, low]) == [high, low]
    assert _slopes([flat]) == [flat]


@pytest.mark.parametrize(
    "bad", [build.inv(Q), build.map_("exp", Q)], ids=["a singular matrix", "entries that overflow"]
)
def test_an_input_without_a_value_leaves_the_rest_of_a_batch_alone(bad):
    """LAPACK fails for all matrices of a batch if it fails for one; then every later input would be evaluated alone."""
    objective = build_objective(problem(Rel("<=", n2(bad), build.const(3)), (Q,)), {"n": 2})
    good, singular, large = [1.0, 0.5, 0.0, 2.0], [1.0, 1.0, 1.0, 1.0], [800.0, 0.0, 0.0, 1.0]
    batch = np.array([good, singular, large])
    together = objective.values(batch)
    scores, grads = objective.gradients(batch)
    assert objective._batched
    alone = objective.gradient(good)
    assert together[0] == pytest.approx(objective.value(good), rel=1e-12) == scores[0]
    assert grads[0] == pytest.approx(np.array(alone[1]), rel=1e-9)
    assert min(together) == WORST


def test_hypotheses_at_an_index_of_the_claim_are_looked_at_there():
    given = (
        r"n \ge 3, \quad x \in \mathbb{R}^{n}, \quad k \in \{2, \dots, n - 1\}, \quad x_k \ge 1, \quad \|x\|_2 \le 2"
    )
    bounds = {r"x_1^2 \le \tfrac{5}{2} x_k^2": True, r"x_1^2 \le 3 x_k^2": False}
    for text, violated in bounds.items():
        (reading,) = understand(ad_hoc_claim(text, given, Settings()))
        (link,) = reading.links
        found = search(link.typed.problem, effort="quick")
        assert found.evaluations > 0
        assert found.violated is violated, text


DIFFERENT = r"i, j \in \{1, \dots, n\}, i \ne j, x \in \mathbb{R}^n"


@pytest.mark.parametrize(
    ("given", "claim", "violated"),
    [
        (DIFFERENT, r"x_i^2 + x_j^2 \le \|x\|_2^2", False),
        (DIFFERENT, r"x_i^2 + x_j^2 \le \frac{9}{10} \|x\|_2^2", True),
        (DIFFERENT.replace(r"\ne", "<"), r"x_i^2 + x_j^2 \le \|x\|_2^2", False),
        (DIFFERENT.replace(r"i \ne j, ", ""), r"x_i^2 + x_j^2 \le \|x\|_2^2", True),
    ],
)
def test_indices_that_hypotheses_exclude_are_not_looked_at(given, claim, violated):
    (reading,) = understand(ad_hoc_claim(claim, given, Settings()))
    found = search(reading.links[0].typed.problem, effort="quick")
    assert any(w.score > VIOLATED for w in found.witnesses) == violated
