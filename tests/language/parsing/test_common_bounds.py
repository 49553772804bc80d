r"""``0 \le a, b \le 1`` says of a and of b that they lie between 0 and 1, wherever it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from derive.errors import DeriveError
from derive.language.parsing.parser import statements
from proofs.reading.paper import BadPaper
from tests.judged import judged

NUMBERS = r"a, b, c, d \in \mathbb{R}"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        # In a claim: each item has both bounds.
        (NUMBERS + r"\\ a \ge 0 \\ b \le 1", r"0 \le a, b \le 1", "refuted"),
        (NUMBERS + r"\\ a \ge 0 \\ b \le 1", r"1 \ge b, a \ge 0", "refuted"),
        (r"x \in \mathbb{R}^n", r"0 \le \exp(x_1), \tanh(x_1) \le 1", "refuted"),
        (r"x \in \mathbb{R}^n \\ p := \operatorname{softmax}(x)", r"0 \le p_1, p_1^2 \le 1", "holds"),
        (r"x \in \mathbb{R}^n \\ p := \operatorname{softmax}(x) \\ q := p - \mathbf{1}", r"0 \le p_1, q_1 \le 1", "refuted"),
        # Wide space ends a statement.
        (NUMBERS + r"\\ a \ge 0 \\ b \le 1", r"0 \le a, \quad b \le 1", "holds"),
        # In a given block.
        (r"\beta_1, \beta_2 \in \mathbb{R} \\ 0 \le \beta_1, \beta_2 < 1", r"(1 - \beta_1)(1 - \beta_2) \le 1", "holds"),
        (r"\beta_1, \beta_2 \in \mathbb{R} \\ 0 \le \beta_1, \beta_2 < 1", r"\beta_1 \beta_2 \le \frac12", "refuted"),
        (NUMBERS + r"\\ 0 \le a, b, c \le 1", r"a b c \le 1", "holds"),
        (NUMBERS + r"\\ 0 \le a, b, c \le 1", r"a + b + c \le 2", "refuted"),
        (NUMBERS + r"\\ -1 \le a,b \le 1", r"a b \le 1", "holds"),
        (NUMBERS + r"\\ 1 \ge a, b \ge 0", r"a b \le 1", "holds"),
        (r"0 < \alpha, \beta < 1", r"\alpha \beta < 1", "holds"),
        (r"x, y \in \mathbb{R}^n \\ 1 \le \|x\|_2, \|y\|_2 \le 2", r"\|x\|_2 \le 2", "holds"),
        (r"A, B \in \mathbb{R}^{n \times n} \\ A = A^\top, B = B^\top \\ 0 \preceq A, B \preceq I", r"\operatorname{tr}(A) \le n", "holds"),
        (r"n, m \in \mathbb{N} \\ 2 \le n, m \le 5", r"n m \le 25", "holds"),
        # As a condition.
        (NUMBERS, r"a b \le 1 \quad \text{if } 0 \le a, b \le 1", "holds"),
        (NUMBERS, r"a b \le \frac12 \quad \text{if } 0 \le a, b \le 1", "refuted"),
        (NUMBERS, r"\text{if } -1 \le a, b \le 1 \text{ then } a b \le 1", "holds"),
        (NUMBERS, r"\text{if } 0 \le a, b \le 1 \text{ then } a b \le \frac12", "refuted"),
        (NUMBERS, r"0 \le a, b \le 1 \implies a b \le 1", "holds"),
        (NUMBERS, r"0 \le a, b \le 1 \implies a b \le \frac12", "refuted"),
        (NUMBERS, r"a = 1 \land b = -1 \implies 0 \le a, b \le 1", "refuted"),
        (NUMBERS, r"\forall 0 \le a, b \le 1: a b \le 1", "holds"),
        (NUMBERS, r"a b \le \frac12 \quad \text{for all } 0 \le a, b \le 1", "refuted"),
        # Under operators.
        (NUMBERS, r"\sup_{0 \le a, b \le 1} a b \le 1", "holds"),
        (NUMBERS, r"\sup_{0 \le a, b \le 1} a b \le \frac12", "refuted"),
        (r"A \in \mathbb{R}^{n \times n}", r"\sum_{1 \le i, j \le n} A_{ij} = \mathbf{1}^\top A \mathbf{1}", "holds"),
        (r"A \in \mathbb{R}^{n \times n}", r"\sum_{1 \le i, j < n} A_{ij} = \mathbf{1}^\top A \mathbf{1}", "refuted"),
        (r"A \in \mathbb{R}^{n \times n}", r"\sum_{1 \le i \le n, 1 \le j \le n} A_{ij} = \mathbf{1}^\top A \mathbf{1}", "holds"),
        # Two statements, whatever the space.
        (NUMBERS + r"\\ a \le b, b \le 1", r"a \le 1", "holds"),
        (NUMBERS + r"\\ a \ge 0, b \ge a", r"b \ge 0", "holds"),
        (NUMBERS + r"\\ a \le b, \; c \le d", r"a + c \le b + d", "holds"),
        (NUMBERS + r"\\ b \ge a, a b \ge 0", r"b \ge 0", "refuted"),
        (NUMBERS + r"\\ a \ge 0, b \ge -1", r"a \ge b", "refuted"),
        (r"A, B \in \mathbb{R}^{n \times n} \\ r, s \in \mathbb{R} \\ \|A\|_2 \le r, \|B\|_2 \le s", r"\|A B\|_2 \le r s", "holds"),
    ],
)  # fmt: skip
def test_bounds_are_meant_for_every_item(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    "text", [r"a \le b, c \le d", r"0 \le a,\; b \le 1", r"-c \le a, b \le c \implies a b \le c^2"]
)
def test_what_may_be_two_statements_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(DeriveError, match="It is not certain whether this comma"):
        statements(text)
    with pytest.raises(BadPaper, match="write a chain for each item"):
        judged("a = a", NUMBERS + r"\\" + text, tmp_path)
