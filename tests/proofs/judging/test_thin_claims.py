"""Bounds that fail thinly, or at larger sizes only, are refuted by the smallest counterexample that there is."""

import pytest

from proofs.api import ad_hoc_claim
from proofs.judging.judge import judge
from proofs.reading.options import How
from proofs.reading.paper import Settings
from tests.judged import judged

GIVEN = r"x \in \mathbb{R}^n, \quad A \in \mathbb{R}^{m \times n}, \quad B \in \mathbb{R}^{n \times n}"


@pytest.mark.parametrize(
    ("claim", "sizes"),
    [
        (r"\|x\|_1 \le 4 \|x\|_2", {"n": 17}),
        (r"\|A\|_F \le 3 \|A\|_2", {"m": 10, "n": 10}),
        (r"\|A x\|_1 \le 3 \|A\|_2 \|x\|_2", {"m": 10, "n": 1}),
        # both sides are zero at most simple inputs, and the right side can only be exceeded where B is not zero
        (r"\|x\|_2^2 \|B\|_F^2 \le (1 + x^\top x) \|B\|_2^2 \|x\|_2^2", {"n": 2}),
    ],
)
def test_the_counterexample_is_minimal(claim, sizes, tmp_path):
    result = judged(claim, GIVEN, tmp_path)
    assert result.verdict == "refuted"
    assert result.counterexample["sizes"] == sizes
    entries = {x for matrix in result.counterexample["inputs"].values() for row in matrix for x in row}
    assert all(len(x) <= 4 for x in entries)


@pytest.mark.parametrize("claim", [r"\|x\|_1 \le \sqrt{n} \|x\|_2", r"\|A\|_F^2 \le \operatorname{rank}(A) \|A\|_2^2"])
def test_true_bounds_of_the_same_kind_are_not(claim, tmp_path):
    result = judged(claim, GIVEN, tmp_path)
    assert result.verdict in ("holds", "not-refuted")


def test_numbers_beside_matrices_are_kept_when_sizes_are_cut(tmp_path):
    claim = r"c > 0 \implies \|c x\|_1 \le 2 c \|x\|_2"
    result = judge(
        ad_hoc_claim(claim, r"c \in \mathbb{R}, \quad x \in \mathbb{R}^n", Settings()),
        How(effort="quick", certificates=tmp_path),
    )
    assert (result.verdict, result.counterexample["sizes"]) == ("refuted", {"n": 5})
