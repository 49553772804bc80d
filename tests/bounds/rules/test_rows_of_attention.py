r"""Rows that a hypothesis bounds: ``||(diag(p) - p p^T) X||_2 <= R``, and the Jacobian of attention by it; compositions of maps."""

from pathlib import Path

import pytest

from tests.judged import judged, proved

TOKENS = r"X \in \mathbb{R}^{m \times d}, \quad R \in \mathbb{R}, \quad \|X_{i,:}\|_2 \le R"
WEIGHTS = r", \quad p \in \mathbb{R}^{m}, \quad p \ge 0, \quad \mathbf{1}^\top p = 1, \quad M := \operatorname{diag}(p) - p p^\top, \quad Y \in \mathbb{R}^{d \times k}"
ROW = r", \quad y \in \mathbb{R}^d, \quad \|y\|_2 = 1, \quad Z \in \mathbb{R}^{k \times m}, \quad P := \operatorname{softmax}(Z)"
ATTENTION = (
    r", \quad U, V \in \mathbb{R}^{d \times k}, \quad W \in \mathbb{R}^{d \times q}, \quad A := U V^\top"
    r", \quad P := \operatorname{softmax}(X A X^\top), \quad J := \frac{\partial (P X W)}{\partial X}"
)
MAPS = r"v \in \mathbb{R}^{m}, \quad w \in \mathbb{R}^{q}, \quad g(v) \in \mathbb{R}^{q}, \quad f(w) \in \mathbb{R}^{s}, \quad u := g(v)"
OUTER, INNER = r"\left\|\frac{\partial f(u)}{\partial u}\right\|_2", r"\left\|\frac{\partial g}{\partial v}\right\|_2"
WHOLE = r"\left\|\frac{\partial f(g)}{\partial v}\right\|_2"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (TOKENS + WEIGHTS, r"\|M X\|_2 \le R"),
        (TOKENS + WEIGHTS, r"\|X^\top M\|_2 \le R"),
        (TOKENS + WEIGHTS, r"\|X^\top M X Y\|_2 \le \sqrt{m} R^2 \|Y\|_2"),
        (TOKENS + ROW, r"\langle X_{i,:}^\top, y \rangle^2 \le R^2"),
        (TOKENS + ROW, r"\sum_{j=1}^m P_{1,j} \langle X_{j,:}^\top, y \rangle^2 \le R^2"),
        (TOKENS + ATTENTION, r"\|J\|_2 \le \|W\|_2 (\|P\|_2 + 2 \sqrt{m} \|A\|_2 R^2)"),
        (TOKENS + ATTENTION, r"\|J\|_2 \le \|W\|_2 (\sqrt{m} + 2 R \|X\|_2 \|A\|_2)"),
        (TOKENS + ATTENTION, r"\|J\|_2 \le \sqrt{3} \|W\|_2 (\|A\|_2^2 R^4 (4 m + 1) + m)^{1/2}"),
        (MAPS, rf"{WHOLE} \le {OUTER} {INNER}"),
    ],
)
def test_rows_and_compositions(given: str, claim: str):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (TOKENS + WEIGHTS, r"\|M X\|_2 \le \frac{R}{3}"),
        (TOKENS.replace("X_{i,:}", "X_{1,:}") + WEIGHTS, r"\|M X\|_2 \le R"),
        (TOKENS + WEIGHTS.replace(" = 1", " = 3"), r"\|M X\|_2 \le R"),
        (TOKENS + WEIGHTS, r"\|M X Y\|_2 \le R"),
        (TOKENS + WEIGHTS, r"\|X\|_2 \le R"),
        (TOKENS + ROW, r"\sum_{j=1}^m P_{1,j} \langle X_{j,:}^\top, y \rangle^2 \le \frac{1}{2} R^2"),
        (TOKENS + ROW.replace(r"\|y\|_2 = 1", r"\|y\|_2 = 2"), r"\langle X_{i,:}^\top, y \rangle^2 \le R^2"),
        (TOKENS + ATTENTION, r"\|J\|_2 \le \frac{1}{2} \|W\|_2 (\|P\|_2 + 2 \sqrt{m} \|A\|_2 R^2)"),
        (TOKENS + ATTENTION, r"\|J\|_2 \le \|W\|_2 \|P\|_2"),
    ],
)
def test_false_neighbors(given: str, claim: str, tmp_path: Path):
    assert judged(claim, given, tmp_path).verdict in ("refuted", "needs-hypothesis")


@pytest.mark.parametrize("bound", [rf"\frac{{1}}{{2}} {OUTER} {INNER}", OUTER, INNER, f"{INNER} {INNER}"])
def test_other_products_bound_no_composition(bound: str):
    assert not proved(MAPS, rf"{WHOLE} \le {bound}")


def test_what_stands_beside_the_inner_map_is_no_part_of_it():
    """By u the first argument moves alone: the derivative of f(w, w) by w says nothing of it."""
    given = (
        r"X \in \mathbb{R}^{m}, \quad g(X) \in \mathbb{R}^{q}, \quad b \in \mathbb{R}^q, \quad k(b) \in \mathbb{R}^s, \quad u := g(X)"
        r", \quad a, c \in \mathbb{R}^s, \quad f(a, c) \in \mathbb{R}^t, \quad w := k(u)"
    )
    left = r"\left\|\frac{\partial f(k(u), k(g(X)))}{\partial u}\right\|_2"
    right = r"\left\|\frac{\partial f(w, w)}{\partial w}\right\|_2 \left\|\frac{\partial k(u)}{\partial u}\right\|_2"
    assert not proved(given, rf"{left} \le {right}")
