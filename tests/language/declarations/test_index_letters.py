r"""Letters that are indices by their use: ``\beta_t \in (0, 1)`` beside ``\bar\alpha_t := \prod_{s=1}^t \alpha_s``."""

import pytest

from derive.errors import DeriveError
from derive.language.scope.scope import Scope
from tests.judged import judged

DIFFUSION = r"\beta_t \in (0, 1), \quad \alpha_t := 1 - \beta_t, \quad \bar\alpha_t := \prod_{s=1}^t \alpha_s"
REWARDS = r"\gamma \in (0, 1), \quad r_t, v_t \in \mathbb{R}, \quad \delta_t := r_t + \gamma v_{t+1} - v_t"
MOMENTUM = r"\beta \in (0, 1), \quad g_t \in \mathbb{R}^d, \quad m_t := \beta m_{t-1} + (1 - \beta) g_t"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (DIFFUSION, r"\bar\alpha_t = \alpha_t \bar\alpha_{t-1}", "holds"),
        (DIFFUSION, r"\bar\alpha_t = \alpha_{t-1} \bar\alpha_{t-1}", "refuted"),
        (DIFFUSION, r"1 - \bar\alpha_t = \alpha_t (1 - \bar\alpha_{t-1}) + \beta_t", "holds"),
        (DIFFUSION, r"1 - \bar\alpha_t = \alpha_t (1 - \bar\alpha_{t-1}) - \beta_t", "refuted"),
        (REWARDS, r"\delta_t + v_t = r_t + \gamma v_{t+1}", "holds"),
        (REWARDS, r"\sum_{t=0}^{T-1} \gamma^t \delta_t = \sum_{t=0}^{T-1} \gamma^t r_t + v_T - v_0", "refuted"),
        (MOMENTUM, r"m_t - m_{t-1} = (1 - \beta) (g_t - m_{t-1})", "holds"),
        (MOMENTUM, r"m_t - m_{t-1} = (1 - \beta) g_t", "refuted"),
        (r"x_t \in \mathbb{R}^d, \quad y_t := 2 x_t", r"y_t = x_t + x_t", "holds"),  # t may well be a label
        (r"x_1, \dots, x_k \in \mathbb{R}^d, \quad y := \sum_{i=1}^k x_i", r"y - x_1 = \sum_{i=2}^k x_i", "holds"),
    ],
)
def test_members_of_sequences(given, claim, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


def test_a_label_has_no_other_places():
    scope = Scope.root().given(r"x_t \in \mathbb{R}^d, \quad y_t := 2 x_t")
    assert {symbol.kind for symbol in scope.visible().values()} == {"var", "def", "size"}


def test_declared_letters_are_no_indices():
    with pytest.raises(DeriveError, match="v_t"):
        Scope.root().given(r"t \in \mathbb{R}, \quad v_t \in \mathbb{R}, \quad \delta := v_{t+1} - v_t")
