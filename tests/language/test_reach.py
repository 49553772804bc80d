r"""Notations that papers use, with what they mean: true claims hold, and their false neighbors do not."""

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

SHAPES = r"""A, E \in \mathbb{R}^{m \times n}, \quad S \in \mathbb{R}^{n \times n}, \quad x, y, z \in \mathbb{R}^n, \quad \alpha, t \in \mathbb{R}"""


def verdict_of(given: str, claim: str, folder) -> str:
    text = rf"{SHAPES}, \quad {given}" if given else SHAPES
    return judged(claim, text, folder).verdict


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\langle A, E\rangle_F = \operatorname{tr}(A^\top E)", "holds"),
        (r"\langle A, E\rangle_{\mathrm{F}} = 2 \operatorname{tr}(A^\top E)", "refuted"),
        (r"\langle x, y\rangle_2 = x^\top y", "holds"),
        (r"y x^\top z = (x\cdot z) y", "holds"),
        (r"y x^\top z = (x\cdot y) z", "refuted"),
        (r"\alpha x \cdot y = \alpha y^\top x", "holds"),
        (r"S \cdot x = S x", "holds"),
    ],
)
def test_inner_products(claim: str, verdict: str, tmp_path):
    assert verdict_of("", claim, tmp_path) == verdict


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (r"g(x) := A x", r"\frac{\partial g}{\partial x}(y) = A", "holds"),
        (r"g(x) := x^\top x", r"\frac{\partial g}{\partial x}(y) = 2 y^\top", "holds"),
        (r"g(x) := x^\top x", r"\frac{\partial g}{\partial x}(y) = 2 x^\top", "refuted"),
        (r"g(x) := x^\top x", r"\frac{\partial g}{\partial x}(y) = 2 x^\top y", "holds"),
        (r"g(x) := x^\top x", r"\nabla g(y) = 2 y", "holds"),
        (r"h(t) := t^2", r"\frac{\partial h}{\partial t}(\alpha) = 2 \alpha", "holds"),
    ],
)
def test_derivatives_at_a_point(given: str, claim: str, verdict: str, tmp_path):
    assert verdict_of(given, claim, tmp_path) == verdict


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (r"L \in \mathbb{R}, \quad L = x^\top x", r"\frac{\partial L}{\partial x} = 2 x^\top", "undecided"),
        (r"L \in \mathbb{R}, \quad L = x^\top x", r"\frac{\partial L}{\partial x} = 0", "undecided"),
        (r"L, h \in \mathbb{R}, \quad L = h, \quad h = x^\top x", r"\frac{\partial L}{\partial x} = 0", "undecided"),
        (r"L \in \mathbb{R}, \quad L = x^\top x", r"L \ge 0", "holds"),
        (r"L := x^\top x", r"\frac{\partial L}{\partial x} = 2 x^\top", "holds"),
        (r"S = S^\top", r"\frac{\partial x^\top S x}{\partial x} = 2 x^\top S", "holds"),
    ],
)
def test_derivatives_of_declared_names_with_an_equation(given: str, claim: str, verdict: str, tmp_path):
    assert verdict_of(given, claim, tmp_path) == verdict


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (r"f(t) := \begin{cases} 1 & t = 0 \\ t^2 & t \ne 0 \end{cases}", r"f(0) = 1", "holds"),
        (r"f(t) := \begin{cases} 1 & t = 0 \\ t^2 & t \ne 0 \end{cases}", r"f(t) = t^2", "refuted"),
        (r"f(t) := \begin{cases} t^2 & |t| \le 1 \\ 2|t| - 1 & |t| > 1 \end{cases}", r"f(2) = 3", "holds"),
        (
            r"f(x) := \begin{cases} \frac{x}{\|x\|_2} & \|x\|_2 > 0 \\ 0 & \|x\|_2 = 0 \end{cases}",
            r"\|x\|_2 f(x) = 2 x",
            "refuted",
        ),
    ],
)
def test_cases_that_leave_nothing_over(given: str, claim: str, verdict: str, tmp_path):
    assert verdict_of(given, claim, tmp_path) == verdict


def test_cases_that_leave_points_over_are_refused(tmp_path):
    with pytest.raises(BadPaper, match="otherwise"):
        verdict_of(r"f(t) := \begin{cases} 1 & t > 0 \\ 0 & t = 0 \end{cases}", "f(t) = 1", tmp_path)


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        ("", r"\max_{k=1,\dots,n} x_k \le \|x\|_\infty", "holds"),
        ("", r"\max\{x_1, \ldots, x_n\} \ge x_1 + 1", "refuted"),
        (r"p, q \in \mathbb{R}, \quad p, q \ge 0", r"p q \ge 0", "holds"),
        (r"p, q \in \mathbb{R}, \quad p, q \ge 0", r"p q \ge 1", "refuted"),
        ("", r"A_{\cdot k} = A e_k", "holds"),
        ("", r"S^{-1\top} = S^{-\top}", "holds"),
        ("", r"S^{-1\top} = S^{-1}", "refuted"),
        (
            r"B \in \mathbb{R}^{n \times p}",
            r"\frac{\partial \operatorname{vec} A B}{\partial (\operatorname{vec} A)^\top} = B^\top \otimes I_m",
            "holds",
        ),
        ("", r"\|A\|_{2 \to 2} = \|A\|_2", "holds"),
        ("", r"\cosh(t)^2 - \sinh(t)^2 = 1", "holds"),
        ("", r"\cosh^2(t) + \sinh^2(t) = 1", "refuted"),
        ("", r"\sum_{i=1}^{\min(m,n)} \sigma_i(A)^2 = \|A\|_F^2", "holds"),
    ],
)
def test_notations(given: str, claim: str, verdict: str, tmp_path):
    assert verdict_of(given, claim, tmp_path) == verdict
