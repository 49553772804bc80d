"""The autograd road: right formulas agree, every kind of planted error disagrees, hypotheses are met."""

import pytest
import torch

from derive import build as b
from derive.core import Logic, Problem, Quantified, Rel, SizeRules
from derive.fraction import Fraction
from derive.sizes import Shape, Size, dim
from numeric.autograd.road import compare
from numeric.autograd.tolerance import judge, row_discrepancy
from numeric.evaluation.sampling import sample, satisfied

SIZES = {"L": 2, "d": 3, "k": 5}
X = b.var("X", Shape.of("L", "d"))
Q, K = b.var("Q", Shape.of("d", "k")), b.var("K", Shape.of("d", "k"))
P = b.var("p", Shape.of("k"))
R = b.var("R", Shape.of("d", "d"))
SHAPES = {"X": X, "Q": Q, "K": K, "p": P, "R": R}


def problem(goal, hypotheses=(), indices=(), functions=()):
    return Problem(
        tuple((name, v.shape) for name, v in SHAPES.items()),
        functions,
        indices,
        ("L", "d", "k"),
        SizeRules(),
        tuple(hypotheses),
        goal,
    )


def outcome(goal, *hypotheses, **kw):
    return compare(problem(goal, hypotheses, **kw), SIZES, seed=3)


def equal(x, y):
    return Rel("=", x, y)


def logits():
    return b.div(b.matmuls(X, Q, b.transpose(K), b.transpose(X)), b.sqrt(b.size("k")))


def attention_jacobian():
    """d softmax(X Q K^T X^T / sqrt k) X / dQ by torch and as a Kronecker formula."""
    a = b.softmax(logits())
    truth = b.deriv(b.matmul(a, X), "Q", Q)
    i = Size.of("i")
    row = b.transpose(b.row(a, i))
    block = b.sub(b.diag(row), b.matmul(row, b.transpose(row)))
    left = b.kron(b.eye(dim("L")), b.transpose(X))
    middle = b.blockdiag("i", Size.of("L"), block)
    right = b.kron(X, b.matmul(X, K))
    return truth, b.div(b.matmuls(left, middle, right), b.sqrt(b.size("k")))


def test_attention_jacobian_agrees():
    evidence = outcome(equal(*attention_jacobian()))
    assert evidence.outcome == "agree" and not evidence.proof
    assert evidence.detail["discrepancy"] < 1e-13
    assert evidence.detail["seed"] == 3 and evidence.detail["dtype"] == "float64" and evidence.detail["device"]


def mutations():
    truth, formula = attention_jacobian()
    yield "sign", truth, b.neg(formula)
    yield "factor", truth, b.scale(b.const(2), formula)
    yield "missing root", truth, b.scale(b.sqrt(b.size("k")), formula)
    yield "one part in a billion", truth, b.scale(b.const(1 + Fraction(1, 10**9)), formula)
    yield "kronecker order", b.deriv(b.matmuls(X, Q), "Q", Q), b.kron(b.eye(dim("k")), X)
    yield "vec for vec_r", b.deriv(b.matmuls(X, Q), "Q", Q, "vec"), b.kron(X, b.eye(dim("k")))


@pytest.mark.parametrize("case", list(mutations()), ids=lambda c: c[0])
def test_planted_errors_disagree(case):
    assert outcome(equal(*case[1:])).outcome == "disagree"


def test_one_row_wrong_by_a_billionth_is_found():
    truth, formula = attention_jacobian()
    rows = formula.shape.rows
    factor = b.add(b.ones(rows), b.scale(b.const(Fraction(1, 10**9)), b.basis(Size.of(4), rows)))
    evidence = outcome(equal(truth, b.matmul(b.diag(factor), formula)))
    assert evidence.outcome == "disagree" and evidence.detail["worst_row"] == 4


def test_hypotheses_are_met_and_used():
    ones = b.ones(dim("k"))
    total = b.matmul(b.transpose(ones), P)
    simplex = (Rel(">=", P, b.zeros(dim("k"))), equal(total, b.const(1)))
    goal = equal(b.matmul(b.sub(b.diag(P), b.matmul(P, b.transpose(P))), ones), b.zeros(dim("k")))
    assert outcome(goal, *simplex).outcome == "agree"
    assert outcome(goal).outcome == "disagree"


@pytest.mark.parametrize(
    "hypothesis",
    [
        equal(R, b.transpose(R)),
        equal(b.matmul(b.transpose(R), R), b.eye(dim("d"))),
        Rel(">", P, b.zeros(dim("k"))),
        Rel("<=", b.norm(R), b.const(Fraction(1, 3))),
        equal(b.norm(P), b.const(1)),
        Rel("!=", P, b.zeros(dim("k"))),
        Logic("and", (equal(b.trace(R), b.const(0)), Rel(">", b.det(R), b.const(1)))),
        equal(P, b.softmax(b.map_("sin", P))),
    ],
    ids=str,
)
def test_samples_satisfy_their_hypotheses(hypothesis):
    if hypothesis == equal(P, b.softmax(b.map_("sin", P))):  # each row has one entry: p = 1
        hypothesis = equal(P, b.ones(dim("k")))
    claim = problem(equal(R, R), [hypothesis])
    found = sample(claim, SIZES, 0)
    assert satisfied(hypothesis, found.env, SIZES, {})
    again = sample(claim, SIZES, 0)
    assert all(torch.equal(found.env[n], again.env[n]) for n in found.env)


def test_zero_is_known_up_to_rounding_but_tiny_is_not_zero():
    """A vanishing difference agrees with 0; a true value of 1e-30 does not."""
    null = b.sub(b.matmul(R, b.inv(R)), b.eye(dim("d")))
    zeros = b.zeros(dim("d"), dim("d"))
    assert outcome(equal(null, zeros)).outcome == "agree"
    assert outcome(equal(b.scale(b.const(Fraction(1, 10**30)), R), zeros)).outcome == "disagree"
    assert outcome(equal(null, b.scale(b.const(Fraction(1, 10**17)), R))).outcome != "agree"


def test_contradictory_hypotheses_end_in_none():
    evidence = outcome(equal(R, R), Rel(">", b.norm(R), b.const(2)), Rel("<", b.norm(R), b.const(1)))
    assert evidence.outcome == "none" and "hypothesis" in evidence.detail["reason"]


def test_undefined_everywhere_is_none():
    zero = b.sub(b.trace(R), b.trace(b.transpose(R)))
    assert outcome(equal(b.div(R, zero), R)).outcome == "none"


def test_a_kink_is_no_evidence():
    """d relu(x - x)/dx is 0 by convention and 1/2 by another."""
    zero = b.sub(P, P)
    y = b.var("y", P.shape)
    goal = equal(b.deriv(b.map_("relu", y), "y", zero), b.scale(b.const(Fraction(1, 2)), b.eye(dim("k"))))
    assert outcome(goal).outcome == "none"


def test_quantified_indices_take_all_values():
    i = Size.of("i")
    index = (("i", Size.of(1), Size.of("d")),)
    good = equal(b.entry(R, i, i), b.entry(b.diagpart(R), i, Size.of(1)))
    bad = equal(b.entry(R, i, i), b.entry(R, Size.of(1), Size.of(1)))
    assert outcome(good, indices=index).outcome == "agree"
    assert outcome(bad, indices=index).outcome == "disagree"


def test_implications_conjunctions_and_quantifiers():
    symmetric = equal(R, b.transpose(R))
    goal = equal(b.matmul(R, R), b.matmul(R, b.transpose(R)))
    assert outcome(Logic("implies", (symmetric, goal))).outcome == "agree"
    assert outcome(goal).outcome == "disagree"
    assert outcome(Logic("and", (equal(R, R), goal))).outcome == "disagree"
    z = b.var("Z", Shape.of("d", "d"))
    commute = equal(b.matmul(R, z), b.matmul(z, R))
    assert outcome(Quantified("forall", (("Z", z.shape),), commute)).outcome == "disagree"
    assert outcome(Logic("not", (goal,))).outcome == "none"


def test_abstract_functions_and_the_chain_rule():
    f = b.fun("f", (b.matmul(X, Q),), Shape.of("L"))
    y = b.var("y", Shape.of("L", "k"))
    chain = b.matmul(b.deriv(b.fun("f", (y,), Shape.of("L")), "y", b.matmul(X, Q)), b.kron(X, b.eye(dim("k"))))
    functions = (("f", (Shape.of("L", "k"),), Shape.of("L")),)
    assert outcome(equal(b.deriv(f, "Q", Q), chain), functions=functions).outcome == "agree"
    wrong = b.matmul(chain, b.diag(b.vecr(b.map_("exp", Q))))
    assert outcome(equal(b.deriv(f, "Q", Q), wrong), functions=functions).outcome == "disagree"


def test_bounds_are_never_shown_but_clear_violations_are_reported():
    assert outcome(Rel("<=", b.norm(R), b.norm(R, "F"))).outcome == "none"
    assert outcome(Rel(">=", b.norm(R), b.norm(R, "F"))).outcome == "disagree"


def test_integrals_that_converge_slowly_are_not_judged():
    t = b.var("t", Shape())
    rough = b.integral(b.map_("sqrt", t), "t", b.const(0), b.const(1))
    assert outcome(equal(rough, b.const(Fraction(2, 3)))).outcome == "none"
    smooth = b.integral(b.map_("exp", t), "t", b.const(0), b.const(1))
    assert outcome(equal(smooth, b.sub(b.real("e"), b.const(1)))).outcome == "agree"
    assert outcome(equal(smooth, b.const(2))).outcome == "disagree"


def test_rows_are_compared_normwise():
    left = torch.tensor([[1.0, 0.0], [1e-3, 2e-3]], dtype=torch.float64)
    right = left.clone()
    right[1, 0] *= 1 + 1e-6
    found = row_discrepancy(left, right)
    assert found[0] == 0 and 1e-7 < found[1] < 1e-6
    none = torch.zeros(2, dtype=torch.float64)
    assert judge(none, none + 1e-16, none).outcome == "agree"
    assert judge(found, none + 1e-16, found).outcome == "disagree"
    assert judge(found, none + 1e-3, found).outcome == "none"
    small = found * 1e-5
    assert judge(small, none + 1e-16, small).outcome == "disagree"
    assert judge(small, none + 1e-16, small * 1e7).outcome == "agree"  # shrinks with the precision as rounding does
