"""Hypotheses that cannot rescue a claim are not tried; those that can are, and the claim needs them."""

from __future__ import annotations

import pytest

import derive
from derive.build import SCALAR, const, hadamard, map_, norm, scale, var
from derive.core import Problem, Rel, SizeRules
from derive.meromorphic import is_meromorphic
from derive.sizes import Shape, Size
from proofs.judging.hypotheses import natural_hypotheses
from proofs.judging.idle import is_idle

X = var("X", Shape((Size.of("m"),), (Size.of("n"),)))
T = var("t", SCALAR)
ZERO = const(0)


def problem(goal: Rel, *hypotheses: Rel) -> Problem:
    variables = (("X", X.shape), ("t", T.shape))
    return Problem(variables, (), (), ("m", "n"), SizeRules(), hypotheses, goal)


def idle(claim: Problem, kind: str, subject: str) -> set[bool]:
    found = [n for n in natural_hypotheses(claim) if n.kind == kind and subject in n.latex]
    assert found
    return {is_idle(n, claim) for n in found}


@pytest.mark.parametrize(
    ("goal", "kind", "expected"),
    [
        (Rel("=", hadamard(X, X), X), "sign", True),
        (Rel("=", hadamard(X, X), X), "rank", True),
        (Rel("=", hadamard(X, X), X), "nonzero", True),
        (Rel("=", map_("abs", X), X), "sign", False),
        (Rel("=", map_("relu", X), X), "sign", False),
        (Rel("=", map_("sign", X), map_("exp", X)), "nonzero", False),
        (Rel("<=", norm(X, "F"), norm(X, "2")), "nonzero", True),
        (Rel("<=", norm(X, "F"), norm(X, "2")), "sign", False),
        (Rel("<=", norm(X, "F"), norm(X, "2")), "rank", False),
        (Rel("<", norm(X, "2"), scale(const(2), norm(X, "2"))), "nonzero", False),
        (Rel("<=", norm(map_("step", X), "F"), norm(X, "F")), "nonzero", False),
    ],
)
def test_what_is_idle_is_told_by_the_form_of_the_claim(goal: Rel, kind: str, expected: bool) -> None:
    assert idle(problem(goal), kind, "X") == {expected}
    assert idle(problem(goal, Rel("=", T, const(1))), kind, "X") == {False}  # what is assumed may leave a corner only


@pytest.mark.parametrize(
    ("function", "expected"),
    [("exp", True), ("tanh", True), ("sin", True), ("log", False), ("softplus", False), ("sqrt", False)],
)
def test_functions_with_branches_are_not_meromorphic(function: str, expected: bool) -> None:
    assert is_meromorphic(map_(function, X)) is expected


@pytest.mark.parametrize(
    ("claim", "given", "verdict", "hypothesis"),
    [
        ("|x| = x", r"x \in \mathbb{R}", "needs-hypothesis", r"x \ge 0"),
        (r"(x^2)^{1/2} = x", r"x \in \mathbb{R}", "needs-hypothesis", "x > 0"),
        (r"x^2 = x", r"x \in \mathbb{R}", "refuted", None),
        (r"A \odot B = A B", r"A, B \in \mathbb{R}^{n \times n}", "refuted", None),
        (r"\|x\|_2 \le \frac12 \|x\|_2", r"x \in \mathbb{R}^n", "refuted", None),
    ],
)
def test_a_claim_is_rescued_by_what_can_rescue_it(claim: str, given: str, verdict: str, hypothesis: str | None) -> None:
    result = derive.check(claim, given=given)
    assert (result.verdict, result.hypothesis) == (verdict, hypothesis)
