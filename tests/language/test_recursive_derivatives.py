r"""Derivatives through families that equations give one after another: ``h_l := \tanh(W_l h_{l-1})``."""

from __future__ import annotations

import pytest

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
    (LINEAR, r"\frac{\partial h_L}{\partial W_1} = 0", "undecided"),
    (LINEAR, r"\frac{\partial h_1}{\partial h_2} = 0", "undecided"),
    (LINEAR, r"\frac{\partial W_1}{\partial h_1} = 0", "undecided"),
    (LINEAR, r"\frac{\partial h_L}{\partial h_0} = 0", "undecided"),
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
    (BACKWARDS, r"\frac{\partial h_1}{\partial h_0} = 0", "undecided"),
    (TIED, r"\frac{\partial h_2}{\partial h_1} = W_2", "undecided"),
    (RESTRICTED, r"\frac{\partial h_2}{\partial h_1} = 0", "undecided"),
]


@pytest.mark.parametrize(("given", "claim", "verdict"), CLAIMS)
def test_members_are_what_their_rules_say_down_to_the_variable(given, claim, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
