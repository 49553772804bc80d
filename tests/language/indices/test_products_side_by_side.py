r"""A product ends where the next one binds its letter again: \prod_s a_s \prod_s b_s are two products."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged

GIVEN = r"a, b \in \mathbb{R}^n, i \in \{1,\dots,n\}, j \in \{1,\dots,i\}"


@pytest.mark.parametrize(
    "claim",
    [
        r"\prod_{s=j+1}^{i} a_s \prod_{s=1}^{j} a_s = \prod_{s=1}^i a_s",
        r"\prod_{s=1}^{n} a_s \prod_{s=1}^{n} b_s = \prod_{s=1}^n a_s b_s",
        r"\prod_{s=1}^{n} a_s \prod_{s=1}^{n} b_s = \left(\prod_{s=1}^n a_s\right) \left(\prod_{s=1}^n b_s\right)",
    ],
)
def test_true_products_are_not_refuted(claim: str, tmp_path: Path) -> None:
    assert judged(claim, GIVEN, tmp_path).verdict in ("holds", "undecided")


@pytest.mark.parametrize(
    "claim",
    [
        r"\prod_{s=j}^{i} a_s \prod_{s=1}^{j} a_s = \prod_{s=1}^i a_s",
        r"\prod_{s=1}^{n} a_s \prod_{s=1}^{n} b_s = \prod_{s=1}^n a_s \left(\prod_{s=1}^n b_s\right)^n",
    ],
)
def test_false_products_are_refuted(claim: str, tmp_path: Path) -> None:
    assert judged(claim, GIVEN, tmp_path).verdict == "refuted"
