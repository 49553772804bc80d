r"""Sums and products with dots, ``x_1 + \dots + x_n``, are read where first and last term differ in one index alone."""

from __future__ import annotations

import pytest

from derive.language.parsing.parser import parse
from derive.language.printing.latex import to_latex
from tests.judged import judged

X = r"x \in \mathbb{R}^n, y \in \mathbb{R}^n"
A = r"A \in \mathbb{R}^{n \times n}"
FAMILY = r"A_1, \dots, A_m \in \mathbb{R}^{n \times n}"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (X, r"x_1 + \dots + x_n = \mathbf{1}^\top x"),
        (X, r"x_1 + x_2 + x_3 + \dots + x_n = \mathbf{1}^\top x"),
        (X, r"x_1^2 + \cdots + x_n^2 = \|x\|_2^2"),
        (X, r"x_1 y_1 + x_2 y_2 + \dots + x_n y_n = x^\top y"),
        (X, r"x_n + x_{n-1} + \dots + x_1 = \mathbf{1}^\top x"),
        (X, r"x_1 + \dots + x_n - x_i = \sum_{j \ne i} x_j"),
        (X, r"x_1 x_2 \cdots x_n = \prod_{i=1}^n x_i"),
        (X, r"x_1 \cdot \ldots \cdot x_n = \prod_{i=1}^n x_i"),
        (X, r"x_1 y_1 \cdots x_n y_n = \prod_{i=1}^n x_i y_i"),
        (X, r"\nabla_x (x_1^2 + \dots + x_n^2) = 2 x"),
        (X, r"(x_1 \cdots x_n) = x^\top"),
        (X, r"(x_1 \cdots x_n) = \prod_i x_i"),
        (X, r"(x_1 x_2 \cdots x_n)^2 \ge 0"),
        (rf"{X} \\ x > 0", r"\log(x_1 \cdots x_n) = \log x_1 + \dots + \log x_n"),
        (r"A_1, A_2, A_3 \in \mathbb{R}^{n \times n}", r"(A_1 \cdots A_3) = A_1 A_2 A_3"),
        (X, r"|x_1 + \dots + x_n| \le |x_1| + \dots + |x_n|"),
        (X, r"e^{x_1} + \dots + e^{x_n} \ge 0"),
        (A, r"\operatorname{tr}(A) = A_{11} + A_{22} + \dots + A_{nn}"),
        (FAMILY, r"\operatorname{tr}(A_1 + \dots + A_m) = \operatorname{tr} A_1 + \dots + \operatorname{tr} A_m"),
        (r"A_1, A_2, A_3 \in \mathbb{R}^{n \times n}", r"(A_1 \cdots A_3)^\top = A_3^\top A_2^\top A_1^\top"),
        (rf"{X} \\ x_1 + \dots + x_n = 0", r"\mathbf{1}^\top x = 0"),
        (r"x_1, \dots, x_m \in \mathbb{R}^d \\ s := x_1 + \dots + x_m", r"s = \sum_{i=1}^m x_i"),
    ],
)
def test_true_claims_with_dots(given, claim, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "holds"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (X, r"x_1 + x_2 + \dots + x_n = 2\,\mathbf{1}^\top x"),
        (X, r"x_1^2 + \cdots + x_n^2 \le \frac{1}{2} \|x\|_2^2"),
        (X, r"x_1 y_n + \dots + x_n y_1 = x^\top y"),
        (X, r"x_2 + \dots + x_n = \mathbf{1}^\top x"),
        (X, r"x_1 + \dots + x_{n-1} = \mathbf{1}^\top x"),
        (X, r"x_1 x_2 \cdots x_n = \mathbf{1}^\top x"),
        (X, r"\nabla_x (x_1^2 + \dots + x_n^2) = x"),
        (rf"{X} \\ x > 0", r"\log(x_1 \cdots x_n) = \log x_1 + \log x_n"),
        (r"A_1, A_2, A_3 \in \mathbb{R}^{n \times n}", r"(A_1 \cdots A_3) = A_3 A_2 A_1"),
        (A, r"\operatorname{tr}(A) = A_{11} + A_{12} + \dots + A_{1n}"),
        (FAMILY, r"\operatorname{tr}(A_1 + \dots + A_m) = \operatorname{tr} A_1 + \operatorname{tr} A_m"),
        (rf"{X} \\ x_1 + \dots + x_n = 0", r"\mathbf{1}^\top x = 1"),
        (r"x_1, \dots, x_m \in \mathbb{R}^d \\ s := x_1 + \dots + x_m", r"s = x_1 + x_m"),
    ],
)
def test_false_claims_with_dots(given, claim, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "refuted"


@pytest.mark.parametrize(
    "claim",
    [
        r"x_1 + x_3 + \dots + x_n = \mathbf{1}^\top x",
        r"x_1^2 + x_2 + \dots + x_n = \mathbf{1}^\top x",
        r"2 x_1 + x_2 + \dots + x_n = \mathbf{1}^\top x",
        r"x_1 - x_2 + \dots + x_n = \mathbf{1}^\top x",
        r"x_2 + \dots + x_{2n} = 0",
        r"x_2 + x_4 + \dots + x_{2n} = 0",
        r"x_1 + \dots + y_n = 0",
        r"x_1 y_2 + \dots + x_n y_n = 0",
        r"x_i + \dots + x_j = 0",
        r"x_1 + \dots = 0",
        r"x_1 x_3 \cdots x_n = 0",
        r"x_1 \cdots x_n x_1 = 0",
        r"\log x_1 \cdots x_n = 0",
        r"\frac{\partial}{\partial x_1} x_1 \cdots x_n = 0",
        r"2 \cdot 4 \cdots 2 n \ge 1",
        r"x_1 \odot x_1 \cdots x_n \odot x_n = 0",
        r"1 + 3 + \dots + n = n",
    ],
)
def test_what_fits_no_pattern_is_refused(claim, tmp_path):
    result = judged(claim, X, tmp_path)
    assert result.verdict == "undecided"
    assert "differ in one index alone" in result.message


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (r"x_1 + \dots + x_4", r"x_1 + x_2 + x_3 + x_4"),
        (r"A_3 \cdots A_1", r"A_3 A_2 A_1"),
        (r"a - x_1 - \dots - x_n", r"a - \sum_{i = 1}^n (x_i)"),
        (r"x_1 x_2 + \dots + x_{n-1} x_n", r"\sum_{i = 1}^{n - 1} (x_i x_{i + 1})"),
        (r"x_1 y_n + \dots + x_n y_1", r"\sum_{i = 1}^n (x_i y_{n + 1 - i})"),
        (r"A_{i1} x_1 + \dots + A_{in} x_n", r"\sum_{j = 1}^n (A_{i, j} x_j)"),
        (r"x_{k+1} + x_{k+2} + \dots + x_n", r"\sum_{i = k + 1}^n (x_i)"),
        (r"1 + x + x^2 + \dots + x^n", r"1 + x + \sum_{i = 2}^n (x^i)"),
        (r"[x_1 \cdots x_n]", r"[x_1 \cdots x_n]"),
        (r"i = 1 \dots n", r"i = 1 \ldots n"),
        (r"x_{i_1 \dots i_k}", r"x_{i_1 \ldots i_k}"),
    ],
)
def test_what_dots_stand_for(text, written):
    assert to_latex(parse(text)) == written
