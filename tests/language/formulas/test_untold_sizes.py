r"""Sizes that only a statement itself tells: those of ``\mathbf{1}``, and of arguments that a definition alone names."""

import re
from pathlib import Path

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

CLAIMS = [
    (
        r"n \in \mathbb{N}",
        r"\lambda_{\max}(\mathbf{1} \mathbf{1}^\top) = n",
        "holds",
    ),
    (
        r"n \in \mathbb{N}",
        r"\lambda_{\max}(\mathbf{1} \mathbf{1}^\top) = n + 1",
        "refuted",
    ),
    (
        r"n \in \mathbb{N}",
        r"\|\mathbf{1}\|_2 = \sqrt{n}",
        "holds",
    ),
    (
        r"n \in \mathbb{N}",
        r"\operatorname{tr} I = n",
        "holds",
    ),
    (
        r"n \in \mathbb{N} \\ H := I - \frac1n \mathbf{1} \mathbf{1}^\top",
        r"H^2 = H",
        "holds",
    ),
    (
        r"n \in \mathbb{N} \\ H := I - \frac1n \mathbf{1} \mathbf{1}^\top",
        r"H \mathbf{1} = \mathbf{1}",
        "refuted",
    ),
    (
        r"X \in \mathbb{R}^{n \times d} \\ H := I - \frac1n \mathbf{1} \mathbf{1}^\top \\ C := \frac1n X^\top H X",
        r"C \succeq 0",
        "holds",
    ),
    (
        r"f(X) := X X^\top X \\ A \in \mathbb{R}^{m \times n}",
        r"f(A) = A A^\top A",
        "holds",
    ),
    (
        r"f(X) := X X^\top X \\ A \in \mathbb{R}^{m \times n}",
        r"f(A) = A^\top A A^\top",
        "ill-typed",
    ),
    (
        r"k(u, v) := \exp(-\gamma \|u - v\|^2) \\ \gamma > 0 \\ x, y \in \mathbb{R}^d",
        r"k(x, y) = k(y, x)",
        "holds",
    ),
    (
        r"k(u, v) := \exp(-\gamma \|u - v\|^2) \\ \gamma > 0 \\ x, y \in \mathbb{R}^d",
        r"k(x, y) \le 1",
        "holds",
    ),
    (
        r"k(u, v) := \exp(-\gamma \|u - v\|^2) \\ \gamma > 0 \\ x, y \in \mathbb{R}^d",
        r"\nabla_x k(x, y) = -2 \gamma (x - y) k(x, y)",
        "holds",
    ),
    (
        r"k(u, v) := \exp(-\gamma \|u - v\|^2) \\ \gamma > 0 \\ x, y \in \mathbb{R}^d",
        r"\nabla_x k(x, y) = 2 \gamma (x - y) k(x, y)",
        "refuted",
    ),
    (
        r"f(x) := \sum_i x_i^2 \\ z \in \mathbb{R}^n",
        r"f(z) = \|z\|^2",
        "holds",
    ),
    (
        r"f(x) := \sum_i x_i^2 \\ z \in \mathbb{R}^n",
        r"\nabla f(z) = 2 z",
        "holds",
    ),
    (
        r"f(x) := \sum_i x_i^2 \\ z \in \mathbb{R}^n",
        r"\nabla f(z) = z",
        "refuted",
    ),
    (
        r"f(x) := \sum_i x_i^2 \\ z \in \mathbb{R}^n",
        r"\nabla_z f(z) = 2 z",
        "holds",
    ),
    (
        r"f(x) := \sum_i x_i^2",
        r"\nabla f(x) = 2 x",
        "holds",
    ),
    (
        r"f(x) := \sum_i x_i^2",
        r"\nabla^2 f(x) = 2 I",
        "holds",
    ),
    (
        r"f(x) := \|x\|^2",
        r"\nabla f(x) = x",
        "refuted",
    ),
    (
        r"f(W) := \frac12 \|W\|_F^2",
        r"\nabla f(W) = W",
        "holds",
    ),
    (
        r"f(x) := \log \sum_j e^{x_j}",
        r"\nabla f(x) = \operatorname{softmax}(x)",
        "holds",
    ),
    (
        r"g(X) := \operatorname{tr}(X^\top X) \\ B \in \mathbb{R}^{p \times q}",
        r"g(B) = \|B\|_F^2",
        "holds",
    ),
    (
        r"g(X) := \operatorname{tr}(X^\top X) \\ B \in \mathbb{R}^{p \times q}",
        r"g(B) = \|B\|_2^2",
        "refuted",
    ),
    (
        r"f(x) := \|A x - b\|^2 \\ A \in \mathbb{R}^{m \times n}, b \in \mathbb{R}^m",
        r"\nabla f(x) = 2 A^\top (A x - b)",
        "holds",
    ),
    (
        r"f(x) := x^\top x, g(x) := x^\top x \cdot x \\ z \in \mathbb{R}^n",
        r"\frac{\partial g(z)}{\partial z} = \|z\|^2 I + 2 z z^\top",
        "holds",
    ),
    (
        r"x \in \mathbb{R}^n, f(x) := \|x\|^2, z \in \mathbb{R}^m",
        r"\nabla f(z) = 2 z",
        "holds",
    ),
    (
        r"x \in \mathbb{R}^n, f(x) := \|x\|^2, z \in \mathbb{R}^m",
        r"\nabla^2 f(z) = 2 I_m",
        "holds",
    ),
    (
        r"x \in \mathbb{R}^n, f(x) := \|x\|^2, z \in \mathbb{R}^m",
        r"\nabla f(z) = z",
        "refuted",
    ),
    (
        r"f(X) := \operatorname{tr}(X) \\ A \in \mathbb{R}^{n \times n}",
        r"f(A) = 0",
        "refuted",
    ),
    (
        r"L(\theta) := \frac12 \|\theta\|^2",
        r"\nabla L(\theta) = \theta",
        "holds",
    ),
    (
        r"f(x) := x^2",
        r"f'(x) = 2 x",
        "holds",
    ),
    (
        r"f(X) := \log \det X \\ A \in \mathbb{R}^{n \times n}, A \succ 0",
        r"\nabla f(A) = A^{-1}",
        "holds",
    ),
    (
        r"f(X) := \log \det X \\ A \in \mathbb{R}^{n \times n}, A \succ 0",
        r"\nabla f(A) = 2 A^{-1}",
        "refuted",
    ),
    (
        r"p(x) := \operatorname{softmax}(x)",
        r"\frac{\partial p(x)}{\partial x} = \operatorname{diag}(p(x)) - p(x) p(x)^\top",
        "holds",
    ),
]
REFUSED = [
    (r"n, m \in \mathbb{N}", r"\operatorname{tr} I = n + m", "cannot be inferred"),
    (r"n \in \mathbb{N}, J := \mathbf{1} \mathbf{1}^\top", r"J^2 = n J", "cannot be inferred"),
    (
        r"f(x) := \|A y - b\|^2 \\ A \in \mathbb{R}^{m \times n}, b \in \mathbb{R}^m",
        r"\nabla f(x) = 2 A^\top (A x - b)",
        "y is not declared",
    ),
    (r"f(x) := \frac{1}{n} \sum_{i=1}^n x_i", r"\nabla f(x) = \frac1n \mathbf{1}", "n is not declared"),
    (r"f(x) := \sum_i x_i^2, x \in \mathbb{R}", r"f(x) = 2", "x_i^2 is not declared"),
]


@pytest.mark.parametrize(("given", "claim", "verdict"), CLAIMS)
def test_sizes_are_what_the_statement_needs(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize(("given", "claim", "message"), REFUSED)
def test_what_nothing_tells_is_refused(given: str, claim: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(BadPaper, match=re.escape(message)):
        judged(claim, given, tmp_path)


def test_the_report_says_what_was_supposed(tmp_path: Path) -> None:
    result = judged(r"\nabla f(x) = 2 x", r"f(x) := \sum_i x_i^2", tmp_path)
    assert any("taken to be n_x x 1" in note for note in result.notes)
    result = judged(r"\|\mathbf{1}\|_2 = \sqrt{n}", r"n \in \mathbb{N}", tmp_path)
    assert any("of size n" in note for note in result.notes)
