r"""Sums up to the smaller of two sizes are judged for both cases: ``\sum_{i=1}^{\min(m, n)}``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged

GIVEN = r"A \in \mathbb{R}^{m \times n}"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\|A\|_* = \sum_{i=1}^{\min(m,n)} \sigma_i(A)", "holds"),
        (r"\|A\|_F^2 = \sum_{i=1}^{\min\{m,n\}} \sigma_i(A)^2", "holds"),
        (r"\|A\|_F^2 = \sum_{i=1}^{\min(m,n)} \sigma_i(A)", "refuted"),
        (r"\sum_{i=1}^{\min(m,n)} A_{ii} \le \|A\|_F", "refuted"),
        (r"\sum_{i=1}^{\min(m,n)} 1 = m", "refuted"),
    ],
)
def test_both_cases_are_judged(claim: str, verdict: str, tmp_path: Path) -> None:
    found = judged(claim, GIVEN, tmp_path)
    assert found.verdict == verdict
    assert {r"where m \le n", r"where n \le m"} <= set(found.notes)


@pytest.mark.parametrize("relation", [r"m \le n", r"n \ge m", r"n = m + 1"])
def test_what_is_known_is_no_case(relation: str, tmp_path: Path) -> None:
    found = judged(r"\|A\|_* = \sum_{i=1}^{\min(m,n)} \sigma_i(A)", GIVEN + r" \\ " + relation, tmp_path)
    assert found.verdict == "holds" and not any("where" in note for note in found.notes)
