"""An entry of a name is no guess where names with numbers stand beside it: x_i beside x, x_1 and x_2."""

from __future__ import annotations

import pytest

from tests.judged import judged

THREE = r"x, x_1, x_2 \in \mathbb{R}^n"
BLOCKS = (
    r"A_{11}, A_{12}, A_{21}, A_{22} \in \mathbb{R}^{n \times n} \\ "
    r"A := \begin{bmatrix} A_{11} & A_{12} \\ A_{21} & A_{22} \end{bmatrix}"
)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (THREE, r"\|x_i\|_2 \le \|x\|_2"),
        (THREE, r"\max_{i \in \{1,\dots,2\}} \|x_i\|_2 \le \|x\|_2"),
        (THREE, r"\|x_1\|_2^2 + \|x_2\|_2^2 = \sum_{i=1}^{2} \|x_i\|_2^2"),
        (THREE, r"x_3 \le \|x\|_2"),
        (rf"{THREE} \\ x = x_1 + x_2", r"x = \sum_{i=1}^2 x_i"),
        (r"\hat{x}, \hat{x}_1 \in \mathbb{R}^n", r"\|\hat{x}_i\|_2 \le \|\hat{x}\|_2"),
        (r"f, f_1, f_2 : \mathbb{R}^n \to \mathbb{R}^n, \quad x \in \mathbb{R}^n", r"|f_i(x)| \le \|f(x)\|_2"),
        (BLOCKS, r"\|A\|_F^2 = \sum_{i=1}^2 \sum_{j=1}^2 \|A_{ij}\|_F^2"),
        (BLOCKS, r"\sum_{i=1}^2 \operatorname{tr} A_{ii} = \operatorname{tr} A"),
        (BLOCKS, r"A_{13} \le \|A\|_2"),
    ],
)
def test_an_entry_or_one_of_several_names_is_not_guessed(given, claim, tmp_path):
    result = judged(claim, given, tmp_path)
    assert result.verdict == "undecided"
    assert "it may be an entry of" in result.message


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (THREE, r"\|x_1 + x_2\|_2 \le \|x_1\|_2 + \|x_2\|_2"),
        (r"x, x_0 \in \mathbb{R}^n", r"x_i - x_0^\top x \le \|x\|_2 + \|x_0\|_2 \|x\|_2"),
        (r"\mathbf{x}_1, \mathbf{x}_2, x \in \mathbb{R}^n", r"x_i \le \|x\|_2"),
        (r"A, A_1, A_2 \in \mathbb{R}^{n \times n}", r"A_{ij} \le \|A\|_2"),
        (r"i \in \{1, \dots, m\}, \quad x \in \mathbb{R}^n, \quad x_i \in \mathbb{R}^n", r"\|x_i\|_2 \ge 0"),
        (r"f : \mathbb{R}^n \to \mathbb{R}^n, \quad x \in \mathbb{R}^n", r"|f_i(x)| \le \|f(x)\|_2"),
    ],
)
def test_names_that_are_no_entries(given, claim, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "holds"
