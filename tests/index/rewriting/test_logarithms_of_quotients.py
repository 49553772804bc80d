r"""Logarithms of powers and quotients: ``log det(A)^{-1/2}``, ``log(1 - s)`` for s = 1/(1 + e^{-a}), ``log(1/(sqrt(2 pi) a))``."""

from pathlib import Path

import pytest

from tests.judged import judged

LOGISTIC = r"a \in \mathbb{R}, s := \frac{1}{1 + e^{-a}}"
DEFINITE = r"A \in \mathbb{R}^{n \times n}, A \succ 0"
POSITIVE = r"a, b \in \mathbb{R}_{>0}"
WEIGHTS = r"x \in \mathbb{R}^n, p_i := \frac{e^{x_i}}{\sum_j e^{x_j}}"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (DEFINITE, r"\log \det(A)^{-1/2} = -\frac{1}{2} \log \det A", "holds"),
        (DEFINITE, r"\log \det(A)^{-1/2} = \frac{1}{2} \log \det A", "refuted"),
        (LOGISTIC, r"\ln(1 - s) = \ln(s) - a", "holds"),
        (LOGISTIC, r"\ln(1 - s) = \ln(s) + a", "refuted"),
        (LOGISTIC, r"\ln s + \ln(1 - s) = -a - 2 \ln(1 + e^{-a})", "holds"),
        (LOGISTIC, r"\frac{d}{d a} \ln \frac{s}{1 - s} = 1", "holds"),
        (LOGISTIC, r"\ln \frac{s}{1 - s} = -a", "refuted"),
        (POSITIVE, r"\log(1 + \frac{a}{1 + b}) = \log(1 + a + b) - \log(1 + b)", "holds"),
        (POSITIVE, r"\log(1 + \frac{a}{1 + b}) = \log(1 + a + b)", "refuted"),
        (POSITIVE, r"\log \frac{1}{\sqrt{2 \pi} a} = -\frac{1}{2} \log(2 \pi) - \log a", "holds"),
        (POSITIVE, r"\log \frac{1}{\sqrt{2 \pi} a} = -\log(2 \pi) - \log a", "refuted"),
        (WEIGHTS, r"\log \frac{p_i}{p_j} = x_i - x_j", "holds"),
        (WEIGHTS, r"\log \frac{p_i}{p_j} = x_j - x_i", "refuted"),
    ],
)
def test_logarithms(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == verdict
