r"""A derivative in front of ``(x - a)^\top W (x - a)`` takes the number, in front of other products perhaps one factor."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.api import check

GIVEN = r"A, W \in \mathbb{R}^{n \times n}, W = W^\top, x, s, a, b \in \mathbb{R}^n, M \in \mathbb{R}^{m \times n}, t, u \in \mathbb{R}"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\frac{\partial}{\partial s} (x - A s)^\top W (x - A s) = -2 A^\top W (x - A s)", "holds"),
        (r"\frac{\partial}{\partial s} (x - A s)^\top W (x - A s) = 2 A^\top W (x - A s)", "refuted"),
        (r"\frac{d}{dx} (x - a)^\top (x - a) = 2 (x - a)", "holds"),
        (r"\frac{d}{dx} (x - a)^\top (x - a) = x - a", "refuted"),
        (r"\frac{\partial}{\partial x} (M x)^\top M x = 2 M^\top M x", "holds"),
        (r"\frac{\partial}{\partial x} (W x)^\top (W x) = W^\top W x", "refuted"),
        (r"\frac{\partial}{\partial x} (x - a)^\top b = b", "holds"),
        (r"\frac{d}{dt} (t - u) (t + u) = 2 t", "ambiguous"),
    ],
)
def test_gradients_of_forms(claim: str, verdict: str, tmp_path: Path) -> None:
    assert check(claim, given=GIVEN, layout="gradient", effort="quick", certificates=tmp_path).verdict == verdict
