"""A sub-expression that is differentiated in is an arbitrary function, also where its summands stand in a longer sum."""

import pytest

from derive.index import prove
from proofs.api import ad_hoc_claim
from proofs.paper import Settings
from proofs.understand import understand

GIVEN = (
    r"\mathbf{X} \in \mathbb{R}^{n \times d}, \quad \mathbf{W} \in \mathbb{R}^{d \times m}, \quad \mathbf{V} \in \mathbb{R}^{m \times d} \\ "
    r"\mathbf{Y} := \operatorname{LayerNorm}(\operatorname{ReLU}(\mathbf{X}\mathbf{W})\mathbf{V} + \mathbf{X}) \\ "
    r"\mathbf{S} := \operatorname{softmax}(\mathbf{Y}\mathbf{Y}^\top)\mathbf{Y} + \operatorname{ReLU}(\mathbf{Y}\mathbf{W})\mathbf{V} \\ "
    r"\mathbf{N} := \mathbf{S} - \tfrac1d \mathbf{S}\mathbf{1}_{d \times d}, \quad "
    r"\tau := \tfrac{1}{\sqrt{d}}(\mathbf{N}^{\circ 2}\mathbf{1}_d)^{\circ 1/2}, \quad \mathbf{P} := \operatorname{diag}^{-1}(\tau)"
)
CENTERED = r"\left(\mathbf{I}_{nd} - \tfrac1d \mathbf{I}_n \otimes \mathbf{1}_{d \times d}\right)"
INNER = r"\frac{\partial \operatorname{LayerNorm}(\mathbf{S})}{\partial \mathbf{S}} = "


def outcome(claim: str) -> str:
    (reading,) = understand(ad_hoc_claim(claim, GIVEN, Settings()))
    (link,) = reading.links
    return prove(link.typed.problem).outcome


@pytest.mark.parametrize(
    ("sign", "expected"),
    [("-", "agree"), ("+", "none")],
)
def test_a_layer_norm_of_a_long_sum(sign: str, expected: str) -> None:
    rows = r"\operatorname{diag}(\operatorname{vec}_r(\mathbf{N}))(\mathbf{I}_n \otimes \mathbf{1}_{d \times d})\operatorname{diag}(\operatorname{vec}_r(\mathbf{N}))"
    claim = INNER + (
        r"\left((\mathbf{P} \otimes \mathbf{I}_d) " + sign + r" \tfrac1d (\mathbf{P}^3 \otimes \mathbf{I}_d)" + rows + r"\right)" + CENTERED
    )  # fmt: skip
    assert outcome(claim) == expected


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (r"\frac{\partial (\mathbf{S} + 2\mathbf{N})}{\partial \mathbf{S}} = 3\mathbf{I}_{nd} - \tfrac2d \mathbf{I}_n \otimes \mathbf{1}_{d \times d}", "agree"),
        (r"\frac{\partial (\mathbf{S} + 2\mathbf{N})}{\partial \mathbf{S}} = 2\mathbf{I}_{nd} - \tfrac2d \mathbf{I}_n \otimes \mathbf{1}_{d \times d}", "none"),
    ],
)  # fmt: skip
def test_sums_that_share_summands(claim: str, expected: str) -> None:
    assert outcome(claim) == expected
