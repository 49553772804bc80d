r"""Singular values of products, place by place, and the range of a place that is not stated."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

SQUARE = r"A, B, C \in \mathbb{R}^{n \times n}, i \in \{1,\dots,n\}"
TALL = r"A \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{n \times p}"
SAME = r"A, B \in \mathbb{R}^{m \times n}"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (SQUARE, r"\sigma_i(AB) \le \sigma_i(A)\|B\|_2"),
        (SQUARE, r"\sigma_i(AB) \le \|A\|_2\sigma_i(B)"),
        (SQUARE, r"\sigma_i(3ABC) \le 3\|A\|_2\sigma_i(B)\|C\|_2"),
        (SQUARE, r"\sigma_2(AB) \le \sigma_2(A)\|B\|_F"),
        (
            r"A \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{n \times n}",
            r"\sigma_{\min}(AB) \le \sigma_{\min}(A)\|B\|_2",
        ),
        (TALL, r"\sigma_i(AB) \le \sigma_i(A)\|B\|_2"),
        (SAME, r"|\sigma_i(A) - \sigma_i(B)| \le \|A - B\|_2"),
    ],
)
def test_products_place_by_place_are_proved(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == "holds"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (SQUARE, r"\sigma_i(AB) \le \sigma_i(A)\sigma_i(B)"),
        (SQUARE, r"\sigma_i(AB) \le \frac{1}{2}\sigma_i(A)\|B\|_2"),
        (SQUARE, r"\sigma_i(A) \le \sigma_i(AB)\|B\|_2"),
        (SQUARE, r"\sigma_i(ABC) \le \|B\|_2\sigma_i(A)\sigma_i(C)"),
        (TALL, r"\sigma_{\min}(AB) \le \sigma_{\min}(A)\|B\|_2"),
        (SAME, r"\sigma_i(A + B) \le \sigma_i(A) + \sigma_i(B)"),
        (SAME, r"\sigma_i(A) \le \sigma_{i+1}(A)"),
    ],
)
def test_false_neighbours_are_refuted(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == "refuted"


def test_two_places_of_a_sum_have_a_range(tmp_path: Path) -> None:
    assert judged(r"\sigma_{i+j-1}(A+B) \le \sigma_i(A)+\sigma_j(B)", SAME, tmp_path).verdict in (
        "holds",
        "not-refuted",
    )


@pytest.mark.parametrize("claim", [r"\sum_i (\sigma_i(A) + 1) \ge m", r"\min_i \sigma_i(A) \ge 0"])
def test_a_sum_of_singular_values_needs_its_range(claim: str, tmp_path: Path) -> None:
    with pytest.raises(BadPaper, match="range of the index i is not known"):
        judged(claim, SAME, tmp_path)
