"""Habits that treat a vector entry by entry, read where nothing else has a type."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged

VECTORS = r"x, h, b \in \mathbb{R}^n, \quad W, U \in \mathbb{R}^{n \times n}, \quad \lambda \in \mathbb{R}"
LAYER = r"x \in \mathbb{R}^{1 \times n}, \quad V \in \mathbb{R}^{n \times m}, \quad c \in \mathbb{R}^{1 \times m}"

HOLDING = [
    (VECTORS, r"\frac{\partial}{\partial h} \tanh(Wh+Ux+b) = \operatorname{diag}(1-\tanh^2(Wh+Ux+b))W"),
    (VECTORS, r"\frac{\partial}{\partial h} \tanh(Wh+Ux+b) = \operatorname{diag}(1-\tanh(Wh+Ux+b)^2)W"),
    (
        VECTORS,
        r"\frac{\partial}{\partial x}\mathrm{sigmoid}(x) = \operatorname{diag}(\mathrm{sigmoid}(x)\odot(1-\mathrm{sigmoid}(x)))",
    ),
    (VECTORS, r"\operatorname{sigmoid}(x) = \frac{1}{1+e^{-x}}"),
    (VECTORS, r"\mathrm{ReLU}(x) = \max(x,0)"),
    (VECTORS, r"\mathrm{ReLU}(x) = x - \min(x, 0)"),
    (VECTORS, r"\mathrm{ReLU}(x-1) = \max(x, 1) - 1"),
    (VECTORS, r"\operatorname{softmax}(x+1) = \operatorname{softmax}(x)"),
    (LAYER, r"\max(0, x V + c) = \operatorname{ReLU}(x V + c)"),
]
FALSE = [
    (VECTORS, r"\frac{\partial}{\partial h} \tanh(Wh+Ux+b) = \operatorname{diag}(2-\tanh(Wh+Ux+b)^2)W"),
    (VECTORS, r"\operatorname{sigmoid}(x) = \frac{1}{1-e^{-x}}"),
    (VECTORS, r"\mathrm{ReLU}(x) = \max(0, -x)"),
    (VECTORS, r"\mathrm{ReLU}(x) = \min(x, 0)"),
    (VECTORS, r"\mathrm{ReLU}(x-1) = \max(x, 1)"),
    (VECTORS, r"\operatorname{softmax}(x+1) = 2 \operatorname{softmax}(x)"),
    (LAYER, r"\max(0, x V + c) = \operatorname{ReLU}(x V) + c"),
]
UNTYPED = [
    r"(W + 1) - W = I",
    r"W^2 - 1 = (W - 1)(W + 1)",
    r"x^\top W x + x = x",
    r"x + \lambda = x",
    r"\tanh(W)^2 x = \tanh(x)^2 x",
]


@pytest.mark.parametrize(("given", "claim"), HOLDING)
def test_true_claims_hold(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == "holds"


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_false_claims_are_refuted(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == "refuted"


@pytest.mark.parametrize("claim", UNTYPED)
def test_what_may_be_a_slip_has_no_type(claim: str, tmp_path: Path) -> None:
    assert judged(claim, VECTORS, tmp_path).verdict == "ill-typed"


def test_the_echo_says_so(tmp_path: Path) -> None:
    result = judged(r"\operatorname{softmax}(x+1) = \operatorname{softmax}(x)", VECTORS, tmp_path)
    assert any("1 is added to every entry" in note for note in result.notes)
