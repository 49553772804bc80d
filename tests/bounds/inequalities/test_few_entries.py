r"""Some of the entries of vectors, matrices and distributions, by name and in sums over a part of them."""

from pathlib import Path

import pytest

from tests.judged import judged, proved

GIVEN = (
    r"x, y \in \mathbb{R}^{n}, \quad A \in \mathbb{R}^{m \times n}, \quad B \in \mathbb{R}^{n \times n}, \quad n \ge 4, \quad m \ge 3,"
    r" \quad p \in \Delta^{n-1}, \quad s \in \mathbb{R}^{n}, \quad \pi := \operatorname{softmax}(s), \quad k \in \mathbb{N}, \quad k \le n"
)

TRUE = [
    r"x_1^2 + x_2^2 \le \|x\|_2^2",
    r"x_1 + x_2 + x_3 \le \sqrt{3} \|x\|_2",
    r"|x_1 - 2 x_2| \le \sqrt{5} \|x\|_2",
    r"|x_1 x_2| \le \tfrac12 \|x\|_2^2",
    r"|x_1| + |x_2| \le \|x\|_1",
    r"|x_1 y_1 + x_2 y_2| \le \|x\|_2 \|y\|_2",
    r"x_1 y_2 - 3 x_2 y_1 \le 3 \|x\|_2 \|y\|_2",
    r"A_{11}^2 + A_{12}^2 + A_{21}^2 \le \|A\|_F^2",
    r"A_{11}^2 + A_{12}^2 \le \|A\|_2^2",
    r"A_{11}^2 + A_{31}^2 \le \|A\|_2^2",
    r"|A_{11}| + |A_{21}| \le \|A\|_1",
    r"|A_{11}| + |A_{12}| \le \|A\|_\infty",
    r"|A_{11}| + |A_{22}| \le \|A\|_*",
    r"p_1 + p_2 \le 1",
    r"p_1 p_2 \le \tfrac14",
    r"\pi_1 + \pi_2 + \pi_3 < 1",
    r"\sum_{i=1}^k x_i^2 \le \|x\|_2^2",
    r"\sum_{i=1}^{k} |x_i| \le \sqrt{k} \|x\|_2",
    r"|\sum_{i=1}^{k} x_i| \le \sqrt{k} \|x\|_2",
    r"\sum_{i=1}^{k} x_i y_i \le \|x\|_2 \|y\|_2",
    r"\sum_{i=2}^{n} x_i \le \|x\|_1",
    r"\sum_{i=1}^n B_{ii}^2 \le \|B\|_F^2",
    r"\sum_{i=1}^{n-1} |B_{i,i+1}| \le \sqrt{n-1} \|B\|_F",
    r"\sum_{i=1}^k p_i \le 1",
    r"\|A x\|_\infty \le \max_i \sum_j |A_{ij}| \|x\|_\infty",
    r"\|A x\|_1 \le \max_j \sum_i |A_{ij}| \, \|x\|_1",
]

FALSE = [
    r"x_1^2 + x_2^2 + x_2^2 \le \|x\|_2^2",
    r"x_1^2 + x_2^2 = \|x\|_2^2",
    r"x_1 + x_2 + x_3 \le \sqrt{2} \|x\|_2",
    r"|x_1 - 2 x_2| \le \sqrt{3} \|x\|_2",
    r"|x_1 x_2| \le \tfrac13 \|x\|_2^2",
    r"|x_1| + |x_2| \le \|x\|_2",
    r"x_1 y_1 + x_2 y_2 + x_1 y_2 \le \|x\|_2 \|y\|_2",
    r"x_1 y_2 - 3 x_2 y_1 \le 2 \|x\|_2 \|y\|_2",
    r"A_{11}^2 + A_{22}^2 \le \|A\|_2^2",
    r"|A_{11}| + |A_{12}| \le \|A\|_1",
    r"|A_{11}| + |A_{21}| \le \|A\|_\infty",
    r"|A_{11}| + |A_{12}| \le \|A\|_*",
    r"p_1 + p_2 < 1",
    r"2 p_1 + p_2 \le 1",
    r"p_1 p_2 \le \tfrac15",
    r"\pi_1 + \pi_2 \le \tfrac12",
    r"\sum_{i=1}^k x_i^2 \ge \|x\|_2^2",
    r"\sum_{i=1}^{k} |x_i| \le \sqrt{k - 1} \|x\|_2",
    r"\sum_{i=1}^{k} |x_i| \le \|x\|_2",
    r"\sum_{i=1}^{k} x_1 x_i \le \|x\|_2",
    r"\sum_{i=1}^{n} B_{i1} \le \|B\|_F",
    r"\sum_{i=1}^{n} B_{11}^2 \le \|B\|_F^2",
    r"\sum_{i=1}^n |B_{ii}| \le \|B\|_F",
    r"\sum_{i=1}^k B_{1i} \le 1",
    r"\|A x\|_1 \le \max_i \sum_j |A_{ij}| \, \|x\|_1",
    r"\|A x\|_\infty \le \max_j \sum_i |A_{ij}| \|x\|_\infty",
]


@pytest.mark.parametrize("claim", TRUE)
def test_some_of_the_entries(claim: str):
    assert proved(GIVEN, claim)


@pytest.mark.parametrize("claim", FALSE)
def test_false_neighbors(claim: str, tmp_path: Path):
    assert not proved(GIVEN, claim)
    assert judged(claim, GIVEN, tmp_path).verdict == "refuted"


def test_all_entries_of_a_softmax_sum_to_one_and_no_less():
    two = r"s \in \mathbb{R}^{n}, \quad n \ge 2, \quad \pi := \operatorname{softmax}(s)"
    assert proved(two, r"\pi_1 + \pi_2 \le 1")
    assert not proved(two, r"\pi_1 + \pi_2 < 1")


def test_rows_that_may_be_the_same():
    given = r"A \in \mathbb{R}^{m \times n}, \quad n \ge 2, \quad i, j \in \{1, \dots, m\}"
    assert not proved(given, r"|A_{i1}| + |A_{j2}| \le \|A\|_*")
    assert not proved(given, r"A_{i1}^2 + A_{j1}^2 \le \|A\|_F^2")
    assert proved(given, r"A_{i1}^2 + A_{j2}^2 \le \|A\|_F^2")


def test_a_place_that_may_be_another_one():
    given = r"x \in \mathbb{R}^{n}, \quad k \in \mathbb{N}, \quad k \le n"
    assert not proved(given, r"x_1^2 + x_k^2 \le \|x\|_2^2")
    assert proved(f"{given}, \\quad k \\ge 2", r"x_1^2 + x_k^2 \le \|x\|_2^2")
