"""False claims that a formal rule would prove: jumps, even roots of powers with unknown exponents."""

import pytest

from derive.index import prove
from proofs.api import ad_hoc_claim
from proofs.judging.understand import understand
from proofs.reading.paper import Settings

GIVEN = (
    r"\alpha, \beta \in \mathbb{R}, \quad \mathbf{S} \in \mathbb{R}^{n \times n}, "
    r"\quad \mathbf{P} \in \mathbb{R}^{m \times m}, \quad \mathbf{X} \in \mathbb{R}^{n \times q}, "
    r"\quad \mathbf{Z} \in \mathbb{R}^{q \times n}, \quad \mathbf{a} \in \mathbb{R}^n"
)


def outcome(claim: str) -> str:
    (reading,) = understand(ad_hoc_claim(claim, GIVEN, Settings()))
    (link,) = reading.links
    return prove(link.typed.problem).outcome


@pytest.mark.parametrize(
    "claim",
    [
        r"\sqrt{\alpha^{2n}} = \alpha^n",
        r"|\alpha^n| = \alpha^n",
        r"(\alpha^2)^{n/2} = \alpha^n",
        r"\operatorname{sign}(\alpha)^2 = 1",
        r"\sqrt{\alpha^2} = \alpha",
        r"\log(\alpha^2) = 2\log|\alpha| + \operatorname{sign}(\alpha) - 1",
        r"\sqrt{\alpha\beta} = \sqrt{\alpha}\sqrt{\beta} + \alpha - \alpha + 1",
        r"\det(-\mathbf{S}) = \det(\mathbf{S})",
        r"\det(\mathbf{S} + \mathbf{X}\mathbf{Z}) = \det(\mathbf{S})\det(\mathbf{I}_q + \mathbf{Z}\mathbf{X})",
        r"\det(\mathbf{I}_n + \mathbf{X}\mathbf{Z}) = \det(\mathbf{I}_q - \mathbf{Z}\mathbf{X})",
        r"\operatorname{ReLU}(\alpha) = \alpha + |\alpha|",
        r"\det(\mathbf{S} \otimes \mathbf{P}) = \det(\mathbf{S})^n\det(\mathbf{P})^m",
    ],
)
def test_false_claims_are_not_proved(claim: str):
    assert outcome(claim) == "none"


@pytest.mark.parametrize(
    "claim",
    [
        r"\sqrt{\alpha^{2n}} = |\alpha^n|",
        r"\alpha\operatorname{sign}(\alpha) = |\alpha|",
        r"\log(\alpha^2) = 2\log(\alpha)",  # where log(alpha) exists
        r"\alpha^n\alpha^m = \alpha^{n+m}",
        r"\frac{\partial \alpha^n}{\partial \alpha} = n\alpha^{n-1}",
        r"\det(-\mathbf{S}) = (-1)^n\det(\mathbf{S})",
        r"\det(\mathbf{S} \otimes \mathbf{P}) = \det(\mathbf{S})^m\det(\mathbf{P})^n",
        r"\det(\mathbf{I}_n + \mathbf{X}\mathbf{Z}) = \det(\mathbf{I}_q + \mathbf{Z}\mathbf{X})",
        r"\det(\mathbf{S} + 2\mathbf{X}\mathbf{Z}) = \det(\mathbf{S})"
        r"\det(\mathbf{I}_q + 2\mathbf{Z}\mathbf{S}^{-1}\mathbf{X})",
        r"\det(\mathbf{I}_n + \mathbf{a}\mathbf{a}^\top) = 1 + \mathbf{a}^\top\mathbf{a}",
        r"\operatorname{ReLU}(\alpha) = \tfrac12(\alpha + |\alpha|)",
        r"(\mathbf{I}_n + \mathbf{S}^{-1})^{-1} = \mathbf{S}(\mathbf{S} + \mathbf{I}_n)^{-1}",
    ],
)
def test_their_true_neighbors_are(claim: str):
    assert outcome(claim) == "agree"


def test_blocks_that_have_one_row_together() -> None:
    (reading,) = understand(ad_hoc_claim("y(0, y) = 0", r"y \in \mathbb{R}^n", Settings()))
    (link,) = reading.links
    assert prove(link.typed.problem).outcome == "none"
