"""Full-size checks: right formulas agree without a Jacobian, one row wrong by a billionth is found."""

import pytest

from derive import build as b
from derive.core import Problem, Rel, SizeRules
from derive.fraction import Fraction
from derive.sizes import Shape, Size, dim
from numeric.autograd.full import full_compare

SIZES = {"L": 47, "d": 61, "k": 13}
X = b.var("X", Shape.of("L", "d"))
Q, K, V = (b.var(n, Shape.of("d", "k")) for n in "QKV")


def problem(goal, *hypotheses):
    variables = tuple((v.data[0], v.shape) for v in (X, Q, K, V))
    return Problem(variables, (), (), ("L", "d", "k"), SizeRules(), tuple(hypotheses), goal)


def outcome(lhs, rhs, sizes=SIZES, *hypotheses):
    return full_compare(problem(Rel("=", lhs, rhs), *hypotheses), sizes, seed=1, device="cpu")


def attention():
    return b.softmax(b.div(b.matmuls(X, Q, b.transpose(K), b.transpose(X)), b.sqrt(b.size("k"))))


def jacobian_formula():
    a, i = attention(), Size.of("i")
    row = b.transpose(b.row(a, i))
    block = b.sub(b.diag(row), b.matmul(row, b.transpose(row)))
    left = b.kron(b.eye(dim("L")), b.transpose(b.matmul(X, V)))
    middle = b.blockdiag("i", Size.of("L"), block)
    # vec_r of the logits X Q K^T X^T is (X (x) X K) vec_r Q
    return b.div(b.matmuls(left, middle, b.kron(X, b.matmul(X, K))), b.sqrt(b.size("k")))


def test_attention_jacobian_agrees_and_says_what_was_done():
    evidence = outcome(b.deriv(b.matmuls(attention(), X, V), "Q", Q), jacobian_formula())
    assert evidence.outcome == "agree", evidence
    assert evidence.detail["engines"] == ["autograd", "tensor program"]
    assert evidence.detail["discrepancy"] < 1e-12 and evidence.detail["rows"] == 47 * 13


@pytest.mark.parametrize("factor", [2, 1 + Fraction(1, 10**9)])
def test_one_wrong_row_is_found(factor):
    formula = jacobian_formula()
    rows = formula.shape.rows
    weights = b.add(b.ones(rows), b.scale(b.const(Fraction(factor) - 1), b.basis(Size.of(300), rows)))
    evidence = outcome(b.deriv(b.matmuls(attention(), X, V), "Q", Q), b.matmul(b.diag(weights), formula))
    assert evidence.outcome == "disagree" and evidence.detail["worst_row"] == 300


def test_kronecker_order_matters():
    truth = b.deriv(b.matmul(X, Q), "Q", Q)
    assert outcome(truth, b.kron(X, b.eye(dim("k")))).outcome == "agree"
    assert outcome(truth, b.reshape(b.kron(b.eye(dim("k")), X), truth.shape)).outcome == "disagree"
    assert outcome(b.deriv(b.matmul(X, Q), "Q", Q, "vec"), b.kron(b.eye(dim("k")), X)).outcome == "agree"


def test_second_derivatives_are_probed_in_both_variables():
    """d^2 (X Q)^2 / dQ dX by probes; the quadratic form tr(Q^T X^T X Q) has Hessian 2 X^T X (x) I."""
    form = b.trace(b.matmuls(b.transpose(Q), b.transpose(X), X, Q))
    truth = b.deriv(b.deriv(form, "Q", Q), "Q", Q)
    formula = b.scale(b.const(2), b.kron(b.matmul(b.transpose(X), X), b.eye(dim("k"))))
    assert outcome(truth, b.reshape(formula, truth.shape)).outcome == "agree"
    wrong = b.scale(b.const(1 + Fraction(1, 10**8)), formula)
    assert outcome(truth, b.reshape(wrong, truth.shape)).outcome == "disagree"


def test_a_second_derivative_of_a_matrix_function():
    z = b.matmul(X, Q)
    square = b.hadamard(z, z)
    truth = b.deriv(b.deriv(square, "Q", Q), "Q", Q)
    n, m = Size.of("L"), Size.of("k")
    rows, i, j = dim("L", "k"), Size.of("i"), Size.of("j")
    select = b.kron(b.basis(i, dim("L")), b.basis(j, dim("k")))
    inner = b.matmul(b.transpose(select), b.kron(X, b.eye(dim("k"))))
    outer = b.scale(b.const(2), b.matmul(b.transpose(inner), inner))
    formula = b.sum_("i", Size.of(1), n, b.sum_("j", Size.of(1), m, b.kron(select, outer)))
    assert formula.shape.totals == truth.shape.totals and rows
    small = {"L": 7, "d": 5, "k": 3}
    evidence = outcome(truth, b.reshape(formula, truth.shape), small)
    assert evidence.outcome == "agree", evidence
    assert outcome(truth, b.reshape(b.neg(formula), truth.shape), small).outcome == "disagree"


def test_what_does_not_fit_says_how_much_it_needs():
    evidence = outcome(b.kron(X, b.kron(X, X)), b.kron(b.map_("exp", b.kron(X, X)), X), {"L": 500, "d": 768, "k": 64})
    assert evidence.outcome == "none" and "GiB" in evidence.detail["reason"]


def test_hypotheses_at_full_size():
    rows = b.matmul(Q, b.ones(dim("k")))
    condition = Rel("=", rows, b.zeros(dim("d")))
    goal = (b.matmul(Q, b.ones(dim("k"), dim("L"))), b.zeros(dim("d"), dim("L")))
    assert outcome(*goal, SIZES, condition).outcome == "agree"
    assert outcome(*goal).outcome == "disagree"


def test_two_runs_are_bit_identical():
    claim = (b.deriv(b.matmuls(attention(), X, V), "Q", Q), jacobian_formula())
    first, second = outcome(*claim), outcome(*claim)
    assert first.detail == second.detail


def test_what_has_no_program_is_evaluated_densely_where_it_fits():
    evidence = outcome(b.norm(b.kron(Q, X)), b.scale(b.norm(X), b.norm(Q)), {"L": 17, "d": 13, "k": 5})
    assert evidence.outcome == "agree" and evidence.detail["engines"] == ["dense", "dense"]
    assert outcome(b.norm(Q), b.norm(Q, "F"), {"L": 17, "d": 13, "k": 5}).outcome == "disagree"


def test_a_size_without_a_value_is_named():
    found = outcome(X, X, {"L": 47, "d": 61})
    assert found.outcome == "none"
    assert found.detail["reason"] == "no full size is given for k"


def test_ranks_and_zero_eigenvalues_of_constants_are_compared_in_both_precisions():
    """Without variables the precision was that of float64 in both, or it crashed."""
    ones = b.ones(dim("L"), dim("L"))
    second, rank = b.eig(ones, Size.of(2)), b.rank(ones)
    assert outcome(second, b.const(0), {**SIZES, "L": 197}).outcome != "disagree"
    assert outcome(rank, b.const(1)).outcome == "agree"
    assert outcome(rank, b.const(2)).outcome == "disagree"
    assert outcome(b.eig(ones, Size.of(1)), b.scale(b.const(1 + Fraction(1, 10**6)), b.size("L"))).outcome == "disagree"


@pytest.mark.parametrize("k", [2, 100, 197])
def test_eigenvalues_that_are_zero_are_so_wherever_they_stand_among_the_others(k):
    """In the middle of many they are rounding that does not shrink evenly from one precision to the other."""
    ones, at = b.ones(dim("L"), dim("L")), {**SIZES, "L": 197}
    assert outcome(b.eig(ones, Size.of(k)), b.const(0), at).outcome != "disagree"
    assert outcome(b.sigma(ones, Size.of(k)), b.const(0), at).outcome != "disagree"
    shifted = b.add(ones, b.scale(b.const(Fraction(1, 10**9)), b.eye(dim("L"))))
    assert outcome(b.eig(shifted, Size.of(k)), b.const(0), at).outcome == "disagree"
