r"""``\|\operatorname{LayerNorm}(X)\|_F = \sqrt{m n}``, and products with it; sizes listed under a minimum are at least one."""

from pathlib import Path

import pytest

from tests.judged import judged, proved

LAYER = (
    r"X \in \mathbb{R}^{m \times n}, V \in \mathbb{R}^{n \times f}, W \in \mathbb{R}^{f \times n}, U \in \mathbb{R}^{p \times m}, "
    r"Y := \operatorname{LayerNorm}(X), N := \operatorname{ReLU}(Y V) W"
)
ROOTS = (
    r"X \in \mathbb{R}^{m \times n}, Y := \operatorname{diag}((\tfrac{1}{n} X^{\circ 2} \mathbf{1}_n)^{\circ -1/2}) X, "
    r"Z := \operatorname{diag}((X^{\circ 2} \mathbf{1}_n + \mathbf{1}_m)^{\circ -1/2}) X, "
    r"S := \operatorname{diag}((X^{\circ 2} \mathbf{1}_n - \mathbf{1}_m)^{\circ -1/2}) X"
)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (LAYER, r"\|Y\|_2 \le \sqrt{m n}"),
        (LAYER, r"\|Y V\|_F \le \sqrt{m n} \|V\|_2"),
        (LAYER, r"\|U Y\|_F \le \sqrt{m n} \|U\|_2"),
        (LAYER, r"\|N\|_2 \le \sqrt{m n} \|V\|_2 \|W\|_2"),
        (LAYER, r"\|Y\|_2 + \|N\|_2 \le \sqrt{m n} (1 + \sqrt{\min(m, f)} \|V\|_2 \|W\|_2)"),
        (ROOTS, r"\|Y\|_F \le \sqrt{m n}"),
        (ROOTS, r"\|Z\|_2 \le \sqrt{m}"),
        (LAYER, r"1 \le \sqrt{\min(m, n)}"),
        (LAYER, r"\|V\|_2 \le \max(m, n) \|V\|_2"),
    ],
)
def test_true(given: str, claim: str):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (LAYER, r"\|Y\|_2 \le \sqrt{m}"),
        (LAYER, r"\|Y\|_F \le \sqrt{m (n - 1)}"),
        (LAYER, r"\|Y V\|_F \le \sqrt{n} \|V\|_2"),
        (LAYER, r"\|N\|_2 \le \sqrt{m} \|V\|_2 \|W\|_2"),
        (LAYER, r"\|Y V\|_2 \le \sqrt{m} \|V\|_2"),
        (ROOTS, r"\|Y\|_F \le \sqrt{m}"),
        (ROOTS, r"\|S\|_2 \le \sqrt{m}"),
        (LAYER, r"2 \le \sqrt{\min(m, n)}"),
    ],
)
def test_false_neighbors(given: str, claim: str, tmp_path: Path):
    assert judged(claim, given, tmp_path).verdict == "refuted"
