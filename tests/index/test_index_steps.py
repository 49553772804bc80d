"""Derivations: every step checked, the last line equal to the derivative, planted errors not."""

from __future__ import annotations

import pytest
from index_claims import Attention, X, d, layer_norm, matrix

from derive.build import const, deriv, inv, map_, matmuls, scale, transpose
from derive.core import walk
from derive.steps import derivation, equal, expand

A, B, S = matrix("A", "m", "L"), matrix("B", "d_V", "q"), matrix("S", "n", "n")
CASES = {
    "product": d(matmuls(A, X, B), X),
    "quadratic": d(matmuls(X, transpose(X)), X),
    "inverse": d(matmuls(S, inv(S), S), S),
    "attention": d(Attention().value, Attention().wq),
    "layer norm": d(layer_norm(X)[0], X),
    "column-wise": deriv(matmuls(A, X, B), "X", X, "vec"),
    "second": d(matmuls(X, transpose(X)), X, X),
    "gelu": d(map_("gelu", matmuls(A, X)), X),
}


@pytest.mark.parametrize("name", CASES)
def test_every_step_is_proved_and_nothing_is_left(name: str) -> None:
    steps = derivation(CASES[name])
    assert steps
    assert all(step.checked for step in steps), [(s.rule, s.checked) for s in steps]
    assert steps[0].before == CASES[name]
    assert not any(node.op == "deriv" for node in walk(steps[-1].after))
    assert equal(CASES[name], steps[-1].after)


def test_rules_are_named() -> None:
    rules = [step.rule for step in derivation(CASES["attention"])]
    assert any(rule.startswith("softmax rule") for rule in rules)
    assert any(rule.startswith("product rule") for rule in rules)


def test_a_wrong_line_is_not_proved() -> None:
    _, right = expand(CASES["product"])
    assert not equal(CASES["product"], scale(const(2), right))
