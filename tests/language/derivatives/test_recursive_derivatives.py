r"""Derivatives through families that equations give one after another: ``h_l := \tanh(W_l h_{l-1})``."""

from __future__ import annotations

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

LAYERS = r"W_1, \dots, W_L \in \mathbb{R}^{n \times n} \\ h_l \in \mathbb{R}^n \quad \forall l \in \{0, \dots, L\} \\"
LINEAR = LAYERS + r" h_l := W_l h_{l-1}"
TANH = LAYERS + r" h_l := \tanh(W_l h_{l-1})"
BIASED = (
    r"W_1, \dots, W_L \in \mathbb{R}^{n \times n}, b_1, \dots, b_L \in \mathbb{R}^n \\ h_0, \dots, h_L \in \mathbb{R}^n \\"
    r" z_1, \dots, z_L \in \mathbb{R}^n \\ z_l := W_l h_{l-1} + b_l \\ h_l := \tanh(z_l)"
)
NUMBERS = (
    r"a \in \mathbb{R}, x_0, \dots, x_T \in \mathbb{R}, h_0, \dots, h_T \in \mathbb{R} \\ h_t := a h_{t-1} + x_t \\"
    r" L := \sum_{t=1}^T h_t^2"
)
BEGUN = r"x \in \mathbb{R}^n, W \in \mathbb{R}^{n \times n} \\ h_0, \dots, h_L \in \mathbb{R}^n \\ h_0 := x \\ h_l := W h_{l-1}"
ALTERNATING = r"A \in \mathbb{R}^{n \times n}, x_0, \dots, x_T, y_0, \dots, y_T \in \mathbb{R}^n \\ x_t := A y_t \\ y_t := x_{t-1}"
DESCENT = (
    r"x, x_0, \dots, x_T \in \mathbb{R}^n, \eta > 0, A \in \mathbb{R}^{n \times n}, A = A^\top \\"
    r" f(x) := \frac12 x^\top A x \\ x_{t+1} := x_t - \eta \nabla f(x_t)"
)
SUMMED = r"A \in \mathbb{R}^{n \times n}, x_0, \dots, x_T, s \in \mathbb{R}^n \\ x_t := A x_{t-1} \\ s = \sum_t x_t"
CHAIN = r"A \in \mathbb{R}^{n \times n}, x_0, \dots, x_T \in \mathbb{R}^n \\ x_t := A x_{t-1}"
SPACE = (
    r"h_t \in \mathbb{R}^N, x_t, y_t \in \mathbb{R} \quad \forall t \in \{0, \dots, T\} \\ A \in \mathbb{R}^{N \times N},"
    r" B \in \mathbb{R}^{N \times 1}, C \in \mathbb{R}^{1 \times N} \\ h_t := A h_{t-1} + B x_t, y_t := C h_t"
)
MOMENTUM = r"m_0, \dots, m_T, g_1, \dots, g_T \in \mathbb{R}^n, \beta \in (0, 1) \\ m_0 = 0 \\ m_t = \beta m_{t-1} + (1 - \beta) g_t"
BACKWARDS = r"W \in \mathbb{R}^{n \times n}, h_0, \dots, h_L \in \mathbb{R}^n \\ h_{l-1} = W h_l"
TIED = LINEAR + r" \\ h_1 = W_2 h_0"
RESTRICTED = LINEAR + r" \\ \|h_1\|_2 = 1"

CLAIMS = [
    (LINEAR, r"\frac{\partial h_2}{\partial h_1} = W_2", "holds"),
    (LINEAR, r"\frac{\partial h_2}{\partial h_1} = W_2^\top", "refuted"),
    (LINEAR, r"\frac{\partial h_2}{\partial h_1} = 0", "refuted"),
    (LINEAR, r"\frac{\partial h_2}{\partial h_1^\top} = W_2", "holds"),
    (LINEAR, r"\frac{\partial h_2}{\partial h_1^\top} = 0", "refuted"),
    (LINEAR, r"\frac{\partial h_2}{\partial h_0} = W_2 W_1", "holds"),
    (LINEAR, r"\frac{\partial h_2}{\partial h_0} = W_1 W_2", "refuted"),
    (LINEAR, r"\frac{\partial h_l}{\partial h_{l-1}} = W_l", "holds"),
    (LINEAR, r"\frac{\partial h_l}{\partial h_{l-1}} = W_{l-1}", "refuted"),
    (LINEAR, r"\frac{\partial h_{l+1}}{\partial h_{l-1}} = W_{l+1} W_l", "holds"),
    (LINEAR, r"\nabla_{h_0} \|h_1\|^2 = 2 W_1^\top h_1", "holds"),
    (LINEAR, r"\nabla_{h_0} \|h_1\|^2 = 2 W_1 h_1", "refuted"),
    (LINEAR, r"\nabla_{h_1} \|h_1\|^2 = 2 h_1", "holds"),
    (LINEAR, r"\nabla_{W_l} \|h_l\|^2 = 2 h_l h_{l-1}^\top", "holds"),
    (LINEAR, r"\nabla_{W_l} \|h_l\|^2 = 2 h_{l-1} h_l^\top", "refuted"),
    (LINEAR, r"\frac{\partial h_l}{\partial W_{l+1}} = 0", "holds"),
    (LINEAR, r"\frac{\partial h_l}{\partial W_{l-1}} = 0", "refuted"),
    (LINEAR, r"\frac{\partial h_L}{\partial W_1} = 0", "refuted"),
    (LINEAR, r"\frac{\partial h_1}{\partial h_2} = 0", "vacuous"),  # a member before has no derivative by one after it
    (LINEAR, r"\frac{\partial W_1}{\partial h_1} = 0", "undecided"),
    (LINEAR, r"\frac{\partial h_L}{\partial h_0} = 0", "refuted"),
    (TANH, r"\frac{\partial h_l}{\partial h_{l-1}} = \operatorname{diag}(1 - h_l \odot h_l) W_l", "holds"),
    (TANH, r"\frac{\partial h_l}{\partial h_{l-1}} = \operatorname{diag}(1 - h_l) W_l", "undecided"),
    (
        TANH,
        r"\frac{\partial h_l}{\partial W_l} = \operatorname{diag}(1 - h_l \odot h_l) (I \otimes h_{l-1}^\top)",
        "holds",
    ),
    (BIASED, r"\frac{\partial z_{l+1}}{\partial z_l} = W_{l+1} \operatorname{diag}(1 - h_l \odot h_l)", "holds"),
    (BIASED, r"\frac{\partial h_l}{\partial h_{l-1}} = \operatorname{diag}(1 - \tanh^2(z_l)) W_l", "holds"),
    (BIASED, r"\frac{\partial z_l}{\partial b_l} = I", "holds"),
    (BIASED, r"\frac{\partial z_l}{\partial b_{l-1}} = 0", "refuted"),
    (NUMBERS, r"\frac{\partial h_2}{\partial h_0} = a^2", "holds"),
    (NUMBERS, r"\frac{\partial h_2}{\partial a} = h_1 + a h_0", "holds"),
    (NUMBERS, r"\frac{\partial h_2}{\partial a} = h_1", "refuted"),
    (NUMBERS, r"\frac{\partial h_2}{\partial x_1} = a", "holds"),
    (NUMBERS, r"\frac{\partial h_2}{\partial x_1} = 0", "refuted"),
    (NUMBERS, r"\frac{\partial L}{\partial h_1} = 2 h_1", "undecided"),
    (BEGUN, r"\frac{\partial h_2}{\partial x} = W^2", "holds"),
    (BEGUN, r"\frac{\partial h_2}{\partial x} = W", "refuted"),
    (BEGUN, r"\frac{\partial h_L}{\partial x} = 0", "undecided"),
    (ALTERNATING, r"\frac{\partial x_2}{\partial x_1} = A", "holds"),
    (ALTERNATING, r"\frac{\partial x_2}{\partial y_1} = A^2", "holds"),
    (ALTERNATING, r"\frac{\partial x_2}{\partial x_1} = A^2", "refuted"),
    (DESCENT, r"\frac{\partial x_{t+1}}{\partial x_t} = I - \eta A", "holds"),
    (DESCENT, r"\frac{\partial x_{t+2}}{\partial x_t} = (I - \eta A)^2", "holds"),
    (DESCENT, r"\frac{\partial x_{t+2}}{\partial x_t} = I - \eta A", "refuted"),
    (SUMMED, r"\frac{\partial s}{\partial x_1} = I", "undecided"),
    (SUMMED, r"\frac{\partial (s + x_2)}{\partial x_1} = A", "undecided"),
    (CHAIN, r"\frac{\partial^2 \|x_2\|^2}{\partial x_1 \partial x_1^\top} = 2 A^\top A", "holds"),
    (CHAIN, r"\nabla_{x_1} (x_2^\top x_1) = (A + A^\top) x_1", "holds"),
    (CHAIN, r"\nabla_{x_1} (x_2^\top x_1) = A x_1", "refuted"),
    (SUMMED, r"\nabla_{x_1} (x_2^\top x_0) = A^\top x_0", "undecided"),
    (SPACE, r"\frac{\partial y_t}{\partial x_t} = C B", "undecided"),  # false at t = 0
    (SPACE, r"\frac{\partial y_t}{\partial x_t} = C B \quad \text{for } t \ge 1", "holds"),
    (SPACE, r"\frac{\partial y_2}{\partial x_1} = C A B", "holds"),
    (SPACE, r"\frac{\partial y_1}{\partial x_0} = C A B", "refuted"),
    (MOMENTUM, r"\frac{\partial m_2}{\partial g_1} = \beta (1 - \beta) I", "holds"),
    (MOMENTUM, r"\frac{\partial m_t}{\partial g_t} = (1 - \beta) I", "holds"),
    (MOMENTUM, r"\frac{\partial m_2}{\partial g_1} = (1 - \beta) I", "refuted"),
    (BACKWARDS, r"\frac{\partial h_1}{\partial h_0} = 0", "undecided"),
    (TIED, r"\frac{\partial h_2}{\partial h_1} = W_2", "undecided"),
    (RESTRICTED, r"\frac{\partial h_2}{\partial h_1} = 0", "undecided"),
]


@pytest.mark.parametrize(
    "given",
    [r"x_1, \dots, x_n \in \mathbb{R} \\ x_i := 2 x_i", r"x_1, \dots, x_n \in \mathbb{R} \\ x_i := x_i - x_{i+1}"],
)
def test_what_a_member_is_given_by_itself_is_refused(given, tmp_path):
    with pytest.raises(BadPaper, match="is defined by itself"):
        judged("x_1 = 0", given, tmp_path)


@pytest.mark.parametrize(("given", "claim", "verdict"), CLAIMS)
def test_members_are_what_their_rules_say_down_to_the_variable(given, claim, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
