r"""``I_n \otimes e_i^\top`` for ``e_i^\top \otimes I_n``: the unit vector has the length that is left, and the claim is false."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged

A = r"A \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{p \times n}"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\frac{\partial A_{i,:}^\top}{\partial A} = e_i^\top \otimes I_n", "holds"),
        (r"\frac{\partial A_{i,:}^\top}{\partial A} = I_n \otimes e_i^\top", "refuted"),
        (r"\frac{\partial A_{:,j}}{\partial A} = I_m \otimes e_j^\top", "holds"),
        (r"\frac{\partial A_{:,j}}{\partial A} = e_j^\top \otimes I_m", "refuted"),
    ],
)
def test_verdict(claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, A, tmp_path).verdict == verdict


def test_a_length_that_is_no_whole_number_is_ill_typed(tmp_path: Path) -> None:
    found = judged(r"\frac{\partial A_{i,:}^\top}{\partial A} = I_n \otimes I_p e_i^\top", A, tmp_path)
    assert found.verdict == "ill-typed"
