"""Derivatives of derivatives of derivatives: a few are read, many are refused at once."""

from pathlib import Path

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

X = r"x \in \mathbb{R}"


@pytest.mark.parametrize("operator", [r"\frac{d}{dx}", r"\partial_x "])
def test_a_few(operator: str, tmp_path: Path):
    assert judged(f"{operator * 4} x^4 = 24", X, tmp_path).verdict == "holds"
    assert judged(f"{operator * 4} x^4 = 23", X, tmp_path).verdict == "refuted"


@pytest.mark.parametrize("operator", [r"\frac{d}{dx}", r"\partial_x "])
def test_many_are_refused(operator: str, tmp_path: Path):
    with pytest.raises(BadPaper, match="derivatives in a row"):
        judged(f"{operator * 40} x^4 = 0", X, tmp_path)
