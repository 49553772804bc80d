r"""Formulas as they are pasted: with symbols of Unicode, between dollars, with \norm and \abs."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

GIVEN = "x \u2208 \u211d^n, A \u2208 \u211d^{n \u00d7 n}, \u03bb \u2208 \u211d"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("\u2016\u03bb x\u2016 \u2264 |\u03bb| \u2016x\u2016", "holds"),
        ("\u2016\u03bb x\u2016 \u2265 2 |\u03bb| \u2016x\u2016 + 1", "refuted"),
        ("(A A)^\u22a4 = A^\u22a4 A^\u22a4", "holds"),
        ("\u03bb \u2212 1 = \u03bb", "refuted"),
        ("$x + x = 2x$", "holds"),
        (r"\[ x + x = 3x \]", "refuted"),
        (r"\norm{A x} \le \norm{A} \norm{x}_2", "holds"),
        (r"\abs{x_1} \ge \norm{x}", "refuted"),
    ],
)
def test_pasted_text(claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


def test_two_formulas_between_dollars_are_not_joined(tmp_path: Path) -> None:
    with pytest.raises(BadPaper, match="Unexpected"):
        judged("$x + x = 2x$ $x = 0$", GIVEN, tmp_path)
