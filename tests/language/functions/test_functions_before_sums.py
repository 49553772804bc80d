r"""What a function is of where no bracket says: ``\log \frac{1}{n} \sum_i x_i`` is read in two ways, ``\log 2 \log x`` in one.

Traces and determinants are those of the whole product, with the matrices in it that are functions and sums.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged

VECTOR = r"z \in \mathbb{R}^n"
POSITIVE = r"x, y \in \mathbb{R}_{>0}"
DEFINITE = r"A \in \mathbb{R}^{n \times n}, A \succ 0"
SQUARES = r"A, B \in \mathbb{R}^{n \times n}, z \in \mathbb{R}^n, c \in \mathbb{R}, k \in \mathbb{N}"
KRONECKER = r"A \in \mathbb{R}^{m \times m}, B \in \mathbb{R}^{n \times n}"

CLAIMS = [
    (VECTOR, r"\log \frac{1}{n} \sum_i e^{z_i} = \log \sum_i e^{z_i} - \log n", "ambiguous"),
    (VECTOR, r"\log \frac{1}{n} \sum_i e^{z_i} = -\log(n) \sum_i e^{z_i}", "ambiguous"),
    (VECTOR, r"\exp \frac{1}{n} \sum_i z_i \le \frac{1}{n} \sum_i \exp z_i", "ambiguous"),
    (VECTOR, r"\log \frac{1}{n} \sum_i e^{z_i} = \log n", "refuted"),
    (DEFINITE, r"\log \frac{1}{n} \operatorname{tr}(A) \ge \frac{1}{n} \log \det A", "ambiguous"),
    (DEFINITE, r"\log 2 \det A = \log(2) \det A", "ambiguous"),
    (POSITIVE, r"\log 2 \max(x, y) = \log(2) \max(x, y)", "ambiguous"),
    (POSITIVE, r"\log 2 \log x = \log(2) \log(x)", "holds"),
    (POSITIVE, r"\log x \exp(y) = \exp(y) \log x", "holds"),
    (POSITIVE, r"\sin x \cos x = \frac{1}{2} \sin 2 x", "holds"),
    (r"p \in \mathbb{R}^n, Z \in \mathbb{R}_{>0}", r"\log Z \sum_i p_i = \log(Z) \sum_i p_i", "ambiguous"),
    (r"p \in \mathbb{R}^n, Z \in \mathbb{R}_{>0}", r"\log(Z) \sum_i p_i = \sum_i \log(Z) p_i", "holds"),
    (DEFINITE, r"\frac{1}{2} \log (2 \pi)^n \det A = \frac{n}{2} \log 2 \pi + \frac{1}{2} \log \det A", "ambiguous"),
    (DEFINITE, r"\log (2 \pi)^n \det A = 0", "refuted"),
    (VECTOR, r"\cos 2 \pi \sum_i z_i \le 1", "ambiguous"),
    (POSITIVE, r"\exp x \log y = y^x", "ambiguous"),
    (SQUARES, r"\operatorname{tr} A \operatorname{diag}(z) B = \operatorname{tr} B A \operatorname{diag}(z)", "holds"),
    (
        SQUARES,
        r"\operatorname{tr} A \operatorname{diag}(z) B = \operatorname{tr} B \operatorname{diag}(z) A^\top",
        "refuted",
    ),
    (
        SQUARES,
        r"\operatorname{tr} A \operatorname{softmax}(B) = \operatorname{tr} \operatorname{softmax}(B) A",
        "holds",
    ),
    (SQUARES, r"\operatorname{tr} A \sum_{i=1}^k B^i = \sum_{i=1}^k \operatorname{tr}(A B^i)", "holds"),
    (SQUARES, r"\operatorname{tr} A \sum_{i=1}^k B^i = \sum_{i=1}^k \operatorname{tr}(A^i B)", "refuted"),
    (SQUARES, r"\operatorname{tr} 2 \det(A) B = 2 \det(A) \operatorname{tr} B", "holds"),
    (SQUARES, r"\operatorname{tr} A \exp(c) B = e^c \operatorname{tr} B A", "holds"),
    (SQUARES, r"\det A \operatorname{diag}(z) = \det A \prod_i z_i", "holds"),
    (SQUARES, r"\det A \exp(c) = e^c \det A", "holds"),
    (SQUARES, r"\det A \exp(c) B = e^{n c} \det A \det B", "holds"),
    (SQUARES, r"\operatorname{tr} A \operatorname{tr} B = \operatorname{tr}(A) \operatorname{tr}(B)", "holds"),
    (SQUARES, r"\operatorname{tr} A \operatorname{tr} B A = \operatorname{tr}(B A) \operatorname{tr}(A)", "holds"),
    (SQUARES, r"\operatorname{tr} A \sum_i z_i = \operatorname{tr}(A) \sum_i z_i", "holds"),
    (
        r"A \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{n \times p}, z \in \mathbb{R}^n",
        r"\operatorname{vec} A \operatorname{diag}(z) B = (B^\top \otimes A) \operatorname{vec} \operatorname{diag}(z)",
        "holds",
    ),
    (SQUARES, r"\operatorname{tr}(A + B)^2 = \operatorname{tr}(A^2 + 2 A B + B^2)", "ambiguous"),
    (SQUARES, r"\operatorname{tr}(A)^2 = (\operatorname{tr} A)^2", "holds"),
    (KRONECKER, r"\operatorname{tr} A \otimes B = \operatorname{tr} A \operatorname{tr} B", "holds"),
    (KRONECKER, r"\det A \otimes B = \det(A)^n \det(B)^m", "holds"),
    (KRONECKER, r"\det A \otimes B = \det(A)^m \det(B)^n", "refuted"),
    (KRONECKER, r"\operatorname{tr} A \otimes B = B \operatorname{tr} A", "holds"),
]


@pytest.mark.parametrize(("given", "claim", "verdict"), CLAIMS)
def test_what_a_function_takes(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == verdict
