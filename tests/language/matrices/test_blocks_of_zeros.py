r"""The size of a block of zeros in a row or a column of zeros alone: told by what the matrix stands with, or refused."""

from __future__ import annotations

import pytest

from derive.language.parsing.parser import statements
from derive.language.problems.elaborate import elaborate_block
from derive.language.scope.scope import Scope
from derive.sizes import Size
from proofs.reading.paper import BadPaper
from tests.judged import judged

GIVEN = (
    r"A, B, Z \in \mathbb{R}^{n \times n}, \quad C \in \mathbb{R}^{m \times n}, \quad x \in \mathbb{R}^n, \quad s \in \mathbb{R} \\"
    r" M \in \mathbb{R}^{(m + n) \times (m + n)}, \quad M := \begin{bmatrix} 0 & 0 \\ 0 & A \end{bmatrix}"
)
CORNER = r"\begin{bmatrix} A & 0 \\ 0 & 0 \end{bmatrix}"
OTHER = r"\begin{bmatrix} 0 & 0 \\ 0 & B \end{bmatrix}"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        # Beside blocks of a known size.
        (CORNER + OTHER + " = 0", "holds"),
        (CORNER + OTHER + " = " + OTHER, "refuted"),
        (CORNER + " + " + OTHER + r" = \begin{bmatrix} A & 0 \\ 0 & B \end{bmatrix}", "holds"),
        (CORNER + " - " + OTHER + r" = \begin{bmatrix} A & 0 \\ 0 & B \end{bmatrix}", "refuted"),
        (r"\|\begin{bmatrix} A & 0 \end{bmatrix} - \begin{bmatrix} 0 & Z \end{bmatrix}\|_F^2 = \|A\|_F^2 + \|Z\|_F^2", "holds"),
        (r"\|\begin{bmatrix} A & 0 \end{bmatrix} - \begin{bmatrix} 0 & Z \end{bmatrix}\|_F^2 = \|A - Z\|_F^2", "refuted"),
        (r"\operatorname{blockdiag}(A, 0) \operatorname{blockdiag}(0, B) = 0", "holds"),
        (r"\operatorname{blockdiag}(A, 0) + \operatorname{blockdiag}(0, B) = \operatorname{blockdiag}(A, -B)", "refuted"),
        # Told by a stated shape, a difference of sizes included.
        (CORNER + r" \in \mathbb{R}^{2n \times 2n}", "holds"),
        (CORNER + r" \in \mathbb{R}^{(n + 1) \times (n + 1)}", "holds"),
        (CORNER + r" \in \mathbb{R}^{n \times n}", "ill-typed"),
        (r"\operatorname{tr} M = \operatorname{tr} A", "holds"),
        (r"\operatorname{tr}(I - M) = m + n - \operatorname{tr} A", "holds"),
        (r"\operatorname{tr}(I - M) = 1 + n - \operatorname{tr} A", "refuted"),
        (r"\|\begin{bmatrix} I_m & 0 \end{bmatrix} + C\|_F^2 \ge 0", "holds"),
        (r"\|\begin{bmatrix} I_m & 0 \end{bmatrix} + C\|_F^2 = \|C\|_F^2 + m", "refuted"),
        # Rows and columns of other blocks.
        (r"\begin{bmatrix} I & C \\ 0 & 0 \end{bmatrix}^2 = \begin{bmatrix} I & C \\ 0 & 0 \end{bmatrix}", "holds"),
        (r"\begin{bmatrix} I & C \\ 0 & 0 \end{bmatrix}^2 = \begin{bmatrix} I & 2C \\ 0 & 0 \end{bmatrix}", "refuted"),
        # Among numbers a 0 is a number.
        (r"\begin{bmatrix} 0 & s \\ 0 & 0 \end{bmatrix}^2 = 0", "holds"),
        (r"\operatorname{tr}(I - \begin{bmatrix} s & 0 \\ 0 & 0 \end{bmatrix}) = 2 - s", "holds"),
        (r"\operatorname{tr}(I - \begin{bmatrix} s & 0 \\ 0 & 0 \end{bmatrix}) = 3 - s", "refuted"),
        (r"\begin{bmatrix} x \\ 0_{1 \times 1} \end{bmatrix} \in \mathbb{R}^{n + 1}", "holds"),
    ],
)  # fmt: skip
def test_zeros_take_the_size_of_what_they_stand_with(claim: str, verdict: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    "claim",
    [
        r"\operatorname{tr}(I - " + CORNER + r") = n + 1 - \operatorname{tr} A",
        r"\|I - " + CORNER + r"\|_F^2 = \|I - A\|_F^2 + 1",
        r"\begin{bmatrix} x^\top & 0 \end{bmatrix} \begin{bmatrix} x \\ 0 \end{bmatrix} = x^\top x",
        r"(x, 0)^\top (x, 0) = x^\top x",
        r"\operatorname{tr}(I - \operatorname{blockdiag}(A, 0)) = n + 1 - \operatorname{tr} A",
    ],
)
def test_zeros_of_unknown_size_are_refused(claim: str, tmp_path):
    with pytest.raises(BadPaper, match="the size of a block of zeros cannot be inferred"):
        judged(claim, GIVEN, tmp_path)


def test_a_difference_of_sizes_is_not_negative():
    scope = Scope().given(r"C \in \mathbb{R}^{m \times n}")
    (typed,) = elaborate_block(statements(r"C = \begin{bmatrix} I_m & 0 \end{bmatrix}"), scope)
    assert ("<=", Size.of("m") - Size.of("n")) in typed.problem.rules.relations
