r"""Matrices that all terms of a sum are multiplied by: ``\|G - U U^\top G\|_F \le \|G\|_F``."""

from pathlib import Path

import pytest

from tests.judged import judged, proved

GIVEN = (
    r"U \in \mathbb{R}^{m \times n}, \quad U^\top U = I_n, \quad G \in \mathbb{R}^{m \times k}, \quad A, C \in \mathbb{R}^{p \times m},"
    r" \quad x \in \mathbb{R}^m"
)


@pytest.mark.parametrize(
    "claim",
    [
        r"\|(I_m - U U^\top) G\|_F \le \|G\|_F",
        r"\|G - U U^\top G\|_F \le \|G\|_F",
        r"\|A - A U U^\top\|_* \le \|A\|_*",
        r"\|x - U U^\top x\|_2 \le \|x\|_2",
        r"\|A G + C G\|_F \le \|A + C\|_2 \|G\|_F",
        r"\|A G + C G\|_F \le \|A + C\|_F \|G\|_2",
    ],
)
def test_factored_out(claim: str):
    assert proved(GIVEN, claim)


@pytest.mark.parametrize(
    "claim",
    [
        r"\|G - 3 U U^\top G\|_F \le \|G\|_F",
        r"\|G + U U^\top G\|_F \le \|G\|_F",
        r"\|A - A U U^\top\|_* \le \tfrac12 \|A\|_*",
        r"\|x - U U^\top x\|_2 \le \|U^\top x\|_2",
        r"\|A G + C G\|_F \le \|A - C\|_2 \|G\|_F",
        r"\|A G + C G\|_F \le \|A + C\|_2 \|G\|_2",
    ],
)
def test_false_neighbors(claim: str, tmp_path: Path):
    assert not proved(GIVEN, claim)
    assert judged(claim, GIVEN, tmp_path).verdict == "refuted"
