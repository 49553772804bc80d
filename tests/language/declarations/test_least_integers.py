r"""Integers are at least 1 as a size: a set with zero or a disputed one is refused, never read without its zero."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged


@pytest.mark.parametrize(
    "domain",
    [
        r"\mathbb{Z}_{\ge 0}", r"\mathbb{Z}^{\ge 0}", r"\mathbb{N}_{\ge 0}", r"\mathbb{N}_0", r"\mathbb{N}^0", r"\mathbb{Z}_{+}",
        r"\mathbb{Z}_{\ge 1/2 - 1}", r"\mathbb{Z}_{>-1}", r"\mathbb{N} \cup \{0\}",
    ],
)  # fmt: skip
def test_sets_with_zero_are_refused(domain: str, tmp_path: Path) -> None:
    with pytest.raises(BadPaper, match="this set is not supported"):
        judged(r"k \ge 1", rf"k \in {domain}", tmp_path)


def test_the_refusal_says_what_to_write(tmp_path: Path) -> None:
    with pytest.raises(BadPaper, match=r"write k \\in \\mathbb\{N\} if it is at least 1, k \\in \\\{0, \\dots, n\\\}"):
        judged(r"k \ge 1", r"k \in \mathbb{Z}_{\ge 0}", tmp_path)


@pytest.mark.parametrize(
    ("domain", "least"),
    [
        (r"\mathbb{N}", 1), (r"\mathbb{Z}_{\ge 1}", 1), (r"\mathbb{Z}_{> 0}", 1), (r"\mathbb{Z}^+", 1), (r"\mathbb{Z}_{++}", 1),
        (r"\mathbb{N}_+", 1), (r"\mathbb{N}_{\ge 3}", 3), (r"\mathbb{Z}_{> 2}", 3), (r"\mathbb{Z}_{\ge 2.5}", 3),
    ],
)  # fmt: skip
def test_least_integers(domain: str, least: int, tmp_path: Path) -> None:
    assert judged(rf"k \ge {least}", rf"k \in {domain}", tmp_path).verdict == "holds"
    assert judged(rf"k \ge {least + 1}", rf"k \in {domain}", tmp_path).verdict == "refuted"
