"""An infinite condition number inside a side: what a search sees there is no rounding."""

import pytest

from tests.judged import judged

GIVEN = r"X, A \in \mathbb{R}^{n \times n}, \quad v \in \mathbb{R}^n, \quad n \ge 2, \quad L := \frac{\partial \operatorname{softmax}(v)}{\partial v}"


@pytest.mark.parametrize(
    "claim",
    [
        r"\|X\|_2 \le \min(\kappa(L), 3)",
        r"\|X\|_2 \le \min(\kappa(A A^\top - A A^\top), 3)",
        r"\|X\|_2 \kappa(v v^\top) \le 1",
    ],
)
def test_violations_at_infinity_are_no_rounding(claim: str, tmp_path):
    result = judged(claim, GIVEN, tmp_path)
    assert result.verdict in ("undecided", "refuted")
    assert result.verdict == "refuted" or "the search reached" in result.message


@pytest.mark.parametrize("claim", [r"\min(\kappa(L), 3) \le 3", r"\|X\|_2 \le \max(\kappa(A A^\top - A A^\top), 3)"])
def test_true_neighbors_are_not_doubted(claim: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict in ("holds", "not-refuted")
