r"""Norms of vectors by their subscripts, divergences, plus-minus signs, functions of numbers at matrices, implied arguments."""

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

DEFINITE = r"x, y \in \mathbb{R}^n, A \in \mathbb{R}^{n \times n}, A \succ 0"
FISHER = r"g, v \in \mathbb{R}^n, F \in \mathbb{R}^{n \times n}, F \succ 0"
POWER = r"x \in \mathbb{R}^n, p \in \mathbb{R}, p \ge 1"
PAIR = r"p \in \Delta^{n-1}, q \in \Delta^{n-1}"
SOFT = r"x, y \in \mathbb{R}^n \\ p := \operatorname{softmax}(x), q := \operatorname{softmax}(y)"
NUMBERS = r"a, b \in \mathbb{R}"
VECTORS = r"x, y \in \mathbb{R}^n"
SQUARE = r"A \in \mathbb{R}^{n \times n}"
LAYER = r"W \in \mathbb{R}^{k \times d}, w \in \mathbb{R}^d, \beta \in \mathbb{R} \\ "
LOGISTIC = LAYER + r"\sigma(z) := \frac{1}{1+e^{-z}}"
PSI = LAYER + r"\psi(t) := \beta t + t^2 e^{-t} + 1"
LEAST = r"X \in \mathbb{R}^{n \times d}, y \in \mathbb{R}^n \\ f(w) := \frac12 \|X w - y\|^2"
LOSS = r"\ell(u, v) := \frac12 (u - v)^2"


@pytest.mark.parametrize(
    ("given", "claim", "verdicts"),
    [
        (DEFINITE, r"\|x\|_A^2 = x^\top A x", "holds"),
        (DEFINITE, r"\|x\|_A^2 = x^\top x", "refuted"),
        (DEFINITE, r"\|x\|_{A^{-1}}^2 = x^\top A^{-1} x", "holds"),
        (DEFINITE, r"\|x\|_A^2 \le \lambda_{\max}(A) \|x\|^2", "holds"),
        (DEFINITE, r"\|x\|_A^2 \ge \lambda_{\max}(A) \|x\|^2", "refuted"),
        (DEFINITE, r"|x^\top y| \le \|x\|_A \|y\|_{A^{-1}}", "holds"),
        (DEFINITE, r"|x^\top y| \le \|x\|_A \|y\|_A", "refuted"),
        (DEFINITE, r"\nabla_x \frac12 \|x - y\|_A^2 = A (x - y)", "holds"),
        (DEFINITE, r"\nabla_x \frac12 \|x - y\|_A^2 = A x - y", "refuted"),
        (DEFINITE.replace(r", A \succ 0", ""), r"\nabla_x \frac12 \|x - y\|_A^2 = A (x - y)", "refuted"),
        (r"x \in \mathbb{R}^n, F \in \mathbb{R}^{n \times n}, F \succ 0", r"\|x\|_F^2 = x^\top F x", "ambiguous"),
        (FISHER, r"\arg\min_w g^\top w + \frac12 \|w - v\|_F^2 = v - F^{-1} g", "ambiguous"),
        (FISHER, r"\arg\min_w g^\top w + \frac12 \|w - v\|_F^2 = v - g", "ambiguous"),
        (FISHER, r"\arg\min_w g^\top w + \frac12 \|w - v\|_F^2 = v + g", "refuted"),
        (r"x \in \mathbb{R}^n, F(x) := 2x", r"\|x\|_F^2 = x^\top x", "holds"),
        (VECTORS, r"\|x\|_4^4 = \sum_i x_i^4", "holds"),
        (VECTORS, r"\|x\|_4^4 = \sum_i x_i^2", "refuted"),
        (VECTORS, r"\|x\|_2 \le \|x\|_4", "refuted"),
        (POWER, r"\|x\|_p^p = \sum_i |x_i|^p", "holds"),
        (POWER, r"\|2 x\|_p = 2 \|x\|_p", "holds"),
        (POWER, r"\|x\|_1 \le \|x\|_p", "refuted"),
        (VECTORS, r"\|x\|_0 \le n", "holds"),
        (VECTORS, r"\|x\|_0 \ge n", "refuted"),
        (SQUARE, r"\|A\|_3 \le \|A\|_F", "undecided"),
        (PAIR, r"\mathrm{KL}(p \| q) \ge 0", "holds"),
        (PAIR, r"D_{\mathrm{KL}}(p \| q) = \sum_{i=1}^n p_i \log \frac{p_i}{q_i}", "holds"),
        (PAIR, r"D_{KL}(p \,\|\, q) = D_{KL}(q \,\|\, p)", "refuted"),
        (PAIR, r"\operatorname{KL}\left(p \,\middle\|\, q\right) \ge \|p - q\|_1^2", "refuted"),
        (SOFT, r"\nabla_y D_{\mathrm{KL}}(p \| q) = q - p", "holds"),
        (SOFT, r"\nabla_y D_{\mathrm{KL}}(p \| q) = p - q", "refuted"),
        (SOFT, r"\mathrm{KL}(p \| q) + \|x - y\| \ge 0", "holds not-refuted"),
        (NUMBERS, r"(a \pm b)^2 = a^2 \pm 2ab + b^2", "holds"),
        (NUMBERS, r"(a \pm b)^2 = a^2 \pm 2ab - b^2", "refuted"),
        (NUMBERS, r"(a \pm b)^2 = a^2 \mp 2ab + b^2", "refuted"),
        (NUMBERS, r"(a \mp b)^3 = a^3 \mp 3 a^2 b + 3 a b^2 \mp b^3", "holds"),
        (NUMBERS, r"a = \pm b", "undecided"),
        (VECTORS, r"\pm 2 \langle x, y \rangle \le \|x\|^2 + \|y\|^2", "holds"),
        (VECTORS, r"\pm 3 \langle x, y \rangle \le \|x\|^2 + \|y\|^2", "refuted"),
        (r"\lambda_\pm \in \mathbb{R}", r"2 \lambda_\pm = \lambda_\pm + \lambda_\pm", "holds"),
        (r"y \in \{\pm 1\}^n", r"\|y\|^2 = n", "holds"),
        (SQUARE, r"A \odot I = \mathrm{diag}(A)", "holds"),
        (SQUARE, r"A \odot I = 2 \mathrm{Diag}(A)", "refuted"),
        (SQUARE, r"\mathbf{1}^\top \mathrm{diag}(A) = \operatorname{tr}(A)", "holds"),
        (LOGISTIC, r"\sigma'(z) = \sigma(z)(1 - \sigma(z))", "holds"),
        (LOGISTIC, r"\sigma'(z) = \sigma(z)(1 + \sigma(z))", "refuted"),
        (LOGISTIC, r"\nabla_w \sigma(w^\top w) = 2 \sigma(w^\top w) (1 - \sigma(w^\top w)) w", "holds"),
        (LOGISTIC, r"\nabla_w \sigma(w^\top w) = \sigma(w^\top w) (1 - \sigma(w^\top w)) w", "refuted"),
        (PSI, r"\psi(W w)_i = \beta (W w)_i + ((W w)_i)^2 e^{-(W w)_i} + 1", "holds"),
        (PSI, r"\psi(W w)_i = \beta (W w)_i + (W w)_i e^{-(W w)_i} + 1", "refuted"),
        (PSI, r"\frac{\partial \psi(W w)}{\partial w} = \operatorname{diag}(\psi'(W w)) W", "holds"),
        (PSI, r"\frac{\partial \psi(W w)}{\partial w} = \operatorname{diag}(\psi(W w)) W", "refuted"),
        (LAYER + r"\phi(u) := \max(0, u)", r"\|\phi(W w)\| \le \|W w\|", "holds"),
        (LAYER + r"\phi(u) := \max(0, u)", r"\|\phi(W w)\| \le \frac12 \|W w\|", "refuted"),
        (LEAST, r"\nabla f(w) = X^\top (X w - y)", "holds"),
        (LEAST, r"\nabla f(w) = X^\top (X w + y)", "refuted"),
        (r"a \in \mathbb{R}^d \\ f(x) := a^\top x", r"\nabla f(x) = a", "holds"),
        (r"a \in \mathbb{R}^d \\ f(x) := a^\top x", r"\nabla f(x) = x", "refuted"),
        (LOSS, r"\frac{\partial \ell}{\partial u} = u - v", "holds"),
        (LOSS, r"\partial_1 \ell(u, v) = u - v", "holds"),
        (LOSS, r"\partial_2 \ell(u, v) = u - v", "refuted"),
    ],
)
def test_what_is_read(given, claim, verdicts, tmp_path):
    found = judged(claim, given, tmp_path)
    assert found.verdict in verdicts.split(), found.message


def test_what_an_argument_was_taken_to_be_is_told(tmp_path):
    assert any("argument alone" in note for note in judged(r"\sigma(z) > 0", LOGISTIC, tmp_path).notes)


@pytest.mark.parametrize("given", [r"f(b) := a^\top b", r"f(n) := n^2"])
def test_an_argument_that_may_be_anything_is_refused(given, tmp_path):
    with pytest.raises(BadPaper, match="is not declared"):
        judged("1 = 1", given, tmp_path)
