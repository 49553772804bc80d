"""Coefficients of quadratic functions, against the function itself at random points, all dimensions distinct."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from derive import build as b
from derive.quadratics import quadratic, stationary_point, stationary_value
from derive.sizes import Shape, Size
from numeric.evaluation.dense import evaluate

SIZES = {"n": 3, "k": 2, "m": 4}
N, K, M = ((Size.of(name),) for name in "nkm")
X = b.var("x", Shape(N, K))
COLUMN = b.var("x", Shape(N, ()))
A, B, P, Q = b.var("A", Shape(M, N)), b.var("B", Shape(M, K)), b.var("P", Shape(N, N)), b.var("Q", Shape(K, K))
C, V = b.var("C", Shape(N, K)), b.var("v", Shape(N, ()))
TWO = b.const(2)


def inner(left, right):
    return b.trace(b.matmul(b.transpose(left), right))


TERMS = [
    b.hpow(b.norm(b.sub(b.matmul(A, X), B), "F"), TWO),
    b.hpow(b.norm(X, "F"), TWO),
    inner(X, b.matmul(P, X)),
    inner(C, X),
    b.trace(b.matmul(b.matmul(b.transpose(X), C), Q)),
    b.scale(b.const(3), inner(b.matmul(X, Q), X)),
    b.hpow(b.norm(b.sub(b.transpose(X), b.transpose(C)), "F"), TWO),
    b.hpow(b.norm(C, "F"), TWO),
    inner(b.matmul(b.matmul(P, X), Q), X),
]
OF_COLUMNS = [
    b.hpow(b.norm(b.sub(b.matmul(A, COLUMN), b.matmul(A, V)), "2"), TWO),
    b.matmul(b.matmul(b.transpose(COLUMN), P), COLUMN),
    b.matmul(b.transpose(V), COLUMN),
    b.hpow(b.sub(b.matmul(b.transpose(V), COLUMN), b.const(1)), TWO),
    b.hpow(b.norm(b.hadamard(V, COLUMN), "2"), TWO),
    b.sum_("i", Size.of(1), N[0], b.hpow(b.sub(b.entry(COLUMN, Size.of("i"), Size.of(1)), b.entry(V, Size.of("i"), Size.of(1))), TWO)),
    b.scale(b.matmul(b.transpose(V), COLUMN), b.add(b.matmul(b.transpose(COLUMN), V), b.const(2))),
    b.const(5),
]  # fmt: skip


def at_random(seed, *variables):
    make = torch.Generator().manual_seed(seed)

    def shaped(v):
        return [SIZES[str(d[0])] if d else 1 for d in (v.shape.rows, v.shape.cols)]

    return {v.data[0]: torch.randn(*shaped(v), generator=make, dtype=torch.float64) for v in variables}


def value(e, env):
    return evaluate(e, env, SIZES)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(TERMS), min_size=1, max_size=4), st.integers(0, 1000))
def test_matrices(terms, seed):
    check(b.add(*terms), X, at_random(seed, X, A, B, P, Q, C))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(OF_COLUMNS), min_size=1, max_size=4), st.integers(0, 1000))
def test_columns(terms, seed):
    check(b.add(*terms), COLUMN, at_random(seed, COLUMN, A, P, V))


def check(function, x, env):
    found = quadratic(function, x)
    if found is None:  # it has no quadratic part
        assert torch.allclose(
            value(function, env) + value(function, {**env, "x": -env["x"]}),
            2 * value(function, {**env, "x": 0 * env["x"]}),
        )
        return
    form = value(found.form, env)
    point = env["x"] if found.side != "both" else env["x"].reshape(-1, 1)
    square = (point * (point @ form if found.side == "right" else form @ point)).sum()
    rebuilt = square + (env["x"] * value(found.slope, env)).sum() + value(found.constant, env)
    assert torch.allclose(rebuilt, value(function, env))


@pytest.mark.parametrize("function", [b.add(TERMS[0], TERMS[1]), b.add(TERMS[5], TERMS[6]), b.add(TERMS[1], TERMS[3])])
def test_the_stationary_point_has_no_gradient(function):
    env = at_random(7, A, B, C)
    env["Q"] = torch.eye(2, dtype=torch.float64)
    found = quadratic(function, X)
    point = value(stationary_point(found, found.form), env).requires_grad_()
    at = value(function, {**env, "x": point})
    (slope,) = torch.autograd.grad(at.sum(), point)
    assert slope.abs().max() < 1e-9
    assert torch.allclose(at, value(stationary_value(found, found.form), env))


@pytest.mark.parametrize(
    "function",
    [
        b.norm(COLUMN, "2"),
        b.hpow(b.norm(COLUMN, "2"), b.const(4)),
        b.hpow(b.norm(COLUMN, "1"), TWO),
        b.scale(OF_COLUMNS[1], OF_COLUMNS[2]),
        b.matmul(b.transpose(V), b.map_("exp", COLUMN)),
        OF_COLUMNS[2],
    ],
)
def test_no_quadratic_functions(function):
    assert quadratic(function, COLUMN) is None
