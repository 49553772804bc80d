r"""Differentials: of powers, of brackets, what varies under a d, and the letter d beside derivatives."""

import pytest

from tests.judged import judged

GIVEN = r"""A, B, X \in \mathbb{R}^{n \times n}, \quad x \in \mathbb{R}^n, \quad t, u \in \mathbb{R}, \quad
L(A, B) := \operatorname{tr}(A B), \quad M(B) := \operatorname{tr}(A B)"""


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        # Powers: of the variable or of its differential.
        (r"\mathrm{d}X^{-1} = -X^{-1} (\mathrm{d}X) X^{-1}", "holds"),
        (r"dX^{-1} = -X^{-1} (dX) X^{-1}", "holds"),
        (r"\mathrm{d}X^{-1} = X^{-1} (\mathrm{d}X) X^{-1}", "refuted"),
        (r"\mathrm{d}X^{-\top} = -X^{-\top} (\mathrm{d}X)^\top X^{-\top}", "holds"),
        (r"\mathrm{d}t^{-1} = -t^{-2}\,\mathrm{d}t", "holds"),
        (r"\mathrm{d}t^{-1} = t^{-2}\,\mathrm{d}t", "refuted"),
        (r"\mathrm{d}(t^2)\,\mathrm{d}t^{-1} = 2 t", "ambiguous"),
        (r"\mathrm{d}X^2 = X\,\mathrm{d}X + \mathrm{d}X\,X", "holds"),
        (r"\mathrm{d}X^{2} = (\mathrm{d}X)^2", "ambiguous"),
        (r"\mathrm{d}X^2 = 2 (\mathrm{d}X)^2", "refuted"),
        (r"\mathrm{d}t^2 = 2t\,\mathrm{d}t", "holds"),
        (r"\mathrm{d}x_i^2 = 2x_i\,\mathrm{d}x_i", "holds"),
        (r"\mathrm{d}t^2 = t\,\mathrm{d}t", "refuted"),
        (r"\mathrm{d}X^2 = 2 X\,\mathrm{d}X", "refuted"),
        (r"\operatorname{tr} \mathrm{d}X^2 = 2 \operatorname{tr}(X\,\mathrm{d}X)", "holds"),
        (r"\mathrm{d}X^3 = X^2\,\mathrm{d}X + X\,\mathrm{d}X\,X + \mathrm{d}X\,X^2", "holds"),
        (r"\mathrm{d}X^3 = 3 X^2\,\mathrm{d}X", "refuted"),
        (r"\mathrm{d}X^{\circ 2} = 2 X \circ \mathrm{d}X", "holds"),
        (r"\mathrm{d}X^{\circ 2} = X \circ \mathrm{d}X", "refuted"),
        (r"\mathrm{d}t^2 \, \mathrm{d}u = 2 t \, \mathrm{d}t \, \mathrm{d}u", "holds"),
        (r"\mathrm{d}t^2 = \mathrm{d}u^2", "refuted"),
        (r"\mathrm{d}X^\top = (\mathrm{d}X)^\top", "holds"),
        (r"\mathrm{d}(X^{-1}) = -X^{-1} (\mathrm{d}X) X^{-1}", "holds"),
        (r"\mathrm{d}(X^{-1}) X + X^{-1} \mathrm{d}X = 0", "holds"),
        (r"\frac{\mathrm{d}^2 (t^3)}{\mathrm{d}t^2} = 6 t", "holds"),
        # What varies.
        (r"\mathrm{d}(A) B + A\,\mathrm{d}B = A\,\mathrm{d}B", "refuted"),
        (r"\mathrm{d}(A) B + A\,\mathrm{d}B = \mathrm{d}(A B)", "holds"),
        (r"\mathrm{d}(A B) = A\,\mathrm{d}B", "ambiguous"),
        (r"\mathrm{d}(A B) = \mathrm{d}A\,B", "ambiguous"),
        (r"\mathrm{d}(A B) = \mathrm{d}A\,B + A\,\mathrm{d}B", "holds"),
        (r"\mathrm{d}\operatorname{tr}(A B) = \operatorname{tr}(A\,\mathrm{d}B)", "ambiguous"),
        (r"\mathrm{d}L = \operatorname{tr}(A\,\mathrm{d}B)", "ambiguous"),
        (r"\mathrm{d}M = \operatorname{tr}(A\,\mathrm{d}B)", "holds"),
        (r"\mathrm{d}M(B) = \operatorname{tr}(A\,\mathrm{d}B)", "holds"),
        (r"\mathrm{d}\log\det A = \operatorname{tr}(A^{-1}\,\mathrm{d}A)", "holds"),
        # How far a d reaches.
        (r"\mathrm{d}(t-u)(t+u) = (t+u)\mathrm{d}t", "ambiguous"),
        (r"\mathrm{d}\log t \cdot t = \mathrm{d} t", "ambiguous"),
        (r"\mathrm{d}\tfrac12 x^\top x = x^\top \mathrm{d}x", "holds"),
        (r"\mathrm{d}\tfrac12 x^\top x = \tfrac12 x^\top \mathrm{d}x", "refuted"),
        (r"\mathrm{d}\, x^\top x = 2 x^\top \mathrm{d}x", "ambiguous"),
        (r"\mathrm{d}\, x^\top x = 3 x^\top \mathrm{d}x", "refuted"),
        (r"\mathrm{d}(x^\top x) = \mathrm{d}x^\top x + x^\top \mathrm{d}x", "holds"),
        (r"t\, \mathrm{d}\log t = \mathrm{d} t", "holds"),
        (r"\mathrm{d}\log t = \mathrm{d} t / t", "holds"),
        (r"\mathrm{d}(A \odot B) = \mathrm{d}A \odot B + A \odot \mathrm{d}B", "holds"),
        (r"\mathrm{d}(A \otimes B) = \mathrm{d}A \otimes B + A \otimes \mathrm{d}B", "holds"),
        (r"\mathrm{d}(A \otimes B) = \mathrm{d}A \otimes B - A \otimes \mathrm{d}B", "refuted"),
    ],
)
def test_differentials(claim: str, verdict: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


NORM = r"""x, g \in \mathbb{R}^d, \quad \epsilon \in \mathbb{R}, \quad \epsilon > 0, \quad
r := \sqrt{\frac1d\sum_{i=1}^d x_i^2 + \epsilon}, \quad y := \frac{x\odot g}{r}"""


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (
            r"\frac{\partial y}{\partial x} = \frac1r \operatorname{diag}(g)\left(I_d - \frac{x x^\top}{d r^2}\right)",
            "holds",
        ),
        (
            r"\frac{\partial y}{\partial x} = \frac1r \operatorname{diag}(g)\left(I_d + \frac{x x^\top}{d r^2}\right)",
            "refuted",
        ),
        (r"\frac{d y}{d x} = \frac1r \operatorname{diag}(g)\left(I_d - \frac{x x^\top}{d r^2}\right)", "holds"),
        (r"\frac{\partial (r^2)}{\partial x_i} = \frac{2 x_i r}{d r}", "holds"),
    ],
)
def test_a_size_d_beside_derivatives(claim: str, verdict: str, tmp_path):
    assert judged(claim, NORM, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"d \sin x = \cos x \, dx", "holds"),
        (r"d \sin x = -\cos x \, dx", "refuted"),
        (r"\mathrm{d} \cos x = -\sin x \, \mathrm{d}x", "holds"),
        (r"d(\sin x \cos y) = \cos x \cos y \, dx - \sin x \sin y \, dy", "holds"),
        (r"d(\sin x \cos y) = \cos x \cos y \, dx + \sin x \sin y \, dy", "refuted"),
        (r"d(x \log x) = \log x \, dx + dx", "holds"),
        (r"d \operatorname{tr} X^2 = 2 \operatorname{tr} X dX", "holds"),
        (r"d \operatorname{tr} X^2 = \operatorname{tr} X dX", "refuted"),
    ],
)
def test_a_differential_is_no_argument(claim, verdict, tmp_path):
    given = r"x, y \in \mathbb{R}, \quad X \in \mathbb{R}^{n \times n}"
    assert judged(claim, given, tmp_path).verdict == verdict
