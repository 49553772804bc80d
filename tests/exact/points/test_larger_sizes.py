"""Unit vectors in a subspace: rational ones exist from some size on only, and false claims are refuted there."""

import pytest

from tests.judged import judged

UNIT = r"x \in \mathbb{R}^n, \quad \mathbf{1}^\top x = 0, \quad \|x\|_2 = 1"


@pytest.mark.parametrize(
    ("claim", "given"),
    [
        (r"x = 0", UNIT),
        (r"\mathbf{1}^\top x = 0 \land \|x\|_2 = 1 \implies x = 0", r"x \in \mathbb{R}^n"),
        (r"|x_1| \le \frac{1}{2}", UNIT),
        (r"x^\top A x \le 0", UNIT + r", \quad A \in \mathbb{R}^{n \times n}"),
        (r"x^\top y = 0", UNIT + r", \quad y \in \mathbb{R}^n, \quad \mathbf{1}^\top y = 0, \quad \|y\|_2 = 1"),
    ],
)
def test_false_claims_about_them_are_refuted(claim, given, tmp_path):
    found = judged(claim, given, tmp_path)
    assert found.verdict == "refuted"
    assert found.counterexample is not None
    assert found.counterexample["sizes"]["n"] >= 4


@pytest.mark.parametrize("claim", [r"x^\top (I - \frac{1}{n} \mathbf{1} \mathbf{1}^\top) x = 1", r"|x_1| \le 1"])
def test_true_claims_hold(claim, tmp_path):
    assert judged(claim, UNIT, tmp_path).verdict == "holds"
