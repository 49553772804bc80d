r"""``||A|| <= ||B|| ||C||`` where A is the product B C, as the index form shows."""

from pathlib import Path

import pytest

from tests.judged import judged, proved

MATRICES = r"X \in \mathbb{R}^{m \times d}, \quad Y \in \mathbb{R}^{d \times k}, \quad u, v \in \mathbb{R}^{m}"
ROOTS = r"\quad p \in \mathbb{R}^{m}, \quad p \ge 0, \quad \mathbf{1}^\top p = 1, \quad q := p^{\circ 1/2}, \quad M := \operatorname{diag}(p) - p p^\top"
BOTH = f"{MATRICES}, {ROOTS}"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (
            BOTH,
            r"\|X^\top M\|_2 \le \|X^\top \operatorname{diag}(q)\|_2 \|I_m - q q^\top\|_2 \|\operatorname{diag}(q)\|_2",
        ),
        (BOTH, r"\|X^\top M\|_2 \le \|\operatorname{diag}(q)\|_2 \|I_m - q q^\top\|_2 \|\operatorname{diag}(q) X\|_2"),
        (MATRICES, r"\|u v^\top X + 2 v v^\top X\|_2 \le \|X\|_2 \|(u + 2 v) v^\top\|_2"),
        (MATRICES, r"\|u v^\top X + 2 v v^\top X\|_1 \le \|(u + 2 v) v^\top\|_1 \|X\|_1"),
        (BOTH, r"\|q\|_2 = 1"),
        (BOTH, r"\|I_m - q q^\top\|_2 \le 1"),
        (BOTH, r"\|\operatorname{diag}(q) X\|_2 \le \|X\|_2"),
    ],
)
def test_products(given: str, claim: str):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (
            BOTH,
            r"\|X^\top M\|_2 \le \frac{1}{8} \|X^\top \operatorname{diag}(q)\|_2 \|I_m - q q^\top\|_2 \|\operatorname{diag}(q)\|_2",
        ),
        (
            BOTH,
            r"\|X^\top M\|_2 \le \|X^\top \operatorname{diag}(p)\|_2 \|I_m - q q^\top\|_2 \|\operatorname{diag}(p)\|_2",
        ),
        (MATRICES, r"\|u v^\top X + 2 v v^\top X\|_2 \le \|X\|_2 \|(u + v) v^\top\|_2"),
        (MATRICES, r"\|X Y\|_{\max} \le \|X\|_{\max} \|Y\|_{\max}"),
        (BOTH, r"\|q\|_2 = \|p\|_2"),
        (BOTH.replace(r"\mathbf{1}^\top p = 1", r"\mathbf{1}^\top p = 2"), r"\|q\|_2 = 1"),
        (BOTH, r"\|p^{\circ 1/3}\|_2 = 1"),
    ],
)
def test_false_neighbors(given: str, claim: str, tmp_path: Path):
    assert not proved(given, claim)
    assert judged(claim, given, tmp_path).verdict == "refuted"
