r"""What papers write, each with a true and a false claim: short forms, conditions in front, formulas inside words, series with dots,
constraints, rows by small letters, gradients by an inverse, names that move.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from derive.errors import DeriveError
from derive.language.parsing.parser import parse
from derive.language.printing.latex import to_latex
from proofs.reading.paper import BadPaper
from tests.judged import judged

SQUARE = r"A \in \mathbb{R}^{n \times n}"
AVERAGE = r"t \in \mathbb{N}, t \ge 1, \beta \in \mathbb{R}, m_t, g_t \in \mathbb{R}^n, m_t = \beta m_{t-1} + (1-\beta) g_t"
STEPS = r"k \in \mathbb{N}, x_k \in \mathbb{R}^n, \eta > 0, f : \mathbb{R}^n \to \mathbb{R}, x_{k+1} = x_k - \eta \nabla f(x_k)"
DATA = r"X \in \mathbb{R}^{n \times d}, y \in \mathbb{R}^n, w \in \mathbb{R}^d"
MAP = r"A \in \mathbb{R}^{m \times n}, X \in \mathbb{R}^{n \times p}, f(X) := A X"
VECTORS = r"x, a \in \mathbb{R}^n"
FLOW = r"W, A \in \mathbb{R}^{n \times n}, \tau > 0, \tau \frac{dW}{dt} = A W"
KERNEL = r"\theta \in \mathbb{R}, K_\theta \in \mathbb{R}^{n \times n}"
LOGDET = r"\frac{\partial}{\partial \theta} \log\det K_\theta"
TOTAL = r"x \in \mathbb{R}, y \in \mathbb{R}^n, f : \mathbb{R} \times \mathbb{R}^n \to \mathbb{R}"
PARTS = r"x \in \mathbb{R}, \mathbf{u} \in \mathbb{R}^l, \mathbf{U}(x) \in \mathbb{R}^{m \times n}, g : \mathbb{R}^{m \times n} \to \mathbb{R}"
DOTTED = r"A, B \in \mathbb{R}^{p \times q}, m \in \mathbb{N}, \mathbf{R}_m := \operatorname{vec}_r(\cdot)^\top \otimes \mathbf{I}_m"
CLAIMS = [  # given, claim, verdict
    (rf"J := e_i e_j^\top, {SQUARE}", r"\operatorname{tr}(A J) = A_{ji}", "holds"),
    (rf"J := e_i e_j^\top, {SQUARE}", r"\operatorname{tr}(A J) = A_{ij}", "refuted"),
    (r"A \in \mathbb{R}^{m \times n}, J^{ij} := e_i e_j^\top", r"\operatorname{tr}(A J^{kl}) = A_{lk}", "holds"),
    (rf"{SQUARE}, J^{{ij}} := e_i e_j^\top", r"\operatorname{tr}(A J^{kl}) = A_{kl}", "refuted"),
    (r"A \in \mathbb{R}^{m \times n}, J_{ij} := e_i e_j^\top", r"\sum_{i,j} A_{ij} J_{ij} = A", "holds"),
    (r"A \in \mathbb{R}^{m \times n}, J_{ij} := e_i e_j^\top", r"\sum_{i,j} A_{ij} J_{ij} = 2 A", "refuted"),
    (rf"{SQUARE}, i \ne j", r"I_{ij} + A_{ij} = A_{ij}", "holds"),
    (rf"i \ne j, {SQUARE}", r"I_{ij} + A_{ij} = 2 A_{ij}", "refuted"),
    (rf"J := e_i e_j^\top, i \ne j, {SQUARE}", r"\operatorname{tr}(J + A) = \operatorname{tr}(A)", "holds"),
    (rf"J := e_i e_j^\top, {SQUARE}", r"\operatorname{tr}(J + A) = \operatorname{tr}(A)", "refuted"),
    (AVERAGE, r"m_t - m_{t-1} = (1 - \beta) (g_t - m_{t-1})", "holds"),
    (AVERAGE, r"m_t - m_{t-1} = (1 - \beta) g_t", "refuted"),
    (r"t \in \mathbb{N}, t \ge 1, x_t \in \mathbb{R}, x_t = 2 x_{t-1}, x_0 = 1", r"x_t = 2^t", "holds"),
    (r"t \in \mathbb{N}, t \ge 1, x_t \in \mathbb{R}, x_t = 2 x_{t-1}, x_0 = 1", r"x_t = 2^{t+1}", "refuted"),
    (STEPS, r"\|x_{k+1} - x_k\| = \eta \|\nabla f(x_k)\|", "holds"),
    (STEPS, r"\|x_{k+1} - x_k\| = 2 \eta \|\nabla f(x_k)\|", "refuted"),
    (r"\text{Let $A, B \in \mathbb{R}^{n \times n}$ and $x \in \mathbb{R}^n$}", r"(A + B) x = A x + B x", "holds"),
    (r"\text{$A \in \mathbb{R}^{n \times n}$ is symmetric}", r"A = A^\top", "holds"),
    (r"\text{$A \in \mathbb{R}^{n \times n}$ is symmetric}", r"A = -A^\top", "refuted"),
    (r"x \in \mathbb{R}", r"|x| = \begin{cases} x & \text{if $x \ge 0$} \\ -x & \text{if $x < 0$} \end{cases}", "holds"),
    (r"x \in \mathbb{R}", r"|x| = \begin{cases} x & \text{if $x \ge 1$} \\ -x & \text{otherwise} \end{cases}", "refuted"),
    (r"x \in \mathbb{R}", r"x > 0 \quad \text{if $x \ne 0$}", "refuted"),
    (DATA, r"X^\top X = \sum_{i=1}^n x_i x_i^\top", "holds"),
    (DATA, r"X^\top X = 2 \sum_{i=1}^n x_i x_i^\top", "refuted"),
    (r"X \in \mathbb{R}^{n \times n}", r"X^\top X = \sum_{i=1}^n x_i x_i^\top", "ambiguous"),
    (DATA, r"X^\top (X w - y) = \sum_{i=1}^n (x_i^\top w - y_i) x_i", "holds"),
    (DATA, r"X^\top (X w - y) = \sum_{i=1}^n (x_i^\top w + y_i) x_i", "refuted"),
    (r"\Sigma, S \in \mathbb{R}^{n \times n}", r"\nabla_{\Sigma^{-1}} \operatorname{tr}(S \Sigma^{-1}) = S^\top", "holds"),
    (r"\Sigma, S \in \mathbb{R}^{n \times n}", r"\nabla_{\Sigma^{-1}} \operatorname{tr}(S \Sigma^{-1}) = S", "refuted"),
    (MAP, r"\|D f(X)\|_2 \le \|A\|_2", "holds"),
    (MAP, r"\|D f(X)\|_2 \le \frac{1}{2} \|A\|_2", "refuted"),
    (DOTTED, r"\mathbf{R}_m(A) + \mathbf{R}_m(B) = \mathbf{R}_m(A + B)", "holds"),
    (DOTTED, r"\mathbf{R}_m(2 A) = \mathbf{R}_m(A)", "refuted"),
    (r"x \in \mathbb{R}, f := \sin(\cdot)", r"f'(x) = \cos x", "holds"),
    (r"x \in \mathbb{R}, f := \sin(\cdot)", r"f'(x) = -\cos x", "refuted"),
    (VECTORS, r"\|a\|_2 = \max_x a^\top x \text{ subject to } \|x\|_2 \le 1", "holds"),
    (VECTORS, r"2 \|a\|_2 = \max_x a^\top x \text{ subject to } \|x\|_2 \le 1", "refuted"),
    (VECTORS, r"\|a\|_2 = \max_{x : \|x\|_2 = 1} a^\top x", "holds"),
    (VECTORS, r"\|a\|_1 = \max_{x, \|x\|_2 = 1} a^\top x", "refuted"),
    (r"a \in \mathbb{R}^n, v := \max_{x \in \mathbb{R}^n} a^\top x \quad \text{s.t.} \quad \|x\|_2 \le 1", r"v = \|a\|_2", "holds"),
    (r"x \in \mathbb{R}", r"\max_{x, x^2 - 3 x \le 0} x \le 0", "refuted"),
    (FLOW, r"\frac{d}{dt} \|W\|_F^2 = \frac{2}{\tau} \operatorname{tr}(W^\top A W)", "holds"),
    (FLOW, r"\frac{dW}{dt} = \tau A W", "refuted"),
    (FLOW.replace(r"W, A", r"W : \mathbb{R} \to \mathbb{R}^{n \times n}, A"), r"\frac{dW}{dt} = \frac{1}{\tau} A W", "holds"),
    (KERNEL, rf"{LOGDET} = \operatorname{{tr}}(K_\theta^{{-1}} \frac{{\partial K_\theta}}{{\partial \theta}})", "holds"),
    (rf"{KERNEL}, K_\theta \succ 0", rf"{LOGDET} = \operatorname{{tr}}(K_\theta^{{-1}} \frac{{\partial K_\theta}}{{\partial \theta}})", "holds"),
    (KERNEL, rf"{LOGDET} = 2 \operatorname{{tr}}(K_\theta^{{-1}} \frac{{\partial K_\theta}}{{\partial \theta}})", "refuted"),
    (rf"{KERNEL}, K_\theta \succ 0", r"\frac{\partial K_\theta}{\partial \theta} = (\frac{\partial K_\theta}{\partial \theta})^\top", "ambiguous"),
    (r"\theta \in \mathbb{R}, \sigma_\theta \in \mathbb{R}_{>0}", r"\frac{\partial}{\partial \theta} \frac{\theta^2}{\sigma_\theta} = \frac{2 \theta}{\sigma_\theta}", "undecided"),
    (PARTS, r"\frac{\partial g(\mathbf{U})}{\partial x} = \sum_p \sum_q \frac{\partial g(\mathbf{U})}{\partial u_{pq}} \frac{\partial u_{pq}}{\partial x}", "holds"),
    (PARTS, r"\frac{\partial g(\mathbf{U})}{\partial x} = 2 \sum_p \sum_q \frac{\partial g(\mathbf{U})}{\partial u_{pq}} \frac{\partial u_{pq}}{\partial x}", "refuted"),
    (TOTAL, r"d f(x, y) = \frac{\partial f}{\partial x} dx + \frac{\partial f}{\partial y} dy", "holds"),
    (TOTAL, r"d f(x, y) = \frac{\partial f}{\partial x} dx + 2 \frac{\partial f}{\partial y} dy", "refuted"),
    (r"x, y \in \mathbb{R}^n", r"x^\top y = \sum x_i y_i", "holds"),
    (r"x, y \in \mathbb{R}^n", r"x^\top y = 2 \sum x_i y_i", "refuted"),
    (r"p \in \mathbb{R}^n, H := -\sum p_i \log p_i", r"H = -\sum_{j=1}^n p_j \log p_j", "holds"),
    (SQUARE, r"0 = \operatorname{tr}(I - I) = \operatorname{tr}(A - A)", "holds"),
    (SQUARE, r"0 = \operatorname{tr}(I) = \operatorname{tr}(A)", "refuted"),
    (r"a \in \mathbb{R}, |a| < 1", r"a + a^2 + \cdots = \frac{a}{1 - a}", "holds"),
    (r"a \in \mathbb{R}, |a| < 1", r"a + a^2 + \cdots = \frac{1}{1 - a}", "refuted"),
    (r"a \in \mathbb{R}, |a| < 1", r"1 - a + a^2 - a^3 + \cdots = \frac{1}{1 + a}", "holds"),
    (r"a \in \mathbb{R}, 0 < a < 1", r"1 - a + a^2 - a^3 + \cdots = \frac{1}{1 - a}", "refuted"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "claim", "verdict"), CLAIMS)
def test_true_and_false_neighbors(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize(("given", "claim", "part"), [
    (rf"{SQUARE}, J := e_i e_j^\top", r"\sum_{i,j} A_{ij} J = A", "i is bound where a name stands that speaks of it"),
    (rf"{SQUARE}, i \ne j", r"\sum_i A_{ij} = 0", "a condition on i, which the claim does not name"),
    (rf"i \ne j, {SQUARE}, A_{{ij}} = 0", r"A_{ij} = 0", "i is not declared"),
    (r"x \in \mathbb{R}", r"x = 1 \quad \text{if $x }$}", "plain words only"),
    (rf"{SQUARE}, A \succ 0", r"\operatorname{chol}(A) = A", "name the factor"),
    (DATA, r"x_1 = w", "x_1 is not declared"),
    (r"W \in \mathbb{R}^{n \times n}", r"w_i = 0", "w_i is not declared"),
    (r"x, y \in \mathbb{R}^n", r"x_i = \sum x_i y_i", "the index of this sum is missing"),
    (SQUARE, r"\operatorname{tr}(A) = \sum A_{ij}", "the index of this sum is missing"),
    (r"X \in \mathbb{R}^{n \times d}, Y \in \mathbb{R}^{n \times k}", r"2 x_i + y_i = 0", "is not declared"),
])  # fmt: skip
def test_what_is_not_certain_is_refused(given: str, claim: str, part: str, tmp_path: Path) -> None:
    with pytest.raises((BadPaper, DeriveError)) as refused:
        judged(claim, given, tmp_path)
    assert part in str(refused.value)


@pytest.mark.parametrize(("written", "meant"), [
    (r"I + X + \frac{X^2}{2!} + \frac{X^3}{3!} + \cdots", r"I + \sum_{i = 1}^{\infty} (\frac{X^i}{i!})"),
    (r"X - \frac{X^3}{3!} + \frac{X^5}{5!} - \cdots", r"\sum_{i = 0}^{\infty} ((-1)^i \frac{X^{2 i + 1}}{(2 i + 1)!})"),
    (r"a_1 A + 2 a_2 x A^2 + 3 a_3 x^2 A^3 + \cdots", r"\sum_{i = 0}^{\infty} ((i + 1) a_{i + 1} x^i A^{i + 1})"),
    (r"1 + 2 + 4 + \cdots", None),
    (r"I x + x^2 + x^3 + \cdots", None),
    (r"x I + x^2 + x^3 + \cdots", None),
    (r"x + \frac{x^2}{2} + \cdots", None),
    (r"x + 2 x^2 + \cdots", None),
    (r"1 + \frac{1}{2} + \cdots", None),
    (r"\frac{1}{2} + \frac{1}{4} + \cdots", None),
    (r"x + x^2 + x^4 + \cdots", None),
    (r"x - x^2 - x^3 + \cdots", None),
    (r"\frac{1}{2} + \frac{1}{4} + \frac{1}{8} + \cdots", None),
    (r"x + \cdots", None),
])  # fmt: skip
def test_series_with_dots(written: str, meant: str | None) -> None:
    found = to_latex(parse(written))
    assert (r"\infty" in found) == (meant is not None)
    assert meant is None or parse(found).same(parse(meant)), found
