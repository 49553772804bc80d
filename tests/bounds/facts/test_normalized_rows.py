r"""A nonnegative matrix with its rows divided by their sums is stochastic; distributions are at most sqrt 2 apart."""

import pytest

from tests.judged import judged, proved

GRAPH = r"A \in \mathbb{R}^{n \times n}, A_{ij} \ge 0, x \in \mathbb{R}^n, D := \operatorname{diag}(A \mathbf{1})"
PAIR = r"p, q \in \mathbb{R}^n, p \ge 0, q \ge 0, \mathbf{1}^\top p = 1, \mathbf{1}^\top q = 1"
LABEL = r"z \in \mathbb{R}^n, y \in \{1, \dots, n\}"
LOOSE = r"p, q \in \mathbb{R}^n, p \ge 0, \mathbf{1}^\top p = 1, \mathbf{1}^\top q = 1"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (GRAPH, r"\|D^{-1} A\|_\infty = 1"),
        (GRAPH, r"\|D^{-1} A\|_2 \le \sqrt{n}"),
        (PAIR, r"\|p - q\|_2 \le \sqrt{2}"),
        (PAIR, r"\|p - q\|_\infty \le 1"),
        (LABEL, r"\|\operatorname{softmax}(z) - e_y\|_2 \le \sqrt{2}"),
        (GRAPH, r"\sum_{i=1}^n \sum_{j=1}^n A_{ij} (x_i - x_j)^2 \ge 0"),
    ],
)
def test_true(given: str, claim: str):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (GRAPH, r"\|A D^{-1}\|_\infty = 1"),
        (r"A \in \mathbb{R}^{n \times n}, D := \operatorname{diag}(A \mathbf{1})", r"\|D^{-1} A\|_\infty = 1"),
        (PAIR, r"\|p - q\|_2 \le 1"),
        (LABEL, r"\|\operatorname{softmax}(z) - e_y\|_2 \le 1"),
        (PAIR, r"\|p + q\|_2 \le \sqrt{2}"),
        (PAIR, r"\|p - 2 q\|_2 \le \sqrt{2}"),
        (LOOSE, r"\|p - q\|_2 \le \sqrt{2}"),
        (GRAPH, r"\sum_{i=1}^n \sum_{j=1}^n A_{ij} (x_i - x_j)^3 \ge 0"),
    ],
)
def test_false_neighbors(given: str, claim: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "refuted"
