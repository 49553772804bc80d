"""Matrix-free operators against dense evaluation: hand-written cases, and random expressions."""

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse.linalg import svds

from derive import build as b
from derive.errors import NotSupported
from derive.sizes import Shape, Size, dim
from numeric.evaluation.dense import evaluate
from numeric.operators import JacobianOperator, MatrixOperator, hessian_operator, jacobian_operator

SIZES = {"m": 2, "n": 3, "p": 5, "q": 4}
GEN = torch.Generator().manual_seed(7)
SHAPES = {
    "A": ("m", "n"),
    "B": ("n", "p"),
    "C": ("p", "q"),
    "M": ("m", "p"),
    "S": ("n", "n"),
    "v": ("p", 1),
    "s": (1, 1),
}
VARS = {name: b.var(name, Shape.of(*shape)) for name, shape in SHAPES.items()}
A, B, C, M, S, V, SCALAR = VARS.values()
ENV = {n: torch.randn(*v.shape.evaluate(SIZES), dtype=torch.float64, generator=GEN) for n, v in VARS.items()}
# positive definite enough to invert
ENV["S"] = ENV["S"] + 4 * torch.eye(3, dtype=torch.float64)


def columns(operator):
    return operator.matmat(torch.eye(operator.shape[1], dtype=torch.float64))


def rows(operator):
    return torch.stack([operator.rmatvec(e) for e in torch.eye(operator.shape[0], dtype=torch.float64)])


def check(expr):
    dense = evaluate(expr, ENV, SIZES)
    operator = MatrixOperator(expr, ENV, SIZES)
    assert operator.shape == tuple(dense.shape)
    allowed = 1e-9 * (1 + float(dense.norm()))  # normwise: entries far below the largest are rounding
    assert float((columns(operator) - dense).norm()) <= allowed
    assert float((rows(operator) - dense).norm()) <= allowed


ROW, COL = Size.of("i"), Size.of("j")
CASES = {
    "commutation": b.matmul(b.commutation(dim("m"), dim("n")), b.kron(A, b.transpose(A))),
    "composite commutation": b.commutation(dim("m", "n"), dim("p")),
    "kronecker with identity": b.matmuls(b.kron(b.eye(dim("m")), B), b.kron(A, C)),
    "identity of a product": b.sub(b.eye(dim("m", "n")), b.kron(b.ones(dim("m"), dim("m")), b.eye(dim("n")))),
    "diag of a vec": b.diag(b.vecr(B)),
    "blocks": b.blocks("i", Size.of("m"), "j", Size.of("n"), b.scale(b.entry(A, ROW, COL), b.matmul(B, C))),
    "block diagonal": b.blockdiag("i", Size.of("n"), b.matmul(b.transpose(b.row(B, ROW)), b.row(B, ROW))),
    "sum of basis products": b.sum_(
        "i", Size.of(1), Size.of("n"), b.kron(b.basis(ROW, dim("n")), b.transpose(b.col(A, ROW)))
    ),
    "weights by index": b.sum_(
        "i", Size.of(1), Size.of("n"), b.scale(b.size(ROW), b.kron(b.col(A, ROW), b.row(B, ROW)))
    ),
    "sum over nothing": b.sum_("i", Size.of(1), Size.of("n"), A),
    "fixed entry": b.scale(b.entry(B, Size.of(2), Size.of("p")), C),
    "trace and diagonal": b.scale(b.trace(S), b.matmul(b.diagpart(S), b.transpose(b.diagpart(S)))),
    "regrouped": b.reshape(b.kron(A, B), Shape(dim(Size.of("m") * Size.of("n")), dim("n", "p"))),
    "jacobian of softmax": b.deriv(b.softmax(b.matmul(A, B)), "B", B),
    "jacobian in column layout": b.deriv(b.matmuls(A, B, C), "B", B, "vec"),
    "jacobian of an inverse": b.deriv(b.inv(S), "S", S),
    "jacobian of a power": b.deriv(b.mpow(S, 3), "S", S),
    "chain": b.matmul(b.deriv(b.map_("tanh", M), "M", b.matmul(A, B)), b.deriv(b.matmul(A, B), "B", B)),
    "transposed jacobian": b.transpose(b.deriv(b.hadamard(M, M), "M", M)),
    "second derivative": b.deriv(b.deriv(b.softmax(b.matmul(A, B)), "B", B), "A", A),
    "gradient": b.deriv(b.grad(b.trace(b.matmul(b.map_("exp", S), S)), "S", S), "S", S),
    "directional": b.deriv(b.frechet(b.softmax(M), "M", M, b.matmul(A, B)), "M", M),
    "layer norm": b.deriv(b.matmul(b.inv(b.diag(b.sqrt(b.matmul(b.hadamard(M, M), b.ones(dim("p")))))), M), "M", M),
    "cases": b.deriv(b.where(b.indicator(">", M, b.zeros(dim("m"), dim("p"))), b.hpow(M, b.const(3)), M), "M", M),
    "norm": b.matmul(b.deriv(b.norm(M, "F"), "M", M), b.kron(A, C)),
}


@pytest.mark.parametrize("name", CASES)
def test_operator_equals_the_dense_matrix(name):
    check(CASES[name])


def test_results_are_copies():
    """A result that is one number, broadcast, is not overwritten by the next product."""
    body = b.scale(b.trace(b.matmul(M, b.ones(dim("p"), dim("m")))), b.matmul(A, B))
    operator = MatrixOperator(b.deriv(body, "M", M), ENV, SIZES)
    first = operator.rmatvec(torch.eye(10, dtype=torch.float64)[0])
    kept = first.clone()
    operator.rmatvec(torch.eye(10, dtype=torch.float64)[1])
    torch.testing.assert_close(first, kept, rtol=0, atol=0)


@pytest.mark.parametrize(
    "function",
    [
        "exp",
        "log",
        "sqrt",
        "abs",
        "relu",
        "tanh",
        "sigmoid",
        "softplus",
        "silu",
        "Phi",
        "phi",
        "gelu",
        "erf",
        "sin",
        "cos",
    ],
)
def test_elementwise_slopes_to_second_order(function):
    inner = b.add(M, b.scale(b.const(5), b.ones(dim("m"), dim("p")))) if function in ("log", "sqrt") else M
    body = b.map_(function, inner)
    check(b.deriv(body, "M", M))
    check(b.deriv(b.grad(b.trace(b.matmul(body, b.transpose(body))), "M", M), "M", M))


def matrices(rows, cols):
    """Random expressions of a shape, by size names."""

    @st.composite
    def draw_one(draw, depth=3):
        def node(r, c, level):
            kind = draw(st.integers(0, 7 if level else 0))
            if kind == 0:
                options = [v for v in VARS.values() if v.shape == Shape.of(r, c)]
                options += [b.transpose(v) for v in VARS.values() if v.shape == Shape.of(c, r)]
                options.append(b.ones(dim(r), dim(c)))
                return draw(st.sampled_from(options))
            if kind == 1:
                return b.add(node(r, c, level - 1), b.scale(b.const(draw(st.integers(-2, 2))), node(r, c, level - 1)))
            if kind in (2, 3):
                k = draw(st.sampled_from(["m", "n", "p"]))
                return b.matmul(node(r, k, level - 1), node(k, c, level - 1))
            if kind == 4:
                return b.hadamard(node(r, c, level - 1), node(r, c, level - 1))
            if kind == 5:
                return b.map_(draw(st.sampled_from(["tanh", "sin", "sigmoid"])), node(r, c, level - 1))
            if kind == 6:
                return b.softmax(node(r, c, level - 1))
            return b.scale(b.trace(b.matmul(node(r, c, 0), node(c, r, 0))), node(r, c, level - 1))

        return node(rows, cols, depth)

    return draw_one()


@settings(max_examples=40, deadline=None)
@given(body=matrices("m", "p"), name=st.sampled_from(["A", "B", "M"]), mode=st.sampled_from(["vecr", "vec"]))
def test_random_jacobians(body, name, mode):
    check(b.deriv(body, name, VARS[name], mode))


@settings(max_examples=25, deadline=None)
@given(body=matrices("m", "p"), name=st.sampled_from(["A", "B", "M"]))
def test_random_hessians(body, name):
    scalar = b.matmul(b.transpose(b.vecr(body)), b.vecr(b.map_("sin", body)))
    check(b.deriv(b.grad(scalar, name, VARS[name]), name, VARS[name]))


@settings(max_examples=25, deadline=None)
@given(first=matrices("m", "n"), second=matrices("n", "p"))
def test_random_kronecker_formulas(first, second):
    """K_{n,m} (A (x) B)."""
    k = b.commutation(dim("m"), dim("n"))
    check(b.matmul(k, b.kron(first, second)))


def test_public_class_interoperates_and_moves():
    body = b.softmax(b.matmul(A, B))
    operator = jacobian_operator(body, "B", ENV, SIZES)
    assert isinstance(operator, JacobianOperator) and operator.shape == (10, 15)
    dense = evaluate(b.deriv(body, "B", B), ENV, SIZES)
    top = svds(operator.as_linear_operator(), k=1, return_singular_vectors=False, random_state=0)[0]
    assert abs(top - float(torch.linalg.matrix_norm(dense, 2))) < 1e-10
    single = operator.to(dtype=torch.float32)
    vector = torch.ones(15)
    np.testing.assert_allclose(single.matvec(vector), dense @ vector.double(), rtol=1e-5, atol=1e-5)
    out = torch.empty(10, dtype=torch.float64)
    assert operator.matvec(vector.double(), out) is out
    first = operator.matvec(vector.double())
    operator.matvec(2 * vector.double())
    torch.testing.assert_close(first, out)  # results are copies


def test_hessian_is_symmetric_and_true():
    body = b.norm(b.softmax(b.matmul(A, B)), "F")
    operator = hessian_operator(body, "A", ENV, SIZES)
    dense = evaluate(b.deriv(b.grad(body, "A", A), "A", A), ENV, SIZES)
    torch.testing.assert_close(columns(operator), dense, rtol=1e-10, atol=1e-10)
    torch.testing.assert_close(rows(operator), dense, rtol=1e-10, atol=1e-10)


def test_exponents_that_are_written_out():
    """2^-1 * 1 is 1/2, 1/2 + 1 is 3/2; an exponent that is a variable has no program."""
    half = b.scale(b.hpow(b.const(2), b.const(-1)), b.const(1))
    positive = b.map_("exp", A)
    for exponent in (half, b.add(half, b.const(1)), b.scale(b.const(-1), half)):
        body = b.hpow(positive, exponent)
        operator = jacobian_operator(body, "A", ENV, SIZES)
        dense = evaluate(b.deriv(body, "A", A), ENV, SIZES)
        torch.testing.assert_close(columns(operator), dense, rtol=1e-12, atol=1e-12)
    with pytest.raises(NotSupported, match="variable exponent"):
        MatrixOperator(b.hpow(positive, b.trace(S)), ENV, SIZES)


def test_refusals():
    with pytest.raises(NotSupported, match="GiB"):
        _ = MatrixOperator(
            b.diag(b.vecr(b.map_("exp", b.kron(A, b.kron(A, A))))),
            {"A": torch.ones(400, 300).double()},
            {"m": 400, "n": 300},
        ).forward
    with pytest.raises(NotSupported, match="sup"):
        MatrixOperator(b.scale(b.bound("sup", [("A", A.shape)], [], b.norm(A)), B), ENV, SIZES)
    with pytest.raises(NotSupported, match="does not occur"):
        jacobian_operator(A, "B", ENV, SIZES)
    deep = S
    for _ in range(2000):
        deep = b.map_("sin", deep)
    with pytest.raises(NotSupported, match="deep"):
        MatrixOperator(deep, ENV, SIZES)
