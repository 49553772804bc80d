"""Terms that cancel in float64 make no disagreement; a small true difference beside them is found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from derive import build as b
from derive.core import Rel
from derive.sizes import Size
from numeric.autograd.cancellation import only_rounding
from numeric.autograd.sides import Run
from tests.judged import judged

GIVEN = r"z \in \mathbb{R}^K, \quad \tau \in \mathbb{R}_{>0}, \quad p := \operatorname{softmax}(z / \tau)"
ENTROPY = r"-\sum_{i=1}^K p_i \log p_i = \log \sum_{j=1}^K e^{z_j / \tau}"

X = b.var("x", b.SCALAR)
ONE = b.const(1)
LARGE = b.const(10**6)
THREE = (Size.of(3),)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (ENTROPY + r" - \frac{1}{\tau} \sum_{i=1}^K p_i z_i", "holds"),
        (ENTROPY + r" + \frac{1}{\tau} \sum_{i=1}^K p_i z_i", "refuted"),
        (ENTROPY + r" - \frac{1}{\tau} \sum_{i=1}^K p_i z_i + \frac{1}{10^9} p_1", "refuted"),
    ],
)
def test_an_entropy_that_vanishes(claim: str, verdict: str, tmp_path: Path):
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


def run(lhs: b.Expr, rhs: b.Expr, x: float) -> Run:
    return Run(Rel("=", lhs, rhs), {"x": torch.tensor([[x]], dtype=torch.float64)}, {}, {}, {})


def test_a_true_equation_lost_in_rounding():
    assert only_rounding(run(b.sub(b.add(LARGE, X), LARGE), X, 1e-12))


@pytest.mark.parametrize("factor", [1e-9, 1e-6, 1.0])
def test_a_small_true_difference_is_no_rounding(factor: float):
    planted = b.scale(b.add(ONE, b.const(str(factor))), X)
    assert not only_rounding(run(X, planted, 0.7))
    assert not only_rounding(run(b.sub(b.add(LARGE, planted), LARGE), X, 1e-12))


@pytest.mark.parametrize("n", range(2, 9))
@pytest.mark.parametrize(
    "value", [lambda a: b.eig(a, Size.of(2)), lambda a: b.sigma(a, Size.of(2)), b.det], ids=["eig", "sigma", "det"]
)
def test_the_spectrum_of_a_singular_matrix(value: Callable[[b.Expr], b.Expr], n: int):
    ones = b.scale(X, b.ones((Size.of(n),), (Size.of(n),)))
    zero = run(value(ones), b.const(0), 0.7)
    assert float(zero.base.lhs) == 0 or only_rounding(zero)


@pytest.mark.parametrize(
    "value", [lambda a: b.eig(a, Size.of(2)), lambda a: b.sigma(a, Size.of(2)), b.det], ids=["eig", "sigma", "det"]
)
def test_a_small_value_is_not_taken_for_rounding(value: Callable[[b.Expr], b.Expr]):
    nearly = b.add(b.ones(THREE, THREE), b.scale(X, b.eye(THREE)))
    assert not only_rounding(run(value(nearly), b.const(0), 1e-3))
