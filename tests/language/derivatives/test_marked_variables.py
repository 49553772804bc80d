r"""``\frac{\partial f}{\partial x^\top}`` is a row in every layout: the mark says what the variable varies along."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.api import ad_hoc_claim
from proofs.judging.judge import judge
from proofs.reading.options import How
from proofs.reading.paper import Settings

GIVEN = r"x \in \mathbb{R}^n, A \in \mathbb{R}^{m \times n}"


@pytest.mark.parametrize("layout", ["numerator", "gradient", "denominator"])
@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\frac{\partial \|A x\|^2}{\partial x^\top} = 2 x^\top A^\top A", "holds"),
        (r"\frac{\partial \|A x\|^2}{\partial x^\top} = x^\top A^\top A", "refuted"),
        (r"\frac{\partial \|A x\|^2}{\partial x^\top} = 2 A^\top A x", "ill-typed"),
        (r"\frac{\partial A x}{\partial x^\top} = A", "holds"),
        (r"\frac{\partial A x}{\partial x^\top} = A^\top", "ill-typed"),
    ],
)
def test_verdict(claim: str, verdict: str, layout: str, tmp_path: Path) -> None:
    how = How(effort="quick", certificates=tmp_path)
    found = judge(ad_hoc_claim(claim, GIVEN, Settings(layout=layout)), how)
    assert found.verdict == verdict


def test_the_hessian_of_the_gradient_layout(tmp_path: Path) -> None:
    settings = Settings(layout="gradient")
    claim = ad_hoc_claim(r"\frac{\partial^2 \|A x\|^2}{\partial x \partial x^\top} = 2 A^\top A", GIVEN, settings)
    assert judge(claim, How(effort="quick", certificates=tmp_path)).verdict == "holds"
