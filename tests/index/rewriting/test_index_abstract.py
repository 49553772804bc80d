"""A sub-expression that is differentiated in is an arbitrary function, also where its summands stand in a longer sum."""

import pytest

from derive.index import prove
from proofs.api import ad_hoc_claim
from proofs.judging.understand import understand
from proofs.reading.paper import Settings
from tests.index.outcomes import outcome

GIVEN = (
    r"\mathbf{X} \in \mathbb{R}^{n \times d}, \quad \mathbf{W} \in \mathbb{R}^{d \times m}, \quad \mathbf{V} \in \mathbb{R}^{m \times d} \\ "
    r"\mathbf{Y} := \operatorname{LayerNorm}(\operatorname{ReLU}(\mathbf{X}\mathbf{W})\mathbf{V} + \mathbf{X}) \\ "
    r"\mathbf{S} := \operatorname{softmax}(\mathbf{Y}\mathbf{Y}^\top)\mathbf{Y} + \operatorname{ReLU}(\mathbf{Y}\mathbf{W})\mathbf{V} \\ "
    r"\mathbf{N} := \mathbf{S} - \tfrac1d \mathbf{S}\mathbf{1}_{d \times d}, \quad "
    r"\tau := \tfrac{1}{\sqrt{d}}(\mathbf{N}^{\circ 2}\mathbf{1}_d)^{\circ 1/2}, \quad \mathbf{P} := \operatorname{diag}^{-1}(\tau)"
)
CENTERED = r"\left(\mathbf{I}_{nd} - \tfrac1d \mathbf{I}_n \otimes \mathbf{1}_{d \times d}\right)"
INNER = r"\frac{\partial \operatorname{LayerNorm}(\mathbf{S})}{\partial \mathbf{S}} = "


@pytest.mark.parametrize(
    ("sign", "expected"),
    [("-", "agree"), ("+", "none")],
)
def test_a_layer_norm_of_a_long_sum(sign: str, expected: str) -> None:
    rows = r"\operatorname{diag}(\operatorname{vec}_r(\mathbf{N}))(\mathbf{I}_n \otimes \mathbf{1}_{d \times d})\operatorname{diag}(\operatorname{vec}_r(\mathbf{N}))"
    claim = INNER + (
        r"\left((\mathbf{P} \otimes \mathbf{I}_d) " + sign + r" \tfrac1d (\mathbf{P}^3 \otimes \mathbf{I}_d)" + rows + r"\right)" + CENTERED
    )  # fmt: skip
    assert outcome(GIVEN, claim) == expected


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (r"\frac{\partial (\mathbf{S} + 2\mathbf{N})}{\partial \mathbf{S}} = 3\mathbf{I}_{nd} - \tfrac2d \mathbf{I}_n \otimes \mathbf{1}_{d \times d}", "agree"),
        (r"\frac{\partial (\mathbf{S} + 2\mathbf{N})}{\partial \mathbf{S}} = 2\mathbf{I}_{nd} - \tfrac2d \mathbf{I}_n \otimes \mathbf{1}_{d \times d}", "none"),
    ],
)  # fmt: skip
def test_sums_that_share_summands(claim: str, expected: str) -> None:
    assert outcome(GIVEN, claim) == expected


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (r"(\max_i x_i) A + A = A (1 + \max_j x_j)", "agree"),
        (r"(\max_i x_i) A = A (\max_j y_j)", "none"),
        (r"(\max_i x_i) A = A (\min_j x_j)", "none"),
        (r"\sum_{k=1}^{m} \max_i (A_{i,k} + x_i) = \sum_{l=1}^{m} \max_j (x_j + A_{j,l})", "agree"),
        (r"\max_i x_i = \max_k z_k", "none"),
        (r"\left\| \begin{pmatrix} x & A \end{pmatrix} \right\|_F^2 = \|x\|_2^2 + \|A\|_F^2", "agree"),
        (r"\left\| \begin{pmatrix} x & A \end{pmatrix} \right\|_F^2 = \|y\|_2^2 + \|A\|_F^2", "none"),
    ],
)
def test_extrema_and_stacks(claim: str, expected: str) -> None:
    given = r"A \in \mathbb{R}^{n \times m}, \quad x, y \in \mathbb{R}^{n}, \quad z \in \mathbb{R}^{m}"
    (reading,) = understand(ad_hoc_claim(claim, given, Settings()))
    (link,) = reading.links
    assert prove(link.typed.problem).outcome == expected
