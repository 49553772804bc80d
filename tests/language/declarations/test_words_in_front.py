r"""Properties in front of the names that they are said of, and lists of numbers that nothing else declares."""

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

FACTORS = r"U \in \mathbb{R}^{m \times k}, V \in \mathbb{R}^{n \times k}"
SPECTRUM = r"U \in \mathbb{R}^{n \times n}, U^\top U = I, \Lambda := \operatorname{diag}(\lambda_1, \dots, \lambda_n), S := U \Lambda U^\top"
FOR_ALL = r"(U Q) (V Q)^\top = U V^\top \quad \text{for all %s } Q \in \mathbb{R}^{k \times k}"
FORM = r"x^\top S x \ge 0 \quad \text{for all } x \in \mathbb{R}^n \text{ and %s } S \in \mathbb{R}^{n \times n}"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (FACTORS, FOR_ALL % "orthogonal", "holds"),
        (FACTORS, FOR_ALL % "symmetric", "refuted"),
        (FACTORS, FORM % "symmetric positive semidefinite", "holds"),
        (FACTORS, FORM % "symmetric", "refuted"),
        (r"x \in \mathbb{R}^n \text{ and symmetric } S \in \mathbb{R}^{n \times n}", r"S = S^\top", "holds"),
        (r"x \in \mathbb{R}^n \text{ and } S \in \mathbb{R}^{n \times n}", r"S = S^\top", "refuted"),
        (r"\text{symmetric } S \in \mathbb{R}^{n \times n}", r"S = S^\top", "holds"),
        (r"S \in \mathbb{R}^{n \times n} \text{ is symmetric, } x \in \mathbb{R}^n", r"S = S^\top", "holds"),
        (r"a_1, \dots, a_n > 0", r"\sum_i a_i > 0", "holds"),
        (r"a_1, \dots, a_n > 0", r"\sum_i a_i > 1", "refuted"),
        (SPECTRUM, r"S^2 = U \Lambda^2 U^\top", "holds"),
        (SPECTRUM, r"S^2 = U \Lambda U^\top", "refuted"),
        (
            r"\lambda_1, \dots, \lambda_n > 0, \Lambda := \operatorname{diag}(\lambda_1, \dots, \lambda_n)",
            r"\Lambda \succ 0",
            "holds",
        ),
        (
            r"\lambda \in \mathbb{R}^n, \Lambda := \operatorname{diag}(\lambda_1, \dots, \lambda_n)",
            r"\Lambda \mathbf{1} = \lambda",
            "holds",
        ),
    ],
)
def test_readings(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (r"\sigma_1, \dots, \sigma_n > 0, A \in \mathbb{R}^{n \times n}", r"\|A\| = \sigma_1"),  # those of A, perhaps
        (FACTORS, r"U Q = U \quad \text{for all orthogonal } Q \in \mathbb{R}^{k \times m}"),
    ],
)
def test_what_is_not_certain_is_refused(given: str, claim: str, tmp_path):
    with pytest.raises(BadPaper):
        judged(claim, given, tmp_path)
