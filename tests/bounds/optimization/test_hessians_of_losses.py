r"""Hessians of losses of linear functions: convexity and smoothness, numbers in front of matrices."""

import pytest

from tests.judged import judged

CLAIMS = [
    (
        r"X \in \mathbb{R}^{n \times d}, w \in \mathbb{R}^d \\ f(w) := \sum_{i=1}^n \log(1 + e^{X_{i,:} w})",
        r"\nabla^2 f(w) \succeq 0",
        "holds",
    ),
    (
        r"X \in \mathbb{R}^{n \times d}, w \in \mathbb{R}^d \\ f(w) := \sum_{i=1}^n \log(1 + e^{(X w)_i})",
        r"\nabla^2 f(w) \succeq 0",
        "holds",
    ),
    (
        r"X \in \mathbb{R}^{n \times d}, w \in \mathbb{R}^d \\ f(w) := \mathbf{1}^\top \log(1 + \exp(X w))",
        r"\nabla^2 f(w) \succeq 0",
        "holds",
    ),
    (
        r"X \in \mathbb{R}^{n \times d}, w \in \mathbb{R}^d \\ f(w) := \mathbf{1}^\top \log(1 + \exp(X w))",
        r"\nabla^2 f(w) \preceq \frac14 X^\top X",
        "holds",
    ),
    (
        r"x \in \mathbb{R}^n \\ f(x) := \log \sum_i e^{x_i}",
        r"\nabla^2 f(x) \succeq 0",
        "holds",
    ),
    (
        r"x \in \mathbb{R}^n, A \in \mathbb{R}^{m \times n} \\ f(x) := \log \sum_i e^{(A x)_i}",
        r"\nabla^2 f(x) \succeq 0",
        "holds",
    ),
    (
        r"x \in \mathbb{R}^n, A \in \mathbb{R}^{m \times n}, b \in \mathbb{R}^m \\ f(x) := \frac12 \|A x - b\|^2 + \lambda \|x\|^2 \\ \lambda > 0",
        r"\nabla^2 f(x) \succeq 2 \lambda I",
        "holds",
    ),
    (
        r"x \in \mathbb{R}^n_{>0} \\ f(x) := \sum_i x_i \log x_i",
        r"\nabla^2 f(x) \succeq 0",
        "holds",
    ),
    (
        r"x \in \mathbb{R}^n \\ f(x) := \sum_i x_i^4",
        r"\nabla^2 f(x) \succeq 0",
        "holds",
    ),
    (
        r"x \in \mathbb{R}^n \\ f(x) := \sum_i \cos x_i",
        r"\nabla^2 f(x) \succeq 0",
        "refuted",
    ),
    (
        r"x_i \in \mathbb{R}^d, w \in \mathbb{R}^d \text{ for } i = 1, \dots, n \\ f(w) := \sum_{i=1}^n \log(1 + e^{-w^\top x_i})",
        r"\nabla^2 f(w) \succeq 0",
        "holds",
    ),
    (
        r"x \in \mathbb{R}^d, w \in \mathbb{R}^d \\ f(w) := \log(1 + e^{-w^\top x})",
        r"\nabla^2 f(w) \succeq 0",
        "holds",
    ),
    (
        r"x \in \mathbb{R}^d, w \in \mathbb{R}^d \\ f(w) := \log(1 + e^{-w^\top x})",
        r"\|\nabla f(w)\| \le \|x\|",
        "holds",
    ),
    (
        r"x \in \mathbb{R}^d, w \in \mathbb{R}^d \\ f(w) := \log(1 + e^{-w^\top x})",
        r"\nabla^2 f(w) \preceq \frac14 \|x\|^2 I",
        "holds",
    ),
    (
        r"x \in \mathbb{R}^d, w \in \mathbb{R}^d \\ f(w) := \log(1 + e^{-w^\top x})",
        r"\nabla^2 f(w) \preceq \frac18 \|x\|^2 I",
        "refuted",
    ),
    (
        r"x_i \in \mathbb{R}^d, c_i \in \mathbb{R} \text{ for } i = 1, \dots, n \\ c_i \ge 0 \\ M := \sum_i c_i x_i x_i^\top",
        r"M \succeq 0",
        "holds",
    ),
    (
        r"u \in \mathbb{R}",
        r"\frac{e^{-u}}{1 + e^{-u}} - \frac{e^{-2u}}{(1 + e^{-u})^2} \ge 0",
        "holds",
    ),
    (
        r"u \in \mathbb{R}",
        r"\frac{e^{-u}}{1 + e^{-u}} - \frac{e^{-2u}}{(1 + e^{-u})^2} \le \frac14",
        "holds",
    ),
    (
        r"u \in \mathbb{R}, x \in \mathbb{R}^d",
        r"(\frac{e^{-u}}{1 + e^{-u}} - \frac{e^{-2u}}{(1 + e^{-u})^2}) x x^\top \succeq 0",
        "holds",
    ),
    (
        r"u \in \mathbb{R}, x \in \mathbb{R}^d",
        r"(\frac{e^{-u}}{1 + e^{-u}} - \frac{e^{-2u}}{(1 + e^{-u})^2}) x x^\top \preceq \frac14 x x^\top",
        "holds",
    ),
    (
        r"u \in \mathbb{R}, x \in \mathbb{R}^d \\ s := \frac{1}{1 + e^{-u}}",
        r"s (1 - s) x x^\top \preceq \frac14 x x^\top",
        "holds",
    ),
    (
        r"u \in \mathbb{R}",
        r"\frac{e^{-u}}{1 + e^{-u}} - \frac{(e^{-u})^2}{(1 + e^{-u})^2} \ge 0",
        "holds",
    ),
    (
        r"u \in \mathbb{R}",
        r"\frac{e^{-u}}{1 + e^{-u}} - \frac{(e^{-u})^2}{(1 + e^{-u})^2} \le \frac14",
        "holds",
    ),
    (
        r"s \in \mathbb{R}",
        r"s (1 - s) \le \frac14",
        "holds",
    ),
    (
        r"s \in \mathbb{R}, x \in \mathbb{R}^d",
        r"s (1 - s) x x^\top \preceq \frac14 x x^\top",
        "holds",
    ),
    (
        r"s \in \mathbb{R}, x \in \mathbb{R}^d",
        r"s (1 - s) x x^\top \preceq \frac15 x x^\top",
        "refuted",
    ),
    (
        r"s \in \mathbb{R}, x \in \mathbb{R}^d",
        r"s^2 x x^\top + x x^\top \succeq 2 s x x^\top",
        "holds",
    ),
    (
        r"u \in \mathbb{R}",
        r"e^{-2u} = (e^{-u})^2",
        "holds",
    ),
    (
        r"u \in \mathbb{R}",
        r"e^{-u} e^{u} \le 1",
        "holds",
    ),
    (
        r"u \in \mathbb{R}",
        r"e^{2u} + 1 \ge 2 e^u",
        "holds",
    ),
    (
        r"u \in \mathbb{R}",
        r"e^{u} + e^{-u} \ge 2",
        "holds",
    ),
    (
        r"u \in \mathbb{R}",
        r"\frac{e^u}{(1 + e^u)^2} \le \frac14",
        "holds",
    ),
    (
        r"u \in \mathbb{R} \\ \sigma(z) := \frac{1}{1 + e^{-z}}",
        r"\sigma(u) (1 - \sigma(u)) \le \frac14",
        "holds",
    ),
    (
        r"u \in \mathbb{R} \\ \sigma(z) := \frac{1}{1 + e^{-z}}",
        r"\sigma(u) (1 - \sigma(u)) \le \frac15",
        "refuted",
    ),
]


@pytest.mark.parametrize(("given", "claim", "verdict"), CLAIMS)
def test_signs_of_hessians(given, claim, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
