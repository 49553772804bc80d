r"""``\frac{\partial h_T}{\partial h_0}`` through a recursion is the product of the derivatives of its steps."""

from pathlib import Path

import pytest

from tests.judged import judged, shown

NETWORK = (
    r"W \in \mathbb{R}^{n \times n}, U \in \mathbb{R}^{n \times d}, x_1, \dots, x_T \in \mathbb{R}^d, h_0 \in \mathbb{R}^n, "
    r"h_t = \tanh(W h_{t-1} + U x_t)"
)
LINEAR = (
    r"A \in \mathbb{R}^{n \times n}, B \in \mathbb{R}^{n \times m}, u_1, \dots, u_T \in \mathbb{R}^m, s_0 \in \mathbb{R}^n, "
    r"s_t = A s_{t-1} + B u_t"
)
MATRICES = r"S_0 \in \mathbb{R}^{m \times n}, A \in \mathbb{R}^{m \times m}, S_{k+1} = A S_k"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (NETWORK, r"\frac{\partial h_T}{\partial h_0} = \prod_{t=T}^{1} \frac{\partial h_t}{\partial h_{t-1}}"),
        (NETWORK, r"\frac{\partial h_T}{\partial h_0} = \prod_{k=0}^{T-1} \frac{\partial h_{T-k}}{\partial h_{T-k-1}}"),
        (NETWORK, r"\frac{\partial h_T}{\partial h_0} = \prod_{t=T}^{1} (\operatorname{diag}(1 - h_t^2) W)"),
        (LINEAR, r"\frac{\partial s_t}{\partial s_0} = A^t"),
        (LINEAR, r"\frac{\partial s_T}{\partial s_k} = A^{T-k}"),
        (LINEAR, r"\frac{\partial s_T}{\partial u_k} = A^{T-k} B"),
        (LINEAR, r"\frac{\partial (A s_t)}{\partial s_0} = A^{t+1}"),
    ],
)
def test_products_of_steps(given: str, claim: str):
    assert shown(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (NETWORK, r"\frac{\partial h_T}{\partial h_0} = \prod_{t=T}^{1} (\operatorname{diag}(1 - h_t^2) W^\top)"),
        (LINEAR, r"\frac{\partial s_t}{\partial s_0} = (A^\top)^t"),
        (LINEAR, r"\frac{\partial s_t}{\partial s_0} = A^{t+1}"),
        (LINEAR, r"\frac{\partial s_T}{\partial u_k} = A^{T-k+1} B"),
        (LINEAR, r"\frac{\partial (A s_t)}{\partial s_0} = A^{t}"),
        (MATRICES, r"\frac{\partial S_k}{\partial S_0} = I_m \otimes A^k"),
    ],
)
def test_false_neighbors(given: str, claim: str, tmp_path: Path):
    assert judged(claim, given, tmp_path).verdict in ("refuted", "ill-typed")


def test_matrices_step_by_step_are_not_refuted(tmp_path: Path):
    assert judged(r"\frac{\partial S_k}{\partial S_0} = A^k \otimes I_n", MATRICES, tmp_path).verdict == "undecided"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (NETWORK, r"\frac{\partial^2 h_T}{\partial h_0^2} = 0"),
        (NETWORK, r"\frac{\partial h_T}{\partial W} = 0"),
        (NETWORK + r", z \in \mathbb{R}^n, z = h_T + h_0", r"\frac{\partial z}{\partial h_0} = I_n"),
        (NETWORK, r"\frac{\partial (\sum_{t=1}^T h_t)}{\partial h_0} = 0"),
    ],
)
def test_what_no_single_product_tells_is_refused(given: str, claim: str, tmp_path: Path):
    found = judged(claim, given, tmp_path)
    assert found.verdict == "undecided"
    assert "ties to" in found.message
