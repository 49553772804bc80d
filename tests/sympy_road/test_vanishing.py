r"""What vanishes everywhere at the sizes looked at: nothing is divided by it, and no value is taken from rounding."""

from __future__ import annotations

from pathlib import Path

import pytest
import sympy

from derive.sympy_road.values import Undefined, precision, value
from tests.judged import judged

Z = r"Z \in \mathbb{R}^{n \times k}"
X = r"x \in \mathbb{R}^n"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (Z, r"\nabla_Z\log\det(ZZ^\top) = 2Z(Z^\top Z)^{-1}"),
        (X, r"\nabla_x\log\det(xx^\top) = 2x/\|x\|_2^2"),
        (X, r"\nabla_x\log|\det(xx^\top)| = 2x/\|x\|_2^2"),
    ],
)
def test_what_is_defined_at_few_sizes_is_no_contradiction(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict in ("undecided", "holds")


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (X, r"\nabla_x\log|\det(xx^\top)| = 3x/\|x\|_2^2"),
        (X, r"\nabla_x\log\det(xx^\top) = x/\|x\|_2^2"),
        (Z, r"(Z Z^\top)^{-1} Z Z^\top = 2 I_n"),
        (X, r"\frac{1}{\det(xx^\top)} \det(xx^\top) = 2"),
    ],
)
def test_its_false_neighbours_are_refuted(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == "refuted"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (r"Z \in \mathbb{R}^{n \times k}", r"\nabla_Z\log\det(ZZ^\top + I_n) = 2(ZZ^\top + I_n)^{-1}Z"),
        (X, r"\nabla_x\log(1 + x^\top x) = \frac{2x}{1 + x^\top x}"),
    ],
)
def test_what_never_vanishes_holds(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == "holds"


A = sympy.Symbol("a", real=True)
RATIONAL = sympy.Add(A**2, sympy.Mul(-1, A, A, evaluate=False), evaluate=False)
TRANSCENDENTAL = sympy.Add(sympy.erf(A), sympy.Mul(-1, sympy.erf(A), evaluate=False), evaluate=False)


@pytest.mark.parametrize("vanishing", [RATIONAL, TRANSCENDENTAL])
@pytest.mark.parametrize("outer", [sympy.Integer(-1), sympy.Rational(-1, 2), sympy.Integer(0)])
def test_rounding_is_no_number(vanishing: sympy.Expr, outer: sympy.Rational) -> None:
    with precision(), pytest.raises(Undefined):
        value(sympy.Pow(vanishing, outer, evaluate=False), {A: sympy.Rational(3, 7)}, {})
