r"""Averages over a distribution: their range, their squares, the spread of what is averaged."""

from pathlib import Path

import pytest

from tests.judged import judged, proved

GIVEN = (
    r"s, u \in \mathbb{R}^{n}, \quad p := \operatorname{softmax}(s), \quad q, r \in \Delta^{n-1}, \quad A \in \mathbb{R}^{m \times n},"
    r" \quad A \ge 0, \quad A \mathbf{1}_n = \mathbf{1}_m, \quad w \in \mathbb{R}^{n}"
)

TRUE = [
    r"\min_i s_i \le p^\top s \le \max_i s_i",
    r"q^\top s \le \max(s)",
    r"\sum_j A_{1j} s_j \le \max_j s_j",
    r"p^\top (s \odot s) - (p^\top s)^2 \ge 0",
    r"(q^\top s)^2 \le q^\top (s \odot s)",
    r"\sum_i q_i s_i^2 - \left(\sum_i q_i s_i\right)^2 \le \tfrac14 (\max_i s_i - \min_i s_i)^2",
    r"p^\top (s \odot s) - (p^\top s)^2 \le \tfrac12 \|s\|_2^2",
    r"\sum_i q_i (s_i - u_i)^2 \ge \left(\sum_i q_i (s_i - u_i)\right)^2",
]

FALSE = [
    r"w^\top s \le \max_i s_i",
    r"q^\top s \le \max_i u_i",
    r"\max_i s_i \le p^\top s",
    r"2 q^\top s \le \max_i s_i",
    r"\sum_j A_{1j} s_j \le \max_{j} |s_j| / 2",
    r"(q^\top s)^2 \le r^\top (s \odot s)",
    r"(w^\top s)^2 \le w^\top (s \odot s)",
    r"\sum_i q_i s_i^2 - \left(\sum_i q_i s_i\right)^2 \le \tfrac15 (\max_i s_i - \min_i s_i)^2",
    r"p^\top (s \odot s) - (p^\top s)^2 \le \tfrac18 \|s\|_2^2",
    r"q^\top (s \odot s) - (q^\top s)^2 \le \tfrac13 \|s\|_2^2",
    r"\sum_{i=1}^{n} q_i s_i \le \max_{i \le n - 1} s_i",
]


@pytest.mark.parametrize("claim", TRUE)
def test_averages(claim: str):
    assert proved(GIVEN, claim)


@pytest.mark.parametrize("claim", FALSE)
def test_false_neighbors(claim: str, tmp_path: Path):
    assert not proved(GIVEN, claim)
    assert judged(claim, GIVEN, tmp_path).verdict == "refuted"
