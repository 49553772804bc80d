r"""Roots, logarithms and exponentials of definite matrices are not taken entry by entry in silence."""

import pytest

from tests.judged import judged

DEFINITE = (
    r"A, B \in \mathbb{R}^{n \times n}, \quad A \succ 0, \quad X \in \mathbb{R}^{n \times n}, \quad s \in \mathbb{R}"
)
GENERAL = r"A \in \mathbb{R}^{n \times n}, \quad C \in \mathbb{R}^{n \times m}"
CASES = [
    (DEFINITE, r"A^{1/2} A^{1/2} = A", "holds"),
    (DEFINITE, r"\exp(B) \odot \exp(-B) = \mathbf{1} \mathbf{1}^\top", "holds"),
    (DEFINITE, r"\exp(X A X^\top) = \exp(X A X^\top)^\top", "holds"),
    (DEFINITE, r"\log \det A = \log \det A^\top", "holds"),
    (DEFINITE, r"\sqrt{\operatorname{tr} A} \ge 0", "holds"),
    (GENERAL, r"\exp(A) \odot \exp(-A) = \mathbf{1} \mathbf{1}^\top", "holds"),
    (GENERAL, r"\exp(A) \exp(-A) = I", "refuted"),
    (GENERAL, r"\exp(C) \odot \exp(-C) = \mathbf{1} \mathbf{1}^\top", "holds"),
]
REFUSED = [
    (DEFINITE, r"\sqrt{A} \sqrt{A} = A", "write A^{1/2}"),
    (DEFINITE, r"\sqrt{A} \odot \sqrt{A} = A", r"A^{\circ 1/2}"),
    (DEFINITE, r"\sqrt[3]{2 A} \odot \sqrt{A} = A", r"A^{\circ 1/2}"),
    (DEFINITE, r"\operatorname{tr} \log A = \log \det A", "matrix functions other than powers"),
    (DEFINITE, r"\exp(A) \exp(-A) = I", "matrix functions other than powers"),
    (
        DEFINITE,
        r"\exp(s A^{-1}) \odot \exp(-s A^{-1}) = \mathbf{1} \mathbf{1}^\top",
        "matrix functions other than powers",
    ),
    (GENERAL, r"\exp(A) \exp(-A) = I \quad \text{if } A \succ 0", "matrix functions other than powers"),
]


@pytest.mark.parametrize(("given", "claim", "verdict"), CASES)
def test_functions_of_other_matrices_are_taken_entry_by_entry(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize(("given", "claim", "hint"), REFUSED)
def test_functions_of_definite_matrices_are_refused(given: str, claim: str, hint: str, tmp_path):
    result = judged(claim, given, tmp_path)
    assert (result.verdict, hint in result.message) == ("undecided", True)
