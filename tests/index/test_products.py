r"""Products over nearly the same range: ``\prod_{s \le i} a_s = a_i \prod_{s < i} a_s``, and slips at their ends."""

from pathlib import Path

import pytest

from tests.judged import judged, shown

A = r"a, b \in \mathbb{R}^n"
I = A + r", i \in \{1, \dots, n\}"  # noqa: E741 - an index

TRUE = [
    (A, r"\prod_{s=1}^{n} a_s = a_n \prod_{s=1}^{n-1} a_s"),
    (A, r"\prod_{s=1}^{n} a_s = a_1 \prod_{s=2}^{n} a_s"),
    (A + r", n \ge 2", r"\prod_{s=1}^{n} a_s = a_1 a_n \prod_{s=2}^{n-1} a_s"),
    (I, r"\prod_{s \le i} a_s = a_i \prod_{s < i} a_s"),
    (I, r"\prod_{s \ge i} a_s = a_i \prod_{s > i} a_s"),
    (I, r"\prod_{s=i}^n a_s = a_i \prod_{s=i+1}^n a_s"),
    (I, r"\prod_{s=1}^i (1 - a_s) - \prod_{s=1}^{i-1} (1 - a_s) = - a_i \prod_{s=1}^{i-1} (1 - a_s)"),
    (A + r", i \in \{1, \dots, n - 1\}", r"\prod_{s \le i + 1} a_s = a_{i+1} \prod_{s \le i} a_s"),
    (A + r", i \in \{2, \dots, n\}", r"\prod_{s \le i} a_s = a_1 a_i \prod_{s=2}^{i-1} a_s"),
]
FALSE = [
    (A, r"\prod_{s=1}^{n} a_s = a_1 a_n \prod_{s=2}^{n-1} a_s"),  # n = 1
    (A, r"\prod_{s=1}^{n} a_s = a_1 \prod_{s=1}^{n-1} a_s"),
    (A, r"\prod_{s=1}^{n} a_s = a_n \prod_{s=2}^{n} a_s"),
    (A, r"\prod_{s=1}^{n} a_s = a_n \prod_{s=1}^{n-1} b_s"),
    (A, r"\prod_{s=1}^{n} a_s = a_n + \prod_{s=1}^{n-1} a_s"),
    (I, r"\prod_{s \le i} a_s = \prod_{s < i} a_s"),
    (I, r"\prod_{s \le i} a_s = a_i \prod_{s > i} a_s"),
    (I, r"\prod_{s \le i} a_s = a_1 a_i \prod_{s=2}^{i-1} a_s"),  # i = 1
    (I, r"\prod_{s=i}^n a_s = a_n \prod_{s=i+1}^n a_s"),
    (I, r"\prod_{s=1}^i (1 - a_s) - \prod_{s=1}^{i-1} (1 - a_s) = a_i \prod_{s=1}^{i-1} (1 - a_s)"),
    (A, r"\frac{\partial}{\partial a_n} \prod_{s=1}^n a_s = \prod_{s=2}^{n} a_s"),
    (A, r"\frac{\partial}{\partial a_1} \prod_{s=1}^n a_s = \prod_{s=1}^{n-1} a_s"),
]


@pytest.mark.parametrize(("given", "claim"), TRUE)
def test_factors_at_the_ends_are_split_off(given: str, claim: str) -> None:
    assert shown(given, claim)


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_slips_are_refuted(given: str, claim: str, tmp_path: Path) -> None:
    assert not shown(given, claim)
    assert judged(claim, given, tmp_path).verdict in ("refuted", "needs-hypothesis")
