r"""A supremum over a set that may be empty is bounded by nothing that is shown for its members."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged

VECTORS = r"A \in \mathbb{R}^{n \times n} \\ x, y \in \mathbb{R}^n"
RADIUS = VECTORS + r"\\ r \in \mathbb{R}"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (VECTORS, r"\sup_{\|y\|_2 = -1} \|y\|_2 \le -1", "vacuous"),
        (VECTORS, r"\inf_{\|y\|_2 \le -1} x^\top y \ge 5", "vacuous"),
        (RADIUS + r"\\ r < 0", r"\sup_{\|y\|_2 \le r} x^\top y \le r \|x\|_2", "vacuous"),
        (r"t \in \mathbb{R}", r"\sup_{t > 0, t < -1} t \le -5", "vacuous"),
        (RADIUS, r"\sup_{\|y\|_2 \le r} x^\top y \le r \|x\|_2", "not-refuted"),
        (RADIUS, r"\sup_{\|y\|_2 = r} \|y\|_2 \le r", "not-refuted"),
        (VECTORS + r"\\ a, b, t \in \mathbb{R}", r"\sup_{t \in \mathbb{R}, a \le t \le b} t \le b", "undecided"),
        # Sets with a member.
        (RADIUS + r"\\ r \ge 0", r"\sup_{\|y\|_2 \le r} x^\top y \le r \|x\|_2", "holds"),
        (RADIUS + r"\\ r > 0", r"\sup_{\|y\|_2 < r} x^\top y \le r \|x\|_2", "holds"),
        (VECTORS, r"\sup_{y \ne 0} \frac{x^\top y}{\|y\|_2} \le \|x\|_2", "holds"),
        (VECTORS, r"\sup_{y \in \mathbb{R}^n, \|y - x\|_2 \le 1} \|y - x\|_2 \le 1", "holds"),
        (VECTORS, r"\sup_{y \in \mathbb{R}^n, \|A y\|_2 \le 1} \|A y\|_2 \le 1", "holds"),
        (VECTORS, r"\sup_{y \in \mathbb{R}^n, y^\top y = 1} \|y\|_2 \le 1", "holds"),
        (VECTORS + r"\\ X \in \mathbb{R}^{n \times n}", r"\sup_{X^\top X = I} \operatorname{tr}(X) \le n", "holds"),
        (r"p \in \mathbb{R}^n", r"\sup_{p \ge 0, \mathbf{1}^\top p = 1} \|\operatorname{diag}(p) - p p^\top\|_2 \le \frac12", "holds"),
        (r"a, b, t \in \mathbb{R} \\ a \le b", r"\sup_{t \in \mathbb{R}, a \le t \le b} t \le b", "holds"),
        (VECTORS, r"\inf_{\|y\|_2 = 1} \|y\|_2 \ge 0", "holds"),
    ],
)  # fmt: skip
def test_bounds_of_members(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == verdict
