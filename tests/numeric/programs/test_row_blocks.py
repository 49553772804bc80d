"""Steps in blocks of rows: the same results, less memory, the same bits each time."""

import contextlib

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from derive import build as b
from derive.sizes import Shape
from numeric import definitions
from numeric.operators import MatrixOperator, hessian_operator, jacobian_operator
from numeric.programs import row_blocks
from numeric.programs.fixed import centered
from numeric.programs.row_blocks import in_row_blocks
from numeric.programs.steps import Memory, Step, buffer
from tests.numeric.test_operators import CASES, VARS, check, matrices

DOUBLE = torch.float64
GEN = torch.Generator().manual_seed(5)
SHAPES = {"X": ("L", "d"), "Q": ("d", "k"), "K": ("d", "k"), "V": ("d", "e"), "T": ("L", "e"), "S": ("L", "L")}
X, Q, K, V, T, S = [b.var(n, Shape.of(*s)) for n, s in SHAPES.items()]
HEAD = definitions.attention(X, Q, K, V)


@contextlib.contextmanager
def blocks_of(rows):
    """Every buffer counts as large, and blocks have this many rows."""
    kept = row_blocks.LARGE, row_blocks.BLOCK, row_blocks.ROWS
    row_blocks.LARGE, row_blocks.BLOCK, row_blocks.ROWS = 1, 1, rows
    try:
        yield
    finally:
        row_blocks.LARGE, row_blocks.BLOCK, row_blocks.ROWS = kept


def draw(*dims):
    return torch.randn(*dims, dtype=DOUBLE, generator=GEN)


def inputs(sizes):
    return {n: draw(*(sizes[s] for s in shape)) / 2 for n, shape in SHAPES.items()}


@pytest.mark.parametrize("name", CASES)
def test_operators_in_blocks_equal_dense_matrices(name):
    for rows in (1, 2):
        with blocks_of(rows):
            check(CASES[name])


@settings(max_examples=30, deadline=None)
@given(body=matrices("m", "p"), name=st.sampled_from(["A", "B", "M"]), rows=st.integers(1, 3))
def test_random_jacobians_and_hessians_in_blocks(body, name, rows):
    scalar = b.matmul(b.transpose(b.vecr(body)), b.vecr(b.map_("sin", body)))
    with blocks_of(rows):
        check(b.deriv(body, name, VARS[name]))
        check(b.deriv(b.grad(scalar, name, VARS[name]), name, VARS[name]))


@pytest.mark.parametrize("sizes", [(7, 5, 3, 4), (1, 5, 3, 4), (7, 1, 1, 1), (8, 3, 2, 1)])
@pytest.mark.parametrize("rows", [1, 2, 3, 4])
def test_attention_in_blocks(sizes, rows):
    sizes = dict(zip(("L", "d", "k", "e"), sizes, strict=True))
    env = inputs(sizes)
    loss = definitions.mean_squared_error(HEAD, T)
    for name in "QKVX":
        products = []
        for blocks in (None, rows, rows):
            with blocks_of(blocks) if blocks else contextlib.nullcontext():
                operator = jacobian_operator(HEAD, name, env, sizes)
                hessian = hessian_operator(loss, name, env, sizes)
                v, u = torch.linspace(-1, 2, operator.shape[1]), torch.linspace(-2, 1, operator.shape[0])
                found = [operator.matvec(v), operator.rmatvec(u), hessian.matvec(v)]
                again = [operator.matvec(v), operator.rmatvec(u), hessian.matvec(v)]
            assert all(map(torch.equal, found, again))
            products.append(found)
        whole, first, second = products
        assert all(map(torch.equal, first, second))  # compiled again: the same bits
        for x, y in zip(whole, first, strict=True):
            torch.testing.assert_close(x, y, rtol=1e-12, atol=1e-13)


def test_large_heads_need_no_square_buffers():
    sizes = {"L": 1031, "d": 5, "k": 3, "e": 2}  # the last block is short
    env = inputs(sizes)
    square = 8 * 1031**2
    operator = jacobian_operator(HEAD, "Q", env, sizes)
    v, u = draw(operator.shape[1]), draw(operator.shape[0])
    assert all(step.out.nbytes < square // 4 for p in (operator.forward, operator.backward) for step in p.steps)
    a = torch.softmax(env["X"] @ env["Q"] @ (env["X"] @ env["K"]).T / 3**0.5, dim=-1)
    moved = env["X"] @ v.view(5, 3) @ (env["X"] @ env["K"]).T / 3**0.5
    wanted = a * (moved - (a * moved).sum(-1, keepdim=True)) @ env["X"] @ env["V"]
    torch.testing.assert_close(operator.matvec(v), wanted.reshape(-1), rtol=1e-11, atol=1e-12)
    torch.testing.assert_close(operator.rmatvec(u) @ v, u @ wanted.reshape(-1), rtol=1e-9, atol=1e-10)


def test_transposed_products_over_the_index_are_added_up():
    """In J_X^T u a product is summed over rows: no square buffer is kept for it either."""
    sizes = {"L": 1031, "d": 5, "k": 3, "e": 2}
    env = inputs(sizes)
    operator = jacobian_operator(HEAD, "X", env, sizes)
    v, u = draw(operator.shape[1]), draw(operator.shape[0])
    assert all(step.out.nbytes < 2 * 1031**2 for step in operator.backward.steps)
    torch.testing.assert_close(operator.rmatvec(u) @ v, u @ operator.matvec(v), rtol=1e-9, atol=1e-10)


def run(steps, moving, result, vector):
    memory = Memory(steps, moving, result)
    reads, writes = memory.bind(DOUBLE, torch.device("cpu"))
    out = torch.full((result.numel(),), torch.nan, dtype=DOUBLE)
    for place in reads:
        place.put(vector)
    for place in writes:
        place.put(out)
    for step in steps:
        step()
    return out.view(result.shape), memory.entries


def both(make, rows, dims, result_dims):
    """The result without and with blocks, and the entries of memory of both."""
    vector, found = draw(*dims), []
    for blocks in (False, True):
        moving, result = buffer(dims, DOUBLE), buffer(result_dims, DOUBLE)
        steps = make(moving, result)
        if blocks:
            with blocks_of(rows):
                before, steps = steps, in_row_blocks(steps, result)
                assert len(steps) > len(before)
        found.append(run(steps, moving, result, vector))
    (x, entries), (y, fewer) = found
    torch.testing.assert_close(x, y, rtol=1e-13, atol=1e-13)
    return entries, fewer


@pytest.mark.parametrize("rows", [1, 2, 4, 5])
def test_every_kind_of_sum_over_the_index(rows):
    first, second, base, third = draw(3, 8), draw(9, 2), draw(8, 2), draw(4, 8, 2)

    def matrix_product(v, out):
        big = buffer([9, 8], DOUBLE)
        return [Step(torch.mm, [v, first], big), Step(torch.mm, [big.t(), second], out)]

    def added_product(v, out):
        big = buffer([9, 8], DOUBLE)
        return [Step(torch.mm, [v, first], big), Step(torch.addmm, [base, big.t(), second], out)]

    def column_sums(v, out):
        big, sums = buffer([9, 8], DOUBLE), buffer([8], DOUBLE)
        return [
            Step(torch.mm, [v, first], big),
            Step(torch.sum, [big, [0]], sums),
            Step(torch.mul, [sums[:, None], base], out),
        ]

    for make in (matrix_product, added_product, column_sums):
        entries, fewer = both(make, rows, [9, 3], [8, 2])
        assert fewer < entries

    def batched(v, out):
        big = buffer([4, 9, 8], DOUBLE)
        return [Step(torch.bmm, [v, first.expand(4, 3, 8)], big), Step(torch.bmm, [big, third], out)]

    entries, fewer = both(batched, rows, [4, 9, 3], [4, 9, 2])
    assert fewer < entries or rows >= 4


def test_what_others_need_is_written_by_slices():
    """The large buffer is read as a whole after the run, which keeps only what the run alone reads small."""
    first, weights = draw(3, 8), torch.softmax(draw(9, 8), dim=-1)

    def make(v, out):
        big, moved, kept = (buffer([9, 8], DOUBLE) for _ in range(3))
        square = buffer([8, 8], DOUBLE)
        return [
            Step(torch.mm, [v, first], big),
            Step(centered, [weights, big, 1], moved),
            Step(torch.add, [moved, big], kept, alpha=-2.0),
            Step(torch.mm, [kept.t(), weights], square),
            Step(torch.mm, [kept, square], out),
        ]

    for rows in (1, 2, 4):
        both(make, rows, [9, 3], [9, 8])


def test_large_buffers_from_before_are_taken_into_the_run():
    first, second = draw(3, 8), draw(8, 2)

    def make(v, out):
        one, other, product = (buffer([9, 8], DOUBLE) for _ in range(3))
        return [
            Step(torch.mm, [v, first], one),
            Step(torch.mm, [v, first], other),
            Step(torch.mul, [one, other], product),
            Step(torch.mm, [product, second], out),
        ]

    entries, fewer = both(make, 2, [9, 3], [9, 2])
    assert entries == 2 * 72 and fewer == 2 * 16


def test_without_a_common_index_nothing_changes():
    """Rows are centered, then columns: each needs the other as a whole. A function that is not known is left alone."""
    weights = torch.softmax(draw(8, 8), dim=-1)
    moving, rows, result = (buffer([8, 8], DOUBLE) for _ in range(3))
    steps = [Step(centered, [weights, moving, 1], rows), Step(centered, [weights, rows.t(), 1], result)]
    unknown = [Step(torch.tril, [moving], rows), Step(torch.triu, [rows], result)]
    with blocks_of(2):
        assert in_row_blocks(steps, result) == steps
        assert in_row_blocks(unknown, result) == unknown
    assert in_row_blocks(steps, result) == steps  # small


def test_entrywise_networks_and_cases_in_blocks():
    sizes = {"L": 7, "d": 5, "k": 3, "e": 4}
    env = inputs(sizes)
    hidden = b.matmul(X, Q)
    positive = b.indicator(">", hidden, b.scale(b.const(0), hidden))
    body = b.matmul(b.where(positive, b.hpow(hidden, b.const(3)), b.map_("tanh", hidden)), b.transpose(K))
    expr = b.deriv(body, "Q", Q)
    whole = MatrixOperator(expr, env, sizes)
    for rows in (1, 2, 3):
        with blocks_of(rows):
            operator = MatrixOperator(expr, env, sizes)
            for v, u in ((draw(15), draw(35)), (draw(15), draw(35))):
                torch.testing.assert_close(operator.matvec(v), whole.matvec(v), rtol=1e-12, atol=1e-12)
                torch.testing.assert_close(operator.rmatvec(u), whole.rmatvec(u), rtol=1e-12, atol=1e-12)
