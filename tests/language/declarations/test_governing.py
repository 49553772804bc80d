"""Ranges, quantifiers and conditions in given blocks, and the entries that they restrict."""

from __future__ import annotations

from pathlib import Path

import pytest

from derive.errors import DeriveError
from derive.language.scope.scope import Scope
from tests.judged import judged

X = r"x \in \mathbb{R}^n, n \ge 3, "
EXISTS = r"x \in \mathbb{R}^n, \exists i \in [n]"
XY = r"x, y \in \mathbb{R}, "


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (r"x \in \mathbb{R}^n, x_i \in [0,1]", r"\sum_{i=1}^n x_i = n x_i"),
        (r"x \in \mathbb{R}^n, x_i \in \mathbb{R}", r"\sum_{i=1}^n x_i = n x_i"),
        (r"x \in \mathbb{R}^n, 0 \le x_n \le 1", r"x_1 \le 1"),
        (r"x \in \mathbb{R}^n, x_i \in [0,1], i = 1, \dots, n-1", r"\|x\|_\infty \le 1"),
        (r"A \in \mathbb{R}^{m \times n}, A_{ij} \in [0,1]", "A = 0"),
        (X + r"x_i = 0, \; i = 2, \dots, n", r"\|x\| = 0"),
        (X + r"x_i = 0, \; i \in \{2, \dots, n\}", r"\|x\| = 0"),
        (X + r"x_i = 0, \; 2 \le i \le n", r"\|x\| = 0"),
        (X + r"x_i = 0, \; i \ge 2", r"\|x\| = 0"),
        (X + r"x_i > 0, \; i = 1, \dots, n-1", "x_n > 0"),
        (r"A \in \mathbb{R}^{n\times n}, n \ge 3, A_{ij} = 0, \; i,j \in \{2,\dots,n\}", "A = 0"),
        (r"A \in \mathbb{R}^{n\times n}, \forall i > j, A_{ij} = 0", "A = 0"),
        (X + r"\forall i \in \{2, \dots, n\}, x_i = 0", r"\|x\| = 0"),
        (EXISTS + r"\text{ such that } x_i > 0", "x_1 > 0"),
        (EXISTS + r"\text{ with } x_i > 0", "x_1 > 0"),
        (EXISTS + ", x_i > 0", "x_1 > 0"),
        (XY + r"x = 0 \text{ provided that } y > 0", "x = 0"),
        (XY + r"x = 0 \text{ provided that } y > 0", "y > 0"),
        (XY + r"x = 0 \text{ given that } y > 0", "x = 0"),
        (XY + r"x = 0, \text{ assuming } y > 0", "x = 0"),
        (r"x \in \mathbb{R}^n", r"\|x\|=0 \text{ if } x_i=0 \text{ for all } i\ge2"),
    ],
)
def test_a_restriction_does_not_reach_further(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict in ("refuted", "needs-hypothesis")


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (r"x \in \mathbb{R}^n, x_i \in [0,1]", "x_i = e_i^T x"),
        (r"x \in \mathbb{R}^n, i \in [n], x_i \in [0,1]", r"x_1 \le 1"),
        (r"x_i \in [0,1], x \in \mathbb{R}^n", r"x_1 \le 1"),
        (r"A \in \mathbb{R}^{m \times n}, A_{ij} \in [0,1]", "A_{ij} = e_i^T A e_j"),
        (r"l \in \mathbb{R}^k, x, M \in \mathbb{R}, 0 \le l_i \le M, 0 \le x \le M", r"x \ge 0"),
        (XY + r"\text{assume } y > 0", "y > 0"),
        (r"x \in \mathbb{R}^n", r"x\ge0 \text{ if } x_i\ge0 \text{ for all } i"),
    ],
)
def test_what_follows_from_restrictions(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict in ("holds", "not-refuted")


@pytest.mark.parametrize(
    "given",
    [
        X + r"\\ x_i = 0 \\ i = 2, \dots, n",
        r"x, y \in \mathbb{R}^n, x_i = 0, y_i = 0 \text{ for } i = 2, \dots, n",
        r"x, y \in \mathbb{R}^n, y_i = 1 \quad \forall i \in \{2, \dots, n\}, x_i = 0",
        r"x, y \in \mathbb{R}^n, \exists i \in [n] \text{ such that } x_i > 0, y_i > 0",
        r"x \in \mathbb{R}^n, x_i \in \mathbb{N}",
    ],
)
def test_an_uncertain_reach_is_refused(given: str) -> None:
    with pytest.raises(DeriveError):
        Scope.root().given(given)


@pytest.mark.parametrize(
    "given",
    [
        r"x \in \mathbb{R}^n, x_1 \in \mathbb{R}",
        r"x_1 \in \mathbb{R}, x \in \mathbb{R}^n",
        r"x \in \mathbb{R}^n, x_1, y \in [0,1]",
        r"x \in \mathbb{R}^n, x_n \in \mathbb{R}",
        r"A \in \mathbb{R}^{n \times n}, A_{11} \in \mathbb{R}",
    ],
)
def test_one_entry_and_a_name_of_its_own_are_not_told_apart(given: str):
    with pytest.raises(DeriveError, match="an entry or a name of its own"):
        Scope.root().given(given)
    assert Scope.root().given(given.replace(r"\mathbb{R}^n", r"\mathbb{R}").replace("A ", "B "))
