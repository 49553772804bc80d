r"""The header key ``operator-norm``: the norm of a derivative by a matrix as a linear map between spectral norms."""

from dataclasses import replace

import pytest

from proofs.api import ad_hoc_claim
from proofs.judging.judge import judge
from proofs.reading.options import How
from proofs.reading.paper import Settings

GIVEN = r"X \in \mathbb{R}^{n \times d}, \quad W \in \mathbb{R}^{d \times m}, \quad x \in \mathbb{R}^{d}, \quad H \in \mathbb{R}^{n \times d}, \quad F := X W"
LINEAR = r"\left\|\frac{\partial F}{\partial X}\right\|_2"


@pytest.mark.parametrize(
    ("norm", "claim", "expected"),
    [
        ("spectral", LINEAR + r" = \sup_{H \ne 0} \frac{\|D_X F[H]\|_2}{\|H\|_2}", "holds"),
        ("frobenius", LINEAR + r" = \sup_{H \ne 0} \frac{\|D_X F[H]\|_2}{\|H\|_2}", "undecided"),
        ("spectral", LINEAR + r" \le \frac{9}{10} \|W\|_2", "refuted"),
        ("spectral", r"\left\|\frac{\partial (W^\top x)}{\partial x}\right\|_2 = \|W\|_2", "holds"),
    ],
)
def test_verdicts(norm, claim, expected, tmp_path):
    claim = ad_hoc_claim(claim, GIVEN, replace(Settings(), operator_norm=norm))
    assert judge(claim, How(effort="quick", certificates=tmp_path)).verdict == expected
