"""The repair of last resort: the derived closed form of a derivative that is false and that no small edit repairs."""

from __future__ import annotations

import pytest

import derive
from derive import build as b
from derive import pullback
from derive.repair.closed_form import LONGEST, SAID

SQUARE = r"X, A, B \in \mathbb{R}^{n \times n}, x, y \in \mathbb{R}^n"
CASES = [
    (r"\nabla_X \log \det X = X A", r"\nabla_X \log \det X = X^{-\top}"),
    (r"\nabla_X \operatorname{tr}(X^\top A X) = A X A", r"\nabla_X \operatorname{tr}(X^\top A X) = (A + A^\top) X"),
    (r"\nabla_x \|A x - y\|^2 = x", r"\nabla_x \lVert A x - y \rVert^2 = 2 A^\top(A x - y)"),
    (r"B A B = \nabla_X \operatorname{tr}(A X B)", r"\nabla_X \operatorname{tr}(A X B) = A^\top B^\top"),
    (
        r"\frac{\partial}{\partial x} \operatorname{softmax}(x) = x x^\top",
        r"\frac{\partial}{\partial x} \operatorname{softmax}(x) = \operatorname{diag}(\operatorname{softmax}(x)) - \operatorname{softmax}(x) \operatorname{softmax}(x)^\top",
    ),
]


@pytest.mark.parametrize(("claim", "repaired"), CASES)
def test_the_closed_form_is_the_repair(claim, repaired):
    found = derive.check(claim, SQUARE, layout="gradient", lean=True)
    assert found.verdict == "refuted" and found.repair is not None
    assert found.repair["statement"] == repaired and found.repair["edit"] == SAID
    again = derive.check(repaired, SQUARE, layout="gradient", lean=True)
    assert again.verdict == "holds" and again.repair is None


def test_a_layout_in_which_the_claim_has_a_type_is_told():
    found = derive.check(r"\frac{\partial \operatorname{tr}(A X^{-1} B)}{\partial X} = X^{-1} A B", SQUARE, lean=True)
    assert found.repair["statement"].endswith(r"= -X^{-\top} A^\top B^\top X^{-\top}") and found.repair["edit"] == f"{SAID}, layout: gradient"


def test_a_small_edit_comes_first_and_symmetry_is_said():
    found = derive.check(r"\nabla_x x^\top A x = 2 A x", SQUARE, layout="gradient", lean=True)
    assert found.verdict == "refuted" and found.hypothesis is None
    assert SAID not in found.repair["edit"] and found.message == "false as written; for symmetric $A$ it holds"


def test_symmetry_that_does_not_suffice_is_not_said():
    found = derive.check(r"\nabla_x x^\top A x = 3 A x", SQUARE, layout="gradient", lean=True)
    assert found.verdict == "refuted" and "symmetric" not in found.message


def test_a_wrong_closed_form_is_no_repair(monkeypatch):
    monkeypatch.setitem(pullback.RULES, "det", lambda e, g: iter([(e.args[0], b.scale(b.scale(g, e), b.inv(e.args[0])))]))
    found = derive.check(*CASES[0][:1], SQUARE, layout="gradient", lean=True)
    assert found.verdict == "refuted" and (found.repair is None or found.repair["edit"] != SAID)


def test_of_a_norm_a_value_is_claimed_and_no_form():
    found = derive.check(r"\left\| \frac{\partial A x}{\partial x} \right\|_F = 3", SQUARE, lean=True)
    assert found.verdict == "refuted" and (found.repair is None or found.repair["edit"] != SAID)


def test_what_is_no_derivative_or_too_long_gets_none():
    assert derive.check(r"A B = x y^\top", SQUARE, lean=True).repair is None
    long = "+".join(rf"\|A^{k} x - y\|^2" for k in range(2, 5))
    found = derive.check(rf"\nabla_x ({long}) = x", SQUARE, layout="gradient", lean=True)
    assert found.repair is None or len(found.repair["statement"]) < 2 * LONGEST
