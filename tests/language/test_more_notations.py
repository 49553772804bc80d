r"""Braces as brackets, indicators, sums over several indices, labels with a transpose mark, names of two bold letters."""

import pytest

from derive.errors import DeriveError
from derive.language.parsing.parser import statements
from derive.language.problems.elaborate import elaborate_block
from derive.language.scope.scope import Scope
from tests.judged import mended

GIVEN = (
    r"A \in \mathbb{R}^{n \times n}, \quad W, V^{(2)}, X^{Q} \in \mathbb{R}^{m \times n}, \quad x, y \in \mathbb{R}^n, "
    r"\quad a, b, c, t \in \mathbb{R}, \quad f(t) := t^2, \quad \mathbf{dP} := A A"
)
INDEXED = GIVEN + r", \quad k, l \in \{1, \dots, n\}, \quad R_k := k A"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\left\{ a + b \right\} c = a c + b c", "holds"),
        (r"\{ a + b \} c = a + b c", "refuted"),
        (r"\exp\{a + b\} = \exp(a) \exp(b)", "holds"),
        (r"\mathbb{I}\{W x > 0\} \odot (W x) = \operatorname{ReLU}(W x)", "holds"),
        (r"\mathbb{I}(x^\top y > 0) = \mathbf{1}[x^\top y > 0]", "holds"),
        (r"\mathbb{I}[x > 0] \odot x = x", "needs-hypothesis"),
        (r"\mathbb{I}_n x = x", "holds"),
        (r"\sum_{i,j=1}^n A_{ij} = \mathbf{1}^\top A \mathbf{1}", "holds"),
        (r"\sum_{i,j=1}^n A_{ij} = \operatorname{tr}(A)", "refuted"),
        (r"\sum_{1 \le i,j \le n} A_{ij} = \mathbf{1}^\top A \mathbf{1}", "holds"),
        (r"\sum_{1 \le i, j \le n} A_{ij} = \operatorname{tr}(A)", "refuted"),
        (r"V^{(2)\top} = (V^{(2)})^\top", "holds"),
        (r"V^{(2),\top} V^{(2)} = (V^{(2)\top} V^{(2)})^\top", "holds"),
        (r"X^{Q\top}_{ij} = X^Q_{ji}", "holds"),
        (r"A^{2\top} = (A^2)^\top", "holds"),
        (r"\mathbf{dP} = A^2", "holds"),
        (r"\mathbf{dP}_{ij} = \sum_k A_{ik} A_{kj}", "holds"),
        (r"\mathbf{dP} = A", "refuted"),
        (r"A \succcurlyeq 0 \implies A = A^\top", "holds"),
        (r"A \preccurlyeq 0 \implies \operatorname{tr}(A) \ge 0", "refuted"),
        (r"\arg\min_x \|x\|_2 = 0", "undecided"),
        (r"\mathbb{E}[a] = a", "undecided"),
        (r"A A \cdots A = A", "undecided"),
    ],
)
def test_verdicts(claim: str, verdict: str, tmp_path):
    assert mended(claim, GIVEN, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [(r"R_{k - l} = (k - l) A", "holds"), (r"R_{k-l} = R_k", "refuted"), (r"R_k + R_l = R_{k+l}", "holds")],
)
def test_families_at_computed_indices(claim: str, verdict: str, tmp_path):
    assert mended(claim, INDEXED, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        (r"\mathbb{E}[a] = a", "no variable has a distribution"),
        (r"\binom{n}{2} = n", r"\binom is not supported"),
        (r"A A \cdots A = A", "differ in one index alone"),
        (r"X^{Q\top}_{ij} = q_i", "q_i is not declared"),
        (r"\begin{pmatrix} q_1 & \cdots & q_n \end{pmatrix} = A", "q_i is not declared"),
        (r"f\{a\} = a^2", "round brackets"),
    ],
)
def test_messages(claim: str, said: str):
    scope = Scope.root().given(GIVEN)
    with pytest.raises(DeriveError) as problem:
        elaborate_block(statements(claim, (), {key.plain for key in scope.visible()}), scope)
    assert said in str(problem.value)


def test_a_word_is_read_alike_in_its_block_and_further_in():
    scope = Scope.root().given(r"A \in \mathbb{R}^{n \times n}, \quad \mathbf{dP} := A A, \quad Q := \mathbf{dP} A")
    scope = scope.child().given(r"Z := \mathbf{dP} \mathbf{dP}")
    assert {"dP", "Q", "Z"} <= {key.plain for key in scope.visible()}
