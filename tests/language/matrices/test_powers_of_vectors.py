r"""``\sigma^2`` of a vector: the power of every entry where nothing else has a type, the square of the norm beside it."""

import pytest

from derive.errors import NotSupported
from derive.language.scope.scope import Scope
from tests.judged import judged

SHAPES = r"h, g \in \mathbb{R}^n, \quad W \in \mathbb{R}^{n \times m}, \quad X \in \mathbb{R}^{n \times m}, \quad \beta \in \mathbb{R}"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\operatorname{diag}(1 - h^2) W = W - \operatorname{diag}(h)^2 W", "holds"),
        (r"\operatorname{diag}(1 - h^2) W = W - \operatorname{diag}(h) W", "refuted"),
        (r"\operatorname{diag}(h^2) = \operatorname{diag}(h)^2", "holds"),
        (r"\operatorname{diag}(h^2) = \operatorname{diag}(h)", "refuted"),
        (r"\operatorname{diag}(h^3) = \operatorname{diag}(h)^2", "refuted"),
        (r"\beta g + h^2 = \beta g + h \odot h", "holds"),
        (r"\mathbf{1}^\top h^2 = \|h\|_2^2", "holds"),
        (r"\|h^2\|_1 = \|h\|_2^2", "holds"),
        (r"\|h^2\|_2 = \|h\|_2^2", "ambiguous"),
        (r"h^2 = \|h\|_2^2", "ill-typed"),
        (r"X^2 = X", "ill-typed"),
    ],
)
def test_verdicts(claim: str, verdict: str, tmp_path):
    assert judged(claim, SHAPES, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (r"\Sigma := \operatorname{diag}(h^2)", r"\operatorname{tr} \Sigma = \|h\|_2^2", "holds"),
        (r"\Sigma := \operatorname{diag}(h^2)", r"\operatorname{tr} \Sigma = \|h\|_2", "refuted"),
        (r"v := \beta g + (1 - \beta) h^2", r"v_i = \beta g_i + (1 - \beta) h_i^2", "holds"),
        (r"v := \beta g + (1 - \beta) h^2", r"v_i = \beta g_i + (1 - \beta) h_i", "refuted"),
    ],
)
def test_verdicts_of_definitions(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, rf"{SHAPES}, \quad {given}", tmp_path).verdict == verdict


def test_a_definition_that_may_mean_either_is_refused():
    with pytest.raises(NotSupported, match="the square of a vector"):
        Scope.root().given(rf"{SHAPES}, \quad \ell := h^2")
