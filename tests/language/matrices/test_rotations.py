r"""Arguments that stand in the entries of a written matrix are numbers: ``R(t) := \begin{pmatrix} \cos t & ...``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged

GIVEN = (
    r"q, k \in \mathbb{R}^2, a, b \in \mathbb{R} \\ "
    r"R(t) := \begin{pmatrix} \cos t & -\sin t \\ \sin t & \cos t \end{pmatrix}"
)
CLAIMS = [
    (r"(R(a) q)^\top (R(b) k) = q^\top R(b - a) k", "holds"),
    (r"(R(a) q)^\top (R(b) k) = q^\top R(a - b) k", "refuted"),
    (r"R(2 a) = R(a)^2", "holds"),
    (r"R(2 a) = 2 R(a)", "refuted"),
    (r"\|R(a) q\| = \|q\|", "holds"),
    (r"R'(a) = R(a + \pi / 2)", "holds"),
    (r"R'(a) = R(a - \pi / 2)", "refuted"),
]


@pytest.mark.parametrize(("claim", "verdict"), CLAIMS)
def test_rotations(claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, GIVEN, tmp_path).verdict == verdict
