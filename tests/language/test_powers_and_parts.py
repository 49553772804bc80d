r"""Inverse functions, positive parts, fractional powers of matrices."""

import pytest

from tests.judged import mended

GIVEN = (
    r"A \in \mathbb{R}^{n \times n}, \quad x, d \in \mathbb{R}^n, \quad d > 0, \quad a, b, t \in \mathbb{R} \\ "
    r"D := \operatorname{diag}(d), \quad f(t) := t^3 + 1, \quad F(t) := t A"
)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\sin^{-1}(a) = \frac{1}{\sin(a)}", "undecided"),
        (r"\cos^{-1} a = \frac{1}{\cos(a)}", "undecided"),
        (r"\tanh^{-1}(x) = x", "undecided"),
        (r"\Phi^{-1}(a) = \frac{1}{\Phi(a)}", "undecided"),
        (r"f^{-1}(t) = \frac{1}{f(t)}", "undecided"),
        (r"\sin(a)^{-1} = \frac{1}{\sin(a)}", "holds"),
        (r"\sin^2(a) + \cos^2(a) = 1", "holds"),
        (r"\det^{-1}(A) = \frac{1}{\det(A)}", "holds"),
        (r"\operatorname{diag}^{-1}(x) = \operatorname{diag}(x)^{-1}", "holds"),
        (r"F^{-1}(t) = \frac{1}{t} A^{-1}", "holds"),
        (r"\tan(a) = \sin(a)", "refuted"),
        (r"[a]_+ = \max(0, a)", "holds"),
        (r"(a - b)_+ = \max(0, a - b)", "holds"),
        (r"[x]_+ = \operatorname{ReLU}(x)", "holds"),
        (r"[a]_+^2 = a^2", "needs-hypothesis"),
        (r"[a]_+ = |a|", "needs-hypothesis"),
        (r"A^\dagger A = I", "refuted"),
        (r"A^+ A = I", "refuted"),
        (r"D^{-1/2} D D^{-1/2} = I", "holds"),
        (r"D^{-1/2} D D^{-1/2} = 2 I", "refuted"),
        (r"D^{-\frac{1}{2}}_{ii} = \frac{1}{\sqrt{d_i}}", "holds"),
        (r"D^{0.5} D^{0.5} = D", "holds"),
        (r"(D + I)^{1/2} (D + I)^{1/2} = D + I", "holds"),
        (r"A^{1/2} A^{1/2} = A", "undecided"),
        (r"(D A)^{1/2} (D A)^{1/2} = D A", "undecided"),
        (r"A^{1/2}_{ij} = \sqrt{A_{ij}}", "undecided"),
    ],
)
def test_verdicts(claim: str, verdict: str, tmp_path):
    assert mended(claim, GIVEN, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        (r"\sin^{-1}(a) = a", "inverse functions"),
        (r"A^{1/2} = A", "positive semidefinite"),
    ],
)
def test_messages(claim: str, said: str, tmp_path):
    assert said in mended(claim, GIVEN, tmp_path).message
