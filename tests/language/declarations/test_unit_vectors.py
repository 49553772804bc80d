r"""``\mathbf{e}_i \in \mathbb{R}^n`` says where unit vectors live; it declares no arbitrary vector."""

import pytest

from tests.judged import judged

SHAPES = r"A \in \mathbb{R}^{m \times n}, \quad S \in \mathbb{R}^{n \times n}, \quad x \in \mathbb{R}^n"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (r"\mathbf{e}_i \in \mathbb{R}^n", r"\mathbf{e}_i^\top S \mathbf{e}_j = S_{ij}", "holds"),
        (r"\mathbf{e}_i \in \mathbb{R}^n", r"\mathbf{e}_i^\top S \mathbf{e}_j = S_{ji}", "refuted"),
        (r"\mathbf{e}_i \in \mathbb{R}^n", r"\mathbf{e}_i^\top \mathbf{e}_j = 0", "refuted"),
        (r"\mathbf{e}_i \in \mathbb{R}^n", r"\|\mathbf{e}_k\| = 1", "holds"),
        (r"e_i \in \mathbb{R}^m, \quad e_j \in \mathbb{R}^n", r"e_i^\top A e_j = A_{ij}", "holds"),
        (r"e_i \in \mathbb{R}^m", r"e_i^\top S e_j = S_{ij}", "ill-typed"),
        (r"i \in \{1, \dots, n\}, \quad e_i \in \mathbb{R}^n", r"e_i^\top S e_j = S_{ij}", "holds"),
        (r"E_{ij} \in \mathbb{R}^{n \times n}", r"E_{ij} x = x_j e_i", "holds"),
        (r"E_{ij} \in \mathbb{R}^{n \times n}", r"E_{ij} x = x_i e_j", "refuted"),
        (r"e_t, x_t \in \mathbb{R}^n", r"\|e_t\| = 1", "refuted"),
        (r"e_k, x_k \in \mathbb{R}^n", r"\|e_k\| = 1", "undecided"),
        (r"e_k \in \mathbb{R}^n, k \in \{1, \dots, m\}", r"\|e_k\| = 1", "undecided"),
        (r"\mathbf{e}_k, x_k \in \mathbb{R}^n", r"\|\mathbf{e}_k\| = 1", "holds"),
        (r"e_1 \in \mathbb{R}^n", r"e_1^\top x = x_1", "refuted"),
        (r"e_i \in \mathbb{R}", r"e_i = 1", "refuted"),
    ],
)
def test_verdicts(given: str, claim: str, verdict: str, tmp_path):
    found = judged(claim, rf"{SHAPES}, \quad {given}", tmp_path)
    assert found.verdict == verdict
