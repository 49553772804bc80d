r"""Sums and products up to a size: the least size, and the step from one to the next."""

from pathlib import Path

import pytest

from derive.bounds import prove_bound
from tests.judged import judged, problems_of, proved

GIVEN = r"a > 0, \quad k \in \mathbb{N}"

TRUE = [
    r"\sum_{i=1}^k \frac{1}{i} \ge \log(k+1)",
    r"\sum_{i=1}^k \frac{1}{i} \le 1 + \log k",
    r"\sum_{i=1}^k \frac{1}{i^2} \le 2 - \frac{1}{k}",
    r"\sum_{i=1}^k \frac{1}{i^2} < 2",
    r"\sum_{i=1}^k \frac{1}{\sqrt{i}} \le 2 \sqrt{k}",
    r"\sum_{i=1}^k \frac{1}{\sqrt{i}} \ge 2 \sqrt{k + 1} - 2",
    r"\sum_{i=1}^k \frac{1}{\sqrt{i}} \ge \sqrt{k}",
    r"\sum_{t=0}^{k-1} \frac{1}{\sqrt{t+1}} \le 2 \sqrt{k}",
    r"\sum_{i=2}^k \frac{1}{i^2} \le 1 - \frac{1}{k}",
    r"\sum_{i=1}^k i^2 \le k^3",
    r"\frac{1}{k} \sum_{i=1}^k \frac{1}{\sqrt{i}} \le \frac{2}{\sqrt{k}}",
    r"a \sum_{i=1}^k \frac{1}{\sqrt{i}} \le 2 a \sqrt{k}",
]

FALSE = [
    r"\sum_{i=1}^k \frac{1}{i} \ge \log(k) + 1",
    r"\sum_{i=1}^k \frac{1}{i} \le \log(k + 1)",
    r"\sum_{i=1}^k \frac{1}{i} \le 2",
    r"\sum_{i=1}^k \frac{1}{i^2} \le 1",
    r"\sum_{i=1}^k \frac{1}{i^2} \le \frac{3}{2}",
    r"\sum_{i=1}^k \frac{1}{i^2} < 2 - \frac{1}{k}",
    r"\sum_{i=1}^k \frac{1}{\sqrt{i}} \le \sqrt{k}",
    r"\sum_{i=1}^k \frac{1}{\sqrt{i}} \le 2 \sqrt{k} - 2",
    r"\sum_{i=3}^k \frac{1}{i^2} \ge \frac{1}{9}",
    r"\sum_{i=5}^k i \ge 5",
    r"\sum_{i=1}^k i^2 \le k^2",
    r"\frac{1}{k} \sum_{i=1}^k \frac{1}{\sqrt{i}} \le \frac{1}{\sqrt{k}}",
]


@pytest.mark.parametrize("claim", TRUE)
def test_induction(claim: str):
    assert proved(GIVEN, claim)


@pytest.mark.parametrize("claim", FALSE)
def test_false_neighbors(claim: str, tmp_path: Path):
    assert not proved(GIVEN, claim)
    assert judged(claim, GIVEN, tmp_path).verdict == "refuted"


def test_the_rule_is_named():
    (problem,) = problems_of(GIVEN, TRUE[4])
    assert "induction" in {rule["rule"] for rule in prove_bound(problem).detail["rules"]}


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (r"x \in \mathbb{R}^{k}", r"\sum_{i=1}^k x_i \le 1"),
        (r"x \in \mathbb{R}^{k}, \quad x_1 \le 0", r"\sum_{i=1}^k x_i \le 0"),
        (r"n \in \mathbb{N}, \quad k \in \mathbb{N}, \quad k \le n", r"\sum_{i=1}^k 1 \le n - 1"),
        (r"k \in \mathbb{N}, \quad k \ge 3", r"\sum_{i=1}^k \frac{1}{i} \ge 2"),
        (r"k \in \mathbb{N}", r"\sum_{i=1}^k \frac{1}{i + k} \ge 1"),
    ],
)
def test_what_else_depends_on_the_size(given: str, claim: str, tmp_path: Path):
    assert not proved(given, claim)
    assert judged(claim, given, tmp_path).verdict == "refuted"


def test_the_least_size_is_where_it_begins():
    assert proved(r"k \in \mathbb{N}, \quad k \ge 4", r"\sum_{i=1}^k \frac{1}{i} \ge 2")
