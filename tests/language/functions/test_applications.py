r"""A bracket behind a defined function: its argument, or a factor of its value, or either."""

import pytest

from tests.judged import judged

SOFTMAX = (
    r"x, y, v, w \in \mathbb{R}^n, \quad c \in \mathbb{R}, \quad p(x) := \operatorname{softmax}(x), \quad "
    r"J(x) := \operatorname{diag}(p) - p p^\top, \quad \mu := p^\top x"
)
FAMILY = r"x \in \mathbb{R}^n, \quad p_i(x) := \frac{e^{x_i}}{\sum_j e^{x_j}}, \quad m := \sum_j p_j x_j"
TEMPERED = r"z \in \mathbb{R}^n, \quad \beta \in \mathbb{R}_{>0}, \quad p_i(\beta) := \frac{e^{\beta z_i}}{\sum_j e^{\beta z_j}}, \quad m := \sum_j p_j z_j"
NORM = r"x, y \in \mathbb{R}^n, \quad A \in \mathbb{R}^{m \times n}, \quad c \in \mathbb{R}, \quad \sigma(x) := \|x\|_2, \quad z := x / \sigma"
ATTENTION = (
    r"X \in \mathbb{R}^{n \times d}, \quad Y \in \mathbb{R}^{m \times k}, \quad v \in \mathbb{R}^n, \quad "
    r"A(X) := \operatorname{softmax}(X X^\top)"
)
PROJECTION = r"x, y \in \mathbb{R}^n, \quad P(x) := I - x x^\top / \|x\|^2"
NUMBERS = r"t, s \in \mathbb{R}, \quad f(t) := e^t, \quad g(t) := f(t) + 1, \quad \sigma(t) := \frac{1}{1 + e^{-t}}"
CASES = [
    (SOFTMAX, r"p_1 (x_1 - \mu) = 1", "refuted"),
    (SOFTMAX, r"|p_1 (x_1 - x_2)| \le 1", "refuted"),
    (SOFTMAX, r"p_1 (x_1 + 1) = 1", "refuted"),
    (SOFTMAX, r"p(c) = 1", "ill-typed"),
    (SOFTMAX, r"p((x_1 - x_2)) = 1", "ill-typed"),
    (SOFTMAX, r"\sum_i p_i (x_i - \mu) = 0", "holds"),
    (SOFTMAX, r"\sum_i p_i (x_i - \mu)^2 = \sum_i p_i x_i^2 - \mu^2", "holds"),
    (SOFTMAX, r"\sum_i p_i (x_i - \mu)^2 = \sum_i p_i x_i^2", "refuted"),
    (SOFTMAX, r"\partial \mu / \partial x_i = p_i (1 + x_i - \mu)", "holds"),
    (SOFTMAX, r"J (v + w) = J v + J w", "holds"),
    (SOFTMAX, r"J (v + w) = J v - J w", "refuted"),
    (SOFTMAX, r"y^\top J (y + \mathbf{1}) = y^\top J y", "holds"),
    (SOFTMAX, r"p^\top (v - w) = p^\top v - p^\top w", "holds"),
    (SOFTMAX, r"J (v + w) = \operatorname{diag}(p(v + w)) - p(v + w) p(v + w)^\top", "holds"),
    (SOFTMAX, r"p(x + c \mathbf{1}) = p", "holds"),
    (SOFTMAX, r"p_i(x + c \mathbf{1}) = p_i", "holds"),
    (FAMILY, r"\sum_{i=1}^n p_i (x_i - m) = 0", "holds"),
    (FAMILY, r"\sum_{i=1}^n p_i (x_i - m) = 1", "refuted"),
    (TEMPERED, r"\frac{d p_i}{d \beta} = p_i (z_i - m)", "ambiguous"),
    (ATTENTION, r"\sum_j A_{ij} (X X^\top)_{jl} = (A X X^\top)_{il}", "holds"),
    (ATTENTION, r"\sum_j A_{ij} (X X^\top)_{jl} = (A X X^\top)_{li}", "refuted"),
    (NORM, r"\sigma (z^\top x) = \|x\|_2^2", "holds"),
    (NORM, r"\sigma (z^\top x) = |z^\top x|", "refuted"),
    (NORM, r"\sigma(y^\top x) = |y^\top x|", "ill-typed"),
    (NORM, r"\sigma(c) = |c|", "ill-typed"),
    (NORM, r"\sigma(A x) \le \|A\|_2 \sigma(x)", "holds"),
    (NORM, r"\sigma(x + y) \le \sigma(x) + \sigma(y)", "holds"),
    (ATTENTION, r"A (v - \mathbf{1}) = A v - \mathbf{1}", "holds"),
    (ATTENTION, r"A (I - \frac{1}{n} \mathbf{1}\mathbf{1}^\top) \mathbf{1} = 0", "ambiguous"),
    (ATTENTION, r"A(2 Y) \mathbf{1}_m = \mathbf{1}_m", "holds"),
    (PROJECTION, r"P (x + y) = P y", "holds"),
    (PROJECTION, r"P(x + y) (x + y) = 0", "holds"),
    (NUMBERS, r"\frac{d \sigma}{dt} = \sigma (1 - \sigma)", "holds"),
    (NUMBERS, r"\frac{d \sigma}{dt} = 2 \sigma (1 - \sigma)", "refuted"),
    (NUMBERS, r"f(t + s) = f(t) f(s)", "holds"),
    (NUMBERS, r"f(t + s) = e^s f", "holds"),
    (NUMBERS, r"\frac{d f}{dt} = f (t + 1)", "refuted"),
    (NUMBERS, r"f(g(t)) = e f(f(t))", "holds"),
]


@pytest.mark.parametrize(("given", "claim", "verdict"), CASES)
def test_what_a_bracket_behind_a_function_is(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
