"""The ring-generic evaluator against naive loops, and derivatives against formulas that are known."""

# One claim per line reads better than one claim per ten lines.
# ruff: noqa: E501
from __future__ import annotations

import numpy as np
import pytest

from derive import build
from derive.core import Expr
from derive.errors import NotSupported
from derive.exact.certification.truth import to_array
from derive.exact.evaluation.evaluate import Env, evaluate
from derive.exact.rings.exactring import ExactRing
from derive.exact.rings.primefield import tower
from derive.fraction import Fraction
from derive.sizes import Shape, Size, dim

SIZES = {"m": 2, "n": 3, "p": 5, "q": 7}
A = build.var("A", Shape.of("m", "n"))
X = build.var("X", Shape.of("n", "p"))
B = build.var("B", Shape.of("p", "q"))
S = build.var("S", Shape.of("n", "n"))
x = build.var("x", Shape.of("n"))


def numbers(rows: int, columns: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).integers(-3, 4, (rows, columns))


VALUES = {
    "A": numbers(2, 3, 1),
    "X": numbers(3, 5, 2),
    "B": numbers(5, 7, 3),
    "S": numbers(3, 3, 4),
    "x": numbers(3, 1, 5),
}


def exact(expr: Expr) -> np.ndarray:
    env = Env(SIZES, {k: to_array(tuple(map(tuple, v.tolist()))) for k, v in VALUES.items()})
    out = evaluate(expr, ExactRing(), env)[0]
    return np.array([[Fraction(int(y.p), int(y.q)) for y in line] for line in out])


@pytest.mark.parametrize(
    ("expr", "naive"),
    [
        (build.matmul(A, X), lambda v: v["A"] @ v["X"]),
        (build.kron(A, X), lambda v: np.kron(v["A"], v["X"])),
        (build.vec(A), lambda v: v["A"].T.reshape(-1, 1)),
        (build.vecr(A), lambda v: v["A"].reshape(-1, 1)),
        (build.transpose(A), lambda v: v["A"].T),
        (build.diag(x), lambda v: np.diag(v["x"][:, 0])),
        (build.diagpart(S), lambda v: np.diag(v["S"])[:, None]),
        (build.trace(S), lambda v: np.trace(v["S"])[None, None]),
        (build.mpow(S, 3), lambda v: v["S"] @ v["S"] @ v["S"]),
        (build.entry(A, Size.of(2), Size.of("n")), lambda v: v["A"][1:2, 2:3]),
        (build.row(A, Size.of(1)), lambda v: v["A"][:1]),
        (build.col(A, Size.of(2)), lambda v: v["A"][:, 1:2]),
        (build.hcat(A, A), lambda v: np.hstack([v["A"], v["A"]])),
        (build.vcat(A, A), lambda v: np.vstack([v["A"], v["A"]])),
        (build.map_("relu", S), lambda v: np.maximum(v["S"], 0)),
        (build.map_("abs", S), lambda v: np.abs(v["S"])),
        (build.extreme("maxentry", S), lambda v: v["S"].max()[None, None]),
        (build.order(x, Size.of(2)), lambda v: np.sort(v["x"][:, 0])[-2:-1, None]),
        (build.norm(A, "1"), lambda v: np.abs(v["A"]).sum(0).max()[None, None]),
        (build.norm(A, "inf"), lambda v: np.abs(v["A"]).sum(1).max()[None, None]),
        (
            build.sum_("i", Size.of(1), Size.of("n"), build.entry(S, Size.of("i"), Size.of("i"))),
            lambda v: np.trace(v["S"])[None, None],
        ),
        (
            build.blocks(
                "i", Size.of("m"), "j", Size.of("n"), build.scale(build.entry(A, Size.of("i"), Size.of("j")), X)
            ),
            lambda v: np.kron(v["A"], v["X"]),
        ),
    ],
)
def test_value_is_that_of_the_naive_computation(expr, naive):
    assert (exact(expr) == naive(VALUES)).all()


def test_commutation_matrix_exchanges_vec():
    k = build.commutation(dim("m"), dim("n"))
    assert (exact(build.matmul(k, build.vec(A))) == VALUES["A"].reshape(-1, 1)).all()


def test_determinant_and_inverse():
    assert exact(build.det(S))[0, 0] == round(np.linalg.det(VALUES["S"]))
    assert (exact(build.matmul(build.inv(S), S)) == np.eye(3)).all()


@pytest.mark.parametrize("mode", ["vecr", "vec"])
def test_jacobian_of_a_linear_map(mode):
    jacobian = build.deriv(build.matmuls(A, X, B), "X", X, mode)
    formula = build.kron(A, build.transpose(B)) if mode == "vecr" else build.kron(build.transpose(B), A)
    wrong = build.kron(build.transpose(B), A) if mode == "vecr" else build.kron(A, build.transpose(B))
    assert (exact(jacobian) == exact(formula)).all()
    assert (exact(jacobian) != exact(wrong)).any()


def test_gradient_has_the_shape_of_the_variable():
    gradient = build.grad(build.trace(build.matmul(build.transpose(X), X)), "X", X)
    assert (exact(gradient) == 2 * VALUES["X"]).all()


def test_third_derivative_of_a_cubic():
    t = build.var("t", Shape())
    cubic = build.hadamard(t, build.hadamard(t, t))
    third = cubic
    for _ in range(3):
        third = build.grad(third, "t", t)
    env = Env({}, {"t": to_array(((5,),))})
    assert evaluate(third, ExactRing(), env)[0, 0, 0] == 6


def test_directional_derivative_of_the_inverse():
    direction = build.var("D", Shape.of("n", "n"))
    left = build.frechet(build.inv(S), "S", S, direction)
    right = build.neg(build.matmuls(build.inv(S), direction, build.inv(S)))
    values = {"S": to_array(tuple(map(tuple, VALUES["S"].tolist()))), "D": to_array(((1, 2, 0), (0, 1, 5), (3, 0, 1)))}
    a, b = (evaluate(e, ExactRing(), Env(SIZES, values)) for e in (left, right))
    assert (a == b).all() and (a != 0).any()


def test_hessian_of_row_softmax_is_symmetric_in_its_two_directions():
    ring = tower(2, 4, seed=1)
    from derive.exact.evaluation.evaluate import Evaluator
    from derive.exact.rings.rings import Budget

    upper = None
    for r in reversed(ring):
        values = {"X": np.random.default_rng(r.p).integers(0, r.p, (4, 3, 5))}
        upper = Evaluator(r, Env(SIZES, values), Budget(10**8), upper)
    hessian = build.deriv(build.deriv(build.softmax(X), "X", X), "X", X)
    h = upper.value(hessian).reshape(4, 15, 15, 15)
    assert (h == h.swapaxes(2, 3)).all() and (h != 0).any()


def test_a_huge_size_is_refused():
    with pytest.raises(NotSupported):
        evaluate(build.eye(dim("n")), ExactRing(), Env({"n": 10**9}))


def test_a_huge_determinant_is_refused():
    big = build.var("M", Shape.of("n", "n"))
    ring = tower(1, 8, seed=0)[0]
    values = {"M": np.ones((8, 300, 300), dtype=np.int64)}
    with pytest.raises(NotSupported):
        evaluate(build.det(big), ring, Env({"n": 300}, values))


def test_deep_nesting_is_refused():
    deep = S
    for _ in range(5000):
        deep = build.matmul(deep, S)
    with pytest.raises(NotSupported, match="nested"):
        exact(deep)


def test_relu_has_no_derivative_at_zero():
    from derive.exact.rings.rings import Undefined

    t = build.var("t", Shape())
    with pytest.raises(Undefined):
        evaluate(build.grad(build.map_("relu", t), "t", t), ExactRing(), Env({}, {"t": to_array(((0,),))}))


def test_prime_field_matrix_product_is_exact():
    ring = tower(1, 2, seed=3)[0]
    chance = np.random.default_rng(0)
    a, b = chance.integers(0, ring.p, (2, 20, 30)), chance.integers(0, ring.p, (2, 30, 25))
    truth = np.array(
        [(u.astype(object) @ v.astype(object)) % ring.p for u, v in zip(a, b, strict=True)], dtype=np.int64
    )
    assert (ring.matmul(a, b) == truth).all()
    assert (ring.matmul(a[:, :3], b[:, :, :3]) == truth[:, :3, :3]).all()


def test_integral_along_a_segment_is_the_mean_value_theorem():
    # int_0^1 D f(x + t h)[h] dt = f(x + h) - f(x) for the cubic f(x) = sum x^3
    h, z, t = build.var("h", x.shape), build.var("z", x.shape), build.var("t~0", Shape())
    cubic = build.trace(build.diag(build.hpow(z, build.const(3))))
    inner = build.frechet(cubic, "z", build.add(x, build.scale(t, h)), h)
    left = build.integral(inner, "t~0", build.const(0), build.const(1))
    right = build.sub(build.substitute(cubic, {"z": build.add(x, h)}), build.substitute(cubic, {"z": x}))
    env = Env({"n": 3}, {"x": to_array(((1,), (2,), (-1,))), "h": to_array(((3,), (1,), (2,)))})
    a, b = (evaluate(e, ExactRing(), env)[0, 0, 0] for e in (left, right))
    assert a == b != 0


def test_degree_of_a_derivative_along_a_segment():
    from derive.degree import degree_in

    z, t = build.var("z", Shape()), build.var("t", Shape())
    inner = build.frechet(build.hpow(z, build.const(3)), "z", build.hadamard(t, t), t)
    assert degree_in(inner, "t") >= 5
    assert degree_in(build.map_("exp", t), "t") is None
    assert degree_in(build.map_("exp", z), "t") == 0


@pytest.mark.parametrize("exponent", [Fraction(1, 2), Fraction(-1, 2), Fraction(3, 2), Fraction(-3, 2)])
def test_half_powers_in_a_prime_field_are_powers_of_residues(exponent):
    (ring,) = tower(1, 64, 5)
    a = np.random.default_rng(1).integers(1, ring.p, size=(64, 2, 1))
    raised = ring.power(a, exponent)
    residues = (ring.residue(a) == 1).reshape(64, -1).all(axis=1)
    assert (ring.valid == residues).all() and 0 < residues.sum() < 64
    twice, whole = ring.mul(raised, raised), ring.power_int(a, int(2 * exponent) % (ring.p - 1))
    assert (twice == whole)[residues].all()
    assert (ring.residue(raised) == 1)[residues].all()
