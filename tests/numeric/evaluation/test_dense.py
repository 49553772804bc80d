"""The torch evaluator against direct numpy and torch computations, all dimensions distinct."""

import math

import pytest
import torch

from derive import build as b
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.sizes import Shape, Size, dim
from numeric.evaluation.dense import evaluate

SIZES = {"m": 2, "n": 3, "p": 5, "q": 7}
GEN = torch.Generator().manual_seed(1)


def draw(rows, cols=1):
    return torch.randn(rows, cols, dtype=torch.float64, generator=GEN)


A, B, C = (b.var(*x) for x in [("A", Shape.of("m", "n")), ("B", Shape.of("n", "p")), ("C", Shape.of("p", "q"))])
S = b.var("S", Shape.of("n", "n"))
ENV = {"A": draw(2, 3), "B": draw(3, 5), "C": draw(5, 7), "S": draw(3, 3), "v": draw(5), "s": draw(1)}
V, SCALAR = b.var("v", Shape.of("p")), b.var("s", Shape())


def at(e, **indices):
    return evaluate(e, ENV, SIZES, indices)


def close(x, y):
    torch.testing.assert_close(x, y, rtol=1e-11, atol=1e-11)


def test_commutation_turns_vec_into_vec_of_transpose():
    close(at(b.matmul(b.commutation(dim("m"), dim("n")), b.vec(A))), at(b.vec(b.transpose(A))))
    close(at(b.vecr(A)), ENV["A"].reshape(-1, 1))
    with pytest.raises(AssertionError):
        close(at(b.matmul(b.commutation(dim("n"), dim("m")), b.vec(A))), at(b.vec(b.transpose(A))))


def test_kronecker_with_transposed_input_is_numpys():
    expected = torch.kron(ENV["A"].T.contiguous(), ENV["C"])
    close(at(b.kron(b.transpose(A), C)), expected)


@pytest.mark.parametrize("mode", ["vecr", "vec"])
def test_derivative_of_a_product_is_the_kronecker_formula(mode):
    body = b.matmuls(A, B, C)
    left, right = (A, b.transpose(C)) if mode == "vecr" else (b.transpose(C), A)
    close(at(b.deriv(body, "B", B, mode)), at(b.kron(left, right)))
    wrong = b.kron(right, left)
    assert not torch.allclose(at(b.deriv(body, "B", B, mode)), at(wrong))


def test_nested_derivatives_equal_torch_hessian_and_shield_their_name():
    body = b.trace(b.matmul(b.map_("tanh", b.matmul(A, B)), b.transpose(b.matmul(A, B))))

    def plain(x):
        z = ENV["A"] @ x
        return (torch.tanh(z) * z).sum()

    hessian = torch.func.hessian(plain)(ENV["B"]).reshape(15, 15)
    close(at(b.deriv(b.deriv(body, "B", B), "B", B)), hessian)
    close(at(b.grad(body, "B", B)), torch.func.grad(plain)(ENV["B"]))


def test_a_name_defined_by_its_point_has_the_value_of_the_point():
    """d(Z Z^T)/dZ at Z = A B is taken with Z free."""
    z = b.var("Z", Shape.of("m", "p"))
    value = at(b.deriv(b.matmul(z, b.transpose(z)), "Z", b.matmul(A, B)))
    x = ENV["A"] @ ENV["B"]
    close(value, torch.func.jacrev(lambda y: y @ y.T)(x).reshape(4, 10))


def test_directional_derivative_and_integral_meet_in_the_fundamental_theorem():
    d = b.var("D", Shape.of("m", "n"))
    t = b.var("t", Shape())
    env = {**ENV, "D": draw(2, 3)}
    path = b.add(A, b.scale(t, d))
    slope = b.frechet(b.map_("sin", b.var("X", A.shape)), "X", path, d)
    total = evaluate(b.integral(slope, "t", b.const(0), b.const(1)), env, SIZES)
    close(total, torch.sin(env["A"] + env["D"]) - torch.sin(env["A"]))


def test_sums_blocks_and_indices_count_from_one():
    i, j = Size.of("i"), Size.of("j")
    total = b.sum_("i", Size.of(1), Size.of("m"), b.transpose(b.row(A, i)))
    close(at(total), ENV["A"].sum(0).reshape(-1, 1))
    blocks = b.blocks("i", Size.of("m"), "j", Size.of("n"), b.scale(b.entry(A, i, j), C))
    close(at(blocks), torch.kron(ENV["A"], ENV["C"]))
    close(at(b.entry(A, Size.of("k"), Size.of(3)), k=2), ENV["A"][1:, 2:])
    with pytest.raises(NotSupported, match="outside 1..2"):
        at(b.entry(A, Size.of("k"), Size.of(3)), k=3)


def test_derivative_inside_a_sum_depends_on_the_index():
    i = Size.of("i")
    body = b.hpow(b.entry(V, i, Size.of(1)), b.const(2))
    total = b.sum_("i", Size.of(1), Size.of("p"), b.grad(body, "v", V))
    close(at(total), 2 * ENV["v"])


def test_softmax_determinant_inverse_and_powers():
    close(at(b.softmax(A)), torch.softmax(ENV["A"], 1))
    gradient = at(b.grad(b.det(S), "S", S))
    close(gradient, at(b.scale(b.det(S), b.transpose(b.inv(S)))))
    close(at(b.mpow(S, -2)), torch.linalg.matrix_power(ENV["S"], -2))
    close(at(b.hpow(A, b.const(3))), ENV["A"] ** 3)
    close(at(b.hpow(b.map_("exp", A), b.const(Fraction(-1, 2)))), torch.exp(-0.5 * ENV["A"]))


@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("gelu", torch.nn.functional.gelu),
        ("silu", torch.nn.functional.silu),
        ("Phi", lambda x: torch.distributions.Normal(0.0, 1.0).cdf(x)),
        ("phi", lambda x: torch.exp(-x * x / 2) / math.sqrt(2 * math.pi)),
        ("softplus", lambda x: torch.log1p(torch.exp(x))),
        ("step", lambda x: (x > 0).double()),
    ],
)
def test_elementwise_functions(name, function):
    close(at(b.map_(name, A)), function(ENV["A"]))


def test_norms_and_spectra():
    values = torch.linalg.svdvals(ENV["B"])
    for kind, expected in {
        "2": values[0],
        "nuc": values.sum(),
        "F": torch.linalg.norm(ENV["B"]),
        "1": ENV["B"].abs().sum(0).max(),
        "inf": ENV["B"].abs().sum(1).max(),
        "max": ENV["B"].abs().max(),
    }.items():
        close(at(b.norm(B, kind)), expected.reshape(1, 1))
    close(at(b.sigma(B, "min")), values[-1:].reshape(1, 1))
    close(at(b.sigma(B, Size.of(2))), values[1].reshape(1, 1))
    close(at(b.kappa(B)), (values[0] / values[-1]).reshape(1, 1))
    gram = b.matmul(B, b.transpose(B))
    close(at(b.eig(gram, "max")), values[0].square().reshape(1, 1))
    assert at(b.kappa(b.ones(dim("m"), dim("n")))).item() == math.inf
    close(at(b.order(V, Size.of(2))), ENV["v"].flatten().sort(descending=True).values[1].reshape(1, 1))


def test_cases_do_not_poison_derivatives_of_the_branch_not_taken():
    x = b.var("x", Shape())
    safe = b.where(b.indicator(">", x, b.const(0)), b.sqrt(x), b.const(0))
    many = b.matmul(b.ones((), dim("q")), b.scale(safe, b.ones(dim("q"))))
    value = evaluate(b.grad(many, "x", x), {"x": torch.full((1, 1), -1.0, dtype=torch.float64)}, SIZES)
    assert value.item() == 0.0


def test_abstract_functions_are_called():
    e = b.deriv(b.fun("f", (A,), Shape.of("m")), "A", A)
    value = evaluate(e, ENV, SIZES, functions={"f": lambda x: (x**3).sum(1)})
    assert value.shape == (2, 6)
    close(value[0, :3], 3 * ENV["A"][0] ** 2)
    with pytest.raises(NotSupported, match="function f"):
        at(e)


def test_refusals_name_the_reason():
    with pytest.raises(NotSupported, match="GiB"):
        evaluate(b.eye(dim("L", "L")), {}, {"L": 10**5})
    with pytest.raises(NotSupported, match="sup"):
        at(b.bound("sup", [("v", V.shape)], [], b.norm(V)))
    with pytest.raises(NotSupported, match="no value"):
        evaluate(b.norm(A), {}, SIZES)
    deep = b.add(*(b.size(Size.of(f"k{k}")) for k in range(60)))
    for k in range(60):
        deep = b.sum_(f"k{k}", Size.of(1), Size.of(1), deep)
    with pytest.raises(NotSupported, match="binders"):
        at(deep)


def test_long_chains_do_not_recurse():
    e = A
    for _ in range(5000):
        e = b.map_("sin", e)
    assert at(e).shape == (2, 3)


def test_result_is_differentiable_in_the_inputs():
    x = ENV["A"].clone().requires_grad_(True)
    value = evaluate(b.norm(b.deriv(b.softmax(A), "A", A), "F"), {"A": x}, SIZES)
    (gradient,) = torch.autograd.grad(value.sum(), x)
    numeric = torch.autograd.gradcheck(
        lambda y: evaluate(b.norm(b.deriv(b.softmax(A), "A", A), "F"), {"A": y}, SIZES), (x,)
    )
    assert numeric
    assert gradient.abs().max() > 0
