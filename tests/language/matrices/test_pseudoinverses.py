"""Pseudoinverses: of matrices that are said to have full rank as they are written out, of others by the equations of Penrose."""

import pytest

from tests.judged import judged

TALL = r"A \in \mathbb{R}^{m \times n} \text{ of full column rank}"
WIDE = r"A \in \mathbb{R}^{m \times n}, \quad \operatorname{rank}(A) = m"
ANY = r"A \in \mathbb{R}^{m \times n}"


@pytest.mark.parametrize(
    ("claim", "given"),
    [
        (r"A^\dagger A = I", TALL),
        (r"A^+ = (A^\top A)^{-1} A^\top", TALL),
        (r"(A^\dagger)^\top = (A^\top)^\dagger", TALL),
        (r"A A^\dagger = (A A^\dagger)^\top", TALL),
        (r"A A^{+} = I", WIDE),
        (r"A^\top (A A^\dagger b - b) = 0", TALL + r", \quad b \in \mathbb{R}^m"),
        (r"A^\dagger = A^{-1}", r"A \in \mathbb{R}^{n \times n} \text{ invertible}"),
        (r"\operatorname{rank}(A) = n \implies A^\dagger A = I", ANY),
        (r"Q^\dagger = Q^\top", r"Q \in \mathbb{R}^{m \times n} \text{ with orthonormal columns}"),
    ],
)
def test_identities_hold(claim, given, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "holds"


@pytest.mark.parametrize(
    ("claim", "given"),
    [
        (r"\operatorname{rank}(A) = n \implies A A^\dagger = I", ANY),
        (r"A A^\dagger = I", TALL),
        (r"A^{+} A = I", WIDE),
        (r"A^\dagger = A^\top", TALL),
    ],
)
def test_false_claims_are_refuted(claim, given, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "refuted"


@pytest.mark.parametrize(
    ("claim", "given", "words"),
    [
        (
            r"\frac{\partial A^\dagger b}{\partial A} = 0",
            ANY + r", \quad b \in \mathbb{R}^m",
            "which varies within the formula",
        ),
        (r"x^+ = x", r"x \in \mathbb{R}^n", "positive part"),
    ],
)
def test_what_varies_or_is_no_matrix_is_refused(claim, given, words, tmp_path):
    found = judged(claim, given, tmp_path)
    assert found.verdict == "undecided"
    assert words in found.message


ANYTHING = ANY + r", \quad b \in \mathbb{R}^m, \quad x \in \mathbb{R}^n"


@pytest.mark.parametrize(
    ("claim", "given", "verdict"),
    [
        (r"A A^+ A = A", ANYTHING, "holds"),
        (r"(A^\top)^\dagger = (A^\dagger)^\top", ANYTHING, "holds"),
        (r"(A^\dagger)^\dagger = A", ANYTHING, "holds"),
        (r"A^\top (A A^\dagger b - b) = 0", ANYTHING, "holds"),
        (r"A (A^\dagger b + (I - A^\dagger A) x) = A A^\dagger b", ANYTHING, "holds"),
        (r"P^2 = P", ANYTHING + r", \quad P := A A^\dagger", "holds"),
        (r"A A^\dagger b = b", ANYTHING + r", \quad A x = b", "holds"),
        (r"A A^\dagger b = b", ANYTHING, "refuted"),
        (r"A^\dagger A = I_n", ANYTHING, "refuted"),
        (r"A^\dagger = A^\top", ANYTHING, "refuted"),
        (r"\|A^\dagger b\| \le \|b\|", ANYTHING, "refuted"),
        (r"\frac{\partial A^\dagger b}{\partial b} = A^\dagger", ANYTHING, "holds"),
        (r"S S^\dagger = S^\dagger S", r"S \in \mathbb{R}^{n \times n} \text{ symmetric}", "holds"),
        (r"M M^\dagger = M^\dagger M", r"M \in \mathbb{R}^{n \times n}", "refuted"),
        (r"M M^\dagger = M^\dagger M", r"M \in \mathbb{R}^{n \times n}, \quad M M^\top = M^\top M", "holds"),
        (r"B^\dagger B = I", TALL + r", \quad B \in \mathbb{R}^{m \times n}", "refuted"),
    ],
)
def test_of_any_rank(claim, given, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("claim", "given", "verdict"),
    [
        (r"\|A^+\|_2 \|A\|_2 \le 1", ANY, "refuted"),
        (r"\|A^+\|_2 \|A\|_2 \le 100", ANY, "refuted"),
        (r"\|A^+ b\|_2 \le \|b\|_2 / \|A\|_2", ANYTHING, "refuted"),
        (r"\|A^+ b\|_2 \le \|A^+\|_2 \|b\|_2", ANYTHING, "holds"),
        (r"(A B)^\dagger = B^\dagger A^\dagger", ANY + r", \quad B \in \mathbb{R}^{n \times p}", "refuted"),
        (r"\operatorname{tr}(A A^+) = \min(m, n)", ANY, "refuted"),
        (r"\operatorname{rank}(A^+) = n", ANY, "refuted"),
        (r"A A^+ = I", ANY + r", \quad A^+ A = I", "refuted"),
        (r"A^\top A A^+ = A^\top", ANY + r", \quad A^+ A = I", "holds"),
        (r"S^+ = S", r"S \in \mathbb{R}^{n \times n} \text{ symmetric}", "refuted"),
        (r"P = A A^+ \implies P^2 = P", ANY + r", \quad P \in \mathbb{R}^{m \times m}", "holds"),
    ],
)
def test_points_of_every_rank(claim, given, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


FULL_COLUMNS = ANY + r", \quad x \in \mathbb{R}^m, \quad A^+ A = I"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\sum_{i=1}^m \sum_{j=1}^i x_j = \sum_{j=1}^m \sum_{i=1}^j x_j", "refuted"),
        (r"\sum_{i=1}^m \sum_{j=1}^i x_j = \sum_{j=1}^m \sum_{i=j}^m x_j", "holds"),
    ],
)
def test_a_hypothesis_about_a_pseudoinverse_that_the_claim_does_not_mention(claim, verdict, tmp_path):
    assert judged(claim, FULL_COLUMNS, tmp_path).verdict == verdict
