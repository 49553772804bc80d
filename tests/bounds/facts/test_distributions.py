r"""Stochastic matrices in the ways in which they are declared, and differences with a common factor in other norms."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged

ENTRIES = r"P \in \mathbb{R}^{n \times n}, u, v \in \mathbb{R}^n \\ P_{ij} \ge 0 \; \forall i,j \\ \sum_j P_{ij} = 1 \; \forall i"
COLUMNS = r"P \in \mathbb{R}^{n \times n} \\ P_{ij} \ge 0 \; \forall i,j \\ \sum_i P_{ij} = 1 \; \forall j"
STEP = (
    r"\gamma \in [0,1), P \in \mathbb{R}^{n \times n}, u, v, r \in \mathbb{R}^n \\ P \ge 0, P \mathbf{1} = \mathbf{1} \\ "
    r"T(v) := r + \gamma P v"
)
MATRICES = r"A \in \mathbb{R}^{m \times n}, B, C \in \mathbb{R}^{n \times p}, u, v \in \mathbb{R}^n"
OUTER = r"A \in \mathbb{R}^{n \times p}, B, C \in \mathbb{R}^{m \times n}"
ATTENTION = r"S \in \mathbb{R}^{n \times m}, V \in \mathbb{R}^{m \times n} \\ O := \operatorname{softmax}(S) V"

TRUE = [
    (ENTRIES, r"\|P u\|_\infty \le \|u\|_\infty"),
    (ENTRIES, r"\|P\|_\infty = 1"),
    (ENTRIES, r"\|P u - P v\|_\infty \le \|u - v\|_\infty"),
    (COLUMNS, r"\|P\|_1 = 1"),
    (ENTRIES, r"\min_i u_i \le (P u)_j \le \max_i u_i"),
    (ATTENTION, r"O_{ij} \le \max_k V_{kj}"),
    (STEP, r"\|T(u) - T(v)\|_\infty \le \gamma \|u - v\|_\infty"),
    (MATRICES, r"\|A u - A v\|_\infty \le \|A\|_\infty \|u - v\|_\infty"),
    (MATRICES, r"\|A u - A v\|_1 \le \|A\|_1 \|u - v\|_1"),
    (MATRICES, r"\|A B - A C\|_1 \le \|A\|_1 \|B - C\|_1"),
    (OUTER, r"\|B A - C A\|_\infty \le \|A\|_\infty \|B - C\|_\infty"),
]
FALSE = [
    (ENTRIES, r"(P^\top u)_j \le \max_i u_i"),
    (ENTRIES, r"(P u)_j \ge \max_i u_i"),
    (ATTENTION, r"O_{ij} \le \max_k V_{ki}"),
    (ENTRIES, r"\|P\|_1 = 1"),
    (ENTRIES, r"\|P u\|_1 \le \|u\|_1"),
    (COLUMNS, r"\|P\|_\infty = 1"),
    (STEP, r"\|T(u) - T(v)\|_1 \le \gamma \|u - v\|_1"),
    (MATRICES, r"\|A u - A v\|_\infty \le \|A\|_1 \|u - v\|_\infty"),
    (MATRICES, r"\|A u - A v\|_1 \le \|A\|_\infty \|u - v\|_1"),
    (OUTER, r"\|B A - C A\|_\infty \le \|A\|_1 \|B - C\|_\infty"),
]


@pytest.mark.parametrize(("given", "claim"), TRUE)
def test_shown(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == "holds"


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_refuted(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == "refuted"


def test_rows_that_may_be_negative_have_other_norms(tmp_path: Path) -> None:
    given = r"P \in \mathbb{R}^{n \times n}, P \mathbf{1} = \mathbf{1}"
    assert judged(r"\|P\|_\infty = 1", given, tmp_path).verdict in ("refuted", "needs-hypothesis")
