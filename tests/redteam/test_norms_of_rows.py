r"""The norms of a row ``A_{i,:}`` are those of a vector; those of a declared 1 x n matrix and of ``x^\top`` are induced."""

import pytest

from proofs.api import check

GIVEN = (
    r"A, B \in \mathbb{R}^{m \times n}, \quad C \in \mathbb{R}^{n \times k}, \quad P := \operatorname{softmax}(A), \quad q := P_{1,:}, \quad "
    r"R \in \mathbb{R}^{1 \times n}, \quad x \in \mathbb{R}^n"
)
HOLDS = [
    r"\|P_{i,:}\|_1 = 1",
    r"\|q\|_1 = 1",
    r"\|A_{i,:}\|_\infty \le \|A_{i,:}\|_2",
    r"\|P_{i,:} - \operatorname{softmax}(B)_{i,:}\|_1 \le 2",
    r"\|A_{i,:} C\|_1 \le \|A_{i,:}\|_1 \|C\|_\infty",
    r"|A_{i,:} B_{j,:}^\top| \le \|A_{i,:}\|_1 \|B_{j,:}\|_\infty",
    r"\|R\|_\infty \ge \|R\|_1",
    r"\|x^\top\|_1 = \|x\|_\infty",
]
REFUTED = [
    r"\|P_{i,:}\|_\infty = 1",
    r"\|A\|_\infty = \max_i \|A_{i,:}\|_\infty",
    r"\|P_{i,:} - \operatorname{softmax}(B)_{i,:}\|_1 \le 1.5",
    r"\|A_{i,:} C\|_1 \le \|A_{i,:}\|_1 \|C\|_1",
    r"\|R\|_\infty \le \|R\|_1",
]
OPEN = [r"\|A\|_\infty = \max_i \|A_{i,:}\|_1", r"\|A\|_{\max} = \max_i \|A_{i,:}\|_\infty"]


@pytest.mark.parametrize(
    ("claim", "verdicts"),
    [
        *((claim, {"holds"}) for claim in HOLDS),
        *((claim, {"refuted"}) for claim in REFUTED),
        *((claim, {"holds", "undecided"}) for claim in OPEN),
    ],
)
def test_rows(claim: str, verdicts: set[str], tmp_path):
    assert check(claim, given=GIVEN, effort="quick", certificates=tmp_path).verdict in verdicts
