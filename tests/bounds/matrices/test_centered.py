r"""The centering matrix in front of stochastic matrices: how far tokens are from their mean."""

import pytest

from tests.judged import judged

CLAIMS = [
    (
        r"X \in \mathbb{R}^{n \times d}, P \in \mathbb{R}^{n \times n} \text{ row stochastic} \\ H := I - \frac1n \mathbf{1} \mathbf{1}^\top",
        r"H P X = H P H X",
        "holds",
    ),
    (
        r"X \in \mathbb{R}^{n \times d}, P \in \mathbb{R}^{n \times n} \text{ row stochastic} \\ H := I - \frac1n \mathbf{1} \mathbf{1}^\top",
        r"\|H P X\|_F \le \|P\|_2 \|H X\|_F",
        "holds",
    ),
    (
        r"X \in \mathbb{R}^{n \times d}, P \in \mathbb{R}^{n \times n} \\ H := I - \frac1n \mathbf{1} \mathbf{1}^\top",
        r"\|H P X\|_F \le \|P\|_2 \|H X\|_F",
        "refuted",
    ),
    (
        r"X \in \mathbb{R}^{n \times d}, P \in \mathbb{R}^{n \times n} \text{ row stochastic} \\ H := I - \frac1n \mathbf{1} \mathbf{1}^\top",
        r"\|H P X\|_F \le \|H P\|_2 \|H X\|_F",
        "holds",
    ),
    (
        r"X \in \mathbb{R}^{n \times d}, S \in \mathbb{R}^{n \times n} \\ P := \operatorname{softmax}(S) \\ H := I - \frac1n \mathbf{1} \mathbf{1}^\top",
        r"\|H P X\|_F \le \|P\|_2 \|H X\|_F",
        "holds",
    ),
    (
        r"X \in \mathbb{R}^{n \times d}, W \in \mathbb{R}^{d \times d}, S \in \mathbb{R}^{n \times n} \\ P := \operatorname{softmax}(S) \\ H := I - \frac1n \mathbf{1} \mathbf{1}^\top",
        r"\|H P X W\|_F \le \|P\|_2 \|W\|_2 \|H X\|_F",
        "holds",
    ),
    (
        r"X \in \mathbb{R}^{n \times d}, P \in \mathbb{R}^{n \times n} \text{ doubly stochastic} \\ H := I - \frac1n \mathbf{1} \mathbf{1}^\top",
        r"\|H P X\|_F \le \|H X\|_F",
        "holds",
    ),
    (
        r"X \in \mathbb{R}^{n \times d}, P \in \mathbb{R}^{n \times n} \text{ row stochastic} \\ H := I - \frac1n \mathbf{1} \mathbf{1}^\top",
        r"\|H P X\|_F \le \|H X\|_F",
        "refuted",
    ),
]


@pytest.mark.parametrize(("given", "claim", "verdict"), CLAIMS)
def test_stochastic_matrices_behind_the_centering_matrix(given, claim, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
