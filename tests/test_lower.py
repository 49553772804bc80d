"""Lowering: every operator of the core language, lowered and evaluated by the checker of certificates, keeps its value.

The other side is the exact evaluator (or its balls) on the expression as it was, at sizes that are all different.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st

from derive import build as b
from derive.core import OPS, WHILE_READING, Expr, Logic, Quantified, Rel
from derive.exact.certification.truth import Place
from derive.exact.rings.ballring import BallRing
from derive.exact.rings.rings import Uncertain, Undefined
from derive.fraction import Fraction
from derive.lower import KERNEL, lowered, lowered_formula
from derive.prefix import formula_to_prefix, to_prefix
from derive.sizes import Shape, Size
from proofs import recheck

SIZES = {"m": 2, "n": 3, "p": 4}
M, N, P = map(Size.of, SIZES)
X, Y = b.var("X", Shape.of("m", "n")), b.var("Y", Shape.of("m", "n"))
B, S, T, v = (
    b.var("B", Shape.of("p", "m")),
    b.var("S", Shape.of("n", "n")),
    b.var("T", Shape.of("m", "m")),
    b.var("v", Shape.of("n")),
)
VARIABLES = (X, Y, B, S, T, v)
ROW, COL = Size.of("i"), Size.of("j")
ONE, TWO = Size.of(1), Size.of(2)
GRAM = b.add(b.matmul(b.transpose(S), S), b.eye((N,)))
POSITIVE = b.add(b.hadamard(X, X), b.ones((M,), (N,)))
SQUARES = b.hadamard(X, b.matmul(T, X))
ENTRY = b.entry(X, ROW, TWO)
CASES: dict[str, list[Expr]] = {
    "var": [X], "const": [b.const(Fraction(-2, 3))], "real": [b.real("pi"), b.real("e")], "size": [b.size(N * M + 1)],
    "eye": [b.eye((M, N))], "ones": [b.ones((M,), (N,))], "zeros": [b.zeros((N,), (M, P))],
    "commutation": [b.commutation((M,), (N,)), b.commutation((M, P), (N,)), b.commutation((), (N,))],
    "basis": [b.basis(TWO, (N,)), b.basis(Size.of(5), (M, N))],
    "delta": [b.sum_("i", ONE, N, b.scale(b.delta(ROW, TWO), b.row(S, ROW)))],
    "add": [b.sub(X, Y)], "scale": [b.scale(b.trace(S), X)], "matmul": [b.matmul(B, X)], "hadamard": [b.hadamard(X, Y)],
    "kron": [b.kron(X, B), b.kron(v, X), b.kron(b.kron(B, X), b.transpose(v)), b.matmul(b.kron(X, T), b.kron(S, b.transpose(B)))],
    "transpose": [b.transpose(X)], "vec": [b.vec(X), b.vec(b.kron(X, B))], "vecr": [b.vecr(X)],
    "reshape": [b.reshape(b.kron(v, X), Shape((M, N), (N,)))], "unvecr": [b.unvecr(b.vecr(b.kron(X, B)), (N, P), (M, M))],
    "diag": [b.diag(v), b.diag(b.transpose(v))], "diagpart": [b.diagpart(S)], "trace": [b.trace(S)],
    "entry": [b.entry(X, TWO, N)], "row": [b.row(X, TWO)], "col": [b.col(X, N)],
    "sum": [b.sum_("i", TWO, N, b.scale(b.size("i"), b.row(S, ROW))), b.sum_("i", N, M, X)],
    "prod": [b.prod("i", ONE, M, ENTRY), b.prod("i", N, M, ENTRY)],
    "blocks": [b.blocks("i", M, "j", N, b.scale(b.entry(X, ROW, COL), B)), b.blockdiag("i", N, b.row(S, ROW))],
    "hcat": [b.hcat(X, T, Y)], "vcat": [b.vcat(B, T)],
    "map": [b.map_(f, X) for f in ("exp", "abs", "relu", "sign", "sigmoid", "tanh", "silu", "softplus", "Phi", "phi", "gelu", "erf")]
    + [b.map_("log", POSITIVE), b.map_("step", X)],
    "hpow": [b.hpow(X, b.const(3)), b.hpow(POSITIVE, b.const(Fraction(-1, 2))), b.hpow(POSITIVE, b.const(Fraction(1, 3)))],
    "softmax": [b.softmax(X), b.softmax(b.matmul(X, b.transpose(X)))], "inv": [b.inv(GRAM)], "det": [b.det(S)],
    "mprod": [b.mprod("i", ONE, N, S), b.mprod("i", ONE, N, b.scale(b.entry(S, ONE, ROW), S)), b.mprod("i", N, M, S)],
    "mpow": [b.mpow(S, k) for k in (0, 1, 2, 5)],
    "indicator": [b.indicator(op, X, Y) for op in (">", "<=", "=", "!=")] + [b.indicator("<", X, b.const(0))],
    "where": [b.where(X, Y, b.scale(b.const(7), X)), b.where(b.trace(T), X, Y), b.where(b.indicator(">", X, b.const(0)), X, Y)],
    "deriv": [
        b.deriv(f, "X", X, mode) for mode in ("vecr", "vec")
        for f in (SQUARES, b.kron(X, B), b.softmax(X), b.deriv(b.matmul(b.matmul(X, S), b.transpose(X)), "S", S, mode))
    ] + [b.deriv(b.inv(GRAM), "S", b.scale(b.const(2), S)), b.deriv(b.deriv(SQUARES, "X", X, "vec"), "X", X, "vec")],
    "grad": [b.grad(b.trace(b.matmul(SQUARES, b.transpose(Y))), "X", X), b.grad(b.det(GRAM), "S", S)],
    "frechet": [b.frechet(SQUARES, "X", X, Y), b.frechet(b.frechet(SQUARES, "X", X, Y), "X", Y, X)],
    "norm": [b.norm(X, k) for k in ("2", "F", "1", "inf", "max", "nuc")] + [b.norm(v), b.norm(b.transpose(v), "2")],
    "sigma": [b.sigma(X, k) for k in ("max", "min", TWO)], "eig": [b.eig(GRAM, k) for k in ("max", "min", TWO)],
    "expm": [b.expm(S)], "kappa": [b.kappa(POSITIVE), b.kappa(GRAM)], "rank": [b.rank(X), b.rank(S), b.rank(b.matmul(v, b.transpose(v)))],
    "order": [b.order(v, TWO)], "maxover": [b.over("maxover", "i", TWO, N, b.entry(S, ROW, TWO))],
    "minover": [b.over("minover", "i", ONE, N, b.entry(S, ROW, ROW))],
    "max": [b.extreme("max", b.trace(S), b.trace(T), b.const(1))], "min": [b.extreme("min", b.trace(S), b.trace(T))],
    "maxentry": [b.extreme("maxentry", X)], "minentry": [b.extreme("minentry", X)],
    "integral": [b.integral(b.add(b.scale(b.hpow(b.var("t", Shape()), b.const(3)), X), Y), "t", b.trace(T), b.const(2))],
}  # fmt: skip
OUTSIDE = {"fun", "limit", "limsup", "liminf", "sup", "inf", *WHILE_READING}  # no value at one input, or in no problem
small = st.fractions(-3, 3, max_denominator=3)


def test_every_operator_has_a_case() -> None:
    assert set(CASES) | OUTSIDE == set(OPS)


@pytest.mark.parametrize("e", [e for cases in CASES.values() for e in cases], ids=lambda e: f"{e.op}-{e.data}"[:40])
def test_lowered_expressions_are_in_the_kernel(e: Expr) -> None:
    from derive.core import walk

    kernel = lowered(e)
    assert kernel.shape == e.shape
    for node in walk(kernel):
        assert node.op in KERNEL
        assert node.op in recheck.OPERATORS
        assert node.op != "deriv" or node.data[1] == "vecr"
        assert node.op != "norm" or node.data[0] == "nuc"
        assert node.op != "map" or node.data[0] in recheck.MAPS


def checked(text: str, values: dict[str, Any]) -> recheck.Matrix:
    recheck.Ball.work = 0
    recheck.Ball.down.prec = recheck.Ball.up.prec = recheck.DIGITS
    e = recheck.Evaluator({json.dumps(n): k for n, k in SIZES.items()}, {}, [])
    e.env.update({
        json.dumps(n): recheck.Matrix.of_rows([[recheck.Ball(x) for x in row] for row in a]) for n, a in values.items()
    })  # fmt: skip
    return e.value(recheck.read_tree(text))


@st.composite
def inputs(draw: st.DrawFn) -> dict[str, Any]:
    found = {}
    for variable in VARIABLES:
        rows, cols = variable.shape.evaluate(SIZES)
        found[variable.data[0]] = tuple(tuple(draw(small) for _ in range(cols)) for _ in range(rows))
    return found


def touches(x: Any, y: arb) -> bool:
    """Whether an enclosure of the checker and a ball meet, and both are narrow."""
    low, high = arb(str(x.lo)), arb(str(x.hi))
    return bool((low - y).abs_lower() + (high - y).abs_lower() < 1e-15) and not (low > y) and not (high < y)


@pytest.mark.parametrize("op", CASES)
@given(values=inputs())
@settings(max_examples=6, deadline=None)
def test_values_stay(op: str, values: dict[str, Any]) -> None:
    from derive.exact.certification.truth import to_array

    place = Place(SIZES, {n: to_array(a) for n, a in values.items()}, {})
    for e in CASES[op]:
        try:
            (expected,) = place.values(BallRing(), e)
        except (Undefined, Uncertain):
            continue  # a kink, a division by zero: no value to compare
        try:
            found = checked(to_prefix(lowered(e)), values)
        except recheck.Rejected as error:
            assert "not d" in str(error) or "derivative" in str(error), error  # not defined, not differentiable
            continue
        assert found.shape == e.shape.evaluate(SIZES)
        expected = expected[-1] if expected.ndim == 3 else expected
        for x, y in zip(found.flat, expected.flat, strict=True):
            assert touches(x, y), (e, x.lo, x.hi, y)


A, C = Rel("<=", b.trace(S), b.const(0)), Rel("=", b.entry(X, ONE, ONE), b.entry(X, ONE, TWO))
INDEX = (("i", ONE, N), ("j", TWO, N))
EACH = Rel("<", b.entry(S, ROW, COL), b.const(1))
LOGIC = {
    "and": (Logic("and", (A, C, A)), lambda a, c, s: a and c),
    "or": (Logic("or", (A, C, A)), lambda a, c, s: a or c),
    "not": (Logic("not", (A,)), lambda a, c, s: not a),
    "not not": (Logic("not", (Logic("not", (A,)),)), lambda a, c, s: a),
    "implies": (Logic("implies", (A, C, A)), lambda a, c, s: True),
    "implies one": (Logic("implies", (A, C)), lambda a, c, s: not a or c),
    "iff": (Logic("iff", (A, C)), lambda a, c, s: a == c),
    "forall": (Quantified("forall", INDEX, EACH), lambda a, c, s: all(x < 1 for row in s for x in row[1:])),
    "exists": (Quantified("exists", INDEX, EACH), lambda a, c, s: any(x < 1 for row in s for x in row[1:])),
    "nested": (Logic("and", (Quantified("exists", INDEX, Logic("and", (EACH, A))), Logic("or", (C, A)))),
               lambda a, c, s: a and any(x < 1 for row in s for x in row[1:])),
}  # fmt: skip


@pytest.mark.parametrize("name", LOGIC)
@given(values=inputs())
@settings(max_examples=12, deadline=None)
def test_truths_stay(name: str, values: dict[str, Any]) -> None:
    formula, meaning = LOGIC[name]
    a = sum(values["S"][k][k] for k in range(3)) <= 0
    c = values["X"][0][0] == values["X"][0][1]
    (found,) = checked(formula_to_prefix(lowered_formula(formula)), values).flat
    assert found.exact == meaning(a, c, values["S"])
