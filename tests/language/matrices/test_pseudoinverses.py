"""Pseudoinverses of matrices that are said to have full rank; of others they are refused, not guessed."""

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
        (r"A A^+ A = A", ANY, "which need not have full rank"),
        (r"B^\dagger B = I", TALL + r", \quad B \in \mathbb{R}^{m \times n}", "pseudoinverse of B"),
        (r"x^+ = x", r"x \in \mathbb{R}^n", "positive part"),
    ],
)
def test_what_need_not_have_full_rank_is_refused(claim, given, words, tmp_path):
    found = judged(claim, given, tmp_path)
    assert found.verdict == "undecided"
    assert words in found.message
