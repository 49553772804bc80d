"""The SymPy road: true formulas agree, wrong ones are shown different, the rest is left open."""

from __future__ import annotations

import numpy as np
import pytest

from derive import build as b
from derive.core import Expr, Formula, Logic, Problem, Rel, SizeRules
from derive.fraction import Fraction
from derive.sizes import Shape, Size
from derive.sympy_road import decide, lambdified

N, D, M = Size.of("n"), Size.of("d"), Size.of("m")
X, A, B = b.var("X", Shape.of("n", "d")), b.var("A", Shape.of("m", "n")), b.var("B", Shape.of("d", "d"))
S, P, T = b.var("S", Shape.of("n", "n")), b.var("p", Shape.of("n")), b.var("t", Shape())
VARIABLES = tuple((v.data[0], v.shape) for v in (X, A, B, S, P, T))
SIZES = [{"n": 2, "d": 3, "m": 5}, {"n": 3, "d": 5, "m": 7}]
EYE_N, EYE_D = b.eye((N,)), b.eye((D,))


def problem(goal: Formula, *hypotheses: Formula) -> Problem:
    return Problem(VARIABLES, (), (), ("n", "d", "m"), SizeRules(), hypotheses, goal)


def outcome(lhs: Expr, rhs: Expr, *hypotheses: Formula) -> str:
    return decide(problem(Rel("=", lhs, rhs), *hypotheses), SIZES).outcome


def half(k: int = 1) -> Expr:
    return b.const(Fraction(k, 2))


def softmax_jacobian(z: Expr) -> Expr:
    """Blocks diag(a_i) - a_i a_i^T."""
    i = b.fresh("i")
    r = b.transpose(b.row(b.softmax(z), Size.of(i)))
    return b.blockdiag(i, N, b.sub(b.diag(r), b.matmul(r, b.transpose(r))))


DET = b.det(S)
TRUE = {
    "product": (b.deriv(b.matmuls(A, X, B), "X", X), b.kron(A, b.transpose(B))),
    "product, columns": (b.deriv(b.matmuls(A, X, B), "X", X, "vec"), b.kron(b.transpose(B), A)),
    "transpose": (b.deriv(b.transpose(X), "X", X), b.commutation((D,), (N,))),
    "softmax": (b.deriv(b.softmax(X), "X", X), softmax_jacobian(X)),
    "softmax shift": (b.softmax(b.add(X, b.scale(T, b.ones((N,), (D,))))), b.softmax(X)),
    "tanh": (
        b.map_("tanh", X),
        b.sub(b.scale(b.const(2), b.map_("sigmoid", b.scale(b.const(2), X))), b.ones((N,), (D,))),
    ),
    "exp trace": (
        b.grad(b.map_("exp", b.trace(S)), "S", S),
        b.scale(b.map_("exp", b.trace(S)), EYE_N),
    ),
    "det squared": (
        b.grad(b.hadamard(DET, DET), "S", S),
        b.scale(b.const(2), b.scale(b.hadamard(DET, DET), b.transpose(b.inv(S)))),
    ),
    "second": (b.deriv(b.deriv(b.matmuls(b.transpose(P), S, P), "p", P), "p", P), b.add(S, b.transpose(S))),
    "frechet": (b.frechet(b.inv(S), "S", S, EYE_N), b.neg(b.matmul(b.inv(S), b.inv(S)))),
    "relu": (b.deriv(b.map_("relu", X), "X", X), b.diag(b.vecr(b.map_("step", X)))),
    "gelu": (b.grad(b.map_("gelu", T), "t", T), b.add(b.map_("Phi", T), b.hadamard(T, b.map_("phi", T)))),
    "norm": (b.grad(b.norm(X, "F"), "X", X), b.scale(b.hpow(b.norm(X, "F"), b.const(-1)), X)),
}
FALSE = {
    "order of factors": (b.deriv(b.matmuls(A, X, B), "X", X), b.kron(b.transpose(B), A)),
    "transpose forgotten": (b.deriv(b.matmuls(A, X, B), "X", X), b.kron(A, B)),
    "commutation indices": (b.deriv(b.transpose(X), "X", X), b.commutation((N,), (D,))),
    "factor": (b.deriv(b.softmax(X), "X", X), b.scale(half(), softmax_jacobian(X))),
    "symmetric": (b.deriv(b.matmuls(b.transpose(P), S, P), "p", P), b.scale(b.const(2), b.matmul(b.transpose(P), S))),
    "product rule": (b.grad(b.hadamard(DET, DET), "S", S), b.scale(b.hadamard(DET, DET), b.transpose(b.inv(S)))),
    "tiny": (b.scale(b.const(Fraction(10**12 + 1, 10**12)), X), X),
    "sign of a kink": (b.deriv(b.map_("abs", X), "X", X), b.diag(b.vecr(b.map_("step", X)))),
}


@pytest.mark.parametrize("name", TRUE)
def test_true(name: str) -> None:
    lhs, rhs = TRUE[name]
    assert outcome(lhs, rhs) == "agree"


@pytest.mark.parametrize("name", FALSE)
def test_false(name: str) -> None:
    lhs, rhs = FALSE[name]
    evidence = decide(problem(Rel("=", lhs, rhs)), SIZES)
    assert evidence.outcome == "disagree"
    assert {"entry", "lhs", "rhs", "inputs"} <= evidence.detail.keys()


def test_hypotheses_hold_at_the_points() -> None:
    ones = b.ones((N,))
    simplex = Rel("=", b.matmul(b.transpose(ones), P), b.const(1))
    symmetric = Rel("=", S, b.transpose(S))
    twice = b.scale(b.const(2), b.matmul(b.transpose(P), S))
    lhs = b.deriv(b.matmuls(b.transpose(P), S, P), "p", P)
    assert outcome(b.matmuls(b.transpose(ones), b.diag(P), ones), b.const(1)) == "disagree"
    assert outcome(b.matmuls(b.transpose(ones), b.diag(P), ones), b.const(1), simplex) == "agree"
    assert outcome(lhs, twice, symmetric) == "agree"
    assert outcome(lhs, b.scale(half(), twice), symmetric) == "disagree"


def test_what_is_left_open() -> None:
    orthogonal = Rel("=", b.matmul(S, b.transpose(S)), EYE_N)
    assert outcome(S, S, orthogonal) == "none"  # no point is made for a quadratic hypothesis
    assert decide(problem(Rel("<=", b.norm(X), b.norm(X, "F"))), SIZES).outcome == "none"
    assert outcome(b.norm(X), b.norm(X)) == "none"  # no entries of a spectral norm
    contradiction = (Rel("<", T, b.const(0)), Rel(">", T, b.const(0)))
    assert outcome(T, b.scale(b.const(2), T), *contradiction) == "none"
    assert decide(problem(Rel("=", X, X)), [{"n": 10**9, "d": 3, "m": 2}]).outcome == "none"
    both = Logic("and", (Rel("=", X, X), Rel("=", b.neg(X), X)))
    assert decide(problem(both), SIZES).outcome == "disagree"


def test_what_sympy_cancels_keeps_its_domain() -> None:
    def log(e: Expr) -> Expr:
        return b.map_("log", e)

    size, cube = b.map_("abs", T), b.hpow(T, b.const(3))
    w = b.var("w", Shape())
    triple = b.scale(b.const(3), b.hpow(size, b.const(-1)))
    for lhs, rhs in (
        (b.map_("exp", log(T)), size),
        (b.add(b.sub(log(T), log(T)), size), T),
        (b.hpow(b.map_("sqrt", T), b.const(2)), size),
        (b.deriv(log(T), "t", T), b.hpow(size, b.const(-1))),
        (
            b.deriv(b.substitute(b.deriv(log(w), "w", w), {"w": cube}), "t", T),
            b.scale(b.const(-3), b.hpow(T, b.const(-4))),
        ),
        (b.matmul(b.deriv(log(w), "w", cube), b.deriv(cube, "t", T)), triple),
    ):
        assert outcome(lhs, rhs) == "agree"
        assert outcome(lhs, b.neg(rhs)) == "disagree"


def test_sampling_is_said() -> None:
    second = b.deriv(b.deriv(b.softmax(X), "X", X), "X", X)
    evidence = decide(problem(Rel("=", second, b.deriv(softmax_jacobian(X), "X", X))), SIZES)
    assert evidence.outcome == "agree"
    assert "sampled" in evidence.scope
    assert not evidence.proof


def test_small_proofs_are_proofs() -> None:
    evidence = decide(problem(Rel("=", b.softmax(b.add(X, b.scale(T, b.ones((N,), (D,))))), b.softmax(X))), SIZES)
    assert evidence.proof
    assert evidence.detail["normal form"] == 6


def test_numpy_entries() -> None:
    left, right = lambdified(problem(Rel("=", b.deriv(b.softmax(X), "X", X), softmax_jacobian(X))), SIZES[0], np)
    rng = np.random.default_rng(0)
    inputs = {name: rng.standard_normal(shape.evaluate(SIZES[0])) for name, shape in VARIABLES}
    a = np.exp(inputs["X"]) / np.exp(inputs["X"]).sum(1, keepdims=True)
    expected = np.zeros((6, 6))
    for i in range(2):
        expected[3 * i : 3 * i + 3, 3 * i : 3 * i + 3] = np.diag(a[i]) - np.outer(a[i], a[i])
    assert np.allclose(left(inputs), expected, atol=1e-14)
    assert np.allclose(right(inputs), expected, atol=1e-14)


def test_torch_entries_are_differentiable() -> None:
    torch = pytest.importorskip("torch")
    left, _ = lambdified(problem(Rel("=", b.matmuls(A, b.map_("gelu", X), B), b.matmuls(A, X, B))), SIZES[0], torch)
    generator = torch.Generator().manual_seed(0)
    inputs = {
        name: torch.randn(*shape.evaluate(SIZES[0]), dtype=torch.float64, generator=generator)
        for name, shape in VARIABLES
    }

    def entries(x: object) -> object:
        return left({**inputs, "X": x})

    def direct(x: object) -> object:
        return inputs["A"] @ torch.nn.functional.gelu(x) @ inputs["B"]

    jacobian = torch.func.jacrev(entries)(inputs["X"])
    assert jacobian.abs().max() > 0.1
    assert torch.allclose(jacobian, torch.func.jacrev(direct)(inputs["X"]), atol=1e-12)
