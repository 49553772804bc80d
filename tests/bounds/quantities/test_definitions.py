"""What norms are by definition is proved for all sizes; near misses are not."""

import pytest

import derive

A = r"A \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{m \times q}, C \in \mathbb{R}^{p \times n}, D \in \mathbb{R}^{p \times q}, x \in \mathbb{R}^n"
TRUE = [
    r"\left\|\frac{\partial^2 (A x)}{\partial x^2}\right\|_2 = 0",
    r"\|\operatorname{diag}(x)\|_2 = \max_j |x_j|",
    r"\|\operatorname{diag}(\operatorname{softmax}(x))\|_2 = \max_j \operatorname{softmax}(x)_j",
    r"\|A\|_F^2 = \sum_{i=1}^m \sum_{j=1}^n |A_{ij}|^2",
    r"\|A\|_{\max} = \max_{i,j} |A_{ij}|",
    r"\|A\|_F \le \sqrt{n} \|A\|_1",
    r"\|A\|_F \le \sqrt{m} \|A\|_\infty",
    r"\sup_{\|x\|_2 \le 1} \|A x\|_2 = \|A\|_2",
    r"\lambda_1(\mathbf{1}_{m \times m}) = m",
    r"\left\|\begin{pmatrix} A & B \\ C & D \end{pmatrix}\right\|_2 \le 2 \max(\|A\|_2, \|B\|_2, \|C\|_2, \|D\|_2)",
]
FALSE = [
    r"\left\|\frac{\partial (A x)}{\partial x}\right\|_2 = 0",
    r"\|\operatorname{diag}(x)\|_2 = \max_j x_j",
    r"\|A\|_F^2 = \sum_{i=1}^m \sum_{j=1}^n |A_{ij}|",
    r"\|A\|_F \le \sqrt{m} \|A\|_1",
    r"\|A\|_F \le \sqrt{n} \|A\|_\infty",
    r"\sup_{\|x\|_2 \ge 1} \|A x\|_2 = \|A\|_2",
    r"\sup_{\|x\|_1 \le 1} \|A x\|_2 = \|A\|_2",
    r"\lambda_1(\mathbf{1}_{m \times m}) = 1",
    r"\left\|\begin{pmatrix} A & B \\ C & D \end{pmatrix}\right\|_2 \le \frac32 \max(\|A\|_2, \|B\|_2, \|C\|_2, \|D\|_2)",
]


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (
            r"S \in \mathbb{R}^{n \times n}, A := \operatorname{softmax}(S), a \in \mathbb{R}, u \in \mathbb{R}^n, u \ne 0, A u = a u",
            r"|a| \le 1",
            "holds",
        ),
        (
            r"A \in \mathbb{R}^{n \times n}, a \in \mathbb{R}, u \in \mathbb{R}^n, \|u\|_2 = 1, A u = a u",
            r"|a| \le \|A\|_2",
            "holds",
        ),
        (
            r"A \in \mathbb{R}^{n \times n}, a \in \mathbb{R}, u \in \mathbb{R}^n, A u = a u",
            r"|a| \le \|A\|_2",
            "refuted",
        ),
        (
            r"A \in \mathbb{R}^{n \times n}, a \in \mathbb{R}, u \in \mathbb{R}^n, u \ge 0, A u = a u",
            r"|a| \le \|A\|_2",
            "refuted",
        ),
        (
            r"n \in \mathbb{N}",
            r"\operatorname{rank}(\mathbf{1}_n \mathbf{e}_1^\top) = 1 \quad \text{with } \mathbf{e}_1 \in \mathbb{R}^{n}",
            "holds",
        ),
    ],
)
def test_eigenvectors_and_outer_products(given, claim, verdict):
    found = derive.check(claim, given=given).verdict
    assert found == verdict or (verdict == "refuted" and found == "needs-hypothesis")


@pytest.mark.parametrize("claim", TRUE)
def test_definitions_and_equivalences_are_proved(claim):
    result = derive.check(claim, given=A)
    assert result.verdict == "holds" and result.strength != "exact"


@pytest.mark.parametrize("claim", FALSE)
def test_near_misses_are_not(claim):
    assert derive.check(claim, given=A).verdict != "holds"
