"""Compiled programs: memory that is used again, results in place, and how much work one application is."""

import pytest
import torch

from derive import build as b
from derive.sizes import Shape, dim
from numeric import definitions
from numeric.evaluation.dense import evaluate
from numeric.operators import MatrixOperator, hessian_operator, jacobian_operator
from numeric.programs.fixed import centered
from numeric.programs.steps import Memory, Step, buffer, copied

DOUBLE = torch.float64
SIZES = {"L": 5, "d": 7, "k": 3, "e": 4}
SHAPES = {"X": ("L", "d"), "Q": ("d", "k"), "K": ("d", "k"), "V": ("d", "e"), "T": ("L", "e"), "S": ("L", "L")}
X, Q, K, V, T, S = VARS = [b.var(n, Shape.of(*s)) for n, s in SHAPES.items()]
GEN = torch.Generator().manual_seed(3)
ENV = {v.data[0]: torch.randn(*v.shape.evaluate(SIZES), dtype=DOUBLE, generator=GEN) / 2 for v in VARS}
HEAD = definitions.attention(X, Q, K, V)


def apply_all(operator, count, transpose=False):
    product = operator.rmatvec if transpose else operator.matvec
    return torch.stack([product(e) for e in torch.eye(count, dtype=DOUBLE)], dim=1)


@pytest.mark.parametrize("name", ["Q", "K", "V", "X"])
def test_attention_and_its_hessian_are_true(name):
    variable = dict(zip(SHAPES, VARS, strict=True))[name]
    operator = jacobian_operator(HEAD, name, ENV, SIZES)
    dense = evaluate(b.deriv(HEAD, name, variable), ENV, SIZES)
    torch.testing.assert_close(apply_all(operator, operator.shape[1]), dense, rtol=1e-12, atol=1e-12)
    torch.testing.assert_close(apply_all(operator, operator.shape[0], True).T, dense, rtol=1e-12, atol=1e-12)
    loss = definitions.mean_squared_error(HEAD, T)
    hessian = hessian_operator(loss, name, ENV, SIZES)
    dense = evaluate(b.deriv(b.grad(loss, name, variable), name, variable), ENV, SIZES)
    torch.testing.assert_close(apply_all(hessian, hessian.shape[1]), dense, rtol=1e-11, atol=1e-12)


@pytest.mark.parametrize("body", [b.softmax(S), b.softmax(b.vecr(X)), b.softmax(b.matmul(X, b.transpose(X)))])
def test_second_and_third_derivatives_of_a_softmax(body):
    name, at = ("S", S) if body.args[0] is S else ("X", X)
    small = {"L": 2, "d": 3}
    env = {name: ENV[name][:2, : 2 if name == "S" else 3]}
    expr = body
    for _ in range(3):
        expr = b.deriv(expr, name, at)
        dense = evaluate(expr, env, small)
        operator = MatrixOperator(expr, env, small)
        torch.testing.assert_close(apply_all(operator, operator.shape[1]), dense, rtol=1e-10, atol=1e-12)
        torch.testing.assert_close(apply_all(operator, operator.shape[0], True).T, dense, rtol=1e-10, atol=1e-12)


def test_out_may_overlap_and_the_vector_is_left_alone():
    operator = jacobian_operator(b.matmul(b.softmax(S), S), "S", ENV, SIZES)
    v = torch.randn(25, dtype=DOUBLE, generator=GEN)
    kept, truth = v.clone(), operator.matvec(v)
    torch.testing.assert_close(v, kept, rtol=0, atol=0)
    assert operator.matvec(v, out=v) is v  # read while it is written, if it were not noticed
    torch.testing.assert_close(v, truth, rtol=0, atol=0)
    shifted = torch.cat([kept, kept.new_zeros(3)])
    operator.matvec(shifted[:25], out=shifted[3:])
    torch.testing.assert_close(shifted[3:], truth, rtol=0, atol=0)
    strided = torch.zeros(25, 2, dtype=DOUBLE)
    operator.matvec(kept, out=strided[:, 1])
    torch.testing.assert_close(strided[:, 1], truth, rtol=0, atol=0)
    assert not strided[:, 0].any()
    every_other = torch.stack([kept, -kept], dim=1)[:, 0]
    torch.testing.assert_close(operator.matvec(every_other), truth, rtol=0, atol=0)
    with pytest.raises(ValueError, match="25 entries"):
        operator.matvec(kept[:24])


@pytest.mark.parametrize("expr", [b.eye(dim("L")), b.commutation(dim("L"), dim("d")), b.kron(b.eye(dim("k")), S)])
def test_maps_that_only_move_entries_copy(expr):
    operator = MatrixOperator(expr, ENV, SIZES)
    v = torch.randn(operator.shape[1], dtype=DOUBLE, generator=GEN)
    first = operator.matvec(v)
    v.zero_()
    assert first.abs().sum() > 0 and not operator.matvec(v).any()


def test_memory_is_shared_by_lifetime_and_never_under_a_second_view():
    moving, fixed = buffer([3, 3], DOUBLE), torch.arange(9.0, dtype=DOUBLE).view(3, 3)
    first, second, third, result = (buffer([3, 3], DOUBLE) for _ in range(4))
    steps = [
        Step(torch.mul, [moving, fixed], first),
        Step(torch.mm, [first, fixed], second),  # a product never writes over its factors
        Step(torch.add, [second, fixed], third),  # a sum does
        Step(torch.addcmul, [third, third.T, fixed], result, value=1.0),  # not under its own transpose
    ]
    memory = Memory(steps, moving, result)
    slots = {
        name: memory.slot_of[t.untyped_storage()._cdata] for name, t in zip("fst", (first, second, third), strict=True)
    }
    assert slots["f"] != slots["s"] == slots["t"] and memory.entries == 18
    reads, writes = memory.bind(DOUBLE, torch.device("cpu"))
    v, out = torch.randn(3, 3, dtype=DOUBLE, generator=GEN), torch.empty(9, dtype=DOUBLE)
    for place, tensor in [*((r, v) for r in reads), *((w, out) for w in writes)]:
        place.put(tensor)
    for step in steps:
        step()
    expected = (v * fixed) @ fixed + fixed
    torch.testing.assert_close(out.view(3, 3), expected + expected.T * fixed, rtol=1e-14, atol=1e-14)


@pytest.mark.parametrize(("dims", "axes"), [((3, 5), 1), ((1, 1), 1), ((7, 1), 1), ((2, 3, 4), 2), ((67, 1031), 1)])
@pytest.mark.parametrize("dtype", [torch.float64, torch.float32])
def test_a_centered_product_may_lie_where_its_argument_was(dims, axes, dtype):
    weights, x = torch.rand(dims, dtype=dtype, generator=GEN), torch.randn(dims, dtype=dtype, generator=GEN)
    apart, place = centered(weights, x, axes), x.clone()
    assert centered(weights, place, axes, out=place) is place
    torch.testing.assert_close(place, apart, rtol=0, atol=0)
    total = (weights * x).sum(tuple(range(-axes, 0)), keepdim=True)
    torch.testing.assert_close(apart, weights * (x - total))


def test_a_step_may_overwrite_a_view_at_the_same_place_alone():
    whole, out = buffer([12], DOUBLE), buffer([6], DOUBLE)
    assert Step(torch.mul, [whole[:6], 2.0], out).may_overwrite(0)
    assert not Step(torch.mul, [whole[6:], 2.0], out).may_overwrite(0)
    assert not Step(torch.mm, [whole.view(3, 4), whole.view(4, 3)], buffer([3, 3], DOUBLE)).may_overwrite(0)


def test_an_attention_head_costs_no_copies_and_few_passes():
    sizes = {"L": 24, "d": 40, "k": 8, "e": 8}
    env = {v.data[0]: torch.randn(*v.shape.evaluate(sizes), dtype=DOUBLE, generator=GEN) for v in VARS}
    operator = jacobian_operator(HEAD, "Q", env, sizes)
    products = 2 * 24 * 40 * 8 + 4 * 24 * 24 * 8
    for program in (operator.forward, operator.backward):
        assert len(program.steps) == 4 and all(s.function is not copied for s in program.steps)
        assert program.flops <= products + 5 * 24 * 24
        for x, y in factors(program):  # both are dense in the index that is summed, or neither
            assert (x.stride(1) == 1) == (y.stride(0) == 1)
    both = jacobian_operator(HEAD, "X", env, sizes)
    for program in (both.forward, both.backward):  # what is added up is added by the products
        assert torch.add not in [s.function for s in program.steps]


@pytest.mark.parametrize("sizes", [{"L": 41, "d": 253, "k": 17, "e": 19}, {"L": 129, "d": 128, "k": 2, "e": 3}])
def test_narrow_results_are_made_as_their_transposes(sizes):
    env = {v.data[0]: torch.randn(*v.shape.evaluate(sizes), dtype=DOUBLE, generator=GEN) / 8 for v in VARS}
    for name, truth in (("Q", linear_in_queries), ("V", linear_in_values)):
        operator = jacobian_operator(HEAD, name, env, sizes)
        v = torch.randn(operator.shape[1], dtype=DOUBLE, generator=GEN)
        u = torch.randn(operator.shape[0], dtype=DOUBLE, generator=GEN)
        wanted = truth(env, v)
        torch.testing.assert_close(operator.matvec(v), wanted, rtol=1e-11, atol=1e-12)
        torch.testing.assert_close(operator.rmatvec(u) @ v, u @ wanted, rtol=1e-10, atol=1e-12)
    wide = jacobian_operator(b.matmul(X, Q), "Q", {n: env[n] for n in "XQ"}, sizes)
    ((x, y),) = factors(wide.forward)
    assert x.shape[0] == sizes["k"] < y.shape[1] == sizes["L"] and copied in [s.function for s in wide.forward.steps]
    assert (x.stride(1) == 1) == (y.stride(0) == 1)
    small = jacobian_operator(b.matmul(X, Q), "Q", {n: ENV[n] for n in "XQ"}, SIZES)
    assert copied not in [s.function for s in small.forward.steps]  # the transpose would cost more than it gains


def test_factors_that_both_move_are_made_to_agree():
    """In the derivative of a product of two factors that depend on one variable each term has a moving one; here both."""
    sizes = {"L": 67, "d": 61}
    env = {"X": torch.randn(67, 61, dtype=DOUBLE, generator=GEN) / 8}
    body = b.matmuls(X, b.transpose(X), X)
    operator = jacobian_operator(body, "X", env, sizes)
    v = torch.randn(67 * 61, dtype=DOUBLE, generator=GEN)
    u = torch.randn(67 * 61, dtype=DOUBLE, generator=GEN)
    _, wanted = torch.func.jvp(lambda x: x @ x.T @ x, (env["X"],), (v.view(67, 61),))
    torch.testing.assert_close(operator.matvec(v), wanted.reshape(-1), rtol=1e-11, atol=1e-12)
    torch.testing.assert_close(operator.rmatvec(u) @ v, u @ wanted.reshape(-1), rtol=1e-10, atol=1e-12)


def factors(program):
    calls = {torch.mm: 0, torch.addmm: 1}
    return [tuple(s.args[calls[s.function] :]) for s in program.steps if s.function in calls]


def attended(env):
    return torch.softmax(env["X"] @ env["Q"] @ env["K"].T @ env["X"].T / env["Q"].shape[1] ** 0.5, dim=-1)


def linear_in_values(env, v):
    return (attended(env) @ env["X"] @ v.view(env["V"].shape)).reshape(-1)


def linear_in_queries(env, v):
    a = attended(env)
    moved = env["X"] @ v.view(env["Q"].shape) @ env["K"].T @ env["X"].T / env["Q"].shape[1] ** 0.5
    return (a * (moved - (a * moved).sum(-1, keepdim=True)) @ env["X"] @ env["V"]).reshape(-1)
