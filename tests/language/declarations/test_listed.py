r"""Lists of names with dots: ``x_1, \dots, x_m \in \mathbb{R}^n``, ``\{x_i\}_{i=1}^m \subset \mathbb{R}^n``."""

from pathlib import Path

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

VECTORS = r"x_1, \dots, x_m \in \mathbb{R}^n"
NUMBERS = r"p_1, \dots, p_n \in \mathbb{R} \\ p_1, \dots, p_n \ge 0, \sum_{i=1}^n p_i = 1"
MEAN = r"\\ \bar{x} := \frac{1}{m} \sum_{i=1}^m x_i"
WEIGHTS = r"W^{(1)}, \ldots, W^{(L)} \in \mathbb{R}^{d \times k}"
PAIRS = r"\{(x_i, y_i)\}_{i=1}^m \subset \mathbb{R}^n \times \mathbb{R}"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (VECTORS + MEAN, r"\sum_{i=1}^m (x_i - \bar{x}) = 0", "holds"),
        (VECTORS + MEAN, r"\sum_{i=1}^n (x_i - \bar{x}) = 0", "ill-typed refuted undecided"),
        (VECTORS + MEAN, r"\sum_{i=1}^m \|x_i - \bar{x}\|^2 = \sum_{i=1}^m \|x_i\|^2 - m \|\bar{x}\|^2", "holds"),
        (VECTORS + MEAN, r"\sum_{i=1}^m \|x_i - \bar{x}\|^2 = \sum_{i=1}^m \|x_i\|^2 - \|\bar{x}\|^2", "refuted"),
        (VECTORS, r"x_m^\top x_1 = x_1^\top x_m", "holds"),
        (VECTORS, r"x_m = x_1", "refuted"),
        (VECTORS + r", y_1, \dots, y_m \in \mathbb{R}", r"\sum_{i=1}^m x_i y_i = \sum_{j=1}^m y_j x_j", "holds"),
        (VECTORS + r", y_1, \dots, y_m \in \mathbb{R}", r"\sum_{i=1}^m x_i y_i = y_1 \sum_{j=1}^m x_j", "refuted"),
        (r"x_1, x_2, \dots, x_{m+1} \in \mathbb{R}^n", r"\sum_{i=1}^{m+1} x_i = \sum_{i=1}^m x_i", "refuted"),
        (r"x_1, x_2, \dots, x_5 \in \mathbb{R}^n", "x_5 = x_4", "refuted"),
        (r"x_1, x_2, \dots, x_5 \in \mathbb{R}^n", "x_6 = x_6", "vacuous"),
        (NUMBERS, r"\sum_{i=1}^n p_i^2 \le \frac{99}{100}", "refuted"),
        (NUMBERS, r"p_n \ge 0", "holds not-refuted"),
        (r"p \in \mathbb{R}^n \\ p_1, \dots, p_n > 0", r"\sum_{i=1}^n p_i \le 0", "refuted"),
        (WEIGHTS, r"\sum_{l=1}^L W^{(l)} W^{(1)\top} = (\sum_{l=1}^L W^{(l)}) W^{(1)\top}", "holds"),
        (WEIGHTS, r"W^{(L)} = W^{(1)}", "refuted"),
        (r"\{x_i\}_{i=1}^m \subset \mathbb{R}^n", r"\sum_{i=1}^m x_i = \sum_{k=1}^m x_k", "holds"),
        (r"\{x_1, \dots, x_m\} \subset \mathbb{R}^n", r"\sum_{i=1}^m x_i = m x_1", "refuted"),
        (PAIRS, r"\sum_{i=1}^m y_i x_i = \sum_{i=1}^m x_i y_i", "holds"),
        (PAIRS, r"\sum_{i=1}^m y_i x_i = \sum_{i=1}^m x_i", "refuted"),
        (PAIRS, r"\sum_{i=1}^m y_i x_i = \sum_{i=1}^m x_i^\top y_i", "ill-typed"),
    ],
)  # fmt: skip
def test_lists_declare_families(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict in verdict.split()


@pytest.mark.parametrize(
    "given",
    [
        r"x_2, x_3, \dots, x_m \in \mathbb{R}^n",
        r"x_1, x_3, \dots, x_m \in \mathbb{R}^n",
        r"x_1, \dots, y_m \in \mathbb{R}^n",
        r"x_1, \dots, x_m, \dots \in \mathbb{R}^n",
        r"\{x_i\}_{i=2}^m \subset \mathbb{R}^n",
        r"\{x_i\}_{j=1}^m \subset \mathbb{R}^n",
        r"\{(x_i, y_i)\}_{i=1}^m \subset \mathbb{R}^n",
    ],
)
def test_other_lists_are_refused(given: str, tmp_path: Path) -> None:
    with pytest.raises(BadPaper):
        judged("x_1 = x_1", given, tmp_path)
