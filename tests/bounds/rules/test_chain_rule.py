"""Norms of Jacobians by the chain rule, derivatives in a direction, increments along a segment; false neighbours are not proved."""

import pytest

from derive.bounds import prove_bound
from derive.core import walk
from derive.directions import written_out
from derive.steps import equal
from proofs.api import ad_hoc_claim
from proofs.judging.understand import understand
from proofs.reading.paper import Settings

GIVEN = r"""
X, H \in \mathbb{R}^{n \times d}, \quad W_Q, W_K \in \mathbb{R}^{d \times k}, \quad W_V \in \mathbb{R}^{d \times p}, \quad W_1 \in \mathbb{R}^{d \times m},
\quad W_2 \in \mathbb{R}^{m \times d}, \quad A := W_Q W_K^\top, \quad S(X) := X A X^\top, \quad P(X) := \operatorname{softmax}(S(X)),
\quad F(X) := P(X) X W_V, \quad Z(X) := \operatorname{ReLU}(X W_1) W_2 + X, \quad \Pi := I_n - \frac{1}{n} \mathbf{1}_n \mathbf{1}_n^\top, \quad
\alpha := \max_i \|\operatorname{diag}(P_{i,:}) - P_{i,:}^\top P_{i,:}\|_2, \quad T, G \in \mathbb{R}^{n \times n},
\quad \beta := \max_i \sup_{t \in [0, 1]} \|\operatorname{diag}(\operatorname{softmax}(T + t G)_{i,:}) - \operatorname{softmax}(T + t G)_{i,:}^\top \operatorname{softmax}(T + t G)_{i,:}\|_2
"""
PROVED = [
    r"\left\|\frac{\partial F}{\partial X}\right\|_2 \le \|W_V\|_2 (\|P(X)\|_2 + 2 \alpha \|X\|_2^2 \|A\|_2)",
    r"\left\|\frac{\partial F}{\partial X}\right\|_2 \le \|W_V\|_2 (\sqrt{n} + \|X\|_2^2 \|A\|_2)",
    r"\left\|\frac{\partial F}{\partial W_V}\right\|_2 \le \|P(X) X\|_2",
    r"\left\|\frac{\partial F}{\partial W_Q}\right\|_2 \le \tfrac12 \|W_V\|_2 \|W_K\|_2 \|X\|_2^3",
    r"\left\|\frac{\partial Z}{\partial X}\right\|_2 \le 1 + \|W_1\|_2 \|W_2\|_2",
    r"\left\|\frac{\partial Z}{\partial W_2}\right\|_2 \le \|X\|_2 \|W_1\|_F",
    r"\left\|\frac{\partial (\Pi X)}{\partial X}\right\|_2 \le 1",
    r"\left\|\frac{\partial}{\partial W_1} \frac{\partial (X W_1 W_2)}{\partial W_2}\right\|_2 \le \sqrt{d} \|X\|_2",
    r"\|D_X S[H]\|_2 \le \|H A X^\top\|_2 + \|X A H^\top\|_2",
    r"\|D_X S[H]\|_2 \le 2 \|A\|_2 \|X\|_2 \|H\|_2",
    r"\operatorname{rank}(D_X S[H]) \le 2 k",
    r"\|D_X P[H]\|_F \le \alpha \|D_X S[H]\|_F",
    r"\|D_X P[H]\|_2 \le \alpha \sqrt{2 d} \|D_X S[H]\|_2",
    r"\|D_X P[H] X W_V\|_2 \le \|D_X P[H]\|_2 \|\Pi X\|_2 \|W_V\|_2",
    r"\|\operatorname{softmax}(T + G) - \operatorname{softmax}(T)\|_F \le \beta \|G\|_F",
    r"\|\operatorname{softmax}(T + G) - \operatorname{softmax}(T)\|_2 \le \beta \sqrt{\operatorname{rank}(G)} \|G\|_2",
]
NOT_PROVED = [
    r"\left\|\frac{\partial F}{\partial X}\right\|_2 \le \|W_V\|_2 (\|P(X)\|_2 + \alpha \|X\|_2^2 \|A\|_2)",
    r"\left\|\frac{\partial F}{\partial X}\right\|_2 \le \|W_V\|_2 (1 + \|X\|_2^2 \|A\|_2)",
    r"\left\|\frac{\partial F}{\partial W_Q}\right\|_2 \le \tfrac12 \|W_V\|_2 \|W_K\|_2 \|X\|_2^2",
    r"\left\|\frac{\partial Z}{\partial X}\right\|_2 \le \|W_1\|_2 \|W_2\|_2",
    r"\left\|\frac{\partial Z}{\partial W_2}\right\|_2 \le \|X\|_2 \|W_1\|_2",
    r"\left\|\frac{\partial}{\partial W_1} \frac{\partial (X W_1 W_2)}{\partial W_2}\right\|_2 \le \|X\|_2",
    r"\|D_X S[H]\|_2 \le 2 \|H A X^\top\|_2",
    r"\operatorname{rank}(D_X S[H]) \le k",
    r"\|D_X P[H]\|_2 \le \alpha \|D_X S[H]\|_2",
    r"\|D_X P[H]\|_2 \le \alpha \sqrt{d} \|D_X S[H]\|_2",
    r"\|P(X) X W_V\|_2 \le \|P(X)\|_2 \|\Pi X\|_2 \|W_V\|_2",
    r"\|\operatorname{softmax}(T + 2 G) - \operatorname{softmax}(T)\|_F \le 2 \beta \|G\|_F",
    r"\|\operatorname{softmax}(T + G) - \operatorname{softmax}(T - G)\|_F \le 2 \beta \|G\|_F",
    r"\|\operatorname{softmax}(T + G) - \operatorname{softmax}(T)\|_2 \le \beta \|G\|_2",
]


def problem(claim: str):
    (reading,) = understand(ad_hoc_claim(claim, GIVEN, Settings()))
    (link,) = reading.links
    assert link.typed is not None, link.message
    return link.typed.problem


@pytest.mark.parametrize("claim", PROVED)
def test_true_bounds_are_proved(claim: str):
    assert prove_bound(problem(claim)).outcome == "agree"


@pytest.mark.parametrize("claim", NOT_PROVED)
def test_others_are_not(claim: str):
    assert prove_bound(problem(claim)).outcome == "none"


@pytest.mark.parametrize(
    "body",
    [
        r"X A X^\top", r"X A X^\top X", r"(X A) \circ (X A)", r"\operatorname{tr}(X^\top X) X", r"(X \otimes X)^\top", r"(X X^\top)^{-1} X",
        r"P(X) X W_V", r"\operatorname{diag}(X A \mathbf{1}_d)", r"\begin{bmatrix} X & X A \end{bmatrix}", r"\sum_{i=1}^{n} X_{i,:} A",
    ],
)  # fmt: skip
def test_directions_are_written_out_as_the_index_form_has_them(body: str):
    """The two roads to a directional derivative share nothing but the expression."""
    expr = problem(rf"\|D_X ({body})[H]\|_F \le 1").goal.lhs.args[0]
    made = written_out(expr)
    left = [n for n in walk(made) if n.op == "frechet"]
    assert all(n.args[0].op == "softmax" for n in left)
    assert made is not expr
    assert equal(expr, made)
