r"""Laplacians and normalized adjacency matrices of graphs, with degrees written entry by entry or as ``A 1``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged

DEGREES = r"A \in \mathbb{R}^{n \times n} \\ A_{ij} \ge 0 \\ A = A^\top \\ d_i := \sum_j A_{ij}"
PLAIN = DEGREES + r" \\ L := \operatorname{diag}(d) - A"
SCALED = DEGREES + r" \\ D := \operatorname{diag}(d) \\ d_i > 0 \\ L := I - D^{-1/2} A D^{-1/2}"
LOOPS = (
    r"A \in \mathbb{R}^{n \times n} \\ A_{ij} \ge 0 \\ A = A^\top \\ B := A + I \\ D := \operatorname{diag}(B \mathbf{1}) \\ "
    r"C := D^{-1/2} B D^{-1/2}"
)
WITHOUT_SIGNS = (
    r"A \in \mathbb{R}^{n \times n} \\ A = A^\top \\ d_i := \sum_j A_{ij} \\ L := \operatorname{diag}(d) - A"
)

TRUE = [
    (PLAIN, r"L \succeq 0"),
    (PLAIN, r"\operatorname{diag}(d) + A \succeq 0"),
    (SCALED, r"L \succeq 0"),
    (SCALED, r"\mathbf{0} \preceq L"),
    (SCALED, r"L \preceq 2 I"),
    (SCALED, r"\lambda_{\max}(L) \le 2"),
    (SCALED, r"\lambda_{\min}(L) \ge 0"),
    (SCALED, r"\|D^{-1/2} A D^{-1/2}\|_2 \le 1"),
    (LOOPS, r"\|C\|_2 \le 1"),
]
FALSE = [
    (PLAIN, r"L \succ 0"),
    (WITHOUT_SIGNS, r"\mathbf{0} \preceq L"),
    (PLAIN, r"\operatorname{diag}(d) - 2 A \succeq 0"),
    (WITHOUT_SIGNS, r"L \succeq 0"),
    (SCALED, r"\lambda_{\max}(L) \le 1"),
    (SCALED, r"\lambda_{\min}(L) \ge 1"),
    (SCALED, r"\|D^{-1/2} A D^{-1/2}\|_2 \le \frac{1}{2}"),
    (LOOPS, r"\|C\|_2 \le \frac{1}{2}"),
]


@pytest.mark.parametrize(("given", "claim"), TRUE)
def test_shown(given: str, claim: str, tmp_path: Path) -> None:
    found = judged(claim, given, tmp_path)
    assert found.verdict == "holds" and found.strength != "exact", found.message


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_not_shown(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict in ("refuted", "needs-hypothesis")
