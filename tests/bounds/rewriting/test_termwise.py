r"""Sums over one range, compared term by term."""

from pathlib import Path

import pytest

from tests.judged import judged, proved

GIVEN = (
    r"s \in \mathbb{R}^{n}, \quad p := \operatorname{softmax}(s), \quad x, y \in \mathbb{R}^{n}, \quad v \in \mathbb{R}^{n}_{>0},"
    r" \quad q \in \mathbb{R}^{n}"
)

TRUE = [
    r"\sum_i p_i (1 - p_i) \le -\sum_i p_i \log p_i",
    r"1 - \sum_i p_i^2 \le -\sum_i p_i \log p_i",
    r"\sum_i (v_i - 1 - \log v_i) \ge 0",
    r"\sum_i (v_i^2 - 1 - \log v_i^2) \ge 0",
    r"\sum_i \log(1 + v_i) < \sum_i v_i",
    r"\sum_i 2 x_i y_i \le \sum_i x_i^2 + \sum_i y_i^2",
]

FALSE = [
    r"\sum_i p_i (1 - p_i) \ge -\sum_i p_i \log p_i",
    r"2 - \sum_i p_i^2 \le -\sum_i p_i \log p_i",
    r"1 - \sum_i q_i^2 \le -\sum_i q_i",
    r"\sum_i (v_i - \tfrac12 - \log v_i) \le 0",
    r"\sum_i (v_i - 2 - \log v_i) \ge 0",
    r"\sum_i \log(1 + v_i) \le \frac{1}{2} \sum_i v_i",
    r"\sum_i 3 x_i y_i \le \sum_i x_i^2 + \sum_i y_i^2",
    r"\sum_{i=1}^{n} x_i^2 \le \sum_{i=2}^{n} x_i^2",
]


@pytest.mark.parametrize("claim", TRUE)
def test_term_by_term(claim: str):
    assert proved(GIVEN, claim)


@pytest.mark.parametrize("claim", FALSE)
def test_false_neighbors(claim: str, tmp_path: Path):
    assert not proved(GIVEN, claim)
    assert judged(claim, GIVEN, tmp_path).verdict == "refuted"


def test_nothing_is_less_over_no_place_at_all(tmp_path: Path):
    given = r"v \in \mathbb{R}^{n}_{>0}, \quad k \in \mathbb{N}, \quad k \le n"
    claim = r"\sum_{i=k+1}^{n} \log(1 + v_i) < \sum_{i=k+1}^{n} v_i"
    assert not proved(given, claim)
    assert proved(given, claim.replace("<", r"\le"))
