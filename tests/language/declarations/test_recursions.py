r"""Sequences that only a recursion gives: its shape and what else has the index tell how many members of which shape there are."""

import pytest

from derive.language.scope.scope import Scope
from proofs.reading.paper import BadPaper
from tests.judged import judged, shown

STATE = r"A \in \mathbb{R}^{n \times n}, b \in \mathbb{R}^n, u_1, \dots, u_T \in \mathbb{R}, h_0 := 0, h_t := A h_{t-1} + u_t b"
LABELLED = (
    r"W_h \in \mathbb{R}^{n \times n}, W_x \in \mathbb{R}^{n \times d}, x_1, \dots, x_T \in \mathbb{R}^d, h_0 \in \mathbb{R}^n, "
    r"h_t = \tanh(W_h h_{t-1} + W_x x_t)"
)
SUMS = r"y_1, \dots, y_T \in \mathbb{R}, s_0 := 0, s_t := s_{t-1} + y_t"
NETWORK = r"W \in \mathbb{R}^{n \times n}, U \in \mathbb{R}^{n \times m}, x_1, \dots, x_T \in \mathbb{R}^m, h_t := \tanh(W h_{t-1} + U x_t)"
DESCENT = r"H \in \mathbb{R}^{n \times n}, \eta > 0, x_{k+1} := x_k - \eta H x_k"
MOMENTS = (
    r"g_1, \dots, g_T \in \mathbb{R}^d, \beta, \gamma, \eta \in \mathbb{R}, m_0 := 0, v_0 := 0, m_t := \beta m_{t-1} + (1 - \beta) g_t, "
    r"v_t := \gamma v_{t-1} + (1 - \gamma) g_t^2, \theta_t := \theta_{t-1} - \eta m_t"
)
DOUBLED = r"s_0 := 1, s_t := 2 s_{t-1}"
FIBONACCI = r"F_0 := 0, F_1 := 1, F_t := F_{t-1} + F_{t-2}"
MEMORY = r"k_1, \dots, k_T \in \mathbb{R}^d, v_1, \dots, v_T \in \mathbb{R}^m, S_0 := 0, S_t := S_{t-1} + k_t v_t^\top"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (STATE, r"h_t = A h_{t-1} + u_t b"),
        (STATE, r"h_T = \sum_{s=1}^T A^{T-s} b u_s"),
        (STATE, r"h_t = \sum_{s=1}^t A^{t-s} b u_s"),
        (SUMS, r"s_T = \sum_{t=1}^T y_t"),
        (NETWORK, r"\frac{\partial h_t}{\partial h_{t-1}} = \operatorname{diag}(1 - h_t^2) W"),
        (LABELLED, r"\frac{\partial h_t}{\partial h_{t-1}} = \operatorname{diag}(1 - h_t^2) W_h"),
        (DESCENT, r"x_{k+1} = (I - \eta H) x_k"),
        (MOMENTS, r"v_t = (1 - \gamma) \sum_{s=1}^t \gamma^{t-s} g_s^{\circ 2}"),
        (MOMENTS, r"\theta_t - \theta_{t-1} = -\eta m_t"),
        (MEMORY, r"S_T = \sum_{t=1}^T k_t v_t^\top"),
        (DOUBLED, r"s_t = 2^t"),
        (FIBONACCI, r"F_{t+2} - F_{t+1} = F_t"),
        (FIBONACCI, r"F_{t+3} = 2 F_{t+1} + F_t"),
    ],
)
def test_what_follows_is_shown(given: str, claim: str):
    assert shown(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (STATE, r"h_t = A h_{t-1} + b"),
        (SUMS, r"s_T = \sum_{t=1}^T y_t^2"),
        (SUMS.replace("s_0 := 0", "s_0 := 1"), r"s_T = \sum_{t=1}^T y_t"),
        (LABELLED, r"\frac{\partial h_t}{\partial h_{t-1}} = \operatorname{diag}(1 - h_t^2) W_h^\top"),
        (DESCENT, r"x_{k+1} = (I + \eta H) x_k"),
        (MEMORY, r"S_T = \sum_{t=1}^T k_t k_t^\top S_0"),
        (DOUBLED, r"s_t = 2^{t + 1}"),
        (FIBONACCI, r"F_{t+2} - F_{t+1} = F_t + F_0 + F_1"),
        (FIBONACCI, r"F_t = t"),
    ],
)
def test_false_neighbors_are_refuted(given: str, claim: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "refuted"


@pytest.mark.parametrize(
    ("given", "name", "shape"),
    [
        (STATE, "h", "T + 1 x n"),
        (SUMS, "s", "T + 1"),
        (DESCENT, "x", "K + 1 x n"),
        (MEMORY, "S", "T + 1 x d*m"),
        (DOUBLED, "s", "T + 1"),
        (FIBONACCI, "F", "T + 1"),
    ],
)
def test_shapes(given: str, name: str, shape: str):
    scope = Scope.root().given(given)
    (symbol,) = (s for s in scope.symbols.values() if s.core == name)
    assert symbol.kind == "array"
    lengths = " x ".join(str(n) for n in symbol.lengths)
    members = "*".join(str(n) for n in (*symbol.shape.rows, *symbol.shape.cols))
    assert " x ".join(part for part in (lengths, members) if part) == shape


@pytest.mark.parametrize(
    "given",
    [
        r"h_t := \alpha h_{t-1}, \quad \alpha \in \mathbb{R}, T \in \mathbb{R}",
        r"h_t := h_{t-2} + h_{t-1}",
        r"g_2, \dots, g_T \in \mathbb{R}^n, z_t := z_{t-1} + g_{t+3}",
    ],
)
def test_what_nothing_tells_is_refused(given: str, tmp_path):
    with pytest.raises(BadPaper, match="declared|indices|first"):
        judged("1 = 1", given, tmp_path)


def test_errors_stand_where_they_are_written(tmp_path):
    given = SUMS + r", \quad w := q"
    with pytest.raises(BadPaper, match=f"given:1:{len(given)}: q is not declared"):
        judged("1 = 1", given, tmp_path)


QUADRATIC = r"A \in \mathbb{R}^{d \times d}, \quad A \succ 0, \quad b, x \in \mathbb{R}^d, \quad f(x) := \tfrac12 x^\top A x - b^\top x"
STEPS = rf"{QUADRATIC}, \quad \eta > 0, \quad x^\star = A^{{-1}} b, \quad x_{{k+1}} = x_k - \eta \nabla f(x_k)"
HEAVY_BALL = (
    r"A \in \mathbb{R}^{d \times d}, \quad \eta, \beta > 0, \quad x_{t+1} = x_t - \eta A x_t + \beta (x_t - x_{t-1})"
)
SCHULZ = r"G \in \mathbb{R}^{m \times n}, \quad X_0 := G / \|G\|_F, \quad X_{k+1} := \tfrac32 X_k - \tfrac12 X_k X_k^\top X_k"
PAIR = r"\begin{pmatrix} x_{t+1} \\ x_t \end{pmatrix}"
BEFORE = r"\begin{pmatrix} x_t \\ x_{t-1} \end{pmatrix}"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (STEPS, r"x_{k+1} - x^\star = (I - \eta A) (x_k - x^\star)", "holds"),  # iterates beside the argument x of f
        (STEPS, r"x_{k+1} - x^\star = (I + \eta A) (x_k - x^\star)", "refuted"),
        (STEPS, r"\nabla f(x) = A x - b", "holds"),
        (r"x \in \mathbb{R}^n, \quad x_{t+1} = 2 x_t", r"x_0 = x_0", "vacuous"),  # entries, which are numbers from 1
        (HEAVY_BALL, rf"{PAIR} = \begin{{pmatrix}} (1 + \beta) I - \eta A & -\beta I \\ I & 0 \end{{pmatrix}} {BEFORE}", "holds"),
        (HEAVY_BALL, rf"{PAIR} = \begin{{pmatrix}} (1 + \beta) I - \eta A & \beta I \\ I & 0 \end{{pmatrix}} {BEFORE}", "refuted"),
        (SCHULZ, r"X_1^\top X_1 = X_0^\top X_0 (\tfrac32 I - \tfrac12 X_0^\top X_0)^2", "holds"),
        (SCHULZ, r"X_1^\top X_1 = X_0^\top X_0 (\tfrac32 I - \tfrac14 X_0^\top X_0)^2", "refuted"),
    ],
)  # fmt: skip
def test_iterates(given, claim, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
