"""The other forms of a side against autograd: all agree on the truth, and a mistake planted in one of them is found."""

import math

import pytest
import sympy
import torch

from derive import build as b
from derive.core import Problem, Rel, SizeRules
from derive.sizes import Shape, Size, dim
from derive.sympy_road import Kept, decide, printer
from numeric.autograd import forms
from numeric.autograd.full import full_compare
from numeric.autograd.road import compare
from numeric.programs import linearize
from numeric.programs.steps import Step
from proofs.results.verdicts import Facts
from proofs.results.verdicts import decide as verdict

SIZES = {"L": 2, "d": 3, "k": 4}
X = b.var("X", Shape.of("L", "d"))
Q = b.var("Q", Shape.of("d", "k"))
I = Size.of("i")  # noqa: E741


def problem(lhs, rhs, indices=(), functions=(), hypotheses=()):
    variables = (("X", X.shape), ("Q", Q.shape))
    return Problem(variables, functions, indices, ("L", "d", "k"), SizeRules(), tuple(hypotheses), Rel("=", lhs, rhs))


def softmax_claim(factor=1):
    """d softmax(X Q) / dX as a formula."""
    a = b.softmax(b.matmul(X, Q))
    row = b.transpose(b.row(a, I))
    blocks = b.blockdiag("i", Size.of("L"), b.sub(b.diag(row), b.matmul(row, b.transpose(row))))
    formula = b.matmul(blocks, b.kron(b.eye(dim("L")), b.transpose(Q)))
    return problem(b.deriv(a, "X", X), b.scale(b.const(factor), formula))


def judged(p, sizes=SIZES):
    """The autograd road after the SymPy road, as an audit asks them."""
    kept = Kept()
    decide(p, [sizes], kept=kept)
    return compare(p, sizes, seed=3, kept=kept)


def test_all_three_forms_agree_on_a_true_claim():
    evidence = judged(softmax_claim())
    assert evidence.outcome == "agree" and evidence.detail["discrepancy"] < 1e-13
    found = evidence.detail["lambdified"]
    assert found["sizes"] == SIZES and found["of"] == 8 * 6 and found["entries"] >= 6
    assert found["left"]["discrepancy"] < 1e-13 and found["right"]["discrepancy"] < 1e-13
    found = evidence.detail["compiled"]
    assert found["left"]["against"] == "jvp" and found["left"]["discrepancy"] < 1e-13
    assert found["right"]["against"] == "value" and found["right"]["discrepancy"] < 1e-13


def test_without_the_entries_of_the_sympy_road_a_few_are_made():
    p = problem(b.deriv(b.matmul(X, Q), "Q", Q), b.kron(X, b.eye(dim("k"))))
    found = compare(p, SIZES, seed=3).detail["lambdified"]
    assert found["entries"] == 10 and found["of"] == 8 * 12 and found["left"]["discrepancy"] == 0


def test_a_false_claim_is_no_contradiction():
    evidence = judged(softmax_claim(2))
    assert evidence.outcome == "disagree" and "contradiction" not in evidence.detail
    for form in ("lambdified", "compiled"):
        assert max(evidence.detail[form][side]["discrepancy"] for side in ("left", "right")) < 1e-13


def contradicts(evidence, form, side, factor):
    """The evidence has both values of one side, one of them wrong by a factor, and the verdict is an alarm."""
    found = evidence.detail["contradiction"]
    assert evidence.outcome == "none" and (found["form"], found["side"]) == (form, side)
    assert math.isclose(found[form], factor * found["autograd"], rel_tol=1e-9) and found[form] != found["autograd"]
    decision = verdict(Facts("identity", [evidence], certificate="accepted"))
    assert decision.verdict == "error" and decision.is_alarm and form in decision.message
    assert f"{found[form]:.17g}" in decision.message and f"{found['autograd']:.17g}" in decision.message


@pytest.mark.parametrize("factor", [2.0, 1 + 1e-7])
def test_an_error_in_the_printed_code_is_found(monkeypatch, factor):
    p = problem(b.map_("exp", X), b.map_("exp", X))
    assert judged(p).detail["lambdified"]["left"]["discrepancy"] < 1e-14
    monkeypatch.setitem(printer._CALLS, sympy.exp, f"({factor} * B.exp({{}}))")
    contradicts(judged(p), "lambdified", "left", factor)


@pytest.mark.parametrize("factor", [2.0, 1 + 1e-7])
def test_an_error_in_a_step_of_a_compiled_program_is_found(monkeypatch, factor):
    call = Step.__call__

    def wrong(self):
        call(self)
        if self.function is torch.mul or self.function is torch.mm or self.out.dim() == 1:
            self.out.mul_(factor)

    p = problem(b.deriv(b.matmul(X, Q), "Q", Q), b.kron(X, b.eye(dim("k"))))
    assert judged(p).detail["compiled"]["left"]["discrepancy"] < 1e-14
    monkeypatch.setattr(Step, "__call__", wrong)
    contradicts(judged(p), "compiled", "left", factor)


def test_a_wrong_rule_of_the_compiled_derivative_is_found(monkeypatch):
    monkeypatch.setattr(linearize, "slope", lambda node: b.scale(b.const(3), node))
    p = problem(b.deriv(b.map_("exp", X), "X", X), b.diag(b.vecr(b.map_("exp", X))))
    contradicts(judged(p), "compiled", "left", 3.0)


def test_at_full_size_too(monkeypatch):
    sizes = {"L": 31, "d": 17, "k": 7}
    p = problem(b.deriv(b.map_("exp", b.matmul(X, Q)), "Q", Q), b.matmul(b.diag(b.vecr(b.map_("exp", b.matmul(X, Q)))), b.kron(X, b.eye(dim("k")))))  # fmt: skip
    evidence = full_compare(p, sizes, seed=1, device="cpu")
    assert evidence.outcome == "agree" and evidence.detail["compiled"]["left"]["discrepancy"] < 1e-12
    assert evidence.detail["compiled"]["left"]["against"] == "jvp"
    assert "small sizes" in evidence.detail["lambdified"]["reason"]
    monkeypatch.setattr(linearize, "slope", lambda node: b.scale(b.const(3), node))
    contradicts(full_compare(p, sizes, seed=1, device="cpu"), "compiled", "left", 3.0)


def test_at_full_size_a_formula_is_told_from_its_program(monkeypatch):
    sizes = {"L": 31, "d": 17, "k": 7}
    truth, formula = b.deriv(b.matmul(X, Q), "Q", Q), b.kron(X, b.eye(dim("k")))
    false = full_compare(problem(truth, b.scale(b.const(2), formula)), sizes, seed=1, device="cpu")
    assert false.outcome == "disagree" and false.detail["compiled"]["right"]["discrepancy"] < 1e-13
    call = Step.__call__

    def wrong(self):
        call(self)
        self.out.mul_(2)

    monkeypatch.setattr(Step, "__call__", wrong)
    found = full_compare(problem(X, b.matmul(b.eye(dim("L")), X)), sizes, seed=1, device="cpu")
    assert found.outcome != "disagree"


def test_what_does_not_apply_is_said():
    norms = judged(problem(b.norm(X), b.norm(b.transpose(X))))
    assert norms.outcome == "agree" and norms.detail["lambdified"]["reason"].startswith("no lambdified form: the norm")
    assert norms.detail["compiled"]["left"]["reason"].startswith("no compiled form: the norm")
    f = b.fun("f", (X,), Shape.of("L"))
    found = judged(problem(f, f, functions=(("f", (X.shape,), Shape.of("L")),)))
    assert "function" in found.detail["compiled"]["left"]["reason"] and found.detail["lambdified"]["reason"]


def test_large_expressions_are_not_lambdified(monkeypatch):
    monkeypatch.setattr(forms, "OPERATIONS", 4)
    monkeypatch.setattr(forms, "NODES", 5)
    found = judged(softmax_claim()).detail
    assert "4 operations" in found["lambdified"]["reason"]
    assert found["compiled"]["left"]["discrepancy"] < 1e-13 and "too many" in found["compiled"]["right"]["reason"]


def test_only_as_many_entries_as_there_is_room_for(monkeypatch):
    monkeypatch.setattr(forms, "OPERATIONS", 100)
    found = judged(softmax_claim()).detail["lambdified"]
    assert 0 < found["entries"] < 10 and found["right"]["discrepancy"] < 1e-13


def test_entries_at_other_sizes_and_at_an_index():
    p = problem(b.entry(b.matmul(X, Q), I, Size.of(1)), b.matmul(b.row(X, I), b.col(Q, Size.of(1))), (("i", Size.of(1), Size.of("L")),))  # fmt: skip
    kept = Kept()
    decide(p, [{"L": 3, "d": 2, "k": 1}], kept=kept)
    found = compare(p, SIZES, seed=3, kept=kept).detail["lambdified"]
    assert found["sizes"] == {"L": 3, "d": 2, "k": 1} and found["indices"] == {"i": 1}
    assert found["left"]["discrepancy"] < 1e-14


def test_rounding_is_no_contradiction():
    """(1 + X) - 1 - X is a rounding of zero in every form, and each form rounds in its own way."""
    ones = b.ones(dim("L"), dim("d"))
    big = b.scale(b.const(10**6), ones)
    null = b.sub(b.sub(b.hadamard(b.add(big, X), b.add(big, X)), b.hadamard(big, big)), b.scale(b.const(2 * 10**6), X))
    evidence = judged(problem(null, b.hadamard(X, X)))
    assert "contradiction" not in evidence.detail


def test_one_seed_gives_one_result():
    first, second = judged(softmax_claim()), judged(softmax_claim())
    assert first.detail == second.detail
