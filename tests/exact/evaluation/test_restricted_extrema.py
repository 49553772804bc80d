r"""Maxima and minima over restricted indices, ``\max_{j \ne i}``: what a condition leaves out counts for nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged

GIVEN = (
    r"S \in \mathbb{R}^{n \times n}, \quad S = S^\top, \quad A \in \mathbb{R}^{n \times m}, \quad x \in \mathbb{R}^n, "
    r"\quad y \in \mathbb{R}^3, \quad p := \operatorname{softmax}(x), \quad n \ge 3"
)


@pytest.mark.parametrize(
    "claim",
    [
        r"\lambda_{\max}(S) \le \max_i (S_{ii} + \max_{j \ne i} |S_{ij}|)",
        r"\max_{j \ne i} x_j \le x_i",
        r"\min_{j \ne i} x_j \ge x_i",
        r"\min_{j \ne i} |x_j - x_i| \ge 1",
        r"\min_{i < j} |x_j - x_i| \ge 1",
        r"\max_{i \ne j} |A_{i,:} A_{j,:}^\top| \le \frac{1}{3} \|A\|_F^2",
        r"\max_{i < j} |A_{i,:} A_{j,:}^\top| \le \frac{1}{3} \|A\|_F^2",
        r"p_i \ge \frac{1}{1 + e^{\max_{j \ne i} x_j - x_i}}",
        r"\sum_i \max_{j \ne i} |A_{ij}| \le \|A\|_F",
        r"\max_{i < j} y_i y_j = \max(y_1 y_2, y_1 y_3)",
        r"\min_{i < j} y_i y_j = \min(y_1 y_2, y_1 y_3)",
    ],
)
def test_false_claims_are_refuted(claim: str, tmp_path: Path):
    result = judged(claim, GIVEN.replace("n \\times m", "n \\times n") if "A_{ij}" in claim else GIVEN, tmp_path)
    assert result.verdict == "refuted"
    assert result.counterexample is not None


@pytest.mark.parametrize(
    "claim",
    [
        r"\lambda_{\max}(S) \le \max_i (S_{ii} + \sum_{j \ne i} |S_{ij}|)",
        r"\max_{i \ne j} |A_{i,:} A_{j,:}^\top| \le \frac{1}{2} \|A\|_F^2",
        r"\min_{j \ne i} |x_j - x_i| \ge 0",
        r"p_i \le \frac{1}{1 + e^{\max_{j \ne i} x_j - x_i}}",
        r"\max_{i < j} y_i y_j = \max(y_1 y_2, y_1 y_3, y_2 y_3)",
        r"\min_{i < j} y_i y_j = \min(y_1 y_2, y_1 y_3, y_2 y_3)",
    ],
)
def test_true_neighbours_are_not(claim: str, tmp_path: Path):
    assert judged(claim, GIVEN, tmp_path).verdict in ("holds", "not-refuted", "undecided")


def test_a_maximum_over_nothing_is_undefined(tmp_path: Path):
    given = r"x \in \mathbb{R}^n, \quad n \le 1"
    assert judged(r"\max_{j \ne i} x_j \ge x_i", given, tmp_path).verdict not in ("refuted", "needs-hypothesis")
