r"""Products of entries at shifted places under a sum, and products of exponentials: ``\sum x_{i+1} x_i``, ``\prod e^{x_i}``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged, shown

VECTORS = r"x, y \in \mathbb{R}^n, A \in \mathbb{R}^{n \times n}"
DENSITY = r"\prod_{i=1}^n \frac{1}{\sqrt{2 \pi s}} e^{-\frac{(x_i - y_i)^2}{2 s}}"

TRUE = [
    (VECTORS, r"\sum_{i=1}^{n-1} x_{i+1} x_i = \sum_{i=2}^{n} x_i x_{i-1}"),
    (VECTORS, r"\sum_{i=1}^{n-1} x_{i+1} x_i = \sum_{i=0}^{n-2} x_{i+2} x_{i+1}"),
    (VECTORS, r"\sum_{i=1}^{n-1} x_{i+1} y_i = \sum_{i=2}^{n} x_i y_{i-1}"),
    (VECTORS, r"\sum_{i=1}^{n-1} A_{i+1,i} x_i = \sum_{i=2}^{n} A_{i,i-1} x_{i-1}"),
    (VECTORS, r"\sum_{i=1}^{n-1} (x_{i+1} - x_i)^2 = \sum_{i=2}^{n} (x_i - x_{i-1})^2"),
    (
        VECTORS,
        r"\sum_{i=2}^{n} (x_i - x_{i-1})^2 = \sum_{i=2}^{n} x_i^2 - 2 \sum_{i=1}^{n-1} x_i x_{i+1} + \sum_{i=1}^{n-1} x_i^2",
    ),
    (VECTORS, r"\prod_{i=1}^n e^{x_i} = e^{\sum_{i=1}^n x_i}"),
    (VECTORS, r"\nabla_x \prod_{i=1}^n e^{x_i} = \mathbf{1} \prod_{i=1}^n e^{x_i}"),
    (r"x \in \mathbb{R}^n, p \in \mathbb{R}_{>0}^n", r"\prod_{i=1}^n p_i^{x_i} = \exp(\sum_{i=1}^n x_i \log p_i)"),
    (
        VECTORS + r", s > 0, s \in \mathbb{R}",
        rf"\log {DENSITY} = -\frac{{n}}{{2}} \log(2 \pi s) - \frac{{1}}{{2 s}} \|x - y\|^2",
    ),
    (
        r"\theta \in (0, 1), y \in \{0, 1\}^n",
        r"\log \prod_{i=1}^n \theta^{y_i} (1 - \theta)^{1 - y_i} = \sum_{i=1}^n (y_i \log \theta + (1 - y_i) \log(1 - \theta))",
    ),
]
FALSE = [
    (VECTORS, r"\sum_{i=1}^{n-1} x_{i+1} x_i = \sum_{i=2}^{n} x_i x_i"),
    (VECTORS, r"\sum_{i=1}^{n-1} x_{i+1} y_i = \sum_{i=1}^{n-1} x_i y_{i+1}"),
    (VECTORS, r"\sum_{i=1}^{n-1} x_{i+1} y_i = \sum_{i=2}^{n} x_{i-1} y_i"),
    (VECTORS, r"\sum_{i=1}^{n-1} A_{i+1,i} x_i = \sum_{i=2}^{n} A_{i-1,i} x_{i-1}"),
    (VECTORS, r"\sum_{i=1}^{n-1} (x_{i+1} - x_i)^2 = \sum_{i=2}^{n} (x_i + x_{i-1})^2"),
    (VECTORS, r"\prod_{i=1}^n e^{2 x_i} = e^{\sum_{i=1}^n x_i}"),
    (VECTORS, r"\prod_{i=1}^n e^{x_i} = \sum_{i=1}^n e^{x_i}"),
    (r"p, q \in \mathbb{R}_{>0}^n", r"\prod_{i=1}^n p_i^{q_i} = \prod_{i=1}^n q_i^{p_i}"),
    (VECTORS + r", s > 0, s \in \mathbb{R}", rf"\log {DENSITY} = -n \log(2 \pi s) - \frac{{1}}{{2 s}} \|x - y\|^2"),
]


@pytest.mark.parametrize(("given", "claim"), TRUE)
def test_what_is_equal_at_shifted_places_is_shown(given: str, claim: str) -> None:
    assert shown(given, claim)


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_a_wrong_shift_is_refuted(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == "refuted"
