r"""Roots, logarithms and exponentials of definite matrices are not taken entry by entry in silence."""

import pytest

from derive.language.terms.readings import MATRIX_FUNCTION
from proofs.results.consistency import inconsistency
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


ATTENTION = (
    r"Q, K \in \mathbb{R}^{n \times d}, \quad A, B \in \mathbb{R}^{n \times n}, \quad C \in \mathbb{R}^{n \times m}"
)
ROWS = r"\operatorname{diag}(\exp(Q K^\top) \mathbf{1})^{-1} \exp(Q K^\top)"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (r"A \in \mathbb{R}^{n \times n}, t \in \mathbb{R}", r"\exp(tA) A = A \exp(tA)"),
        (
            r"A \in \mathbb{R}^{n \times n}, t \in \mathbb{R}",
            r"\frac{\partial}{\partial t} \exp(tA) = A \exp(tA)",
        ),
        (GENERAL, r"\det(\exp(A)) = \exp(\operatorname{tr}(A))"),
        (GENERAL, r"\exp(A) \exp(-A) = I"),
        (GENERAL, r"\cos(A) \cos(A) + \sin(A) \sin(A) = I"),
        (GENERAL, r"\sqrt{A} \sqrt{A} = A"),
        (GENERAL + r" \\ B := \exp(A)", "B A = A B"),
        (r"S \in \mathbb{R}^{n \times n}, S^\top = -S", r"\|\exp(S)\|_2 = 1"),
        (r"A \in \mathbb{R}^{n \times n}, A \mathbf{1} = 0", r"\exp(A) \mathbf{1} = \mathbf{1}"),
        (r"x \in \mathbb{R}^n", r"\exp(\operatorname{diag}(x)) = \operatorname{diag}(\exp(x))"),
    ],
)
def test_what_a_matrix_function_may_satisfy_is_not_refuted(given: str, claim: str, tmp_path):
    result = judged(claim, given, tmp_path)
    assert result.verdict == "ambiguous"
    assert result.readings[-1]["name"] == MATRIX_FUNCTION
    assert result.readings[-1]["verdict"] in ("undecided", "holds")
    assert inconsistency(result) == ""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (rf"{ROWS} = \operatorname{{softmax}}(Q K^\top)", rf"{ROWS} = \operatorname{{softmax}}(K Q^\top)"),
        (r"\exp(A + B) = \exp(A) \odot \exp(B)", r"\exp(A + B) = \exp(A) \odot \exp(-B)"),
        (r"\exp(C)^\top = \exp(C^\top)", r"\exp(C)^\top C = C^\top \exp(C)"),
        (r"(A^{\circ 1/2})^{\circ 2} = A", r"A^{\circ 1/2} A^{\circ 1/2} = A"),
    ],
)
def test_what_speaks_of_entries_is_refuted(true: str, false: str, tmp_path):
    assert judged(true, ATTENTION, tmp_path).verdict == "holds"
    assert judged(false, ATTENTION, tmp_path).verdict == "refuted"


@pytest.mark.parametrize(
    "claim",
    [
        r"\exp(A)_{ij} = \exp(A_{ij})",
        r"\frac{\partial \exp(A)}{\partial A} = \operatorname{diag}(\mathrm{vec}_r(\exp(A)))",
        r"\log|A| \odot B = B \odot \log|A|",
    ],
)
def test_what_is_true_of_entries_alone_does_not_hold(claim: str, tmp_path):
    assert judged(claim, ATTENTION, tmp_path).verdict in ("undecided", "ambiguous")


def test_the_entries_can_be_written(tmp_path):
    given = r"A \in \mathbb{R}^{n \times n} \\ B_{ij} := \exp(A_{ij})"
    assert judged("B A = A B", given, tmp_path).verdict == "refuted"
