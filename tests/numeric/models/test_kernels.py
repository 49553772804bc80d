"""Kernels of a head against dense second implementations."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse.linalg import svds

import derive
from numeric.models.hessian import HessianBlock
from numeric.models.kernels import HeadJacobian, MultiHeadJacobian, g, softmax_jacobian_norm
from tests.numeric.models.model_heads import CASES, case, dense, heads, waves

SIGMA = {"tiny": 1.164238, "small": 0.830934, "sharp": 2.906350, "n>d": 1.231819}


def exact_norm(row: torch.Tensor) -> float:
    return float(torch.linalg.matrix_norm(torch.diag(row) - torch.outer(row, row), 2))


@pytest.mark.parametrize("row", [
    [1.0], [1.0, 0.0], [0.0, 0.0, 1.0], [0.5, 0.5], [0.25] * 4, [0.6, 0.3, 0.1], [0.4, 0.4, 0.2], [1 - 1e-9, 1e-9, 0.0], [0.7, 0.3, 0.0, 0.0],
    [2.0**-k for k in range(1, 12)] + [2.0**-11],
])  # fmt: skip
def test_norm_of_the_softmax_jacobian_at_hand_picked_rows(row):
    p = torch.tensor(row, dtype=torch.float64)
    assert abs(float(derive.softmax_jacobian_norm(p)) - exact_norm(p)) < 1e-12


def test_norm_of_the_softmax_jacobian_has_its_printed_value_and_g1_is_larger():
    p = torch.tensor([0.6, 0.3, 0.1], dtype=torch.float64)
    assert f"{float(softmax_jacobian_norm(p)):.6f}" == "0.407477"
    assert f"{float(g(p, 1)):.2f}" == "0.42"
    geometric = torch.tensor([1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 16], dtype=torch.float64)
    assert f"{float(softmax_jacobian_norm(geometric)):.6f}" == "0.353086"
    assert float(g(geometric, 1)) == 0.375


def test_rows_near_one_hot_keep_their_digits():
    """The other entry is far below the rounding of the largest: the norm of (1 - t, t) is 2 t (1 - t)."""
    p = torch.tensor([1.0, 1e-20, 0.0], dtype=torch.float64)
    assert float(softmax_jacobian_norm(p)) == pytest.approx(2e-20, rel=1e-12)
    assert float(g(p, 1)) == pytest.approx(2e-20, rel=1e-12)


@given(st.lists(st.floats(-40, 40), min_size=1, max_size=9))
def test_the_chain_of_ranked_entries_and_singular_values(logits):
    p = torch.softmax(torch.tensor(logits, dtype=torch.float64), 0)
    n, sorted_ = len(p), torch.cat([p.sort(descending=True).values, torch.zeros(1, dtype=torch.float64)])
    sigma = torch.linalg.svdvals(torch.diag(p) - torch.outer(p, p))
    assert float(softmax_jacobian_norm(p)) == pytest.approx(float(sigma[0]), abs=1e-13)
    for k in range(1, n + 1):
        assert sorted_[k - 1] + 1e-13 >= g(p, k) >= sigma[k - 1] - 1e-13
        assert sigma[k - 1] >= sorted_[k] - 1e-13


def test_ranks_that_do_not_exist_are_refused():
    with pytest.raises(ValueError, match="1 <= k <= n = 3, got k = 4"):
        g(torch.full((3,), 1 / 3), 4)


@pytest.mark.parametrize("name", CASES)
def test_the_norm_of_the_jacobian_has_its_printed_digits(name):
    assert f"{derive.JacobianOperator(case(name)).norm(tolerance=1e-10).estimate:.6f}" == f"{SIGMA[name]:.6f}"


@pytest.mark.parametrize("wrt", ["X", "WQ", "WK", "WV"])
@given(heads(most=4))
def test_products_are_those_of_the_dense_jacobian(wrt, head):
    J, full = HeadJacobian(head, wrt), dense(head, wrt)
    assert J.shape == full.shape
    allowed = 1e-11 * (1 + float(full.norm()))
    columns = J.matmat(torch.eye(J.shape[1], dtype=torch.float64))
    rows = J.T.matmat(torch.eye(J.shape[0], dtype=torch.float64))
    assert float((columns - full).norm()) <= allowed
    assert float((rows.T - full).norm()) <= allowed


def test_by_all_weights_at_once():
    head = case("small")
    J = derive.JacobianOperator(head, wrt="W")
    full = torch.cat([dense(head, w) for w in ("WQ", "WK", "WV")], dim=1)
    v, u = waves(1, 1, J.shape[1])[0], waves(2, 1, J.shape[0])[0]
    assert torch.allclose(J @ v, full @ v, atol=1e-12)
    assert torch.allclose(J.T @ u, full.T @ u, atol=1e-12)
    assert J.T.T is J


def test_conventions_of_scipy():
    head = case("tiny")
    J = derive.JacobianOperator(head)
    found = svds(J.to_scipy(), k=1, return_singular_vectors=False)[0]
    assert found == pytest.approx(J.norm(tolerance=1e-12).estimate, rel=1e-9)
    with pytest.raises(ValueError, match=r"shape \(15, 30\) cannot be applied to shape \(7,\)"):
        J @ torch.ones(7, dtype=torch.float64)
    with pytest.raises(ValueError, match="not by 'Q'"):
        derive.JacobianOperator(head, wrt="Q")
    with pytest.raises(TypeError, match="of a Head or of an expression, not of int"):
        derive.JacobianOperator(3)


@pytest.mark.parametrize("projected", [True, False])
def test_all_heads_of_a_module(projected):
    from dataclasses import replace

    n, D = 4, 6
    parts = [case("tiny", WO=waves(k, 3, 5) if projected else None) for k in range(3)]
    parts = [replace(h, WQ=h.WQ * (1 + k), P=None) for k, h in enumerate(parts)]
    J = MultiHeadJacobian(parts)
    blocks = [dense(h).reshape(h.n, h.d_v, -1) for h in parts]
    if projected:
        full = sum(torch.einsum("nvx,vo->nox", b, h.WO) for b, h in zip(blocks, parts, strict=True))
    else:
        full = torch.cat(blocks, dim=1)
    full = full.reshape(J.shape)
    assert torch.allclose(J.matmat(torch.eye(J.shape[1], dtype=torch.float64)), full, atol=1e-12)
    assert torch.allclose(J.T.matmat(torch.eye(J.shape[0], dtype=torch.float64)), full.T, atol=1e-12)
    assert (n, D) != J.shape


def test_hessian_blocks_are_those_of_autograd():
    torch.manual_seed(0)
    x, y = torch.rand(7, 3, dtype=torch.float64), torch.rand(7, 2, dtype=torch.float64)
    a, b = (torch.rand(*s, dtype=torch.float64, requires_grad=True) for s in ((3, 5), (5, 2)))

    def loss(a_=a, b_=b):
        return ((torch.tanh(x @ a_) @ b_ - y) ** 2).mean()

    full = torch.autograd.functional.hessian(loss, (a, b))
    for block, expected in (
        (HessianBlock(loss, [a]), full[0][0].reshape(15, 15)),
        (HessianBlock(loss, [a], [b]), full[0][1].reshape(15, 10)),
        (HessianBlock(loss, [b], [a]), full[1][0].reshape(10, 15)),
    ):
        eye = [torch.eye(k, dtype=torch.float64) for k in block.shape]
        assert torch.allclose(block.matmat(eye[1]), expected, atol=1e-13)
        assert torch.allclose(block.T.matmat(eye[0]), expected.T, atol=1e-13)
    with pytest.raises(ValueError, match=r"needs a scalar, got shape \(7,\)"):
        HessianBlock(lambda: (x @ a).sum(1), [a])
