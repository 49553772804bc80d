r"""Triangular matrices, in words, by their zeros and as parts of others."""

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

CLAIMS = [
    (
        r"L \in \mathbb{R}^{n \times n}, L_{ij} = 0 \text{ for } i < j",
        r"\det L = \prod_i L_{ii}",
        "holds",
    ),
    (
        r"L \in \mathbb{R}^{n \times n} \text{ lower triangular}",
        r"\det L = \prod_i L_{ii}",
        "holds",
    ),
    (
        r"L \in \mathbb{R}^{n \times n} \text{ lower triangular}",
        r"\det L = \sum_i L_{ii}",
        "refuted",
    ),
    (
        r"L \in \mathbb{R}^{n \times n} \text{ lower triangular}",
        r"\log \det(L L^\top) = 2 \sum_i \log |L_{ii}|",
        "holds",
    ),
    (
        r"L \in \mathbb{R}^{n \times n} \text{ lower triangular}",
        r"\log \det(L L^\top) = \sum_i \log |L_{ii}|",
        "refuted",
    ),
    (
        r"U \in \mathbb{R}^{n \times n} \text{ is strictly upper triangular}",
        r"\operatorname{tr} U = 0",
        "holds",
    ),
    (
        r"U \in \mathbb{R}^{n \times n} \text{ is strictly upper triangular}",
        r"\operatorname{tr} U^2 = 0",
        "holds",
    ),
    (
        r"U \in \mathbb{R}^{n \times n} \text{ is upper triangular}",
        r"U = U^\top",
        "refuted",
    ),
    (
        r"L \in \mathbb{R}^{n \times n}, L_{ij} = 0 \text{ for } i \ne j",
        r"\det L = \prod_i L_{ii}",
        "holds",
    ),
    (
        r"A \in \mathbb{R}^{m \times n}",
        r"\operatorname{tril}(A) + \operatorname{triu}(A) = A",
        "refuted",
    ),
    (
        r"A \in \mathbb{R}^{n \times n}",
        r"\operatorname{tril}(A) + \operatorname{triu}(A) = A + \operatorname{diag}(\operatorname{diag}(A))",
        "holds",
    ),
    (
        r"A \in \mathbb{R}^{n \times n}",
        r"\operatorname{tril}(A)^\top = \operatorname{triu}(A^\top)",
        "holds",
    ),
    (
        r"A \in \mathbb{R}^{n \times n}",
        r"\|\operatorname{tril}(A)\|_2 \le \|A\|_2",
        "refuted",
    ),
    (
        r"Q, K, V \in \mathbb{R}^{n \times d} \\ Y := \operatorname{tril}(Q K^\top) V",
        r"Y_{i,:} = \sum_{j=1}^i Q_{i,:} K_{j,:}^\top V_{j,:}",
        "holds",
    ),
    (
        r"L \in \mathbb{R}^{n \times n} \\ \forall i < j : L_{ij} = 0",
        r"\log \det(L L^\top) = 2 \sum_i \log |L_{ii}|",
        "holds",
    ),
    (
        r"L \in \mathbb{R}^{n \times n} \\ \forall i < j : L_{ij} = 0",
        r"\log \det(L L^\top) = \sum_i \log |L_{ii}|",
        "refuted",
    ),
    (
        r"U \in \mathbb{R}^{n \times n}, \forall i \ge j : U_{ij} = 0",
        r"\operatorname{tr} U = 0",
        "holds",
    ),
    (
        r"U \in \mathbb{R}^{n \times n}, \forall i \ge j : U_{ij} = 0",
        r"\operatorname{tr} U^2 = 0",
        "holds",
    ),
    (
        r"L, M \in \mathbb{R}^{n \times n} \\ \forall i < j : L_{ij} = 0 \\ \forall i < j : M_{ij} = 0",
        r"\operatorname{tr}(L M) = \sum_i L_{ii} M_{ii}",
        "holds",
    ),
    (
        r"L \in \mathbb{R}^{n \times n} \\ \forall i < j : L_{ij} = 0",
        r"\operatorname{tr}(L^2) = \sum_i L_{ii}^2",
        "holds",
    ),
    (
        r"L \in \mathbb{R}^{n \times n} \\ \forall i < j : L_{ij} = 0",
        r"\det L = \prod_i L_{ii}",
        "holds",
    ),
]


@pytest.mark.parametrize(("given", "claim", "verdict"), CLAIMS)
def test_triangular_matrices(given, claim, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


def test_an_oblong_matrix_is_not_called_triangular(tmp_path):
    with pytest.raises(BadPaper, match="Hadamard product: L is m x n"):
        judged("L = L", r"L \in \mathbb{R}^{m \times n} \text{ lower triangular}", tmp_path)
