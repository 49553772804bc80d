r"""A row ``A_{i,:}`` has the norms of a vector, a declared 1 x n matrix induced ones; those of any other row are two readings."""

import pytest

from proofs.api import check
from proofs.reading.paper import BadPaper

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
    r"\|A\|_\infty = \max_i \|A_{i,:}\|_1",
    r"\|R\|_\infty \ge \|R\|_1",
    r"\|x^\top\|_2 = \|x\|_2",
    r"\|P_{i,:}^\top\|_1 = 1",
]
REFUTED = [
    r"\|P_{i,:}\|_\infty = 1",
    r"\|A\|_\infty = \max_i \|A_{i,:}\|_\infty",
    r"\|P_{i,:} - \operatorname{softmax}(B)_{i,:}\|_1 \le 1.5",
    r"\|A_{i,:} C\|_1 \le \|A_{i,:}\|_1 \|C\|_1",
    r"\|R\|_\infty \le \|R\|_1",
]
AMBIGUOUS = [
    r"\|x^\top\|_1 = \|x\|_\infty",
    r"\|x^\top C\|_1 = \|C^\top x\|_1",
    r"\|e_1^\top A\|_1 = \|A_{1,:}\|_1",
]


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        *((claim, "holds") for claim in HOLDS),
        *((claim, "refuted") for claim in REFUTED),
        *((claim, "ambiguous") for claim in AMBIGUOUS),
    ],
)
def test_rows(claim: str, verdict: str, tmp_path):
    assert check(claim, given=GIVEN, effort="quick", certificates=tmp_path).verdict == verdict


@pytest.mark.parametrize("given", [r"\|x^\top\|_1 \le 1", r"c := \|e_1^\top A\|_\infty"])
def test_given_blocks_say_which_norm_is_meant(given: str, tmp_path):
    with pytest.raises(BadPaper, match="two readings"):
        check("1 = 1", given=rf"{GIVEN} \\ {given}", effort="quick", certificates=tmp_path)
