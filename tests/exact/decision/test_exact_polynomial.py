"""Polynomial proofs at a size: what follows from the relations of the atoms, and nothing else."""

from __future__ import annotations

import pytest

from derive import build
from derive.core import Expr
from derive.errors import NotSupported
from derive.exact.decision.polynomial import prove_equal
from derive.sizes import Shape, dim

SIZES = {"m": 2, "n": 3}
X = build.var("X", Shape.of("m", "n"))
S = build.var("S", Shape.of("m", "m"))
x = build.var("x", Shape.of("n"))
s, t = build.var("s", Shape()), build.var("t", Shape())
T = build.transpose


def proved(left: Expr, right: Expr, *variables: Expr) -> bool:
    return prove_equal(left, right, [(v.data[0], v.shape) for v in variables], SIZES, {})


def exp(u: Expr) -> Expr:
    return build.map_("exp", u)


P = T(build.softmax(T(x)))
JACOBIAN = build.deriv(P, "x", x)


@pytest.mark.parametrize(
    ("left", "right", "variables"),
    [
        (JACOBIAN, build.sub(build.diag(P), build.matmul(P, T(P))), (x,)),
        (build.matmul(T(build.ones(dim("n"))), P), build.const(1), (x,)),
        (build.softmax(build.add(T(x), build.scale(t, build.ones((), dim("n"))))), build.softmax(T(x)), (x, t)),
        (exp(build.add(s, t)), build.hadamard(exp(s), exp(t)), (s, t)),
        (build.hadamard(exp(s), exp(build.neg(s))), build.const(1), (s,)),
        (build.hpow(build.sqrt(s), build.const(2)), s, (s,)),
        (build.sqrt(build.const(12)), build.scale(build.const(2), build.sqrt(build.const(3))), ()),
        (build.matmul(S, build.inv(S)), build.eye(dim("m")), (S,)),
        (build.grad(build.map_("log", build.det(S)), "S", S), T(build.inv(S)), (S,)),
        (build.grad(build.sqrt(s), "s", s), build.scale(build.const("1/2"), build.hpow(s, build.const("-1/2"))), (s,)),
    ],
)
def test_identity_is_proved(left, right, variables):
    assert proved(left, right, *variables)


@pytest.mark.parametrize(
    ("left", "right", "variables"),
    [
        (JACOBIAN, build.add(build.diag(P), build.matmul(P, T(P))), (x,)),
        (build.matmul(T(build.ones(dim("n"))), P), build.const(2), (x,)),
        (exp(build.add(s, t)), build.add(exp(s), exp(t)), (s, t)),
        (build.sqrt(build.hadamard(s, s)), s, (s,)),
        (build.sqrt(build.const(12)), build.scale(build.const(3), build.sqrt(build.const(2))), ()),
        (build.matmul(S, T(S)), build.matmul(T(S), S), (S,)),
        (build.map_("log", build.hadamard(s, s)), build.map_("log", s), (s,)),
    ],
)
def test_false_or_unknown_identity_is_not_proved(left, right, variables):
    assert not proved(left, right, *variables)


def test_signs_have_no_polynomial_form():
    with pytest.raises(NotSupported):
        proved(build.map_("abs", s), s, s)
