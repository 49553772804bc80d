r"""Pythagoras: a sum of orthogonal vectors is at least as long as each; not where the product is known to be something else."""

import pytest

from proofs.api import check
from tests.judged import judged, proved

PAIR = r"v, g, h \in \mathbb{R}^d, v^\top g = 0"
POSITIVE = r"v, g \in \mathbb{R}^d, v^\top g \ge 0"
MATRICES = r"V, G \in \mathbb{R}^{m \times d}, \operatorname{tr}(V^\top G) = 0"
WEIGHTS = (
    r"v, x \in \mathbb{R}^d, s, y \in \mathbb{R}, \eta > 0, w := \frac{s}{\|v\|_2} v, L := \frac12 (w^\top x - y)^2"
)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (PAIR, r"\|v - g\|_2 \ge \|v\|_2"),
        (PAIR, r"\|v + 2 g\|_2 \ge \|v\|_2"),
        (PAIR, r"\|v - g\|_2^2 \ge \|v\|_2^2"),
        (MATRICES, r"\|V - G\|_F \ge \|V\|_F"),
        (WEIGHTS, r"\|v - \eta \nabla_v L\|_2 \ge \|v\|_2"),
    ],
)
def test_true(given: str, claim: str):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (POSITIVE, r"\|v - g\|_2 \ge \|v\|_2"),
        (PAIR, r"\|v - g\|_2 \ge 2 \|v\|_2"),
        (PAIR, r"\|v - g - h\|_2 \ge \|v\|_2"),
        (WEIGHTS, r"\|v - \eta \nabla_v L\|_2 \le \|v\|_2"),
    ],
)
def test_false_neighbors(given: str, claim: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "refuted"


def test_a_false_neighbor_whose_witness_depends_on_the_machine(tmp_path):
    """The search climbs to a witness from the draws of one seed and not from those of another, as machines round differently."""
    claim = r"\|V - G\|_2 \ge \|V\|_2"
    found = (check(claim, MATRICES, effort="quick", seed=seed, certificates=tmp_path).verdict for seed in range(4))
    assert "refuted" in found
