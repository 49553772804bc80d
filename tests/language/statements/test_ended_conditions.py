r"""Conditions that end: behind their bracket, at wide space and at a column mark a comparison may be a claim of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

NUMBERS = r"a, b \in \mathbb{R}"


@pytest.mark.parametrize(
    "claim",
    [
        r"a^3 \ge 0 \quad (a \ge 0), \qquad b \ge a",
        r"a^3 \ge 0 \quad (a \ge 0), b \ge a",
        r"a^3 \ge 0 \quad (a \ge 0), \quad a \ge 1",
        r"a^3 \ge 0 \quad (a \ge 0), \text{ and } b \ge a",
        r"a^3 \ge 0 \quad \text{if } a \ge 0, \qquad b \ge a",
        r"a^3 \ge 0 \quad \text{if } a \ge 0, \quad \text{and } b \ge a",
        r"a^3 \ge 0 \quad \forall a \ge 0, \qquad b \ge a",
        r"a^3 \ge 0 \quad \text{if } a \ge 0, && b \ge a",
        r"\begin{aligned} a^3 &\ge 0 & \text{if } a \ge 0, && b &\ge a \end{aligned}",
        r"\text{if } a \ge 0, \quad b \ge a, \quad a b \ge 0",
        r"a^2 \ge 0 \quad \forall a \in \mathbb{R}, \qquad |a| \le 1",
    ],
)
def test_a_further_comparison_is_refused(claim: str, tmp_path: Path) -> None:
    with pytest.raises(BadPaper, match="a statement behind a condition|a condition in front of several statements"):
        judged(claim, NUMBERS, tmp_path)


@pytest.mark.parametrize(
    "claim",
    [
        r"a b \ge 0 \quad \text{if } a \ge 0, b \ge 0",
        r"a b \ge 0 \quad (a \ge 0, b \ge 0)",
        r"a b \ge 0 \quad \text{if } a \ge 0 \text{ and } b \ge 0",
        r"a b \ge 0 \quad \text{for all } a \ge 0, \; b \ge 0",
        r"\text{if } a \ge 0, \; b \ge a, \; a b \ge 0",
        r"a^2 = |a| \quad \forall a \in \mathbb{R}, |a| = 1",
    ],
)
def test_conditions_in_a_list_govern(claim: str, tmp_path: Path) -> None:
    assert judged(claim, NUMBERS, tmp_path).verdict == "holds"


def test_a_certain_claim_behind_a_condition_is_judged(tmp_path: Path) -> None:
    assert judged(r"a^3 \ge 0 \quad (a \ge 0), \qquad b^2 \ge 0", NUMBERS, tmp_path).verdict == "holds"
    assert judged(r"a^3 \ge 0 \quad (a \ge 0), \qquad b^2 \ge 1", NUMBERS, tmp_path).verdict == "refuted"
