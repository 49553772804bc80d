r"""What is cancelled is defined as it is written: ``exp(log(a)) = a`` says nothing of negative numbers."""

import pytest

from tests.judged import judged

A, XY, M = r"a, b \in \mathbb{R}", r"x, y \in \mathbb{R}^n", r"A \in \mathbb{R}^{n \times n}"


@pytest.mark.parametrize(
    ("given", "claim", "verdicts"),
    [
        (A, r"\exp(\log(a)) = |a|", "holds"),
        (A, r"\exp(\log(a)) = a", "holds"),
        (A, r"\exp(\log(a)) = -a", "refuted"),
        (A, r"\exp(\log(a)) = -|a|", "refuted"),
        (A, r"\log(a) - \log(a) + |a| = a", "holds"),
        (A, r"\log(a) - \log(a) + |a| = -a", "refuted"),
        (A, r"\tfrac{1}{2}\exp(2\log(a - b)) + |b - a| = \tfrac12 (a-b)^2 + a - b", "holds"),
        (A, r"\tfrac{1}{2}\exp(2\log(a - b)) + |b - a| = \tfrac12 (a-b)^2 + b - a", "refuted"),
        (A, r"\exp(\log(a+b)) = |a+b|", "holds"),
        (A, r"\exp(\log(ab)) = |ab|", "holds"),
        (XY, r"\exp(\log(x^\top y)) = |x^\top y|", "holds"),
        (M, r"\exp(\log(\det A)) = |\det A|", "holds"),
        (M, r"\exp(\log(\det A)) = -\det A", "refuted"),
        (A, r"\frac{\partial \log(a)}{\partial a} = \frac{1}{|a|}", "holds"),
        (A, r"\frac{\partial \log(a)}{\partial a} = -\frac{1}{|a|}", "refuted"),
        (A, r"\sqrt{a}\sqrt{a} = |a|", "holds undecided"),
        (A, r"\sqrt{a}\sqrt{a} = -a", "refuted"),
    ],
)
def test_verdicts(given: str, claim: str, verdicts: str, tmp_path):
    result = judged(claim, given, tmp_path)
    assert result.verdict in verdicts.split()
    assert "differs" not in result.message
